"""Boards in a real browser: whole games by touch, by keyboard and without a script, move by move as if typed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules.base import Position
from games.rules.choices import Choice, choices_of
from tests.browser.conftest import SCREENS, Reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("ada", "ben", "cleo", "dan", "eva", "fay", "gil", "hana")


def signed_in(reader: Reader, player: Player) -> None:
    """The reader's browser has a session of the player."""
    client = Client()
    client.force_login(player)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    reader.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": reader.address}])


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


def wait_for_move(page: Page, game: Game) -> None:
    """Until the service has a move more; what the page says of it may be replaced by the next news of the game."""
    for _ in range(600):
        if Game.objects.get(pk=game.pk).ply > game.ply:
            page.wait_for_load_state()
            return
        page.wait_for_timeout(50)
    raise AssertionError("The move has not arrived.")


def play_to_the_end(game: Game, page: Page, address: str, point: object, seed: str) -> list[str]:
    """Ada plays each of her moves by pointing; returns the texts that she meant."""
    random, meant = Random(seed), []
    others_play(game, random)
    while game.status == Game.Status.RUNNING:
        page.goto(f"{address}/games/{game.pk}/")
        choice = random_choice(game.load_position(), game, random)
        point(page, choice)  # type: ignore[operator]
        expect(page.get_by_label("Your move")).to_have_value(choice.text)
        page.locator("#pointing [data-play]").click()
        wait_for_move(page, game)
        meant.append(choice.text)
        others_play(game, random)
    return meant


def middle_of(page: Page, place: str) -> tuple[float, float]:
    box = page.locator(f'[data-place="{place}"]').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


SIZES = {"S": "small", "M": "medium", "L": "large"}


def is_chosen(page: Page) -> bool:
    """Whether the last pick has left one step, which is then in the box."""
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    return bool(page.get_by_label("Your move").input_value())


def by_touch(page: Page, choice: Choice) -> None:
    expect(page.locator(".places .lit").first).to_be_attached()
    for facet, [value] in choice.facets.items():
        if is_chosen(page):
            return
        if facet == "size":
            page.locator("[data-offers] button", has_text=SIZES[value]).tap()
        elif page.locator(f'.places .lit[data-place="{value}"]').count():  # else it was picked by itself
            page.locator(f'[data-place="{value}"]').first.scroll_into_view_if_needed()
            page.touchscreen.tap(*middle_of(page, value))


@pytest.mark.slow
def test_whole_game_of_btt_by_touch_on_a_phone(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    signed_in(reader, Player.objects.get(username="ada"))
    meant = play_to_the_end(game, reader.page, live_server.url, by_touch, "touch")
    assert own_steps(game) == meant
    assert reader.complaints == []


def by_keyboard(page: Page, choice: Choice) -> None:
    expect(page.locator(".places .lit").first).to_be_attached()
    board = page.locator(".picture svg")
    board.focus()
    for facet, [value] in choice.facets.items():
        if is_chosen(page):
            return
        if facet == "size":
            page.keyboard.press(value)
        elif page.locator(f'.places .lit[data-place="{value}"]').count():
            walk_to(page, value)
            page.keyboard.press("Enter")


def walk_to(page: Page, place: str) -> None:
    """The arrow keys lead there: first along the rank, then along the file."""
    page.keyboard.press("ArrowRight")
    for _ in range(24):
        at = page.locator(".places .cursor").get_attribute("data-place") or ""
        if at == place:
            return
        across, up = ord(place[0]) - ord(at[0]), int(place[1:]) - int(at[1:])
        page.keyboard.press(
            ("ArrowRight" if across > 0 else "ArrowLeft") if across else ("ArrowUp" if up > 0 else "ArrowDown")
        )
    raise AssertionError(f"The arrow keys did not lead to {place}.")


@pytest.mark.slow
def test_whole_game_of_btt_by_keyboard(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = Reader(chromium, live_server.url, "desktop")
    signed_in(reader, Player.objects.get(username="ada"))
    meant = play_to_the_end(game, reader.page, live_server.url, by_keyboard, "keys")
    assert own_steps(game) == meant
    assert reader.complaints == []


def by_links(page: Page, choice: Choice) -> None:
    for facet, [value] in choice.facets.items():
        if page.get_by_label("Your move").input_value():
            return
        if facet == "size":
            page.locator("[data-offers] a", has_text=SIZES[value]).click()
        elif (link := page.locator(f'.places a:has([data-place="{value}"])')).count():
            page.goto(page.url.partition("/games/")[0] + str(link.first.get_attribute("href")))


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_whole_game_of_btt_without_a_script_on_postgresql(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = Reader(chromium, live_server.url, "phone", scripts=False)
    signed_in(reader, Player.objects.get(username="ada"))
    meant = play_to_the_end(game, reader.page, live_server.url, by_links, "links")
    assert own_steps(game) == meant


def test_unsent_steps_survive_a_reload_and_can_be_taken_back(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    signed_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(page.locator(".places .lit").first).to_be_attached()
    page.locator('[data-place="d3"]').scroll_into_view_if_needed()
    page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.reload()
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Your move")).to_have_value("")
    page.goto(f"{live_server.url}/games/{game.pk}/?after=null+d3")  # a link as it is without a script
    expect(page.locator(".chip")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.places .lit[data-place="d3"]')).to_be_attached()
    assert "after" not in page.url
    assert reader.complaints == []


def test_complete_move_is_sent_at_once_for_players_who_want_it(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    Player.objects.filter(username="ada").update(confirm_moves=False)
    reader = Reader(chromium, live_server.url, "desktop")
    signed_in(reader, Player.objects.get(username="ada"))
    reader.page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(reader.page.locator(".places .lit").first).to_be_attached()
    reader.page.mouse.click(*middle_of(reader.page, "d3"))
    expect(reader.page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d3"]


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["btt", "treeblox", "twigs", "roots"])
def test_board_and_bar_fit_on_a_phone(chromium: Browser, live_server: LiveServer, rules: str) -> None:
    game, random = begin(rules), Random(rules)
    for _ in range(6):
        others_play(game, random)
        text = random_choice(game.load_position(), game, random).text
        ada = Player.objects.get(username="ada")
        play_move(game_id=game.pk, player_id=ada.pk, text=text, ply=game.ply, at=timezone.now(), source="mail")
    others_play(game, random)
    reader = Reader(chromium, live_server.url, "phone")
    signed_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    expect(page.locator("#pointing.scripted")).to_be_attached()
    expect(page.locator(".offer-group button, .places .lit").first).to_be_attached()
    drawing = page.locator(".picture > svg:visible, .stage > svg:visible")
    drawing.evaluate("one => scrollTo(0, one.parentElement.offsetTop)")
    board, bar = drawing.bounding_box(), page.locator(".bar").bounding_box()
    assert board is not None
    assert bar is not None
    height = SCREENS["phone"][1]
    assert -1 <= board["y"] <= board["y"] + board["height"] <= bar["y"]
    assert bar["y"] + bar["height"] <= height
    reader.check_width()
    assert reader.complaints == []
