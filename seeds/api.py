"""What every REST answer has in common: pages of lists, and errors as a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response

from games.exceptions import GameError, RefusedMove
from tournaments.exceptions import EventError

# 422: understood, and the rules of the game say no. 409: right at another moment, or from the right key.
STATUS_OF_CODE = {
    "no_such_game": 404,
    "no_such_event": 404,
    "not_seated": 403,
    "not_director": 403,
    "unreadable": 422,
    "ambiguous": 422,
    "illegal": 422,
}
CONFLICT = 409


class Pages(PageNumberPagination):
    """Lists come in pages of 50, up to 200 on request."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of a view: always ``code`` and ``message``, and what else the code promises.

    None for what is no error of the caller's: the server then answers 500 and logs it.
    """
    from rest_framework.views import exception_handler  # its module reads the settings that name this one

    if isinstance(error, GameError):
        return _answer_game_error(error)
    if isinstance(error, EventError):
        body = {"code": error.code, "message": error.message}
        return Response(body, status=STATUS_OF_CODE.get(error.code, CONFLICT))
    if isinstance(error, Http404):
        error = exceptions.NotFound(str(error) or None)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    answer = exception_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return None
    answer.data = _told(error)
    return answer


def _answer_game_error(error: GameError) -> Response:
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.submission_id is not None:
        body["submission"] = error.submission_id
    if isinstance(error, RefusedMove):
        body |= {"index": error.index, "step": error.step, "rest": error.rest}
    return Response(body, status=STATUS_OF_CODE.get(error.code, CONFLICT))


def _told(error: exceptions.APIException) -> dict[str, Any]:
    if not isinstance(error, exceptions.ValidationError):
        codes = error.get_codes()
        return {"code": codes if isinstance(codes, str) else error.default_code, "message": str(error.detail)}
    detail = error.detail
    if isinstance(detail, list):
        return {"code": "invalid", "message": " ".join(map(str, detail))}
    named = [f"{name}: {_first(problem)}" for name, problem in detail.items()]
    return {"code": "invalid", "message": " ".join(named), "problems": detail}


def _first(problem: Any) -> str:
    """The first sentence of a problem that may be nested in lists and objects."""
    while isinstance(problem, (list, dict)) and problem:
        problem = next(iter(problem.values())) if isinstance(problem, dict) else problem[0]
    return str(problem)


def describe_errors(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Say in the schema of every operation that whatever it does not list is an error of the common form."""
    form = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"].setdefault("default", {"description": "An error", "content": form})
    return result


@csrf_exempt
def no_such_address(request: HttpRequest) -> JsonResponse:
    """Everything below ``/api/`` that is no address of the interface, told as the interface tells errors."""
    message = f"There is nothing at {request.path}. /api/docs/ lists what there is."
    return JsonResponse({"code": "not_found", "message": message}, status=404)
