"""A played league is moved by every documented way, and then agrees with its logs: see docs/operating.md."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from seeds import embedded

pytestmark = [pytest.mark.services, pytest.mark.slow]

ALL_BUT_MADE = ["--natural-foreign", "-e", "contenttypes", "-e", "auth.permission", "-e", "sessions"]
CHAINS = (
    "SELECT id, receipt FROM games_gameevent ORDER BY id",
    "SELECT id, digest FROM tournaments_eventlogentry ORDER BY id",
    "SELECT id, digest FROM tournaments_standingsnapshot ORDER BY id",
    "SELECT id, digest FROM tournaments_ratingperiod ORDER BY id",
)

CHECKS = """
import django
from django.core.management import call_command
django.setup()
call_command("check_games")
call_command("verify_event")
call_command("ratings", "--check")
call_command("check", "--database", "default")
"""

BEGIN_ROOTS = """
import django
django.setup()
from django.utils import timezone
from games.clock.controls import TimeControl
from games.models import Player
from games.play.creation import create_game
pair = Player.objects.filter(username__in=["anna", "bert"])
create_game(rules="roots", players=pair, control=TimeControl.days_per_turn(3), at=timezone.now())
"""


def run(url: str, *arguments: str) -> str:
    """What a program of Python says whose database is the one of the URL."""
    environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "seeds.settings"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=settings.ROOT, env=environment, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def manage(url: str, *arguments: str) -> str:
    return run(url, "manage.py", *arguments)


def refused(url: str, *arguments: str) -> str:
    """What the command says that is not carried out."""
    with pytest.raises(AssertionError) as refusal:
        manage(url, *arguments)
    return str(refusal.value)


def rows(url: str, statement: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            return connection.execute(statement).fetchall()
    with psycopg.connect(url) as connection:
        return connection.execute(statement.encode()).fetchall()


def agrees_with_its_logs(url: str) -> None:
    said = run(url, "-c", CHECKS)
    assert "3 games agree with their logs." in said
    assert "spring: as published\n" in said
    assert "two players: 3 players" in said
    assert "no issues" in said


def has_the_chains_of(source: str, url: str) -> None:
    for statement in CHAINS:
        assert rows(url, statement) == rows(source, statement) != []


def named(folder: Path, name: str) -> str:
    return f"sqlite:///{folder / name}"


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The URL of a SQLite file with a league that is over, which no test changes."""
    url = named(tmp_path_factory.mktemp("played"), "db.sqlite3")
    manage(url, "migrate", "--verbosity=0")
    run(url, "-m", "tests.seeds.databases.played_league")
    agrees_with_its_logs(url)
    return url


