"""Players who write mails, and a game that waits for one."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from games.play.creation import create_game
from tests.games.conftest import THREE_DAYS, Start
from tests.notifications.mailbox import Correspondent, Mailbox, PostOffice, Table


def to_move_now(office: PostOffice, **terms: Any) -> Mailbox:
    """Anna, who is to move first in a game that begins now."""
    anna, bert = office.box("anna"), office.box("bert")
    office.now = timezone.now()
    create_game(rules="btt", players=[anna.player, bert.player], control=THREE_DAYS, at=office.now, **terms)
    return anna


@pytest.fixture
def anna(postgres_database: str, office: PostOffice) -> Mailbox:
    return to_move_now(office)


@pytest.fixture
def table(office: PostOffice, start: Start) -> Table:
    """A game of BTT in which anna is to place the null."""
    boxes = office.box("anna"), office.box("bert")
    return start("anna", "bert"), *boxes


@pytest.fixture
def dora(office: PostOffice) -> Correspondent:
    return Correspondent(office, "dora")


@pytest.fixture
def emil(office: PostOffice) -> Correspondent:
    return Correspondent(office, "emil")
