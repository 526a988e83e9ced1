"""What an event's log of results and deeds comes to in the end. Pure.

Lines are only ever appended. A later result of a game counts instead of an earlier one, and a line that takes another
back (``Kind.REVERSED``) makes it as if that had never been written; a reversal can be taken back, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from tournaments.standings.matches import GameResult
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind


class Kind(StrEnum):
    """What a line tells. The payload of a deed has ``actor`` (a player, None: the rules of the event) and ``why``."""

    GAME_FINISHED = "game finished"
    GAME_CORRECTED = "game corrected"
    GAME_ANNULLED = "game annulled"
    ROUND_PAIRED = "round paired"
    GAMES_ADDED = "games added"
    BYE_ASKED = "bye asked"
    BYE_GIVEN = "bye given"
    ENTERED = "entered"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"
    SUBSTITUTED = "substituted"
    REVERSED = "reversed"
    PAUSED = "paused"
    RESUMED = "resumed"
    TIME_ADDED = "time added"
    ADJUDICATED = "adjudicated"
    DEADLINE_MOVED = "deadline moved"
    ANNOUNCED = "announced"
    CHALLENGED = "challenged"
    LEFT_LADDER = "left the ladder"
    STARTED = "started"
    FINALS = "finals began"
    FINISHED = "finished"
    CALLED_OFF = "called off"
    ARCHIVED = "archived"
    UNARCHIVED = "unarchived"


RESULTS = frozenset({Kind.GAME_FINISHED, Kind.GAME_CORRECTED, Kind.GAME_ANNULLED})
DEPARTURES = frozenset({Kind.WITHDRAWN, Kind.DISQUALIFIED, Kind.LEFT_LADDER})

# What can be taken back by a line in the log alone.
REVERSIBLE = frozenset(
    {
        Kind.GAME_CORRECTED,
        Kind.GAME_ANNULLED,
        Kind.BYE_GIVEN,
        Kind.BYE_ASKED,
        Kind.WITHDRAWN,
        Kind.DISQUALIFIED,
        Kind.FINISHED,
    }
)


class Line(NamedTuple):
    """A line of the log of one division (or of the whole event, where it concerns all)."""

    seq: int
    kind: str
    payload: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Account:
    """The outcome of a log. ``results`` by game in the order in which games ended; ``void`` fixtures count for nobody;
    ``gone`` says from which round on somebody is not paired any more, ``added`` how many games a fixture has besides
    the usual ones; ``asked`` are rounds that entrants want to sit out; ``lines`` are those that were not taken back.
    """

    results: tuple[GameResult, ...] = ()
    byes: tuple[Bye, ...] = ()
    void: frozenset[int] = frozenset()
    asked: Mapping[int, frozenset[int]] = field(default_factory=dict)
    gone: Mapping[int, int] = field(default_factory=dict)
    added: Mapping[int, int] = field(default_factory=dict)
    lines: tuple[Line, ...] = ()


def account(lines: Iterable[Line]) -> Account:
    """Fold a log, in the order of ``seq``."""
    lines = standing_lines(lines)
    results: dict[int, GameResult] = {}
    byes: dict[tuple[int, int], Bye] = {}
    void: set[int] = set()
    asked: dict[int, frozenset[int]] = {}
    gone: dict[int, int] = {}
    added: dict[int, int] = {}
    for _, kind, payload, _ in lines:
        if kind in RESULTS:
            result = GameResult.load(payload)
            results[result.game] = result
        elif kind in (Kind.ROUND_PAIRED, Kind.BYE_GIVEN, Kind.ENTERED):
            for entrant, number, what in payload["byes"]:
                byes[entrant, number] = Bye(entrant, number, RoundKind(what))
            if kind == Kind.ENTERED:
                gone.pop(payload["entrant"], None)  # who comes back to a ladder
        elif kind == Kind.BYE_ASKED:
            asked[payload["entrant"]] = asked.get(payload["entrant"], frozenset()) | {payload["round"]}
        elif kind == Kind.GAMES_ADDED:
            added[payload["fixture"]] = added.get(payload["fixture"], 0) + payload["games"]
        elif kind in DEPARTURES:
            void.update(payload["void"])
            gone[payload["entrant"]] = payload["round"]
    return Account(tuple(results.values()), tuple(byes.values()), frozenset(void), asked, gone, added, tuple(lines))


def standing_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines that have not been taken back."""
    kept: list[Line] = []
    taken_back: set[int] = set()
    for line in reversed(list(lines)):
        if line.seq in taken_back:
            continue
        if line.kind == Kind.REVERSED:
            taken_back.add(line.payload["line"])
        else:
            kept.append(line)
    return kept[::-1]
