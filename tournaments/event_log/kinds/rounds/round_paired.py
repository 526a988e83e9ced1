"""A round was paired, or all rounds of a division at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds.base import Fold, Names, Roster, Wanted, WithByes
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import Form
from tournaments.standings.matches import EmptyBoard
from tournaments.standings.tables import Kind as RoundKind


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A board of a match of teams, counted from 1, for which the team of this entrant has no player."""

    fixture: int
    board: int
    entrant: int


@dataclass(frozen=True, kw_only=True)
class RoundPaired(WithByes):
    """A pairing made these fixtures, and these entrants sit the round out; `digest` is that of its outcome. In the
    fixtures of `together`, players meet although a director keeps them apart, because no other pairing was possible or
    a director set it. `vacant` are the boards for which a team had no player."""

    slug: ClassVar[str] = "round_paired"
    is_routine: ClassVar[bool] = True
    in_feed: ClassVar[bool] = True

    pairing: int
    digest: str
    fixtures: tuple[int, ...]
    together: tuple[int, ...] = ()
    vacant: tuple[Vacancy, ...] = ()

    def apply(self, fold: Fold, seq: int) -> None:
        super().apply(fold, seq)
        for one in self.vacant:
            fold.empty[one.fixture] = (*fold.empty.get(one.fixture, ()), EmptyBoard(one.board, one.entrant))

    def concerns(self, roster: Roster) -> Iterable[int]:
        """Players who have no opponent in a later round; the mail of the start says it of the first."""
        if roster.form != Form.SWISS:
            return ()
        return [roster.player(bye.entrant) for bye in self.byes if bye.round > 1 and bye.kind == RoundKind.PAIRING_BYE]

    def names(self) -> Wanted:
        entrants = [*(bye.entrant for bye in self.byes), *(one.entrant for one in self.vacant)]
        return Wanted(entrants=entrants, fixtures=[*self.fixtures[:1], *self.together])

    def sentence(self, names: Names) -> str:
        first = names.fixture(self.fixtures[0]) if self.fixtures else None
        number = first.round if first else self.byes[0].round if self.byes else 1
        division = names.division
        described = ngettext(
            "Paired from round %(number)s on: %(count)s meeting.",
            "Paired from round %(number)s on: %(count)s meetings.",
            len(self.fixtures),
        )
        if division:
            described = ngettext(
                "%(division)s: paired from round %(number)s on: %(count)s meeting.",
                "%(division)s: paired from round %(number)s on: %(count)s meetings.",
                len(self.fixtures),
            )
        described %= {"division": division, "number": number, "count": len(self.fixtures)}
        sentences = [described]
        if self.byes:
            byes = and_list([f"{names.entrant(bye.entrant)} ({round_in_words(bye.kind)})" for bye in self.byes])
            sentences.append(_("Without an opponent: %(byes)s.") % {"byes": byes})
        for one in self.vacant:
            values = {"team": names.entrant(one.entrant), "board": one.board}
            sentences.append(_("%(team)s has no player for board %(board)d and loses it.") % values)
        for meeting in filter(None, map(names.fixture, self.together)):
            players = and_list([names.entrant(entrant) for entrant in meeting.entrants])
            sentences.append(_("%(players)s meet, although they are kept apart.") % {"players": players})
        return " ".join(sentences)
