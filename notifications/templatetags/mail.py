"""What pages of games show of the post office."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Submission
from games.presenting.moments import write_day
from notifications.addresses import address_health, held_mails
from notifications.models import InboundMail, Unreachable

register = template.Library()
register.simple_tag(address_health.unreachable_in)


@register.filter
def unreachable_words(span: Unreachable) -> str:
    """That mails do not reach a player, and since when."""
    text = gettext("Mails have not reached {player} since {day}.")
    return text.format(player=span.player.username, day=write_day(span.since))


@register.simple_tag
def with_unreachable(rows: Iterable[Any]) -> list[tuple[Any, list[Unreachable]]]:
    """Rows that each have a game, and the players of it whom no mail reaches."""
    rows = list(rows)
    lost = address_health.unreachable_among(row.game for row in rows)
    return [(row, lost.get(row.game.pk, [])) for row in rows]


@register.simple_tag
def confirm_link(submission: Submission) -> str:
    """Where the player of a mail that is held can say that it is his own; empty where there is nothing left to say.

    For his own pages: not every held mail is asked about by mail.
    """
    if submission.state != Submission.State.HELD:
        return ""
    held = submission.mails.filter(outcome=InboundMail.Outcome.HELD)  # a move may be held that came by a mail
    mail = held.select_related("token__seat__game").first()
    is_open = mail is not None and held_mails.standing(mail, now=timezone.now()) is held_mails.Standing.OPEN
    return held_mails.link_to(mail.pk) if mail is not None and is_open else ""
