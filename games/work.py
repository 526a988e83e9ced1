"""Work is counted: a request has a budget, and what takes more is refused before it is done.

The unit is a hundredth of a millisecond or so of a quiet machine. A game says what a step costs (``Position.cost_of``);
whatever replays steps spends that before it plays them, steps that are taken back later included. A limit of time
instead would depend on how busy the machine is, and stop work half done.
"""

from __future__ import annotations

from games.exceptions import TooMuchWork
from games.rules.base import COST_OF_STEP
from ground.wording import gettext

MOST_WORK = 40_000  # of one request: about half a second; the longest random games take less than that
COST_OF_UNDO = 1


class Budget:
    """What may still be done for one request; without ``most`` everything, for commands of the operator."""

    def __init__(self, most: int | None = MOST_WORK) -> None:
        self.most = most
        self.spent = 0

    def spend(self, units: int) -> None:
        """Count work that is about to be done. Raises TooMuchWork when it goes over the budget."""
        self.spent += units
        if self.most is not None and self.spent > self.most:
            raise TooMuchWork(
                gettext(
                    "This takes more work than one request may: {most:,} units, of which a step costs "
                    "{cost_of_step} or more. Nothing was done. Send less, such as a shorter game or a "
                    "smaller plan."
                ).format(most=self.most, cost_of_step=COST_OF_STEP)
            )
