"""What every test may ask for: real servers, started once a session and only when the first test wants them."""

from __future__ import annotations

import gc
import os
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import psycopg
import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from ground import append_only, triggers
from seeds import embedded
from seeds.databases.options import database_of
from tests.built_once import note_what_is_there
from tests.games.conftest import start as start
from tests.tournaments.conftest import league as league
from tournaments.presenting import explanations, form_and_places

# Properties look at other cases each time a person runs them; where a change waits to land, at the same ones.
# How long a case takes to draw or to check says how busy the machine is, and nothing of the property.
PATIENT = hypothesis_settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
# So many cases with the slow tests, and so many without.
MANY, FEW = 50, 30
LANDING = bool(os.environ.get("CI"))
hypothesis_settings.register_profile("everything", PATIENT, derandomize=LANDING, max_examples=MANY)
hypothesis_settings.register_profile("quick", PATIENT, derandomize=LANDING, max_examples=FEW)
# ./bin/mutate: whether a property fails is all that it asks, so no smaller case is looked for, and few will do.
hypothesis_settings.register_profile(
    "mutants", PATIENT, derandomize=True, max_examples=25, phases=[Phase.explicit, Phase.generate], database=None
)


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()
    if not config.getoption("--hypothesis-profile"):
        hypothesis_settings.load_profile("quick" if "not slow" in config.getoption("markexpr") else "everything")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first: of two processes none is then left alone with them at the end."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Thousands of tests stay to the end: the garbage collector need not look at them, now or again and again."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)  # seldom: a twentieth of the time
    gc.enable()


@pytest.fixture(autouse=True)
def _nobody_has_called_yet() -> None:
    """How often somebody has called stands in the cache: what one test asks must not count against the next."""
    cache.clear()


@pytest.fixture(autouse=True)
def _nothing_has_been_explained_yet() -> None:
    """What is kept of a table is found by number, nonce and version, which are the same in copies of an event."""
    explanations._facts.cache_clear()
    form_and_places._course.cache_clear()


@pytest.fixture(autouse=True)
def _everybody_begins_in_english() -> None:
    """A request leaves its language to what comes next."""
    translation.deactivate()


@pytest.fixture(autouse=LANDING)
def _same_chance_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nonces, keys and the secrets of games follow from the name of the test, where a change waits to land.

    Processes that a test forks draw as ever, or they would draw what it draws after them.
    """
    chance, draw, own = Random(request.node.nodeid), secrets.token_bytes, os.getpid()

    def token_bytes(size: int | None = None) -> bytes:
        return chance.randbytes(size or 32) if os.getpid() == own else draw(size)

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)  # token_hex and token_urlsafe are made of it


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database of this session, and what ``built_once`` has to know of it.

    SQLite gets back what was there at first, page by page, after a test that commits: to empty it row by row takes
    fifty times as long, and gives what comes with the tables other numbers.
    """
    empty = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]

    def put_back(case: TransactionTestCase) -> None:
        if (used := connections["default"]).vendor != "sqlite":
            empty(case)
            return
        used.ensure_connection()
        first.backup(used.connection)

    with django_db_blocker.unblock(), closing(sqlite3.connect(":memory:", check_same_thread=False)) as first:
        note_what_is_there()
        if (used := connections["default"]).vendor == "sqlite":
            used.ensure_connection()
            used.connection.backup(first)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(TransactionTestCase, "_fixture_teardown", put_back)
            with django_db_blocker.block():
                yield


@pytest.fixture
def unguarded_logs(db: None) -> None:
    """A test in which somebody has changed a log in the database: nothing refuses that."""
    append_only.TRIGGERS.remove()


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """It stays noon on 2 March 2026: for tests that name days, which must not change while they run."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime(2026, 3, 2, 12, tzinfo=UTC))


@contextmanager
def database_in_a_file(folder: Path, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Django's default database is a file, a copy of the one in memory: as in an installation, each thread has a
    connection and transactions of its own."""
    in_memory, its_settings = connections["default"], connections.settings["default"]
    with blocker.unblock():
        in_memory.ensure_connection()
        with closing(sqlite3.connect(folder / "db.sqlite3")) as copy:
            in_memory.connection.backup(copy)
    del connections["default"]
    connections.settings["default"] = its_settings | {"NAME": str(folder / "db.sqlite3")}
    try:
        yield
    finally:
        with blocker.unblock():
            connections["default"].close()
        connections["default"], connections.settings["default"] = in_memory, its_settings


