"""Everybody meets everybody: Berger tables for an even number of entrants, a cyclic design for an odd one, balanced
pools for tables of three and more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, TypedDict

from django.utils.translation import gettext, gettext_lazy

from ground.wording import kept
from tournaments.event_rules.designs import balanced_pool, in_rounds, pool_sizes, why_unbalanced
from tournaments.event_rules.layouts import MOST_POOL, Layout
from tournaments.formats.base import CannotStart, Draw, Field, Format, Input, Meeting

WRONG_SIZE = kept("A round robin is for {fewest} to {most_pool} players, not {entrants}.")


class RoundRobinGiven(TypedDict):
    """What a round robin is paired from: with two seats by a table of rounds, with more as a balanced pool."""

    entrants: Annotated[int, "The number of entrants."]
    seats: Annotated[int, "The number of seats at a table; a pool has more than 2."]
    cycles: Annotated[int, "How many times everybody meets everybody: 1 or 2. A pool is played once."]


class RoundRobin(Format):
    """All-play-all, once or twice. Fixtures carry round numbers, but played by mail they all start at once."""

    slug: ClassVar[str] = "round-robin"
    title = gettext_lazy("round robin")
    algorithm: ClassVar[str] = "all-play-all/1"
    inputs: ClassVar[Mapping[str, type]] = {algorithm: RoundRobinGiven}
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = MOST_POOL
    at_once: ClassVar[bool] = True

    def check_size(self, entrants: int, layout: Layout) -> None:
        if layout.seats == 2 and not self.fewest <= entrants <= MOST_POOL:
            raise CannotStart(gettext(WRONG_SIZE).format(fewest=self.fewest, most_pool=MOST_POOL, entrants=entrants))
        if layout.seats > 2 and entrants not in pool_sizes(layout.seats):
            raise CannotStart(why_unbalanced(layout.seats, entrants))

    def most_of(self, layout: Layout) -> int:
        """Of two everybody has a meeting with each of the others; in a balanced pool everybody plays as many games as a
        table has seats, however large it is."""
        return max(self.most, *pool_sizes(layout.seats)) if layout.seats > 2 else self.most

    def pairing_input(self, field: Field) -> Input | None:
        if field.rounds:
            return None
        layout = field.layout
        given: RoundRobinGiven = {
            "entrants": len(field.roster.entrants), "seats": layout.seats, "cycles": layout.cycles,
        }  # fmt: skip
        return given

    def draw(self, given: Input) -> Draw:
        if given["seats"] > 2:
            games = balanced_pool(given["seats"], given["entrants"])
            numbers = in_rounds(games)
            pool = [Meeting(number, game) for number, game in zip(numbers, games, strict=True)]
            return Draw(tuple(sorted(pool, key=lambda meeting: meeting.round)))
        once = self.meetings(given["entrants"])
        if given["cycles"] == 1:
            return Draw(tuple(once))
        rounds = max(meeting.round for meeting in once)
        back = [replace(one, round=one.round + rounds, seats=one.seats[::-1]) for one in once]
        return Draw((*once, *back))

    def meetings(self, entrants: int) -> list[Meeting]:
        """Everybody against everybody once. Raises ValueError for too few or too many."""
        if not self.fewest <= entrants <= MOST_POOL:
            raise ValueError(
                gettext("A round robin is for {fewest} to {most_pool} entrants, not {entrants}.").format(
                    fewest=self.fewest, most_pool=MOST_POOL, entrants=entrants
                )
            )
        return cyclic(entrants) if entrants % 2 else berger(entrants)


def berger(entrants: int) -> list[Meeting]:
    """The table of FIDE Handbook C.05, annex 1, for an even number of entrants, seats included.

    Half of the entrants move first once more than they move second. Raises ValueError for an odd number.
    """
    if entrants % 2:
        raise ValueError(
            gettext("Berger tables are for an even number of entrants, not {entrants}.").format(entrants=entrants)
        )
    ring, half = entrants - 1, entrants // 2
    meetings = []
    for turn in range(ring):
        shift = turn * half % ring
        for table in range(half):
            first, second = (shift + table) % ring, (shift + ring - table) % ring
            if table == 0:  # the highest number stays in place and moves second and first by turns
                first, second = (ring, shift) if turn % 2 else (shift, ring)
            meetings.append(Meeting(turn + 1, (first, second)))
    return meetings


def cyclic(entrants: int) -> list[Meeting]:
    """Number p moves first against p+1 ... p+(n-1)/2: for odd n everybody moves first in exactly half his games.

    Rounds are made so that everybody meets at most one opponent in each and sits out once. Raises ValueError for an
    even number.
    """
    if entrants % 2 == 0:
        raise ValueError(
            gettext("The cyclic design is for an odd number of entrants, not {entrants}.").format(entrants=entrants)
        )
    meetings = [
        Meeting((2 * first + step) % entrants + 1, (first, (first + step) % entrants))
        for step in range(1, entrants // 2 + 1)
        for first in range(entrants)
    ]
    return sorted(meetings, key=lambda meeting: meeting.round)
