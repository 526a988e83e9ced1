"""Every form of a record reads back to the same record, for every game; what contradicts the rules is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.records.abstractplay import from_abstract_play, to_abstract_play
from games.records.json_form import from_json, to_json
from games.records.reading import read_record, read_records
from games.records.record import STEP, Entry, Place, Record, last_position
from games.records.text_form import from_text, to_text
from games.rules import RULES
from games.rules.replay import RecordError, replay
from tests.games.records.samples import NOON, sample

LATER = datetime(2026, 4, 1, tzinfo=UTC)
TABLES = [(slug, seats) for slug, rules in RULES.items() for seats in rules.seats]
every_table = pytest.mark.parametrize(("slug", "seats"), TABLES)

WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=40).filter(
    lambda text: text == "" or text.isprintable()
)


@every_table
def test_a_game_reads_back_from_every_form(slug: str, seats: int) -> None:
    record = sample(slug, seats)
    assert from_text(to_text(record)) == record
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    assert from_abstract_play(json.loads(json.dumps(to_abstract_play(record, generated=LATER)))) == record
    assert replay(to_json(record), RULES)["places"] == [place.place for place in record.places]


@given(
    table=st.sampled_from([table for table in TABLES if table[1] == 2]),
    length=st.floats(0, 1),
    names=st.lists(WORDS, min_size=2, max_size=2),
    title=WORDS,
    described=st.lists(st.tuples(st.sampled_from(["resigned", "draw_offered"]), st.sampled_from([None, 0, 1]), WORDS)),
    has_times=st.booleans(),
)
def test_any_stretch_of_a_game_reads_back_whatever_people_are_called(
    table: tuple[str, int], length: float, names: list[str], title: str, described: list[Any], has_times: bool
) -> None:
    full = sample(*table)
    entries = full.entries[: int(length * len(full.entries))]
    entries += tuple(Entry(kind, text, seat, at=NOON) for kind, seat, text in described)
    if not has_times:
        entries = tuple(replace(entry, at=None) for entry in entries)
    is_whole = last_position(replace(full, entries=entries)).to_act is None
    places = full.places if is_whole else (Place(), Place())
    record = replace(
        full,
        entries=entries,
        places=tuple(replace(place, name=name) for place, name in zip(places, names, strict=True)),
        title=title,
        lot=tuple(names),
        reason="score" if is_whole else "",
    )
    assert from_text(to_text(record)) == record
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


def test_a_bare_record_gets_options_seats_and_result() -> None:
    full = sample("btt", 2)
    record = from_json({"game": "btt", "options": {}, "steps": [step.upper() for step in full.steps]})
    assert record.options == {"players": 2, "board": "standard", "scoring": "original"}
    assert record.steps == full.steps, "in canonical text"
    assert [entry.seat for entry in record.entries[:4]] == [0, 1, 0, 1]
    assert [place.points for place in record.places] == [place.points for place in full.places]
    assert record.reason == "score"


def test_text_looks_like_this() -> None:
    record = replace(
        sample("btt", 2),
        entries=(
            Entry(STEP, "null d3", 0, at=NOON),
            Entry(STEP, "root e2", 1, "forced", NOON),
            Entry("draw_offered", seat=1, at=NOON),
            Entry("resigned", seat=0),
        ),
        places=(Place("anna", "4", place=2, points=5, left="resignation"), Place("ben", "9", True, 1, 5)),
        reason="resignation",
        lot=("ben", "anna"),
    )
    text = to_text(record)
    assert text.partition("\n\n")[2] == (
        "1. blue: null d3 {2026-03-02T12:00:00Z}\n"
        "2. purple: root e2 {forced} {2026-03-02T12:00:00Z}\n"
        "- purple: draw offered {2026-03-02T12:00:00Z}\n"
        "- blue: resigned\n"
    )
    assert '[Title "Winter \\"cup\\", round 3, game 1 of 2"]' in text
    assert '[Player2 "ben"]\n[Id2 "9"]\n[Bot2 "yes"]\n[Place2 "1"]' in text
    assert '[Lot1 "ben"]' in text
    times_are_all_or_none = replace(record, entries=record.entries[:3])
    assert from_text(to_text(times_are_all_or_none)) == times_are_all_or_none


@pytest.mark.parametrize("form", ["text", "json", "lines", "array"])
def test_a_file_may_hold_many(form: str) -> None:
    records = [sample("btt", 2), sample("roots", 3), sample("twigs", 2)]
    values = [to_json(record) for record in records]
    text = {
        "text": "\n".join(map(to_text, records)),
        "json": json.dumps(values, indent=2),
        "lines": "\n".join(map(json.dumps, values)),
        "array": json.dumps([to_abstract_play(record, generated=LATER) for record in records]),
    }[form]
    assert list(read_records(text)) == records


def broken(**values: Any) -> dict[str, Any]:
    return to_json(sample("btt", 2)) | values


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (broken(game="chess"), "There is no game 'chess'"),
        (broken(options=[]), "The options are not an object"),
        (broken(options={"players": 9}), "for 2 to 6 players, not 9"),
        (broken(options={"board": "round"}), "board cannot be 'round'"),
        (broken(players=[{}] * 3), "3 players are named in a game of 2"),
        (broken(steps=["null d3"]), "times for 1 steps"),
        (broken(steps=["null d3", "root d3"], times=[], events=[]), "Step 2, 'root d3'"),
        (broken(steps="null d3"), "steps is not a list"),
        (broken(steps=["x" * 201], times=[], events=[]), "at most 200 characters"),
        (broken(steps=[*sample("btt", 2).steps, "S a1>a2"], times=[]), "Step 33"),
        (broken(steps=["null d3"] * 20_001, times=[], events=[]), "A record may have"),
        (broken(steps=["null d3", "undo to 1"], times=[], events=[]), "Move 1 cannot be gone back to"),
        (broken(started="yesterday"), "is not a time of the form"),
        (broken(started="2026-03-02T12:00:00"), "is not a time of the form"),
        (broken(finished="9999-12-31T23:59:59-23:59"), "is not a time of the form"),
        (broken(control={"base": 1.5}), "base has to be a whole number"),
        (broken(control={"base": 60, "ends": "soon"}), "is not a time of the form"),
        (broken(control={"tea": 60}), "The time control is not an object of base, increment, cap, answer"),
        (broken(rules_version=10**400), "rules_version has to be a whole number"),
        (broken(causes={"1": "a; b"}), "A cause has to be words in small letters, joined by underscores, not 'a; b'"),
        (broken(events=[{"after": 0, "kind": "Draw-offered"}]), "A kind has to be words in small letters"),
        (broken(events=[{"after": 99, "kind": "resigned"}]), "after how many steps"),
        (broken(events=[{"after": 0, "kind": "roll"}]), "is not a kind of event"),
        (broken(events=[{"after": 0, "kind": "resigned", "seat": 3}]), "There is no seat 3"),
        (broken(players=[{"points": 99}, {"points": 0}]), "The record says [99, 0] points"),
        (broken(players=[{"place": 1}, {"place": 3, "left": "time"}]), "There is no place 3 in a game of 2"),
        (broken(players=[{"place": 1}, {"place": 1}]), "The record says [1, 1], its moves lead to"),
    ],
)
def test_records_that_contradict_the_rules_or_themselves_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_json(values)
    assert message in str(caught.value)


def test_a_move_that_was_taken_back_stands_in_the_record_and_not_on_the_board() -> None:
    values = broken(steps=["null d3", "undo to 0", "null e3"], times=[], events=[], players=[{}, {}])
    record = from_json({name: value for name, value in values.items() if name not in ("finished", "result")})
    assert record.steps == ["null d3", "undo to 0", "null e3"]
    straight = from_json(values | {"steps": ["null e3"]})
    assert last_position(record).key == last_position(straight).key
    assert from_text(to_text(record)) == record


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[Player1 anna]", 'Line 3: A header reads like [Player1 "anna"]'),
        ("2. blue: null d3", "Line 3: The next step has the number 1, not 2."),
        ("blue: null d3", "Line 3: A turn reads like 7. red: step; step"),
        ("1. purple: null d3", "Step 1 is said to be purple's, and it is not."),
        ("1. blue: null d3 {2026}", "'2026' is not a time of the form"),
        ("- teal: resigned", "Line 3: There is no colour teal."),
        ("- RESIGNED", "Line 3: An event reads like - red: resigned"),
        ('[Place1 "first"]', "Line 3: 'first' is not a whole number."),
    ],
)
def test_a_slip_in_a_text_is_found(line: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        from_text(f'# by hand\n[Game "btt"]\n{line}\n')
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ['{"game": ' + "9" * 5000 + "}", '{"game": ' * 100_000, "[" * 100_000])
def test_numbers_and_brackets_beyond_all_measure_are_refused(text: str) -> None:
    with pytest.raises(RecordError):
        read_record(text)


NAMES = st.sampled_from(["game", "steps", "players", "header", "moves", "events", "options", "times"])
JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.just("btt"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=9,
)


@given(st.text(max_size=200) | JUNK.map(json.dumps))
def test_no_text_does_worse_than_being_refused(text: str) -> None:
    try:
        record = read_record(text)
    except RecordError:
        return
    assert isinstance(record, Record)
