"""What a table is made of: rounds that are open, void or sat out, what they count, and how a table is stored."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.standings.test_published_tables import POOL, parts_of, pool_played, single_games, swiss
from tournaments.standings.applied import Applications, Applied
from tournaments.standings.columns import COLUMNS, table_format
from tournaments.standings.matches import GameResult
from tournaments.standings.outlook import open_rounds
from tournaments.standings.points import POINT
from tournaments.standings.ranking import matches_of, rows_of, standings, table_of
from tournaments.standings.rulesets import Ruleset, usual_ruleset
from tournaments.standings.tables import Bye, Kind, Pairing, Roster, RoundResult
from tournaments.standings.tie_breaks import TIE_BREAKS, Part

HALF = POINT // 2
SCORES = (7, 4, 1)  # of places 1 to 3 of ``pool_played``


def test_rounds_still_open_are_those_without_a_result_and_those_to_be_paired() -> None:
    pairings, results = single_games(("1-2 1 3-4 1", "1-3 1 2-4 1"))
    roster = Roster((1, 2, 3, 4, 5), pairings, (Bye(5, 1, Kind.PAIRING_BYE),), void=frozenset({2}))
    table = table_of(swiss(), roster, results[:3])
    assert open_rounds(table) == {1: 0, 2: 1, 3: 0, 4: 1, 5: 0}
    assert open_rounds(table, to_be_paired={1: 2, 4: 1}) == {1: 2, 2: 1, 3: 0, 4: 2, 5: 0}
    assert table.points == {1: 2 * POINT, 2: 0, 3: 0, 4: 0, 5: POINT}
    assert [match.is_void for match in matches_of(swiss(), roster, results)] == [False, True, False, False]


def test_fixture_may_have_more_games_than_the_others() -> None:
    pairings, results = single_games(("1-2 1 3-4 1",))
    roster = Roster((1, 2, 3, 4), (pairings[0], replace(pairings[1], games=2)))
    assert table_of(swiss(), roster, results).points == {1: POINT, 2: 0, 3: 0, 4: 0}
    second = replace(results[1], game=9, number=2, entrants=(4, 3))
    assert table_of(swiss(), roster, [*results, second]).points == {1: POINT, 2: 0, 3: HALF, 4: HALF}


def test_round_that_is_sat_out_has_points_and_nothing_else() -> None:
    sat_out = RoundResult(3, Kind.FULL_BYE, POINT)
    assert (sat_out.fixture, sat_out.opponents, sat_out.total, sat_out.margin) == (None, (), 0, 0)
    assert (sat_out.second, sat_out.second_won, sat_out.ahead) == (0, 0, 0)


def test_margin_adds_up_over_the_games_of_a_match() -> None:
    pairing = Pairing(1, (1, 2, 3), 1)
    results = [
        GameResult(1, 1, 1, (1, 2, 3), (9, 4, 2), (1, 2, 3), (), "score"),
        GameResult(1, 2, 2, (2, 3, 1), (6, 6, 0), (1, 1, 3), (), "score"),
        GameResult(1, 3, 3, (3, 1, 2), (7, 7, 1), (), (), "annulled"),
    ]
    ruleset = Ruleset("places", 3, ("MARGIN",), seats=3)
    table = standings(ruleset, Roster((1, 2, 3), (pairing,)), results)
    assert {row.entrant: row.values["MARGIN"] for row in table.rows} == {1: 0, 2: POINT, 3: -POINT}


def test_parts_of_a_value_at_tables_name_no_single_opponent_and_leave_out_what_counts_nothing() -> None:
    assert len(POOL) == 4
    margins, firsts = Ruleset("places", 1, ("MARGIN",), seats=3), Ruleset("places", 1, ("FIRSTS",), seats=3)
    assert {part.opponent for part in parts_of(margins, *pool_played(), 0)} == {None}
    assert parts_of(firsts, *pool_played(), 1) == (Part(2, None, HALF),)


def test_parts_of_a_value_between_two_name_the_opponent() -> None:
    pairings, results = single_games(("1-2 1",))
    assert parts_of(Ruleset("places", 1, ("WIN",)), Roster((1, 2), pairings), results, 1) == (Part(1, 2, 1),)


def test_tie_breaks_of_tables_are_between_two_what_the_usual_ones_are() -> None:
    pairings, results = single_games(("1-2 1 3-4 =", "1-3 1 2-4 1", "4-1 1 2-3 ="))
    roster, ruleset = Roster((1, 2, 3, 4), pairings), Ruleset("places", 1, ())
    table = table_of(ruleset, roster, results)
    for of_tables, usual in (("BHM", "BH"), ("SBM", "SB")):
        found = TIE_BREAKS[of_tables].values(table, (1, 2, 3, 4))
        expected = TIE_BREAKS[usual].values(table, (1, 2, 3, 4))
        assert found is not None
        assert expected is not None
        assert {entrant: Fraction(value, TIE_BREAKS[of_tables].unit) for entrant, value in found.items()} == {
            entrant: Fraction(value, TIE_BREAKS[usual].unit) for entrant, value in expected.items()
        }
        assert any(found.values())


def test_parts_of_a_progressive_score_are_the_scores_after_each_round() -> None:
    pairings, results = single_games(("1-2 1", "2-1 =", "1-2 1"))
    ruleset = Ruleset("places", 1, ("PS",))
    assert [(part.round, part.amount) for part in parts_of(ruleset, Roster((1, 2), pairings), results, 1)] == [
        (1, POINT), (2, 3 * HALF), (3, 5 * HALF),
    ]  # fmt: skip


def test_in_a_swiss_event_direct_encounter_says_nothing_of_those_of_whom_nobody_is_surely_first() -> None:
    pairings, results = single_games(("1-3 1 2-4 1",))
    table = standings(swiss("DE", "WIN"), Roster((1, 2, 3, 4), pairings), results)
    assert [(row.values["DE"], row.values["WIN"]) for row in table.rows] == [(None, 1), (None, 1), (None, 0), (None, 0)]
    applications = Applications(("DE", "WIN"), table.dump()["rows"], table.ties)
    assert applications.of(table.rows[0], "WIN") == [Applied((), 1)]
    assert applications.of(table.rows[0], "DE") == []


def test_before_the_first_round_everybody_is_level() -> None:
    table = table_of(swiss(), Roster((1, 2), ()), [])
    assert (table.last_round, table.points, table.levels) == (0, {1: 0, 2: 0}, [[1, 2]])
    assert [(row.rank, row.is_shared) for row in standings(swiss("BH-C1"), Roster((1, 2), ()), []).rows] == [
        (1, True), (1, True),
    ]  # fmt: skip


def test_columns_are_written_as_numbers() -> None:
    *counts, byes, provisional = COLUMNS.values()
    assert [column.write(3) for column in counts] == ["3"] * 6
    assert (byes.write(1260), provisional.write(1260)) == ("1½", "1½")
    assert list(COLUMNS) == ["played", "won", "drawn", "lost", "forfeits_won", "forfeits_lost", "byes", "provisional"]
    assert table_format() == 5


def test_leaves_among_the_tied_wait_until_they_have_met() -> None:
    results = [
        GameResult(1, 1, 1, (1, 3), (7, 2), (1, 2), (), "score"),
        GameResult(1, 2, 2, (3, 1), (3, 3), (1, 1), (), "score"),
        GameResult(2, 3, 1, (2, 4), (5, 1), (1, 2), (), "score"),
        GameResult(2, 4, 2, (4, 2), (3, 3), (1, 1), (), "score"),
    ]
    roster = Roster((1, 2, 3, 4), (Pairing(1, (1, 3)), Pairing(2, (2, 4)), Pairing(3, (1, 2))))
    table = standings(usual_ruleset("league", "treeblox"), roster, results)
    assert [(row.values["DE"], row.values["DELD"]) for row in table.rows] == [(None, None)] * 4
    assert [(tie.code, tie.amounts) for tie in table.ties] == [("LD", (5, 4)), ("LD", (-4, -5))]


def test_line_of_one_entrant_has_its_rank_alone() -> None:
    pairings, results = single_games(("1-2 1",))
    (row,) = rows_of(table_of(swiss(), Roster((1, 2), pairings), results), [(2, 2, False)])
    assert (row.rank, row.is_shared, row.entrant, row.points, row.values) == (2, False, 2, 0, {})
    assert {code: value for code, value in row.columns.items() if value} == {"played": 1, "lost": 1}


def test_table_as_it_is_stored_and_as_its_digest_covers_it() -> None:
    pairings, results = single_games(("1-2 =", "3-1 0", "2-3 1"))
    table = standings(Ruleset("places", 1, ("DE", "WIN")), Roster((1, 2, 3), pairings), results)
    values = {"DE": HALF, "WIN": 1}
    covered = [
        {"rank": 1, "is_shared": True, "entrant": 1, "points": 3 * HALF, "values": values},
        {"rank": 1, "is_shared": True, "entrant": 2, "points": 3 * HALF, "values": values},
        {"rank": 3, "is_shared": False, "entrant": 3, "points": 0, "values": {"DE": None, "WIN": 0}},
    ]
    ties = [{"code": "", "entrants": [1, 2], "amounts": []}]
    assert table.canonical() == {"rows": covered, "ties": ties}
    columns = [dict(zip(COLUMNS, row, strict=True)) for row in ((2, 1, 1, 0, 0, 0, 0, 0),) * 2]
    columns.append(dict(zip(COLUMNS, (2, 0, 0, 2, 0, 0, 0, 0), strict=True)))
    assert table.dump() == {
        "rows": [row | {"columns": own} for row, own in zip(covered, columns, strict=True)],
        "ties": ties,
    }
