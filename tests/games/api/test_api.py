"""REST: reading without a key, playing with one, and errors that programs and people can use."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.models import Game, Player, Proposal, Submission
from games.rules import RULES
from tests.games.browsing import Browser
from tests.games.conftest import begin
from tests.games.programs import Program

pytestmark = pytest.mark.django_db


def steps(game: Game) -> list[str]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))


# Reading ----------------------------------------------------------------------------------------------------------


def test_a_game_is_shown_with_its_board_and_clocks() -> None:
    game = begin("ada", "ben")
    shown = Program().get(f"games/{game.pk}/").json()
    rules, position = game.game_rules, game.load_position()
    assert shown["to_act"] == 1
    assert shown["ply"] == 0
    assert shown["status"] == "running"
    assert [(seat["seat"], seat["player"], seat["colour"]) for seat in shown["seats"]] == [
        (1, "ada", "blue"),
        (2, "ben", "purple"),
    ]
    assert shown["seats"][0]["clock_seconds"] == 3 * 86_400
    assert shown["control"]["words"] == "3 days a turn"
    assert shown["board"]["position"] == json.loads(json.dumps(position.dump()))
    assert shown["board"]["text"] == rules.text(position)
    assert shown["board"]["description"] == rules.describe(position)
    assert shown["board"]["hint"] == rules.hint(position)
    assert shown["secret"] is None
    assert game.secret not in json.dumps(shown)


def test_a_game_unchanged_is_not_sent_twice() -> None:
    game = begin("ada", "ben")
    for path in ("", "moves/", "record/", "events/"):
        reader = Program()
        etag = reader.get(f"games/{game.pk}/{path}")["ETag"]
        assert reader.get(f"games/{game.pk}/{path}", **{"If-None-Match": etag}).status_code == 304
    Program("ada").post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"})
    assert Program().get(f"games/{game.pk}/", **{"If-None-Match": etag}).status_code == 200


def test_lists_can_be_narrowed_down() -> None:
    first, second = begin("ada", "ben"), begin("ben", "cleo", rules="treeblox")
    Program("ben").post(f"games/{second.pk}/resign/")
    reader = Program()

    def listed(query: str) -> list[int]:
        return [game["id"] for game in reader.get(f"games/?{query}").json()["results"]]

    assert listed("") == [second.pk, first.pk]
    assert listed("status=running") == [first.pk]
    assert listed("rules=treeblox") == [second.pk]
    assert listed("player=cleo") == [second.pk]
    assert listed("to_move=ada") == [first.pk]
    assert listed("to_move=ben") == []
    wrong = reader.get("games/?status=asleep")
    assert wrong.status_code == 400
    assert wrong.json()["code"] == "invalid"
    assert wrong.json()["errors"][0]["field"] == "status"


def test_a_list_of_games_costs_as_much_for_many_as_for_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(7):
        begin("ada", "ben")
    ada = Program("ada")
    ada.get("players/me/")  # what is noted of a key once in a while is noted
    with django_assert_max_num_queries(6):
        assert ada.get("games/").json()["count"] == 7


def test_events_are_the_log_with_its_hash_chain() -> None:
    game = begin("ada", "ben")
    Program("ada").post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"})
    log = Program().get(f"games/{game.pk}/events/").json()
    assert [event["kind"] for event in log] == ["started", "step"]
    assert (log[1]["seat"], log[1]["text"], log[1]["source"], log[1]["ply"]) == (1, "null d3", "api", 1)
    assert [event["receipt"] for event in log] == list(game.events.order_by("seq").values_list("receipt", flat=True))
    assert Program().get(f"games/{game.pk}/events/?since=1").json() == log[1:]
    assert Program().get(f"games/{game.pk}/events/?since=x").status_code == 400


def test_games_that_can_be_played_are_described() -> None:
    described = {rules["slug"]: rules for rules in Program().get("rules/").json()}
    assert set(described) == set(RULES)
    assert described["btt"]["seats"] == [2, 3, 4, 5, 6]
    assert described["btt"]["options"][0]["values"] == ["standard", "rectangle", "square7"]
    assert described["btt"]["options"][0]["defaults"]["3"] == "standard"
    markers = described["roots"]["options"][1]
    assert (markers["values"], markers["least"], markers["most"]) == ([], 10, 100)
    assert (markers["defaults"]["2"], markers["defaults"]["8"]) == ("24", "96")


def test_i_learn_what_i_can_answer_and_that_nothing_has_changed() -> None:
    game, ada, ben = begin("ada", "ben"), Program("ada"), Program("ben")
    assert ada.get("players/me/").json()["to_move"] == [game.pk]
    assert Program().get("players/me/").status_code == 401
    before = ben.get("players/me/")
    assert before.json()["to_move"] == []
    assert (before.json()["challenges"], before.json()["offers"]) == ([], [])
    unchanged = ben.get("players/me/", **{"If-None-Match": before["ETag"]})
    assert (unchanged.status_code, unchanged["ETag"]) == (304, before["ETag"])
    ada.post(f"games/{game.pk}/draw/")
    made = ada.post("proposals/", {"rules": "btt", "control": THREE_DAYS, "invited": ["ben"]}).json()
    after = ben.get("players/me/", **{"If-None-Match": before["ETag"]}).json()
    assert after["challenges"] == [made["id"]]
    offer = game.events.get(kind="draw_offered").seq
    assert after["offers"] == [{"game": game.pk, "ply": 0, "what": ["draw"], "offer": offer}]
    assert ada.get("players/me/").json()["offers"] == []


def test_list_goes_on_where_it_was_left_while_games_begin() -> None:
    games = [begin("ada", "ben").pk for _ in range(3)]
    first = Program().get("games/?page_size=2").json()
    begin("ada", "ben")
    second = Program().get(first["next"].partition("/api/v1/")[2]).json()
    assert [game["id"] for page in (first, second) for game in page["results"]] == games[::-1]
    assert second["next"] is None
    assert Program().get("games/?before=x").json()["errors"][0]["field"] == "before"


# Playing ----------------------------------------------------------------------------------------------------------


def test_a_move_is_played_and_receipted() -> None:
    game = begin("ada", "ben")
    answer = Program("ada").post(f"games/{game.pk}/play/", {"ply": 0, "text": " NULL d3"}, key="one")
    sent = Submission.objects.get()
    game.refresh_from_db()
    assert answer.status_code == 200
    assert steps(game) == ["null d3"]
    assert (sent.source, sent.key, sent.text) == ("api", None, " NULL d3")
    assert answer.json() == {
        "submission": sent.pk,
        "state": "played",
        "repeated": False,
        "message": "",
        "receipt": game.receipt,
        "first_seq": 2,
        "last_seq": 2,
        "status": "running",
        "ply": 1,
        "to_act": 2,
        "deadline": json.loads(json.dumps(game.deadline, default=lambda at: at.isoformat().replace("+00:00", "Z"))),
        "hint": game.game_rules.hint(game.load_position()),
    }


def test_the_same_key_again_is_the_same_submission() -> None:
    game = begin("ada", "ben")
    ada = Program("ada")
    first = ada.post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"}, key="one").json()
    again = ada.post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"}, key="one").json()
    assert again == first
    other = ada.post(f"games/{game.pk}/play/", {"ply": 1, "text": "root e2"}, key="one")
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")
    assert Submission.objects.count() == 1
    for key in ("", "x" * 101, "ä", "a\tb"):
        refused = ada.post(f"games/{game.pk}/play/", {"ply": 1, "text": "root e2"}, key=key)
        assert (refused.status_code, refused.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("ada", {"ply": 3, "text": "null d3"}, 409, "stale"),
        ("ben", {"ply": 0, "text": "null d3"}, 409, "not_your_turn"),
        ("cleo", {"ply": 0, "text": "null d3"}, 403, "not_seated"),
        ("ada", {"ply": 0, "text": "what?"}, 422, "unreadable"),
        ("ada", {"ply": 0, "text": "null z9; root a1"}, 422, "illegal"),
        ("ada", {"ply": -1, "text": "null d3"}, 400, "invalid"),
        ("ada", {"ply": 0}, 400, "invalid"),
        ("ada", {"ply": 0, "text": "x" * 4001}, 400, "invalid"),
        ("ada", {"ply": 0, "text": "null d3\x00"}, 400, "invalid"),
        ("ada", [], 400, "invalid"),
        (None, {"ply": 0, "text": "null d3"}, 401, "not_authenticated"),
    ],
)
def test_what_is_not_played_has_a_code_and_a_sentence(
    name: str | None, body: Any, status: int, code: str | None
) -> None:
    game = begin("ada", "ben")
    for verb in ("play", "preview"):
        answer = Program(name).post(f"games/{game.pk}/{verb}/", body)
        assert answer.status_code == status, answer.content
        assert answer["Content-Type"] == "application/problem+json"
        problem = answer.json()
        assert code in (None, problem["code"])
        assert (problem["status"], problem["detail"]) == (status, problem["message"])
        assert problem["type"].endswith(f"/api/v1/problems/#{problem['code']}")
        assert answer.json()["message"].strip()
        if code == "illegal":
            assert (problem["index"], problem["step"], problem["rest"]) == (0, "null z9", ["root a1"])
    assert steps(game) == []


def test_what_does_not_exist_is_told_as_json() -> None:
    ada = Program("ada")
    for path in ("games/0/", f"games/{'9' * 30}/moves/", "games/999999/record/", "games/0/events/", "nothing/here/"):
        answer = ada.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    for verb in ("play", "preview", "resign", "draw", "abandon", "accept", "decline"):
        answer = ada.post(f"games/{'9' * 30}/{verb}/", {"ply": 0, "text": "null d3"} if verb[0] == "p" else {})
        assert (answer.status_code, answer.json()["code"]) in ((404, "not_found"), (404, "no_such_game")), verb
    assert Client().delete("/api/v1/nothing/here/").json()["code"] == "not_found"


def test_preview_plays_nothing_and_shows_the_board() -> None:
    game = begin("ada", "ben")
    seen = Program("ada").post(f"games/{game.pk}/preview/", {"ply": 0, "text": "null d3"}).json()
    rules = game.game_rules
    after = rules.start(2).play(rules.parse("null d3", rules.start(2)))
    assert seen["board"]["text"] == rules.text(after)
    assert seen["to_act"] == 2
    assert steps(game) == []
    assert not Submission.objects.exists()


def test_a_draw_is_offered_declined_offered_and_accepted() -> None:
    game = begin("ada", "ben")
    ada, ben = Program("ada"), Program("ben")
    ada.post(f"games/{game.pk}/draw/")
    assert Program().get(f"games/{game.pk}/").json()["offers"] == {"draw": [1]}
    assert ada.post(f"games/{game.pk}/draw/").json()["code"] == "nothing_offered"
    (first,) = ben.get("players/me/").json()["offers"]
    ben.post(f"games/{game.pk}/decline/", {"offer": first["offer"]})
    assert ben.post(f"games/{game.pk}/accept/").status_code == 409
    ada.post(f"games/{game.pk}/draw/")
    late = [ben.post(f"games/{game.pk}/{answer}/", {"offer": first["offer"]}) for answer in ("accept", "decline")]
    assert [answer.json()["code"] for answer in late] == ["nothing_offered"] * 2, "meant for another offer"
    (second,) = ben.get("players/me/").json()["offers"]
    assert ben.post(f"games/{game.pk}/accept/", {"offer": second["offer"]}).json()["status"] == "finished"
    game.refresh_from_db()
    assert game.end_reason == "draw agreed"
    shown = Program().get(f"games/{game.pk}/").json()
    assert (shown["secret"], shown["to_act"], shown["board"]["hint"]) == (game.secret, None, "")
    assert [seat["place"] for seat in shown["seats"]] == [1, 1]
    late = ada.post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"})
    assert (late.status_code, late.json()["code"]) == (409, "game_over")


def test_i_see_what_became_of_what_i_sent_and_nobody_else_does() -> None:
    game = begin("ada", "ben")
    ada = Program("ada")
    ada.post(f"games/{game.pk}/play/", {"ply": 0, "text": "nonsense"})
    ada.post(f"games/{game.pk}/play/", {"ply": 0, "text": "null d3"}, key="k")
    mine = ada.get("submissions/").json()["results"]
    assert [(sent["state"], sent["code"]) for sent in mine] == [("played", ""), ("rejected", "unreadable")]
    assert ada.get(f"submissions/{mine[0]['id']}/").json() == mine[0]
    assert Program("ben").get("submissions/").json()["count"] == 0
    assert Program("ben").get(f"submissions/{mine[0]['id']}/").status_code == 404
    assert Program().get("submissions/").status_code == 401


# Keys -------------------------------------------------------------------------------------------------------------


def test_a_wrong_key_is_refused_even_for_reading() -> None:
    game = begin("ada", "ben")
    for header in ("Bearer seeds_wrong", "Bearer ", "Bearer", "Bearer \xe4\xff"):
        answer = Client().get(f"/api/v1/games/{game.pk}/", headers={"Authorization": header})
        assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")
        assert answer["WWW-Authenticate"] == "Bearer"


def test_a_session_of_the_pages_counts_but_not_without_the_forgery_check() -> None:
    game = begin("ada", "ben")
    browser = Browser("ada")
    answer = browser.client.post(
        f"/api/v1/games/{game.pk}/play/", {"ply": 0, "text": "null d3"}, content_type="application/json"
    )
    assert answer.status_code == 403
    assert steps(game) == []
    assert browser.client.get("/api/v1/players/me/").json()["username"] == "ada"


def test_keys_cannot_be_made_with_a_key() -> None:
    ada = Program("ada")
    answer = Client(enforce_csrf_checks=True).post("/settings/keys/", {"name": "more"}, headers=ada.headers)
    assert answer.status_code == 403
    assert Player.objects.get(username="ada").api_tokens.count() == 1


# Proposals --------------------------------------------------------------------------------------------------------

THREE_DAYS = {"base": 259_200, "increment": 259_200, "cap": 259_200}


def test_a_challenge_goes_all_the_way_to_a_game() -> None:
    ada, ben, cleo = Program("ada"), Program("ben"), Program("cleo")
    made = ada.post(
        "proposals/",
        {"rules": "treeblox", "control": THREE_DAYS, "invited": ["ben"], "seating": "chosen", "chosen_seat": 2},
    )
    assert made.status_code == 201
    number = made.json()["id"]
    assert made.json()["free_seats"] == 0
    assert made.json()["chosen_seat"] == 2
    assert [proposal["id"] for proposal in ben.get("proposals/").json()["results"]] == [number]
    assert cleo.get("proposals/").json()["results"] == []
    assert cleo.post(f"proposals/{number}/accept/").status_code == 404
    started = ben.post(f"proposals/{number}/accept/").json()
    assert ben.post(f"proposals/{number}/accept/").json() == started
    game = Program().get(f"games/{started['game']}/").json()
    assert [seat["player"] for seat in game["seats"]] == ["ben", "ada"]
    seek = {"rules": "btt", "seats": 3, "options": {"board": "square7"}, "control": THREE_DAYS}
    made = ada.post("proposals/", seek).json()
    assert made["options"] == {"game": "btt", "board": "square7", "scoring": "original"}
    assert [proposal["free_seats"] for proposal in Program().get("proposals/").json()["results"]] == [2]
    assert ben.post(f"proposals/{made['id']}/accept/").json()["status"] == "open"
    assert cleo.post(f"proposals/{made['id']}/accept/").json()["status"] == "started"
    assert Program("dora").post(f"proposals/{made['id']}/accept/").status_code == 404, "full"


def test_a_proposal_is_withdrawn_by_its_maker_and_declined_by_the_challenged() -> None:
    ada, ben = Program("ada"), Program("ben")
    first, second = (
        ada.post("proposals/", {"rules": "btt", "control": THREE_DAYS, "invited": ["ben"]}).json()["id"]
        for _ in range(2)
    )
    refused = ben.post(f"proposals/{first}/withdraw/")
    assert (refused.status_code, refused.json()["code"]) == (409, "proposal")
    assert ada.post(f"proposals/{first}/withdraw/").json()["status"] == "withdrawn"
    refused = ben.post(f"proposals/{second}/decline/", {"reason": "rain"})
    assert "too-fast" in refused.json()["errors"][0]["detail"], "it says which reasons there are"
    assert ben.post(f"proposals/{second}/decline/", {"reason": "too-fast"}).json()["status"] == "declined"
    (answer,) = ada.get(f"proposals/{second}/").json()["invitations"]
    assert answer == {"player": "ben", "answer": "declined", "reason": "too-fast"}
    assert ben.post(f"proposals/{second}/accept/").status_code == 409


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rules": "chess"}, "rules"),
        ({"control": {"base": 1, "increment": 0, "cap": 1}}, "control"),
        ({"invited": ["zoe"]}, "There is no player called zoe."),
        ({"options": {"board": "round"}}, "board cannot be 'round'"),
        ({"message": "\x00"}, "message"),
    ],
)
def test_what_cannot_be_proposed(change: dict[str, Any], said: str) -> None:
    Player.objects.create(username="ben")
    answer = Program("ada").post("proposals/", {"rules": "btt", "control": THREE_DAYS, **change})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert said in answer.json()["message"]
    assert not Proposal.objects.exists()


# The door itself --------------------------------------------------------------------------------------------------


def test_too_many_requests_are_slowed_down(monkeypatch: pytest.MonkeyPatch) -> None:
    from rest_framework.throttling import AnonRateThrottle

    monkeypatch.setattr(AnonRateThrottle, "THROTTLE_RATES", {"anon": "3/min"})
    reader = Program()
    answers = [reader.get("rules/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["code"] == "throttled"
    assert int(answers[-1]["Retry-After"]) > 0


def test_what_is_not_json_is_told_as_json() -> None:
    ada = Program("ada")
    answer = Client().post("/api/v1/proposals/", "{", content_type="application/json", headers=ada.headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")
    form = Client().post("/api/v1/proposals/", {"rules": "btt"}, headers=ada.headers)
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")


def test_the_description_for_programs_can_be_read_in_a_browser() -> None:
    page = Browser().get("/api/")
    assert page.path == "/api/docs/"
    assert "'unsafe-inline'" not in page.headers["Content-Security-Policy"].split("style-src")[0]
    scripts = [node.attributes.get("src") for node in page.tree.css("script")]
    assert len(scripts) == 3
    assert all(source and source.startswith("/") for source in scripts), "no script from elsewhere, none inline"
    assert settings.SPECTACULAR_SETTINGS["SWAGGER_UI_DIST"] == "SIDECAR"
