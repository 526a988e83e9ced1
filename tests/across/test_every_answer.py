"""No answer of any address is torn: names that change while it is made are all old in it, or all new."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from random import Random

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Concat, Left, Length
from django.test import override_settings

from games.models import Game, Player, Proposal
from tests.across.test_one_moment import PASSING, elsewhere
from tests.permissions import world
from tests.permissions.operations import routes
from tests.permissions.trying import Trial
from tournaments.models import Club, Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NAMES = ((Player, "username"), (Event, "name"), (Club, "name"), (Game, "title"), (Proposal, "message"))
MARK = "~"
READERS = ("director", "player", "superuser", "anonymous")
# Of libraries, which write when they are read, and what waits for news (``OneMomentMiddleware``); what counts answers.
OTHERS = re.compile("accounts/|admin/|metrics$|.*feed/$")
TIMES = re.compile(
    r'\d\d:\d\d(:\d\d(\.\d+)?)?Z?|data-left="[^"]*"|token=[^"&]+|"(?:nonce|seconds)": ?"?[^",]*'
    r"|(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):\w+"
)


@pytest.fixture
def trial(each_database: None) -> Iterator[Trial]:
    """A world of its own, which other connections see."""
    chance = Random(0)
    with (
        override_settings(MAIL_SMTP_PORT=1, ACCOUNT_REAUTHENTICATION_TIMEOUT=86_400),
        pytest.MonkeyPatch.context() as lots,
    ):
        lots.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
        made = world.prepare()
        yield Trial(made)


def rename(*, back: bool) -> None:
    """Everything that has a name gets another one, in one transaction, or its old one back."""
    with transaction.atomic():
        for model, field in NAMES:
            name = Left(field, Length(field) - len(MARK)) if back else Concat(F(field), Value(MARK))
            model._default_manager.update(**{field: name})


class Between:
    """Renames everything elsewhere, once a snapshot has been read from by so many statements."""

    def __init__(self, after: int) -> None:
        self.after, self.count = after, 0

    def __call__(self, execute: object, sql: str, *rest: object) -> object:
        answer = execute(sql, *rest)  # type: ignore[operator]
        if sql.startswith(("SELECT", "WITH")) and connection.in_atomic_block:
            self.count += 1
            if self.count == self.after:
                elsewhere(partial(rename, back=False))
        return answer


def answer(trial: Trial, role: str, path: str, between: Between) -> str | None:
    """What is answered, without what differs each time; None where the reader is not let in."""
    cache.clear()
    with connection.execute_wrapper(between):
        found = trial.client(role).get(path)
    assert found.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, f"{path} writes, or has failed"
    if (
        found.status_code != 200
        or found.streaming
        or not found.headers["Content-Type"].startswith(("text/", "application/json"))
    ):
        return None
    return TIMES.sub("", PASSING.sub("", found.content.decode()))


def test_no_answer_mixes_two_moments(trial: Trial) -> None:
    torn, marked = [], 0
    for route in routes():
        if OTHERS.match(route) or "stream" in route:
            continue
        path = trial.world.path("GET", route)
        for role in READERS:
            counting = Between(0)
            before = answer(trial, role, path, counting)
            if before is None:
                continue
            for after in {1, max(1, counting.count // 2)}:
                found = answer(trial, role, path, Between(after))
                if counting.count:
                    elsewhere(partial(rename, back=True))
                if found != before:
                    torn.append((route, role, after))
            marked += counting.count > 1
            break
    assert marked > 100
    assert torn == []
