"""Players with mailboxes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import nullcontext

import pytest

from tests.notifications.mailbox import PostOffice, without_drawing


@pytest.fixture
def office() -> PostOffice:
    return PostOffice()


@pytest.fixture
def real_pictures() -> None:
    """For tests that look at the pictures of mails."""


@pytest.fixture(autouse=True)
def _same_picture(request: pytest.FixtureRequest) -> Iterator[None]:
    with nullcontext() if "real_pictures" in request.fixturenames else without_drawing():
        yield
