"""One more channel of notification: a class and a line in the list, and every mail to be written passes it once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import pytest

from notifications import tasks
from notifications.channels import CHANNELS
from notifications.channels.base import Channel
from notifications.models import OutboundMail
from notifications.outbound import sending
from tests.games.conftest import NOON, Start

pytestmark = pytest.mark.django_db


class Lamp(Channel):
    """Lights up once for each row of the outbox about a game."""

    slug = "lamp"

    def __init__(self) -> None:
        self.lit: list[tuple[str, int | None]] = []
        self.sweeps: list[datetime] = []

    def notify(self, mails: Sequence[OutboundMail], *, now: datetime) -> None:
        self.lit += [(str(mail.kind), mail.game_id) for mail in mails]

    def deliver_waiting(self, *, now: datetime) -> int:
        self.sweeps.append(now)
        return 0


@pytest.fixture
def lamp() -> Iterator[Lamp]:
    lamp = Lamp()
    CHANNELS.append(lamp)
    yield lamp
    CHANNELS.remove(lamp)


def test_channel_hears_of_a_turn_once_and_before_its_mail(lamp: Lamp, start: Start) -> None:
    game = start("anna", "ben")
    [mail] = OutboundMail.objects.filter(kind="turn")
    sending.send([mail.pk], now=NOON)
    sending.send([mail.pk], now=NOON)
    assert lamp.lit == [("turn", game.pk)]


def test_sweep_reaches_every_channel(lamp: Lamp) -> None:
    tasks.deliver_waiting()
    assert len(lamp.sweeps) == 1
