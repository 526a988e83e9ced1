"""What the schema says of every answer: errors, and the headers that come with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from ground.rest.once import HEADER, PROBLEM_JSON, REPLAYED
from seeds.rest.problems import CODES

_TEXT = {"type": "string"}
HEADERS = {
    "RateLimit": {
        "description": 'What is left of the limit: `"user";r=412;t=23` are 412 requests, and more in 23 seconds. '
        "Absent from cached answers, which count against no limit.",
        "schema": _TEXT,
        "example": '"user";r=412;t=23',
    },
    "RateLimit-Policy": {
        "description": 'The limit: `"user";q=600;w=60` are 600 requests in 60 seconds. Absent where `RateLimit` is.',
        "schema": _TEXT,
        "example": '"user";q=600;w=60',
    },
    "Retry-After": {
        "description": "How many seconds to wait before you try again.",
        "schema": {"type": "integer"},
        "example": 23,
    },
    REPLAYED: {
        "description": "Present if this is the stored answer to an earlier request with the same `Idempotency-Key`.",
        "schema": {"type": "string", "const": "true"},
    },
    "ETag": {
        "description": "The version of the answer, where it has one. Send it as `If-None-Match`: 304 means that "
        "nothing has changed.",
        "schema": _TEXT,
    },
}
_ALWAYS = ("RateLimit", "RateLimit-Policy")
LIMITS = {429: "Too many requests, or too many at once: see Retry-After", 503: "Busy: see Retry-After"}


def describe_answers(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Describe the answers of every operation, with their headers; whatever it does not list is a problem with one of
    the codes."""
    components = result["components"]
    components["schemas"]["Problem"]["properties"]["code"] |= {"enum": list(CODES)}
    components["headers"] = {**components.get("headers", {}), **HEADERS}
    for _, method, operation in operations_of(result):
        _describe(method, operation)
    return result


def _describe(method: str, operation: dict[str, Any]) -> None:
    described = dict(LIMITS)
    if "requestBody" in operation:
        described[413] = "The body is longer than this operation accepts"
    for status, meaning in described.items():
        operation["responses"].setdefault(str(status), {"description": meaning})
    operation["responses"].setdefault("default", {"description": "An error"})
    parameters = {one["name"]: one["schema"] for one in operation.get("parameters", ())}
    for schema in parameters.values():
        if schema.get("type") == "string" and "enum" not in schema:
            schema.setdefault("maxLength", 1_000)  # nothing has a longer name
    for status, response in operation["responses"].items():
        is_error = status == "default" or int(status) >= 400
        if is_error:
            response["content"] = {PROBLEM_JSON: {"schema": {"$ref": "#/components/schemas/Problem"}}}
        if not response.get("description"):
            response["description"] = HTTPStatus(int(status)).phrase
        names = list(_ALWAYS)
        if status in ("429", "503"):
            names.append("Retry-After")
        if HEADER in parameters and status not in ("400", "401", "413", "429", "503"):
            names.append(REPLAYED)
        if method == "get" and status == "200":
            names.append("ETag")
        headers = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        response["headers"] = headers | response.get("headers", {})
    operation["responses"]["431"] = {"description": "The address or a header is too long; there is no body"}


STORED = Path(__file__).with_name("examples.json")
METHODS = ("get", "post", "put", "patch", "delete")


def add_examples(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Put the recorded examples into a schema: values of its paths, bodies that are sent, and answers."""
    examples = json.loads(STORED.read_text("utf-8")) if STORED.exists() else {}
    for _, _, operation in operations_of(result):
        if (example := examples.get(operation["operationId"])) is not None:
            _add(operation, example)
    return result


def operations_of(schema: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The path, the method and the description of each operation."""
    for path, operations in schema["paths"].items():
        for method in METHODS:
            if method in operations:
                yield path, method, operations[method]


def _add(operation: dict[str, Any], example: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path" and parameter["name"] in example["path"]:
            parameter["example"] = example["path"][parameter["name"]]
    if "request" in example:
        for form in operation.get("requestBody", {}).get("content", {}).values():
            form["example"] = example["request"]
    answered = operation["responses"].get(str(example["status"]), {}).get("content", {})
    if "answer" in example and example["form"] in answered:
        answered[example["form"]]["example"] = example["answer"]
