"""What REST has in common: pages of lists, errors as a code and a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from math import ceil
from typing import Any, cast

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from rest_framework import exceptions
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.utils.urls import remove_query_param, replace_query_param

from games.exceptions import GameError, RefusedMove, StalePly
from games.moderation.quotas import QuotaReached
from ground.rest.once import PROBLEM_JSON
from ground.rest.strict_input import OBJECT, check_names, whole_number
from seeds.rest.bodies import TooLarge, most_bytes
from seeds.rest.problems import plain_problem, problem, problem_answer
from tournaments.exceptions import EventError, NotAllowed

_ASK_FOR_KEY = "This needs a key: send the header Authorization: Bearer seeds_... Your settings page makes keys."


class Pages(PageNumberPagination):
    """Lists come in pages of 50, up to 200 on request. ``filters`` of their views say what else the query may name.

    Lists of views that say ``newest_first`` have the greatest ``id`` first, and go on before the last one that was
    read, so that nothing moves from one page to the next while rows are added.
    """

    before_query_param = "before"

    page_size = 50
    page_size_query_param = "page_size"
    page_size_query_description = "The number of results on a page, 1 to 200; 50 by default."
    max_page_size = 200
    invalid_page_message = "There is no page {page_number}. Follow `next`, or begin with page 1."

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """The page that is asked for. Raises ValidationError for another name in the query, NotFound for no page."""
        filters = view.filters().fields if hasattr(view, "filters") else ()
        self.newest_first = getattr(view, "newest_first", False)
        own = [self.page_query_param, self.page_size_query_param]
        if self.newest_first:
            own.append(self.before_query_param)
        check_names(request.query_params, (*filters, *own))
        self.whole = None
        if self.newest_first and (text := request.query_params.get(self.before_query_param)) is not None:
            self.whole = queryset.count()
            queryset = queryset.filter(pk__lt=whole_number(self.before_query_param, text))
        return super().paginate_queryset(queryset, request, view)

    def get_page_number(self, request: Request, paginator: object) -> int:
        """Which page is asked for. Raises ValidationError."""
        return whole_number(self.page_query_param, request.query_params.get(self.page_query_param, "1"))

    def get_paginated_response(self, data: object) -> Response:
        """The page; ``count`` is of the whole list, wherever the page begins."""
        answer = super().get_paginated_response(data)
        if self.whole is not None:
            answer.data["count"] = self.whole
        return answer

    def get_next_link(self) -> str | None:
        """Where the list goes on."""
        link = super().get_next_link()
        if link is None or not self.newest_first:
            return link
        last = cast(Any, self.page).object_list[-1].pk
        return str(replace_query_param(remove_query_param(link, self.page_query_param), self.before_query_param, last))

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """A page of a list, whose items are of that schema."""
        described: dict[str, Any] = super().get_paginated_response_schema(schema)
        address = {"type": ["string", "null"], "format": "uri"}
        links = {
            "count": {"type": "integer", "description": "The number of results on all pages together."},
            "next": {**address, "description": "The address of the next page; null on the last page."},
            "previous": {**address, "description": "The address of the previous page; null on the first page."},
        }
        return {
            **described,
            "properties": {**described["properties"], **links},
            "required": sorted(described["properties"]),
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """What the query of a list may name."""
        parameters = super().get_schema_operation_parameters(view)
        for parameter, bounds in zip(parameters, ({}, {"maximum": self.max_page_size}), strict=True):
            parameter["schema"] |= {"minimum": 1, **bounds}
        if getattr(view, "newest_first", False):
            described = (
                "Only items with a smaller `id`. `next` uses this, so that nothing moves from one page to another."
            )
            before = {"name": self.before_query_param, "required": False, "in": "query", "description": described}
            parameters.append({**before, "schema": {"type": "integer"}})
        return list(parameters)

    def get_page_size(self, request: Request) -> int:
        """How many results a page has. Raises ValidationError for what is no number of them."""
        text = request.query_params.get(self.page_size_query_param, str(self.page_size))
        if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= self.max_page_size):
            raise exceptions.ValidationError(
                {self.page_size_query_param: [f"A page has 1 to {self.max_page_size} results."]}
            )
        return int(text)


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception of a view: problem details with a code, and what else the code promises.

    None for what is no error of the caller's: the server then answers 500 and logs it.
    """
    from rest_framework.views import exception_handler  # its module reads the settings that name this one

    if isinstance(error, GameError):
        return _answer_game_error(error)
    if isinstance(error, EventError) and _stands_at_field(error, context):
        error = exceptions.ValidationError({error.field: [error.message]})
    elif isinstance(error, NotAllowed) and isinstance(error.refusal, QuotaReached):
        return _answer_game_error(error.refusal)
    elif isinstance(error, EventError):
        return problem_answer(error.code, error.message)
    if isinstance(error, RequestDataTooBig):
        error = TooLarge(most_bytes(context.get("view")))
    elif isinstance(error, Http404):
        error = exceptions.NotFound(not_found_in_words(str(error)))
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    elif isinstance(error, exceptions.NotAuthenticated):
        error.detail = exceptions.ErrorDetail(_ASK_FOR_KEY, "not_authenticated")
    elif isinstance(error, exceptions.APIException) and (described := _what_there_is(error, context)):
        error.detail = exceptions.ErrorDetail(described, error.default_code)
    answer = exception_handler(error, context)
    if answer is None or not isinstance(error, exceptions.APIException):
        return None
    answer.data = _described(error, answer.status_code)
    answer.content_type = PROBLEM_JSON
    return answer


