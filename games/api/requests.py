"""What the views of REST share: the caller, the key of a request, and the errors that the schema names."""

from __future__ import annotations

from typing import cast

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import serializers as shapes
from games.models import Game, Player
from games.play.submissions import Receipt

KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="Your own name for this submission, up to 100 characters. Sent again with it, it counts once.",
)


READ_ERRORS = {404: shapes.ErrorSerializer, 429: shapes.ErrorSerializer}


WRITE_ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 429), shapes.ErrorSerializer)


MOVE_ERRORS = {**WRITE_ERRORS, 422: shapes.ErrorSerializer}


def caller(request: Request) -> Player:
    """The player who calls; for views that let nobody else in."""
    return cast(Player, request.user)


def key_of(request: Request) -> str | None:
    """The submission key that the caller chose, marked as of this door. Raises ValidationError."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not key or len(key) > 100 or not key.isascii() or not key.isprintable():
        raise serializers.ValidationError("Idempotency-Key must be 1 to 100 printable ASCII characters.")
    return f"api:{key}"


def receipt_answer(receipt: Receipt) -> Response:
    """A receipt, and where its game stands now."""
    submission = receipt.submission
    game = Game.objects.get(submissions=submission)
    return Response(
        {
            "submission": receipt.number,
            "state": submission.state,
            "repeated": receipt.repeated,
            "message": submission.message,
            "receipt": submission.receipt,
            "first_seq": submission.first_seq,
            "last_seq": submission.last_seq,
            "status": game.status,
            "ply": game.ply,
            "to_act": None if game.to_act is None else game.to_act + 1,
            "deadline": game.deadline,
            "hint": "" if game.is_over else game.game_rules.hint(game.load_position()),
        }
    )
