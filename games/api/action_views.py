"""The operations of what players do, made from each action: what it reads, what it answers, its dry run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from types import NoneType
from typing import Any, cast, get_args, get_origin, get_type_hints

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Call, Input, Outcome, PlayerAction
from games.api.requests import caller
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField, body_of

AnyAction = PlayerAction[Any, Any]  # Any: whatever it is done to, and asks for
Shape = Any  # Any: what describes an answer: a serializer, or one of several
OPERATIONS: dict[str, type[Operation]] = {}  # by action
_FIELDS: Mapping[Any, Callable[..., serializers.Field[Any, Any, Any, Any]]] = {  # Any: types of values
    str: serializers.CharField, int: WholeNumberField, bool: serializers.BooleanField,
    date: serializers.DateField, datetime: serializers.DateTimeField,
}  # fmt: skip


def _field(kind: Any, **more: Any) -> serializers.Field[Any, Any, Any, Any]:  # Any: types, arguments of many types
    """The field of a type: plain values, lists and dictionaries of them."""
    parts = [part for part in get_args(kind) if part is not NoneType]
    if get_origin(kind) in (tuple, list):
        return serializers.ListField(child=_field(parts[0]), **more)
    if get_origin(kind) is dict:
        return serializers.DictField(child=_field(parts[1]), **more)
    if NoneType in get_args(kind):
        return _field(parts[0], allow_null=True, **more)
    return _FIELDS[kind](**more)


def serializer_of(action: AnyAction) -> type[SentSerializer] | None:
    """What its operation reads; None if that is nothing."""
    hints = get_type_hints(action.Inputs)
    made = {name: _input(hints[name], one, is_required=name not in action.optional)
            for name, one in action.inputs.items()}  # fmt: skip
    if action.has_dry_run:
        made["dry_run"] = serializers.BooleanField(default=False, help_text="Preview only: do nothing.")
    name = f"{type(action).__name__}Serializer"
    return type(name, (SentSerializer,), {"__doc__": str(action.meaning), **made}) if made else None


def _input(kind: Any, one: Input, *, is_required: bool) -> serializers.Field[Any, Any, Any, Any]:  # Any: see above
    more: dict[str, Any] = {"help_text": str(one.help_text or one.title), "required": is_required}  # Any: arguments
    if one.choices:
        return ChoiceField(choices=one.choices, **more)
    if one.most is not None:
        more["max_value" if kind is int else "max_length"] = one.most
    if one.least is not None:
        more["min_value"] = one.least
    if kind is str and not is_required:
        more["allow_blank"] = True
    return _field(kind, **more)


def shape_of(facts: type[Any]) -> Shape:  # Any: a dataclass
    """What is answered, made from the dataclass of what came of it."""
    made = {name: _field(kind) for name, kind in get_type_hints(facts).items()}
    return type(f"{facts.__name__}Serializer", (serializers.Serializer,), {"__doc__": facts.__doc__, **made})


def nothing(request: Request) -> None:
    """The target of what is done to nothing that has an address."""


def operation(
    action: AnyAction,
    find: Callable[..., Any] = nothing,  # Any: its target
    *,
    shape: Shape | None = None,
    show: Callable[[Request, Any, Outcome], object] | None = None,  # Any: the same target
    status: int = 200,
    beside: type[Operation] = Operation,
) -> Callable[..., HttpResponseBase]:
    """The view of an action, ``beside`` what another one answers at the same address. ``show`` makes the
    body of the ``shape``; without it the body is made from the facts, if there are any."""
    reads = serializer_of(action)
    writes = shape or (shape_of(action.Facts) if action.Facts else None)

    @extend_schema(
        summary=str(action.title), description=str(action.meaning), request=reads,
        responses={status: writes, **WRITE_ERRORS},
    )  # fmt: skip
    def post(self: Operation, request: Request, **named: object) -> Response:
        values, target = body_of(request, reads) if reads else {}, find(request, **named)
        is_dry, call = values.pop("dry_run", False), Call(caller(request), timezone.now(), source="api")
        outcome = (action.dry_run if is_dry else action.do)(target, action.Inputs(**values), call)
        if show is not None:
            return Response(show(request, target, outcome), status)
        return Response(writes(outcome.facts).data if writes else None, status)

    made = {"post": post, "fields_read": {*action.inputs}, "__doc__": beside.__doc__ or str(action.meaning)}
    if beside is Operation:
        made |= {"permission_classes": [IsAuthenticated], "__doc__": str(action.meaning)}
    OPERATIONS[action.slug] = view = cast(type[Operation], type(f"{type(action).__name__}View", (beside,), made))
    return view.as_view()
