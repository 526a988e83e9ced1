"""How long a game takes: if everybody always takes all the time there is, and usually. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Self

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.clock.pauses import NEVER
from games.rules.base import Options, Rules

MOST_UNDOS = 3  # in a game between people
MOST_NOTICES = 3  # for each seat of a game: graces of players whom no warning has reached


@dataclass(frozen=True, slots=True)
class SlowestEnds:
    """When a game is over in which nobody ever hurries: one of about the usual number of turns, and any game at all."""

    usual: datetime
    latest: datetime
    rested: datetime  # the latest, if everybody also does whatever the game allows that keeps it open
    usual_turns: int
    most_turns: int
    is_decided: bool = False  # at the latest end what stands on the board decides, whatever the clocks say

    @property
    def is_certain(self) -> bool:
        """Whether the number of turns is as good as fixed, so that the usual end says nothing of its own."""
        return self.usual_turns == self.most_turns

    def decided_by(self, moment: datetime) -> Self:
        """The same where a game that still runs at ``moment`` is decided by what stands on the board."""
        if moment >= self.rested:
            return self
        usual, latest = min(self.usual, moment), min(self.latest, moment)
        return replace(self, usual=usual, latest=latest, rested=moment, is_decided=True)


def slowest_ends(
    rules: Rules[Any, Any],
    control: TimeControl,
    started: datetime,
    seats: int,
    options: Options,
    pause_rules: PauseRules,
    *,
    bank: int,
    grace: timedelta,
    notice: timedelta,
    added: timedelta = timedelta(0),
    substitutes: int = 0,
) -> SlowestEnds:
    """The slowest ends of a game with these options, begun at ``started``.

    The latest one counts every answer out of turn that there can be; in a usual game they are few. ``bank`` is the
    leave that a player has in a year, ``grace`` what follows on coming back from it, ``notice`` what a player gets whom
    no warning has reached. ``added`` and ``substitutes`` are what directors have done meanwhile.
    """
    usual, most = rules.usual_turns(seats, options), rules.most_turns(seats, options)
    answers = rules.most_answers(seats, options)
    running = control.most_time(most, seats) + answers * control.answer
    # A player who takes back a turn takes back those of the others since, and the one that had begun is charged.
    again = MOST_UNDOS * (seats + 1) if pause_rules.undo else 0
    asked = again * -(-answers // most)
    notices = MOST_NOTICES * (seats + substitutes)
    most_running = (
        control.most_time(most + again, seats) + (answers + asked) * control.answer
        + notices * notice + added + substitutes * max(control.base, control.increment)
    )  # fmt: skip
    turns = most + again + answers + asked + notices + substitutes
    rested = pause_rules.longest(most_running, turns, seats + substitutes, bank=bank, grace=grace)
    ends = control.ends or NEVER
    last = ends if control.ends is None else ends + notices * notice
    return SlowestEnds(
        usual=control.slowest_end(started, usual, seats),
        latest=min(started + running, ends),
        rested=min(started + rested, last),
        usual_turns=usual,
        most_turns=most,
    )


FEWEST = 5  # games from which anything is said


@dataclass(frozen=True, slots=True)
class UsualLength:
    """``middle``: half of so many games were over by then; ``most``: nine of ten."""

    games: int
    middle: timedelta
    most: timedelta


def length_of(spans: list[timedelta]) -> UsualLength | None:
    """The middle and the ninth tenth of some spans; None for too few."""
    if len(spans) < FEWEST:
        return None
    spans = sorted(spans)
    return UsualLength(len(spans), spans[(len(spans) - 1) // 2], spans[(9 * len(spans) - 1) // 10])
