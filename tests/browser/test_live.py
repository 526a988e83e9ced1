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
from playwright.sync_api import Locator, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.conversation.remarks import say
from games.lobby.proposals import propose_game
from games.models import Player
from games.play.creation import create_game
from games.play.house_players import play_house_bot
from seeds import embedded
from tests.browser.conftest import Visit
from tests.browser.games import begin, send
from tests.browser.ways.pointing import play_button, type_move
from tests.service import wait_for
from tests.tournaments.acting import act
from tournaments.event_rules.layouts import Layout
from tournaments.running.services import create_event, enter_event, open_entries, start_event

pytestmark = [pytest.mark.browser, pytest.mark.slow]

THREE_DAYS = TimeControl.days_per_turn(3)
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


def test_two_browsers_see_each_others_moves_words_and_clocks(visit: Visit, live: Live) -> None:
    game = begin("btt")
    hers, his, visitor = visit("desktop", player="ada"), visit("desktop", player="ben"), visit()
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
    expect(visitor.page.locator(".board-side .plate.acts [data-left]")).to_be_visible()
    assert his.page.title().startswith("(1) ")
    assert his.page.evaluate("window.isTheSame"), "The page was loaded again."
    assert "waiting" in (his.page.locator("link[rel=icon]").get_attribute("href") or "")
    lit = his.page.locator(".board-figure .lit").first
    expect(lit).to_be_attached()  # the board answers to hands as if the page had been loaded

    for reader in (his, visitor):
        reader.page.get_by_role("link", name="Chat").click()
    his.page.get_by_label("Message").fill("I am still writing")
    ada = Player.objects.get(username="ada")
    say(game_id=game.pk, player_id=ada.pk, text="Your turn!", at=timezone.now(), source="page")
    expect(his.page.get_by_text("Your turn!")).to_be_visible()
    expect(visitor.page.get_by_text("Your turn!")).to_be_visible()
    expect(his.page.get_by_label("Message")).to_have_value("I am still writing")


def test_home_lobby_and_events_change_by_themselves_also_after_a_cut(visit: Visit, live: Live) -> None:
    anna, ben, chloe, dan, emil = [
        Player.objects.create(username=name) for name in ("anna", "ben", "chloe", "dan", "emil")
    ]
    bot = Player.objects.filter(is_bot=True).order_by("pk")[0]
    game = create_game(rules="btt", players=[anna, bot], control=THREE_DAYS, at=timezone.now())
    event = create_event(
        name="Spring", director=chloe, rules="btt", control=THREE_DAYS, at=timezone.now(), layout=Layout()
    )
    open_entries(event_id=event.pk, player=chloe)
    for player in (ben, dan):
        enter_event(event_id=event.pk, player=player, at=timezone.now())
    home, lobby, page, console = visit(player="anna"), visit(), visit(), visit(player="chloe")
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
        position = game.load_position()
        send(game, game.game_rules.format(next(iter(position.legal_moves())), position))
        expect(home.page.get_by_role("heading", name="Waiting for others")).to_have_count(0 if is_cut else 1)
        play_house_bot(game.pk, clock=timezone.now)
        game.refresh_from_db()
        propose_game(proposer=ben, rules="btt", seats=2, control=THREE_DAYS, at=timezone.now(), message=wants)
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


def seconds_on(clock: Locator) -> int:
    """The seconds that a clock shows."""
    minutes, seconds = map(int, re.findall(r"\d+", clock.inner_text()))
    return 60 * minutes + seconds


MOVED = """() => new Promise(resolve => new PerformanceObserver(list => resolve(
    list.getEntries().reduce((sum, shift) => sum + shift.value, 0))).observe({type: "layout-shift", buffered: true})
    || setTimeout(resolve, 100, 0))"""


def test_page_looks_by_itself_and_counts_down_where_no_stream_can_be_opened(visit: Visit, settings: Any) -> None:
    settings.LIVE_URL = present.SITE_URL  # nothing listens there
    players = [Player.objects.create(username=name) for name in ("anna", "ben")]
    game = create_game(rules="btt", players=players, control=ELEVEN_MINUTES, at=timezone.now())
    reader = visit(player="ben")
    reader.page.clock.install()
    reader.open(f"/games/{game.pk}/")
    clock = reader.page.locator(".status [data-left]")
    first = seconds_on(clock)
    reader.page.clock.run_for(10_000)
    assert first - 15 < seconds_on(clock) <= first - 10
    assert reader.page.evaluate(MOVED) < 0.001
    send(game, "null d3")
    reader.page.clock.run_for(15_000)
    expect(reader.page.get_by_text("It is your turn.")).to_be_visible()
    assert seconds_on(clock) > first - 10
