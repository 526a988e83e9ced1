"""The doors to answers out of turn: the form on the page of the game, and the REST interface."""

from __future__ import annotations

import pytest

from games.models import CurrentTurn, Game
from tests.games.browsing import Browser
from tests.games.conftest import Start
from tests.games.programs import Program
from tests.games.roots_games import CUT, cutting_game

pytestmark = pytest.mark.django_db


def now(game: Game) -> Game:
    """The game with its clocks begun at this moment, since doors ask what time it is."""
    from django.utils import timezone

    at = timezone.now()
    begun = {"started_at": at, "deadline": at + game.time_control.base, "due_at": at}
    CurrentTurn.objects.filter(game=game).update(**begun)
    game.refresh_from_db()
    return game


@pytest.fixture
def game(start: Start) -> Game:
    return now(cutting_game(start, "anna", "bert"))


def test_form_on_the_page_says_how_the_seat_answers(game: Game) -> None:
    bert = Browser("bert")
    page = bert.get(f"/games/{game.pk}/")
    assert "turn: ask me" in " ".join(page.text.split())
    page = bert.fill(page, f"/games/{game.pk}/standing-answer/", answer="lose longer")
    assert "Your answer from now on: [lose longer]." in page.note("success")
    assert game.seats.get(number=1).standing_answer == "lose longer"
    assert "turn: lose longer" in " ".join(page.text.split())
    assert "turn: ask me" in " ".join(Browser("anna").get(f"/games/{game.pk}/").text.split()), "anna sees only her own"


def test_program_reads_and_says_how_its_seat_answers(game: Game) -> None:
    path = f"games/{game.pk}/standing-answer/"
    asked = Program("bert").get(path).json()
    assert asked["answer"] == "ask"
    assert [choice["text"] for choice in asked["choices"]] == ["lose shorter", "lose longer", "lose poorer"]
    said = Program("bert").post(path, {"answer": "Lose poorer"}).json()
    assert (said["state"], said["message"]) == ("played", "Your answer from now on: [lose poorer].")
    assert (said["first_seq"], said["ply"]) == (None, game.ply)
    assert Program("bert").get(path).json()["answer"] == "lose poorer"
    assert Program("anna").get(path).json()["answer"] == "ask"
    refused = Program("bert").post(path, {"answer": "sometimes"})
    assert (refused.status_code, "ask, lose shorter, lose longer" in refused.json()["message"]) == (422, True)
    assert Program("carl").get(path).status_code == 404


def test_receipt_says_what_was_not_played_and_what_is_asked_now(game: Game) -> None:
    sent = {"text": f"{CUT}; bead 10,6", "ply": game.ply}
    receipt = Program("anna").post(f"games/{game.pk}/play/", sent).json()
    assert receipt["message"] == "Not played: [bead 10,6]. Blue has to answer before the turn goes on."
    assert receipt["to_act"] == 2
    assert '"lose x,y" with x,y = 9,5 or 9,7' in receipt["hint"]
    assert "Your answer is needed before the turn can go on." in Browser("bert").get(f"/games/{game.pk}/").text
    assert "bert has to answer before the turn can go on." in Browser("anna").get(f"/games/{game.pk}/").text
