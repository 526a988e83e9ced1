"""Solo puzzles: what counts once, who stands where in the hall of fame, and that nothing is given away unasked."""

from __future__ import annotations

import pytest

from games.exceptions import PuzzleError
from games.models import Player, PuzzleSolution
from games.play import queries
from games.puzzles import services as solutions
from games.rules.twigs.pieces import placement_of
from games.rules.twigs.puzzles import PUZZLES, best_known, read_figure, solve
from tests.games.browsing import Browser, Page
from tests.games.conftest import after
from tests.games.programs import Program

pytestmark = pytest.mark.django_db

TRIANGLES = (
    "C0@0,0; H10@0,1; I7@0,2; L6@2,1; P11@2,2; R3@4,0; S7@2,1; T5@1,0; U0@0,3; W11@0,4; X1@1,3; Y5@3,0",
    "C0@0,0; H9@0,2; I8@3,-1; L9@0,1; P7@4,0; R8@2,2; S6@0,4; T3@1,3; U1@1,1; W3@3,1; X2@2,0; Y3@3,0",
)
TREE = PUZZLES["tree"].best_known
SMALL_TREE = PUZZLES["ring"].best_known  # a few of its ends are loose


def turned(figure: str) -> str:
    """The same figure turned, mirrored, moved, and with its twigs in another order."""
    images = [frozenset(edge.mirrored().turned().shifted(5, -3) for edge in twig.edges) for twig in read_figure(figure)]
    return "\n".join(str(placement_of(image)) for image in reversed(images))


@pytest.fixture
def ada() -> Player:
    return Player.objects.create(username="ada")


@pytest.fixture
def ben() -> Player:
    return Player.objects.create(username="ben")


def submit(player: Player, puzzle: str, text: str, hours: float = 0) -> solutions.Found:
    return solutions.submit_solution(player=player, puzzle=PUZZLES[puzzle], text=text, at=after(hours))


# What counts


def test_the_same_figure_turned_mirrored_or_moved_counts_once(ada: Player) -> None:
    assert turned(TRIANGLES[0]) != TRIANGLES[0]
    assert submit(ada, "triangle", TRIANGLES[0]).is_new
    assert not submit(ada, "triangle", turned(TRIANGLES[0]), hours=1).is_new
    kept = PuzzleSolution.objects.get()
    assert (kept.found_at, kept.score) == (after(0), 15)
    ben = Player.objects.create(username="ben")
    assert submit(ben, "triangle", TRIANGLES[0], hours=1).is_new
    submit(ben, "triangle", TRIANGLES[1], hours=2)
    hall = queries.hall_of_fame(PUZZLES["triangle"])
    assert [(line.player, line.solutions) for line in hall] == [("ben", 2), ("ada", 1)], "where all are equally good"
    Player.objects.update(is_active=False)
    assert queries.hall_of_fame(PUZZLES["triangle"]) == []


def test_what_solves_nothing_is_refused_with_the_reason_and_not_kept(ada: Player) -> None:
    with pytest.raises(PuzzleError, match="not a triangle") as refusal:
        submit(ada, "triangle", TREE)
    assert refusal.value.code == "illegal"
    with pytest.raises(PuzzleError, match="not a placement") as refusal:
        submit(ada, "triangle", "hello")
    assert refusal.value.code == "unreadable"
    assert not PuzzleSolution.objects.exists()


def test_no_more_is_kept_than_anybody_needs(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solutions, "MOST_KEPT", 1)
    submit(ada, "triangle", TRIANGLES[0])
    assert not submit(ada, "triangle", TRIANGLES[0]).is_new
    with pytest.raises(PuzzleError, match="keep no more"):
        submit(ada, "triangle", TRIANGLES[1])


# The hall of fame


def test_player_who_has_the_higher_score_stands_first_and_of_equals_the_first_to_reach_it(
    ada: Player, ben: Player
) -> None:
    cleo = Player.objects.create(username="cleo")
    submit(ada, "tree", SMALL_TREE, hours=0)
    submit(cleo, "tree", TREE, hours=2)
    submit(ben, "tree", TREE, hours=1)
    submit(cleo, "tree", SMALL_TREE, hours=3)
    hall = queries.hall_of_fame(PUZZLES["tree"])
    assert [(line.player, line.score, line.solutions) for line in hall[:2]] == [("ben", 20, 1), ("cleo", 20, 2)]
    assert hall[1].found_at == after(2)
    assert hall[2].player == "ada"
    assert hall[2].score < 20


# Pages


def shows(page: Page, puzzle: str, text: str) -> bool:
    """Whether a page gives a figure away: by its picture, or as text."""
    figure = str(solve(PUZZLES[puzzle], text))
    return figure in page.text or figure in page.html


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_anybody_may_look_at_a_puzzle_and_its_picture(puzzle: str) -> None:
    page = Browser().get(f"/puzzles/{puzzle}/")
    assert page.status == 200
    assert PUZZLES[puzzle].task in page.text
    assert page.one(".board-figure svg desc").text() == PUZZLES[puzzle].example_shown
    assert not page.has("main form")
    assert "Sign in to send a solution" in page.text
    assert "C0:" in page.one(".sheet pre").text()


