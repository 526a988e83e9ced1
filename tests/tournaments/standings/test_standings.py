"""Standings against published tables (tournament, source and totals in each) and the rules of a Treeblox league."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.applied import Applications
from tournaments.standings.columns import COLUMNS
from tournaments.standings.crosstable import crosstable
from tournaments.standings.matches import GameResult
from tournaments.standings.points import POINT, write_units
from tournaments.standings.ranking import Row, Standings, matches_of, standings, table_of
from tournaments.standings.rulesets import Ruleset, usual_ruleset
from tournaments.standings.tables import Bye, Kind, Pairing, Roster
from tournaments.standings.tie_breaks import TIE_BREAKS

HALF = POINT // 2
SCORES = {"1": (1, 0), "=": (0, 0), "0": (0, 1)}
PLACES = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}


def single_games(table: dict[str, str]) -> tuple[Roster, list[GameResult], dict[int, str]]:
    """A crosstable of single games: by player a row of results, several letters a cell, ``*`` on the diagonal."""
    names = dict(enumerate(table, 1))
    pairings, results = [], []
    fixtures = count(1)
    for a, row in zip(names, table.values(), strict=True):
        for b, cell in zip(names, row.split(), strict=True):
            if a < b:
                for letter in cell:
                    fixture = next(fixtures)
                    pairings.append(Pairing(fixture, (a, b)))
                    results.append(GameResult(fixture, fixture, 1, (a, b), SCORES[letter], PLACES[letter], (), "score"))
    return Roster(tuple(names), tuple(pairings)), results, names


def single_ruleset(*tie_breaks: str) -> Ruleset:
    return Ruleset(scoring="places", games_per_fixture=1, tie_breaks=tie_breaks)


def column(table: Standings, code: str, names: dict[int, str]) -> dict[str, str]:
    shown = {}
    for row in table.rows:
        value = row.values[code]
        assert value is not None
        shown[names[row.entrant]] = write_units(value, TIE_BREAKS[code].unit)
    return shown


def order(table: Standings, names: dict[int, str]) -> list[str]:
    return [names[row.entrant] for row in table.rows]


# Candidates 2016, final table: https://en.wikipedia.org/wiki/Candidates_Tournament_2016
CANDIDATES = {
    "Caruana": "** =0 =1 == == == =1 ==",
    "Karjakin": "=1 ** 10 == == == 1= =1",
    "Anand": "=0 01 ** == 1= =1 =0 1=",
    "Giri": "== == == ** == == == ==",
    "Svidler": "== == 0= == ** =1 == ==",
    "Aronian": "== == =0 == =0 ** 1= 1=",
    "Nakamura": "=0 0= =1 == == 0= ** 11",
    "Topalov": "== =0 0= == == 0= 00 **",
}


def test_candidates_2016_by_direct_encounter_then_wins() -> None:
    roster, results, names = single_games(CANDIDATES)
    table = standings(single_ruleset("DE", "WIN", "SB"), roster, results)
    assert order(table, names) == [
        "Karjakin", "Caruana", "Anand", "Svidler", "Aronian", "Giri", "Nakamura", "Topalov",
    ]  # fmt: skip
    tied = {names[row.entrant]: row.values["DE"] for row in table.rows if row.points == 7 * POINT}
    # Averages of two games each, so half of the published 3.5, 3.0, 3.0 and 2.5.
    assert tied == {
        "Svidler": POINT * 7 // 4, "Aronian": POINT * 3 // 2, "Giri": POINT * 3 // 2, "Nakamura": POINT * 5 // 4,
    }  # fmt: skip
    assert [(tie.code, [names[entrant] for entrant in tie.entrants]) for tie in table.ties] == [
        ("DE", ["Caruana", "Anand"]),
        ("DE", ["Svidler", "Giri", "Aronian", "Nakamura"]),
        ("WIN", ["Aronian", "Giri"]),
    ]


# Treeblox leagues -----------------------------------------------------------------------------------------------------


def treeblox_league(totals: dict[tuple[int, int], tuple[int, int]]) -> tuple[Roster, list[GameResult]]:
    """A league in which each match of two games has the given totals: all in the first game, none in the second."""
    entrants = tuple(sorted({entrant for pair in totals for entrant in pair}))
    pairings = [Pairing(fixture, pair) for fixture, pair in enumerate(totals, 1)]
    results = []
    for pairing, (own, other) in zip(pairings, totals.values(), strict=True):
        a, b = pairing.entrants
        game = pairing.fixture * 10
        places = (1, 1) if own == other else (1, 2) if own > other else (2, 1)
        results.append(GameResult(pairing.fixture, game + 1, 1, (a, b), (own, other), places, (), "score"))
        results.append(GameResult(pairing.fixture, game + 2, 2, (b, a), (0, 0), (1, 1), (), "no active leaves"))
    return Roster(entrants, tuple(pairings)), results


def ranks(rows: tuple[Row, ...]) -> list[tuple[int, int]]:
    return [(row.rank, row.entrant) for row in rows]


def test_drawn_match_between_the_tied_is_decided_by_leaf_difference() -> None:
    # 1 and 2 draw with each other, beat 3 by 5 and by 2.
    roster, results = treeblox_league({(1, 2): (4, 4), (1, 3): (7, 2), (2, 3): (5, 3)})
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    assert ranks(table.rows) == [(1, 1), (2, 2), (3, 3)]
    assert [(tie.code, tie.amounts) for tie in table.ties] == [("LD", (5, 2))]


def test_circle_of_three_is_decided_by_leaves_among_them() -> None:
    # Each beats one and loses to one, and all beat 4. Among the three: 1 has +5 -1 = 4, 2 has -5 +3 = -2, 3 has
    # -3 +1 = -2. The rout of 4 by 3 would decide by leaf difference, but what they did to each other comes first.
    totals = {(1, 2): (6, 1), (2, 3): (6, 3), (3, 1): (4, 3), (1, 4): (2, 1), (2, 4): (2, 1), (3, 4): (14, 0)}
    roster, results = treeblox_league(totals)
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    # 2 and 3 are level; taken again between the two, 2 beat 3.
    assert ranks(table.rows) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(tie.code, tie.entrants) for tie in table.ties] == [("DELD", (1, 2, 3)), ("DE", (2, 3))]


def test_those_still_level_after_leaves_are_parted_by_match_points_among_them_first() -> None:
    # Five who each beat the next two. By leaves among them 5 has +4, 1, 2 and 3 have 0, and 4 has -4. Among the three
    # 1 beat both others, each by 1, and 2 beat 3 by 9: leaves alone would now put 2 before 1.
    totals = {
        (1, 2): (1, 0), (1, 3): (1, 0), (2, 3): (9, 0), (2, 4): (1, 0), (3, 4): (5, 0), (3, 5): (5, 0), (4, 5): (1, 0),
        (4, 1): (1, 0), (5, 1): (1, 0), (5, 2): (9, 0),
    }  # fmt: skip
    roster, results = treeblox_league(totals)
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    assert ranks(table.rows) == [(1, 5), (2, 1), (3, 2), (4, 3), (5, 4)]
    assert [(tie.code, tie.entrants) for tie in table.ties] == [("DELD", (5, 1, 2, 3, 4)), ("DE", (1, 2, 3))]


@pytest.mark.parametrize("points", [(), (3, 0)])
def test_wins_and_half_of_all_points_are_the_same_whatever_a_win_is_worth(points: tuple[int, ...]) -> None:
    roster, results, names = single_games({"Ann": "** 1 0", "Ben": "0 ** 0", "Cat": "1 1 **"})
    table = standings(replace(single_ruleset("WIN", "KS"), points=points), roster, results)
    win = str(points[0]) if points else "1"
    assert column(table, "WIN", names) == {"Cat": "2", "Ann": "1", "Ben": "0"}
    assert column(table, "KS", names) == {"Cat": win, "Ann": "0", "Ben": "0"}  # Ann has half of what one can have


def test_leaf_difference_of_a_match_is_capped() -> None:
    roster, results = treeblox_league({(1, 2): (2, 2), (1, 3): (16, 0), (2, 3): (13, 0)})
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    assert [row.values["LD"] for row in table.rows] == [12, 12, -24]
    # Level at the cap of 12, so leaves for decide: 18 against 15.
    assert [(tie.code, tie.amounts) for tie in table.ties] == [("LF", (18, 15))]


def test_exhausted_list_shares_the_rank() -> None:
    roster, results = treeblox_league({(1, 2): (2, 2), (1, 3): (5, 0), (2, 3): (5, 0)})
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    assert ranks(table.rows) == [(1, 1), (1, 2), (3, 3)]
    assert [row.is_shared for row in table.rows] == [True, True, False]
    assert [tie.code for tie in table.ties] == [""]


def test_every_value_opens_to_the_matches_it_came_from() -> None:
    roster, results = treeblox_league({(1, 2): (4, 4), (1, 3): (7, 2), (2, 3): (5, 3)})
    ruleset = usual_ruleset("league", "treeblox")
    rows, known = standings(ruleset, roster, results).rows, table_of(ruleset, roster, results)
    for row in rows:
        for code, value in row.values.items():
            assert value is None or sum(part.amount for part in TIE_BREAKS[code].parts(known, row.entrant)) == value
    assert [(part.fixture, part.opponent, part.amount) for part in TIE_BREAKS["LD"].parts(known, 1)] == [
        (1, 2, 0), (2, 3, 5),
    ]  # fmt: skip


def test_match_with_a_game_running_counts_nothing() -> None:
    roster, results = treeblox_league({(1, 2): (9, 0)})
    table = standings(usual_ruleset("league", "treeblox"), roster, results[:1])
    assert [(row.points, row.columns["played"]) for row in table.rows] == [(0, 0), (0, 0)]


def test_void_match_counts_for_nobody() -> None:
    roster, results = treeblox_league({(1, 2): (9, 0), (1, 3): (3, 1)})
    void = [replace(r, reason="abandoned", places=()) if r.fixture == 1 else r for r in results]
    table = standings(usual_ruleset("league", "treeblox"), roster, void)
    played = {row.entrant: (row.points, row.columns["played"]) for row in table.rows}
    assert played == {1: (POINT, 1), 2: (0, 0), 3: (0, 1)}


def test_half_of_what_one_can_have_leaves_void_matches_out() -> None:
    """Ben's match with Cat is void: he has one point of the one that he can have, so beating him counts for Ann."""
    roster, results, names = single_games({"Ann": "** 1 0 0", "Ben": "0 ** 0 1", "Cat": "1 1 ** 0", "Dan": "1 0 1 **"})
    cat_and_ben = {tuple(pairing.entrants): pairing.fixture for pairing in roster.pairings}[2, 3]
    assert column(standings(single_ruleset("KS"), roster, results), "KS", names)["Ann"] == "0"
    void = [replace(r, reason="abandoned", places=()) if r.fixture == cat_and_ben else r for r in results]
    assert column(standings(single_ruleset("KS"), roster, void), "KS", names)["Ann"] == "1"


