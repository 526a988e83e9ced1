"""Balanced pools for three to eight seats."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from tournaments.event_rules.designs import NoDesign, balanced_pool, in_rounds, pool_sizes

# seats, players, games a player, meetings of any two (the table of the literature on Youden squares), and how often the
# same player moves right after another at most
KNOWN = [
    (3, 4, 3, 2, 2),
    (3, 7, 3, 1, 1),
    (4, 5, 4, 3, 3),
    (4, 7, 4, 2, 2),
    (4, 13, 4, 1, 1),
    (5, 6, 5, 4, 4),
    (5, 11, 5, 2, 2),
    (5, 21, 5, 1, 1),
    (6, 7, 6, 5, 5),
    (6, 11, 6, 3, 3),
    (6, 31, 6, 1, 1),
    (7, 8, 7, 6, 6),
    (7, 15, 7, 3, 3),
    (8, 9, 8, 7, 7),
    (8, 15, 8, 4, 4),
]
POOLS = [(seats, players) for seats in range(3, 9) for players in pool_sizes(seats)]


@pytest.mark.parametrize(("seats", "players"), POOLS)
def test_everybody_sits_once_in_every_seat(seats: int, players: int) -> None:
    games = balanced_pool(seats, players)
    for seat in range(seats):
        assert sorted(game[seat] for game in games) == list(range(players))
    assert all(len(set(game)) == seats for game in games)


@pytest.mark.parametrize(("seats", "players", "games_each", "meetings", "following"), KNOWN)
def test_any_two_meet_equally_often(seats: int, players: int, games_each: int, meetings: int, following: int) -> None:
    games = balanced_pool(seats, players)
    assert set(Counter(player for game in games for player in game).values()) == {games_each}
    met = Counter(frozenset(pair) for game in games for pair in combinations(game, 2))
    assert set(met.values()) == {meetings}
    assert len(met) == players * (players - 1) // 2
    assert max(Counter(pair for game in games for pair in pairwise((*game, game[0]))).values()) == following


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_at_a_closed_table_of_an_even_number_everybody_follows_everybody_once(seats: int) -> None:
    follows = Counter(pair for game in balanced_pool(seats, seats) for pair in pairwise(game))
    assert set(follows.values()) == {1}
    assert len(follows) == seats * (seats - 1)


@pytest.mark.parametrize(("seats", "players"), POOLS)
def test_nobody_plays_twice_in_a_round(seats: int, players: int) -> None:
    games = balanced_pool(seats, players)
    seen = Counter((number, player) for number, game in zip(in_rounds(games), games, strict=True) for player in game)
    assert set(seen.values()) == {1}


def test_a_size_without_a_design_says_which_there_are() -> None:
    with pytest.raises(NoDesign, match="3, 4 or 7 players, not 5"):
        balanced_pool(3, 5)
    with pytest.raises(NoDesign, match="no number of players"):
        balanced_pool(9, 8)
