"""Whole games in a real browser, each in one way from its first move to its end: touch, mouse or keyboard alone.

Seats and options are drawn from a seed (``BOARD_SEED``, for another draw), among the games that end soon. Every move is
pointed at, and compared with the text that was meant: in the box, and in the log.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, GameEvent, Player
from games.rules import RULES
from games.rules.base import Option, OptionError, Position, Roll
from games.rules.choices import Choice, Then, choices_of
from games.rules.playout import random_faces
from tests.browser import test_roots_board as roots
from tests.browser import test_treeblox_board as treeblox
from tests.browser import test_twigs_board as twigs
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin, is_chosen, middle_of, others_play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

Setting: TypeAlias = tuple[int, dict[str, Any]]  # seats and options
Turn: TypeAlias = list[Choice]  # steps that are sent together

SEED = os.environ.get("BOARD_SEED", "0")
MOST_TURNS = 16  # that the browser plays
CUBES = 4  # of Treeblox, before everybody passes

# The keys that lead from the cursor to a place, by the board's own rule of what lies in which direction.
PATH = """async (place) => {
  const { nextPlace, WAYS } = await import("/static/board/board.js");
  const middles = new Map();
  for (const shape of document.querySelectorAll(".picture svg [data-place]")) {
    const { x, y, width, height } = shape.getBBox();
    if (!middles.has(shape.dataset.place)) middles.set(shape.dataset.place, { x: x + width / 2, y: y + height / 2 });
  }
  const start = document.querySelector(".picture .cursor").dataset.place;
  const paths = new Map([[start, []]]);
  for (const [at, keys] of paths) {
    if (at === place) return keys;
    for (const [key, way] of Object.entries(WAYS)) {
      const next = nextPlace(middles.get(at), way, middles);
      if (next !== null && !paths.has(next)) paths.set(next, [...keys, key]);
    }
  }
  return null;
}"""


# What is played -------------------------------------------------------------------------------------------------------


def draw_setting(rules: str, way: str) -> Setting:
    """Seats and options drawn from the seed, until they make a game in which the first seat has few turns."""
    random, game = Random(f"{SEED} {rules} {way}"), RULES[rules]
    for _ in range(1000):
        seats = random.choice(list(game.seats))
        options = {option.name: _draw(option, random) for option in game.options}
        try:
            position = game.start(seats, game.check_options(seats, options))
        except OptionError:  # not with so many seats
            continue
        if rules == "treeblox" or _turns_of(rules, position, random) <= MOST_TURNS:
            return seats, options
    raise AssertionError(f"No setting of {rules} ends soon.")


def _draw(option: Option, random: Random) -> Any:
    """A value of an option; of a range one of the lowest, which make the shortest games."""
    values = option.values
    return random.choice(values[:10] if isinstance(values, range) else values)


def _turns_of(rules: str, position: Position[Any], random: Random) -> int:
    """How often the first seat sends something in a game of that kind."""
    turns = 0
    while (to_act := position.to_act) is not None:
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, random))
        elif to_act == 0:
            turns += 1
            for step in turn_of(rules, position, random):
                position = position.play(RULES[rules].parse(step.text, position))
        else:
            position = position.play(position.random_move(random))
    return turns


def turn_of(rules: str, position: Position[Any], random: Random) -> Turn:
    """Steps that can be sent together, drawn at random; those that take something off the board before others."""
    found: Turn = []
    while not found or (found[-1].then is Then.MORE and rules == "roots"):
        steps = choices_of(RULES[rules], position).steps
        found.append(random.choice([step for step in steps if step.marks] or steps))
        position = position.play(RULES[rules].parse(found[-1].text, position))
    return found


def cubes_then_pass(game: Game, played: int, random: Random) -> Turn:
    """Of Treeblox: some cubes, then nothing more."""
    words = [step for step in choices_of(game.game_rules, game.load_position()).steps if "word" in step.facets]
    return [words[0] if words and played >= CUBES else treeblox.choose_for(game, random)]


# How it is pointed at -------------------------------------------------------------------------------------------------


def tap(page: Page, place: str) -> None:
    """A tap on a place; where places lie close together the first one brings them closer."""
    page.locator(".picture").evaluate("one => scrollTo(0, one.offsetTop)")
    svg = page.locator(".picture svg")
    frame, (x, y) = svg.bounding_box(), middle_of(page, place)
    assert frame is not None
    if not (frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["y"] + frame["height"]):
        page.get_by_role("button", name="Fit", exact=True).tap()
    before = svg.get_attribute("viewBox")
    page.touchscreen.tap(*middle_of(page, place))
    if svg.get_attribute("viewBox") != before and page.locator(roots.lit(page, place)).count():
        page.touchscreen.tap(*middle_of(page, place))


def walk(page: Page, place: str) -> None:
    """The arrow keys lead there, and Enter picks."""
    page.locator(".picture svg").focus()
    if not page.locator(".picture .cursor").count():
        page.keyboard.press("ArrowRight")
    keys = page.evaluate(PATH, place)
    assert keys is not None, f"No arrow keys lead to {place}."
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(".picture .cursor")).to_have_attribute("data-place", place)
    page.keyboard.press("Enter")


POINTS: dict[str, Callable[[Page, str], None]] = {"touch": tap, "keyboard": walk}


def press(page: Page, way: str, words: str) -> None:
    """A button of the panel."""
    button = page.locator("[data-offers] button", has_text=words).first
    if way == "touch":
        button.tap()
    elif way == "mouse":
        button.click()
    else:
        button.press("Enter")


def point_btt(page: Page, way: str, turn: Turn) -> None:
    [choice] = turn
    expect(page.locator(".places .lit").first).to_be_attached()
    for facet, [value] in choice.facets.items():
        if is_chosen(page):
            return
        if facet == "size" and way == "keyboard":
            page.locator(".picture svg").press(value)
        elif facet == "size":
            press(page, way, {"S": "small", "M": "medium", "L": "large"}[value])
        elif page.locator(roots.lit(page, value)).count():  # else it was picked by itself
            POINTS[way](page, value)


def by_two_clicks(page: Page, choice: Choice) -> None:
    """A click shows a cube, a second one takes it; where nothing else can be meant, the first one does."""
    spot = treeblox.spot_of(page, choice)
    page.mouse.click(*spot)
    if is_chosen(page):
        return
    if choice.facets["kind"] == ("L",):
        page.locator(".picture svg").press("]")
    expect(page.locator(".stage .ghost").first).to_be_attached()
    page.mouse.click(*spot)


def point_treeblox(page: Page, way: str, turn: Turn) -> None:
    [choice] = turn
    if "word" in choice.facets:
        press(page, way, choice.text)
    else:
        by_two_clicks(page, choice)


def point_twigs(page: Page, way: str, turn: Turn) -> None:
    position = Game.objects.get().load_position()
    placement = next(move for move in position.legal_moves() if str(move) == turn[0].text)
    expect(page.locator(".tray button").first).to_be_visible()
    page.locator(".picture").evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY)")
    assert page.evaluate(twigs.LETTERS_TOO_SMALL) == []
    assert page.evaluate(twigs.LETTERS_THAT_OVERLAP) == 0
    twigs.by_keys(page, placement)


def point_roots(page: Page, way: str, turn: Turn) -> None:
    texts = [step.text for step in turn]
    for number, step in enumerate(turn, start=1):
        if die := step.facets.get("die"):
            press(page, way, die[0])
        else:
            point_node(page, way, step, texts[: number - 1])
        assert roots.box(page) == "; ".join(texts[:number])
    if len(texts) > 1:
        assert page.locator(".overlay .number").all_text_contents() == [str(n + 1) for n in range(len(texts))]


def point_node(page: Page, way: str, step: Choice, before: Sequence[str]) -> None:
    """Pick a node. What takes a piece off the board is shown first, and chosen when it is picked again."""
    [node, *_] = step.facets["node"]
    expect(page.locator(roots.lit(page, node))).to_be_attached()
    POINTS[way](page, node)
    if step.marks:
        expect(page.locator(".places .falls")).to_have_count(len(step.marks.get("falls", ())))
        assert roots.box(page) == "; ".join(before)
        POINTS[way](page, node)
    expect(page.get_by_label("Your move")).to_have_value("; ".join([*before, step.text]))


POINT = {"btt": point_btt, "treeblox": point_treeblox, "twigs": point_twigs, "roots": point_roots}


# The games ------------------------------------------------------------------------------------------------------------


def play_whole_game(chromium: Browser, address: str, rules: str, way: str) -> None:
    seats, options = draw_setting(rules, way)
    game, random, meant, turns = begin(rules, seats, **options), Random(f"{SEED} {rules}"), [], 0
    reader = Reader(
        chromium,
        address,
        "phone" if way == "touch" else "desktop",
        "dark" if way == "mouse" else "light",
        touch=way == "touch",
    )
    sign_in(reader, Player.objects.get(username="ada"))
    reader.page.emulate_media(reduced_motion="reduce")
    others = treeblox.pass_for_others if rules == "treeblox" else lambda game: others_play(game, random)
    others(game)
    while game.status == Game.Status.RUNNING:
        reader.open(f"/games/{game.pk}/")
        if rules == "treeblox":
            turn = cubes_then_pass(game, turns, random)
        else:
            turn = turn_of(rules, game.load_position(), random)
        POINT[rules](reader.page, way, turn)
        texts = [step.text for step in turn]
        expect(reader.page.get_by_label("Your move")).to_have_value("; ".join(texts))
        play = reader.page.locator("#pointing [data-play]")
        play.press("Enter") if way == "keyboard" else play.click()
        expect(reader.page.locator(".notes .success")).to_be_visible()
        meant += texts
        turns += 1
        others(game)
        game.refresh_from_db()
    sent = game.events.filter(seat=0, kind=GameEvent.Kind.STEP, cause="").order_by("ply")
    assert list(sent.values_list("text", flat=True)) == meant
    assert turns > 2
    assert reader.complaints == []


@pytest.mark.parametrize(
    ("rules", "way"),
    [("btt", "touch"), ("btt", "keyboard"), ("treeblox", "mouse"), ("twigs", "keyboard"), ("roots", "touch")],
)
def test_whole_game(chromium: Browser, live_server: LiveServer, rules: str, way: str) -> None:
    play_whole_game(chromium, live_server.url, rules, way)