def applied(ruleset: Ruleset, roster: Roster, results: list[GameResult], code: str) -> dict[int, list[Fraction]]:
    """What a tie-break said of each entrant every time that it was applied, in points; its matches make it up."""
    table, known = standings(ruleset, roster, results), table_of(ruleset, roster, results)
    applications = Applications(ruleset.tie_breaks, table.dump()["rows"], table.ties)
    found = {}
    for row in table.rows:
        every = applications.of(row, code)
        for group, amount in every:
            parts = TIE_BREAKS[code].parts(known, row.entrant, group)
            assert sum(part.amount for part in parts) == amount
            assert {part.opponent for part in parts} <= {*group} - {row.entrant}
        found[row.entrant] = [Fraction(one.amount, POINT) for one in every]
    return found


def test_candidates_2016_direct_encounter_says_what_it_said_of_the_four_with_seven_points_and_no_more() -> None:
    roster, results, names = single_games(CANDIDATES)
    found = applied(single_ruleset("DE", "WIN", "SB"), roster, results, "DE")
    assert {names[entrant]: [2 * amount for amount in amounts] for entrant, amounts in found.items() if amounts} == {
        "Caruana": [Fraction(3, 2)], "Anand": [Fraction(1, 2)],
        "Svidler": [Fraction(7, 2)], "Aronian": [3], "Giri": [3], "Nakamura": [Fraction(5, 2)],
    }  # fmt: skip


