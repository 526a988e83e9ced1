"""Matches from their games: the rulebook's worked example and every ruling of the rules of Treeblox, "Match"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.matches import GameResult, Match, aggregate_match
from tournaments.standings.points import POINT, read_units, share_points, write_units
from tournaments.standings.tie_breaks import TIE_BREAKS

ONE, TWO = 1, 2  # two entrants


def game(
    number: int,
    dark: int,
    scores: tuple[int, int],
    *,
    reason: str = "score",
    left: tuple[int, ...] = (),
    places: tuple[int, ...] | None = None,
) -> GameResult:
    """A finished game; ``dark`` moved first, ``scores`` dark's first."""
    if places is None:
        places = (1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1)
    light = TWO if dark == ONE else ONE
    return GameResult(7, 100 + number, number, (dark, light), scores, places, left, reason)


def treeblox(*games: GameResult, length: int = 2) -> Match:
    return aggregate_match(fixture=7, entrants=(ONE, TWO), games=games, length=length, scoring="leaves", par=8)


def test_worked_example_of_the_rulebook() -> None:
    match = treeblox(game(1, ONE, (5, 3)), game(2, TWO, (7, 3)), game(3, ONE, (4, 0)), game(4, TWO, (11, 8)), length=4)
    assert [counted.counted for counted in match.games] == [(5, 3), (3, 7), (4, 0), (8, 11)]
    assert match.totals == (20, 21)
    assert match.margin == -1
    assert match.points == (0, POINT)


