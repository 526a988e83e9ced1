"""No page that answers a form is torn: names that change while it is made are all old in it, or all new.

What is asked for with GET is read from one moment: see ``tests/permissions/test_canaries.py``.
"""

from __future__ import annotations

import re
import secrets
from functools import partial
from http import HTTPStatus
from pathlib import Path
from random import Random

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Concat, Left, Length
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from games.feed.moment import _present
from games.models import Game, Player, Proposal
from tests.across.test_one_moment import PASSING, elsewhere
from tests.conftest import database_in_a_file
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
# Of libraries, which write when they are read; what waits for news; programs read no pages.
OTHERS = re.compile("accounts/|admin/|api/|.*feed/$|.*stream")
TIMES = re.compile(
    r'\d\d:\d\d(:\d\d(\.\d+)?)?Z?|\d+ (?:minute|second)s?|data-left="[^"]*"|token=[^"&]+|"(?:nonce|seconds)": ?"?[^",]*'
    r'|<div role="status">.*?</div>',  # what others before it have answered
    re.DOTALL,
)


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


def answer(trial: Trial, role: str, path: str, between: Between) -> str | None:
    """What is answered, without what differs each time; None where the reader is not let in, or a form does something.

    What is sent is empty, so that most forms are shown again with what is missing.
    """
    cache.clear()
    with connection.execute_wrapper(between):
        found = trial.client(role).post(path, content_type=FORM)
    assert found.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, f"{path} writes, or has failed"
    if found.status_code in (302, 401, 403, 404, 405) or not found.headers["Content-Type"].startswith("text/"):
        return None
    return " ".join(TIMES.sub("", PASSING.sub("", found.content.decode())).split())


def is_torn(trial: Trial, role: str, path: str) -> bool | None:
    """Whether a page mixes two moments when half of it has been read; None where nothing is read for it, or no page is
    answered."""
    counting = Between(0)
    before = answer(trial, role, path, counting)
    if before is None or counting.count < 2:
        return None
    elsewhere(partial(rename, back=False))
    whole = {before, answer(trial, role, path, Between(0))}
    elsewhere(partial(rename, back=True))
    found = answer(trial, role, path, Between(counting.count // 2))
    elsewhere(partial(rename, back=True))
    return found not in whole


def test_no_page_that_answers_a_form_mixes_two_moments(
    tmp_path: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance, found = Random(0), dict[str, bool]()
    here = override_settings(MAIL_SMTP_PORT=1, ACCOUNT_REAUTHENTICATION_TIMEOUT=86_400)
    with here, database_in_a_file(tmp_path, django_db_blocker), django_db_blocker.unblock():  # seen by others, too
        monkeypatch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
        trial = Trial(world.prepare())
        for route in [route for route in routes() if not OTHERS.match(route)]:
            path = trial.world.path("POST", route)
            answers = (is_torn(trial, role, path) for role in READERS)
            if (torn := next((one for one in answers if one is not None), None)) is not None:
                found[route] = torn
    assert len(found) > 50
    assert [route for route, torn in found.items() if torn] == []
