"""The contract with programs: what the stored schema promises still holds, and the papers name what there is."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from jsonschema import Draft202012Validator

from seeds.rest.problems import CODES
from seeds.rest.schema import operations_of
from tests.contract_changes import STORED, breaking_changes, present_schema, promise_of

GUIDE = settings.ROOT / "docs/api.md"


@pytest.fixture(scope="module")
def schema() -> Any:
    """The schema as programs load it."""
    return present_schema()


def test_nothing_breaks_that_the_stored_schema_promises(schema: Any) -> None:
    """A break that is meant stands in docs/api-changelog.md, and the promise is stored anew with
    ``python -m tests.contract_changes``."""
    assert breaking_changes(json.loads(STORED.read_text()), promise_of(schema)) == []


def schemas(new: Any) -> Any:
    """The components of a schema."""
    return new["components"]["schemas"]


def answer_of(new: Any, path: str) -> Any:
    """What the GET of a path answers, as JSON."""
    return new["paths"][f"/api/v1/{path}"]["get"]["responses"]["200"]["content"]["application/json"]


def test_stored_schema_names_all_operations(schema: Any) -> None:
    """If not: ``python -m tests.contract_changes``. The walks over all operations take their names from it."""
    stored = json.loads(STORED.read_text())["paths"]
    assert {path: set(methods) for path, methods in schema["paths"].items()} == {
        path: set(methods) for path, methods in stored.items()
    }


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda new: new["paths"]["/api/v1/games/{id}/play/"].pop("post"), "POST /api/v1/games/{id}/play/ is gone."),
        (lambda new: schemas(new)["Game"]["properties"].pop("ply"), "Game has no ply any more."),
        (lambda new: schemas(new)["Game"]["required"].remove("ply"), "does not always have ply"),
        (lambda new: schemas(new)["SentMoveRequest"]["required"].append("x"), "needs x."),
        (lambda new: schemas(new)["RulesEnum"]["enum"].remove("btt"), "RulesEnum cannot be 'btt' any more."),
        (
            lambda new: answer_of(new, "problems/").update(schema=schemas(new)["Code"]),
            "GET /api/v1/problems/ answers 200: was application/json: array of Code",
        ),
        (
            lambda new: schemas(new)["Game"]["properties"]["ply"].update(type=["integer", "null"]),
            "Game.ply: was integer and is integer or null.",
        ),
        (
            lambda new: schemas(new)["Round"]["properties"].update(number={"$ref": "#/components/schemas/Code"}),
            "Round.number: was integer and is Code.",
        ),
        (
            lambda new: schemas(new)["SentMoveRequest"]["properties"]["ply"].update(type="string"),
            "SentMoveRequest.ply: was integer and is string.",
        ),
    ],
)
def test_break_is_found(schema: Any, change: Callable[[Any], Any], named: str) -> None:
    new = copy.deepcopy(schema)
    change(new)
    found = breaking_changes(promise_of(schema), promise_of(new))
    assert any(named in sentence for sentence in found), found


@pytest.mark.parametrize(
    "change",
    [
        lambda new: None,
        lambda new: schemas(new)["SentMoveRequest"]["properties"]["ply"].update(type=["integer", "null"]),
        lambda new: schemas(new)["Game"]["properties"].update(mood={"type": "string"}),
        lambda new: schemas(new)["EventKindEnum"]["enum"].append("applauded"),
    ],
    ids=["nothing", "null can be sent, too", "one value more", "one word more"],
)
def test_what_only_adds_is_no_break(schema: Any, change: Callable[[Any], Any]) -> None:
    new = copy.deepcopy(schema)
    change(new)
    assert breaking_changes(promise_of(schema), promise_of(new)) == []


def test_schema_lists_all_codes_and_the_guide_has_them(schema: Any) -> None:
    assert schema["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(CODES)
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", GUIDE.read_text(), re.MULTILINE)
    assert rows == [(code.code, str(code.status), code.title) for code in CODES.values()]


# How a description begins that can only be read after the name of its field: "Of the clock.", "Left out: you."
WITHOUT_SUBJECT = re.compile(
    r"(?:Of|By|At|As|With|From (?!then)|Given|Else|Left out)\b|Twice (?:is|changes)|.*\bnobody knows\b"
)


def descriptions(part: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every description in a part of the schema, with its path."""
    for name, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        if name == "description" and isinstance(value, str):
            yield path, value
        elif name not in ("example", "examples"):
            yield from descriptions(value, f"{path}/{name}")


def test_description_can_be_read_without_the_name_of_its_field(schema: Any) -> None:
    assert WITHOUT_SUBJECT.match("Of the clock.")
    assert [found for found in descriptions(schema) if WITHOUT_SUBJECT.match(found[1])] == []


HOLDS_SCHEMAS = {"schema", "items", "prefixItems", "additionalProperties", "oneOf", "anyOf", "allOf"}
DESCRIBED_BY = {"object": {"properties", "additionalProperties"}, "array": {"items", "prefixItems"}}


def is_free(schema: dict[str, Any]) -> bool:
    """Whether a schema says nothing about a value, or nothing about what is in it."""
    said = schema.get("type", [])
    needed = [DESCRIBED_BY[kind] for kind in ([said] if isinstance(said, str) else said) if kind in DESCRIBED_BY]
    return not all(schema.keys() & names for names in needed or [{"type", "$ref", "const", "enum", *HOLDS_SCHEMAS}])


