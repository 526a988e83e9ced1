"""Examples in the schema: of each operation a call with its answer, recorded by tests/permissions/test_examples.py."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
