"""Records of games, and the keys with which they are signed."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import record_serializers
from games.api import serializers as shapes
from games.archive import stored_records
from games.archive.files import whole_file
from games.archive.stored_records import public_keys
from games.exceptions import RefusedRecord
from games.models import Game
from games.records.json_form import to_json
from games.records.reading import LONGEST_RECORD, look_at
from games.records.signing import Verdict, judge
from games.rules import RULES
from games.rules.base import Position, Rules
from games.rules.replay import RecordError
from games.work import Budget
from ground.expensive import expensive
from ground.rest.operation import WRITES_NOTHING, Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import ChoiceField, body_of, check_names

RECORD_FORM = OpenApiParameter(
    "form", str, enum=list(stored_records.FORM_OF), description="The form of the records; `json` by default."
)


THEIR_RECORD = {
    "type": "object",
    "description": "A record in Abstract Play's format, whose schema they publish.",
    "required": ["header", "moves"],
    "properties": {
        "header": {
            "type": "object",
            "required": ["game"],
            "properties": {"game": {"type": "object", "properties": {"name": {"type": "string"}}}},
        },
        "moves": {"type": "array", "items": {"type": "array", "items": {"type": ["string", "null"]}}},
    },
}
RECORD = {
    (200, "application/json"): record_serializers.RecordSerializer,
    (200, stored_records.ABSTRACT_PLAY.content_type): THEIR_RECORD,
    (200, "text/plain"): OpenApiTypes.STR,
}


RECORDS = {(200, "application/x-ndjson"): OpenApiTypes.STR, (200, "text/plain"): OpenApiTypes.STR}


def position_body(
    rules: Rules[Any, Any], position: Position[Any], ply: int, step: str | None, *, over: bool
) -> dict[str, Any]:
    """A board, when it was, and what led to it. ``over``: the game ended there, so nobody is to act."""
    acting = None if over else position.seat_to_act
    board = shapes.BoardSerializer(position, context={"rules": rules, "over": over}).data
    return {"ply": ply, "step": step, "to_act": None if acting is None else acting + 1, "board": board}


def form_of(request: Request) -> stored_records.Form:
    """The form of records that the caller asks for. Raises ValidationError."""
    check_names(request.query_params, (RECORD_FORM.name,))
    name = ChoiceField(choices=list(stored_records.FORM_OF)).run_validation(
        request.query_params.get("form", stored_records.JSON.name)
    )
    return stored_records.FORM_OF[name]


def records_answer(request: Request, games: QuerySet[Game]) -> HttpResponseBase:
    """The records of many games, one after another."""
    form = form_of(request)
    pieces = stored_records.write_records(games, form, now=timezone.now())
    return whole_file(pieces, form.content_type_of_many)


class RecordsView(Operation):
    """Records that somebody brings along."""

    permission_classes = [AllowAny]
    takes_no_key = WRITES_NOTHING
    most_bytes = 2 * LONGEST_RECORD  # of a request: in JSON a record is longer than by itself

    @extend_schema(
        summary="Read a record without storing it",
        request=record_serializers.SentRecordSerializer,
        responses={200: record_serializers.LookSerializer, 400: ProblemSerializer, 422: ProblemSerializer,
                   429: ProblemSerializer},
    )  # fmt: skip
    @expensive
    def post(self, request: Request) -> Response:
        """Reads a record as text, JSON or in Abstract Play's format, and checks it against the rules. Nothing is
        stored."""
        sent = body_of(request, record_serializers.SentRecordSerializer)
        try:
            look = look_at(sent["record"], Budget())
        except RecordError as error:
            raise RefusedRecord(str(error)) from error
        record, position = look.record, look.positions[-1]
        step = record.steps[-1] if record.steps else None
        return Response(
            {
                "record": to_json(record),
                "position": position_body(RULES[record.game], position, len(record.steps), step, over=record.is_over),
                "throws": len(look.checked.throws),
                "faults": look.checked.problems,
                "signature": _SIGNATURE_OF[judge(record, public_keys())],
            }
        )


_SIGNATURE_OF = {Verdict.UNSIGNED: "none", Verdict.BROKEN: "broken", Verdict.FOREIGN: "foreign", Verdict.GOOD: "own"}


class RecordKeysView(Operation):
    """The public keys of this site."""

    permission_classes = [AllowAny]

    @extend_schema(
        summary="The keys used to sign records", responses={200: record_serializers.RecordKeySerializer(many=True)}
    )
    def get(self, request: Request) -> Response:
        """The current key first, then earlier ones. `python -m games.records verify FILE --key KEY` checks a record."""
        present, *former = public_keys()
        keys = [(present, True), *((key, False) for key in former)]
        return Response([{"key": key, "algorithm": "Ed25519", "is_current": is_current} for key, is_current in keys])
