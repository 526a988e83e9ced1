"""Pools of games for three to eight seats in which everybody sits in every seat once and meets everybody equally often.

A cyclic difference set D modulo v gives v games for v players: in game i seat j is taken by player D[j] + i modulo v.
As every difference occurs equally often among the numbers of D, any two players share the same number of tables, and
as every player appears once in every column, nobody is better placed. (Youden squares; the sets are the usual ones of
the literature on block designs, for example Beth, Jungnickel and Lenz, Design Theory, appendix.)
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from ground.wording import kept

UNBALANCED = kept("A balanced division of games for {seats} has {sizes_in_words} players, not {players}.")

DIFFERENCE_SETS: dict[int, dict[int, tuple[int, ...]]] = {
    3: {4: (0, 1, 2), 7: (0, 1, 3)},
    4: {5: (0, 1, 2, 3), 7: (0, 1, 2, 4), 13: (0, 1, 3, 9)},
    5: {6: (0, 1, 2, 3, 4), 11: (1, 3, 4, 5, 9), 21: (3, 6, 7, 12, 14)},
    6: {7: (0, 1, 2, 3, 4, 5), 11: (0, 2, 6, 7, 8, 10), 31: (1, 5, 11, 24, 25, 27)},
    7: {8: (0, 1, 2, 3, 4, 5, 6), 15: (0, 1, 2, 4, 5, 8, 10)},
    8: {9: (0, 1, 2, 3, 4, 5, 6, 7), 15: (3, 6, 7, 9, 11, 12, 13, 14)},
}

LARGEST_TABLE = max(DIFFERENCE_SETS)  # for larger ones no balanced pool is known
LARGEST_POOL = max(size for sets in DIFFERENCE_SETS.values() for size in sets)

# Williams squares: a closed table of an even number plays as many games as it has players; each player sits in each
# seat once and moves right after each other player once. An odd number has no such square: it takes the cyclic one.
_ROW_COMPLETE: dict[int, tuple[str, ...]] = {
    4: ("0132", "1203", "2310", "3021"),
    6: ("015243", "120354", "231405", "342510", "453021", "504132"),
    8: ("01726354", "12037465", "23140576", "34251607", "45362710", "56473021", "67504132", "70615243"),
}


class NoDesign(ValueError):
    """There is no balanced pool of that size; the message lists those there are."""


def pool_sizes(seats: int) -> list[int]:
    """The numbers of players for which a balanced pool of games with that many seats is known, the smallest first."""
    return [seats, *DIFFERENCE_SETS[seats]] if seats in DIFFERENCE_SETS else []


def sizes_in_words(seats: int) -> str:
    """Those numbers: "4, 5, 7 or 13"."""
    *first, last = map(str, pool_sizes(seats)) if pool_sizes(seats) else [gettext("no number of")]
    return gettext("{first} or {last}").format(first=", ".join(first), last=last) if first else last


def why_unbalanced(seats: int, players: int) -> str:
    """What is said of so many players for whom there is no balanced pool."""
    return gettext(UNBALANCED).format(seats=seats, sizes_in_words=sizes_in_words(seats), players=players)


def balanced_pool(seats: int, players: int) -> list[tuple[int, ...]]:
    """Every game of a pool: players from 0 in seat order. Raises NoDesign."""
    if players not in pool_sizes(seats):
        raise NoDesign(why_unbalanced(seats, players))
    if players in _ROW_COMPLETE and players == seats:
        return [tuple(map(int, row)) for row in _ROW_COMPLETE[seats]]
    places = range(seats) if players == seats else DIFFERENCE_SETS[seats][players]
    return [tuple((place + shift) % players for place in places) for shift in range(players)]


def in_rounds(games: Sequence[tuple[int, ...]]) -> list[int]:
    """A round number from 1 for each game, in order, such that nobody plays two games of one round: the first free."""
    rounds: list[set[int]] = []
    numbers = []
    for game in games:
        number = next((n for n, busy in enumerate(rounds) if not busy & set(game)), len(rounds))
        if number == len(rounds):
            rounds.append(set())
        rounds[number] |= set(game)
        numbers.append(number + 1)
    return numbers
