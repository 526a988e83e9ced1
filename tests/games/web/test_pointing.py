"""Boards that are pointed at by links, without a script."""

from __future__ import annotations

import json

import pytest
from django.utils import timezone

from games.models import Game
from games.play.moving import play_move
from tests.games import conftest
from tests.games.browsing import Browser, Page
from tests.games.conftest import Start
from tests.games.roots_games import CUT, cutting_game

pytestmark = pytest.mark.django_db

THREE_LEAVES_EACH = ("L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 1,3,1", "L 4,2,1")  # from here on two cubes a turn


def begin(rules: str, *texts: str) -> Game:
    game = conftest.begin("ada", "ben", rules=rules)
    for ply, text in enumerate(texts):
        player = game.seats.get(number=ply % 2).player_id
        play_move(game_id=game.pk, player_id=player, text=text, ply=ply, at=timezone.now(), source="mail")
    return game


def follow(browser: Browser, page: Page, place: str) -> Page:
    """The link of a place on the board."""
    [link] = [link for link in page.tree.css(".places a") if link.css(f'[data-place="{place}"]')]
    return browser.get(str(link.attributes["href"]))


def press(browser: Browser, page: Page, words: str) -> Page:
    """The first button of the panel that begins with these words."""
    found = [link for link in page.tree.css(".offers a") if link.text().strip().startswith(words)]
    return browser.get(str(found[0].attributes["href"]))


def box(page: Page) -> str:
    return page.form("play/")["text"].strip()


def test_square_direction_and_size_lead_to_the_step_in_the_box() -> None:
    game = begin("btt", "null d3", "root e2", "M e3>e2", "S e1>e2")
    ada = Browser("ada")
    page = follow(ada, ada.get(f"/games/{game.pk}/"), "f2")
    page = press(ada, page, "large")
    assert box(page) == "L f2>e2"
    assert "nothing is played yet" in page.text
    page = ada.fill(page, f"/games/{game.pk}/play/", play="1")
    assert game.events.order_by("seq").last().text == "L f2>e2"


def test_several_steps_of_a_turn_are_chips_that_can_be_taken_back() -> None:
    game = begin("treeblox", *THREE_LEAVES_EACH)
    ada = Browser("ada")
    page = press(ada, follow(ada, ada.get(f"/games/{game.pk}/"), "2,1"), "branch")
    page = press(ada, follow(ada, page, "2,2"), "leaf")
    assert box(page) == "B 2,1,1; L 2,2,1"
    chips = page.tree.css(".chip")
    assert [" ".join(chip.text().split()[:-1]) for chip in chips] == ["B 2,1,1", "L 2,2,1"]
    assert box(ada.get(str(chips[1].attributes["href"]))) == "B 2,1,1"


def test_links_say_what_lies_there_and_what_a_step_costs() -> None:
    game = begin("btt", "null d3", "root e2", "M e3>e2")
    page = Browser("ben").get(f"/games/{game.pk}/?pick=place:e4&pick=target:e3")
    assert [" ".join(link.text().split()) for link in page.tree.css(".offers a")] == [
        "small blue +1, purple \u22122",
        "medium blue +2, purple \u22122",
        "large blue +3, purple \u22122",
    ]
    labels = [link.attributes["aria-label"] for link in Browser("ben").get(f"/games/{game.pk}/").tree.css(".places a")]
    assert "e4: empty; 3 steps" in labels


def roots() -> Game:
    """A game of Roots and Shoots in which a die is to be chosen."""
    game = begin("roots")
    while game.load_position().is_setup:
        text = game.game_rules.format(next(game.load_position().legal_moves()), game.load_position())
        player = game.seats.get(number=game.to_act).player
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game = Game.objects.get()
    return game


def test_twigs_are_a_tray_of_pictures_and_used_ones_stay_in_it() -> None:
    game = begin("twigs", "C0@0,0", "X0@1,1")
    ada = Browser("ada")
    page = ada.get(f"/games/{game.pk}/")
    tray = page.one(".tray")
    assert len(tray.css("a .piece")) == 11
    assert " ".join(tray.css_first(".withheld").text().split()) == "C used"
    page = press(ada, page, "I")
    assert [link.text().split()[0] for link in page.tree.css(".tray a")] == ["0:", "1:", "2:", "6:", "7:", "8:"]
    page = ada.get(f"/games/{game.pk}/?pick=twig:I&pick=turn:0")
    assert page.tree.css(".places a")
    assert page.tree.css(".offers a") == [], "places beyond the drawing are no buttons where others lead to the same"


