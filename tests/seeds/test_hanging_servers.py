"""Servers that hang or are away: nothing waits for them for long, and everything goes on once they are back.

A server hangs by SIGSTOP: it keeps its connections and says nothing, which is worse than its end.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from celery import current_app
from django.db import OperationalError, connection, connections
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from games.accounts.api_keys import create_token
from games.clock.controls import TimeControl
from games.models import Player
from games.play.creation import create_game
from ground.background import Publisher
from seeds import embedded
from seeds.cache import ForgetfulRedisCache
from seeds.databases.options import database_of
from tests.faults.servers import Server
from tests.service import wait_for

pytestmark = pytest.mark.services

QUICK = 1.0  # seconds: what a player does not notice
LONG = 20.0  # seconds, after which a server that hangs goes on, so that whoever waited for it does, too
SECONDS_TO_RECOVER = 2.0


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[tuple[Server, str]]:
    command, url = embedded.broker_command(tmp_path / "broker", embedded.free_port(), durable=False)
    server = Server(command)
    wait_for(lambda: embedded.broker_answers(url))
    yield server, url
    server.end()


@pytest.fixture(scope="module")
def postgres() -> Iterator[tuple[Server, str]]:
    with embedded.postgres_cluster() as cluster:
        server = Server(cluster.command, cluster.user, cluster.home)
        wait_for(lambda: embedded.database_answers(cluster.url))
        yield server, cluster.url
        server.end()


@pytest.fixture
def database(postgres: tuple[Server, str], django_db_blocker: DjangoDbBlocker) -> Iterator[Server]:
    """Django's connection ``other`` leads to the server, with two seconds of patience for a statement."""
    entry = database_of(postgres[1], pool=4, patience=2)
    connections.settings["other"] = connections.configure_settings({"default": entry})["default"]
    with django_db_blocker.unblock():
        yield postgres[0]
        postgres[0].go_on()
        connections["other"].close()
        connections["other"].close_pool()
    del connections["other"], connections.settings["other"]


def ask() -> int:
    """One request's worth of the database: a connection from the pool, a statement, the connection back."""
    try:
        with connections["other"].cursor() as cursor:
            cursor.execute("SELECT 1")
            return int(cursor.fetchone()[0])
    finally:
        connections["other"].close()


def seconds_of(call: Callable[[], object]) -> float:
    started = time.monotonic()
    with contextlib.suppress(OperationalError):
        call()
    return time.monotonic() - started


def test_request_for_work_waits_for_no_hanging_broker(
    broker: tuple[Server, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, url = broker
    with current_app.connection_for_write(url) as line:
        monkeypatch.setattr(current_app.conf, "broker_url", url)
        publisher = Publisher()
        server.hang()
        server_hangs_for = threading.Timer(LONG, server.go_on)
        server_hangs_for.start()
        for number in range(2000):  # more than it keeps
            publisher.publish("games.tasks.play_house_bot", (number,))
        assert server_hangs_for.is_alive()  # nothing has waited for the broker, however busy this machine is
        server_hangs_for.cancel()
        assert line.connected is False
        server.go_on()


def test_hanging_cache_is_waited_for_once(broker: tuple[Server, str]) -> None:
    server, url = broker
    cache = ForgetfulRedisCache(url, {"OPTIONS": dict(SECONDS_OF_CACHE)})
    cache.set("calls", 3)
    server.hang()
    started = time.monotonic()
    for _ in range(20):
        assert cache.get("calls", "none") == "none"
        cache.set("calls", 4)
    assert time.monotonic() - started < QUICK


SECONDS_OF_CACHE = {"socket_connect_timeout": 0.25, "socket_timeout": 0.25}


@pytest.mark.slow
def test_statement_on_a_hanging_database_has_an_end(database: Server) -> None:
    assert ask() == 1
    database.hang()
    assert 2 < seconds_of(ask) < 7
    database.go_on()
    wait_until_served(SECONDS_TO_RECOVER)


def test_database_is_back_at_once_after_an_outage(database: Server, postgres: tuple[Server, str]) -> None:
    lines = [threading.Thread(target=ask) for _ in range(4)]  # the pool has several connections
    for line in lines:
        line.start()
    for line in lines:
        line.join()
    database.end()
    for _ in range(6):  # so long that a pool would have begun to wait longer and longer
        with pytest.raises(OperationalError):
            ask()
        assert seconds_of(ask) < QUICK
    database.start()
    wait_for(lambda: embedded.database_answers(postgres[1]))
    wait_until_served(SECONDS_TO_RECOVER)
    assert [ask() for _ in range(8)] == [1] * 8


def wait_until_served(seconds: float) -> None:
    limit = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OperationalError):
            assert ask() == 1
            return
        assert time.monotonic() < limit, "the database is back, and nobody is served"


def test_connections_that_the_server_closed_fail_nobody(database: Server, postgres: tuple[Server, str]) -> None:
    assert ask() == 1
    with psycopg.connect(postgres[1], autocommit=True) as session:
        session.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
        time.sleep(0.2)
    assert [ask() for _ in range(4)] == [1] * 4


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/events/", "/api/v1/games/"])
def test_answer_without_a_database_says_when_to_come_again(path: str) -> None:
    def fails(*_: object) -> None:
        raise OperationalError("the server has gone")

    with connection.execute_wrapper(fails):
        answer = Client(raise_request_exception=False).get(path)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "The database does not answer" in answer.content.decode()


def test_database_that_only_lets_itself_be_read_answers_reads_and_puts_writes_off(
    postgres_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    players = [Player.objects.create(username=name) for name in ("anna", "bert")]
    game = create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=timezone.now())
    browser = Client(raise_request_exception=False)
    browser.force_login(players[0])
    key = {"Authorization": f"Bearer {create_token(players[0], name='bot')[1]}"}
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    assert browser.get(f"/games/{game.pk}/").status_code == 200
    assert Client().get("/api/v1/players/me/", headers=key).status_code == 200
    move = {"text": "null d3", "ply": 0}
    answer = browser.post(f"/api/v1/games/{game.pk}/play/", move, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    with pytest.raises(OperationalError, match="read-only transaction"):
        Player.objects.create(username="cora")
    (line,) = (record for record in caplog.records if record.name == "django.request")
    assert line.getMessage().startswith(f"Service Unavailable: /api/v1/games/{game.pk}/play/ (cannot execute ")
    assert line.exc_info is None
