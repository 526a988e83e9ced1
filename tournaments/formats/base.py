"""What a format is: a field of entrants and what they have done so far in, meetings out. Pure.

A format pairs in two steps. ``pairing_input`` says what the pairing depends on, as plain JSON values; ``draw`` makes
meetings of that and of nothing else. Both are recorded, so that anybody can pair the round again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NotRequired, TypedDict

from django.utils.translation import gettext

from ground.wording import kept
from tournaments.event_log.kinds import Disqualified
from tournaments.event_log.kinds.folding import Account
from tournaments.event_rules.layouts import Layout
from tournaments.standings.matches import Match
from tournaments.standings.ranking import Standings, matches_of, standings, with_last
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Kind, Roster

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

Input = Mapping[str, Any]  # has the form of one of ``Format.inputs``

WRONG_SIZE = kept("A {form} is for {fewest} to {most} players, not {entrants}.")


class CannotStart(ValueError):
    """So many entrants cannot play this; the message says how many could."""


class MadeMeeting(TypedDict):
    """A meeting that a pairing made."""

    round: Annotated[int, "The number of the round."]
    table: Annotated[int, "The number of the table within the round; 0 for the next free one."]
    numbers: Annotated[list[int], "The pairing numbers of the entrants who meet, by seat."]
    boards: NotRequired[
        Annotated[
            list[list[int]],
            "For each board of a match of teams, the numbers of its players by seat of the meeting; 0 for a team that "
            "has none. Left out if players meet.",
        ]
    ]


class MadeBye(TypedDict):
    """A round that an entrant sits out."""

    round: Annotated[int, "The number of the round."]
    number: Annotated[int, "The pairing number."]
    kind: Annotated[str, Kind]


class Made(TypedDict):
    """The output of a pairing."""

    meetings: Annotated[list[MadeMeeting], "The meetings, in the order in which their fixtures are made."]
    byes: Annotated[list[MadeBye], "The rounds that entrants sit out."]


@dataclass(frozen=True, slots=True)
class Meeting:
    """One fixture to be played: its round from 1, and pairing numbers from 0 in seat order (first mover first).

    ``table`` numbers it within the round, from 1; 0 means the next free one. Where teams meet, ``boards`` are the
    players who meet on each, in seat order of the meeting; 0 for a team that has none.
    """

    round: int
    seats: tuple[int, ...]
    table: int = 0
    boards: tuple[tuple[int, ...], ...] = ()

    def dump(self) -> MadeMeeting:
        """Plain JSON values: pairing numbers from 1, as people see them."""
        plain: MadeMeeting = {"round": self.round, "table": self.table, "numbers": [seat + 1 for seat in self.seats]}
        return {**plain, "boards": [list(board) for board in self.boards]} if self.boards else plain


@dataclass(frozen=True, slots=True)
class SitOut:
    """A round that somebody has no opponent in: round from 1, pairing number from 0."""

    round: int
    number: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Draw:
    """What a pairing comes to."""

    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...] = ()

    def dump(self) -> Made:
        """Plain JSON values: pairing numbers from 1, as people see them."""
        return {
            "meetings": [one.dump() for one in self.meetings],
            "byes": [{"round": one.round, "number": one.number + 1, "kind": str(one.kind)} for one in self.sit_outs],
        }


@dataclass(frozen=True)  # no slots: it keeps its matches
class Field:
    """A division as its format sees it: ``roster.entrants`` by pairing number, ``account`` is what the log came to."""

    layout: Layout
    ruleset: Ruleset
    roster: Roster
    account: Account
    seed: str = ""
    stage: int = 1

    @cached_property
    def matches(self) -> list[Match]:
        """The match of each pairing of the roster, in its order."""
        return matches_of(self.ruleset, self.roster, self.account.results)

    @property
    def rounds(self) -> int:
        """The number of the last round that has been paired."""
        paired = (pairing.round for pairing in self.roster.pairings)
        sat_out = (bye.round for bye in self.roster.byes)
        return max([0, *paired, *sat_out])

    @property
    def is_played_out(self) -> bool:
        """Whether everything that has been paired is complete."""
        return all(match.is_complete for match in self.matches)

    @property
    def awaited(self) -> list[int]:
        """The fixtures for which the next round waits."""
        return [match.fixture for match in self.matches if match.is_awaited]

    def keeps_apart(self, entrants: Sequence[int]) -> bool:
        """Whether directors keep two of these apart."""
        return any(pair <= set(entrants) for pair in self.account.apart)

    def is_gone(self, entrant: int, number: int) -> bool:
        """Whether the entrant has left before round ``number``."""
        return self.account.gone.get(entrant, number + 1) <= number


class Format(ABC):
    """One way to decide who meets whom in a division."""

    slug: ClassVar[str]
    title: ClassVar[StrPromise]
    algorithm: ClassVar[str]
    inputs: ClassVar[Mapping[str, type]] = {}  # by algorithm, the form of what is paired, for the schema of REST
    fewest: ClassVar[int]
    most: ClassVar[int]
    by_rating: ClassVar[bool] = False  # pairing numbers go by strength instead of by lot
    at_once: ClassVar[bool] = False  # all rounds begin together
    has_points: ClassVar[bool] = True  # places are a matter of points
    has_bracket: ClassVar[bool] = False  # each match begins as soon as both of its players are known
    is_swiss: ClassVar[bool] = False  # so many rounds, each paired by points
    has_teams: ClassVar[bool] = False  # entrants are teams, and each meeting has boards

    def check_size(self, entrants: int, layout: Layout) -> None:
        """Raises CannotStart if so many cannot play."""
        if not self.fewest <= entrants <= self.most:
            raise CannotStart(
                gettext(WRONG_SIZE).format(form=self.title, fewest=self.fewest, most=self.most, entrants=entrants)
            )

    def meetings_of_each(self, field: Field) -> int | None:
        """How many meetings an entrant has over the whole event; None where that is what has been paired."""
        return None

    def most_of(self, layout: Layout) -> int:
        """How many can play this at most."""
        return self.most

    @abstractmethod
    def pairing_input(self, field: Field) -> Input | None:
        """What the next pairing depends on; None if there is nothing to be paired now."""

    def left_open(self, field: Field) -> Sequence[int]:
        """The fixtures for which the next round does not have to wait by the layout of the event."""
        return ()

    @abstractmethod
    def draw(self, given: Input) -> Draw:
        """The next pairing."""

    def algorithm_of(self, given: Input) -> str:
        """The name of what pairs this input; it stands for all its parameters."""
        return self.algorithm

    def replays(self, field: Field) -> Sequence[int]:
        """Fixtures that need as many games again, because they must have a winner and have none."""
        return ()

    def is_over(self, field: Field) -> bool:
        """Whether everything is played and nothing is left to be paired, also where all but one have left before the
        first round."""
        return field.is_played_out and self.pairing_input(field) is None

    def due(self, field: Field) -> list[tuple[int, ...]]:
        """The entrants who still have to play each other, by meeting: what is not decided, and what is paired next."""
        again = self.replays(field)
        meetings = [one.entrants for one in field.matches if not one.is_complete or one.fixture in again]
        if (given := self.pairing_input(field)) is not None:
            numbers = field.roster.entrants
            meetings += [tuple(numbers[seat] for seat in meeting.seats) for meeting in self.draw(given).meetings]
        return meetings

    def standings(self, field: Field) -> Standings:
        """The table of the division. Players who were disqualified come last, whatever they had reached."""
        out = {entrant for entrant, status in field.account.status.items() if status == Disqualified.status}
        return with_last(self.table(field), out)

    def table(self, field: Field) -> Standings:
        """The table as it is if nobody was disqualified."""
        return standings(field.ruleset, field.roster, field.account.results)
