"""A knockout bracket: who meets whom, round by round, as a pure function of the seeds and of who has won. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext


@dataclass(frozen=True, slots=True)
class Tie:
    """One meeting of the bracket: its round and place in it, from 1, and the seeds that meet.

    A seed is None as long as it is not known, ``BYE`` where nobody is. The match for third place is the second of the
    last round.
    """

    round: int
    number: int
    seeds: tuple[int | None, int | None]

    @property
    def is_walkover(self) -> bool:
        return BYE in self.seeds

    @property
    def is_ready(self) -> bool:
        """Whether both players are known."""
        return None not in self.seeds and not self.is_walkover


BYE = 0  # no seed

Winners = Mapping[tuple[int, int], int]  # (round, number) -> the seed that won
Met = Mapping[tuple[int, int], tuple[int, int]]  # (round, number) -> the seeds that were paired


def seeding_order(places: int) -> list[int]:
    """Seeds from 1 by place in the first round, for a power of two: 1 and 2 can only meet in the final, and so on.

    1 8 4 5 2 7 3 6 for eight: every seed s of the order so far is followed by the one that makes up 2n + 1 with it.
    """
    order = [1]
    while len(order) < places:
        full = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, full - upper)]
    return order


def rounds_among(entrants: int) -> int:
    """How many rounds a knockout of so many has."""
    return (entrants - 1).bit_length()


def bracket(entrants: int, winners: Winners, *, third_place: bool = True, met: Met | None = None) -> list[list[Tie]]:
    """Every round of a knockout of so many seeds, filled in as far as the winners of the ties tell.

    The lowest places of a field that is not a power of two stay empty, so that the first seeds have the byes. Ties of
    ``met`` stay as they were paired, whatever became of those before them. Raises ValueError for fewer than two
    entrants or for a winner who was not in that tie.
    """
    if entrants < 2:
        raise ValueError(gettext("A knockout is for two players or more, not {entrants}.").format(entrants=entrants))
    places = 1 << rounds_among(entrants)
    line: list[int | None] = [seed if seed <= entrants else BYE for seed in seeding_order(places)]
    rounds: list[list[Tie]] = []
    while len(line) > 1:
        ties = _ties(len(rounds) + 1, line)
        if len(ties) == 1 and third_place and entrants > 3:
            ties.append(Tie(len(rounds) + 1, 2, _losers(rounds[-1], winners)))
        rounds.append([_as_paired(tie, met or {}) for tie in ties])
        line = [who_goes_on(tie, winners) for tie in rounds[-1][: len(line) // 2]]
    return rounds


def _ties(number: int, line: Sequence[int | None]) -> list[Tie]:
    pairs = zip(line[::2], line[1::2], strict=True)
    return [Tie(number, place, pair) for place, pair in enumerate(pairs, start=1)]


def _as_paired(tie: Tie, met: Met) -> Tie:
    seeds = met.get((tie.round, tie.number), tie.seeds)
    return tie if set(seeds) == set(tie.seeds) else replace(tie, seeds=seeds)


def who_goes_on(tie: Tie, winners: Winners) -> int | None:
    """The seed that goes on from a tie, also without an opponent; None as long as it is not known."""
    if tie.is_walkover:
        return next(seed for seed in tie.seeds if seed != BYE)
    seed = winners.get((tie.round, tie.number))
    if seed is not None and seed not in tie.seeds:
        raise ValueError(
            gettext("Seed {seed} cannot have won tie {number} of round {round}: it was not in it.").format(
                seed=seed, number=tie.number, round=tie.round
            )
        )
    return seed


def _losers(semi_finals: Sequence[Tie], winners: Winners) -> tuple[int | None, int | None]:
    first, second = (_loser(tie, winners) for tie in semi_finals)
    return first, second


def _loser(tie: Tie, winners: Winners) -> int | None:
    winner = who_goes_on(tie, winners)
    if winner is None:
        return None
    return next(seed for seed in tie.seeds if seed != winner)
