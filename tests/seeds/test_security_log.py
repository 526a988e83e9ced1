"""The operator's log: when, where and what in one line, in UTC, and who signs in."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games.models import Player
from seeds.logs import Discreet, Json, Syslog


def line_of(message: str) -> str:
    """A message as the log has it."""
    record = logging.LogRecord("seeds.web", logging.WARNING, "here.py", 1, message, None, None)
    return Discreet("{asctime} {levelname} {name}: {message}", style="{").format(record)


def test_line_has_time_level_and_place() -> None:
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING seeds\.web: Full\.", line_of("Full."))


def test_line_end_in_a_message_makes_no_second_entry() -> None:
    assert line_of("Not Found: /x\r\n2026 INFO seeds: all is well").endswith(
        r": Not Found: /x\r\n2026 INFO seeds: all is well"
    )
    assert "\n" not in line_of("a\nb")


def test_entry_as_json_can_be_read_and_gives_nothing_away() -> None:
    try:
        raise RuntimeError(f"of turn-{'a' * 26}@play.localhost")
    except RuntimeError:
        cause = sys.exc_info()
    record = logging.LogRecord("seeds.web", logging.ERROR, "here.py", 1, "A %s\nof ours", ("fault",), cause)
    line = Json().format(record)
    assert "\n" not in line
    entry = json.loads(line)
    assert entry["level"] == "ERROR"
    assert entry["place"] == "seeds.web"
    assert entry["message"] == "A fault\nof ours"
    assert entry["at"].endswith("Z")
    assert "of turn-xxxx@" in entry["traceback"]


@pytest.mark.slow
@pytest.mark.parametrize("is_local", [False, True])
def test_entries_go_to_the_collector_that_is_named(is_local: bool, tmp_path: Path) -> None:
    place = str(tmp_path / "log") if is_local else ("127.0.0.1", 0)
    with socket.socket(socket.AF_UNIX if is_local else socket.AF_INET, socket.SOCK_DGRAM) as collector:
        collector.settimeout(10)
        collector.bind(place)
        _, port = ("", 0) if is_local else collector.getsockname()
        named = f"unix:{place}" if is_local else f"127.0.0.1:{port}"
        program = (
            "import django, logging; django.setup(); logging.getLogger('games').warning('Player 7 has %s', 'tried')"
        )
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "seeds.settings", "LOG_SYSLOG": named},
            check=True, capture_output=True, cwd=settings.ROOT,
        )  # fmt: skip
        while b"Player 7" not in (entry := collector.recv(65_536)):
            continue
    assert re.fullmatch(
        rb"<28>1 20\d\d-\d\d-\d\dT\S+ \S+ seeds \d+ - - 20\d\d\S+Z WARNING - games: Player 7 has tried", entry
    )


def test_collector_that_is_away_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handler = Syslog(str(tmp_path / "nowhere"), 0)
    for _ in range(3):
        handler.handle(logging.LogRecord("seeds.web", logging.ERROR, "here.py", 1, "A fault.", None, None))
    handler.close()
    assert capsys.readouterr().err == ""


@pytest.mark.django_db
def test_signing_in_and_failing_to_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "games.accounts.sign_in_log")
    player = Player.objects.create_user("anna", password="correct-horse-9-battery")
    client = Client()
    client.post("/accounts/login/", {"login": "anna", "password": "wrong-horse-9-battery"})
    assert "A sign-in from 127.0.0.1 failed" in caplog.text
    client.post("/accounts/login/", {"login": "anna", "password": "correct-horse-9-battery"})
    client.force_login(player)
    client.post("/accounts/logout/")
    assert f"Player {player.pk} has signed in" in caplog.text
    assert f"Player {player.pk} has signed out" in caplog.text
    assert "horse" not in caplog.text
    assert "anna" not in caplog.text