def _what_there_is(error: exceptions.APIException, context: dict[str, Any]) -> str:
    """What an address has, where it does not have what was asked for; blank for another error."""
    match error:
        case exceptions.MethodNotAllowed():
            methods = ", ".join(context["view"].allowed_methods)
            return gettext("This address has the methods {methods}.").format(methods=methods)
        case exceptions.UnsupportedMediaType():
            return gettext("Send the body as JSON, with the header Content-Type: application/json.")
        case exceptions.NotAcceptable():
            forms = ", ".join(dict.fromkeys(form.media_type for form in context["view"].renderer_classes))
            return gettext("The answer is available as {forms}. Name it in the header Accept, or send none.").format(
                forms=forms
            )
    return ""


def _stands_at_field(error: EventError, context: dict[str, Any]) -> bool:
    """Whether an event refuses one of the values that were sent, or could have been: then it is an error of that
    value."""
    view, request = context.get("view"), context.get("request")
    sent = getattr(request, "data", None)
    fields = {*(sent if isinstance(sent, dict) else ()), *getattr(view, "fields_read", ())}
    return error.code == EventError.code and error.field in fields


def not_found_in_words(described: str) -> str | None:
    """What a shortcut of the framework says about its query, said about what was asked for; other words as they are."""
    by_query = re.fullmatch(r"No (\w+) matches the given query\.", described)
    return f"There is no such {by_query[1].lower()}. Look at the names and numbers in the address." if by_query else (
        described or None
    )  # fmt: skip


def _answer_game_error(error: GameError) -> Response:
    more: dict[str, Any] = {}
    if error.submission_id is not None:
        more["submission"] = error.submission_id
    match error:
        case QuotaReached(frees_at=datetime()):
            more["frees_at"] = error.frees_at
        case RefusedMove():
            more |= {"index": error.index, "step": error.step, "rest": error.rest}
        case StalePly(ply=int()):
            more["ply"] = error.ply
    answer = problem_answer(error.code, error.message, **more)
    if isinstance(error, QuotaReached):
        _name_quota(error, answer)
    return answer


def _name_quota(error: QuotaReached, answer: Response) -> None:
    """Write the quota into the headers of an answer, and after how many seconds a clock makes room again."""
    name, span, again = error.quota.name, error.quota.within, error.frees_at
    answer["RateLimit-Policy"] = f'"{name}";q={error.most}' + (f";w={round(span.total_seconds())}" if span else "")
    answer["RateLimit"] = f'"{name}";r=0'
    if again:
        answer["Retry-After"] = str(max(1, ceil((again - timezone.now()).total_seconds())))
        answer["RateLimit"] += f";t={answer['Retry-After']}"


def _described(error: exceptions.APIException, status: int) -> dict[str, Any]:
    if not isinstance(error, exceptions.ValidationError):
        codes = error.get_codes()
        code = codes if isinstance(codes, str) else error.default_code
        return problem("not_found" if code == "error" else code, str(error.detail), status=status)
    problems = _in_plain_words(error.detail)
    if isinstance(problems, list):
        return problem("invalid", " ".join(map(str, problems)))
    sentences = [_first_of(name, one) for name, one in problems.items()]
    return problem("invalid", " ".join(sentences), errors=list(_by_value(problems)))


def _by_value(problems: Any, path: tuple[str, ...] = ()) -> Iterator[dict[str, str]]:
    """Every sentence of nested lists and objects with the path of what it is about."""
    if isinstance(problems, dict):
        for name, inner in problems.items():
            yield from _by_value(inner, path if name == api_settings.NON_FIELD_ERRORS_KEY else (*path, str(name)))
    elif isinstance(problems, list):
        for inner in problems:
            yield from _by_value(inner, path)
    else:
        yield {"field": ".".join(path), "detail": str(problems)}


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


@csrf_exempt
def no_such_address(request: HttpRequest) -> JsonResponse:
    """Everything below ``/api/`` that is no address of the interface, told as the interface tells errors."""
    message = f"There is nothing at {request.path}. /api/docs/ lists what there is."
    return plain_problem(request, "not_found", message)
