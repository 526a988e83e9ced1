"""Requests to the REST interface, with the standard library."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

JSON = Any
LONGEST_WAIT = 30  # seconds that a long poll may last
TIMEOUT = LONGEST_WAIT + 30
BUSY = (429, 503)  # answers after which a request is sent again
TRIES = 5


class Problem(Exception):
    """A refusal: ``code`` for programs, the message for people, and all that the answer says."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        super().__init__(str(answer.get("detail", answer)))
        self.status, self.answer = status, answer
        self.code = str(answer.get("code", ""))


class Client:
    """One account of a service. ``site`` is its address, ``key`` begins with ``seeds_``."""

    def __init__(self, site: str, key: str = "", *, sleep: Callable[[float], None] = time.sleep) -> None:
        if not site.startswith(("http://", "https://")):
            raise ValueError(f"The address of the service begins with http:// or https://, not {site!r}.")
        self._base, self._key, self._sleep = f"{site.rstrip('/')}/api/v1/", key, sleep

    def get(self, path: str, **query: Any) -> JSON:
        """The answer to a question, such as ``get("games/17/")``. Raises Problem and URLError."""
        return self._answer(f"{path}?{urlencode(query)}" if query else path, None, "")

    def post(self, path: str, body: Mapping[str, Any], *, once: str = "") -> JSON:
        """Do something. ``once`` is your name for it: sent again, it is done once. Raises Problem and URLError."""
        return self._answer(path, json.dumps(body).encode(), once)

    def _answer(self, path: str, data: bytes | None, once: str) -> JSON:
        for tries_left in reversed(range(TRIES)):
            try:
                with urlopen(self._request(path, data, once), timeout=TIMEOUT) as answer:
                    return json.load(answer)
            except HTTPError as error:
                if error.code not in BUSY or not tries_left:
                    raise Problem(error.code, _read(error)) from None
                self._sleep(float(error.headers.get("Retry-After") or 1))
        raise AssertionError("The last try answers or raises.")

    def _request(self, path: str, data: bytes | None, once: str) -> Request:
        headers = {"Accept": "application/json", "Content-Type": "application/json", "User-Agent": "seeds-client"}
        headers |= {"Authorization": f"Bearer {self._key}"} if self._key else {}
        headers |= {"Idempotency-Key": once} if once else {}
        return Request(self._base + path, data, headers)


def _read(error: HTTPError) -> Mapping[str, Any]:
    try:
        answer = json.load(error)
    except ValueError:
        answer = None
    return answer if isinstance(answer, dict) else {"detail": f"The service answered with {error.code}."}
