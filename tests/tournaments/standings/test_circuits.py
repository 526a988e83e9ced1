"""The table of a circuit, worked out by hand."""

from __future__ import annotations

import pytest

from tournaments.circuits.points import CircuitRules, Parted, Result, circuit_table, final_places, parted
from tournaments.standings.rulesets import RulesetError

SCALE = (10, 6, 3, 1)


def table(
    *events: dict[str, int], best: int | None = None, points: tuple[int, ...] = SCALE
) -> list[tuple[int, str, int]]:
    return [(line.rank, line.player, line.points) for line in circuit_table(CircuitRules(points, best), events)]


def test_places_share_and_the_next_one_is_left_out() -> None:
    finishes = {"anna": (-2, 1, 1), "bert": (-2, 1, 2), "dora": (-2, 1, 2), "emil": (-1, 1, 1), "fred": (-1, 2, 1)}
    assert final_places(finishes) == {"anna": 1, "bert": 2, "dora": 2, "emil": 4, "fred": 5}
    assert final_places({}) == {}


def test_points_of_all_events_add_up_and_later_places_get_nothing() -> None:
    first = {"anna": 1, "bert": 2, "dora": 3, "emil": 4, "fred": 5}
    second = {"bert": 1, "dora": 2, "anna": 3, "gina": 4}
    assert table(first, second) == [
        (1, "bert", 16), (2, "anna", 13), (3, "dora", 9), (4, "emil", 1), (4, "gina", 1), (6, "fred", 0),
    ]  # fmt: skip


def test_players_who_share_a_place_get_its_points_each() -> None:
    assert table({"anna": 1, "bert": 1, "dora": 3}) == [(1, "anna", 10), (1, "bert", 10), (3, "dora", 3)]


def test_best_events_of_each_player_count() -> None:
    events = [{"anna": 1, "bert": 2}, {"bert": 1, "anna": 3}, {"bert": 2}, {"bert": 3, "dora": 1}]
    lines = circuit_table(CircuitRules(SCALE, 2), events)
    assert [(line.player, line.points, line.places) for line in lines] == [
        ("bert", 16, [1, 2]),
        ("anna", 13, [1, 3]),
        ("dora", 10, [1]),
    ]
    assert lines[0].results == (
        Result(2, 6, counts=True),
        Result(1, 10, counts=True),
        Result(2, 6, counts=False),
        Result(3, 3, counts=False),
    )
    assert lines[1].results == (Result(1, 10, counts=True), Result(3, 3, counts=True), None, None)


@pytest.mark.parametrize(
    ("ahead", "behind", "why"),
    [
        ((1, 3), (2, 2), (1, 1, 0)),  # 7 and 3 against 5 and 5
        ((1, 2, 4), (1, 3, 3), (2, 1, 0)),
        ((1, 3, 9), (1, 3), (9, 1, 0)),  # one more event, without points
    ],
)
def test_ties_are_broken_by_first_places_then_second_ones(
    ahead: tuple[int, ...], behind: tuple[int, ...], why: tuple[int, int, int]
) -> None:
    events: list[dict[str, int]] = [{}, {}, {}]
    for player, places in (("zoe", ahead), ("anna", behind)):
        for number, place in enumerate(places):
            events[number][player] = place
    lines = circuit_table(CircuitRules((7, 5, 3, 1)), events)
    assert [(line.rank, line.player) for line in lines] == [(1, "zoe"), (2, "anna")]
    assert lines[0].points == lines[1].points
    assert list(parted(lines)) == [Parted("zoe", "anna", *why)]


def test_players_equal_in_everything_share_a_rank() -> None:
    lines = circuit_table(CircuitRules(), [{"anna": 1, "bert": 2}, {"bert": 1, "anna": 2}, {"dora": 1}])
    assert [(line.rank, line.is_shared, line.player) for line in lines] == [
        (1, True, "anna"),
        (1, True, "bert"),
        (3, False, "dora"),
    ]
    assert list(parted(lines)) == []


def test_circuit_without_events_has_no_lines() -> None:
    assert circuit_table(CircuitRules(), []) == []


@pytest.mark.parametrize(
    ("points", "best", "field"),
    [
        ((), None, "points"),
        ((0,), None, "points"),
        ((3, 5), None, "points"),
        ((3, -1), None, "points"),
        ((10_001,), None, "points"),
        ((1,) * 21, None, "points"),
        (SCALE, 0, "best"),
        (SCALE, 41, "best"),
    ],
)
def test_scale_that_is_wrong_is_refused_with_one_that_is_right(
    points: tuple[int, ...], best: int | None, field: str
) -> None:
    right = "such as 25, 18, 15" if field == "points" else "1 to 40 events"
    with pytest.raises(RulesetError, match=right) as refused:
        CircuitRules(points, best)
    assert refused.value.field == field
