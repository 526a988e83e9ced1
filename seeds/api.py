"""What REST has in common: bodies that are read within bounds, pages of lists, errors as a code and a sentence."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings

from games.api.strict_input import check_names
from games.exceptions import GameError, RefusedMove
from games.moderation.quotas import QuotaReached
from tournaments.exceptions import EventError, NotAllowed

# 422: understood, and the rules of the game say no. 409: right at another moment, or from the right key.
STATUS_OF_CODE = {
    "no_such_game": 404,
    "no_such_event": 404,
    "not_seated": 403,
    "not_director": 403,
    "not_neutral": 403,
    "not_moderator": 403,
    "suspended": 403,
    "muted": 403,
    "quota": 429,
    "unreadable": 422,
    "ambiguous": 422,
    "illegal": 422,
    "too_much_work": 422,
}
CONFLICT = 409
MAX_BODY_BYTES = 65_536  # the longest turn of any game has a few hundred
_ASK_FOR_KEY = "This needs a key: send the header Authorization: Bearer seeds_... Your settings page makes keys."
OBJECT = "This must be a JSON object: names and values in braces."


class Pages(PageNumberPagination):
    """Lists come in pages of 50, up to 200 on request. ``filters`` of their views say what else the query may name."""

    page_size = 50
    page_size_query_param = "page_size"
    page_size_query_description = "Number of results of a page, 1 to 200; 50 if left out."
    max_page_size = 200

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The page that is asked for. Raises ValidationError for another name in the query, NotFound for no page."""
        filters = view.filters().fields if hasattr(view, "filters") else ()
        check_names(request.query_params, (*filters, self.page_query_param, self.page_size_query_param))
        return super().paginate_queryset(queryset, request, view)

    def get_page_size(self, request: Request) -> int:
        """How many results a page has. Raises ValidationError for what is no number of them."""
        text = request.query_params.get(self.page_size_query_param, str(self.page_size))
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= self.max_page_size):
            raise exceptions.ValidationError(
                {self.page_size_query_param: [f"A page has 1 to {self.max_page_size} results."]}
            )
        return int(text)


class TooLarge(exceptions.APIException):
    """A body that nobody needs to send."""

    status_code = 413
    default_code = "too_large"

    def __init__(self, most: int) -> None:
        super().__init__(f"A request may have {most} bytes. Send less.")


def most_bytes(view: object) -> int:
    """The longest body that a view takes."""
    return getattr(view, "most_bytes", MAX_BODY_BYTES)


class BoundedJSONParser(JSONParser):
    """JSON objects of a size that a person could have meant; a view that needs more says so (``most_bytes``)."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The object in the body. Raises TooLarge, and ParseError for what is no JSON object."""
        most = most_bytes((parser_context or {}).get("view"))
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(most)
        try:
            data = super().parse(io.BytesIO(body), media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError("This JSON is nested too deep. Send a plain object.") from error
        if not isinstance(data, dict):
            raise exceptions.ParseError('Send a JSON object, names and values in braces, such as {"ply": 0}.')
        return data


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of a view: always ``code`` and ``message``, and what else the code promises.

    None for what is no error of the caller's: the server then answers 500 and logs it.
    """
    from rest_framework.views import exception_handler  # its module reads the settings that name this one

    if isinstance(error, GameError):
        return _answer_game_error(error)
    if isinstance(error, EventError):
        body = {"code": error.code, "message": error.message}
        if isinstance(error, NotAllowed) and isinstance(error.refusal, QuotaReached):
            body |= _room_again(error.refusal)
        return Response(body, status=STATUS_OF_CODE.get(error.code, CONFLICT))
    if isinstance(error, RequestDataTooBig):
        error = TooLarge(most_bytes(context.get("view")))
    elif isinstance(error, Http404):
        error = exceptions.NotFound(not_found_in_words(str(error)))
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, exceptions.NotAuthenticated):
        error.detail = exceptions.ErrorDetail(_ASK_FOR_KEY, "not_authenticated")
    answer = exception_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return None
    answer.data = _described(error)
    return answer


def not_found_in_words(described: str) -> str | None:
    """What a shortcut of the framework says about its query, said about what was asked for; other words as they are."""
    by_query = re.fullmatch(r"No (\w+) matches the given query\.", described)
    return f"There is no such {by_query[1].lower()}. Look at the names and numbers in the address." if by_query else (
        described or None
    )  # fmt: skip


def _room_again(error: QuotaReached) -> dict[str, Any]:
    """When a quota has room again, where a clock decides."""
    return {"frees_at": error.frees_at} if error.frees_at else {}


def _answer_game_error(error: GameError) -> Response:
    body: dict[str, Any] = {"code": error.code, "message": error.message}
    if error.submission_id is not None:
        body["submission"] = error.submission_id
    if isinstance(error, QuotaReached):
        body |= _room_again(error)
    if isinstance(error, RefusedMove):
        body |= {"index": error.index, "step": error.step, "rest": error.rest}
    return Response(body, status=STATUS_OF_CODE.get(error.code, CONFLICT))


def _described(error: exceptions.APIException) -> dict[str, Any]:
    if not isinstance(error, exceptions.ValidationError):
        codes = error.get_codes()
        return {"code": codes if isinstance(codes, str) else error.default_code, "message": str(error.detail)}
    problems = _in_plain_words(error.detail)
    if isinstance(problems, list):
        return {"code": "invalid", "message": " ".join(map(str, problems))}
    sentences = [_first_of(name, problem) for name, problem in problems.items()]
    return {"code": "invalid", "message": " ".join(sentences), "problems": problems}


def _in_plain_words(problem: Any) -> Any:
    """The same lists and objects of sentences, without the framework's words for a program's types."""
    if isinstance(problem, list):
        return [_in_plain_words(each) for each in problem]
    if isinstance(problem, dict):
        return {name: _in_plain_words(each) for name, each in problem.items()}
    if "xpected a dictionary" in problem:
        return OBJECT
    if "xpected a list" in problem:
        return "This must be a list, in square brackets."
    return problem


def _first_of(name: str, problem: Any) -> str:
    """The first sentence of a field's problem, after what it is about: "control.cap: A whole number is required."

    A problem may be nested in lists and objects. What is wrong about an object as a whole has the object's own name.
    """
    path = [name]
    while isinstance(problem, (list, dict)) and problem:
        inner, problem = next(iter(problem.items())) if isinstance(problem, dict) else ("", problem[0])
        path.append(str(inner))
    described = ".".join(part for part in path if part not in ("", api_settings.NON_FIELD_ERRORS_KEY))
    return f"{described}: {problem}" if described else str(problem)


def describe_errors(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Say in the schema of every operation that whatever it does not list is an error of the common form."""
    form = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    for operations in result["paths"].values():
        for operation in operations.values():
            described = {
                429: "Too many requests, in a time or at a time: see Retry-After",
                503: "Busy: see Retry-After",
            }
            if "requestBody" in operation:
                described[413] = "A longer body than this operation takes"
            for status, meaning in described.items():
                operation["responses"].setdefault(str(status), {"description": meaning, "content": form})
            operation["responses"].setdefault("default", {"description": "An error", "content": form})
    return result


@csrf_exempt
def no_such_address(request: HttpRequest) -> JsonResponse:
    """Everything below ``/api/`` that is no address of the interface, told as the interface tells errors."""
    message = f"There is nothing at {request.path}. /api/docs/ lists what there is."
    return JsonResponse({"code": "not_found", "message": message}, status=404)
