"""``python -m games.rules``: replay, perft, play and bench, as the records for programs ask for."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.rules import RULES
from games.rules.btt import BTT
from games.rules.btt.position import Position as BTTPosition
from games.rules.cli import main
from games.rules.playout import random_game
from games.rules.replay import RecordError, replay

ROOT = Path(__file__).parents[3]


def replayed(records: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """What the command prints for the records, one a line."""
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["replay"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def btt(*steps: str, **options: object) -> dict[str, Any]:
    return {"game": "btt", "options": options, "steps": list(steps)}


def random_record() -> tuple[list[str], BTTPosition]:
    """The steps of a whole game of two, and its last position."""
    positions = random_game(BTT.start(2), Random(4))
    steps = [
        BTT.format(next(move for move in one.legal_moves() if one.play(move) == other), one)
        for one, other in pairwise(positions)
    ]
    return steps, positions[-1]


def test_replay_prints_counts_and_fingerprints_of_the_legal_steps(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nulls = sorted(f"null {file}{rank}" for file in "abcdefgh" for rank in "1234")
    digest = hashlib.sha256("\n".join(nulls).encode()).hexdigest()[:16]
    [answer] = replayed([btt("null d3", "root e2", "M e3>e2", "L e4>e3", players=2)], monkeypatch, capsys)
    assert list(answer) == ["legal", "points", "places", "reason"]
    assert answer["legal"][0] == [32, digest]
    assert [count for count, _ in answer["legal"]] == [32, 31, 12, 15]
    assert answer["points"] == [8, 3]
    assert answer["places"] is answer["reason"] is None


@pytest.mark.parametrize(
    ("record", "index"),
    [
        (btt("null d3", "root d3"), 1),
        (btt("hello"), 0),
        (btt("roll d8 5"), 0),
        (btt("null d3", "root e2", "M e3>e2; L e4>e3"), 2),
        (btt(players=9), -1),
        (btt(players="2"), -1),
        (btt(board="round"), -1),
        (btt(board=["standard"]), -1),
        (btt(colour="blue"), -1),
        ({"game": "chess", "steps": []}, -1),
        ({"game": ["btt"]}, -1),
        ({"game": "btt", "options": 2}, -1),
        ({"game": "btt", "steps": "null d3"}, -1),
        ([], -1),
        ("{not json", -1),
    ],
)
def test_replay_names_the_step_at_fault(
    record: Any, index: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = replayed([record, "", btt("null d3")], monkeypatch, capsys)
    assert answers[0] == {"error": index}
    assert len(answers[1]["legal"]) == 1, "it goes on after a bad record, and skips blank lines"


def test_replay_of_a_finished_game_gives_places_and_refuses_a_further_step() -> None:
    steps, last = random_record()
    report = replay(btt(*steps), RULES)
    outcome = last.outcome()
    assert outcome is not None
    assert report["places"] == list(outcome.places)
    assert report["reason"] == "score"
    with pytest.raises(RecordError) as refusal:
        replay(btt(*steps, "M a1>a2"), RULES)
    assert refusal.value.index == len(steps)


def test_replay_runs_without_site_packages(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text(json.dumps(btt("null d3", players=2)) + "\n")
    command = [sys.executable, "-S", "-m", "games.rules", "replay", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    assert json.loads(done.stdout)["legal"][0][0] == 32


def test_replay_of_a_file_that_is_not_there_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["replay", str(tmp_path / "nothing.jsonl")]) == 2
    assert "nothing.jsonl" in capsys.readouterr().err


def test_perft_prints_the_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "btt", "2", "players=3", "board=square7"]) == 0
    assert capsys.readouterr().out == "2344\n"


@pytest.mark.parametrize("options", [["players=9"], ["board=round"], ["players"], ["players=3", "scoring=martian"]])
def test_bad_options_are_told_on_the_error_stream(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "btt", "1", *options]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert len(shown.err.split()) > 3


def terminal(typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert main(["play", *arguments]) == 0
    return capsys.readouterr().out


def test_play_takes_all_steps_of_a_line_or_none_and_tells_what_they_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "null d3; root d3\n?\nnull d3; root e2; M e3>e2\nL e4>e3\nquit\n"
    shown = terminal(typed, monkeypatch, capsys, "btt")
    assert "root d3: d3 is not empty: a null is there. Nothing was played." in shown
    assert "null a1, null b1," in shown
    assert "purple pays 2 coins to the pot for pointing at e3" in shown
    assert "Purple places a root" not in shown


def test_play_rolls_the_dice_itself_and_hands_back_what_followed_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.rules.cli.random_faces", lambda roll, random: (5,) * len(roll.dice))
    shown = terminal("bead 3,3; bead 9,3; spawn 4,4\n", monkeypatch, capsys, "roots")
    assert shown.count("roll d20 5\nroll d20 5\n") == 2
    assert "spawn 4,4: not played, since dice are rolled first." in shown


BEADS = ["bead 3,3", "bead 9,3"]


@pytest.mark.parametrize(
    ("steps", "index"),
    [
        (["roll d20 5"], 0),
        ([*BEADS, "spawn 4,4"], 2),
        ([*BEADS, "roll d20 5", "roll d6 5"], 3),
        ([*BEADS, "roll d20 21", "roll d20 5"], 3),
        ([*BEADS, "roll d20 5", "roll d20 6", "roll d6 5"], 4),
        ([*BEADS, "roll d20"], 2),
    ],
)
def test_replay_refuses_dice_that_are_not_waited_for(steps: list[str], index: int) -> None:
    with pytest.raises(RecordError) as refusal:
        replay({"game": "roots", "steps": steps}, RULES)
    assert refusal.value.index == index


def test_play_shows_places_at_the_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    steps, last = random_record()
    shown = terminal("\n".join(steps), monkeypatch, capsys, "btt")
    assert "The game is over (score)." in shown
    assert f"blue: {last.scores[0]}" in shown


def test_bench_measures_every_game_beside_its_reference_loop(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01"]) == 0
    reference, head, *rows = capsys.readouterr().out.splitlines()
    assert reference.startswith("reference loop: ")
    assert head.split() == ["game", "games/s", "us/list", "us/move", "steps", "rounds/game"]
    assert [row.split()[0] for row in rows] == list(RULES)
    assert all(float(figure) > 0 for row in rows for figure in row.split()[1:])
