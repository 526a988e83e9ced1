"""The files of all finished games."""

from __future__ import annotations

import gzip
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games import tasks
from games.archive import all_games
from games.archive.all_games import write_archive
from games.models import Game, Player
from games.play import agreements
from games.records.reading import look_at
from games.work import Budget
from tests.games.conftest import NOON, Start, after

pytestmark = pytest.mark.django_db
ENDINGS = ["txt", "jsonl", "ap.jsonl"]


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR = tmp_path
    return tmp_path


def finished(start: Start) -> Game:
    game = start("anna", "bert")
    agreements.resign(game_id=game.pk, player_id=game.seats.get(number=0).player_id, at=after(1), source="page")
    return game


def download(client: Client, ending: str) -> str:
    answer: Any = client.get(f"/records/games.{ending}.gz")
    assert answer["Content-Type"] == "application/gzip"
    assert "Content-Encoding" not in answer
    return gzip.decompress(answer.getvalue()).decode()


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_archive_has_the_finished_games_in_every_form(client: Client, start: Start, ending: str) -> None:
    assert download(client, ending) == ""
    over, _running = finished(start), start("carl", "dora")
    assert write_archive(now=NOON)
    text = download(client, ending)
    assert look_at(text, budget=Budget()).record.number == str(over.pk)
    assert "carl" not in text


def test_a_new_night_brings_new_games(client: Client, start: Start) -> None:
    finished(start)
    tasks.write_archive()
    first = download(client, "jsonl")
    finished(start)
    assert download(client, "jsonl") == first
    assert write_archive(now=NOON + timedelta(days=1))
    assert download(client, "jsonl").startswith(first)


def test_first_archive_of_many_games_is_left_to_the_night(
    client: Client, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_games, "MOST_AT_ONCE", 1)
    finished(start)
    finished(start)
    answer = client.get("/records/games.txt.gz")
    assert answer.status_code == 404
    assert "written once a day" in answer.content.decode()


def test_a_failure_leaves_the_files_of_the_night_before(
    client: Client, start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished(start)
    write_archive(now=NOON)
    before = download(client, "txt")
    Game.objects.update(rules="gone")
    with pytest.raises(KeyError):
        write_archive(now=NOON)
    assert download(client, "txt") == before
    found = sorted(path.name for path in (folder / "archive").iterdir())
    assert found == [*sorted(f"games.{end}.gz" for end in ENDINGS), "parts"]
    assert len(list((folder / "archive" / "parts").iterdir())) == len(ENDINGS)


def test_only_parts_in_which_something_has_changed_are_written_anew(
    client: Client, start: Start, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_games, "PART", 1)
    games = [finished(start) for _ in range(3)]

    def parts() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in (folder / "archive" / "parts").glob("*.txt.gz")}

    assert write_archive(now=NOON)
    before = parts()
    Game.objects.filter(pk=games[1].pk).update(title="the final")
    assert write_archive(now=NOON)
    assert len(before.items() & parts().items()) == 2
    assert len(parts()) == 3
    assert "the final" in download(client, "txt")
    Player.objects.filter(username="bert").update(is_active=False)
    assert write_archive(now=NOON)
    assert "bert" not in download(client, "txt")


def test_what_takes_too_long_is_left_to_the_next_run(
    client: Client, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_games, "PART", 1)
    finished(start)
    write_archive(now=NOON)
    before = download(client, "jsonl")
    finished(start)
    assert not write_archive(now=NOON, seconds=-1)
    assert download(client, "jsonl") == before
    assert write_archive(now=NOON)
    assert download(client, "jsonl").count("\n") == 2
