"""Only the players allowed to read a private text find it, wherever they look. Answers to visitors and opponents are
of one moment, and ask the database no more than so often.

``canaries.py`` puts a text into every private field of every row. Here every address is read as every role, headers
included, and so are the mails that go out and the log. Who may read a field stands in ``fields.txt``.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Collection, Iterator
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from random import Random
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.feed.moment import _present
from games.models import Game
from games.play import held_moves, moving
from seeds.logs import Discreet
from tests.notifications.mailbox import PostOffice
from tests.permissions.canaries import OF_A_LIST, Canaries, plant
from tests.permissions.roles import ROLES
from tests.permissions.test_fields import decisions
from tests.permissions.test_permissions import read_table
from tests.permissions.trying import Trial, body_of
from tests.tournaments.acting import act
from tests.tournaments.conftest import friend
from tournaments.models import Event

pytestmark = pytest.mark.django_db

# Letters and codes in an address are permissions: whoever has them reads what is anna's.
LINKS_OF_ANNA = ("<letters>", "<code>", "<key>")
# Every mail of the service for its developer, on loopback alone.
FOR_DEVELOPERS = "mail-lab/"
SCHEMA = "api/schema/"  # follows from the code alone, and takes long
OFTEN = ("anonymous", "opponent")
REST = ("player", "entrant", "director", "arbiter", "moderator", "superuser")  # others see what strangers see
FOUND = {
    "a block",
    "a draft of an event",
    "an invitation to an event",
    "the addresses of feeds",
    "the secret of a program",
    "account.EmailAddress.email",
    "games.Report.text",
    "games.Seat.draft",
    "games.Submission.text",
    "notifications.InboundMail.own_text",
}
FEW_GAMES = ("entrant", "director", "arbiter", "moderator")  # strangers there
# Of libraries, which write when they are read, and what waits for news (``OneMomentMiddleware``).
OTHERS = re.compile("accounts/|admin/|.*feed/$")
WHO = re.compile('FROM "(?:django_session|games_player)"')  # which is asked first
MOST = 29  # statements of an answer, with the number of its moment
BRACKETS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


@pytest.fixture(scope="module")
def planted(trial: Trial, django_db_blocker: DjangoDbBlocker) -> Iterator[Canaries]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield plant(trial.world)
        transaction.set_rollback(True)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What an operator who logs everything finds in the log."""
    written, root = io.StringIO(), logging.getLogger()
    handler, level = logging.StreamHandler(written), root.level
    handler.setFormatter(Discreet("{asctime} {levelname} {name}: {message}", style="{"))
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.removeHandler(handler)
    root.setLevel(level)


def games_of(trial: Trial) -> set[str]:
    """Games of anna and bert: with a draft, with an offer, with a held move, with a standing answer, with a plan."""
    of = trial.world.parts_of
    verbs = ("accept", "cancel", "standing-answer")
    planned = of["DELETE api/v1/games/<pk>/plan/"]["pk"]
    return {trial.world.parts["pk"], planned, *(of[f"games/<pk>/{verb}/"]["pk"] for verb in verbs)}


def addresses(trial: Trial) -> list[tuple[str, str]]:
    """Every operation that reads, with its path: about a game with each of anna's, about an event with a draft too."""
    found = list[tuple[str, str]]()
    for operation in read_table():
        method, _, route = operation.partition(" ")
        if method != "GET" or route.startswith((FOR_DEVELOPERS, SCHEMA)):
            continue
        found.append((operation, trial.world.path("GET", route)))
        if "games/<pk>/" in route:
            for game in games_of(trial):
                found.append((operation, trial.world.path("GET", route.replace("games/<pk>/", f"games/{game}/"))))
        if "events/<slug>/" in route:
            found.append((operation, trial.world.path("GET", route.replace("events/<slug>/", "events/draft/"))))
    return list(dict.fromkeys(found))


class Asked:
    """The statements of an answer, and those that read before a moment had begun."""

    def __init__(self) -> None:
        self.count, self.outside = 0, list[str]()

    def __call__(self, execute: object, sql: str, *rest: object) -> object:
        self.count += not sql.startswith(BRACKETS)
        if sql.startswith("SELECT") and not WHO.search(sql) and _present.get() is None:
            self.outside.append(sql)
        return execute(sql, *rest)  # type: ignore[operator]


def text_of(answer: Any) -> str:
    assert answer.status_code < 500, answer.wsgi_request.path
    return f"{body_of(answer)}\n{answer.headers}\n{answer.cookies}"


