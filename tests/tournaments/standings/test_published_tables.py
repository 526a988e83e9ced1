"""Tie-breaks and points against figures that others have published or that were worked out by hand, source in each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.base import places_of
from tournaments.standings.matches import FORFEIT, GameResult, aggregate_match
from tournaments.standings.points import POINT, share_points
from tournaments.standings.ranking import Standings, standings, table_of
from tournaments.standings.rulesets import Ruleset, usual_ruleset
from tournaments.standings.tables import Bye, Kind, Pairing, Roster
from tournaments.standings.tie_breaks import TIE_BREAKS, Part


def column(table: Standings, code: str) -> dict[int, Fraction]:
    """A tie-break by entrant, as people count it."""
    return {row.entrant: Fraction(value_of(table, row.entrant, code), TIE_BREAKS[code].unit) for row in table.rows}


def points(table: Standings) -> dict[int, Fraction]:
    return {row.entrant: Fraction(row.points, POINT) for row in table.rows}


def value_of(table: Standings, entrant: int, code: str) -> int:
    value = next(row.values[code] for row in table.rows if row.entrant == entrant)
    assert value is not None
    return value


def parts_of(ruleset: Ruleset, roster: Roster, results: Sequence[GameResult], entrant: int) -> tuple[Part, ...]:
    """What the first tie-break of an entrant was made of."""
    return TIE_BREAKS[ruleset.tie_breaks[0]].parts(table_of(ruleset, roster, results), entrant)


def swiss(*codes: str) -> Ruleset:
    return Ruleset(scoring="places", games_per_fixture=1, tie_breaks=codes, predetermined=False)


def single_games(rounds: Sequence[str]) -> tuple[tuple[Pairing, ...], list[GameResult]]:
    """Rounds of games such as "1-2 1 3-4 =": who moves first, who second, and the first one's result; "+" and "-" are
    forfeits."""
    pairings: list[Pairing] = []
    results: list[GameResult] = []
    for number, text in enumerate(rounds, 1):
        words = text.split()
        for pair, result in zip(words[::2], words[1::2], strict=True):
            first, second = map(int, pair.split("-"))
            fixture = len(pairings) + 1
            pairings.append(Pairing(fixture, (first, second), number))
            places = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}.get(result, ())
            left = {"+": (1,), "-": (0,)}.get(result, ())
            reason = FORFEIT if left else "score"
            results.append(GameResult(fixture, fixture, 1, (first, second), (0, 0), places, left, reason))
    return tuple(pairings), results


# Sinquefield Cup 2014: https://en.wikipedia.org/wiki/Sinquefield_Cup_2014. A row for each player: opponent, colour and
# result by round. 1 Caruana, 2 Carlsen, 3 Topalov, 4 Vachier-Lagrave, 5 Aronian, 6 Nakamura.
SINQUEFIELD = (
    "3b1 4w1 2b1 6b1 5w1 3w1 4b1 2w= 6w= 5b=",
    "4b= 6b= 1w0 5b1 3w= 4w= 6w1 1b= 5w= 3b=",
    "1w0 5b0 6w1 4w1 2b= 1b0 5w= 6b1 4b= 2w=",
    "2w= 1b0 5w1 3b0 6w= 2b= 1w0 5b= 3w= 6b=",
    "6w= 3w1 4b0 2w0 1b0 6b= 3b= 4w= 2b= 1w=",
    "5b= 2w= 3b0 1w0 4b= 5w= 2b0 3w0 1b= 4w=",
)


def rounds_of(rows: Sequence[str]) -> list[str]:
    by_round: list[list[str]] = [[] for _ in rows[0].split()]
    for player, row in enumerate(rows, 1):
        for number, cell in enumerate(row.split()):
            if cell[1] == "w":
                by_round[number] += [f"{player}-{cell[0]}", cell[2]]
    return [" ".join(words) for words in by_round]


def test_sinquefield_2014_wins_wins_moving_second_and_progressive_scores() -> None:
    pairings, results = single_games(rounds_of(SINQUEFIELD))
    ruleset = Ruleset("places", 1, ("DE", "WIN", "BWG", "BPG", "PS", "SB", "KS"))
    table = standings(ruleset, Roster((1, 2, 3, 4, 5, 6), pairings), results)

    def each(*amounts: float) -> dict[int, Fraction]:
        return dict(enumerate(map(Fraction, amounts), 1))

    assert points(table) == each(8.5, 5.5, 5, 4, 4, 3)
    assert [row.entrant for row in table.rows] == [1, 2, 3, 4, 5, 6]
    assert [(tie.code, tie.entrants) for tie in table.ties] == [("DE", (4, 5))]  # against Sonneborn-Berger
    assert column(table, "WIN") == each(7, 2, 3, 1, 1, 0)
    assert column(table, "BWG") == each(4, 1, 1, 0, 0, 0)
    assert column(table, "BPG") == dict.fromkeys(range(1, 7), 5)
    assert column(table, "PS") == each(52, 29, 24.5, 21.5, 21.5, 16.5)
    assert column(table, "SB") == each(36.75, 23.75, 19.5, 17, 19.5, 15)
    assert column(table, "KS") == each(3.5, 1.5, 1, 1.5, 2.5, 1)


# A small pool, worked out by hand: three seats, four players, everybody once in every seat.
POOL = (((0, 1, 2), (1, 2, 3)), ((1, 2, 3), (1, 1, 3)), ((2, 3, 0), (2, 3, 1)), ((3, 0, 1), (1, 2, 2)))


def pool(ruleset: Ruleset) -> Standings:
    return standings(ruleset, *pool_played())


def pool_played() -> tuple[Roster, list[GameResult]]:
    pairings = tuple(Pairing(number, seats, number) for number, (seats, _) in enumerate(POOL, 1))
    results = [
        GameResult(number, number, 1, seats, tuple(10 - 3 * place for place in places), places, (), "score")
        for number, (seats, places) in enumerate(POOL, 1)
    ]
    return Roster((0, 1, 2, 3), pairings), results


def test_pool_of_four_players_at_tables_of_three() -> None:
    table = pool(usual_ruleset("league", "btt", seats=3))
    assert points(table) == {0: Fraction(9, 4), 1: Fraction(3, 2), 2: Fraction(5, 4), 3: 1}
    assert column(table, "SBM") == {0: Fraction(23, 8), 1: 2, 2: Fraction(11, 8), 3: Fraction(15, 8)}
    assert column(table, "FIRSTS") == {0: 2, 1: Fraction(1, 2), 2: Fraction(1, 2), 3: 1}
    assert [tuple(row.columns.values())[:4] for row in table.rows] == [
        (3, 2, 0, 1), (3, 0, 1, 2), (3, 0, 1, 2), (3, 1, 0, 2),
    ]  # fmt: skip
    # Scores 7, 4 and 1 for places 1 to 3: 0 has 7 - 4, then 7 - 4, then 4 - 5.
    assert column(table, "MARGIN") == {0: 5, 1: 1, 2: -1, 3: -5}
    margins = Ruleset("places", 1, ("MARGIN",), seats=3)
    assert [(part.fixture, part.amount) for part in parts_of(margins, *pool_played(), 0)] == [
        (1, 3 * POINT), (3, 3 * POINT), (4, -POINT),
    ]  # fmt: skip


def test_tables_of_three_in_a_swiss_event() -> None:
    table = pool(usual_ruleset("swiss", "btt", seats=3))
    assert column(table, "BHM") == {0: Fraction(15, 4), 1: Fraction(9, 2), 2: Fraction(19, 4), 3: 5}


def test_direct_encounter_at_tables_counts_only_what_the_tied_did_to_each_other() -> None:
    seats = ((0, 1, 2), (1, 2, 0))
    results = [
        GameResult(1, 1, 1, seats[0], (9, 5, 1), (1, 2, 3), (), "score"),
        GameResult(2, 2, 1, seats[1], (9, 5, 1), (1, 2, 3), (), "score"),
    ]
    roster = Roster((0, 1, 2), tuple(Pairing(number, each, number) for number, each in enumerate(seats, 1)))
    table = standings(Ruleset("places", 1, ("DE",), points=(3, 2, 1), seats=3), roster, results)
    assert points(table) == {0: 4, 1: 5, 2: 3}
    level = standings(Ruleset("places", 1, ("DE",), points=(2, 2, 1), seats=3), roster, results)
    assert points(level) == {1: 4, 0: 3, 2: 3}
    for entrant in (0, 2):  # each finished before the other once
        assert value_of(level, entrant, "DE") == POINT // 2
    assert [row.rank for row in level.rows] == [1, 2, 2]


def test_shared_places_as_in_the_carnage_scoring_of_diplomacy() -> None:
    """A thousand points a place from 7000 down, shared places averaged, and one for each centre."""
    centres = (14, 7, 6, 4, 3, 0, 0)
    shares = share_points(places_of(centres), tuple(range(7000, 0, -1000)))
    found = [share // POINT + own for share, own in zip(shares, centres, strict=True)]
    assert found == [7014, 6007, 5006, 4004, 3003, 1500, 1500]


def test_byes_count_in_sonneborn_berger_through_a_dummy_and_not_as_on_lichess() -> None:
    """lichess, modules/swiss: three players with a bye each and a circle of wins; it prints SB 3, 2½, 3.

    By C.07 all three have 2 points. Each beat one opponent with 2, and won a bye against a dummy with as many as draws
    in all rounds, which is 1½.
    """
    pairings, results = single_games(("1-2 1", "3-1 1", "2-3 1"))
    byes = (Bye(3, 1, Kind.PAIRING_BYE), Bye(2, 2, Kind.PAIRING_BYE), Bye(1, 3, Kind.PAIRING_BYE))
    roster = Roster((1, 2, 3), pairings, byes)
    table = standings(swiss("SB", "DE"), roster, results)
    assert points(table) == {1: 2, 2: 2, 3: 2}
    assert column(table, "SB") == dict.fromkeys((1, 2, 3), Fraction(7, 2))
    half = POINT * POINT // 2
    assert parts_of(swiss("SB"), roster, results, 2) == (
        Part(1, 1, 0), Part(None, None, 3 * half, 2, "pairing_bye"), Part(3, 3, 4 * half),
    )  # fmt: skip
    assert [tie.code for tie in table.ties] == [""]  # a circle stays level


# Unplayed rounds, worked out by hand from C.07 article 16 ------------------------------------------------------------


def test_forfeit_win_faces_a_dummy_no_better_than_a_player_who_did_not_come() -> None:
    pairings, results = single_games(("1-2 + 3-4 1", "1-3 1 2-4 0"))
    ruleset, roster = swiss("BH", "WIN", "WON", "REP"), Roster((1, 2, 3, 4), pairings)
    table = standings(ruleset, roster, results)
    assert [(part.opponent, part.amount, part.kind) for part in parts_of(ruleset, roster, results, 1)] == [
        (2, 0, "forfeit_win"), (3, POINT, ""),
    ]  # fmt: skip
    assert column(table, "WIN")[1] == 2
    assert column(table, "WON")[1] == 1
    assert column(table, "REP") == {1: 2, 2: 1, 3: 2, 4: 2}


def test_a_round_missed_at_ones_own_wish_is_cut_before_the_weakest_opponent() -> None:
    pairings, results = single_games(("1-2 1 3-4 1", "3-2 1", "1-4 1 2-3 0"))
    byes = (Bye(1, 2, Kind.HALF_BYE), Bye(4, 2, Kind.PAIRING_BYE))
    roster = Roster((1, 2, 3, 4), pairings, byes)
    parts = parts_of(swiss("BH-C1"), roster, results, 1)
    # Opponents with 0 and 1 points; the dummy has draws in all three rounds, less than the own 2½.
    assert [(part.amount, part.kind, part.is_cut) for part in parts] == [
        (0, "", False), (POINT * 3 // 2, "half_point_bye", True), (POINT, "", False),
    ]  # fmt: skip
    assert column(standings(swiss("BH-C1"), roster, results), "BH-C1")[1] == 1


def test_in_a_swiss_event_direct_encounter_parts_all_whom_the_missing_match_could_not_have_brought_level() -> None:
    # 1 and 5 have not met. Among themselves the five have 3, 2½, 2, 1½ and 0 points, with what they began with all 3.
    pairings, results = single_games(("1-2 1", "1-3 1", "1-4 1", "2-3 1", "2-4 =", "2-5 1", "3-4 1", "3-5 1", "4-5 1"))
    start = {2: POINT // 2, 3: POINT, 4: 3 * POINT // 2, 5: 3 * POINT}
    table = standings(swiss("DE"), Roster((5, 4, 3, 2, 1), pairings, start=start), results)
    assert [(row.rank, row.entrant) for row in table.rows] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]
    assert [(tie.code, tie.entrants) for tie in table.ties] == [("DE", (1, 2, 3, 4, 5))]


def test_mcmahon_starts_with_points_and_counts_them_for_a_round_without_opponent() -> None:
    pairings, results = single_games(("1-2 1", "2-3 0"))
    roster = Roster((1, 2, 3), pairings, (Bye(3, 1, Kind.PAIRING_BYE), Bye(1, 2, Kind.ZERO_BYE)), start={1: 3 * POINT})
    table = standings(usual_ruleset("mcmahon", "btt"), roster, results)
    assert points(table) == {1: 4, 3: 2, 2: 0}
    assert column(table, "SOS") == {1: 3, 3: 0, 2: 6}
    next_round = replace(roster, pairings=(*pairings, Pairing(99, (1, 2), 3)))
    still_open = standings(usual_ruleset("mcmahon", "btt"), next_round, results)
    assert column(still_open, "SOS") == {1: 3, 3: 0, 2: 6}  # nothing yet from a round that is being played
    assert parts_of(usual_ruleset("mcmahon", "btt"), roster, results, 1)[1] == Part(
        None, None, 3 * POINT, 2, "zero_point_bye"
    )


def test_treeblox_bye_is_a_win_without_leaves() -> None:
    results = [
        GameResult(1, 1, 1, (1, 2), (7, 2), (1, 2), (), "score"),
        GameResult(1, 2, 2, (2, 1), (3, 3), (1, 1), (), "score"),
    ]
    roster = Roster((1, 2, 3), (Pairing(1, (1, 2), 1),), (Bye(3, 1, Kind.PAIRING_BYE),))
    table = standings(usual_ruleset("swiss", "treeblox"), roster, results)
    assert points(table) == {1: 1, 2: 0, 3: 1}
    assert column(table, "LD") == {1: 5, 2: -5, 3: 0}


@pytest.mark.parametrize("scoring", ["leaves", "places"])
def test_match_is_forfeited_only_by_a_player_who_came_to_none_of_its_games(scoring: str) -> None:
    absent = [
        GameResult(1, number, number, seats, (0, 0), (), (seats.index(2),), FORFEIT)
        for number, seats in enumerate([(1, 2), (2, 1)], 1)
    ]
    match = aggregate_match(fixture=1, entrants=(1, 2), games=absent, length=2, scoring=scoring, par=8)
    assert (match.points, match.forfeited_by) == ((POINT, 0), (2,))
    came = GameResult(1, 2, 2, (2, 1), (3, 2), (1, 2), (), "score")
    match = aggregate_match(fixture=1, entrants=(1, 2), games=[absent[0], came], length=2, scoring=scoring, par=8)
    assert match.forfeited_by == ()


def test_match_to_which_nobody_came_is_lost_by_both() -> None:
    absent = GameResult(1, 1, 1, (1, 2), (0, 0), (), (0, 1), FORFEIT)
    match = aggregate_match(fixture=1, entrants=(1, 2), games=[absent], length=1, scoring="places", par=8)
    assert match.points == (0, 0)
    assert not match.is_void


def test_standings_with_byes_and_cuts_survive_being_stored_as_json() -> None:
    pairings, results = single_games(("1-2 1 3-4 +", "3-2 1", "1-4 1 2-3 0"))
    byes = (Bye(1, 2, Kind.HALF_BYE), Bye(4, 2, Kind.PAIRING_BYE))
    table = standings(swiss("BH-C1", "SB", "DE", "PS"), Roster((1, 2, 3, 4), pairings, byes), results)
    assert Standings.load(json.loads(json.dumps(table.dump()))) == table


def test_only_a_bye_is_sat_out() -> None:
    with pytest.raises(ValueError, match="sat out"):
        standings(swiss("BH"), Roster((1,), (), (Bye(1, 1, Kind.PLAYED),)), [])
