"""The errors of REST: problem details (RFC 9457) whose ``code`` is one of a fixed list. Programs decide by the code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, JsonResponse
from rest_framework.response import Response

from games.api.contract.once import PROBLEM_JSON

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
        ("parse_error", 400, "The body is no JSON object"),
        ("invalid", 400, "A value is missing, unknown or out of bounds; `errors` says which"),
        ("too_large", 413, "The body is longer than this operation takes"),
        ("unsupported_media_type", 415, "The body is in another form than JSON"),
        ("not_acceptable", 406, "There is no answer in the form that was asked for"),
        ("method_not_allowed", 405, "The address does not have this method"),
        ("https_only", 403, "The address is asked over HTTPS only"),
        ("key_reused", 409, "Another request was sent under this Idempotency-Key"),
        # the caller
        ("not_authenticated", 401, "A key is needed"),
        ("authentication_failed", 401, "The key is unknown, has expired or was revoked"),
        ("permission_denied", 403, "This caller may not do that"),
        ("missing_scope", 403, "The key was made without the scope that this needs"),
        ("other_event", 403, "The key is limited to another event"),
        ("not_moderator", 403, "Only moderators with a second factor may do that"),
        ("suspended", 403, "Moderators have suspended the account"),
        ("muted", 403, "Moderators have muted the account"),
        # how much
        ("throttled", 429, "Too many requests in a time; `Retry-After` says when to try again"),
        ("too_many_at_once", 429, "Too many costly requests at a time; `Retry-After` says when to try again"),
        ("quota", 429, "The account has or has sent as much as it can"),
        ("busy", 503, "The service is busy; `Retry-After` says when to try again"),
        ("unavailable", 503, "The database is away; `Retry-After` says when to try again"),
        ("too_much_work", 422, "The request would take more work than one may"),
        # what there is
        ("not_found", 404, "There is nothing at this address"),
        ("no_such_game", 404, "There is no such game"),
        ("no_such_event", 404, "There is no such event"),
        ("no_such_cup", 404, "There is no mini cup of that name"),
        # games
        ("unreadable", 422, "The text is no notation of the game, or no record"),
        ("ambiguous", 422, "The text fits several legal moves"),
        ("illegal", 422, "The rules do not allow the move now"),
        ("stale", 409, "Sent for another moment of the game; `ply` is the game's now, where it is known"),
        ("not_your_turn", 409, "Another seat is to act"),
        ("not_seated", 403, "The caller has no seat in the game"),
        ("game_over", 409, "The game is over"),
        ("out_of_time", 409, "Arrived after the deadline"),
        ("nothing_offered", 409, "There is no offer to answer, or nobody to make one to"),
        ("cannot_undo", 409, "There is nothing to take back"),
        ("move_held", 409, "A move of the caller's waits to be published"),
        ("nothing_held", 409, "There is no move to cancel"),
        ("no_plan", 409, "There is no plan to drop"),
        ("no_result", 409, "This form of record needs a result"),
        ("own_game", 409, "Players cannot watch their own games"),
        ("not_watched", 409, "The game is not watched"),
        ("empty", 409, "There is no text to say"),
        ("too_long", 409, "The text is longer than it can be"),
        ("enough", 409, "So many solutions of the puzzle are kept and no more"),
        ("refused", 409, "It cannot be done with the game now"),
        # players
        ("proposal", 409, "The proposal cannot be made or changed"),
        ("absence", 409, "These hours, days or this leave cannot be had"),
        ("block", 409, "The player cannot be blocked"),
        ("bot_refused", 409, "The bot cannot be declared"),
        ("key_refused", 409, "The key cannot be made"),
        ("webhook", 409, "The program cannot be called, or not at this moment"),
        ("report", 409, "There is nothing to report, or it was reported"),
        ("moderation", 409, "The decision does not fit the account"),
        # events
        ("event", 409, "It cannot be done with the event now"),
        ("entries_closed", 409, "The event takes no entries and no withdrawals now"),
        ("entry_refused", 409, "The player may not enter"),
        ("not_director", 403, "Only directors of the event may do that"),
        ("club_refused", 409, "The player cannot join or found the club"),
        ("not_organiser", 403, "Only organisers of the club may do that"),
        ("not_neutral", 403, "It concerns the player who would decide it"),
        ("cannot_direct", 409, "The action does not fit the game as it stands"),
        ("cannot_suppose", 409, "The result that was supposed is not possible"),
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
