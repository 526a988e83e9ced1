"""The doors to plans: the box on the page of the game, and the REST interface."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from tests.games.browsing import Browser
from tests.games.conftest import Start
from tests.games.play.test_answering_doors import now
from tests.games.programs import Program

pytestmark = pytest.mark.django_db

PLAN = "if L 1,1,1 then L 2,2,1 (if * then resign) else if * then L 4,4,1"


@pytest.fixture
def game(start: Start) -> Game:
    """A game of Treeblox in which anna is to move."""
    return now(start("anna", "bert", rules="treeblox"))


def kept(game: Game, seat: int = 1) -> str:
    return game.seats.get(number=seat).plan


def test_box_on_the_page_keeps_a_plan_and_shows_it_to_its_owner(game: Game) -> None:
    bert = Browser("bert")
    page = bert.get(f"/games/{game.pk}/")
    written = "if l a1 then l b2 (if * then resign) else L 4,4,1"
    page = bert.fill(page, f"/games/{game.pk}/plan/", keep="1", plan=written)
    assert kept(game) == PLAN
    assert f"Your plan: [{PLAN}]." in page.note("success")
    assert "if L 1,1,1 then L 2,2,1" in page.one("#plan").text()
    assert page.form("/plan/")["plan"] == PLAN


def test_preview_shows_how_a_plan_is_read_and_keeps_nothing(game: Game) -> None:
    bert = Browser("bert")
    page = bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", preview="1", plan="if l a1 then l b2")
    assert "nothing is kept yet" in page.one("#plan").text()
    assert "if L 1,1,1 then L 2,2,1" in page.one("#plan").text()
    assert page.form("/plan/")["plan"] == "if l a1 then l b2"
    assert kept(game) == ""


def test_refused_plan_stays_in_the_box_with_the_reason(game: Game) -> None:
    bert = Browser("bert")
    page = bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", keep="1", plan="if l a1 then l a1")
    assert page.status == 422
    assert "Nothing has changed." in page.note("error")
    assert page.form("/plan/")["plan"] == "if l a1 then l a1"


def test_plan_is_dropped_with_a_button(game: Game) -> None:
    bert = Browser("bert")
    bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", keep="1", plan=PLAN)
    page = bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", drop="1")
    assert "You have no plan in this game any more." in page.note("success")
    assert kept(game) == ""
    page = bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", drop="1")
    assert "You have no plan in this game." in page.note("error")


def test_there_is_no_box_for_a_player_who_is_to_move_or_only_looks_on(game: Game) -> None:
    for browser in (Browser("anna"), Browser("carl"), Browser()):
        assert not browser.get(f"/games/{game.pk}/").has("#plan")


def test_reply_by_plan_is_marked_on_the_page(game: Game) -> None:
    bert, anna = Browser("bert"), Browser("anna")
    bert.fill(bert.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", keep="1", plan="if * then l b2")
    page = anna.fill(anna.get(f"/games/{game.pk}/"), f"/games/{game.pk}/play/", text="l a1", play="1")
    assert "L 2,2,1 (by plan)" in page.text


def test_program_plans_looks_and_drops(game: Game) -> None:
    path = f"games/{game.pk}/plan/"
    assert Program("bert").get(path).json() == {"text": "", "waits": False, "news": "", "lines": []}
    seen = Program("bert").post(f"{path}preview/", {"text": PLAN, "ply": 0}).json()
    assert [line["depth"] for line in seen["lines"]] == [0, 1, 0]
    assert kept(game) == ""
    receipt = Program("bert").post(path, {"text": PLAN, "ply": 0}).json()
    assert (receipt["state"], receipt["message"], receipt["first_seq"]) == ("played", f"Your plan: [{PLAN}].", None)
    assert Program("bert").get(path).json() == seen
    assert Program("bert").delete(path).json()["message"] == "You have no plan in this game any more."
    assert Program("bert").delete(path).json()["code"] == "no_plan"


def test_program_is_told_what_would_be_right(game: Game) -> None:
    refused = Program("bert").post(f"games/{game.pk}/plan/", {"text": "if l a1 then hello"})
    assert (refused.status_code, refused.json()["code"], refused.json()["step"]) == (422, "unreadable", "hello")
    assert Program("bert").post(f"games/{game.pk}/plan/", {"text": PLAN, "ply": 4}).json()["code"] == "stale"
    assert Program("anna").post(f"games/{game.pk}/plan/", {"text": PLAN}).json()["code"] == "not_your_turn"
    Player.objects.create(username="carl")
    assert Program("carl").get(f"games/{game.pk}/plan/").status_code == 404
    assert Program("carl").post(f"games/{game.pk}/plan/", {"text": PLAN}).status_code == 403
