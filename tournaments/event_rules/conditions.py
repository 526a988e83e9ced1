"""What a player must have done to enter an event, besides the band of ratings. Pure; kept with the event as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MOST_GAMES = 1000
MOST_LOSSES = 100
LONGEST_PERIOD = 730  # days
USUAL_PERIOD = 180


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryConditions:
    """``least_games`` that were finished against other people; ``most_time_losses`` (None: any number) within the last
    ``loss_days`` days, in any games."""

    least_games: int = 0
    most_time_losses: int | None = None
    loss_days: int = USUAL_PERIOD

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """From JSON."""
        return cls(**data)

    def dump(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)

    def in_words(self) -> list[str]:
        """What is asked for, one text for each condition."""
        found = []
        if self.least_games:
            games = ngettext(
                "at least %(count)d finished game against other players",
                "at least %(count)d finished games against other players",
                self.least_games,
            )
            found.append(games % {"count": self.least_games})
        if self.most_time_losses is not None:
            found.append(self._losses_in_words(self.most_time_losses))
        return found

    def _losses_in_words(self, most: int) -> str:
        if not most:
            return _("no loss on time in the last %(days)d days") % {"days": self.loss_days}
        losses = ngettext(
            "at most %(count)d loss on time in the last %(days)d days",
            "at most %(count)d losses on time in the last %(days)d days",
            most,
        )
        return losses % {"count": most, "days": self.loss_days}

    def missing(self, *, games: int, time_losses: int) -> str:
        """What a player with so many finished games and losses on time lacks, as a sentence; empty for nothing."""
        if games < self.least_games:
            asked = ngettext(
                "It asks for %(least)d finished game against other players; you have %(games)d.",
                "It asks for %(least)d finished games against other players; you have %(games)d.",
                self.least_games,
            )
            return asked % {"least": self.least_games, "games": games}
        if self.most_time_losses is not None and time_losses > self.most_time_losses:
            asked = ngettext(
                "It allows %(most)d loss on time in %(days)d days; you have %(losses)d.",
                "It allows %(most)d losses on time in %(days)d days; you have %(losses)d.",
                self.most_time_losses,
            )
            return asked % {"most": self.most_time_losses, "days": self.loss_days, "losses": time_losses}
        return ""