@pytest.fixture(scope="module")
def live_server(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LiveServer]:
    """The service on a database in a file, a copy of the one in memory, as long as these tests last.

    On that in memory all threads of the server would share one connection, and each other's transactions with it: now
    and then a request would fail for no other reason.
    """
    with database_in_a_file(tmp_path_factory.mktemp("live"), django_db_blocker):
        server = LiveServer("localhost")
        yield server
        server.stop()


@pytest.fixture
def file_database(tmp_path: Path, transactional_db: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """An SQLite database of the test's own that threads and processes can share; the file that it is in."""
    with database_in_a_file(tmp_path, django_db_blocker):
        yield tmp_path / "db.sqlite3"


@pytest.fixture(params=["file_database", pytest.param("postgres_database", marks=pytest.mark.services)])
def each_database(request: pytest.FixtureRequest) -> None:
    """The test runs on both databases, in a file and on a server."""
    request.getfixturevalue(request.param)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server on which tests make and drop databases of their own.

    The server that DATABASE_URL names, else a new one from the wheel; the database in that URL itself is left alone.
    """
    lent: str = settings.LENT_DATABASE_URL
    if lent.startswith("postgres"):
        yield lent
        return
    with embedded.running_postgres() as url:
        yield url


# What ``migrate`` leaves is kept beside it and put back before each test: ``flush`` takes many times as long.
KEEP = """
CREATE SCHEMA kept;
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
    END LOOP;
END $$;
CREATE MATERIALIZED VIEW kept.numbers AS
    SELECT format('public.%I', sequencename)::regclass AS name, last_value FROM pg_sequences WHERE schemaname = 'public'
"""
PUT_BACK = """
DO $$ DECLARE name text; BEGIN
    SET LOCAL session_replication_role = replica;  -- no trigger refuses, and no key asks for an order
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'kept' LOOP
        EXECUTE format('DELETE FROM public.%1$I', name);
        EXECUTE format('INSERT INTO public.%1$I OVERRIDING SYSTEM VALUE SELECT * FROM kept.%1$I', name);
    END LOOP;
    PERFORM setval(numbers.name, COALESCE(last_value, 1), last_value IS NOT NULL) FROM kept.numbers;
END $$
"""


@pytest.fixture(scope="session")
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of a PostgreSQL database with the tables of this project and no rows: for DATABASE_URL of a process."""
    with embedded.empty_database(postgres_server) as url:
        subprocess.run(
            [sys.executable, settings.ROOT / "manage.py", "migrate", "--verbosity=0"],
            env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "seeds.settings"},
            check=True,
        )
        with psycopg.connect(url) as connection:
            connection.execute(KEEP)
        yield url


@pytest.fixture(scope="session")
def broker_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a Redis or Valkey server: the one that REDIS_URL names, else one started for this session."""
    if lent := settings.LENT_REDIS_URL:
        yield lent
        return
    with embedded.running_broker(tmp_path_factory.mktemp("broker")) as url:
        yield url


@pytest.fixture
def postgres_database(
    postgres_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Django's default database is PostgreSQL for the length of one test, in every thread, reached as the service
    reaches it; yields its URL.

    For tests whose subject SQLite hides, such as two writers at once. Processes that the test starts find the same
    database in DATABASE_URL. Use it instead of the ``django_db`` mark. Rows that others left are removed before.
    """
    in_memory, its_settings = connections["default"], connections.settings["default"]
    del connections["default"]
    # ``configure_settings`` fills in what Django expects beside the URL, as it does at its own start.
    connections.settings["default"] = connections.configure_settings({"default": database_of(postgres_url, pool=30)})[
        "default"
    ]
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    try:
        with django_db_blocker.unblock():
            with connections["default"].cursor() as cursor:
                cursor.execute(PUT_BACK)
            if append_only.missing():
                triggers.install()
            yield postgres_url
            connections["default"].close()
            connections["default"].close_pool()
    finally:
        connections["default"], connections.settings["default"] = in_memory, its_settings
