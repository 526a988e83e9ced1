"""The script of the demo league: every turn is legal, and the table worked out by hand follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from demo.script import GAMES, PLAYERS, RUNS_OUT_OF_TIME, TABLE, turn_at
from games.rules import RULES
from games.rules.base import Position, split_steps
from tournaments.standings.matches import GameResult
from tournaments.standings.points import POINT, write_units
from tournaments.standings.ranking import Standings, standings
from tournaments.standings.rulesets import usual_ruleset
from tournaments.standings.tables import Pairing, Roster

RULESET = usual_ruleset("league", "treeblox")
ENTRANTS = {name: number for number, name in enumerate(PLAYERS, 1)}
SCORES = {
    ("anna", "ben"): (3, 1), ("ben", "anna"): (3, 1),
    ("anna", "chloe"): (5, 2), ("chloe", "anna"): (2, 3),
    ("anna", "dora"): (1, 2), ("dora", "anna"): (3, 2),
    ("ben", "chloe"): (1, 1), ("chloe", "ben"): (3, 1),
    ("ben", "dora"): (2, 0), ("dora", "ben"): (1, 2),
    ("chloe", "dora"): (2, 1), ("dora", "chloe"): (1, 1),
}  # fmt: skip


def replay(pair: tuple[str, str]) -> Position[Any]:
    """The position after all turns of a game, each begun by the seat whose turn it is in the script."""
    rules = RULES["treeblox"]
    position: Position[Any] = rules.start(2)
    ply = 0
    for number, turn in enumerate(GAMES[pair]):
        assert turn_at(*pair, ply) == turn
        for step in split_steps(turn):
            assert position.to_act == number % 2, f"{pair}: {turn} is out of turn"
            assert position.forced_move() is None, f"{pair}: {turn} would be played by the service"
            position = position.play(rules.parse(step, position))
            ply += 1
    return position


@pytest.mark.parametrize("pair", GAMES)
def test_game_is_legal_and_ends_as_the_script_says(pair: tuple[str, str]) -> None:
    position = replay(pair)
    assert position.scores == SCORES[pair]
    assert (position.outcome() is None) == (pair == RUNS_OUT_OF_TIME)
    assert turn_at(*pair, 99) == ""


def test_every_pair_meets_twice_with_colours_swapped() -> None:
    assert set(GAMES) == {(dark, light) for dark in PLAYERS for light in PLAYERS if dark != light}


def table() -> Standings:
    pairs = [(a, b) for a in PLAYERS for b in PLAYERS if a < b]
    results = []
    for fixture, (a, b) in enumerate(pairs, 1):
        for number, (dark, light) in enumerate([(a, b), (b, a)], 1):
            late = (dark, light) == RUNS_OUT_OF_TIME
            scores = replay((dark, light)).scores
            places = (2, 1) if late or scores[0] < scores[1] else (1, 2) if scores[0] > scores[1] else (1, 1)
            results.append(
                GameResult(
                    fixture=fixture, game=10 * fixture + number, number=number,
                    entrants=(ENTRANTS[dark], ENTRANTS[light]), scores=scores, places=places,
                    left=(0,) if late else (), reason="time" if late else "score",
                )
            )  # fmt: skip
    roster = Roster(
        tuple(ENTRANTS.values()),
        tuple(Pairing(fixture, (ENTRANTS[a], ENTRANTS[b])) for fixture, (a, b) in enumerate(pairs, 1)),
    )
    return standings(RULESET, roster, results)


def test_table_is_the_one_worked_out_by_hand() -> None:
    rows = [(str(row.rank), PLAYERS[row.entrant - 1], write_units(row.points, POINT)) for row in table().rows]
    assert tuple(rows) == TABLE


def test_tie_is_broken_by_leaf_difference() -> None:
    differences = {PLAYERS[row.entrant - 1]: row.values["LD"] for row in table().rows}
    assert differences == {
        "chloe": 7, "anna": 2, "ben": 1, "dora": -10,
    }  # fmt: skip
    assert [(tie.code, tie.amounts) for tie in table().ties] == [("LD", (2, 1))]
