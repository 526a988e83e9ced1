"""Abstract Play's record format: what we write keeps its rules, and their records of BTT are read."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from games.records.abstractplay import NoResult, from_abstract_play, to_abstract_play
from games.records.record import STEP, Entry, Place
from games.rules import RULES
from games.rules.replay import RecordError
from tests.games.records.samples import sample

LATER = datetime(2026, 4, 1, 8, 30, tzinfo=UTC)
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
TABLES = [(slug, seats) for slug, rules in RULES.items() for seats in rules.seats]


@pytest.mark.parametrize(("slug", "seats"), TABLES)
def test_what_their_format_asks_for_is_there(slug: str, seats: int) -> None:
    """The constraints of APGameRecord 1-0-0."""
    record = json.loads(json.dumps(to_abstract_play(sample(slug, seats), generated=LATER)))
    assert set(record) == {"header", "moves"}
    header = record["header"]
    variants = header["game"].get("variants", [])
    assert header["game"]["name"] == RULES[slug].title
    assert set(header["game"]) <= {"name", "variants"}
    assert len(set(variants)) == len(variants)
    assert header["site"] == {"name": "Seeds at seeds.example", "gameid": "7"}
    assert all(MOMENT.fullmatch(header[name]) for name in ("date-start", "date-end", "date-generated"))
    assert (header["unrated"], header["event"], header["round"]) == (False, 'Winter "cup"', "3, game 1 of 2")
    types = {"name": str, "userid": str, "is_ai": bool, "score": int, "result": int}
    assert [{name: type(player[name]) for name in types} for player in header["players"]] == [types] * seats
    assert all(len(row) == seats and {type(move) for move in row} <= {str, type(None)} for row in record["moves"])


def test_more_winning_players_have_a_greater_result() -> None:
    places = (2, 1, 2, 4)
    record = sample("btt", 4)
    ranked = replace(record, places=tuple(replace(seat, place=place, left="time") for seat, place in
                                          zip(record.places, places, strict=True)))  # fmt: skip
    assert [p["result"] for p in to_abstract_play(ranked, generated=LATER)["header"]["players"]] == [2, 3, 2, 0]


def test_a_turn_is_one_move_and_a_seat_that_does_not_play_in_a_round_is_null() -> None:
    places = {"dark": 0, "light": 1}
    steps = ["dark L 1,1,1", "light L 4,4,1", "dark L 1,2,1", "light L 4,3,1", "dark L 2,1,1", "light L 3,4,1",
             "dark B 2,2,1", "dark L 2,2,2"]  # fmt: skip
    record = replace(
        sample("treeblox", 2),
        entries=tuple(Entry(STEP, step, places[colour]) for colour, step in (words.split(" ", 1) for words in steps)),
    )
    assert to_abstract_play(record, generated=LATER)["moves"] == [
        ["L 1,1,1", "L 4,4,1"],
        ["L 1,2,1", "L 4,3,1"],
        ["L 2,1,1", "L 3,4,1"],
        ["B 2,2,1; L 2,2,2", None],
    ]


@pytest.mark.parametrize("record", [
    replace(sample("btt", 2), finished=None, reason=""),
    replace(sample("btt", 2), places=(Place(), Place()), reason="abandoned"),
])  # fmt: skip
def test_a_game_without_a_result_is_none_of_theirs(record: Any) -> None:
    with pytest.raises(NoResult):
        to_abstract_play(record, generated=LATER)


@pytest.mark.parametrize(("seats", "options", "variants"), [
    (2, {}, []),
    (3, {"board": "rectangle"}, []),
    (4, {"scoring": "martian"}, ["Martian Go"]),
    (3, {}, ["board=standard"]),
    (3, {"board": "square7", "scoring": "wiki"}, ["board=square7", "scoring=wiki"]),
])  # fmt: skip
def test_btt_has_their_variants_and_their_spelling_where_they_play_it(
    seats: int, options: dict[str, str], variants: list[str]
) -> None:
    record = to_abstract_play(sample("btt", seats, **options), generated=LATER)
    assert record["header"]["game"]["variants"] == variants
    is_theirs = not any(variant.startswith("board=") for variant in variants)
    spelled = re.compile(r"[a-h]\d{1,2}-(NULL|ROOT|[123][NESW])")
    assert all(bool(spelled.fullmatch(move)) == is_theirs for row in record["moves"] for move in row if move)


def test_spelling_by_hand() -> None:
    """a1 is bottom left, north is the higher rank, sizes count pips."""
    spelled = {
        "null d3": "d3-NULL",
        "root e2": "e2-ROOT",
        "M e3>e2": "e3-2S",
        "L d2>e2": "d2-3E",
        "S f2>e2": "f2-1W",
        "M e1>e2": "e1-2N",
    }
    record = replace(
        sample("btt", 2),
        entries=tuple(Entry(STEP, step, number % 2) for number, step in enumerate(spelled)),
        places=(Place("anna", "4", place=1), Place("ben", "9", place=1)),
        reason="draw agreed",
    )
    moves = to_abstract_play(record, generated=LATER)["moves"]
    assert [theirs for row in moves for theirs in row] == list(spelled.values())


def of_theirs(seats: int, variants: list[str] | None = None, **options: str) -> dict[str, Any]:
    """A record as their site makes them: moves alone or with results, no nulls, nothing of ours."""
    record = to_abstract_play(sample("btt", seats, **options), generated=LATER)
    header = {name: value for name, value in record["header"].items() if name != "seeds"}
    header["site"] = {"name": "Abstract Play", "gameid": "b2c1-77"}
    header["game"]["variants"] = variants or []
    for player in header["players"]:
        player["score"] = -3
    best = max(player["result"] for player in header["players"])
    for player in header["players"]:
        player["result"] = int(player["result"] == best)
    moves = [[{"move": move, "result": [{"type": "eog"}]} if place else move for place, move in enumerate(row) if move]
             for row in record["moves"]]  # fmt: skip
    return {"header": header, "moves": moves}


@pytest.mark.parametrize(("seats", "variants", "options"), [
    (2, [], {}),
    (3, [], {"board": "rectangle"}),
    (6, [], {"board": "rectangle"}),
    (2, ["Martian Go"], {"scoring": "martian"}),
    (4, ["martian-go"], {"scoring": "martian"}),
])  # fmt: skip
def test_their_games_of_btt_are_read(seats: int, variants: list[str], options: dict[str, str]) -> None:
    record = from_abstract_play(of_theirs(seats, variants, **options))
    ours = sample("btt", seats, **options)
    assert record.options == ours.options
    assert record.steps == ours.steps
    assert [(seat.name, seat.userid, seat.place) for seat in record.places] == [
        (seat.name, seat.userid, seat.place) for seat in ours.places
    ]
    assert (record.site, record.number, record.started) == ("Abstract Play", "b2c1-77", ours.started)


def test_their_game_that_ended_before_the_board_was_full_keeps_its_winner() -> None:
    theirs = of_theirs(2)
    theirs["moves"] = theirs["moves"][:5]
    theirs["header"]["players"][0]["result"], theirs["header"]["players"][1]["result"] = 0, 1
    record = from_abstract_play(theirs)
    assert [seat.place for seat in record.places] == [2, 1]
    assert record.reason == "ended early"


def test_what_we_do_not_have_is_named() -> None:
    for theirs, message in (
        (of_theirs(2, ["Arcade"]), "Seeds does not have the variant 'Arcade' of Branches and Twigs and Thorns."),
        (of_theirs(3, ["Martian Go"], board="rectangle"), "Martian scoring"),
        (of_theirs(2) | {"moves": [["z9-NULL"]]}, "Step 1, 'z9-NULL'"),
        (of_theirs(2) | {"moves": {}}, "has a header and moves"),
    ):
        with pytest.raises(RecordError, match=re.escape(message)):
            from_abstract_play(theirs)
    theirs = of_theirs(2)
    for player in theirs["header"]["players"]:
        player["result"] = 1 - player["result"]
    with pytest.raises(RecordError, match="The moves lead to other winners than the record says"):
        from_abstract_play(theirs)
    for change, message in (
        ({"variants": 5}, "The variants of the game are not a list."),
        ({"name": "Homeworlds"}, "Seeds does not have the game 'Homeworlds'"),
    ):
        theirs["header"]["game"] |= change
        with pytest.raises(RecordError, match=message):
            from_abstract_play(theirs)
