"""What the log says of requests: a line for what was refused, a traceback only for what is wrong with the service."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from granian.log import LogLevels, configure_logging

from seeds.serve import WEB_LOG

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def forbidden(request: HttpRequest) -> HttpResponse:
    raise PermissionDenied("Only the player who proposed a game can withdraw it.")


def broken(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("A fault of ours.")


def missing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404)


urlpatterns = [path("forbidden/", forbidden), path("broken/", broken), path("missing/", missing)]
handler403 = handler404 = handler500 = "tests.seeds.test_logs.plain"


def plain(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return HttpResponse(status=500 if exception is None else 403)


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What the handler of the settings writes, formatted as it formats it."""
    [handler] = [handler for handler in logging.getLogger().handlers if handler.get_name() == "stderr"]
    written: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if handler.filter(record):
                written.append(handler.format(record))

    kept = Kept()
    logging.getLogger("django.request").addHandler(kept)
    yield written
    logging.getLogger("django.request").removeHandler(kept)


@pytest.mark.parametrize("address", ["/forbidden/", "/missing/", "/nowhere/"])
def test_refused_request_is_one_line(client: Client, lines: list[str], address: str) -> None:
    client.get(address)
    assert [line.count("\n") for line in lines] == [0]
    assert address in lines[0]


def test_fault_of_ours_has_its_traceback(lines: list[str]) -> None:
    Client(raise_request_exception=False).get("/broken/")
    assert "RuntimeError: A fault of ours." in lines[0]
    assert "Traceback" in lines[0]


def test_granian_says_everything_but_to_start_fewer_threads(capsys: pytest.CaptureFixture[str]) -> None:
    logger = logging.getLogger("_granian")
    configure_logging(LogLevels.info, json.loads(Path(WEB_LOG["GRANIAN_LOG_CONFIG"]).read_text()))
    try:
        logger.warning("Configuration allows spawning up to 32 Python threads, which seems quite high.")
        logger.warning("Unexpected exit from worker-1")
        logger.info("Listening at: http://127.0.0.1:8000")
    finally:
        logger.handlers.clear()
        logging.getLogger("granian.access").handlers.clear()
    said = capsys.readouterr().out
    assert said == "[WARNING] Unexpected exit from worker-1\n[INFO] Listening at: http://127.0.0.1:8000\n"
