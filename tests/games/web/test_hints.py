"""Hints: what the middle bot would play, for beginners who play house bots and nobody else, unrated."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.house_players import HOUSE_BOTS

pytestmark = pytest.mark.django_db
HINT = 'id="bot-hint"'


def page_of(other: str, *, rated: bool, ask: bool = True) -> str:
    players = [Player.objects.get_or_create(username=name)[0] for name in ("ada", other)]
    game = create_game(
        rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now(), options={}
    )
    Game.objects.filter(pk=game.pk).update(rated=rated)
    client = Client()
    client.force_login(players[0])
    return client.get(f"/games/{game.pk}/", {"hint": "1"} if ask else {}).content.decode()


def test_beginner_asks_what_the_middle_bot_would_play() -> None:
    bot = HOUSE_BOTS[0].username
    assert "?hint=1" in page_of(bot, rated=False, ask=False)
    asked = page_of(bot, rated=False)
    assert "The middle bot would play" in asked
    assert "<code>null " in asked


def test_no_hint_in_rated_games_and_with_people() -> None:
    assert HINT not in page_of(HOUSE_BOTS[0].username, rated=True)
    assert HINT not in page_of("ben", rated=False)
