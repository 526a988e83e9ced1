"""A knockout bracket fills itself from its seeds and winners."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event_log.kinds.folding import Account
from tournaments.event_rules.layouts import Layout
from tournaments.formats import FORMATS
from tournaments.formats.base import Field
from tournaments.pairing.brackets import BYE, Tie
from tournaments.pairing.knockout import bracket, seeding_order
from tournaments.standings.rulesets import usual_ruleset
from tournaments.standings.tables import Roster


def play_out(entrants: int, *, third_place: bool = True, upsets: bool = False) -> list[list[Tie]]:
    """Every tie won by the better seed, or, with upsets, by the worse."""
    winners: dict[tuple[int, int], int] = {}
    while True:
        rounds = bracket(entrants, winners, third_place=third_place)
        ready = [tie for ties in rounds for tie in ties if tie.is_ready and (tie.round, tie.number) not in winners]
        if not ready:
            return rounds
        for tie in ready:
            seeds = [seed for seed in tie.seeds if seed is not None]
            winners[tie.round, tie.number] = max(seeds) if upsets else min(seeds)


def test_the_seeds_of_eight_and_sixteen() -> None:
    assert seeding_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert seeding_order(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_five_players_have_three_byes_for_the_first_three_seeds() -> None:
    first = bracket(5, {})[0]
    assert [tie.seeds for tie in first] == [(1, BYE), (4, 5), (2, BYE), (3, BYE)]
    assert [tie.seeds for tie in bracket(5, {})[1]] == [(1, None), (2, 3)]


def test_when_the_better_seed_always_wins_one_and_two_meet_in_the_final() -> None:
    final, third = play_out(16)[-1]
    assert [(tie.round, tie.number) for tie in (final, third)] == [(4, 1), (4, 2)]
    assert set(final.seeds) == {1, 2}
    assert set(third.seeds) == {3, 4}


def test_there_is_no_match_for_third_place_among_three_or_where_it_is_not_wanted() -> None:
    assert len(bracket(4, {})[-1]) == 2
    assert len(bracket(3, {})[-1]) == 1
    assert len(bracket(8, {}, third_place=False)[-1]) == 1


def test_somebody_who_was_not_in_a_tie_cannot_have_won_it() -> None:
    with pytest.raises(ValueError, match="it was not in it"):
        bracket(4, {(1, 1): 2})


def test_a_tie_stays_as_it_was_paired_when_an_earlier_result_is_corrected() -> None:
    winners = {(1, 1): 1, (1, 2): 3}
    assert bracket(4, winners, met={(2, 1): (4, 3)})[1][0] == Tie(2, 1, (4, 3))
    assert bracket(4, winners, met={(2, 1): (3, 1)})[1][0] == Tie(2, 1, (1, 3)), "the same two, in the bracket's order"


@pytest.mark.parametrize(("games", "firsts"), [(1, {0, 1}), (2, {0})])
def test_who_moves_first_is_drawn_by_lot_only_where_one_game_is_all(games: int, firsts: set[int]) -> None:
    ruleset = usual_ruleset("knockout", "btt", games_per_fixture=games)
    knockout, found = FORMATS["knockout"], set()
    for number in range(20):
        field = Field(Layout(form="knockout"), ruleset, Roster((7, 8), ()), Account(), seed=f"seed {number}")
        given_to_draw = knockout.pairing_input(field)
        assert given_to_draw is not None
        (meeting,) = knockout.draw(given_to_draw).meetings
        assert knockout.draw(given_to_draw).meetings == (meeting,)
        found.add(meeting.seats[0])
    assert found == firsts


@given(entrants=st.integers(2, 64), upsets=st.booleans())
def test_everybody_but_the_winner_is_knocked_out_once(entrants: int, upsets: bool) -> None:
    rounds = play_out(entrants, third_place=False, upsets=upsets)
    played = [tie for ties in rounds for tie in ties if not tie.is_walkover]
    assert len(played) == entrants - 1
    assert all(tie.is_ready for tie in played)
    byes = [tie for ties in rounds for tie in ties if tie.is_walkover]
    assert {tie.round for tie in byes} <= {1}
    assert {max(seed for seed in tie.seeds if seed) for tie in byes} == set(range(1, len(byes) + 1))
