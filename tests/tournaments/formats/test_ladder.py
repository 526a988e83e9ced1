"""A ladder follows from its log."""

from __future__ import annotations

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


@pytest.mark.parametrize("winner", [2, None])
def test_a_defender_who_wins_or_draws_stays(winner: int | None) -> None:
    assert ladder([*FIVE, Played(4, 2, winner, NOON)]).rungs == (1, 2, 3, 4, 5)


def test_a_challenger_who_loses_on_time_goes_to_the_last_rung() -> None:
    assert ladder([*FIVE, Played(4, 2, 2, NOON, is_on_time=True)]).rungs == (1, 2, 3, 5, 4)


def test_a_defender_who_loses_on_time_goes_to_the_last_rung_and_off_it_the_second_time() -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    again = Played(5, 2, 5, NOON + timedelta(days=90), is_on_time=True)
    assert ladder([*FIVE, late]).rungs == (1, 4, 3, 5, 2)  # who wins on time takes the rung like anybody who wins
    assert ladder([*FIVE, late, again]).rungs == (1, 4, 3, 5)


def test_a_second_loss_on_time_long_after_the_first_is_forgiven() -> None:
    late = Played(4, 2, 4, NOON, is_on_time=True)
    again = Played(5, 2, 5, NOON + timedelta(days=91), is_on_time=True)
    assert ladder([*FIVE, late, again]).rungs == (1, 4, 3, 5, 2)


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
