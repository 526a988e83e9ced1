"""What every deed has: what it asks for, what it would come to, and doing it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypedDict

from games.models import Player
from tournaments import directing
from tournaments.event_log.kinds import Kind
from tournaments.exceptions import EventError
from tournaments.models import Division, Entrant, Event, Result
from tournaments.wording.decisions import write_points

State = Event.State

Lines = Sequence[Kind]


class Values(TypedDict, total=False):
    """What deeds ask for. Players are named; seats and rounds count from 1; None and nothing are the same."""

    player: str  # who takes part
    substitute: str
    game: int | None
    places: Sequence[int]  # by seat
    scores: Sequence[int]  # by seat
    seat: int | None
    span: timedelta
    round: int | None
    deadline: datetime
    bye: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """What a deed would change for one entrant; numbers are written out."""

    player: str
    rank_before: int
    rank_after: int
    points_before: str
    points_after: str

    @property
    def moves(self) -> int:
        """By how many places up; below nothing, down."""
        return self.rank_before - self.rank_after


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a deed would come to: sentences, and every place that would change, if places could (``is_counted``)."""

    sentences: tuple[str, ...]
    changes: tuple[ChangedPlace, ...] = ()
    is_counted: bool = False


def foreseen(
    sentences: Sequence[str], division: Division | None = None, lines: Lines = (), *, at: datetime
) -> Foreseen:
    """Sentences, and what lines of the log would change in a division's table."""
    if division is None:
        return Foreseen(tuple(sentences))
    names = dict(division.entrants.values_list("pk", "player__username"))
    changes = [
        ChangedPlace(
            names[change.entrant],
            change.rank_before,
            change.rank_after,
            write_points(change.points_before),
            write_points(change.points_after),
        )
        for change in directing.consequences(division, lines, at=at)
    ]
    return Foreseen(tuple(sentences), tuple(changes), is_counted=True)


class Deed(ABC):
    """One thing that a director can do. ``asks`` are names of ``Values``; those of ``optional`` may be missing.

    ``service`` does it; it takes what all have in common, and ``arguments``.
    """

    service: ClassVar[Callable[..., Result]]
    slug: ClassVar[str]
    title: ClassVar[str]
    meaning: ClassVar[str]
    asks: ClassVar[tuple[str, ...]] = ()
    optional: ClassVar[tuple[str, ...]] = ()
    is_grave: ClassVar[bool] = False
    has_reason: ClassVar[bool] = True
    states: ClassVar[tuple[str, ...]] = (State.RUNNING,)

    def is_possible(self, event: Event) -> bool:
        """Whether it can be thought of at all in the event's state."""
        return event.state in self.states

    def foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        """What it would come to; writes nothing. Raises EventError if it cannot be done."""
        self.check_state(event)
        return self._foresee(event, values, at=at)

    def check_state(self, event: Event) -> None:
        """Raises EventError in a state in which it cannot be done."""
        if event.state not in self.states:
            raise EventError(f"{event.name} is {event.get_state_display()}.")

    @abstractmethod
    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        """``foresee`` in a state in which it can be done."""

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        """What ``service`` is given of what was asked for. Raises EventError."""
        return {}

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        """Do it, or find what was done under the key before. Raises EventError."""
        if known := directing.known_line(event, key):  # what was asked for may not be there any more
            return known
        given = self.arguments(event, values)
        return self.service(event_id=event.pk, player=player, reason=reason, at=at, key=key, **given)


def entrant_named(event: Event, username: str) -> Entrant:
    """Who takes or took part under that name, in the latest stage. Raises EventError."""
    found = event.entrants.filter(player__username__iexact=username.strip()).exclude(number=None)
    entrant = found.select_related("player", "division__stage", "division__event").latest_stage_first().first()
    if entrant is None:
        raise EventError(f"{username} does not play in {event.name}.")
    return entrant


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def later(division: Division) -> list[str]:
    """What a changed result does not change."""
    if division.stage.format in ("swiss", "knockout"):
        return ["Rounds that are paired already stay as they are."]
    return []