def test_direct_encounter_applied_again_to_players_who_are_still_level_says_what_parted_them() -> None:
    roster, results, names = single_games(
        {
            "Ann": "* 0 1 1 0 0", "Ben": "1 * 1 0 0 0", "Cat": "0 0 * 1 1 0", "Dan": "0 1 0 * 0 1",
            "Eve": "1 1 0 1 * =", "Fay": "1 1 1 0 = *",
        }
    )  # fmt: skip
    ruleset = usual_ruleset("league", "btt")
    assert order(standings(ruleset, roster, results), names)[2:] == ["Ben", "Ann", "Cat", "Dan"]
    found = {names[entrant]: amounts for entrant, amounts in applied(ruleset, roster, results, "DE").items()}
    assert found == {
        "Eve": [Fraction(1, 2)], "Fay": [Fraction(1, 2)],
        "Ben": [2, 1], "Ann": [2, 0], "Cat": [1, 1], "Dan": [1, 0],
    }  # fmt: skip


def test_direct_encounter_says_what_parted_those_whom_another_tie_break_has_left_level() -> None:
    roster, results, names = single_games(
        {
            "Ann": "* 1 = 0 1 0", "Ben": "0 * = 1 1 0", "Cat": "= = * = = =", "Dan": "1 0 = * = =",
            "Eve": "0 0 = = * 0", "Fay": "1 1 = = 1 *",
        }
    )  # fmt: skip
    ruleset = single_ruleset("WON", "DE")
    table = standings(ruleset, roster, results)
    assert order(table, names) == ["Fay", "Ann", "Ben", "Dan", "Cat", "Eve"]
    assert {row.values["DE"] for row in table.rows if row.points == 5 * HALF} == {3 * HALF}  # among all four with 2½
    found = {names[entrant]: amounts for entrant, amounts in applied(ruleset, roster, results, "DE").items()}
    assert {name: amounts for name, amounts in found.items() if amounts} == {"Ann": [1], "Ben": [0]}


