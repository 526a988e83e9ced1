"""Workers that die at every step, and a broker that is gone: every move counts once, and nothing is lost.

On PostgreSQL. A worker is a forked process that kills itself, with SIGKILL, before or after its n-th SQL statement.
"""

from __future__ import annotations

import email
import json
import os
import signal
import smtplib
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from notifications.addresses import reply_addresses
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.inbound import intake, processing
from notifications.models import InboundMail, OutboundMail
from notifications.outbound import sending
from seeds import embedded
from tests.notifications.mailbox import waiting
from tests.service import PATIENCE, Service, wait_for

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]

LATER = timedelta(days=1)  # by then every claim of a dead worker has run out


@pytest.fixture
def outgoing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder in which every mail that was really sent lies, whichever process sent it."""
    monkeypatch.setattr(settings, "EMAIL_BACKEND", "django.core.mail.backends.filebased.EmailBackend")
    monkeypatch.setattr(settings, "EMAIL_FILE_PATH", tmp_path)
    return tmp_path


@pytest.fixture
def game() -> Game:
    players = [Player.objects.create(username=name, email=f"{name}@example.org") for name in ("anna", "bert")]
    for player in players:
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
        choose(player_id=player.pk, paces={Topic.RECEIPTS: Pace.NOW}, at=timezone.now())
    return create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now())


def deliver(game: Game) -> InboundMail:
    """The mail with Anna's first move, stored as the server stores it."""
    seat = game.seats.select_related("player").get(number=0)
    to = reply_addresses.turn_address(seat, 0)
    raw = f"From: anna@example.org\r\nTo: {to}\r\nMessage-ID: <1@example.org>\r\n\r\nnull d3\r\n".encode()
    return intake.receive(
        raw, envelope_from="anna@example.org", envelope_to=to, source="smtp", peer="127.0.0.1", at=timezone.now()
    )


def work(after: timedelta = timedelta(0)) -> None:
    """What a worker does when it looks: read the mail that waits, send the mail that waits."""
    now = timezone.now() + after
    for mail_id in waiting(now):
        processing.read(mail_id, now=now)
    sending.send_waiting(now=now)


def dies(number: int, action: Callable[[], None]) -> bool:
    """Run the action in a process that dies at its n-th chance: even numbers before a statement, odd ones after it."""
    connection.close()
    connection.close_pool()  # a connection that both processes hold would outlive the child, with its transaction
    child = os.fork()
    if child == 0:
        try:
            with connection.execute_wrapper(killer(number)):
                action()
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def killer(number: int) -> Callable[..., Any]:
    statements = count()

    def around(execute: Callable[..., Any], *args: Any) -> Any:
        statement = next(statements)
        if number == 2 * statement:
            os.kill(os.getpid(), signal.SIGKILL)
        result = execute(*args)
        if number == 2 * statement + 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return around


def outbox_id(mail: OutboundMail) -> str:
    """The Message-ID of a mail, however often it is sent."""
    return f"<mail-{mail.pk}@{settings.MAIL_DOMAIN}>"


def sent_ids(folder: Path) -> Iterator[str]:
    for path in folder.iterdir():
        for part in path.read_text().split("-" * 79 + "\n"):
            if part.strip():
                yield email.message_from_string(part)["Message-ID"]


@pytest.mark.slow
def test_worker_killed_at_any_statement_loses_and_doubles_nothing(game: Game, outgoing: Path) -> None:
    work()  # the mails of the start are out of the way
    mail = deliver(game)
    for chance in count(0, 3):
        died = dies(chance, work)
        work(LATER)
        game.refresh_from_db()
        mail.refresh_from_db()
        assert (game.ply, mail.state, mail.outcome) == (1, "done", "played"), f"killed at chance {chance}"
        assert [submission.state for submission in game.submissions.all()] == ["played"]
        assert check_game(game) == []
        described = game.mails.filter(ply=1).order_by("kind")
        assert list(described.values_list("kind", "reader__username", "state")) == [
            ("receipt", "anna", "sent"),
            ("turn", "bert", "sent"),
        ]
        assert set(sent_ids(outgoing)) == {outbox_id(mail) for mail in OutboundMail.objects.all()}
        if not died:
            break
        game, mail = _again(game)
    assert chance > 30, "so few statements: was anything killed?"


def _again(played: Game) -> tuple[Game, InboundMail]:
    """The same game from its start."""
    players = [seat.player for seat in played.seats.select_related("player").order_by("number")]
    game = create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now())
    work()
    return game, deliver(game)


# The whole service ----------------------------------------------------------------------------------------------------


