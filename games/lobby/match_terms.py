"""What two players agree on when they play a match: how many games, and whether all at once. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.clock.controls import TimeControl
from games.exceptions import ProposalError
from games.models import Proposal
from games.rules.base import Rules

MOST_GAMES = 12
BEST_OF = "best-"  # begins the choice of a match that ends when it is decided

NO_WORD = gettext_noop(
    "A match takes no word for the dice: each of its games has a secret of its own. Leave the word out."
)

Schedule = Proposal.Schedule


@dataclass(frozen=True, slots=True)
class MatchTerms:
    """``games`` of a match, 1 for a single game; ``schedule`` says when they begin, and whether all are played."""

    games: int = 1
    schedule: str = Schedule.AT_ONCE

    def check(self, rules: Rules[Any, Any], seats: int, control: TimeControl, *, seating: str, word: str) -> None:
        """Whether so many games can be a match of this game for ``seats`` with that clock. Raises ProposalError."""
        if self.games == 1 and self.schedule == Schedule.AT_ONCE:
            return
        if not 2 <= self.games <= MOST_GAMES:
            raise ProposalError(
                gettext("A match has 2 to {most_games} games, not {games}.").format(
                    most_games=MOST_GAMES, games=self.games
                )
            )
        if self.schedule not in Schedule.values:
            raise ProposalError(
                gettext("The games of a match are played {values}, not {schedule}.").format(
                    values=", ".join(Schedule.values), schedule=f"{self.schedule!r}"
                )
            )
        if seats != 2:
            raise ProposalError(gettext("A match is for 2 players, not {seats}.").format(seats=seats))
        if self.schedule == Schedule.BEST_OF:
            self._check_best_of(rules)
        elif self.games % 2:
            raise ProposalError(
                gettext(
                    "A match has an even number of games, so that both players have each colour equally often, not "
                    "{games}."
                ).format(games=self.games)
            )
        if control.ends and self.schedule != Schedule.AT_ONCE:
            raise ProposalError(
                gettext(
                    "A hard end would leave later games of this match no time. Leave it out, or play all games at once."
                )
            )
        if seating != Proposal.Seating.LOT:
            raise ProposalError(
                gettext(
                    "In a match the colours of the first game are drawn by lot, and then they alternate: "
                    "leave the seats to the lot."
                )
            )
        if word.strip():
            raise ProposalError(gettext(NO_WORD))

    def _check_best_of(self, rules: Rules[Any, Any]) -> None:
        if rules.is_uneven:
            raise ProposalError(
                gettext(
                    "In {rules} the points of all games count, so a match is not decided before its last one. Play "
                    "an even number of games, all at once or one after another."
                ).format(rules=rules.title)
            )
        if self.games % 2 == 0:
            raise ProposalError(
                gettext("The best of an odd number of games wins, such as 3 or 5, not {games}.").format(
                    games=self.games
                )
            )


SINGLE_GAME = MatchTerms()


def match_choices(rules: Rules[Any, Any]) -> list[tuple[str, str]]:
    """A single game and the matches that the lobby offers, the usual one first."""
    single = ("1", gettext("A single game"))
    matches = [(str(count), gettext("A match of {count} games").format(count=count)) for count in (2, 4, 6, 8)]
    if rules.is_uneven:
        return [*matches, single]
    return [
        single,
        *matches,
        *((f"{BEST_OF}{count}", gettext("The best of {count} games").format(count=count)) for count in (3, 5, 7)),
    ]


def terms_of(choice: str, *, in_turn: bool) -> MatchTerms:
    """What one of ``match_choices`` means."""
    if choice.startswith(BEST_OF):
        return MatchTerms(int(choice.removeprefix(BEST_OF)), Schedule.BEST_OF)
    games = int(choice)
    return MatchTerms(games, Schedule.IN_TURN if in_turn and games > 1 else Schedule.AT_ONCE)
