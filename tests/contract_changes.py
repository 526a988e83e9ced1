"""What a change of the OpenAPI schema breaks for programs that were written for the one before.

``python -m tests.contract_changes`` stores what the present schema promises, for the next changes to be held to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
STORED = Path(__file__).parent.parent / "docs/api-contract.json"
METHODS = ("get", "post", "put", "patch", "delete")


def breaking_changes(before: Json, after: Json) -> list[str]:
    """Every change that can stop a program, as a sentence."""
    return sorted({*_of_operations(before, after), *_of_components(before, after)})


def _of_operations(before: Json, after: Json) -> Iterator[str]:
    for path, operations in before["paths"].items():
        for method in METHODS:
            if method not in operations:
                continue
            name, now = f"{method.upper()} {path}", after["paths"].get(path, {}).get(method)
            if now is None:
                yield f"{name} is gone."
                continue
            known = {(one["name"], one["in"]): one for one in operations[method].get("parameters", ())}
            there = {(one["name"], one["in"]): one for one in now.get("parameters", ())}
            yield from (f"{name} takes no {gone[0]} any more." for gone in known.keys() - there.keys())
            for key, parameter in there.items():
                if parameter.get("required") and not known.get(key, {}).get("required"):
                    yield f"{name} needs {key[0]}."
            if operations[method]["operationId"] != now["operationId"]:
                yield f"{name} has another operationId."
            for status in operations[method]["responses"]:
                if status.startswith("2") and status not in now["responses"]:
                    yield f"{name} does not answer {status} any more."


def _of_components(before: Json, after: Json) -> Iterator[str]:
    there = after["components"]["schemas"]
    for name, schema in before["components"]["schemas"].items():
        if name not in there:
            yield f"{name} is gone."
        elif name.endswith("Request"):
            yield from _of_sent(name, schema, there[name])
        else:
            yield from _of_answered(name, schema, there[name])


def _of_sent(name: str, before: Json, after: Json) -> Iterator[str]:
    yield from (f"{name} needs {one}." for one in set(after.get("required", ())) - set(before.get("required", ())))
    yield from (f"{name} takes no {one} any more." for one in _properties(before) - _properties(after))
    yield from (
        f"{name} cannot be {one!r} any more." for one in set(before.get("enum", ())) - set(after.get("enum", ()))
    )
    yield from _of_types(name, before, after)


def _of_answered(name: str, before: Json, after: Json) -> Iterator[str]:
    yield from (f"{name} has no {one} any more." for one in _properties(before) - _properties(after))
    yield from (
        f"{name} does not always have {one} any more."
        for one in set(before.get("required", ())) - set(after.get("required", ()))
    )
    yield from _of_types(name, before, after)


def _of_types(name: str, before: Json, after: Json) -> Iterator[str]:
    for one in _properties(before) & _properties(after):
        was, now = (schema["properties"][one].get("type") for schema in (before, after))
        if was != now and was is not None and now is not None:
            yield f"{name}.{one} was {was} and is {now}."


def _properties(schema: Json) -> set[str]:
    return set(schema.get("properties", {}))


def present_schema() -> Json:
    """The schema as programs load it. Needs the apps."""
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer

    described = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    schema: Json = json.loads(OpenApiJsonRenderer().render(described, renderer_context={}))
    return schema


def promise_of(schema: Json) -> Json:
    """What :func:`breaking_changes` looks at, and nothing else."""
    paths: Json = {}
    for path, operations in schema["paths"].items():
        paths[path] = {
            method: {
                "operationId": operation["operationId"],
                "parameters": [
                    {name: one[name] for name in ("name", "in", "required") if name in one}
                    for one in operation.get("parameters", ())
                ],
                "responses": {status: {} for status in operation["responses"] if status.startswith("2")},
            }
            for method, operation in operations.items()
        }
    schemas = {}
    for name, component in schema["components"]["schemas"].items():
        kept = {part: component[part] for part in ("required", "enum") if part in component}
        properties = component.get("properties", {})
        kept["properties"] = {one: {"type": of["type"]} if "type" in of else {} for one, of in properties.items()}
        schemas[name] = kept
    return {"paths": paths, "components": {"schemas": schemas}}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    STORED.write_text(json.dumps(promise_of(present_schema()), indent=1) + "\n")
