"""What a change of the OpenAPI schema breaks for programs that were written for the one before.

``python -m tests.contract_changes`` stores what the present schema promises, for the next changes to be held to.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

Json = dict[str, Any]
STORED = Path(__file__).parent.parent / "docs/api-contract.json"
METHODS = ("get", "post", "put", "patch", "delete")


def breaking_changes(before: Json, after: Json) -> list[str]:
    """Every change between two promises (see :func:`promise_of`) that can stop a program, as a sentence."""
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
            yield from _of_parameters(name, operations[method]["parameters"], now["parameters"])
            if operations[method]["operationId"] != now["operationId"]:
                yield f"{name} has another operationId."
            yield from _of_kinds(f"{name} is sent", operations[method]["body"], now["body"], is_sent=True)
            for status, kind in operations[method]["responses"].items():
                if status not in now["responses"]:
                    yield f"{name} does not answer {status} any more."
                else:
                    yield from _of_kinds(f"{name} answers {status}", kind, now["responses"][status], is_sent=False)


def _of_parameters(name: str, before: list[Json], after: list[Json]) -> Iterator[str]:
    known = {(one["name"], one["in"]): one for one in before}
    there = {(one["name"], one["in"]): one for one in after}
    yield from (f"{name} takes no {gone[0]} any more." for gone in known.keys() - there.keys())
    for key, parameter in there.items():
        if parameter.get("required") and not known.get(key, {}).get("required"):
            yield f"{name} needs {key[0]}."
        if key in known:
            yield from _of_kinds(f"{name}: {key[0]}", known[key]["kind"], parameter["kind"], is_sent=True)


def _of_components(before: Json, after: Json) -> Iterator[str]:
    there = after["components"]
    for name, was in before["components"].items():
        now = there.get(name)
        if now is None:
            yield f"{name} is gone."
            continue
        yield from (f"{name} has no {one} any more." for one in was["properties"].keys() - now["properties"].keys())
        if was["is_sent"]:
            yield from (f"{name} needs {one}." for one in set(now["required"]) - set(was["required"]))
            yield from (f"{name} cannot be {one!r} any more." for one in set(was["enum"]) - set(now["enum"]))
        if was["is_answered"]:
            yield from (
                f"{name} does not always have {one} any more." for one in {*was["required"]} - {*now["required"]}
            )
        for one in was["properties"].keys() & now["properties"].keys():
            both = was["properties"][one], now["properties"][one]
            yield from _of_kinds(f"{name}.{one}", *both, is_sent=not was["is_answered"])


def _of_kinds(name: str, before: list[str], after: list[str], *, is_sent: bool) -> Iterator[str]:
    """What is sent may be of more kinds than before, what is answered of fewer."""
    is_within = set(before) <= set(after) if is_sent else set(after) <= set(before)
    if before and not is_within:
        yield f"{name}: was {' or '.join(before)} and is {' or '.join(after) or 'nothing'}."


def present_schema() -> Json:
    """The schema as programs load it, a copy for the caller. Needs the apps."""
    schema: Json = json.loads(_written_schema())
    return schema


@cache
def _written_schema() -> bytes:
    """As JSON; made once, since that takes seconds."""
    from drf_spectacular.generators import SchemaGenerator
    from drf_spectacular.renderers import OpenApiJsonRenderer

    described = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    written: bytes = OpenApiJsonRenderer().render(described, renderer_context={})
    return written


def promise_of(schema: Json) -> Json:
    """What a schema promises, and :func:`breaking_changes` looks at: kinds, names, and what is always there."""
    operations = [
        (path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]
    paths: Json = {}
    for path, method, operation in operations:
        paths.setdefault(path, {})[method] = _operation(operation)
    components = schema["components"]["schemas"]
    sent = _reached(components, [(one.get("requestBody"), one.get("parameters")) for _, _, one in operations])
    answered = _reached(components, [[one["responses"] for _, _, one in operations], schema.get("webhooks")])
    kept = {
        name: {
            "is_sent": name in sent,
            "is_answered": name in answered,
            "required": component.get("required", []),
            "enum": component.get("enum", []),
            "properties": {one: kinds(of) for one, of in component.get("properties", {}).items()},
        }
        for name, component in components.items()
    }
    return {"paths": paths, "components": kept}


def _operation(operation: Json) -> Json:
    return {
        "operationId": operation["operationId"],
        "parameters": [
            {name: one[name] for name in ("name", "in", "required") if name in one} | {"kind": kinds(one["schema"])}
            for one in operation.get("parameters", ())
        ],
        "body": _content(operation.get("requestBody", {})),
        "responses": {status: _content(of) for status, of in operation["responses"].items() if status.startswith("2")},
    }


def _content(body: Json) -> list[str]:
    return sorted(f"{form}: {kind}" for form, of in body.get("content", {}).items() for kind in kinds(of["schema"]))


def kinds(schema: Json) -> list[str]:
    """Of which kinds a value can be: names of components and types, of a list also what is in it."""
    if "$ref" in schema:
        return [schema["$ref"].rpartition("/")[2]]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return sorted({kind for one in schema[several] for kind in kinds(one)})
    if "const" in schema:
        return [f"the word {schema['const']}"]
    types = schema.get("type", "anything")
    return sorted({_with_inner(kind, schema) for kind in ([types] if isinstance(types, str) else types)})


def _with_inner(kind: str, schema: Json) -> str:
    inner = {"array": schema.get("items"), "object": schema.get("additionalProperties")}.get(kind)
    return f"{kind} of {' or '.join(kinds(inner))}" if isinstance(inner, dict) else kind


def _reached(components: Json, part: Any) -> set[str]:
    """The components that a part of the schema names, and those that they name in turn."""
    found: set[str] = set()
    waiting = [part]
    while waiting:
        match waiting.pop():
            case {"$ref": str(address)} if address.startswith("#/components/schemas/"):
                name = address.rpartition("/")[2]
                if name not in found:
                    found.add(name)
                    waiting.append(components[name])
            case dict(inner):
                waiting += [value for name, value in inner.items() if name not in ("example", "examples")]
            case list(inner) | tuple(inner):
                waiting += inner
    return found


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    STORED.write_text(json.dumps(promise_of(present_schema()), indent=1) + "\n")
