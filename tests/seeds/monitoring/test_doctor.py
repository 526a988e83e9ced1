"""``manage.py doctor``: what is not well, and what to do about it."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from games.models import Heartbeat, Player
from games.uptime.outages import record_run
from notifications.models import OutboundMail
from seeds import embedded
from seeds.monitoring.doctor import Verdict, examine

pytestmark = pytest.mark.django_db


def sentences(verdict: Verdict, subject: str) -> list[str]:
    """What the doctor finds about a subject, with that verdict."""
    found = examine(timezone.now())
    return [one.sentence for one in found if (one.verdict, one.subject) == (verdict, subject)]


def give_sign(name: str, *, ago: timedelta = timedelta(0)) -> None:
    at = timezone.now() - ago
    Heartbeat.objects.create(name=name, at=at, clear_until=at, ticks=0, boot="")


@pytest.fixture
def smtp_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A mail server on this machine that greets, and is ours as the environment says."""

    class Greeting(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"220 ready\r\n")
            while line := self.request.recv(512):
                self.request.sendall(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 ok\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Greeting) as server:
        monkeypatch.setenv("MAIL_SMTP", f"127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=[0.05])
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def test_service_that_nobody_can_join_is_found(settings: Any) -> None:
    settings.REGISTRATION = "by-staff"
    Player.objects.create(username="anna")
    assert sentences(Verdict.POOR, "joining") == [
        "Nobody can join: no invitation is open, and nobody can make one. Run manage.py invite."
    ]
    Player.objects.create(username="asta", is_staff=True)
    assert sentences(Verdict.GOOD, "joining") == ["People with an invitation can join (by-staff)."]


def test_service_that_runs_is_well(smtp_server: int, settings: Any) -> None:
    settings.REDIS_URL = ""
    give_sign("worker")
    for name in settings.CELERY_BEAT_SCHEDULE:
        record_run(name, at=timezone.now())
    said = StringIO()
    call_command("doctor", stdout=said)
    assert "good  mail in: Mail is received by: SMTP.\n" in said.getvalue()
    assert "good  processes: All processes send heartbeats.\n" in said.getvalue()
    assert "bad" not in said.getvalue()


def test_silent_part_is_named_and_ends_with_status_1(smtp_server: int, settings: Any) -> None:
    settings.REDIS_URL = ""
    give_sign("worker", ago=timedelta(minutes=9))
    said = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=said)
    assert "bad   processes: worker has sent no heartbeat since " in said.getvalue()


def test_mail_server_is_asked_whether_it_lets_us_in(smtp_server: int, settings: Any) -> None:
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "smtp://", "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp_server
    assert sentences(Verdict.GOOD, "mail out") == [f"127.0.0.1:{smtp_server} accepts our sign-in."]
    settings.EMAIL_PORT = embedded.free_port()
    (refused,) = sentences(Verdict.BAD, "mail out")
    assert refused.endswith("Correct EMAIL_URL, or ask the operator of the server.")


def test_mail_that_has_waited_for_long_is_found() -> None:
    old = timezone.now() - timedelta(hours=2)
    reader = Player.objects.create(username="anna")
    OutboundMail.objects.create(kind="digest", reader=reader, dedupe_key="x", created_at=old, due_at=old)
    (waits,) = sentences(Verdict.BAD, "outbox")
    assert waits.startswith("A mail has been waiting since ")


def test_host_without_an_address_and_dkim_file_without_a_key_are_found(settings: Any) -> None:
    settings.SITE_HOST, settings.MAIL_DKIM_KEY = "seeds.invalid", "no key"
    described = sentences(Verdict.BAD, "DNS")
    assert described[0].endswith("Publish an A or AAAA record.")
    assert described[1].startswith("MAIL_DKIM_KEY_FILE: ")