def test_direct_encounter_waits_until_the_tied_have_met() -> None:
    roster, results = treeblox_league({(1, 3): (5, 1), (2, 3): (6, 1), (1, 2): (3, 1)})
    table = standings(usual_ruleset("league", "treeblox"), roster, results[:4])
    assert table.rows[0].entrant == 2
    assert table.rows[0].values["DE"] is None
    assert [tie.code for tie in table.ties] == ["LD"]


def test_later_result_for_the_same_game_replaces_the_earlier() -> None:
    roster, results = treeblox_league({(1, 2): (9, 0)})
    corrected = replace(results[0], scores=(0, 9), places=(2, 1))
    table = standings(usual_ruleset("league", "treeblox"), roster, [*results, corrected])
    assert table.rows[0].entrant == 2


@given(st.integers(2, 7), st.integers(0, 2**32))
def test_table_of_any_league_is_fair_and_independent_of_order(size: int, seed: int) -> None:
    rng = random.Random(seed)
    totals = {
        (a, b): (rng.randint(0, 3), rng.randint(0, 3)) for a in range(1, size + 1) for b in range(a + 1, size + 1)
    }
    roster, results = treeblox_league(totals)
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    shuffled = rng.sample(results, len(results))
    again = standings(usual_ruleset("league", "treeblox"), roster, shuffled)
    assert ranks(again.rows) == ranks(table.rows)
    assert sum(row.points for row in table.rows) == POINT * len(totals)
    assert all(one.points >= two.points for one, two in zip(table.rows, table.rows[1:], strict=False))
    assert {row.entrant for row in table.rows} == set(roster.entrants)
    assert all((row.rank == table.rows[row.rank - 1].rank) for row in table.rows)


def test_crosstable_shows_both_sides_of_a_match() -> None:
    roster, results = treeblox_league({(1, 2): (4, 5), (1, 3): (7, 2), (2, 3): (5, 5)})
    matches = matches_of(usual_ruleset("league", "treeblox"), roster, results[:4])
    rows = crosstable([2, 1, 3], matches)
    assert [row.entrant for row in rows] == [2, 1, 3]
    assert rows[0].cells[0] == ()
    (won,), (lost,) = rows[0].cells[1], rows[1].cells[0]
    assert (won.points, won.total, won.against) == (POINT, 5, 4)
    assert (lost.points, lost.total, lost.against) == (0, 4, 5)
    (open_cell,) = rows[0].cells[2]
    assert open_cell.points is None


def forfeits() -> tuple[Roster, list[GameResult]]:
    """Nobody came to 1-2, 3 did not come against 1, and 2 beat 3."""
    pairings = (Pairing(1, (1, 2), 1), Pairing(2, (1, 3), 2), Pairing(3, (2, 3), 3))
    results = [
        GameResult(1, 1, 1, (1, 2), (0, 0), (1, 1), (0, 1), "forfeit"),
        GameResult(2, 2, 1, (1, 3), (0, 0), (1, 2), (1,), "forfeit"),
        GameResult(3, 3, 1, (2, 3), (5, 3), (1, 2), (), "score"),
    ]
    return Roster((1, 2, 3), pairings), results


