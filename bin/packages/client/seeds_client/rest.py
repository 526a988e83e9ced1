"""Requests to the REST interface, with the standard library."""

from __future__ import annotations

import copy
import json
import logging
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from typing import Any, Self
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

JSON = Any
LONGEST_WAIT = 30  # seconds that a long poll may last
TIMEOUT = LONGEST_WAIT + 30
BUSY = (429, 503)  # answers after which a request is sent again
TRIES = 5
LONGEST_PAUSE = 60  # seconds between two tries of a patient client

log = logging.getLogger("seeds_client")


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
        self._base, self._key, self.sleep = f"{site.rstrip('/')}/api/v1/", key, sleep
        self._is_patient = False

    def patient(self) -> Self:
        """The same account, asked again and again, at most a minute apart, while the service is away or fails."""
        other = copy.copy(self)
        other._is_patient = True
        return other

    def get(self, path: str, **query: Any) -> JSON:
        """The answer to a question, such as ``get("games/17/")``. Raises Problem and URLError."""
        return self._answer(f"{path}?{urlencode(query)}" if query else path, None, "")

    def post(self, path: str, body: Mapping[str, Any], *, once: str = "") -> JSON:
        """Do something. ``once`` is your name for it: sent again, it is done once. Raises Problem and URLError."""
        return self._answer(path, json.dumps(body).encode(), once)

    def _answer(self, path: str, data: bytes | None, once: str) -> JSON:
        tries, pause = 0, 1.0
        while True:
            tries += 1
            try:
                with urlopen(self._request(path, data, once), timeout=TIMEOUT) as answer:
                    return json.load(answer)
            except HTTPError as error:
                problem = Problem(error.code, _read(error))
                is_busy = error.code in BUSY and problem.code != "quota"  # which has room tomorrow
                if not (is_busy and tries < TRIES) and not (self._is_patient and (is_busy or error.code >= 500)):
                    raise problem from None
                asked, said = error.headers.get("Retry-After") or "", f"it answered with {error.code}"
                pause = max(pause, float(asked)) if asked.isdecimal() else pause
            except (OSError, HTTPException, ValueError) as error:  # not reached, cut off, or no JSON
                if not self._is_patient:
                    raise
                said = str(error)
            log.warning("%s: %s. The next try is in %d s.", self._base, said, pause)
            self.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

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
