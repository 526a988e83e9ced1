"""The doors to plans: the box on the page of the game, and the REST interface."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.games.browsing import Browser
from tests.games.conftest import begin
from tests.games.programs import Program

pytestmark = pytest.mark.django_db

PLAN = "if L 1,1,1 then L 2,2,1 (if * then resign) else if * then L 4,4,1"


@pytest.fixture
def game() -> Game:
    """A game of Treeblox in which anna is to move."""
    return begin("anna", "bert", rules="treeblox")


def kept(game: Game, seat: int = 1) -> str:
    return game.seats.get(number=seat).plan


def test_box_on_the_page_previews_keeps_and_drops_a_plan_of_its_owner(game: Game) -> None:
    bert, path, box = Browser("bert"), f"/games/{game.pk}/", f"/games/{game.pk}/plan/"
    written = "if l a1 then l b2 (if * then resign) else L 4,4,1"
    seen = bert.fill(bert.get(path), box, preview="1", plan=written)
    assert "nothing is kept yet" in seen.one("#plan").text()
    assert "if L 1,1,1 then L 2,2,1" in seen.one("#plan").text()
    assert (seen.form("/plan/")["plan"], kept(game)) == (written, "")
    refused = bert.fill(seen, box, keep="1", plan="if l a1 then l a1")
    assert (refused.status, refused.form("/plan/")["plan"]) == (422, "if l a1 then l a1")
    assert "Nothing has changed." in refused.note("error")
    page = bert.fill(seen, box, keep="1", plan=written)
    assert kept(game) == PLAN
    assert f"Your plan: [{PLAN}]." in page.note("success")
    assert page.form("/plan/")["plan"] == PLAN
    for browser in (Browser("anna"), Browser("carl"), Browser()):
        assert not browser.get(path).has("#plan"), "the player to move has no box, and an onlooker has none"
    page = bert.fill(bert.get(path), box, drop="1")
    assert "You have no plan in this game any more." in page.note("success")
    assert kept(game) == ""
    bert.fill(bert.get(path), box, keep="1", plan="if * then l b2")
    page = Browser("anna").send(f"{path}play/", text="l a1", ply="0", nonce="x", play="1")
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
    refused = Program("bert").post(path, {"text": "if l a1 then hello"})
    assert (refused.status_code, refused.json()["code"], refused.json()["step"]) == (422, "unreadable", "hello")
    assert Program("carl").get(path).status_code == 404
    assert Program("carl").post(path, {"text": PLAN}).status_code == 403
