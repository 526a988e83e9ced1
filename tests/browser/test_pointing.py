"""Each way of pointing at a board in a real browser makes the moves that were meant."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from games.rules.choices import Choice, Then, choices_of
from tests.browser.conftest import Visit
from tests.browser.games import begin, own_steps, play_on
from tests.browser.ways import pointing, treeblox, twigs
from tests.browser.ways.pointing import KEYBOARD, LINKS, MOUSE, TOUCH

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CASES = [
    ("btt", KEYBOARD), ("treeblox", MOUSE), ("treeblox", LINKS), ("twigs", TOUCH), ("twigs", KEYBOARD), ("roots", MOUSE)
]  # fmt: skip
TURNS = 4


def draw_turn(game: Game, random: Random) -> list[Choice]:
    """Steps that can be sent together; more often than others those that take something off the board, and cubes high
    up."""
    rules, position, found = game.game_rules, game.load_position(), list[Choice]()
    while not found or (found[-1].then is Then.MORE and game.rules == "roots"):
        steps = choices_of(rules, position).steps
        marked = [step for step in steps if step.marks]
        high = [step for step in steps if "1" not in step.facets.get("level", "1")]
        found.append(random.choice(marked or high or steps))
        position = position.play(rules.parse(found[-1].text, position))
    return found


def point(page: Page, way: str, game: Game, turn: list[Choice], number: int) -> list[str]:
    """Make the steps of a turn, the number of which counts from 0, on the board; returns them."""
    rules, position, before = game.game_rules, game.load_position(), list[str]()
    if game.rules == "twigs":
        return [twigs.lay(page, way, rules.parse(turn[0].text, position), number)]
    if game.rules == "treeblox":
        treeblox.place(page, way, turn[0], position)
        return [turn[0].text]
    for step in turn:
        pointing.choose(page, way, step, rules=rules, position=position, before=before)
        position = position.play(rules.parse(step.text, position))
        before.append(step.text)
    if len(turn) > 1:
        numbers = page.locator(".overlay .number").all_text_contents()
        several = [any(len(values) > 1 for values in step.facets.values()) for step in turn]  # beads of one end, say
        assert numbers == [str(number) for number, has_several in enumerate(several, 1) if not has_several]
    return before


@pytest.mark.parametrize(("rules", "way"), CASES)
def test_pointing_at_a_board_makes_the_moves_that_were_meant(visit: Visit, rules: str, way: str) -> None:
    game, random, wanted = begin(rules), Random(f"{rules} {way}"), list[str]()
    screen, layout = "phone" if way in (TOUCH, LINKS) else "desktop", "dark" if way == MOUSE else "light"
    reader = visit(screen, layout, player="ada", scripts=way != LINKS)
    page = reader.page
    page.emulate_media(reduced_motion="reduce")
    for number in range(TURNS):
        if play_on(game, random).status != Game.Status.RUNNING:
            break
        reader.open(f"/games/{game.pk}/")
        if way != LINKS:
            expect(page.locator("#pointing.scripted:not([aria-busy])")).to_be_attached()
        steps = point(page, way, game, draw_turn(game, random), number)
        wanted += steps
        expect(page.get_by_label("Your move")).to_have_value("; ".join(steps))
        reader.check_width()
        play = page.locator("#pointing [data-play]")
        if way == KEYBOARD:
            play.press("Enter")
        elif way == TOUCH:
            play.tap()
        else:
            play.click()
        expect(page.locator(f'.moment .board-figure:not([data-ply="{game.ply}"])')).to_be_attached()
    assert own_steps(game)[: len(wanted)] == wanted
