"""How long a game takes if everybody always takes all the time there is. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Self

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.clock.pauses import NEVER
from games.rules.base import Options, Rules


@dataclass(frozen=True, slots=True)
class SlowestEnds:
    """When a game is over in which nobody ever hurries: one of about the usual number of turns, and any game at all."""

    usual: datetime
    latest: datetime
    rested: datetime  # the latest, if everybody also rests as long as the game allows
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
) -> SlowestEnds:
    """The slowest ends of a game with these options, begun at ``started``.

    The latest one counts every answer out of turn that there can be; in a usual game they are few. ``bank`` is the
    leave that a player has in a year, ``grace`` what follows on coming back from it.
    """
    usual, most = rules.usual_turns(seats, options), rules.most_turns(seats, options)
    answers = rules.most_answers(seats, options)
    running = control.most_time(most, seats) + answers * control.answer
    rested = pause_rules.longest(running, most + answers, seats, bank=bank, grace=grace)
    ends = control.ends or NEVER
    return SlowestEnds(
        usual=control.slowest_end(started, usual, seats),
        latest=min(started + running, ends),
        rested=min(started + rested, ends),
        usual_turns=usual,
        most_turns=most,
    )
