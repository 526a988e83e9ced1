"""What is refused before Django: bodies without a length, larger than anybody needs, or too many that come slowly.

A body is read here whole, so that a thread which waits for one keeps nothing else; few of one caller are waited for.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from io import BytesIO

from ground.expensive import ConcurrencySlots, Overload, address_of
from seeds.visitors import Application, Environ, HeadersOnly, StartResponse

MOST_BYTES = 4_000_000
BODIES_AT_ONCE, BODIES_AT_ONCE_EACH = 24, 6  # each keeps a thread: see WEB_THREADS


class Front:
    """A WSGI application in front of another one."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self._places = ConcurrencySlots(BODIES_AT_ONCE, BODIES_AT_ONCE_EACH)

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        if "HTTP_TRANSFER_ENCODING" in environ:  # even with a length, on which a proxy may rely
            return _refuse(start_response, 411, "Send Content-Length instead of Transfer-Encoding.")
        if (length := int(environ.get("CONTENT_LENGTH") or 0)) > MOST_BYTES:
            return _refuse(start_response, 413, f"A request may have {MOST_BYTES:,} bytes. Send less.")
        if length:
            caller = address_of(HeadersOnly(environ))
            try:
                self._places.take(caller)
            except Overload as overload:
                return _refuse(start_response, overload.status_code, str(overload.detail), overload.wait)
            try:
                body = environ["wsgi.input"].read(length)
            finally:
                self._places.free(caller)
            if len(body) < length:
                return _refuse(start_response, 400, "The body is shorter than Content-Length says.")
            environ["wsgi.input"] = BytesIO(body)
        return self._application(environ, start_response)


def _refuse(start_response: StartResponse, status: int, sentence: str, wait: int = 0) -> Iterable[bytes]:
    headers = [("Content-Type", "text/plain; charset=utf-8"), ("Connection", "close")]
    headers += [("Retry-After", str(wait))] if wait else []
    start_response(f"{status} {HTTPStatus(status).phrase}", headers)
    return [sentence.encode()]
