"""Players who write mails, a game that waits for one, and the server that takes them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import timezone

from games.play.creation import create_game
from tests.games.conftest import THREE_DAYS, Start
from tests.notifications.inbound.doors import Door, open_door
from tests.notifications.mailbox import Correspondent, Mailbox, PostOffice, Table


@pytest.fixture
def anna(file_database: Path, office: PostOffice) -> Mailbox:
    """Anna, who is to move first in a casual game that begins now."""
    anna, bert = office.box("anna"), office.box("bert")
    office.now = timezone.now()
    players = [anna.player, bert.player]
    create_game(rules="btt", players=players, control=THREE_DAYS, at=office.now, rated=False)
    return anna


@pytest.fixture
def door(file_database: Path) -> Iterator[Door]:
    with open_door() as opened:
        yield opened


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
