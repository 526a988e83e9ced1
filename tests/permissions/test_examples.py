"""Examples of the schema are recorded here: each operation is called as somebody who may, and answers.

``NEW_EXAMPLES=1`` stores them anew, after a change of what is sent or answered.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from typing import Any

import pytest
from django.test import Client

from games.accounts import api_keys
from seeds.rest.schema import STORED, operations_of
from tests.contract_changes import present_schema
from tests.permissions.roles import ROLES
from tests.permissions.test_permissions import read_table
from tests.permissions.trying import Answer, Browser, Trial
from tests.tournaments.conftest import friend

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

REST = "api/v1/"
LONGEST_LIST = 2  # of what a list of the interface has in an example
LONGEST_TEXT = 400  # of an answer that is no JSON
SECRET = "shown once"  # in the place of what must not be known
NONCE = hashlib.sha256(b"example").hexdigest()  # in the place of one that other tests may draw, too, and keep secret


def without_names(path: str) -> str:
    """A path of the table or of the schema, so that they compare."""
    return re.sub(r"<.*?>|{.*?}", "{}", path.strip("/"))


def called(trial: Trial, operation: str, answers: list[str]) -> Answer:
    """The answer to somebody who may: the first role that the table has for it, else anna with a key."""
    for role, answer in zip(ROLES, answers, strict=True):
        if answer in ("ok", "done", "to"):
            return trial.attempt(operation, role)
    secret = api_keys.create_token(friend("anna"), name="program")[1]
    headers = {"Authorization": f"Bearer {secret}"}
    client: Client = Browser()
    return trial.attempt(operation, "player", client, headers=headers)


def example_of(
    trial: Trial, operation: str, answers: list[str], path: str, described: dict[str, Any]
) -> dict[str, Any]:
    """A call of an operation, which the schema describes under ``path``, with its answer."""
    method, route = operation.split(" ", 1)
    response = called(trial, operation, answers).response
    assert response.status_code < 400, f"{operation}: {response.status_code} {response.content.decode()[:300]}"
    address = trial.world.path(method, route).partition("?")[0]
    values = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path), address)
    assert values, path
    in_path = [one for one in described.get("parameters", ()) if one["in"] == "path"]
    numbers = {one["name"] for one in in_path if one["schema"]["type"] == "integer"}
    named = {name: int(value) if name in numbers else value for name, value in values.groupdict().items()}
    recorded: dict[str, Any] = {"path": named, "status": response.status_code}
    if body := trial.body(operation):
        recorded["request"] = body
    if not response.streaming and not response.content:
        return recorded
    content = b"".join(response.streaming_content) if response.streaming else response.content
    form = response.headers["Content-Type"].partition(";")[0]
    answer = (
        without_nonces(shortened(json.loads(content)))
        if form == "application/json"
        else content.decode()[:LONGEST_TEXT]
    )
    return recorded | {"form": form, "answer": answer}


def shortened(answer: Any) -> Any:
    """An answer whose list is short, without secrets."""
    if isinstance(answer, list):
        return answer[:LONGEST_LIST]
    cut = {"results": answer["results"][:LONGEST_LIST]} if "results" in answer else {}
    is_new_key = isinstance(answer.get("secret"), str) and "rules" not in answer  # the secret of a game is public
    return {**answer, **cut, **({"secret": SECRET} if is_new_key else {})}


def without_nonces(value: Any) -> Any:
    """The same with ``NONCE`` in the place of every other one."""
    if isinstance(value, list):
        return [without_nonces(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    return {name: NONCE if name == "nonce" and inner else without_nonces(inner) for name, inner in value.items()}


def shape_of(value: Any) -> Any:
    """Names and kinds of values: what stays the same when the same is recorded again."""
    if isinstance(value, dict):
        return {name: shape_of(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [shape_of(inner) for inner in value[:1]]
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def test_every_operation_has_an_example_as_it_is_answered_today(trial: Trial) -> None:
    table = {without_names(operation): operation for operation in read_table() if f" {REST}" in operation}
    answers, found = read_table(), {}
    for path, method, described in operations_of(present_schema()):
        operation = table[without_names(f"{method.upper()} {path.lstrip('/')}")]
        found[described["operationId"]] = example_of(trial, operation, answers[operation], path, described)
    if os.environ.get("NEW_EXAMPLES"):
        STORED.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", "utf-8")
    stored = json.loads(STORED.read_text("utf-8"))
    assert stored.keys() == found.keys()
    assert [name for name in found if shape_of(stored[name]) != shape_of(found[name])] == []
