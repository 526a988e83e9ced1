"""One world for all tests of this folder, with the same lots each time: no try leaves anything in it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from random import Random

import pytest
from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from tests.permissions import world
from tests.permissions.trying import Trial


@pytest.fixture(scope="package")
def trial(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Trial]:
    chance = Random(0)
    # No mail server, and nobody has to type a password again, however long all this takes on a busy machine.
    here = override_settings(MAIL_SMTP_PORT=1, ACCOUNT_REAUTHENTICATION_TIMEOUT=86_400)
    with here, django_db_blocker.unblock(), transaction.atomic():
        with pytest.MonkeyPatch.context() as lots:
            lots.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
            made = world.prepare()
        yield Trial(made)
        transaction.set_rollback(True)
