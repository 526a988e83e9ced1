"""How long a game takes if everybody always takes all the time there is. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.clocks import TimeControl
from games.rules.base import Options, Rules


@dataclass(frozen=True, slots=True)
class SlowestEnds:
    """When a game is over in which nobody ever hurries: one of about the usual number of turns, and any game at all."""

    usual: datetime
    latest: datetime
    usual_turns: int
    most_turns: int

    @property
    def is_certain(self) -> bool:
        """Whether the number of turns is as good as fixed, so that the usual end says nothing of its own."""
        return self.usual_turns == self.most_turns


def slowest_ends(
    rules: Rules[Any, Any], control: TimeControl, started: datetime, seats: int, options: Options
) -> SlowestEnds:
    """The slowest ends of a game with these options, begun at ``started``.

    The latest one counts every answer out of turn that there can be; in a usual game they are few.
    """
    usual, most = rules.usual_turns(seats, options), rules.most_turns(seats, options)
    return SlowestEnds(
        usual=control.slowest_end(started, usual, seats),
        latest=control.slowest_end(started, most, seats) + rules.most_answers(seats, options) * control.answer,
        usual_turns=usual,
        most_turns=most,
    )
