"""A program on ``seeds-client`` outlives every absence of the service, and asks again no sooner than it is told."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from http.client import RemoteDisconnected
from io import BytesIO
from types import ModuleType
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from django.conf import settings


@pytest.fixture
def rest(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(settings.ROOT / "bin/packages/client"))
    from seeds_client import rest

    return rest


def answered(status: int, after: str = "", body: bytes = b"") -> HTTPError:
    headers = Message()
    headers["Retry-After"] = after
    return HTTPError("", status, "", headers, BytesIO(body))


def answering(monkeypatch: pytest.MonkeyPatch, rest: ModuleType, *answers: Any) -> None:
    """One request after the other gets one of these, an exception or a file."""
    left: Iterator[Any] = iter(answers)

    def urlopen(*_: Any, **__: Any) -> Any:
        if isinstance(answer := next(left), Exception):
            raise answer
        return answer

    monkeypatch.setattr(rest, "urlopen", urlopen)


def test_patient_client_asks_until_there_is_an_answer(monkeypatch: pytest.MonkeyPatch, rest: ModuleType) -> None:
    lost = [URLError("no such name"), RemoteDisconnected(""), BytesIO(b"half"), answered(500), answered(429, "3")]
    answering(monkeypatch, rest, answered(503, "7"), *lost, BytesIO(b'{"ply": 1}'))
    slept: list[float] = []
    assert rest.Client("http://seeds.example", sleep=slept.append).patient().get("games/1/") == {"ply": 1}
    assert slept == [7, 14, 28, 56, 60, 60]


@pytest.mark.parametrize(("status", "code", "pauses"), [(503, "busy", 4), (429, "quota", 0), (409, "illegal", 0)])
def test_client_gives_up_in_the_end(
    monkeypatch: pytest.MonkeyPatch, rest: ModuleType, status: int, code: str, pauses: int
) -> None:
    body = b'{"code": "%s"}' % code.encode()
    answering(monkeypatch, rest, *(answered(status, "1", body) for _ in range(5)))
    slept: list[float] = []
    with pytest.raises(rest.Problem) as refused:
        rest.Client("http://seeds.example", sleep=slept.append).post("games/1/play/", {})
    assert (refused.value.code, len(slept)) == (code, pauses)
