"""A director gave players more time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from django.utils.translation import gettext as _

from ground.wording import time_in_words
from tournaments.event_log.kinds.base import Kind, Names, Wanted
from tournaments.event_log.kinds.codec import Seat


@dataclass(frozen=True, kw_only=True)
class TimeAdded(Kind):
    """A seat of a game got more time; with no seat every seat of it, with no game every seat of every open game."""

    slug: ClassVar[str] = "time_added"

    game: int | None
    seat: Seat | None
    seconds: int

    @property
    def span(self) -> timedelta:
        return timedelta(seconds=self.seconds)

    @property
    def about_game(self) -> int | None:
        return self.game

    def names(self) -> Wanted:
        return Wanted(games=[] if self.game is None else [self.game])

    def sentence(self, names: Names) -> str:
        span = time_in_words(self.span)
        if self.game is None:
            return _("Everybody got %(span)s more in every open game.") % {"span": span}
        if self.seat is None:
            return _("In game %(game)s, everybody got %(span)s more.") % {"game": self.game, "span": span}
        player = names.seats(self.game)[self.seat]
        return _("In game %(game)s, %(player)s got %(span)s more.") % {
            "game": self.game, "player": player, "span": span
        }  # fmt: skip
