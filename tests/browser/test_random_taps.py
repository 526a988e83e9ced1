"""Whatever is tapped on a board and its bar: the box for typing stays closed, and what Play offers is what it plays."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, expect

from games.models import Game
from games.rules import RULES
from tests.browser.conftest import Visit
from tests.browser.games import play_on, played
from tests.browser.ways.pointing import show_board
from tests.service import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TAPS, PLAYS = 60, 2
HEARD = "addEventListener('invalid', () => sessionStorage.setItem('bubbles', 'yes'), true)"
# Where a finger can tap, and whether that is Play, which browsers also find near by; null while an answer is under way.
SEEN = """([across, down]) => {
  const panel = document.querySelector("#pointing.scripted"), play = document.querySelector("[data-play]");
  if (!panel || panel.hasAttribute("aria-busy") || !document.querySelector("body.fitted")) return null;
  const board = [...document.querySelectorAll(".stage, .picture")].find((one) => one.offsetParent);
  const { left, right, top } = board.getBoundingClientRect();
  const bottom = Math.min(innerHeight, panel.getBoundingClientRect().bottom);
  const [x, y] = [left + across * (right - left), Math.max(0, top) + down * (bottom - Math.max(0, top))];
  const { x: playX, y: playY, width, height } = play.getBoundingClientRect();
  const isElsewhere = !document.elementFromPoint(x, y)?.closest(".stage, .picture, #pointing");
  const isNear = (at, middle, size) => Math.abs(at - middle - size / 2) < size / 2 + 24;
  return { x, y, isPlay: isElsewhere || (isNear(x, playX, width) && isNear(y, playY, height)),
    playX: playX + width / 2, playY: playY + height / 2,
    label: play.disabled ? "" : play.textContent, isFocused: document.activeElement.id === "id_text",
    isOpen: Boolean(document.querySelector("#move").offsetParent), bubbles: sessionStorage.getItem("bubbles") };
}"""


def words_of(game: Game, text: str) -> str:
    """What the button says that sends this text."""
    rules, position, words = game.game_rules, game.load_position(), []
    for step in text.split("; "):
        if rules.read_preference(step):
            words.append(step)
            continue
        move = rules.parse(step, position)
        words.append(rules.move_words(move, position).split(": ")[0])
        position = position.play(move)
    return "; ".join(words)


def seen(page: Page, random: Random) -> dict[str, Any]:
    """A place where a finger can tap, once every answer has come."""
    found: dict[str, Any] = wait_for(lambda: page.evaluate(SEEN, [random.random(), random.random()]))
    assert (found["isFocused"], found["isOpen"], found["bubbles"]) == (False, False, None)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_random_taps_never_reach_the_box_and_play_what_is_offered(visit: Visit, rules: str) -> None:
    random, plays, sent = Random(f"taps {rules}"), 0, list[str]()
    game = played(rules, 5)
    reader = visit(player="ada")
    page = reader.page
    page.add_init_script(HEARD)

    def note(request: Request) -> None:
        if "/play/" in request.url:
            sent.append(parse_qs(request.post_data or "")["text"][0])

    page.on("request", note)
    reader.open(f"/games/{game.pk}/")
    for tap in range(TAPS):
        if tap % 20 == 0:
            show_board(page)
        found = seen(page, random)
        if found["label"] and plays < PLAYS and random.random() < 0.3:
            plays += 1
            page.touchscreen.tap(found["playX"], found["playY"])
            expect(page.locator(".notes .success")).to_be_visible()
            assert found["label"] == f"Play: {words_of(game, sent[-1])}"
            assert game.events.filter(ply=game.ply + 1, text=sent[-1].split("; ")[0], cause="").exists()
            if play_on(game, random).status != Game.Status.RUNNING:
                return
            reader.open(f"/games/{game.pk}/")
        elif not found["isPlay"]:
            page.touchscreen.tap(found["x"], found["y"])
    seen(page, random)
    assert page.url == f"{reader.address}/games/{game.pk}/"
    assert PLAYS >= len(sent) == plays > 0
