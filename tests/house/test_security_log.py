"""The operator's log: when, where and what in one line, in UTC, and who signs in."""

from __future__ import annotations

import logging
import re

import pytest
from django.test import Client

from games.models import Player
from seeds.logs import Discreet


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


@pytest.mark.django_db
def test_signing_in_and_failing_to_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "games.accounts.sign_in_log")
    player = Player.objects.create_user("anna", password="correct-horse-9-battery")
    client = Client()
    client.post("/accounts/login/", {"login": "anna", "password": "wrong-horse-9-battery"})
    assert "failed to sign in from 127.0.0.1" in caplog.text
    client.post("/accounts/login/", {"login": "anna", "password": "correct-horse-9-battery"})
    client.force_login(player)
    client.post("/accounts/logout/")
    assert f"Player {player.pk} has signed in" in caplog.text
    assert f"Player {player.pk} has signed out" in caplog.text
    assert "horse" not in caplog.text
    assert "anna" not in caplog.text
