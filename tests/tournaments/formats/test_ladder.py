"""A ladder follows from its log."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.ladder import Joined, LadderEvent, Left, Played, ladder, reach

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
FIVE: list[LadderEvent] = [Joined(entrant) for entrant in (1, 2, 3, 4, 5)]


@pytest.mark.parametrize(
    ("rung", "may_challenge"),
    [(1, []), (2, [1]), (5, [2, 3, 4]), (9, [6, 7, 8]), (10, [6, 7, 8, 9]), (17, [12, 13, 14, 15, 16])],
)
def test_one_may_challenge_as_far_as_the_root_of_ones_rung(rung: int, may_challenge: list[int]) -> None:
    assert list(reach(rung)) == may_challenge


def test_a_challenger_who_wins_takes_the_defenders_rung_and_those_between_go_down() -> None:
    assert ladder([*FIVE, Played(4, 2, 4, NOON)]).rungs == (1, 4, 2, 3, 5)


@pytest.mark.parametrize(("winner", "is_on_time"), [(2, False), (None, False), (None, True)])
def test_a_defender_who_wins_or_draws_stays(winner: int | None, is_on_time: bool) -> None:
    assert ladder([*FIVE, Played(4, 2, winner, NOON, is_on_time)]).rungs == (1, 2, 3, 4, 5)


def test_two_are_enough_for_a_ladder() -> None:
    assert ladder([*FIVE[:2], Played(2, 1, 2, NOON)]).rungs == (2, 1)


def test_a_challenger_who_loses_on_time_goes_to_the_last_rung() -> None:
    assert ladder([*FIVE, Played(4, 2, 2, NOON, is_on_time=True)]).rungs == (1, 2, 3, 5, 4)


def test_a_defender_who_loses_on_time_goes_to_the_last_rung_and_off_it_the_second_time() -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    again = Played(5, 2, 5, NOON + timedelta(days=90), is_on_time=True)
    assert ladder([*FIVE, late]).rungs == (1, 4, 3, 5, 2)  # a player who wins on time takes the rung, too
    assert ladder([*FIVE, late, again]).rungs == (1, 4, 3, 5)


def test_a_second_loss_on_time_long_after_the_first_is_forgiven() -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    again = Played(5, 2, 5, NOON + timedelta(days=91), is_on_time=True)
    assert ladder([*FIVE, late, again]).rungs == (1, 4, 3, 5, 2)


@pytest.mark.parametrize(
    "between",
    [Joined(6), Left(1), Played(3, 1, 3, NOON), Played(4, 3, 3, NOON, is_on_time=True)],
    ids=["somebody joins", "somebody leaves", "a challenger wins", "a challenger loses on time"],
)
def test_whatever_happens_between_two_losses_on_time_the_first_is_remembered(between: LadderEvent) -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    assert 2 not in ladder([*FIVE, late, between, replace(late, challenger=5, winner=5)]).rungs


def test_a_player_who_comes_back_after_two_losses_on_time_goes_again_at_the_third() -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    again = replace(late, challenger=5, winner=5)
    assert ladder([*FIVE, late, again, Joined(2)]).rungs == (1, 4, 3, 5, 2)
    assert ladder([*FIVE, late, again, Joined(2), Joined(6), replace(late, challenger=6, winner=6)]).rungs == (
        1, 4, 3, 5, 6,
    )  # fmt: skip


def test_a_game_with_somebody_who_has_left_counts_for_nothing() -> None:
    assert ladder([*FIVE, Left(2), Played(4, 2, 4, NOON)]).rungs == (1, 3, 4, 5)


def test_whoever_climbed_past_the_defender_meanwhile_is_not_moved_down_by_winning() -> None:
    assert ladder([*FIVE, Played(3, 1, 3, NOON), Played(3, 2, 3, NOON)]).rungs == (3, 1, 2, 4, 5)


entrants = st.integers(1, 8)
events = st.one_of(
    st.builds(Joined, entrants),
    st.builds(Left, entrants),
    st.lists(entrants, min_size=2, max_size=2, unique=True).flatmap(
        lambda two: st.builds(
            Played, st.just(two[0]), st.just(two[1]), st.sampled_from([*two, None]), st.just(NOON), st.booleans()
        )
    ),
)


@given(st.lists(events, max_size=60))
def test_nobody_stands_on_two_rungs_and_nobody_appears_who_did_not_join(log: list[LadderEvent]) -> None:
    rungs = ladder(log).rungs
    assert len(rungs) == len(set(rungs))
    assert set(rungs) <= {event.entrant for event in log if isinstance(event, Joined)}
