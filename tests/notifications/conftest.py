"""Players with mailboxes."""

from __future__ import annotations

import pytest

from tests.notifications.mailbox import PostOffice


@pytest.fixture
def office() -> PostOffice:
    return PostOffice()
