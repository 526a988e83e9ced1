"""What beginners read: pages of rules with boards of real positions, and hints while they play house bots, unrated."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils import timezone

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.house_players import HOUSE_BOTS
from games.rules import RULES
from games.web.guide import figure_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", list(RULES))
def test_rules_page_shows_moves_and_gives_advice(slug: str) -> None:
    texts = [(RULES[slug].folder / name).read_text(encoding="utf-8") for name in ("PLAY.md", "ADVICE.md")]
    named = [name for text in texts for name in re.findall(r"\(figure:([a-z]+-[0-9]+)\)", text)]
    page = Client().get(f"/rules/{slug}/").content.decode()
    assert len(named) >= 4
    assert page.count('class="figure"') == len(named)
    assert "Advice" in page
    assert f"/learn/{slug}/" in page


@pytest.mark.parametrize("name", ["solved-99", "allowed-3"])
def test_a_figure_that_is_none_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="xercise"):
        figure_of("btt", name)


def test_credits_name_every_game_and_link_to_its_source() -> None:
    page = Client().get("/credits/").content.decode()
    parts = page.partition("<main")[2].split("<h2>")[1:]
    for rules, part in zip(RULES.values(), parts, strict=True):
        assert rules.title in part
        assert 'href="http' in part


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
