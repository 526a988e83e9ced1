"""The legal steps of a position with their facets, through REST."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game
from games.play import agreements
from games.play.moving import play_move
from tests.games.conftest import begin, pk

pytestmark = pytest.mark.django_db


def play(game: Game, *texts: str) -> None:
    for text in texts:
        game.refresh_from_db()
        player = game.seats.get(number=game.to_act).player
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="page")
    game.refresh_from_db()


def ask(game: Game, status: int = 200, **query: str) -> Any:
    answer = Client().get(f"/api/v1/games/{game.pk}/steps/", query)
    assert answer.status_code == status, answer.content
    return answer.json()


def steps_with(body: Any, **picks: str) -> list[str]:
    """The texts of the steps that agree with the picks, found as a board finds them: by columns alone."""
    left = set(range(body["count"]))
    for facet in body["facets"]:
        if facet["name"] in picks:
            value = facet["values"].index(picks[facet["name"]])
            left &= {number for number, values in enumerate(facet["of"]) if value in values}
    return [body["steps"]["texts"][number] for number in sorted(left)]


def test_steps_have_facets_words_and_what_they_cost() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2", "M e3>e2")
    body = ask(game)
    assert (body["ply"], body["to_act"], body["after"], body["picture"]) == (3, 2, [], None)
    assert [facet["name"] for facet in body["facets"]] == ["place", "target", "size"]
    assert steps_with(body, place="e4", size="L") == ["L e4>e3"]
    number = body["steps"]["texts"].index("L e4>e3")
    assert body["steps"]["words"][number] == "large pyramid on e4, pointing at e3"
    assert body["steps"]["gains"][number] == [3, -2]
    assert body["steps"]["effects"][number][0] == {
        "words": "purple pays 2 coins to the pot for pointing at e3", "seat": 2, "place": "e3", "places": ["e3"],
    }  # fmt: skip
    assert body["places"]["e3"] == "blue medium to e2, last step"
    assert {len(column) for column in body["steps"].values()} == {body["count"]}


def test_steps_after_unsent_steps_are_those_of_the_same_turn_with_its_picture() -> None:
    game = begin("ada", "ben", rules="treeblox")
    play(game, "L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 1,3,1", "L 4,2,1")  # three leaves each: two cubes a turn
    assert dict(zip(*[ask(game)["steps"][column] for column in ("texts", "then")], strict=True))["B 2,1,1"] == "more"
    body = ask(game, after="b 2,1,1")
    assert (body["after"], body["to_act"]) == (["B 2,1,1"], 1)
    assert steps_with(body, word="done") == ["done"]
    assert steps_with(body, column="2,1", kind="L") == ["L 2,1,2"]
    assert body["picture"].startswith("<svg")
    game.refresh_from_db()
    assert game.ply == 6


def test_die_is_followed_by_dice_and_nothing_is_rolled() -> None:
    game = begin("ada", "ben", rules="roots")
    while game.load_position().is_setup:
        play(game, ask(game)["steps"]["texts"][0])
    body = ask(game)
    assert set(body["steps"]["then"]) == {"dice"}
    after = ask(game, after="d8")
    assert (after["to_act"], after["count"]) == (None, 0)
    tried = ask(game, line="d4")
    assert (tried["to_act"], tried["count"]) == (None, 4)
    assert steps_with(tried, face="3") == ["roll d4 3"]
    assert ask(game, line="d4; roll d4 3")["to_act"] is not None
    game.refresh_from_db()
    assert game.load_position().seat_to_act is not None, "nothing has been rolled in the game"


def test_refusal_says_which_unsent_step_is_wrong() -> None:
    game = begin("ada", "ben")
    body = ask(game, 422, after="null z9")
    assert (body["code"], body["index"]) == ("illegal", 0)
    assert ask(game, 400, before="x")["errors"][0]["field"] == "before"


def test_earlier_moments_can_be_asked_for_and_later_ones_cannot() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2")
    assert ask(game, ply="0")["count"] == 32
    assert ask(game, ply="1", after="root e2")["points"] == [5, 5]
    ask(game, 404, ply="3")


def test_nothing_may_be_done_in_a_game_that_is_over_but_to_try_on_from_its_last_position() -> None:
    game = begin("ada", "ben")
    agreements.resign(game_id=game.pk, player_id=pk("ada"), at=timezone.now(), source="page")
    body = ask(game)
    assert (body["to_act"], body["count"]) == (None, 0)
    assert ask(game, line="")["count"] == 32


def test_hundreds_of_twigs_take_little_room() -> None:
    game = begin("ada", "ben", rules="twigs")
    play(game, "C0@0,0")
    answer = Client().get(f"/api/v1/games/{game.pk}/steps/", headers={"Accept-Encoding": "gzip"})
    assert json.loads(gzip.decompress(answer.content))["count"] > 200
    assert len(answer.content) < 16_000


def test_line_of_all_seats_goes_on_where_unsent_steps_end() -> None:
    game = begin("ada", "ben")
    play(game, "null d3", "root e2")
    ask(game, 422, after="M e3>e2; S e1>e2")
    body = ask(game, line="M e3>e2; s e1>e2", ply="2")
    assert (body["after"], body["to_act"]) == (["M e3>e2", "S e1>e2"], 1)
    assert body["picture"].startswith("<svg")
    assert ask(game, 422, line="M e3>e2; M z9>z8")["index"] == 1
    ask(game, 400, line="M e3>e2", after="M e3>e2")


def test_answer_is_sent_once_and_that_about_the_past_is_kept_while_the_game_goes_on() -> None:
    game, client = begin("ada", "ben"), Client()
    path = f"/api/v1/games/{game.pk}/steps/"
    etags = {place: client.get(place).headers["ETag"] for place in (path, f"/api/v1/games/{game.pk}/moves/")}
    for place, etag in etags.items():
        assert client.get(place, headers={"If-None-Match": etag}).status_code == 304
    assert client.get(f"/api/v1/games/{game.pk}/moves/").json()["moves"] == ask(game)["steps"]["texts"]
    before = client.get(f"{path}?ply=0")
    play(game, "null d3")
    assert client.get(path, headers={"If-None-Match": etags[path]}).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        after = client.get(f"{path}?ply=0")
    assert after.headers["ETag"] == before.headers["ETag"]
    assert not any("games_gameevent" in query["sql"] for query in queries), "nothing was replayed"
