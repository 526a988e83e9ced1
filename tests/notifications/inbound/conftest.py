"""Players who write mails, and a game that waits for one."""

from __future__ import annotations

import pytest

from tests.games.conftest import Start
from tests.notifications.mailbox import Correspondent, PostOffice, Table


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