def test_attack_is_shown_before_its_link_leads_to_the_box(start: Start) -> None:
    game = cutting_game(start, "anna", "ben")
    anna = Browser("anna")
    page = anna.get(f"/games/{game.pk}/")
    assert page.one("[data-say]").text() == "Tap a node for a bead: 8 left."
    page = follow(anna, page, "9,6")
    assert box(page) == ""
    assert {shape.attributes["data-place"] for shape in page.tree.css(".places .at-stake")} == {
        "9,3", "9,4", "9,5", "9,7", "9,8",
    }  # fmt: skip
    assert page.one(".places .falls").attributes["data-place"] == "9,6"
    assert "blue has to choose which of 2 ends" in page.one(".offers").text()
    assert box(press(anna, page, "attack on blue's bead at 9,6, strength 6 against 4")) == CUT


def test_preferences_go_along_with_steps_one_for_each_question(start: Start) -> None:
    game = cutting_game(start, "anna", "ben")
    anna = Browser("anna")
    page = follow(anna, anna.get(f"/games/{game.pk}/"), "3,10")
    for text in ("spawn far", "lose longer", "spawn near"):
        [link] = page.tree.css(f'[data-prefer="{text}"]')
        page = anna.get(str(link.attributes["href"]))
    assert box(page) == "bead 3,10; lose longer; spawn near"
    assert page.one("[data-preferred]").text() == "lose longer, spawn near"
    assert box(follow(anna, page, "3,11")) == "bead 3,10; bead 3,11; lose longer; spawn near"
    [link] = page.tree.css('[data-prefer="lose longer"]')
    assert box(anna.get(str(link.attributes["href"]))) == "bead 3,10; spawn near"
    assert box(anna.get(f"/games/{game.pk}/?after=bead+3,10&prefer=spawn+often")) == "bead 3,10"


def test_unsent_steps_that_are_not_legal_any_more_are_refused_and_picks_without_steps_are_dropped() -> None:
    game = begin("btt", "null d3", "root e2")
    ada = Browser("ada")
    page = ada.get(f"/games/{game.pk}/?after=M+a1%3Ea2")
    assert "a2 is empty" in page.note("error")
    assert ada.get(f"/games/{game.pk}/?pick=place:d3&pick=nonsense:x").tree.css(".chip") == []
    unsent = ada.get(f"/games/{game.pk}/?after=m+e3>e2&pick=place:f2").one("#pointing").attributes["data-unsent"]
    assert json.loads(str(unsent)) == {"after": ["M e3>e2"], "picks": [{"facet": "place", "value": "f2"}]}
    [link] = [link for link in ada.get(f"/games/{game.pk}/").tree.css(".moves a") if link.text() == "M e3>e2"]
    assert box(ada.get(str(link.attributes["href"]))) == "M e3>e2"


def test_nobody_else_can_point() -> None:
    game = begin("btt")
    for browser in (Browser(), Browser("ben"), Browser("cleo")):
        page = browser.get(f"/games/{game.pk}/?after=null+d3")
        assert not page.has("#pointing")
        assert not page.has(".places a")


def test_player_chooses_whether_a_complete_move_waits_for_play() -> None:
    game = begin("btt")
    ada = Browser("ada")
    assert not ada.get(f"/games/{game.pk}/").has("#pointing[data-at-once]")
    settings = ada.get("/settings/")
    ada.send("/settings/", language="en-gb", time_zone=settings.form()["time_zone"], hold_minutes="0")
    page = ada.get(f"/games/{game.pk}/")
    assert page.has("#pointing[data-at-once]")
    assert page.one("#pointing .ask a").attributes["href"] == "/settings/"
    ada.fill(ada.get("/settings/"), confirm_moves="on")
    assert not ada.get(f"/games/{game.pk}/").has("#pointing[data-at-once]")


def test_board_in_space_is_shown_from_each_side_and_links_keep_the_side() -> None:
    game = begin("treeblox", *THREE_LEAVES_EACH)
    ada = Browser("ada")
    first = ada.get(f"/games/{game.pk}/")
    sides = {link.text(): str(link.attributes["href"]) for link in first.tree.css(".sides a")}
    assert list(sides) == ["south-west", "south-east", "north-east", "north-west"]
    page = ada.get(sides["north-east"])
    assert [link.text() for link in page.tree.css(".sides [aria-current]")] == ["north-east"]
    assert page.tree.css_first(".picture svg").html != first.tree.css_first(".picture svg").html
    page = press(ada, follow(ada, page, "2,1"), "branch")
    assert box(page) == "B 2,1,1"
    assert [link.text() for link in page.tree.css(".sides [aria-current]")] == ["north-east"]
    assert "It can be: south-west" in ada.get(f"/games/{game.pk}/?view=below").text
    assert ada.get(f"/games/{begin('btt').pk}/").tree.css(".sides") == []
