"""Pages that change by themselves: two browsers see each other's moves and words, also after the stream was cut."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as present
from django.db import connections
from django.utils import timezone
from playwright.sync_api import Browser, Locator, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.conversation.remarks import say
from games.lobby.proposals import propose_game
from games.models import Game, Player
from games.play.creation import create_game
from games.play.house_players import play_house_bot
from games.play.moving import play_move
from seeds import embedded
from tests.browser.conftest import Reader, sign_in
from tests.browser.ways.pointing import play_button, type_move
from tests.service import wait_for
from tests.tournaments.acting import act
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event
from tournaments.running.services import create_event, enter_event, open_entries, start_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ELEVEN_MINUTES = TimeControl(base=timedelta(minutes=11), increment=timedelta(0), cap=timedelta(minutes=11))


class Live:
    """The process that holds streams open, on the database and the pages of these tests."""

    def __init__(self, pages: str) -> None:
        self.port = embedded.free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "seeds.settings",
            "SECRET_KEY": present.SECRET_KEY,
            "DATABASE_URL": f"sqlite:///{connections['default'].settings_dict['NAME']}",
            "LIVE_WEB": pages,
        }

    def start(self) -> None:
        """Start it, and wait until it answers."""
        granian = [sys.executable, "-m", "granian", "--interface", "asgi", "--no-ws", "--workers-kill-timeout", "1"]
        self.process = subprocess.Popen(
            [*granian, "--port", str(self.port), "seeds.live.app:application"],
            env=self.environment,
            stdout=subprocess.DEVNULL,
            start_new_session=True,  # for signals to all of its processes
        )
        wait_for(self.answers)

    def answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.address}/live/health", timeout=2):
            return True
        return False

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:  # its end is no subject here
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@pytest.fixture
def live(live_server: LiveServer, settings: Any) -> Iterator[Live]:
    process = Live(live_server.url)
    settings.LIVE_URL = process.address
    settings.CONTENT_SECURITY_POLICY = deepcopy(settings.CONTENT_SECURITY_POLICY)
    settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]["connect-src"].append(process.address)
    process.start()
    yield process
    process.stop()


def players(*names: str) -> list[Player]:
    return [Player.objects.get_or_create(username=name)[0] for name in names]


def game_of(*seated: Player, control: TimeControl | None = None) -> Game:
    control = control or TimeControl.days_per_turn(3)
    return create_game(rules="btt", players=seated, control=control, at=timezone.now())


def move(game: Game, player: Player, text: str, ply: int) -> None:
    play_move(game_id=game.pk, player_id=player.pk, text=text, ply=ply, at=timezone.now(), source="page")


def propose(player: Player, message: str) -> None:
    propose_game(
        proposer=player, rules="btt", seats=2, control=TimeControl.days_per_turn(3), at=timezone.now(), message=message
    )


def open_event(director: Player, *entrants: Player) -> Event:
    event = create_event(
        name="Spring", director=director, rules="btt", control=TimeControl.days_per_turn(3), at=timezone.now(),
        layout=Layout(),
    )  # fmt: skip
    open_entries(event_id=event.pk, player=director)
    for player in entrants:
        enter_event(event_id=event.pk, player=player, at=timezone.now())
    return event


@pytest.mark.slow
def test_two_browsers_see_each_others_moves_words_and_clocks(
    chromium: Browser, live_server: LiveServer, live: Live
) -> None:
    anna, ben = players("anna", "ben")
    game = game_of(anna, ben)
    hers, his = (Reader(chromium, live_server.url, "desktop") for _ in "12")
    visitor = Reader(chromium, live_server.url, "phone")
    for reader, player in ((hers, anna), (his, ben)):
        sign_in(reader, player)
    for reader in (hers, his, visitor):
        with reader.page.expect_response(lambda answer: "/live/stream" in answer.url and answer.ok):
            reader.open(f"/games/{game.pk}/")
    his.page.evaluate("window.isTheSame = true")

    type_move(hers.page, "null d3")
    play_button(hers.page).click()
    expect(his.page.get_by_text("It is your turn.")).to_be_visible()
    expect(his.page.locator(".history li.arrived")).to_have_count(1)
    expect(his.page.locator(".board-side .plate.acts")).to_contain_text("ben")
    expect(visitor.page.locator(".board-side .plate.acts")).to_contain_text("ben")
    assert his.page.title().startswith("(1) ")
    assert his.page.evaluate("window.isTheSame"), "The page was loaded again."
    assert "waiting" in (his.page.locator("link[rel=icon]").get_attribute("href") or "")
    lit = his.page.locator(".board-figure .lit").first
    expect(lit).to_be_attached()  # the board answers to hands as if the page had been loaded

    for reader in (his, visitor):
        reader.page.get_by_role("link", name="Chat").click()
    his.page.get_by_label("Message").fill("I am still writing")
    say(game_id=game.pk, player_id=anna.pk, text="Your turn!", at=timezone.now(), source="page")
    expect(his.page.get_by_text("Your turn!")).to_be_visible()
    expect(visitor.page.get_by_text("Your turn!")).to_be_visible()
    expect(his.page.get_by_label("Message")).to_have_value("I am still writing")

    live.stop()
    game.refresh_from_db()
    step = game.game_rules.format(next(iter(game.load_position().legal_moves())), game.load_position())
    move(game, ben, step, game.ply)
    say(game_id=game.pk, player_id=ben.pk, text="There you are.", at=timezone.now(), source="page")
    live.start()
    for reader in (hers, visitor):
        expect(reader.page.locator(".board-side .plate.acts")).to_contain_text("anna")
        expect(reader.page.locator(".board-side .plate.acts [data-left]")).to_be_visible()
        reader.page.get_by_role("link", name="Chat").click()
        expect(reader.page.get_by_text("There you are.")).to_be_visible()
    say(game_id=game.pk, player_id=anna.pk, text="I had lost you.", at=timezone.now(), source="page")
    for reader in (his, visitor):
        expect(reader.page.get_by_text("I had lost you.")).to_be_visible()
    for reader in (his, visitor):
        assert [said for said in reader.complaints if "ERR_" not in said] == []


@pytest.mark.slow
def test_home_lobby_and_events_change_by_themselves_also_after_a_cut(
    chromium: Browser, live_server: LiveServer, live: Live
) -> None:
    anna, ben, chloe, dan, emil = players("anna", "ben", "chloe", "dan", "emil")
    bot = Player.objects.filter(is_bot=True).order_by("pk")[0]
    game, event = game_of(anna, bot), open_event(chloe, ben, dan)
    home, lobby, page, console = (Reader(chromium, live_server.url, "phone") for _ in range(4))
    sign_in(home, anna)
    sign_in(console, chloe)
    address = f"/events/{event.slug}/"
    for reader, path in ((home, "/"), (lobby, "/lobby/"), (page, address), (console, f"{address}console/")):
        with reader.page.expect_response(lambda answer: "/live/stream" in answer.url and answer.ok):
            reader.open(path)
    enter_event(event_id=event.pk, player=emil, at=timezone.now())
    for reader in (page, console):
        expect(reader.page.locator("main").get_by_role("link", name="emil")).to_be_visible()
    for wants, state, is_cut in (("Anybody for a game?", "running", False), ("And another one?", "paused", True)):
        if is_cut:
            live.stop()
        game.refresh_from_db()
        position = game.load_position()
        move(game, anna, game.game_rules.format(next(iter(position.legal_moves())), position), game.ply)
        expect(home.page.get_by_role("heading", name="Waiting for others")).to_have_count(0 if is_cut else 1)
        play_house_bot(game.pk, clock=timezone.now)
        propose(ben, wants)
        if state == "running":
            start_event(event_id=event.pk, player=chloe, at=timezone.now())
        else:
            act("pause", event, by=chloe, at=timezone.now())
        if is_cut:
            live.start()
        expect(home.page).to_have_title("(1) Your games · Seeds")
        expect(home.page.get_by_role("heading", name="Waiting for others")).to_have_count(0)
        expect(lobby.page.get_by_text(wants)).to_be_visible()
        for reader in (page, console):
            expect(reader.page.locator("main .tag").get_by_text(state).first).to_be_visible()
    for reader in (home, lobby, page, console):
        assert [said for said in reader.complaints if "ERR_" not in said] == []


@pytest.mark.slow
def test_page_notices_that_a_stream_has_fallen_silent(chromium: Browser, live_server: LiveServer, live: Live) -> None:
    anna, ben = players("anna", "ben")
    game = game_of(anna, ben)
    reader = Reader(chromium, live_server.url, "phone")
    sign_in(reader, ben)
    reader.page.clock.install()
    with reader.page.expect_response(lambda answer: "/live/stream" in answer.url and answer.ok):
        reader.open(f"/games/{game.pk}/")
    os.killpg(live.process.pid, signal.SIGSTOP)
    try:
        move(game, anna, "null d3", 0)
        reader.page.clock.run_for(30_000)
        expect(reader.page.get_by_text("It is your turn.")).to_be_visible()
    finally:
        os.killpg(live.process.pid, signal.SIGCONT)


def seconds_on(clock: Locator) -> int:
    """The seconds that a clock shows."""
    minutes, seconds = map(int, re.findall(r"\d+", clock.inner_text()))
    return 60 * minutes + seconds


MOVED = """() => new Promise(resolve => new PerformanceObserver(list => resolve(
    list.getEntries().reduce((sum, shift) => sum + shift.value, 0))).observe({type: "layout-shift", buffered: true})
    || setTimeout(resolve, 100, 0))"""


@pytest.mark.slow
def test_page_looks_by_itself_and_counts_down_where_no_stream_can_be_opened(
    chromium: Browser, live_server: LiveServer, settings: Any
) -> None:
    settings.LIVE_URL = present.SITE_URL  # nothing listens there
    anna, ben = players("anna", "ben")
    game = game_of(anna, ben, control=ELEVEN_MINUTES)
    reader = Reader(chromium, live_server.url, "phone")
    sign_in(reader, ben)
    reader.page.clock.install()
    reader.open(f"/games/{game.pk}/")
    clock = reader.page.locator(".status [data-left]")
    first = seconds_on(clock)
    reader.page.clock.run_for(10_000)
    assert first - 15 < seconds_on(clock) <= first - 10
    assert reader.page.evaluate(MOVED) == 0
    move(game, anna, "null d3", 0)
    reader.page.clock.run_for(15_000)
    expect(reader.page.get_by_text("It is your turn.")).to_be_visible()
    assert seconds_on(clock) > first - 10
