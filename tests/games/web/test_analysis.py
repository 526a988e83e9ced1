"""The analysis board without a script: lines by links, dice, limits, and plans that are built on it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.models import Game
from games.play import agreements
from games.turns import lines
from tests.games.browsing import Browser, Page
from tests.games.conftest import pk
from tests.games.web.test_pointing import begin, roots

pytestmark = pytest.mark.django_db


def analyse(game: Game, name: str | None = None, query: str = "") -> Page:
    return Browser(name).get(f"/games/{game.pk}/analysis/{query}")


def follow(page: Page, place: str) -> Page:
    [link] = [link for link in page.tree.css(".places a") if link.css(f'[data-place="{place}"]')]
    return Browser().get(str(link.attributes["href"]))


def press(page: Page, words: str) -> Page:
    [link] = [link for link in page.tree.css(".offers a") if link.text().strip().startswith(words)]
    return Browser().get(str(link.attributes["href"]))


def tried(page: Page) -> list[str]:
    """The lines as the page lists them."""
    return [" ".join(row.text().split()) for row in page.tree.css(".lines li")]


def test_visitor_tries_moves_of_both_seats_and_nothing_is_played() -> None:
    game = begin("btt", "null d3")
    page = analyse(game)
    beside = analyse(game, None, "?line=root+e2;L+f2>e2;S+e1>e2&line=1;M+e3>e2&after=root+e2")
    assert tried(beside) == ["root e2 L f2>e2 S e1>e2", "after root e2: M e3>e2"]
    beside = follow(beside, "e1")
    assert beside.has(".offers a"), "a square is picked, and its lines are still there"
    assert tried(beside)[1] == "after root e2: M e3>e2"
    page = follow(follow(page, "e2"), "f2")
    page = press(page, "large")
    assert tried(page) == ["root e2 L f2>e2"]
    assert page.one(".lines [aria-current]").text() == "L f2>e2"
    assert page.form("analysis/")["after"].strip() == "root e2; L f2>e2"
    assert Game.objects.get().ply == 1


def test_any_moment_can_be_analysed_also_of_a_game_that_is_over() -> None:
    game = begin("btt", "null d3", "root e2")
    agreements.resign(game_id=game.pk, player_id=pk("ben"), at=timezone.now(), source="page")
    assert tried(analyse(game, None, "?ply=1&after=root+b2")) == ["root b2"]
    assert tried(analyse(game, None, "?after=M+e3>e2")) == ["M e3>e2"]
    assert analyse(game, None, "?ply=3").status == 404


def test_dice_are_chosen_or_thrown_for_this_page_alone() -> None:
    game = roots()
    page = press(analyse(game), "d4")
    assert "The die shows" in page.text
    thrown = press(page, "Throw a d4")
    assert tried(thrown)[0].startswith("d4 roll d4 ")
    assert "not the dice of the game" in page.one(".offers").text()
    chosen = press(page, "3")
    assert tried(chosen) == ["d4 roll d4 3"]


def test_limit_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MOST_STEPS", 2)
    page = analyse(begin("btt"), None, "?line=null+d3;root+e2;M+e3>e2")
    assert page.status == 422
    assert "2 steps in all" in page.note("error")
    page = analyse(begin("btt"), None, "?after=null+d3;null+d3")
    assert (page.status, page.form("analysis/")["after"].strip()) == (422, "null d3;null d3")
    assert "This line cannot be shown." in page.note("error")


def test_lines_become_a_plan_that_is_shown_before_it_is_kept() -> None:
    game = begin("btt")
    ben = Browser("ben")
    page = ben.get(f"/games/{game.pk}/analysis/?line=null+d3;root+e2&line=null+c3;root+b2&after=null+d3;root+e2")
    seen = ben.fill(page, f"/games/{game.pk}/plan/", take="all")
    assert seen.form("/plan/")["plan"] == "if null d3 then root e2 else if null c3 then root b2"
    assert "nothing is kept yet" in seen.one("#plan").text()
    assert game.seats.get(number=1).plan == ""
    seen = ben.fill(page, f"/games/{game.pk}/plan/", take="line")
    assert seen.form("/plan/")["plan"] == "if null d3 then root e2"
    ben.fill(seen, f"/games/{game.pk}/plan/", keep="1")
    [branch] = ben.get(f"/games/{game.pk}/analysis/").tree.css(".plan a")
    assert branch.text() == "if null d3 then root e2"
    assert tried(ben.get(str(branch.attributes["href"]))) == ["null d3 root e2"]


def test_nobody_else_sees_a_plan_or_can_make_one() -> None:
    game = begin("btt")
    ben = Browser("ben")
    ben.fill(ben.get(f"/games/{game.pk}/"), f"/games/{game.pk}/plan/", keep="1", plan="if null d3 then root e2")
    for name in ("ada", "cleo", None):
        page = analyse(game, name)
        assert "root e2" not in page.html.replace('data-place="e2"', "")
        assert not page.has("#take")
        assert not page.has(".plan")


def test_lines_from_an_earlier_moment_are_refused_as_a_plan() -> None:
    game = begin("btt", "null d3", "root e2")
    ben = Browser("ben")
    page = ben.get(f"/games/{game.pk}/analysis/?ply=0&after=null+c3;root+b2")
    assert not page.has("#take")
    refused = ben.send(f"/games/{game.pk}/plan/", take="line", ply="0", after="null c3;root b2")
    assert refused.status == 409
    assert "these lines begin at 0" in refused.note("error")