class Broker:
    """A broker that can be taken away and brought back under the same address."""

    def __init__(self, folder: Path) -> None:
        self.command, self.url = embedded.broker_command(folder, embedded.free_port())

    def start(self) -> None:
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        wait_for(lambda: embedded.broker_answers(self.url))

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def hang(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    broker = Broker(tmp_path / "broker")
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture
def service(tmp_path: Path, broker: Broker, game: Game) -> Iterator[Service]:
    """The service as a person starts it, on the test's own database and broker, sweeping every second."""
    mail = f"filemail://{tmp_path / 'sent'}"
    given = {"REDIS_URL": broker.url, "SWEEP_SECONDS": "1", "EMAIL_URL": mail, "SECRET_KEY": settings.SECRET_KEY}
    service = Service(tmp_path / "var", **given)
    service.start_and_wait()
    yield service
    service.discard()


@pytest.mark.slow
def test_moves_are_played_while_broker_and_worker_are_gone_and_their_mails_follow(
    service: Service, broker: Broker, game: Game, tmp_path: Path
) -> None:
    anna, bert = game.seats.select_related("player").order_by("number")
    secret = create_token(anna.player, name="bot")[1]
    # A worker that is killed while it sends holds that mail for two minutes: those of the start are out of the way.
    wait_for(lambda: not game.mails.filter(state="waiting").exists())
    broker.kill()
    os.kill(service.children()["worker"], signal.SIGKILL)

    move = urllib.request.Request(
        f"{service.site}/api/v1/games/{game.pk}/play/",
        json.dumps({"text": "null d3", "ply": 0}).encode(),
        {"Authorization": f"Bearer {secret}", "Content-Type": "application/json", "Idempotency-Key": "1"},
    )
    answers = [json.load(urllib.request.urlopen(move, timeout=PATIENCE)) for _ in range(2)]
    assert answers[0]["receipt"] == answers[1]["receipt"]
    reply_to = reply_addresses.turn_address(bert, 1)
    with smtplib.SMTP("127.0.0.1", service.mail_port) as source:
        body = f"From: bert@example.org\r\nTo: {reply_to}\r\nMessage-ID: <2@example.org>\r\n\r\nroot e2\r\n"
        assert source.sendmail("bert@example.org", [reply_to], body) == {}
    game.refresh_from_db()
    assert game.ply == 1

    broker.start()
    wait_for(lambda: Game.objects.get(pk=game.pk).ply == 2)
    wait_for(lambda: not game.mails.filter(state="waiting").exists())
    game.refresh_from_db()
    assert check_game(game) == []
    assert [submission.state for submission in game.submissions.all()] == ["played", "played"]
    assert sorted(game.mails.values_list("kind", "reader__username", "ply")) == [
        ("receipt", "anna", 1),
        ("receipt", "bert", 2),
        ("started", "bert", 0),
        ("turn", "anna", 0),
        ("turn", "anna", 2),
        ("turn", "bert", 1),
    ]
    assert game.mails.filter(ply=2, state="sent").count() == 2  # older ones may have been overtaken
    assert sorted(sent_ids(tmp_path / "sent")) == sorted(outbox_id(mail) for mail in game.mails.filter(state="sent"))


QUICK = 3.0  # seconds, on a machine that has much else to do; 25 for each move before waits had an end


@pytest.mark.slow
def test_moves_by_every_door_are_quick_while_the_broker_hangs(service: Service, broker: Broker, game: Game) -> None:
    anna, bert = [seat.player for seat in game.seats.select_related("player").order_by("number")]
    secret = create_token(anna, name="bot")[1]
    client = Client()
    client.force_login(bert, backend=settings.AUTHENTICATION_BACKENDS[0])
    cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={'a' * 32}"
    wait_for(lambda: not game.mails.filter(state="waiting").exists())
    service.get(f"/games/{game.pk}/")  # what a web process loads with its first page is no part of a move
    broker.hang()
    by_rest = urllib.request.Request(
        f"{service.site}/api/v1/games/{game.pk}/play/",
        json.dumps({"text": "null d3", "ply": 0}).encode(),
        {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
    )
    form = {"csrfmiddlewaretoken": "a" * 32, "ply": 1, "nonce": "1", "text": "root e2"}
    by_page = urllib.request.Request(
        f"{service.site}/games/{game.pk}/play/", urlencode(form).encode(), {"Cookie": cookies}
    )
    for ply, move in enumerate((by_rest, by_page), start=1):
        assert seconds_of(lambda move=move: urllib.request.urlopen(move, timeout=PATIENCE).close()) < QUICK
        game.refresh_from_db()
        assert game.ply == ply
    reply_to = reply_addresses.turn_address(game.seats.get(player=anna), 2)
    mail = f"From: anna@example.org\r\nTo: {reply_to}\r\nMessage-ID: <3@example.org>\r\n\r\npass\r\n"
    with smtplib.SMTP("127.0.0.1", service.mail_port) as source:
        assert seconds_of(lambda: source.sendmail("anna@example.org", [reply_to], mail)) < QUICK
    assert InboundMail.objects.filter(state="waiting").exists()

    broker.go_on()
    wait_for(lambda: not InboundMail.objects.filter(state="waiting").exists())
    wait_for(lambda: not game.mails.filter(state="waiting").exists())
    assert check_game(game) == []


def seconds_of(action: Callable[[], object]) -> float:
    started = time.monotonic()
    action()
    return time.monotonic() - started


@pytest.mark.slow
def test_mailed_move_does_not_wait_for_a_mail_host_that_hangs(tmp_path: Path, broker: Broker, game: Game) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it lets callers in, and never says a word
        given = {"REDIS_URL": broker.url, "SECRET_KEY": settings.SECRET_KEY}
        service = Service(tmp_path / "var", EMAIL_URL=f"smtp://127.0.0.1:{silent.getsockname()[1]}", **given)
        service.start_and_wait()
        try:
            wait_for(lambda: not service.ask("/readyz")["silent"] and OutboundMail.objects.filter(attempts__gt=0))
            reply_to = reply_addresses.turn_address(game.seats.get(number=0), 0)
            mail = f"From: anna@example.org\r\nTo: {reply_to}\r\nMessage-ID: <4@example.org>\r\n\r\nnull d3\r\n"
            with smtplib.SMTP("127.0.0.1", service.mail_port) as source:
                source.sendmail("anna@example.org", [reply_to], mail)
            wait_for(lambda: Game.objects.get(pk=game.pk).ply == 1, seconds=10)
        finally:
            service.discard()
