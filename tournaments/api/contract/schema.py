"""What the OpenAPI schema says about the log and about pairings: a component for each kind of entry, and one for each
algorithm. They are made from the types that the log and the formats use themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.extensions import OpenApiSerializerExtension

from ground.rest.typed import Schema, Types, component, union, words_of
from tournaments.api.serializers import LayoutSerializer, RulesetSerializer
from tournaments.event_log.kinds import KINDS, Season
from tournaments.event_log.kinds.base import OPTIONAL
from tournaments.event_rules.layouts import Layout
from tournaments.formats import FORMATS
from tournaments.formats.base import Made
from tournaments.pairing.swiss import Entry
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Bye, Kind

# Classes whose name is that of another component, or would say too little beside all others.
NAMES: Mapping[type, str] = {Bye: "LoggedBye", Season: "EarlierSeason", Entry: "SwissEntry", Kind: "RoundKind"}
SERIALIZERS: Mapping[type, Any] = {Layout: LayoutSerializer, Ruleset: RulesetSerializer}


class ResultSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """An entry of an event's log: one component for each kind, and one for its payload."""

    target_class = "tournaments.api.serializers.ResultSerializer"

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:
        types, plain = Types(auto_schema, NAMES, SERIALIZERS), auto_schema._map_basic_serializer(self.target, direction)
        variants = {}
        for slug, kind in KINDS.items():
            payload = types.object_of(kind, optional=OPTIONAL | kind.later)
            variants[slug] = _variant(
                auto_schema,
                f"{kind.__name__}Result",
                plain,
                f"An entry of the kind `{slug}`. {words_of(kind)}",
                kind={"type": "string", "const": slug},
                payload=component(auto_schema, f"{kind.__name__}Payload", payload, of=kind),
            )
        return union(variants, "kind")


class PairingRunSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A pairing: one component for each algorithm, and one for what it is given."""

    target_class = "tournaments.api.division_serializers.PairingRunSerializer"

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:
        types, plain = Types(auto_schema, NAMES, SERIALIZERS), auto_schema._map_basic_serializer(self.target, direction)
        inputs = {algorithm: cls for form in FORMATS.values() for algorithm, cls in form.inputs.items()}
        variants = {
            algorithm: _variant(
                auto_schema,
                f"{cls.__name__.removesuffix('Given')}PairingRun",
                plain,
                f"A pairing by `{algorithm}`. {words_of(type(self.target))}",
                algorithm={"type": "string", "const": algorithm},
                given=types.component_of(cls),
                made=types.component_of(Made),
            )
            for algorithm, cls in inputs.items()
        }
        return union(variants, "algorithm")


def _variant(auto_schema: Any, name: str, plain: Schema, description: str, **properties: Schema) -> Schema:
    """A component like a plain one, with other properties."""
    made = {**plain, "description": description, "properties": plain["properties"] | properties}
    return component(auto_schema, name, made)
