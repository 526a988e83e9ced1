"""Pages for visitors, kept as bytes under what they show: made once, and then given out until something changes.

A page is found by its ETag, which names the log, the language and the address; a page that shows something else has
another one, so that nothing needs to be removed. Visitors with a cookie of ours, whatever it says, get a page of their
own.
"""

from __future__ import annotations

import gzip

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

KEPT = 60  # seconds: what a page shows besides the log, such as the name of an account, is as old at most


def is_for_everybody(request: HttpRequest) -> bool:
    """Whether the page for this request is the same for all visitors."""
    return not request.COOKIES and not request.user.is_authenticated


def find(request: HttpRequest, etag: str) -> HttpResponse | None:
    """The page with this ETag, if it is for everybody and was made lately."""
    packed: bytes | None = cache.get(_key(request, etag)) if is_for_everybody(request) else None
    if packed is None:
        return None
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(packed))
    page = HttpResponse(packed, headers={"Content-Encoding": "gzip"})
    patch_vary_headers(page, ["Accept-Encoding"])
    return page


def keep(request: HttpRequest, etag: str, page: HttpResponse) -> None:
    """Keep a page that is for everybody; one with a form is not."""
    if is_for_everybody(request) and "CSRF_COOKIE" not in request.META:
        cache.set(_key(request, etag), gzip.compress(page.content, mtime=0), KEPT)


def _key(request: HttpRequest, etag: str) -> str:
    return f"page:{request.scheme}:{request.get_host()}:{etag}"
