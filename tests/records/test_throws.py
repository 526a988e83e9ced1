"""The dice of a record: every throw rechecked, on the command line too, and how they fell."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from games import dice
from games.records.cli import main
from games.records.record import ROLL, Place, Record
from games.records.text_form import to_text
from games.records.throws import faults_of, recheck, tallies_of, throws_of
from tests.records.samples import SECRET, sample

ROOT = Path(__file__).parents[2]


def test_every_throw_of_a_game_follows_from_its_secret() -> None:
    record = sample("roots", 3)
    throws = throws_of(record)
    assert len(throws) > 100
    assert len({(throw.ply, throw.die) for throw in throws}) == len(throws), "no two throws have the same inputs"
    assert faults_of(record, throws) == []


def test_dice_that_fall_together_share_a_ply_and_are_counted() -> None:
    first, second = throws_of(sample("roots", 2))[:2]
    assert [(throw.number, throw.ply, throw.die, throw.sides) for throw in (first, second)] == [
        (3, 2, 0, 20),
        (4, 2, 1, 20),
    ]
    assert first.seat == 0, "seat 1 spawns the first nutrient"


def test_a_die_that_somebody_changed_is_found() -> None:
    record = sample("roots", 2)
    throw = throws_of(record)[-1]
    other = throw.face % throw.sides + 1
    [fault] = faults_of(record, [*throws_of(record)[:-1], replace(throw, face=other)])
    assert fault.number == throw.number
    assert fault.message == (
        f"Move {throw.number} says roll d{throw.sides} {other}, and the secret gives {throw.face}."
    )


def test_another_secret_number_or_lot_is_found() -> None:
    record = sample("roots", 2)
    throws = throws_of(record)
    [fault] = faults_of(replace(record, commitment=dice.commit("00")), throws)
    assert fault.message == "The commitment is not the SHA-256 of the secret."
    assert len(faults_of(replace(record, number="8"), throws)) > 50
    [fault] = faults_of(replace(record, number="b2c1"), throws)
    assert "which number the game has" in fault.message
    [fault] = faults_of(replace(record, secret="xyz"), throws)
    assert "hexadecimal" in fault.message


@pytest.mark.parametrize(
    ("roll", "fault"),
    [("roll d20 21", "A d20 cannot show 21."), ("roll d6 3", "A d20 falls here, not a d6.")],
)
def test_a_throw_that_no_die_of_the_game_can_show_is_a_fault_of_the_record(roll: str, fault: str) -> None:
    record = sample("roots", 2)
    first = next(index for index, entry in enumerate(record.entries) if entry.kind == ROLL)
    entries = (*record.entries[:first], replace(record.entries[first], text=roll), *record.entries[first + 1 :])
    found = recheck(replace(record, entries=entries))
    assert not found.is_proved
    assert found.problems is not None
    [problem] = found.problems
    assert problem.startswith("The moves do not fit the rules.")
    assert fault in problem


def test_the_dice_of_a_game_that_goes_on_are_neither_right_nor_wrong() -> None:
    found = recheck(replace(sample("roots", 2), secret=""))
    assert not found.is_proved
    assert found.problems is None
    assert len(found.throws) > 50


def test_the_lot_for_the_seats_is_rechecked() -> None:
    record = replace(sample("roots", 3), lot=("ann", "ben", "cleo"))
    seated = replace(record, places=tuple(Place(name) for name in ("ben", "ann", "cleo")))
    assert faults_of(seated, throws_of(seated)) == [], "by hand in tests/games/test_dice.py"
    [fault] = faults_of(record, throws_of(record))
    assert fault.message == "The lot gives the seats to ben, ann, cleo."


def test_tallies_are_those_of_the_faces() -> None:
    throws = throws_of(sample("roots", 2))
    tallies = tallies_of(throws)
    assert sum(tally.count for tally in tallies) == len(throws)
    assert Counter((throw.sides, throw.seat) for throw in throws) == {
        (tally.sides, tally.seat): tally.count for tally in tallies
    }
    [tally] = tallies_of([replace(throws[0], sides=4, face=face) for face in (1, 1, 2, 4)])
    assert tally.faces == (2, 1, 0, 1)
    assert (tally.mean, tally.expected_mean, tally.expected) == (Fraction(2), Fraction(5, 2), Fraction(1))
    assert tally.chi_squared == 2  # (1 + 0 + 1 + 0) / 1


def test_many_throws_of_many_games_are_fair() -> None:
    """Chi-squared of 12,000 throws of each die over games, plies and dice, against the 0.1 % quantile."""
    quantiles = {4: 16.27, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82}
    for sides, quantile in quantiles.items():
        faces = Counter(
            dice.throw(SECRET, game, ply, die, sides) for game in range(1, 21) for ply in range(300) for die in (0, 1)
        )
        expected = 12_000 / sides
        assert sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < quantile


def test_neighbouring_throws_have_nothing_to_do_with_each_other() -> None:
    """Pairs of a face and the next one: 36 kinds, 35 degrees of freedom, 0.1 %."""
    faces = [dice.throw(SECRET, 1, ply, 0, 6) for ply in range(36_001)]
    pairs = Counter(pairwise(faces))
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.62


# On the command line ----------------------------------------------------------------------------------------------


def test_verify_needs_nothing_but_python(tmp_path: Path) -> None:
    file = tmp_path / "record.txt"
    file.write_text(to_text(sample("roots", 2)), "utf-8")
    command = [sys.executable, "-S", "-E", "-m", "games.records", "verify", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("roots game 7: OK.")
    assert done.stdout.endswith("throws follow from it.\n")


def test_verify_says_which_throw_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = sample("roots", 2)
    throw = throws_of(record)[0]
    assert (throw.sides, record.steps[2]) == (20, "roll d20 3")
    file = tmp_path / "record.json"
    values = {"game": "roots", "options": {}, "steps": [*record.steps[:2], "roll d20 4"], "number": "7"}
    values |= {"secret": SECRET, "commitment": dice.commit(SECRET)}
    file.write_text(json.dumps(values), "utf-8")
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out == "roots game 7: WRONG. Move 3 says roll d20 4, and the secret gives 3.\n"


@pytest.mark.parametrize(("record", "said"), [
    (replace(sample("btt", 2), commitment="", secret=""), "OK. 32 moves fit the rules; no dice, and no secret"),
    (replace(sample("roots", 2), secret=""), "Its secret is published when the game is over."),
    (sample("btt", 2), "OK. 32 moves fit the rules; the secret fits its commitment, and all 0 throws"),
])  # fmt: skip
def test_verify_says_what_there_is_to_check(
    record: Record, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "record.txt"
    file.write_text(to_text(record), "utf-8")
    assert main(["verify", str(file)]) == 0
    assert said in capsys.readouterr().out


def test_convert_writes_every_form(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record"
    texts = {}
    file.write_text(to_text(sample("twigs", 3)), "utf-8")
    for form in ("json", "abstract-play", "text"):
        assert main(["convert", "--to", form, str(file)]) == 0
        texts[form] = capsys.readouterr().out
        file.write_text(texts[form], "utf-8")
    assert texts["text"].strip() == to_text(sample("twigs", 3)).strip()


def test_what_cannot_be_read_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "record"
    file.write_text("Dear all, we drew.", "utf-8")
    assert main(["verify", str(file)]) == 2
    assert capsys.readouterr().err.startswith("Line 1: A turn reads like")
