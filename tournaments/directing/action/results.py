"""Results that a director gives: what adjudicating, correcting and annulling have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from django.utils.translation import gettext as _

from games.models import Game
from games.play.directing import LEAVERS_LAST
from games.play.outcome import are_leavers_last
from games.rules.base import places_of
from tournaments.directing.action.games import division_of, game_of
from tournaments.directing.action.inputs import GameNumber, Places, Scores
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.queries import account_of
from tournaments.running.neutrality import Stake, stake_in_game
from tournaments.standings.matches import FORFEIT, MOST_LEAVES, GameResult


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenResult:
    """The result of a game: places by seat, or the active leaves by seat where they count."""

    game: Annotated[int, GameNumber()]
    places: Annotated[Sequence[int] | None, Places()] = None
    scores: Annotated[Sequence[int] | None, Scores()] = None

    def stakes(self, event: Event) -> tuple[Stake, ...]:
        """The players of the game, who may not decide it. Raises EventError for a game that is not of the event."""
        return (stake_in_game(game_of(event, self.game)),)

    def complete(self, event: Event, game: Game) -> tuple[Sequence[int], Sequence[int] | None]:
        """The places, and the scores where they count; there the places follow from them.

        Raises EventError for what is no result of the game: also for a player who has left it while others played on,
        or by leaving the event for good, before one who has not.
        """
        seats = list(game.seats.order_by("number"))
        places, scores = self._given(event, len(seats))
        is_running = game.status == Game.Status.RUNNING
        entrants, gone = game.fixture_game.seating, account_of(division_of(game)).gone
        by_leaving = [one for one in seats if one.left_reason == FORFEIT and entrants[one.number] in gone]
        if (is_running or by_leaving) and not are_leavers_last(seats, places):
            raise EventError(str(LEAVERS_LAST), "places" if scores is None else "scores")
        return places, scores

    def _given(self, event: Event, seats: int) -> tuple[Sequence[int], Sequence[int] | None]:
        if event.event_ruleset.scoring != "leaves":
            return self._placed(seats)
        if not self.scores:
            raise EventError(_("Give the active leaves of each seat: they are what counts in a match."), "scores")
        if len(self.scores) != seats:
            problem = _("Give each of the %(seats)d seats its score, in seat order.")
            raise EventError(problem % {"seats": seats}, "scores")
        for score in self.scores:
            if not 0 <= score <= MOST_LEAVES:
                problem = _("Nobody has %(score)d active leaves: each player has %(most)d leaves in a game.")
                raise EventError(problem % {"score": score, "most": MOST_LEAVES}, "scores")
        places = places_of(self.scores)
        if self.places and tuple(self.places) != places:
            raise EventError(
                _("The places follow from the active leaves, and these are others: leave the places out."), "places"
            )
        return places, self.scores

    def _placed(self, seats: int) -> tuple[Sequence[int], None]:
        if not self.places:
            raise EventError(_("Give each seat its place; the winner's is 1."), "places")
        if len(self.places) != seats or tuple(self.places) != places_of([-place for place in self.places]):
            problem = _(
                "Give each of the %(seats)d seats its place, in seat order; ties share the better one, as in 1, 1, 3."
            )
            raise EventError(problem % {"seats": seats}, "places")
        if self.scores:
            raise EventError(_("Only the places count here: leave the scores out."), "scores")
        return self.places, None


def result_of(game: Game) -> GameResult:
    """The result of a finished game as it counts now. Raises EventError."""
    known = next((result for result in account_of(division_of(game)).results if result.game == game.pk), None)
    if known is None:
        raise EventError(_("Game %(number)d has no result yet; adjudicate it instead.") % {"number": game.pk})
    return known
