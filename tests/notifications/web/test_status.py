"""The status page says in plain words whether mail flows and what was given back to clocks."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat, Outage
from notifications.models import OutboundMail
from tests.games.browsing import Page
from tests.games.conftest import Start

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_parts_live() -> None:
    now = timezone.now()
    for name in ("web", "worker", "worker of mail in", "worker of mail out", "mail intake"):
        Heartbeat.objects.create(name=name, at=now, clear_until=now)


def page() -> str:
    return Page(200, Client().get("/status/").content.decode(), "/status/").text


def test_all_is_well() -> None:
    said = page()
    for sentence in (
        "Everything works.",
        "Mails go out within minutes.",
        "All clocks run as they should.",
        "None so far.",
    ):
        assert sentence in said


def test_mail_that_does_not_leave_is_said_with_its_time(start: Start) -> None:
    start("anna", "bert")
    OutboundMail.objects.update(state="waiting", sent_at=None, due_at=timezone.now() - timedelta(hours=2))
    said = page()
    assert "Mails are late: the oldest has waited since" in said
    assert "Mails that you send are read within minutes." in said
    assert "Everything works." not in said


def test_silent_intake_is_said_and_that_mail_is_not_lost() -> None:
    Heartbeat.objects.filter(name="mail intake").update(at=timezone.now() - timedelta(minutes=30))
    said = page()
    assert "Mails have not been read since" in said
    assert "Send yours anyway" in said
    assert "At this moment nobody can lose on time:" in said


@pytest.mark.parametrize(("credited", "sentence"), [(True, "was given back"), (False, "is being given back")])
def test_outages_are_listed_with_what_became_of_them(credited: bool, sentence: str) -> None:
    now = timezone.now()
    ended = now - timedelta(days=1)
    Outage.objects.create(
        part="web",
        starts_at=ended - timedelta(hours=3),
        ends_at=ended,
        noted_at=ended,
        credited_at=ended if credited else None,
    )
    said = page()
    assert "Without an outage since" in said
    assert "3 hours" in said
    assert sentence in said
