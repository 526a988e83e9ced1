"""What the views of REST share: the caller, and the answer to a move."""

from __future__ import annotations

from typing import cast

from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.play.submissions import Receipt
from ground.rest.answers import WRITE_ERRORS
from ground.rest.problem import ProblemSerializer

MOVE_ERRORS = {**WRITE_ERRORS, 422: ProblemSerializer}


def caller(request: Request) -> Player:
    """The player who calls; for views that let nobody else in."""
    return cast(Player, request.user)


def receipt_answer(receipt: Receipt) -> Response:
    """A receipt, and where its game stands now."""
    return Response(receipt_body(receipt))


def receipt_body(receipt: Receipt) -> dict[str, object]:
    """The same as values."""
    submission = receipt.submission
    game = submission.game
    if game is None:
        raise TypeError(f"Submission {submission.pk} is about no game.")
    return {
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
