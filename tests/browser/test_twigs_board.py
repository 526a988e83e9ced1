"""Twigs in a real browser: what the hovering twig shows and says."""

from __future__ import annotations

from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from games.play.moving import play_move
from games.rules.twigs.pieces import Placement
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin
from tests.browser.ways.pointing import play_button
from tests.browser.ways.twigs import lies_as, place_button, take, tap

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def send(game: Game, placement: Placement) -> None:
    player = game.seats.get(number=game.to_act).player
    play_move(game_id=game.pk, player_id=player.pk, text=str(placement), ply=game.ply, at=timezone.now(), source="mail")
    game.refresh_from_db()


@pytest.mark.slow
def test_twig_that_hangs_shows_the_hexagon_that_it_would_close(chromium: Browser, live_server: LiveServer) -> None:
    game, random = begin("twigs"), Random("hang")
    send(game, next(move for move in game.load_position().legal_moves() if str(move) == "C0@0,0"))
    send(game, game.load_position().random_move(random))
    position = game.load_position()
    placement = next(
        move for move in position.legal_moves() if any(effect.seat == 0 for effect in position.play(move).effects)
    )
    [effect] = position.play(placement).effects
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/?pick=covers:{min(placement.edges)}")
    take(page, placement)
    for _ in range(5):
        if place_button(page) == str(placement):
            break
        tap(page, "Next")
    won = page.locator(".hanging .won")
    cell = page.locator(f'.places polygon[data-place="{effect.where}"]')
    assert won.get_attribute("points") == cell.get_attribute("points")
    assert won.get_attribute("fill") == "url(#seat-ice)"
    said = page.locator("[data-say]")
    expect(said).to_contain_text(f"ice claims the hexagon {effect.where}")
    left = page.get_by_role("button", name="Turn left")
    left.press("Enter")
    assert not lies_as(page, placement)
    expect(left).to_be_focused()
    expect(page.locator(".tray [aria-pressed=true]")).to_have_text(placement.twig)
    for button in page.locator('.tray button, .offer-group[data-facet="turn"] button').all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert reader.complaints == []


@pytest.mark.slow
def test_play_plays_the_twig_that_hangs_and_is_off_while_nothing_does(
    chromium: Browser, live_server: LiveServer
) -> None:
    game = begin("twigs")
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    play = play_button(page)
    expect(play).to_be_disabled()
    page.locator(".tray button").first.tap()
    expect(play).to_be_enabled()
    shown = place_button(page)
    play.tap()
    expect(page.get_by_text("ben is to move.")).to_be_visible()
    assert game.events.filter(ply=1).values_list("text", flat=True)[0] == shown
    assert reader.complaints == []
