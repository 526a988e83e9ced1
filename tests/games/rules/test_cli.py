"""``python -m games.rules``: replay, perft, play and bench, as the records for programs ask for."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from games.rules import RULES
from games.rules.base import IllegalMove, Outcome, Position, Roll, Rules
from games.rules.btt import BTT
from games.rules.btt.position import Position as BTTPosition
from games.rules.cli import main
from games.rules.perft import perft
from games.rules.playout import random_game
from games.rules.replay import RecordError, format_roll, parse_roll, replay

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
    assert replayed([record, btt("null d3")], monkeypatch, capsys)[0] == {"error": index}


def test_replay_goes_on_after_a_bad_record_and_skips_blank_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = replayed([btt("x"), "", btt("null d3")], monkeypatch, capsys)
    assert answers[0] == {"error": 0}
    assert len(answers[1]["legal"]) == 1


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


def test_play_takes_several_steps_at_once_and_tells_what_they_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = terminal("null d3; root e2; M e3>e2\nL e4>e3\nquit\n", monkeypatch, capsys, "btt")
    assert "purple pays 2 coins to the pot for pointing at e3" in shown
    assert "Purple places a root" not in shown


def test_play_plays_nothing_of_a_line_with_a_bad_step(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = terminal("null d3; root d3\nroot d3\n", monkeypatch, capsys, "btt")
    assert "root d3: d3 is not empty: a null is there. Nothing was played." in shown
    assert "Blue places a null now" in shown


def test_play_lists_the_moves_on_demand_and_ends_with_the_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "null a1, null b1," in terminal("?\n", monkeypatch, capsys, "btt", "players=4")


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


# Dice, with the smallest game that has some: throw two dice, say one of the faces, three times.


@dataclass(frozen=True, eq=False)
class Throws(Position[int]):
    faces: tuple[int, ...] = ()
    said: tuple[int, ...] = ()
    effects = ()

    @property
    def key(self) -> Hashable:
        return self.faces, self.said

    @property
    def to_act(self) -> int | Roll | None:
        if len(self.said) == 3:
            return None
        return 0 if self.faces else Roll((6, 20), "the choice")

    @property
    def scores(self) -> tuple[int, ...]:
        return (sum(self.said),)

    def legal_moves(self) -> Any:
        return iter(dict.fromkeys(self.faces) if len(self.said) < 3 else ())

    def play(self, move: int) -> Self:
        return type(self)((), (*self.said, move))

    def roll(self, faces: Sequence[int]) -> Self:
        if not all(1 <= face <= sides for face, sides in zip(faces, (6, 20), strict=True)):
            raise IllegalMove("No such face.")
        return type(self)(tuple(faces), self.said)

    def outcome(self) -> Outcome | None:
        return Outcome((1,), "score") if self.to_act is None else None

    def dump(self) -> Any:
        return [self.faces, self.said]


class Thrower(Rules[Throws, int]):
    slug, title, version, seats, colours = "throws", "Throws", 1, range(1, 2), ("red",)

    def start(self, seats: int, options: Any = None) -> Throws:
        return Throws()

    def most_turns(self, seats: int, options: Any) -> int:
        return 3

    def load(self, data: Any) -> Throws:
        return Throws(*map(tuple, data))

    def parse(self, text: str, position: Throws) -> int:
        if not text.isdecimal() or int(text) not in position.legal_moves():
            raise IllegalMove("Say one of the faces.")
        return int(text)

    def format(self, move: int, position: Throws) -> str:
        return str(move)

    def text(self, position: Throws, *, over: bool = False) -> str:
        return str(position)

    svg = describe = hint = prompt = text

    def tables(self, position: Throws) -> list[Any]:
        return []

    def describe_effect(self, effect: Any) -> str:
        return ""


THROWS = {"throws": Thrower()}


def test_replay_takes_dice_one_by_one_and_lists_no_legal_steps_for_them() -> None:
    steps = ["roll d6 2", "roll d20 2", "2", "ROLL D6 5", "roll d20 17", "17", "roll d6 1"]
    report = replay({"game": "throws", "steps": steps}, THROWS)
    assert [count for count, _ in report["legal"]] == [1, 2]
    assert report["points"] == [19]
    assert report["places"] is None


@pytest.mark.parametrize(
    ("steps", "index"),
    [
        (["5"], 0),
        (["roll d20 5"], 0),
        (["roll d6 5", "roll d6 5"], 1),
        (["roll d6 7", "roll d20 5"], 1),
        (["roll d6 5", "roll d20 5", "roll d6 5"], 2),
        (["roll d6"], 0),
    ],
)
def test_replay_refuses_dice_that_are_not_waited_for(steps: list[str], index: int) -> None:
    with pytest.raises(RecordError) as refusal:
        replay({"game": "throws", "steps": steps}, THROWS)
    assert refusal.value.index == index


def test_perft_throws_the_fixed_dice_at_no_cost_of_depth() -> None:
    """Throws along a path: d6 4 and d20 11, d6 6 and d20 5 (k = 2, 3), d6 2 and d20 19: two choices each time."""
    assert [perft(Throws(), depth) for depth in range(5)] == [1, 2, 4, 8, 0]


def test_rolls_are_written_and_read() -> None:
    assert format_roll(8, 5) == "roll d8 5"
    assert parse_roll(format_roll(8, 5)) == (8, 5)


def test_play_rolls_the_dice_itself_and_hands_back_what_followed_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.rules.cli.RULES", THROWS)
    monkeypatch.setattr("games.rules.cli.random_faces", lambda roll, random: (4, 11))
    shown = terminal("4; 11\n", monkeypatch, capsys, "throws")
    assert shown.count("roll d6 4\nroll d20 11\n") == 2
    assert "11: not played, since dice are rolled first." in shown
