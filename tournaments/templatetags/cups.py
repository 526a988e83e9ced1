"""Mini cups for the lobby."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from tournaments.presenting.cup_queues import QueueRow, queue_rows
from tournaments.presenting.page_sentences import cups as sentences

register = template.Library()


@register.inclusion_tag("tournaments/lobby_cups.html", takes_context=True)
def lobby_cups(context: dict[str, Any]) -> dict[str, Any]:
    """All queues, those in which somebody waits first."""
    user = context["request"].user
    rows = queue_rows(user if user.is_authenticated else None, at=timezone.now())
    return {
        "begun": [_line(row) for row in rows if row.waiting],
        "empty": [_line(row) for row in rows if not row.waiting],
    }


def _line(row: QueueRow) -> dict[str, str]:
    return {
        "slug": row.slug,
        "title": f"{row.cup.game_title}: {row.cup.title}",
        "waiting": sentences.waiting(row.waiting, row.cup.players),
        "mine": sentences.you_wait(row.until) if row.until else "",
    }
