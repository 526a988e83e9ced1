"""Errors are problem details, also where no operation answers, and say what there is instead."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.accounts.api_keys import create_token
from games.models import Player

pytestmark = pytest.mark.django_db

PROBLEM = "application/problem+json"


def problem_in(answer: Any) -> dict[str, Any]:
    """The problem that an answer has."""
    assert answer.headers["Content-Type"] == PROBLEM
    described: dict[str, Any] = answer.json()
    assert described["status"] == answer.status_code
    assert described["type"].endswith(f"#{described['code']}")
    return described


@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/schema/", "/api/v1/nowhere/"])
def test_host_that_is_not_ours_is_a_problem(path: str) -> None:
    answer = Client().get(path, headers={"Host": "other.example"})
    assert (answer.status_code, problem_in(answer)["code"]) == (400, "bad_request")


def test_host_that_is_not_ours_has_a_page_elsewhere() -> None:
    answer = Client().get("/", headers={"Host": "other.example"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (400, "text/html; charset=utf-8")


def test_error_of_the_service_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.api.views.queries.games_with_seats", lambda: 1 // 0)
    answer = Client(raise_request_exception=False).get("/api/v1/games/1/")
    assert (answer.status_code, problem_in(answer)["code"]) == (500, "failed")


@pytest.mark.parametrize("method", ["DELETE", "TRACE", "BREW"])
def test_method_that_there_is_not_asks_nobody_for_a_key(method: str) -> None:
    answer = Client().generic(method, "/api/v1/rules/")
    described = problem_in(answer)
    assert (answer.status_code, described["code"]) == (405, "method_not_allowed")
    assert described["detail"] == "This address has the methods GET, HEAD, OPTIONS."
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"


def test_method_that_there_is_not_stays_refused_under_a_name() -> None:
    secret = create_token(Player.objects.create(username="ada"), name="program")[1]
    headers = {"Authorization": f"Bearer {secret}", "Idempotency-Key": "one"}
    answer = Client().generic("TRACE", "/api/v1/seals/", headers=headers)
    assert (answer.status_code, problem_in(answer)["code"]) == (405, "method_not_allowed")


def test_form_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    described = problem_in(Client().get("/api/v1/games/", headers={"Accept": "text/html"}))
    assert (described["code"], described["detail"]) == (
        "not_acceptable",
        "The answer is available as application/json. Name it in the header Accept, or send none.",
    )
    assert problem_in(Client().get("/api/v1/games/?format=xml"))["errors"][0]["field"] == "format"


def test_body_in_another_form_is_refused_with_the_right_one() -> None:
    answer = Client().post("/api/v1/records/", "text=1", content_type="application/x-www-form-urlencoded")
    assert (answer.status_code, problem_in(answer)["detail"]) == (
        415,
        "Send the body as JSON, with the header Content-Type: application/json.",
    )


def test_schema_is_sent_once_to_a_program_that_keeps_it() -> None:
    first = Client().get("/api/schema/")
    again = Client().get("/api/schema/", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.json()["openapi"][:3], again.status_code, again.content) == ("3.1", 304, b"")
    assert Client().get("/api/schema/", headers={"Accept": "application/vnd.oai.openapi"}).text.startswith("openapi:")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"headers": {"Accept": "text/html"}}, 406, "not_acceptable"),
        ({"query_params": {"format": "xml"}}, 400, "invalid"),
        ({"headers": {"Accept": "application/vnd.oai.openapi"}, "query_params": {"lang": "xx"}}, 400, "invalid"),
    ],
)
def test_errors_of_the_schema_are_problems_in_json(asked: dict[str, Any], status: int, code: str) -> None:
    answer = Client().get("/api/schema/", **asked)
    assert (answer.status_code, problem_in(answer)["code"]) == (status, code)
