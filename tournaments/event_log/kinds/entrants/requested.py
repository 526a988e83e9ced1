"""A player asked the directors for a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, ClassVar

from django.utils.translation import gettext as _

from ground.wording import time_in_words
from tournaments.event_log.kinds.base import Kind, Names, Roster, Wanted
from tournaments.event_log.kinds.codec import Seat

APPEAL, TIME, SUBSTITUTE, ENTRY, WITHDRAWAL = ("appeal", "time", "substitute", "entry", "withdrawal")


@dataclass(frozen=True, kw_only=True)
class Requested(Kind):
    """A player asked the directors for a decision. An entry of the kind `request_answered` has the answer."""

    slug: ClassVar[str] = "requested"
    is_routine: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset({"entry", "game", "seat", "seconds", "player"})

    what: Annotated[str, "What is asked for: `appeal`, `time`, `substitute`, `entry` or `withdrawal`."]
    entry: Annotated[int | None, "The entry against which an appeal is made."] = None
    game: Annotated[int | None, "The game that it is about."] = None
    seat: Seat | None = None
    seconds: Annotated[int | None, "How much more time is asked for."] = None
    player: Annotated[int | None, "The player proposed as a substitute."] = None

    @property
    def about_game(self) -> int | None:
        return self.game

    def concerns(self, roster: Roster) -> Iterable[int]:
        return roster.deciders(with_arbiters=self.game is not None)

    def names(self) -> Wanted:
        return Wanted(players=[] if self.player is None else [self.player], entry=self.entry)

    def sentence(self, names: Names) -> str:
        if self.what == APPEAL and (quoted := names.sentence_of(self.entry or 0)):
            values = {"player": names.player(self.actor), "entry": self.entry, "sentence": quoted}
            return _("%(player)s appeals against entry %(entry)s: “%(sentence)s”") % values
        return self.said(names.player)

    def said(self, name_of: Callable[[int | None], str]) -> str:
        """The sentence without what an appeal is about; the names of players are looked up by their numbers."""
        values = {"player": name_of(self.actor), "new": name_of(self.player), "game": self.game, "entry": self.entry}
        if self.what == TIME:
            said = _("%(player)s asks for %(span)s more in game %(game)s.")
            return said % {**values, "span": time_in_words(timedelta(seconds=self.seconds or 0))}
        if self.what == APPEAL:
            return _("%(player)s appeals against entry %(entry)s of the log.") % values
        if self.what == SUBSTITUTE:
            named = _("%(player)s asks that %(new)s takes over the place.")
            return (named if self.player else _("%(player)s asks for a substitute.")) % values
        return (_("%(player)s asks to be let in.") if self.what == ENTRY else _("%(player)s asks to leave.")) % values
