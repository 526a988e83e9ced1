"""Two people join by mail, enter a league, play it and read its final table, through a real SMTP server."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Game, Player
from notifications.inbound import processing
from notifications.lab.mail_client import ReadMail
from notifications.models import InboundMail
from tests.games.conftest import THREE_DAYS
from tests.notifications.inbound.test_door import Source, common_door, smtp  # noqa: F401 - fixtures
from tests.notifications.mailbox import PostOffice
from tests.tournaments.conftest import friend
from tests.tournaments.playing import settle
from tournaments.running import services

pytestmark = [pytest.mark.services]


class Person:
    """Somebody with nothing but a mailbox, from this machine: in development that is proof."""

    def __init__(self, office: PostOffice, door: Source, name: str) -> None:
        self.office, self.door, self.name, self.sent = office, door, name, 0
        self.address = f"{name}@example.org"

    def write(self, text: str, to: str = "", subject: str = "") -> InboundMail:
        self.sent += 1
        to = to or f"play@{settings.MAIL_DOMAIN}"
        named = f"Subject: {subject or 'hello'}\r\nMessage-ID: <{self.name}{self.sent}@x>"
        head = f"From: {self.address}\r\nTo: {to}\r\n{named}"
        self.door.take(f"{head}\r\n\r\n{text}\r\n".encode(), to, self.address)
        self.office.now = timezone.now()
        for pk in InboundMail.objects.filter(state="waiting").values_list("pk", flat=True):
            processing.read(pk, now=self.office.now, names=self.office.zone)
        self.office.work()
        return InboundMail.objects.latest("pk")

    def mails(self) -> list[ReadMail]:
        return list(self.office.sent_to(self.address))

    def answer(self, text: str, about: str = "") -> InboundMail:
        mail = [mail for mail in self.mails() if about in mail.subject][-1]
        return self.write(text, mail.reply_to, f"Re: {mail.subject}")


@pytest.mark.slow
def test_from_signing_up_to_the_final_table_of_a_league(smtp: Source, office: PostOffice, settings) -> None:  # type: ignore[no-untyped-def]  # noqa: F811
    settings.TRUST_LOOPBACK_MAIL = True
    office.now = timezone.now()
    people = [Person(office, smtp, name) for name in ("dora", "emil")]
    for person in people:
        person.write(f"sign up {person.name}")
        person.answer("yes")
        assert Player.objects.filter(username=person.name).exists()
    director = friend("cleo")
    event = services.create_event(
        name="Spring", director=director, rules="btt", control=THREE_DAYS, at=office.now - timedelta(days=1)
    )
    services.open_entries(event_id=event.pk, player=director)
    for person in people:
        person.write("events")
        assert "| Spring" in person.mails()[-1].text
        assert person.answer("join Spring").outcome == "played"
    services.start_event(event_id=event.pk, player=director, at=timezone.now())
    while running := Game.objects.filter(status="running").first():
        mover = next(person for person in people if person.name == running.turn.player.username)
        office.now = timezone.now()
        office.work()
        text = f"{running.pk} null d3" if running.ply == 0 else "resign"
        about = "" if running.ply == 0 else f"Game {running.pk}:"
        assert (mover.write(text) if not about else mover.answer(text, about)).outcome == "played"
        settle(event, timezone.now())
    office.now = timezone.now() + timedelta(minutes=5)
    for person in people:
        office.work()
        assert any("final standings" in mail.subject for mail in person.mails())
        assert person.write("standings Spring").outcome == "answered"
        assert "dora" in person.mails()[-1].text
