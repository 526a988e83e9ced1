"""Boards in a real browser: what all games have in common. ``test_whole_games`` plays them to their end."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules.base import Position
from games.rules.choices import Choice, choices_of
from tests.browser.conftest import Reader, sign_in
from tests.browser.ways.pointing import middle_of, play_button

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("ada", "ben", "cleo", "dan", "eva", "fay", "gil", "hana")


def begin(rules: str, seats: int = 2, **options: Any) -> Game:
    """A game that ada begins."""
    players = [Player.objects.get_or_create(username=name)[0] for name in NAMES]
    control = TimeControl.days_per_turn(3)
    return create_game(rules=rules, players=players[:seats], control=control, at=timezone.now(), options=options)


def random_choice(position: Position[Any], game: Game, random: Random) -> Choice:
    return random.choice(choices_of(game.game_rules, position).steps)


def others_play(game: Game, random: Random) -> None:
    """Everybody but the first seat plays by mail until that one is to act."""
    game.refresh_from_db()
    while game.status == Game.Status.RUNNING and game.to_act != 0:
        player = game.seats.get(number=game.to_act).player
        text = random_choice(game.load_position(), game, random).text
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game.refresh_from_db()


def own_steps(game: Game) -> list[str]:
    return list(game.events.filter(seat=0, ply__isnull=False).order_by("ply").values_list("text", flat=True))


def ada_at(chromium: Browser, live_server: LiveServer, game: Game) -> Reader:
    """Ada on a phone at the page of a game, with d3 on the screen and the board ready to be touched."""
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    reader.page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(reader.page.locator(".places .lit").first).to_be_attached()
    reader.page.locator('[data-place="d3"]').scroll_into_view_if_needed()
    return reader


def test_unsent_steps_survive_a_reload_and_can_be_taken_back(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.reload()
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Your move")).to_have_value("")
    page.goto(f"{live_server.url}/games/{game.pk}/?after=null+d3")  # a link as it is without a script
    expect(play_button(page)).to_have_text("Play: null on d3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.places .lit[data-place="d3"]')).to_be_attached()
    assert "after" not in page.url
    assert reader.complaints == []


@pytest.mark.slow
def test_next_game_is_a_link_and_a_key_away_after_a_move(chromium: Browser, live_server: LiveServer) -> None:
    first, second = begin("btt"), begin("btt")
    reader = Reader(chromium, live_server.url, "desktop")
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{first.pk}/")
    page.locator(".places .lit").first.click()
    play_button(page).click()
    expect(page.get_by_text("ben is to move.")).to_be_visible()
    expect(page.get_by_role("link", name="Next game")).to_have_attribute("href", f"/games/{second.pk}/")
    page.wait_for_load_state()  # a key does nothing before the scripts of the new page have run
    page.keyboard.press(".")
    expect(page).to_have_url(f"{live_server.url}/games/{second.pk}/")
    expect(page.get_by_role("link", name="Next game")).to_have_count(0)
    assert reader.complaints == []


@pytest.mark.slow
def test_play_waits_for_the_step_that_is_under_way(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    after, held = re.compile(r"\bafter="), list[Route]()
    page.route(after, lambda route: held.append(route))
    page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.locator("#pointing[aria-busy]")).to_be_attached()
    play_button(page).tap()
    page.wait_for_timeout(300)
    assert own_steps(game) == []
    page.unroute(after)  # which lets go what is held, however often it was asked for until then
    expect(page.get_by_text("ben is to move.")).to_be_visible()
    assert own_steps(game) == ["null d3"]
    assert reader.complaints == []


@pytest.mark.slow
def test_complete_move_is_sent_at_once_for_players_who_want_it(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    Player.objects.filter(username="ada").update(confirm_moves=False)
    reader = Reader(chromium, live_server.url, "desktop")
    sign_in(reader, Player.objects.get(username="ada"))
    reader.page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(reader.page.locator(".places .lit").first).to_be_attached()
    reader.page.mouse.click(*middle_of(reader.page, "d3"))
    expect(reader.page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d3"]
