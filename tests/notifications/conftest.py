"""Players with mailboxes, and games between them."""

from __future__ import annotations

import pytest

from tests.games.conftest import Start, start  # noqa: F401 - a fixture
from tests.notifications.mailbox import PostOffice
from tests.tournaments.conftest import league  # noqa: F401 - a fixture


@pytest.fixture
def office() -> PostOffice:
    return PostOffice()