def asked(trial: Trial, operation: str, role: str, path: str) -> str:
    """An answer, which is read from one moment and asks the database no more than so often: the second time, where the
    first one loads what is then kept."""
    for _ in range(2):
        with connection.execute_wrapper(statements := Asked()):
            answer = trial.ask(operation, role, path)
            text = text_of(answer)
        if statements.count <= MOST:
            break
    else:
        raise AssertionError(f"{path} as {role} asks {statements.count} times")
    if answer.status_code == 200 and not OTHERS.match(path.lstrip("/")):
        assert statements.outside == [], path
    return text


def read(trial: Trial, planted: Canaries, roles: Collection[str]) -> tuple[list[str], dict[str, set[str]]]:
    """Each leak as a sentence, and for each field the names of the players who have read it."""
    leaks, seen = set[str](), dict[str, set[str]]()
    for operation, path in addresses(trial):
        for role in roles:
            if path.startswith("/admin/") and role != "superuser":
                continue
            if f"/games/{trial.world.parts['pk']}/" not in path and "games/<pk>/" in operation and role in FEW_GAMES:
                continue
            text = asked(trial, operation, role, path) if role in OFTEN else text_of(trial.ask(operation, role, path))
            name = ROLES[role] or ""
            readers = {name, "anna"} if any(part in operation for part in LINKS_OF_ANNA) else {name}
            for word in planted.found_in(text):
                for label in planted.fields[word]:
                    seen.setdefault(label, set()).add(name)
                if not readers & planted.readers[word]:
                    leaks.add(f"{path} shows {', '.join(sorted(planted.fields[word]))} to {role}.")
    return sorted(leaks), seen


def test_every_private_field_has_a_canary(planted: Canaries) -> None:
    private = {name for name, readers in decisions().items() if "public" not in readers}
    planted_in = set[str]().union(*planted.fields.values())
    assert sorted(private - planted_in - OF_A_LIST.keys()) == []
    assert sorted(OF_A_LIST.keys() - private) == []


@pytest.mark.slow
def test_visitors_and_opponents_read_nothing_private(trial: Trial, planted: Canaries, log: io.StringIO) -> None:
    leaks, seen = read(trial, planted, OFTEN)
    assert leaks == []
    for field in ("games.Seat.draft", "games.Seat.plan"):
        assert "bert" in seen[field], f"the search finds what there is to be found: bert's own {field}"
    assert planted.found_in(log.getvalue()) == set()


@pytest.mark.slow
def test_everybody_else_reads_what_they_may_and_nothing_else(trial: Trial, planted: Canaries, log: io.StringIO) -> None:
    leaks, seen = read(trial, planted, REST)
    assert leaks == []
    assert planted.found_in(log.getvalue()) == set()
    assert seen.keys() >= FOUND, "the search finds what there is to be found"


def test_what_strangers_send_to_a_game_is_answered_with_nothing_private(trial: Trial, planted: Canaries) -> None:
    sent = [operation for operation in read_table() if "games/<pk>/" in operation and not operation.startswith("GET")]
    told = [trial.attempt(one, role, filled_in=False).response for one in sent for role in ("anonymous", "stranger")]
    found = planted.found_in("\n".join(map(text_of, told)))
    assert {word for word in found if ROLES["stranger"] not in planted.readers[word]} == set()


def test_mails_hold_nothing_that_others_keep_to_themselves(trial: Trial, planted: Canaries, log: io.StringIO) -> None:
    now = timezone.now()
    with transaction.atomic():
        for game in Game.objects.filter(pk__in=games_of(trial), turn__held=None):
            move(game)
        held_moves.publish_held(now=now)
        act("announce", Event.objects.get(slug="running"), by=friend("dora"), at=now, text="Welcome.")
        PostOffice(now=timezone.now() + timedelta(days=1)).work()  # when mails that were gathered are due
        owners = dict(EmailAddress.objects.values_list("email", "user__username"))
        read_by = set()
        for message in django_mail.outbox:
            sent = message_from_bytes(message.message().as_bytes(), policy=default)
            words = [part.get_content() for part in sent.walk() if part.get_content_maintype() == "text"]
            [to] = message.to
            if (reader := owners.get(to)) is None:  # somebody who signs up
                continue
            read_by.add(reader)
            for word in planted.found_in("\n".join([*words, str(sent.items())])):
                assert reader in planted.readers[word], f"{planted.fields[word]} in a mail to {reader}"
        transaction.set_rollback(True)
    assert {"bert", "dora", "emil"} <= read_by, "mails about games and about an event"
    assert planted.found_in(log.getvalue()) == set()


def move(game: Game) -> None:
    """Some legal move of the player to act."""
    position = game.load_position()
    text = game.game_rules.format(position.random_move(Random(0)), position)
    player = game.seats.get(number=game.to_act).player_id
    moving.play_move(game_id=game.pk, player_id=player, text=text, ply=game.ply, at=timezone.now(), source="page")
