"""Deeds about a game: its end, its result, its clocks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from games.clock.controls import words
from games.models import Game
from games.rules.base import places_of
from tournaments import directing
from tournaments.actions.base import Deed, Foreseen, Values, counted, foreseen, later
from tournaments.exceptions import EventError
from tournaments.models import Division, Event
from tournaments.queries import running_games
from tournaments.wording.decisions import join

State = Event.State


class Adjudicate(Deed):
    service = staticmethod(directing.adjudicate)
    slug = "adjudicate"
    title = "Decide a game"
    meaning = "Ends a running game with the result that you give. It cannot be played on; its result can be corrected."
    asks = ("game", "places", "scores")
    optional = ("places", "scores")
    is_grave = True

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = _running(event, values["game"] or 0)
        (places, scores), names = _result(event, values), _seated(game)
        directing.check_result(event, len(names), places=places, scores=scores)
        told = [f"Game {game.pk} ends at once: {_outcome(names, places)}. Its players are told by mail."]
        if scores is not None:
            board = _leaves(names, game.load_position().scores)
            told.append(f"In the match it counts {_leaves(names, scores)}; on the board it is {board}.")
        return foreseen(told, _division_of(game), [directing.ending(game, places, scores)], at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        places, scores = _result(event, values)
        return {"game_id": values["game"] or 0, "places": places, "scores": scores}


def _leaves(names: Sequence[str], scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))


class Correct(Deed):
    service = staticmethod(directing.correct_result)
    slug = "correct"
    title = "Correct a result"
    meaning = "Gives a game that is over another result in the event. The game itself stays as it was played."
    asks = ("game", "places", "scores")
    optional = ("places", "scores")
    states = (State.RUNNING, State.FINISHED)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = directing.game_of(event.pk, values["game"] or 0)
        places, scores = _result(event, values)
        payload, division = directing.correction(game.pk, places=places, scores=scores)
        told = f"Game {game.pk} counts like this: {_outcome(_seated(game), places)}."
        return foreseen([told, *later(division)], division, [payload], at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        game = directing.game_of(event.pk, values["game"] or 0)
        places, scores = _result(event, values)
        return {"game_id": game.pk, "places": places, "scores": scores}


def _result(event: Event, values: Values) -> tuple[Sequence[int], Sequence[int] | None]:
    """Places, and the scores if they are given; where leaves count, places follow from them. Raises EventError."""
    scores = values.get("scores") or None
    if event.event_ruleset.scoring == "leaves":
        if scores is None:
            raise EventError("Give the active leaves of each seat: they are what counts in a match.")
        return values.get("places") or places_of(scores), scores
    if not values.get("places"):
        raise EventError("Give each seat its place, the winner's is 1.")
    return values["places"], scores


class Annul(Deed):
    service = staticmethod(directing.annul)
    slug = "annul"
    title = "Annul a game"
    meaning = "Takes a game's result away, as if it had not been played. A running game ends."
    asks = ("game",)
    is_grave = True
    states = (State.RUNNING, State.FINISHED)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        game = directing.game_of(event.pk, values["game"] or 0)
        if game.status == Game.Status.RUNNING:
            told = f"Game {game.pk} of {join(_seated(game))} ends at once and counts for nobody. That stays so."
            return foreseen([told], _division_of(game), [directing.ending(game, ())], at=at)
        payload, division = directing.annulment(game.pk)
        told = f"Game {game.pk} of {join(_seated(game))} does not count any more."
        return foreseen([told, *later(division)], division, [payload], at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        return {"game_id": values["game"] or 0}


class AddTime(Deed):
    service = staticmethod(directing.add_time)
    slug = "add-time"
    title = "Add time"
    meaning = "Gives one seat of a game, all its seats, or everybody in all open games more time."
    asks = ("game", "seat", "span")
    optional = ("game", "seat")

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        span = words(values["span"])
        directing.check_gain(values["span"])
        if values.get("game") is None:
            if values.get("seat") is not None:
                raise EventError(directing.WHICH_GAME)
            directing.check_has_open_games(event)
            count = running_games(event).count()
            return Foreseen((f"Everybody gets {span} more in each of {counted(count, 'open game')}.",))
        game = _running(event, values["game"] or 0)
        names, seat = _seated(game), values.get("seat")
        if seat is not None and not 1 <= seat <= len(names):
            raise EventError(f"The game has the seats 1 to {len(names)}.")
        if seat is not None and game.seats.get(number=seat - 1).has_left:
            raise EventError("The house bot plays this seat, and no clock counts for it.")
        if seat is not None:
            directing.check_gain(values["span"], game, seat - 1)
        whose = join(names) if seat is None else names[seat - 1]
        gets = "get" if seat is None else "gets"
        return Foreseen((f"{whose} {gets} {span} more in game {game.pk}. What is above the cap lapses after a turn.",))

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        seat = values.get("seat")
        return {"game_id": values.get("game"), "seat": None if seat is None else seat - 1, "span": values["span"]}


def _division_of(game: Game) -> Division:
    division: Division = Division.objects.select_related("stage", "event").get(
        pk=game.fixture_game.fixture.round.division_id
    )
    return division


def _running(event: Event, game_id: int) -> Game:
    game = directing.game_of(event.pk, game_id)
    if game.status != Game.Status.RUNNING:
        raise EventError(f"Game {game_id} is over; correct or annul its result instead.")
    return game


def _seated(game: Game) -> list[str]:
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def _outcome(names: Sequence[str], places: Sequence[int]) -> str:
    if len(set(places)) == 1:
        return f"{join(names)} draw"
    return ", ".join(f"{place}. {name}" for place, name in sorted(zip(places, names, strict=False)))
