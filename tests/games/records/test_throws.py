"""The dice of a record: every throw rechecked, and how they fell."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from games.records import dice
from games.records.record import ROLL, Place
from games.records.throws import faults_of, recheck, tallies_of, throws_of
from tests.games.records.samples import WORDS, sample


def test_dice_that_fall_together_share_a_ply_and_are_proved_by_the_secret() -> None:
    found = recheck(sample("roots", 2))
    assert found.is_proved
    assert found.problems == []
    assert found.throws == throws_of(sample("roots", 2))
    assert len({(throw.ply, throw.die) for throw in found.throws}) == len(found.throws) > 50
    first, second = throws_of(sample("roots", 2))[:2]
    assert [(throw.number, throw.ply, throw.die, throw.sides) for throw in (first, second)] == [
        (3, 2, 0, 20),
        (4, 2, 1, 20),
    ]
    assert first.seat == 0, "seat 1 spawns the first nutrient"
    assert first.why == "the lines of a new nutrient"


def test_a_die_that_somebody_changed_is_found() -> None:
    record = sample("roots", 2)
    throw = throws_of(record)[-1]
    other = throw.face % throw.sides + 1
    [fault] = faults_of(record, [*throws_of(record)[:-1], replace(throw, face=other)])
    assert fault.number == throw.number
    assert fault.message == (
        f"Move {throw.number} says roll d{throw.sides} {other}, and the secret gives {throw.face}."
    )


def test_another_secret_commitment_or_word_is_found() -> None:
    record = sample("roots", 2)
    throws = throws_of(record)
    [fault] = faults_of(replace(record, commitment=dice.commit("00")), throws)
    assert fault.message == "The commitment is not the SHA-256 of the secret."
    [fault] = faults_of(replace(record, commitment=""), throws)
    assert fault.message == "There is a secret, and no commitment to it."
    other_word = (replace(record.places[0], word="rose"), *record.places[1:])
    assert len(faults_of(replace(record, places=other_word), throws)) > 50
    [fault] = faults_of(replace(record, secret="xyz"), throws)
    assert fault.message == "The secret is not written in hexadecimal digits."


@pytest.mark.parametrize(
    ("roll", "fault"), [("roll d20 21", "A d20 cannot show 21."), ("roll d6 3", "A d20 is rolled here, not a d6.")]
)
def test_a_throw_that_no_die_of_the_game_can_show_is_a_fault_of_the_record(roll: str, fault: str) -> None:
    record = sample("roots", 2)
    first = next(index for index, entry in enumerate(record.entries) if entry.kind == ROLL)
    entries = (*record.entries[:first], replace(record.entries[first], text=roll), *record.entries[first + 1 :])
    found = recheck(replace(record, entries=entries))
    assert not found.is_proved
    assert found.throws == []
    assert found.problems is not None
    [problem] = found.problems
    assert problem.startswith("The moves do not fit the rules.")
    assert fault in problem


def test_the_dice_of_a_game_that_goes_on_are_neither_right_nor_wrong() -> None:
    found = recheck(replace(sample("roots", 2), secret=""))
    assert not found.is_proved
    assert found.problems is None
    assert found.faults == []
    assert len(found.throws) > 50


def test_the_lot_for_the_seats_is_rechecked() -> None:
    record = replace(sample("roots", 3), lot=("ann", "ben", "cleo"))
    words = ("", *reversed(WORDS))
    places = tuple(Place(name, word=word) for name, word in zip(("cleo", "ben", "ann"), words, strict=True))
    seated = replace(record, places=places)
    assert faults_of(seated, throws_of(seated)) == [], "by hand in test_dice.py, whoever gave which word"
    [fault] = faults_of(record, throws_of(record))
    assert fault.message == "The lot gives the seats to cleo, ben, ann."
    numbered = replace(seated, places=tuple(replace(place, userid=n) for n, place in zip("321", places, strict=True)))
    assert faults_of(numbered, throws_of(numbered)) == [], "ann has account 1"
    other = replace(seated, places=tuple(replace(place, userid=n) for n, place in zip("123", places, strict=True)))
    [fault] = faults_of(other, throws_of(other))
    assert fault.message == "The lot was not drawn in the order of the players' accounts."


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
    [tally] = tallies_of([replace(throws[0], sides=4, face=face) for face in (1, 1, 1, 1, 2, 2, 3, 4)])
    assert tally.chi_squared == 3  # (4 + 0 + 1 + 1) / 2
    cast = [(6, 1), (6, None), (4, 1), (6, 0), (4, 0)]
    tallies = tallies_of([replace(throws[0], sides=sides, seat=seat, face=1) for sides, seat in cast])
    assert [(tally.sides, tally.seat) for tally in tallies] == [(4, 0), (4, 1), (6, None), (6, 0), (6, 1)]