@pytest.fixture(scope="session")
def moved(played: str, postgres_server: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The URL of a PostgreSQL database to which it was moved, and what the command said."""
    with embedded.empty_database(postgres_server) as url:
        yield url, manage(played, "move_database", "--to", url)


def test_league_moves_to_postgresql_and_back(played: str, moved: tuple[str, str], tmp_path: Path) -> None:
    url, said = moved
    for words in ("tournaments_eventlogentry: 7 rows", "3 games agree", "spring: as published", "Set DATABASE_URL"):
        assert words in said
    has_the_chains_of(played, url)
    agrees_with_its_logs(url)
    back = named(tmp_path, "back.sqlite3")
    manage(url, "move_database", "--from", url, "--to", back)
    has_the_chains_of(played, back)
    exact = "SELECT id, at FROM tournaments_eventlogentry ORDER BY id"
    assert rows(back, exact) == rows(played, exact)  # to the microsecond
    made = "SELECT id, created_at FROM notifications_outboundmail ORDER BY id"
    assert rows(back, made) == rows(played, made)


def test_league_is_backed_up_from_either_database_while_it_runs_and_restored(
    played: str, moved: tuple[str, str], tmp_path: Path
) -> None:
    url, _ = moved
    for source, file in ((url, tmp_path / "of-postgresql"), (played, tmp_path / "of-sqlite")):
        assert f"{file} is complete and agrees with its logs." in manage(source, "backup", str(file))
        assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(file.name)) == [file.name]
        assert "exists already" in refused(source, "backup", str(file))
    restored = named(tmp_path, "restored.sqlite3")
    assert "The database is complete" in manage(restored, "restore", str(tmp_path / "of-postgresql"))
    has_the_chains_of(played, restored)
    assert "not empty" in refused(restored, "restore", str(tmp_path / "of-sqlite"))
    run(restored, "-c", BEGIN_ROOTS)
    assert "Dice of 1 running game" in manage(restored, "restore")
    ((nonce,),) = rows(restored, "SELECT text FROM games_gameevent WHERE kind = 'dice_renewed'")
    assert rows(restored, "SELECT nonce FROM games_game WHERE status = 'running'") == [(nonce,)]


def test_backup_that_cannot_be_written_or_that_a_newer_version_wrote_is_refused(played: str, tmp_path: Path) -> None:
    assert "could not be written" in refused(played, "backup", str(tmp_path / "no-such-folder" / "today"))
    newer = tmp_path / "newer"
    shutil.copy(played.removeprefix("sqlite:///"), newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_x', '2031-01-01')"
        )
        connection.commit()
    assert "newer version, which has games.0999_x" in refused(named(tmp_path, "new"), "restore", str(newer))
    assert "run manage.py migrate first" in refused(named(tmp_path, "of-an-older-version"), "restore")


def test_new_rows_of_a_moved_installation_get_numbers_of_their_own(moved: tuple[str, str]) -> None:
    url, _ = moved
    (before,) = rows(url, "SELECT max(id) FROM games_player")
    program = "from games.models import Player; print(Player.objects.create(username='new').pk)"
    assert int(run(url, "-c", f"import django; django.setup(); {program}")) > before[0]


def test_league_is_copied_by_a_fixture(played: str, postgres_server: str, tmp_path: Path) -> None:
    fixture = tmp_path / "all.json"
    fixture.write_text(manage(played, "dumpdata", *ALL_BUT_MADE))
    with embedded.empty_database(postgres_server) as url:
        manage(url, "migrate", "--verbosity=0")
        manage(url, "loaddata", str(fixture))
        has_the_chains_of(played, url)
        agrees_with_its_logs(url)


@pytest.mark.skipif(shutil.which("sqlite3") is None, reason="There is no program sqlite3.")
def test_league_is_restored_from_a_backup_of_the_file(played: str, tmp_path: Path) -> None:
    copy = tmp_path / "backup.sqlite3"
    program = ["sqlite3", played.removeprefix("sqlite:///"), f".backup '{copy}'"]
    subprocess.run(program, check=True)
    agrees_with_its_logs(named(tmp_path, "backup.sqlite3"))


def test_league_is_restored_from_a_dump_of_postgresql(
    played: str, moved: tuple[str, str], postgres_server: str, tmp_path: Path
) -> None:
    if shutil.which("pg_dump") is None or shutil.which("pg_restore") is None:
        pytest.skip("There are no programs pg_dump and pg_restore.")
    url, _ = moved
    dump = tmp_path / "backup.dump"
    done = subprocess.run(
        ["pg_dump", "--format=custom", f"--file={dump}", url], check=False, capture_output=True, text=True
    )
    if "server version mismatch" in done.stderr:
        pytest.skip("pg_dump is older than the server.")
    assert done.returncode == 0, done.stderr
    with embedded.empty_database(postgres_server) as restored:
        subprocess.run(["pg_restore", "--no-owner", f"--dbname={restored}", str(dump)], check=True)
        has_the_chains_of(played, restored)
        agrees_with_its_logs(restored)


# Refusals -------------------------------------------------------------------------------------------------------------


def test_target_that_is_not_empty_is_refused(played: str, moved: tuple[str, str]) -> None:
    assert re.search(r"The target is not empty: .*\bgames_player\b", refused(played, "move_database", "--to", moved[0]))


def test_database_of_another_program_is_refused(played: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as connection:
        connection.execute("CREATE TABLE recipes (id integer)")
    said = refused(played, "move_database", "--to", named(tmp_path, "other.sqlite3"))
    assert "it has the tables recipes" in said


def test_service_that_still_runs_is_refused_and_nothing_is_written(played: str, tmp_path: Path) -> None:
    copy, target = tmp_path / "running.sqlite3", tmp_path / "target.sqlite3"
    shutil.copy(played.removeprefix("sqlite:///"), copy)
    now = datetime.now(UTC).replace(tzinfo=None).isoformat(" ")
    with closing(sqlite3.connect(copy)) as connection:
        names = "name, at, clear_until, ticks, boot"
        connection.execute(f"INSERT INTO games_heartbeat ({names}) VALUES ('worker', ?, ?, 0, '')", (now, now))
        connection.commit()
    said = refused(f"sqlite:///{copy}", "move_database", "--to", f"sqlite:///{target}")
    assert "The service still runs on the source: worker sent a heartbeat" in said
    assert "Stop it, and wait until" in said
    with closing(sqlite3.connect(target)) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_log_that_somebody_has_changed_is_found_after_the_move(played: str, tmp_path: Path) -> None:
    copy = tmp_path / "changed.sqlite3"
    shutil.copy(played.removeprefix("sqlite:///"), copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DROP TRIGGER tournaments_eventlogentry_refuses_update")
        connection.execute(
            """UPDATE tournaments_eventlogentry SET payload = json_set(payload, '$.why', 'x') WHERE seq = 3"""
        )
        connection.commit()
    said = refused(f"sqlite:///{copy}", "move_database", "--to", named(tmp_path, "target.sqlite3"))
    assert "manage.py verify_event finds on the copy" in said


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        ("postgres://nobody:secret@127.0.0.1:1/none", "postgres://127.0.0.1:1/none cannot be opened"),
        ("postgres://127.0.0.1", "names no database"),
    ],
)
def test_target_that_is_no_database_is_named_without_its_password(played: str, target: str, answer: str) -> None:
    said = refused(played, "move_database", "--to", target)
    assert answer in said
    assert "secret" not in said.replace("nobody:secret", "") or "postgres://nobody" not in said
