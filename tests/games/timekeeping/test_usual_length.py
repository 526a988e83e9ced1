"""How long games of a kind usually take, from those that are over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.clock.controls import TimeControl
from games.clock.longest_end import UsualLength, length_of
from games.models import Game
from games.play import agreements
from games.play.creation import create_game
from games.timekeeping.usual_length import usual_length
from tests.tournaments.conftest import NOON, THREE_DAYS, friend

pytestmark = pytest.mark.django_db


def over_after(days: int, control: TimeControl = THREE_DAYS) -> Game:
    """A game of BTT that anna gives up after so many days."""
    players = [friend("anna"), friend("ben")]
    game = create_game(rules="btt", players=players, control=control, at=NOON)
    at = NOON + timedelta(days=days)
    agreements.resign(game_id=game.pk, player_id=players[0].pk, at=at, source="page")
    return game


def test_half_and_nine_of_ten_of_the_games_with_the_same_clock() -> None:
    for days in (2, 1, 2, 1, 2):
        over_after(days)
    assert usual_length("btt", 2, THREE_DAYS) == UsualLength(5, timedelta(days=2), timedelta(days=2))


def test_other_games_clocks_and_tables_do_not_count() -> None:
    for _ in range(5):
        over_after(1)
    assert usual_length("btt", 3, THREE_DAYS) is None
    assert usual_length("treeblox", 2, THREE_DAYS) is None
    assert usual_length("btt", 2, TimeControl.days_per_turn(1)) is None


def test_nothing_is_said_from_a_few_games() -> None:
    assert length_of([timedelta(days=3)] * 4) is None
    spans = [timedelta(days=day) for day in range(1, 11)]
    assert length_of(spans) == UsualLength(10, timedelta(days=5), timedelta(days=9))
