"""The errors of REST: problem details (RFC 9457) whose ``code`` is one of a fixed list. Programs decide by the code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from rest_framework.response import Response

from ground.rest.once import PROBLEM_JSON

ADDRESS = "/api/v1/problems/"


@dataclass(frozen=True, slots=True)
class Code:
    """A code with the status of its answers and what it means."""

    code: str
    status: int
    title: str


# 422: understood, and the rules of the game say no. 409: right at another moment, or from the right key.
CODES = {
    code: Code(code, status, title)
    for code, status, title in (
        # what was sent
        ("bad_request", 400, "The address or a header of the request is not valid"),
        ("parse_error", 400, "The body is not a JSON object"),
        ("invalid", 400, "A value is missing, unknown or out of bounds; `errors` says which"),
        ("too_large", 413, "The body is longer than this operation allows"),
        ("unsupported_media_type", 415, "The body is not JSON"),
        ("not_acceptable", 406, "The answer is not available in the requested format"),
        ("method_not_allowed", 405, "The address does not support this method"),
        ("https_only", 403, "The address is available over HTTPS only"),
        ("key_reused", 409, "A different request was sent with this Idempotency-Key"),
        # the caller
        ("not_authenticated", 401, "A key is needed"),
        ("authentication_failed", 401, "The key is unknown, has expired or was revoked"),
        ("permission_denied", 403, "The caller is not allowed to do that"),
        ("missing_scope", 403, "The key lacks the scope that this needs"),
        ("other_event", 403, "The key is limited to another event"),
        ("not_moderator", 403, "Only moderators with a second factor can do that"),
        ("suspended", 403, "Moderators have suspended the account"),
        ("muted", 403, "Moderators have muted the account"),
        # how much
        ("throttled", 429, "Too many requests; `Retry-After` says when to try again"),
        ("too_many_at_once", 429, "Too many expensive requests at once; `Retry-After` says when to try again"),
        ("quota", 429, "The account has reached a quota"),
        ("busy", 503, "The service is busy; `Retry-After` says when to try again"),
        ("unavailable", 503, "The database is unavailable; `Retry-After` says when to try again"),
        ("failed", 500, "An error of the service"),
        ("too_much_work", 422, "The request needs more work than is allowed"),
        # what there is
        ("not_found", 404, "There is nothing at this address"),
        ("no_such_game", 404, "There is no such game"),
        ("no_such_event", 404, "There is no such event"),
        ("no_such_cup", 404, "There is no mini cup with that name"),
        # games
        ("unreadable", 422, "The text is not in the game's notation, or is not a record"),
        ("ambiguous", 422, "The text matches several legal moves"),
        ("illegal", 422, "The rules do not allow the move in this position"),
        ("stale", 409, "Sent for another position; `ply` is the current one, where known"),
        ("not_your_turn", 409, "Another seat is to act"),
        ("not_seated", 403, "The caller has no seat in the game"),
        ("game_over", 409, "The game is over"),
        ("out_of_time", 409, "Arrived after the deadline"),
        ("nothing_offered", 409, "There is no offer to answer, or nobody to receive one"),
        ("cannot_undo", 409, "There is nothing to take back"),
        ("move_held", 409, "The caller has a move waiting to be published"),
        ("nothing_held", 409, "There is no move to cancel"),
        ("no_plan", 409, "There is no plan to delete"),
        ("no_result", 409, "This record format needs a result"),
        ("own_game", 409, "Players cannot watch their own games"),
        ("not_watched", 409, "The game is not watched"),
        ("empty", 409, "The text is empty"),
        ("too_long", 409, "The text is too long"),
        ("enough", 409, "The puzzle has reached its limit of stored solutions"),
        ("refused", 409, "The game does not allow this now"),
        # players
        ("proposal", 409, "The proposal cannot be created or changed"),
        ("absence", 409, "These hours, days or this leave are not available"),
        ("block", 409, "The player cannot be blocked"),
        ("bot_refused", 409, "The bot cannot be declared"),
        ("key_refused", 409, "The key cannot be created"),
        ("webhook", 409, "The program cannot be called, or not now"),
        ("report", 409, "There is nothing to report, or you have already reported it"),
        ("moderation", 409, "The decision does not apply to the account"),
        # events
        ("event", 409, "The event does not allow this now"),
        ("entries_closed", 409, "The event accepts no entries or withdrawals now"),
        ("entry_refused", 409, "The player cannot enter"),
        ("not_director", 403, "Only directors of the event can do that"),
        ("club_refused", 409, "The player cannot join or found the club"),
        ("not_organiser", 403, "Only organisers of the club can do that"),
        ("not_neutral", 403, "The decision concerns the player who would make it"),
        ("cannot_direct", 409, "The action does not apply to the game in its current state"),
        ("cannot_suppose", 409, "The what-if result is not possible"),
    )
}
CONFLICT = 409


def problem(code: str, detail: str, *, status: int | None = None, **more: Any) -> dict[str, Any]:
    """The body of an error. ``status`` None: that of the code."""
    known = CODES.get(code)
    status = status or (known.status if known else CONFLICT)
    return {
        "type": f"{settings.SITE_URL}{ADDRESS}#{code}",
        "title": known.title if known else detail,
        "status": status,
        "detail": detail,
        "code": code,
        "message": detail,
        **more,
    }


def problem_answer(code: str, detail: str, *, status: int | None = None, **more: Any) -> Response:
    """The same as an answer of REST."""
    body = problem(code, detail, status=status, **more)
    return Response(body, status=body["status"], content_type=PROBLEM_JSON)


def plain_problem(request: HttpRequest, code: str, detail: str) -> JsonResponse:
    """The same outside REST's views."""
    body = problem(code, detail)
    return JsonResponse(body, status=body["status"], content_type=PROBLEM_JSON)
