"""The contract with programs: what the stored schema promises still holds, and the papers name what there is."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
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


def test_breaks_are_found_and_what_only_adds_is_none(schema: Any) -> None:
    added, broken = copy.deepcopy(schema), copy.deepcopy(schema)
    schemas(added)["SentMoveRequest"]["properties"]["ply"].update(type=["integer", "null"])
    schemas(added)["Game"]["properties"].update(mood={"type": "string"})
    schemas(added)["EventKindEnum"]["enum"].append("applauded")
    before = promise_of(schema)
    assert breaking_changes(before, promise_of(added)) == []
    broken["paths"]["/api/v1/games/{id}/play/"].pop("post")
    answer_of(broken, "problems/").update(schema=schemas(broken)["Code"])
    schemas(broken)["RulesEnum"]["enum"].remove("btt")
    schemas(broken)["SentMoveRequest"]["required"].append("x")
    schemas(broken)["SentMoveRequest"]["properties"]["ply"].update(type="string")
    game, number = schemas(broken)["Game"], {"$ref": "#/components/schemas/Code"}
    game["properties"].pop("seq")
    game["required"].remove("ply")
    game["properties"]["ply"].update(type=["integer", "null"])
    schemas(broken)["Round"]["properties"].update(number=number)
    found = breaking_changes(before, promise_of(broken))
    for named in (
        "POST /api/v1/games/{id}/play/ is gone.",
        "GET /api/v1/problems/ answers 200: was application/json: array of Code",
        "RulesEnum cannot be 'btt' any more.",
        "needs x.",
        "SentMoveRequest.ply: was integer and is string.",
        "Game has no seq any more.",
        "does not always have ply",
        "Game.ply: was integer and is integer or null.",
        "Round.number: was integer and is Code.",
    ):
        assert any(named in sentence for sentence in found), (named, found)


def test_schema_lists_all_codes_and_the_guide_has_them(schema: Any) -> None:
    assert schema["components"]["schemas"]["Problem"]["properties"]["code"]["enum"] == list(CODES)
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \| (.*) \|$", GUIDE.read_text(), re.MULTILINE)
    assert rows == [(code.code, str(code.status), code.title) for code in CODES.values()]


# How a description begins that can only be read after the name of its field: "Of the clock.", "Left out: you."
WITHOUT_SUBJECT = re.compile(
    r'"description": "(?:(?:Of|By|At|As|With|From (?!then)|Given|Else|Left out)\b|Twice (?:is|changes)|.*nobody knows)'
)


def test_description_can_be_read_without_the_name_of_its_field(schema: Any) -> None:
    written = json.dumps(schema, indent=0)
    assert WITHOUT_SUBJECT.search('"description": "Of the clock."')
    assert WITHOUT_SUBJECT.findall(written) == []


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


FREE: list[Any] = [
    {}, {"description": "Anything."}, {"type": "object"}, {"type": "object", "additionalProperties": {}},
    {"type": "array"}, {"type": "array", "items": {}}, {"oneOf": [{"type": "string"}, {}]},
]  # fmt: skip


def test_schema_says_of_every_value_what_it_is(schema: Any) -> None:
    assert [value for value in FREE if not list(free_values({"properties": {"ply": value}}))] == []
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
        or (status != "431" and "RateLimit" not in answer["headers"])
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
