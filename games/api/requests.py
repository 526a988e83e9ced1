"""What the views of REST share: the caller, and the errors that the schema names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.utils.cache import get_conditional_response
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.contract.problem import ProblemSerializer
from games.models import Player
from games.play.submissions import Receipt
from games.records.canonical import digest_of

READ_ERRORS = {404: ProblemSerializer, 429: ProblemSerializer}


WRITE_ERRORS = dict.fromkeys((400, 401, 403, 404, 409, 429), ProblemSerializer)


MOVE_ERRORS = {**WRITE_ERRORS, 422: ProblemSerializer}


def caller(request: Request) -> Player:
    """The player who calls; for views that let nobody else in."""
    return cast(Player, request.user)


def answer_if_new(request: Request, body: Any) -> Response:
    """The body with its ETag, or 304 for a caller who has it."""
    return answer_under(request, f'"{digest_of(body)}"', lambda: body)


def answer_under(request: Request, etag: str, body: Callable[[], Any]) -> Response:
    """The same with an ETag that is known before the body is made. Both answers have it (RFC 9110, 15.4.5)."""
    unchanged = cast(Response | None, get_conditional_response(request._request, etag=etag))
    answer = Response(body()) if unchanged is None else unchanged
    answer["ETag"] = etag
    return answer


def receipt_answer(receipt: Receipt) -> Response:
    """A receipt, and where its game stands now."""
    submission = receipt.submission
    game = submission.game
    if game is None:
        raise TypeError(f"Submission {submission.pk} is about no game.")
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
