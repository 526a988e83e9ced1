"""What REST publishes of an event's log and pairings, held to the schema."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from rest_framework.renderers import JSONRenderer

from tests.contract_changes import present_schema
from tournaments.api.division_serializers import PairingRunSerializer
from tournaments.api.serializers import ResultSerializer
from tournaments.models import Event, PairingRun


def slips_of(event: Event) -> list[str]:
    """Every value of the log and of the pairings that the schema describes otherwise, or not at all."""
    entries = ResultSerializer(event.log_entries.order_by("seq"), many=True).data
    runs = PairingRunSerializer(PairingRun.objects.filter(division__event=event), many=True).data
    return [
        slip
        for union, values in (("Result", entries), ("PairingRun", runs))
        for value in json.loads(JSONRenderer().render(values))
        for slip in slips_in(union, value)
    ]


def slips_in(union: str, value: Any) -> Iterator[str]:
    """Whatever keeps a value from having the form of the component of a union to which it says that it belongs."""
    said = value[_components()[union]["discriminator"]["propertyName"]]
    if said not in variants(union):
        yield f"{union} has no component for {said}."
        return
    for slip in _validator(variants(union)[said]).iter_errors(value):
        yield f"{said}: {slip.json_path} {slip.message}"


def variants(union: str) -> Mapping[str, str]:
    """The components of a union, by the value that tells them apart."""
    mapping = _components()[union]["discriminator"]["mapping"]
    return {value: reference.rpartition("/")[2] for value, reference in mapping.items()}


@cache
def _validator(component: str) -> Any:
    return Draft202012Validator({"$ref": f"#/components/schemas/{component}", "components": {"schemas": _components()}})


@cache
def _components() -> dict[str, Any]:
    """All components; an object has no properties but those that are described."""
    components: dict[str, Any] = present_schema()["components"]["schemas"]
    return {name: _closed(component) for name, component in components.items()}


def _closed(component: Any) -> Any:
    return {"additionalProperties": False, **component} if "properties" in component else component
