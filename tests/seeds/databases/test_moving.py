"""A played league is moved by every documented way, and then agrees with its logs: see docs/operating.md."""

from __future__ import annotations

import io
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from games.models import Player
from seeds import embedded
from seeds.databases.moving import TARGET, opened
from tests.conftest import database_in_a_file
from tests.seeds.databases.played_league import play_league

pytestmark = [pytest.mark.services, pytest.mark.slow]

CHAINS = (
    "SELECT id, receipt FROM games_gameevent WHERE kind <> 'dice_renewed' ORDER BY id",
    "SELECT id, digest FROM tournaments_eventlogentry ORDER BY id",
    "SELECT id, digest FROM tournaments_standingsnapshot ORDER BY id",
    "SELECT id, digest FROM tournaments_ratingperiod ORDER BY id",
)
COMPLETE = "4 games agree with their logs.\nspring: as published\nBranches and Twigs and Thorns, two players: 3 players"


@pytest.fixture(autouse=True, scope="module")
def _may_use_databases(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Commands run in this process; the copies are checked by another one, under the settings of the service."""
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_SETTINGS_MODULE", "seeds.settings")
        yield


def manage(url: str, *arguments: str) -> str:
    """What a command says whose database is the one of the URL."""
    environment = os.environ | {"DATABASE_URL": url}
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(command, cwd=settings.ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def move(source: str, target: str) -> str:
    """What the command says that moves a database."""
    call_command("move_database", source=source, target=target, stdout=(said := io.StringIO()))
    return said.getvalue()


def refused(source: str, target: str) -> str:
    """Why it is not moved."""
    with pytest.raises(CommandError) as refusal:
        move(source, target)
    return str(refusal.value)


def rows(url: str, statement: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as line:
            return line.execute(statement).fetchall()
    with psycopg.connect(url) as session:
        return session.execute(statement.encode()).fetchall()


def has_the_chains_of(source: str, url: str) -> None:
    for statement in CHAINS:
        assert rows(url, statement) == rows(source, statement) != []


def named(folder: Path, name: str) -> str:
    return f"sqlite:///{folder / name}"


def changed_copy(played: str, folder: Path, *statements: str) -> str:
    """The URL of a copy of the league in which somebody has changed something."""
    shutil.copy(played.removeprefix("sqlite:///"), file := folder / "changed.sqlite3")
    with closing(sqlite3.connect(file)) as line, line:
        for statement in statements:
            line.execute(statement)
    return f"sqlite:///{file}"


@pytest.fixture(scope="module")
def played(_may_use_databases: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: Any) -> str:
    """The URL of a SQLite file with a league that is over, which no test changes."""
    folder = tmp_path_factory.mktemp("played")
    with database_in_a_file(folder, django_db_blocker):
        play_league()
    return named(folder, "db.sqlite3")


@pytest.fixture(scope="module")
def moved(played: str, postgres_server: str) -> Iterator[tuple[str, str]]:
    """The URL of a PostgreSQL database to which it was moved, and what the command said."""
    with embedded.empty_database(postgres_server) as url:
        yield url, move(played, url)


def test_league_moves_to_postgresql_and_back(played: str, moved: tuple[str, str], tmp_path: Path) -> None:
    url, said = moved
    for words in ("tournaments_eventlogentry: 7 rows", COMPLETE, "Set DATABASE_URL"):
        assert words in said
    has_the_chains_of(played, url)
    move(url, back := named(tmp_path, "back.sqlite3"))
    has_the_chains_of(played, back)
    for exact in (
        "SELECT id, at FROM tournaments_eventlogentry ORDER BY id",  # to the microsecond
        "SELECT id, created_at FROM notifications_outboundmail ORDER BY id",
    ):
        assert rows(back, exact) == rows(played, exact)


def test_league_is_backed_up_from_either_database_while_it_runs_and_restored(
    played: str, moved: tuple[str, str], tmp_path: Path
) -> None:
    for source, file in ((played, tmp_path / "of-sqlite"), (moved[0], tmp_path / "of-postgresql")):
        assert f"{file} is complete and agrees with its logs." in manage(source, "backup", str(file))
        assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(file.name)) == [file.name]
    restored = named(tmp_path, "restored.sqlite3")
    said = manage(restored, "restore", str(file))
    assert "Dice of 1 running game follow from a new nonce" in said
    assert COMPLETE in said
    has_the_chains_of(played, restored)
    ((nonce,),) = rows(restored, "SELECT text FROM games_gameevent WHERE kind = 'dice_renewed'")
    assert rows(restored, "SELECT nonce FROM games_game WHERE status = 'running'") == [(nonce,)]


def test_backup_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (there := tmp_path / "there").touch()
    for file, reason in ((tmp_path / "no-such-folder" / "today", "could not be written"), (there, "exists already")):
        with pytest.raises(CommandError, match=reason):
            call_command("backup", str(file))


@pytest.mark.django_db
def test_restored_tables_of_an_older_version_are_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    with pytest.raises(CommandError, match=r"run manage\.py migrate first"):
        call_command("restore")


def test_new_rows_of_a_moved_installation_get_numbers_of_their_own(played: str, moved: tuple[str, str]) -> None:
    ((before,),) = rows(moved[0], "SELECT max(id) FROM games_player")
    with opened(played, moved[0]):
        assert Player.objects.using(TARGET).create(username="new").pk > before


def test_league_is_restored_from_a_dump_of_postgresql(
    played: str, moved: tuple[str, str], postgres_server: str, tmp_path: Path
) -> None:
    if shutil.which("pg_dump") is None or shutil.which("pg_restore") is None:
        pytest.skip("There are no programs pg_dump and pg_restore.")
    dump = tmp_path / "backup.dump"
    made = ["pg_dump", "--format=custom", f"--file={dump}", moved[0]]
    done = subprocess.run(made, check=False, capture_output=True, text=True)
    if "server version mismatch" in done.stderr:
        pytest.skip("pg_dump is older than the server.")
    assert done.returncode == 0, done.stderr
    with embedded.empty_database(postgres_server) as restored:
        subprocess.run(["pg_restore", "--no-owner", f"--dbname={restored}", str(dump)], check=True)
        has_the_chains_of(played, restored)


# Refusals -------------------------------------------------------------------------------------------------------------


def test_target_that_has_anything_is_refused(played: str, moved: tuple[str, str], tmp_path: Path) -> None:
    assert re.search(r"The target is not empty: .*\bgames_player\b", refused(played, moved[0]))
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as line:
        line.execute("CREATE TABLE recipes (id integer)")
    assert "it has the tables recipes" in refused(played, named(tmp_path, "other.sqlite3"))


def test_source_of_a_newer_version_is_refused(played: str, tmp_path: Path) -> None:
    noted = "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_x', '2031-01-01')"
    said = refused(changed_copy(played, tmp_path, noted), named(tmp_path, "new"))
    assert "newer version, which has games.0999_x" in said


def test_service_that_still_runs_is_refused_and_nothing_is_written(played: str, tmp_path: Path) -> None:
    now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
    values = f"(name, at, clear_until, ticks, boot) VALUES ('worker', '{now}', '{now}', 0, '')"
    running, target = changed_copy(played, tmp_path, f"INSERT INTO games_heartbeat {values}"), tmp_path / "target"
    said = refused(running, f"sqlite:///{target}")
    assert "The service still runs on the source: worker sent a heartbeat" in said
    assert "Stop it, and wait until" in said
    with closing(sqlite3.connect(target)) as line:
        assert line.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_log_that_somebody_has_changed_is_found_after_the_move(played: str, tmp_path: Path) -> None:
    changed = changed_copy(
        played, tmp_path,
        "DROP TRIGGER tournaments_eventlogentry_refuses_update",
        "UPDATE tournaments_eventlogentry SET payload = json_set(payload, '$.why', 'x') WHERE seq = 3",
    )  # fmt: skip
    assert "manage.py verify_event finds on the copy" in refused(changed, named(tmp_path, "target.sqlite3"))


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("postgres://nobody:hidden@127.0.0.1:1/none", "postgres://127.0.0.1:1/none cannot be opened"),
        ("postgres://127.0.0.1", "names no database"),
    ],
)
def test_target_that_is_no_database_is_named_without_its_password(played: str, target: str, answer: str) -> None:
    said = refused(played, target)
    assert answer in said
    assert "hidden" not in said
