"""A request that its caller has named is done once, and every write takes a name or says why not."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Proposal, StoredAnswer
from games.tasks import forget_old_answers
from ground.rest.stored_answers import KEPT_FOR
from tests.at_once import at_once
from tests.contract_changes import present_schema
from tests.games.programs import Program

WRITES = ("post", "put", "patch", "delete")
SEEK = {"rules": "btt", "control": {"base": 600, "increment": 60, "cap": 600}}
TAKE_NO_KEY = {
    "/api/v1/games/{id}/preview/",
    "/api/v1/games/{id}/plan/preview/",
    "/api/v1/players/me/bots/{username}/keys/",
    "/api/v1/players/me/keys/",
    "/api/v1/players/me/webhooks/",
    "/api/v1/players/me/webhooks/{id}/secret/",
    "/api/v1/records/",
}


@pytest.mark.django_db
def test_proposal_that_is_sent_again_makes_no_second_game() -> None:
    ada = Program("ada")
    first, again = (ada.post("proposals/", SEEK, key="one") for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert (first.status_code, Proposal.objects.count()) == (201, 1)
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")


@pytest.mark.django_db
def test_key_is_for_one_request_of_one_player() -> None:
    ada = Program("ada")
    ada.post("proposals/", SEEK, key="one")
    other = ada.post("proposals/", {**SEEK, "seats": 3}, key="one")
    elsewhere = ada.post("seals/", key="one")
    assert [(answer.status_code, answer.json()["code"]) for answer in (other, elsewhere)] == [(409, "key_reused")] * 2
    assert Program("ben").post("proposals/", SEEK, key="one").status_code == 201
    assert Proposal.objects.count() == 2


@pytest.mark.django_db
def test_refusal_is_repeated_as_it_was_and_a_slip_can_be_put_right() -> None:
    ada = Program("ada")
    mine = ada.post("proposals/", SEEK, key="one").json()["id"]
    first, again = (ada.post(f"proposals/{mine}/accept/", key="two") for _ in range(2))
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    assert first.json()["code"] == "proposal"
    assert ada.post("proposals/", {"rules": "chess"}, key="three").status_code == 400
    assert ada.post("proposals/", SEEK, key="three").status_code == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 101, "caf\u00e9"])
def test_unusable_key_is_refused(key: str) -> None:
    answer = Program("ada").post("proposals/", SEEK, key=key)
    assert (answer.status_code, Proposal.objects.count()) == (400, 0)
    assert "1 to 100 printable ASCII characters" in answer.json()["message"]


@pytest.mark.slow
@pytest.mark.django_db
def test_every_write_takes_a_key_or_says_why_not() -> None:
    """All writes of the schema: the same request again under one key gets the same answer, and does nothing."""
    Program("bob")  # whose key has the number that the walk asks for, so that nobody revokes their own
    ada = Program("ada")
    paths = present_schema()["paths"]
    writes = [(path, method) for path, operations in paths.items() for method in operations if method in WRITES]
    assert len(writes) > 70
    for number, (path, method) in enumerate(writes):
        sent = re.sub(r"{\w+}", "1", path.removeprefix("/api/v1/"))
        named = {parameter["name"] for parameter in paths[path][method].get("parameters", ())}
        answers = [ada.send(method, sent, key=f"walk {number}") for _ in range(2)]
        assert ("Idempotency-Key" in named) == (path not in TAKE_NO_KEY), path
        if path in TAKE_NO_KEY:
            assert "without a key" in answers[0].json()["message"], path
        elif StoredAnswer.objects.filter(key=f"walk {number}").exists():
            assert answers[1]["Idempotent-Replayed"] == "true", path
            assert answers[1].content == answers[0].content, path
        else:
            assert answers[0].status_code in (400, 403), path  # not even tried


@pytest.mark.django_db
def test_answers_are_forgotten_after_a_week() -> None:
    ada = Program("ada")
    ada.post("proposals/", SEEK, key="old")
    StoredAnswer.objects.update(made_at=timezone.now() - KEPT_FOR - timedelta(minutes=1))
    ada.post("proposals/", SEEK, key="new")
    forget_old_answers()
    assert list(StoredAnswer.objects.values_list("key", flat=True)) == ["new"]


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_of_two_at_once_the_second_gets_the_answer_of_the_first() -> None:
    ada = Program("ada")
    answers = at_once(*[lambda: ada.post("proposals/", SEEK, key="one")] * 2)
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert Proposal.objects.count() == 1