def free_values(part: Any, path: str = "", *, is_schema: bool = False) -> Iterator[str]:
    """The paths of the schemas in a part of the OpenAPI schema that are free."""
    if isinstance(part, dict):
        if is_schema and is_free(part):
            yield path
        for name, inner in part.items():
            if name in ("properties", "schemas"):
                for of, schema in inner.items():
                    yield from free_values(schema, f"{path}/{name}/{of}", is_schema=True)
            elif name not in ("example", "examples"):
                yield from free_values(inner, f"{path}/{name}", is_schema=name in HOLDS_SCHEMAS)
    elif isinstance(part, list):
        for index, inner in enumerate(part):
            yield from free_values(inner, f"{path}/{index}", is_schema=is_schema)


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"description": "Anything."},
        {"type": "object"},
        {"type": "object", "additionalProperties": {}},
        {"type": "array"},
        {"type": "array", "items": {}},
        {"oneOf": [{"type": "string"}, {}]},
    ],
)
def test_value_of_which_the_schema_says_nothing_is_found(schema: Any, value: Any) -> None:
    new = copy.deepcopy(schema)
    schemas(new)["Game"]["properties"]["ply"] = value
    assert list(free_values(new)) != []


def test_schema_says_of_every_value_what_it_is(schema: Any) -> None:
    assert list(free_values(schema)) == []


def test_every_write_takes_a_key_or_says_why_not(schema: Any) -> None:
    lacking = []
    for path, method, operation in operations_of(schema):
        named = [one for one in operation.get("parameters", ()) if one["name"] == "Idempotency-Key"]
        is_read = method in ("get", "head")
        if (not named and not is_read and "Takes no `Idempotency-Key`. " not in operation["description"]) or any(
            (one["schema"]["minLength"], one["schema"]["maxLength"]) != (1, 100) for one in named
        ):
            lacking.append(f"{method.upper()} {path}")
    assert lacking == []


def test_numbers_in_a_query_have_bounds(schema: Any) -> None:
    without = [
        f"{path}: {one['name']}"
        for path, _, operation in operations_of(schema)
        for one in operation.get("parameters", ())
        if one["in"] == "query" and one["schema"].get("type") == "integer"
        if not {"minimum", "maximum"} <= one["schema"].keys()
    ]
    assert without == []


def test_everything_in_an_answer_is_always_there_or_said_to_be_optional(schema: Any) -> None:
    game = schema["components"]["schemas"]["Game"]
    assert set(game["required"]) == set(game["properties"])
    assert schema["openapi"].startswith("3.1")


def test_every_answer_is_described_with_its_headers(schema: Any) -> None:
    lacking = [
        f"{method.upper()} {path}: {status}"
        for path, method, operation in operations_of(schema)
        for status, answer in operation["responses"].items()
        if not answer["description"]
        or "RateLimit" not in answer["headers"]
        or (status in ("429", "503") and "Retry-After" not in answer["headers"])
    ]
    assert lacking == []
    replayed = schema["paths"]["/api/v1/games/{id}/play/"]["post"]["responses"]["409"]["headers"]
    assert replayed["Idempotent-Replayed"] == {"$ref": "#/components/headers/Idempotent-Replayed"}
    assert "Idempotent-Replayed" in schema["components"]["headers"]


def test_every_operation_has_examples_that_keep_to_its_schema(schema: Any) -> None:
    """Values of its path, what is sent and what is answered: tests/permissions/test_examples.py records them."""
    lacking, wrong = [], []
    for path, method, operation in operations_of(schema):
        name = f"{method.upper()} {path}"
        in_path = [one for one in operation.get("parameters", ()) if one["in"] == "path"]
        sent = operation.get("requestBody", {}).get("content", {})
        answered = [
            form
            for status, answer in operation["responses"].items()
            if status.startswith("2")
            for form in answer.get("content", {}).values()
        ]
        for what, forms in (("path", in_path), ("request", [*sent.values()])):
            lacking += [f"{name}: {what}" for form in forms if "example" not in form]
        answers_nothing = "204" in operation["responses"]  # but to a dry run
        if answered and not answers_nothing and not any("example" in form for form in answered):
            lacking.append(f"{name}: answer")
        for form in (*in_path, *sent.values(), *answered):
            if "example" in form:
                held_to = Draft202012Validator({**form["schema"], "components": schema["components"]})
                slips = held_to.iter_errors(form["example"])
                wrong += [f"{name}: {slip.json_path} {slip.message}" for slip in slips]
    assert (lacking, wrong) == ([], [])


OF_PLAYERS = {"challenge", "come-back", "enter", "play-after-all", "sit-out", "standby", "stay", "accept", "requests"}


def test_whatever_directors_do_to_an_event_has_a_dry_run(schema: Any) -> None:
    without = set()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            is_of_directors = path.startswith(("/api/v1/events/", "/api/v1/event-templates/"))
            if method == "get" or not is_of_directors or OF_PLAYERS & set(path.split("/")):
                continue
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            body = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
            in_query = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"}
            if "dry_run" not in {*schema["components"]["schemas"].get(body, {}).get("properties", {}), *in_query}:
                without.add(f"{method.upper()} {path}")
    assert without == set()
