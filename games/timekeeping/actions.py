"""Booking leave, and giving days back. Done to a player."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.action.base import Call, Input, Outcome, PlayerAction
from games.clock.pause_words import days_in_words
from games.models import Player
from games.timekeeping import leave


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """From the first to the last, both included."""

    first: Annotated[date, Input(gettext_lazy("First day"))]
    last: Annotated[date, Input(gettext_lazy("Last day"), gettext_lazy("The same as the first for a single day."))]


@dataclass(frozen=True, slots=True)
class LeaveSpan:
    """The first and the last day that were cancelled."""

    first: date
    last: date


class BookLeave(PlayerAction[Player, Days]):
    slug, title, button = "book-leave", gettext_lazy("Book leave"), gettext_lazy("Book")
    meaning = gettext_lazy("On a day of leave no clock of yours runs, in every game that allows it.")
    Inputs, Facts, has_dry_run = Days, leave.LeavePlan, True

    def perform(self, target: Player, inputs: Days, call: Call) -> Outcome:
        plan = leave.book_leave(player_id=target.pk, first=inputs.first, last=inputs.last, now=call.at)
        left = ", ".join(
            gettext("{days} left in {year}").format(days=days, year=year) for year, days in plan.left.items()
        )
        sentence = ngettext(
            "Leave {days}: {count} day, with {left}. Your opponents are notified.",
            "Leave {days}: {count} days, with {left}. Your opponents are notified.",
            len(plan.days),
        ).format(days=days_in_words(plan.days), count=len(plan.days), left=left)
        return Outcome((sentence,), plan, plan.warnings)


class CancelLeave(PlayerAction[Player, Days]):
    slug, title = "cancel-leave", "Cancel leave that has not begun"
    meaning = "Days that have begun are used."
    Inputs, Facts = Days, LeaveSpan

    def perform(self, target: Player, inputs: Days, call: Call) -> Outcome:
        gone = leave.cancel_leave(player_id=target.pk, first=inputs.first, last=inputs.last, now=call.at)
        sentence = gettext("Cancelled: no leave {days_in_words}. Your opponents are notified.")
        return Outcome((sentence.format(days_in_words=days_in_words(gone)),), LeaveSpan(gone[0], gone[-1]))


BOOK, CANCEL = BookLeave(), CancelLeave()
