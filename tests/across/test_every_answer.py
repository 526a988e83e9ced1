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

from games.feed.moment import _present
from games.models import Game, Player, Proposal
from tests.across.test_one_moment import PASSING, elsewhere
from tests.permissions import world
from tests.permissions.operations import routes
from tests.permissions.roles import ROLES
from tests.permissions.trying import Trial
from tournaments.models import Club, Event

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

NAMES = ((Player, "username"), (Event, "name"), (Club, "name"), (Game, "title"), (Proposal, "message"))
FORM = "application/x-www-form-urlencoded"
MARK = "~"
READERS = ("director", "player", "superuser", "anonymous")
# Of libraries, which write when they are read, and what waits for news (``OneMomentMiddleware``); what counts answers.
OTHERS = re.compile("accounts/|admin/|metrics$|.*feed/$")
TIMES = re.compile(
    r'\d\d:\d\d(:\d\d(\.\d+)?)?Z?|\d+ (?:minute|second)s?|data-left="[^"]*"|token=[^"&]+|"(?:nonce|seconds)": ?"?[^",]*'
    r"|(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):\w+"
    r'|<div role="status">.*?</div>',  # what others before it have answered
    re.DOTALL,
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
    """Everything that has a name gets another one, in one transaction, or its old one back: all but the readers, whom
    a sign-in knows before anything is read."""
    with transaction.atomic():
        for model, field in NAMES:
            name = Left(field, Length(field) - len(MARK)) if back else Concat(F(field), Value(MARK))
            renamed = model._default_manager.all()
            if model is Player:
                renamed = renamed.exclude(username__in=[ROLES[role] for role in READERS if ROLES[role]])
            renamed.update(**{field: name})


class Between:
    """Renames everything elsewhere, after so many statements that read and belong to no transaction that writes."""

    def __init__(self, after: int) -> None:
        self.after, self.count = after, 0

    def __call__(self, execute: object, sql: str, *rest: object) -> object:
        answer = execute(sql, *rest)  # type: ignore[operator]
        moment = _present.get()
        may_write = connection.in_atomic_block and not (moment and moment._numbers)
        if sql.startswith(("SELECT", "WITH")) and not may_write:
            self.count += 1
            if self.count == self.after:
                elsewhere(partial(rename, back=False))
        return answer


def answer(trial: Trial, role: str, method: str, path: str, between: Between) -> str | None:
    """What is answered, without what differs each time; None where the reader is not let in, or a form does something.

    What is sent is empty, so that most forms are shown again with what is missing.
    """
    cache.clear()
    with connection.execute_wrapper(between):
        found = trial.client(role).generic(method, path, content_type=FORM)
    assert found.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, f"{path} writes, or has failed"
    if (
        (found.status_code != 200 and method == "GET")
        or found.status_code in (302, 401, 403, 404, 405)
        or found.streaming
        or not found.headers["Content-Type"].startswith(("text/", "application/json"))
    ):
        return None
    return " ".join(TIMES.sub("", PASSING.sub("", found.content.decode())).split())


@pytest.mark.parametrize(("method", "least"), [("GET", 100), ("POST", 50)])
def test_no_answer_mixes_two_moments(trial: Trial, method: str, least: int) -> None:
    # The same code answers on both databases: on SQLite a fifth of the addresses shows that its moments are moments.
    every = 1 if connection.vendor == "postgresql" else 5
    torn, marked = [], 0
    for route in routes()[::every]:
        if OTHERS.match(route) or "stream" in route or (method == "POST" and route.startswith("api/")):
            continue
        path = trial.world.path(method, route)
        for role in READERS:
            counting = Between(0)
            before = answer(trial, role, method, path, counting)
            if before is None:
                continue
            elsewhere(partial(rename, back=False))
            whole = {before, answer(trial, role, method, path, Between(0))}
            elsewhere(partial(rename, back=True))
            for after in {1 if method == "GET" else counting.count // 2, counting.count // 2} - {0}:
                found = answer(trial, role, method, path, Between(after))
                if counting.count:
                    elsewhere(partial(rename, back=True))
                if found not in whole:
                    torn.append((route, role, after))
            marked += counting.count > 1
            break
    assert marked > least / every
    assert torn == []
