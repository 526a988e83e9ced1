"""Values in the query of a page's address: what cannot be meant is answered 400, with what can.

An empty value counts as none, as forms send it; names that no page knows are left alone: others append them to links.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.core.exceptions import BadRequest
from django.core.paginator import EmptyPage, Page, Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.utils.translation import gettext, ngettext

LONGEST_QUOTE = 40


def chosen_value(request: HttpRequest, name: str, values: Iterable[str]) -> str:
    """The value of that name, one of a few; empty if it is left out. Raises BadRequest with those there are."""
    value, known = request.GET.get(name, ""), [str(one) for one in values]
    if value and value not in known:
        raise BadRequest(
            gettext("%(name)s cannot be “%(value)s”. It can be: %(values)s.")
            % {"name": name, "value": value[:LONGEST_QUOTE], "values": ", ".join(known)}
        )
    return value


def number_from_1(request: HttpRequest, name: str) -> int | None:
    """The whole number of that name; None if it is left out. Raises BadRequest for what is no number from 1."""
    value = request.GET.get(name, "")
    if not value:
        return None
    if not (value.isascii() and value.isdecimal() and len(value) < 10 and int(value)):
        raise BadRequest(
            gettext("%(name)s must be a whole number from 1, not “%(value)s”.")
            % {"name": name, "value": value[:LONGEST_QUOTE]}
        )
    return int(value)


def page_of(
    request: HttpRequest,
    found: Any,
    size: int,
    *,
    name: str = "page",
    count: int | None = None,
    first: Sequence[object] | None = None,
) -> Page[Any]:
    """The page of a list that the address asks for, the first if none; ``count`` is how long the list is, if known.
    Raises BadRequest; Http404 beyond the last.

    A list that fits on a page is not counted by the database. ``first`` are the rows of the first page, and the next
    one, if they are known; then ``found`` is a function that makes the query.
    """
    number = number_from_1(request, name) or 1
    if first is None and number == 1 and isinstance(found, QuerySet):
        first = list(found[: size + 1])
    first = first if number == 1 else None
    if first is not None and len(first) <= size:
        found = first
    pages = Paginator(found() if callable(found) else found, size)
    if count is not None:
        vars(pages)["count"] = count  # before it counts itself
    try:
        page = pages.page(number)
    except EmptyPage as error:
        count = pages.num_pages
        raise Http404(
            ngettext("This list has %(count)s page.", "This list has %(count)s pages.", count) % {"count": count}
        ) from error
    if first is not None:
        page.object_list = first[:size]
    return page