@pytest.mark.parametrize("predetermined", [True, False])
def test_wins_draws_forfeits_and_byes_add_up_to_the_points(predetermined: bool) -> None:
    roster, results = forfeits()
    if not predetermined:
        roster = replace(roster, byes=(Bye(1, 4, Kind.PAIRING_BYE), Bye(2, 4, Kind.HALF_BYE)))
    table = standings(replace(single_ruleset("STD"), predetermined=predetermined), roster, results)
    for row in table.rows:
        own = row.columns
        assert row.points == POINT * (own["won"] + own["forfeits_won"]) + HALF * own["drawn"] + own["byes"]
    found = {row.entrant: tuple(row.columns[code] for code in COLUMNS) for row in table.rows}
    full, half = (0, 0) if predetermined else (POINT, HALF)
    assert found == {1: (0, 0, 0, 0, 1, 1, full, 0), 2: (1, 1, 0, 0, 0, 1, half, 0), 3: (1, 0, 0, 1, 0, 1, 0, 0)}


def test_standard_points_of_a_double_forfeit_are_half_a_point_each_where_forfeits_are_games() -> None:
    """Article 7.7: as many points as the scheduled opponent. In a Swiss tournament it is less than a draw: nothing."""
    roster, results = forfeits()
    for predetermined, expected in ((True, {"1": "1½", "2": "1½", "3": "0"}), (False, {"1": "1", "2": "1", "3": "0"})):
        table = standings(replace(single_ruleset("STD"), predetermined=predetermined), roster, results)
        assert column(table, "STD", {1: "1", 2: "2", 3: "3"}) == expected


@given(st.data())
def test_void_matches_leave_the_table_of_the_others_as_if_a_player_had_not_been_there(data: st.DataObject) -> None:
    """A player leaves a round robin early, and nothing of theirs counts: the others stand as without them, and nobody
    stands behind the player who left."""
    chance = data.draw(st.randoms(use_true_random=False))
    players = list(range(1, data.draw(st.integers(4, 8)) + 1))
    leaver = chance.choice(players)
    ruleset = single_ruleset(*data.draw(st.permutations(["DE", "WIN", "SB", "KS"])))
    pairings, results = [], []
    for number, pair in enumerate(combinations(players, 2), 1):
        pairings.append(Pairing(number, pair))
        if chance.random() < 0.8:
            letter = chance.choice("1=0")
            results.append(GameResult(number, number, 1, pair, SCORES[letter], PLACES[letter], (), "score"))
    own = {pairing.fixture for pairing in pairings if leaver in pairing.entrants}
    whole = standings(
        ruleset, Roster(tuple(players), tuple(pairings), void=frozenset(own), gone=frozenset({leaver})), results
    )
    others = standings(
        ruleset,
        Roster(
            tuple(one for one in players if one != leaver), tuple(one for one in pairings if one.fixture not in own)
        ),
        [result for result in results if result.fixture not in own],
    )
    assert whole.rows[:-1] == others.rows
    assert whole.ties == others.ties
    last = whole.rows[-1]
    assert (last.entrant, last.rank, last.points) == (leaver, len(players), 0)
    assert set(last.values.values()) == {None}


def test_players_who_left_early_share_the_last_place() -> None:
    roster, results, names = single_games({"anna": "* 1 1 1", "bert": "0 * 0 0", "carl": "0 1 * 1", "dora": "0 1 0 *"})
    void = frozenset(one.fixture for one in roster.pairings if {3, 4} & set(one.entrants))
    table = standings(single_ruleset("DE", "SB"), replace(roster, void=void, gone=frozenset({3, 4})), results)
    assert [(names[row.entrant], row.rank) for row in table.rows] == [
        ("anna", 1),
        ("bert", 2),
        ("carl", 3),
        ("dora", 3),
    ]


def test_player_who_stays_alone_is_first() -> None:
    roster, results, _names = single_games({"anna": "* 1 0", "bert": "0 * 1", "carl": "1 0 *"})
    everything = frozenset(one.fixture for one in roster.pairings)
    table = standings(single_ruleset("DE"), replace(roster, void=everything, gone=frozenset({1, 3})), results)
    assert [(row.entrant, row.rank) for row in table.rows] == [(2, 1), (1, 2), (3, 2)]
