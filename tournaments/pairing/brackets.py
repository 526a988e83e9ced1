"""Brackets as plans: each tie says where its two players come from; the winners so far fill it in. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext

BYE = 0  # no seed

Place = tuple[int, int]  # round and number of a tie in it, both from 1
Winners = Mapping[Place, int]  # the seed that won
Met = Mapping[Place, tuple[int, int]]  # the seeds that were paired


class Part(StrEnum):
    """The part of a bracket in which a tie stands."""

    WINNERS = "winners"
    LOSERS = "losers"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Seed:
    """A player comes from the list of seeds; ``BYE`` is nobody."""

    number: int


@dataclass(frozen=True, slots=True)
class From:
    """The winner of a tie comes here, or its loser. ``if_second_won``: only where its second side has won it."""

    tie: Place
    is_loser: bool = False
    if_second_won: bool = False


Source = Seed | From


@dataclass(frozen=True, slots=True)
class Slot:
    """A tie of a plan: where its two sides come from."""

    sides: tuple[Source, Source]
    part: Part = Part.WINNERS


Plan = Sequence[Sequence[Slot]]  # by round


@dataclass(frozen=True, slots=True)
class Tie:
    """One meeting of the bracket: its round and place in it, from 1, and the seeds that meet.

    A seed is None as long as it is not known, ``BYE`` where nobody is. In a knockout the match for third place is the
    second of the last round.
    """

    round: int
    number: int
    seeds: tuple[int | None, int | None]
    part: Part = Part.WINNERS

    @property
    def place(self) -> Place:
        return self.round, self.number

    @property
    def is_walkover(self) -> bool:
        return BYE in self.seeds

    @property
    def is_ready(self) -> bool:
        """Whether both players are known."""
        return None not in self.seeds and not self.is_walkover


def fill(plan: Plan, winners: Winners, met: Met | None = None) -> list[list[Tie]]:
    """Every round, filled in as far as the winners of the ties tell.

    Ties of ``met`` stay as they were paired, whatever became of those before them. Raises ValueError for a winner who
    was not in that tie.
    """
    paired = met or {}
    followed = went(plan, paired)
    ties: dict[Place, Tie] = {}
    for place, slot in slots_of(plan):
        first, second = (_seed_of(source, ties, winners, followed) for source in slot.sides)
        seeds = paired.get(place, (first, second))
        ties[place] = Tie(*place, (first, second) if set(seeds) == {first, second} else seeds, slot.part)
    return [[ties[number, table] for table in range(1, len(held) + 1)] for number, held in enumerate(plan, 1)]


def slots_of(plan: Plan) -> Iterator[tuple[Place, Slot]]:
    """Every tie of a plan with its round and number, round by round."""
    for number, held in enumerate(plan, 1):
        for table, slot in enumerate(held, 1):
            yield (number, table), slot


def before(plan: Plan, known: set[Place]) -> set[Place]:
    """The ties from which players of these come: it is decided who went where from them, whatever their results are."""
    sides = [source for place, slot in slots_of(plan) if place in known for source in slot.sides]
    return {source.tie for source in sides if isinstance(source, From)}


def who_goes_on(tie: Tie, winners: Winners) -> int | None:
    """The seed that goes on from a tie, also without an opponent; None as long as it is not known."""
    if tie.is_walkover:
        return next((seed for seed in tie.seeds if seed != BYE), BYE)
    seed = winners.get(tie.place)
    if seed is not None and seed not in tie.seeds:
        raise ValueError(
            gettext("Seed {seed} cannot have won tie {number} of round {round}: it was not in it.").format(
                seed=seed, number=tie.number, round=tie.round
            )
        )
    return seed


def went(plan: Plan, met: Met) -> dict[Place, dict[bool, tuple[int, int]]]:
    """By tie, and whether it is about its loser, the seeds of the tie that was paired with them."""
    found: dict[Place, dict[bool, tuple[int, int]]] = {}
    for place, slot in slots_of(plan):
        for source in slot.sides:
            if place in met and isinstance(source, From) and not source.if_second_won:
                found.setdefault(source.tie, {})[source.is_loser] = met[place]
    return found


def went_on(tie: Tie, winner: int | None, followed: Mapping[bool, tuple[int, int]]) -> int | None:
    """The winner of a tie, or the seed taken for it when the next ties were paired, if a correction came later."""
    for is_loser, seeds in followed.items():
        here = [seed for seed in tie.seeds if seed in seeds]
        if len(here) == 1 and tie.is_ready:
            return here[0] if not is_loser else next(seed for seed in tie.seeds if seed != here[0])
    return winner


def _seed_of(
    source: Source,
    ties: Mapping[Place, Tie],
    winners: Winners,
    followed: Mapping[Place, Mapping[bool, tuple[int, int]]],
) -> int | None:
    if isinstance(source, Seed):
        return source.number
    tie = ties[source.tie]
    winner = went_on(tie, who_goes_on(tie, winners), followed.get(source.tie, {}))
    if source.if_second_won:
        first = tie.seeds[0]
        if winner is not None and winner == first:
            return BYE if source.is_loser else winner
    if winner is None or not source.is_loser:
        return winner
    return next((seed for seed in tie.seeds if seed != winner), BYE)