def test_list_of_puzzles_says_what_is_to_beat_and_what_is_mine(ada: Player) -> None:
    submit(ada, "triangle", TRIANGLES[0])
    page = Browser("ada").get("/puzzles/")
    for puzzle in PUZZLES.values():
        assert page.has(f'a[href="/puzzles/{puzzle.slug}/"]')
    assert "Score to beat: 33 hexagons" in page.text
    assert "You: 1 solution" in page.text


def test_solution_from_the_page_stands_in_the_hall_and_is_shown() -> None:
    browser = Browser("ada")
    page = browser.fill(browser.get("/puzzles/triangle/"), "/puzzles/triangle/", text=TRIANGLES[0])
    assert page.path == "/puzzles/triangle/by/ada/"
    assert "That is right" in page.note()
    assert shows(page, "triangle", TRIANGLES[0])
    again = browser.fill(browser.get("/puzzles/triangle/"), "/puzzles/triangle/", text=turned(TRIANGLES[0]))
    assert "had found it before" in again.note()
    assert "1 solution" in browser.get("/puzzles/triangle/").text


@pytest.mark.parametrize(
    ("text", "reason", "is_drawn"),
    [
        ("C0@1,1; S1@1,3; H3@3,1; R8@3,0", "missing", True),
        ("C0@0,0; C0@50,50", "missing", False),
        ("C0@0,0; H0@0,0", "missing", False),
        ("C0@9000,9000", "missing", False),
        ("hello", "not a placement", False),
        ("", "box is empty", False),
    ],
)
def test_attempt_comes_back_with_the_reason_and_drawn_where_it_is_a_figure(
    text: str, reason: str, is_drawn: bool
) -> None:
    browser = Browser("ada")
    page = browser.fill(browser.get("/puzzles/ring/"), "/puzzles/ring/", text=text)
    assert page.status in (400, 422)
    assert reason in page.note("error")
    assert page.form("/puzzles/ring/")["text"] == text
    assert ("What you sent." in page.text) == is_drawn


def test_figures_are_hidden_until_one_has_solved_the_puzzle_or_asks(ada: Player, ben: Player) -> None:
    submit(ada, "tree", TREE)
    for browser in (Browser(), Browser("ben")):
        for path in ("/puzzles/tree/", "/puzzles/tree/by/ada/", "/puzzles/tree/best/"):
            assert not shows(browser.get(path), "tree", TREE)
        warned = browser.get("/puzzles/tree/by/ada/")
        assert "not solved this puzzle yourself" in warned.text
        assert shows(browser.get("/puzzles/tree/by/ada/?show=1"), "tree", TREE)
        assert shows(browser.get("/puzzles/tree/best/?show=1"), "tree", TREE)
    submit(ben, "tree", SMALL_TREE)
    assert shows(Browser("ben").get("/puzzles/tree/by/ada/"), "tree", TREE)
    assert shows(Browser("ben").get("/puzzles/tree/best/"), "tree", TREE)
    assert not shows(Browser("ben").get("/puzzles/triangle/"), "tree", TREE)


# Programs


def test_program_sees_the_puzzles_and_which_it_has_solved(ada: Player) -> None:
    submit(ada, "tree", TREE)
    mine = {found["puzzle"]: found for found in Program(ada).get("puzzles/").json()}
    assert list(mine) == list(PUZZLES)
    assert mine["tree"]["score_to_beat"] == 20
    assert [name for name, found in mine.items() if found["solved"]] == ["tree"]
    assert Program().get("puzzles/tree/").json()["solved"] is False
    assert Program().get("puzzles/square/").status_code == 404


def test_program_solves_a_puzzle_once(ada: Player) -> None:
    first = Program(ada).post("puzzles/triangle/solve/", {"text": TRIANGLES[0]})
    assert first.status_code == 201
    assert first.json() == {"figure": str(solve(PUZZLES["triangle"], TRIANGLES[0])), "score": 15, "is_new": True}
    again = Program(ada).post("puzzles/triangle/solve/", {"text": turned(TRIANGLES[0])})
    assert again.status_code == 200
    assert again.json() == {**first.json(), "is_new": False}
    refused = Program(ada).post("puzzles/triangle/solve/", {"text": TREE})
    assert (refused.status_code, refused.json()["code"]) == (422, "illegal")
    assert Program().post("puzzles/triangle/solve/", {"text": TRIANGLES[0]}).status_code == 401
    assert Browser().send("/puzzles/triangle/", text=TRIANGLES[0]).path == "/accounts/login/"
    for path in ("square/", "triangle/by/nobody/", "square/by/ada/", "square/best/"):
        assert Browser().get(f"/puzzles/{path}").status == 404


def test_program_sees_figures_when_it_has_solved_the_puzzle_or_asks(ada: Player, ben: Player) -> None:
    submit(ada, "tree", TREE)
    figure = str(best_known(PUZZLES["tree"]))
    assert [line["figure"] for line in Program(ben).get("puzzles/tree/hall/").json()] == [None]
    assert [line["figure"] for line in Program().get("puzzles/tree/hall/?show=true").json()] == [figure]
    assert [line["figure"] for line in Program(ada).get("puzzles/tree/hall/").json()] == [figure]
