"""Mini cups for the lobby."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from tournaments.presenting.cup_queues import queue_rows
from tournaments.presenting.page_sentences import cups as sentences

register = template.Library()


@register.inclusion_tag("tournaments/lobby_cups.html", takes_context=True)
def lobby_cups(context: dict[str, Any]) -> dict[str, Any]:
    """The queues in which somebody waits; all others stand on the page of mini cups."""
    user = context["request"].user
    rows = queue_rows(user if user.is_authenticated else None, at=timezone.now())
    return {
        "rows": [
            {
                "slug": row.slug,
                "title": f"{row.cup.game_title}: {row.cup.title}",
                "waiting": sentences.waiting(row.waiting, row.cup.players),
                "mine": sentences.you_wait(row.until) if row.until else "",
            }
            for row in rows
        ]
    }
