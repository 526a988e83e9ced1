"""A round, or all that are being played, got another deadline."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names, Opposite, Roster
from tournaments.event_log.kinds.words import moment


@dataclass(frozen=True, kw_only=True)
class DeadlineMoved(Kind):
    """A round got another deadline; with no round, every round that is being played."""

    slug: ClassVar[str] = "deadline_moved"
    in_feed: ClassVar[bool] = True

    round: int | None
    deadline: datetime

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.playing_in_round(self.round)

    def sentence(self, names: Names) -> str:
        described = _("The deadline of round %(round)s is now %(deadline)s.")
        if self.round is None:
            described = _("The deadline of all rounds is now %(deadline)s.")
        return described % {"round": self.round, "deadline": moment(self.deadline)}

    def opposite(self, names: Names) -> Opposite:
        return Opposite("move-deadline", {} if self.round is None else {"round": self.round})