def test_equal_totals_are_a_drawn_match() -> None:
    match = treeblox(game(1, ONE, (3, 2)), game(2, TWO, (3, 2)))
    assert match.totals == (5, 5)
    assert match.points == (POINT // 2, POINT // 2)


def test_match_is_worth_nothing_before_its_last_game() -> None:
    match = treeblox(game(1, ONE, (5, 3)))
    assert match.totals == (5, 3)
    assert match.points is None
    assert not match.is_complete


@pytest.mark.parametrize(("on_board", "counted"), [((3, 2), (8, 0)), ((11, 2), (11, 0)), ((0, 9), (8, 0))])
def test_game_given_up_counts_nothing_for_the_loser_and_at_least_par_for_the_winner(
    on_board: tuple[int, int], counted: tuple[int, int]
) -> None:
    match = treeblox(game(1, ONE, on_board, reason="resignation", left=(1,), places=(1, 2)), length=2)
    assert match.games[0].counted == counted


@pytest.mark.parametrize(
    ("ended", "totals"),
    [
        (game(1, ONE, (12, 2), reason="time", left=(0,), places=(2, 1)), (0, 8)),  # the first mover gave up
        (game(1, ONE, (4, 0), reason="no active leaves"), (4, 0)),  # a win by elimination keeps its leaves
        (game(1, ONE, (6, 4), reason="draw agreed", places=(1, 1)), (4, 4)),  # the smaller number counts for both
    ],
)
def test_what_a_game_that_was_not_played_out_counts(ended: GameResult, totals: tuple[int, int]) -> None:
    assert treeblox(ended).totals == totals


@pytest.mark.parametrize("reason", ["abandoned", "annulled"])
def test_game_without_a_result_does_not_count(reason: str) -> None:
    match = treeblox(game(1, ONE, (6, 4), reason=reason, places=()), game(2, TWO, (3, 2)))
    assert match.games[0].counted is None
    assert match.totals == (2, 3)
    assert match.points == (0, POINT)


def test_match_that_was_called_off_before_its_end_is_void() -> None:
    match = treeblox(game(1, ONE, (6, 4)), game(2, TWO, (3, 2), reason="called off", places=()))
    assert (match.points, match.is_void, match.is_called_off) == (None, True, True)
    assert not treeblox(game(1, ONE, (6, 4)), game(2, TWO, (3, 2))).is_called_off


def test_match_without_counted_games_is_void() -> None:
    match = treeblox(*(game(n, ONE, (6, 4), reason="abandoned", places=()) for n in (1, 2)))
    assert match.is_void
    assert match.is_complete
    assert match.points is None


def test_match_that_is_void_counts_for_nobody_whatever_was_played() -> None:
    games = [game(1, ONE, (6, 4)), game(2, TWO, (3, 2))]
    for played in (games, games[:1], []):
        match = aggregate_match(
            fixture=7, entrants=(ONE, TWO), games=played, length=2, scoring="leaves", par=8, is_void=True
        )
        assert (match.points, match.is_void, match.is_complete) == (None, True, True)


def test_other_games_are_matched_by_their_points() -> None:
    match = aggregate_match(
        fixture=7, entrants=(ONE, TWO), games=[game(1, TWO, (31, 12))], length=1, scoring="places", par=8
    )
    assert match.totals == (0, POINT)
    assert match.points == (0, POINT)


def test_two_games_of_another_kind_can_be_split() -> None:
    games = [game(1, ONE, (31, 12)), game(2, TWO, (20, 19))]
    match = aggregate_match(fixture=7, entrants=(ONE, TWO), games=games, length=2, scoring="places", par=8)
    assert match.points == (POINT // 2, POINT // 2)


@given(
    st.lists(st.tuples(st.integers(0, 16), st.integers(0, 16), st.booleans()), min_size=1, max_size=6),
    st.randoms(use_true_random=False),
)
def test_match_does_not_depend_on_the_order_of_its_games(scores: list[tuple[int, int, bool]], random: object) -> None:
    games = [game(n, ONE if swap else TWO, (a, b)) for n, (a, b, swap) in enumerate(scores, 1)]
    shuffled = list(games)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    match = treeblox(*games, length=len(games))
    assert treeblox(*shuffled, length=len(games)) == match
    assert match.points is not None
    assert sum(match.points) == POINT


@pytest.mark.parametrize(
    ("places", "thirds"),
    [
        ((1, 2, 3, 4), (6, 4, 2, 0)),
        ((1, 1, 3, 4), (5, 5, 2, 0)),
        ((2, 1, 2, 2), (2, 6, 2, 2)),
        ((1, 1, 1, 1), (3,) * 4),
    ],
)
def test_points_of_four_seats_are_opponents_beaten_and_half_the_tied(
    places: tuple[int, ...], thirds: tuple[int, ...]
) -> None:
    assert share_points(places) == tuple(POINT * sixths // 6 for sixths in thirds)


@pytest.mark.parametrize(("places", "vector"), [((1,), ()), (tuple(range(1, 10)), ()), ((1, 2, 3), (3, 1))])
def test_points_are_shared_among_two_to_eight_each_place_having_its_own(
    places: tuple[int, ...], vector: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"2 to 8 seats|2 places have points, but there are 3 seats"):
        share_points(places, vector)


def test_tied_places_share_the_average_of_a_vector() -> None:
    assert share_points(range(1, 9), range(7, -1, -1)) == tuple(POINT * points for points in range(7, -1, -1))
    assert share_points((1, 1, 3, 4), (6, 3, 1, 0)) == (POINT * 9 // 2, POINT * 9 // 2, POINT, 0)


@given(st.integers(2, 8).flatmap(lambda seats: st.lists(st.integers(0, 3), min_size=seats, max_size=seats)))
def test_points_of_a_table_always_sum_to_half_its_seats(scores: list[int]) -> None:
    places = [1 + sum(other > score for other in scores) for score in scores]
    assert 2 * sum(share_points(places)) == POINT * len(places)


@pytest.mark.parametrize(
    ("amount", "unit", "text"),
    [
        (1260, 840, "1½"), (420, 840, "½"), (0, 840, "0"), (210, 840, "¼"), (280, 840, "⅓"), (560, 840, "⅔"),
        (-840, 840, "-1"), (-3, 1, "-3"), (3 * 420 * 420, 705600, "¾"), (120, 840, "1/7"), (960, 840, "1 1/7"),
    ],
)  # fmt: skip
def test_units_are_written_as_people_write_them(amount: int, unit: int, text: str) -> None:
    assert write_units(amount, unit) == text
    assert read_units(text) == round(amount / unit, 6)


@pytest.mark.parametrize(("amount", "text"), [(3, "+3"), (1, "+1"), (0, "0"), (-2, "-2")])
def test_difference_is_written_with_its_sign(amount: int, text: str) -> None:
    assert TIE_BREAKS["LD"].write(amount) == text
    assert TIE_BREAKS["LF"].write(abs(amount)) == text.lstrip("+-")


def test_result_survives_the_log() -> None:
    result = game(1, ONE, (3, 2), reason="time", left=(1,))
    assert GameResult.load(result.dump()) == result
