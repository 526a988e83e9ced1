"""Everybody meets everybody once: Berger tables for an even number of entrants, a cyclic design for an odd one."""

from __future__ import annotations

from typing import ClassVar

from tournaments.formats.base import Format, Meeting


class RoundRobin(Format):
    """All-play-all. Fixtures carry round numbers, but an event played by mail may start them all at once."""

    slug: ClassVar[str] = "round-robin"
    title: ClassVar[str] = "round robin"
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 21  # twenty fixtures at once are as much as anybody can follow

    def meetings(self, entrants: int) -> list[Meeting]:
        if not self.fewest <= entrants <= self.most:
            raise ValueError(f"A round robin is for {self.fewest} to {self.most} entrants, not {entrants}.")
        return cyclic(entrants) if entrants % 2 else berger(entrants)


def berger(entrants: int) -> list[Meeting]:
    """The table of FIDE Handbook C.05, annex 1, for an even number of entrants, seats included.

    Half of the entrants move first once more than they move second.
    """
    if entrants % 2:
        raise ValueError(f"Berger tables are for an even number of entrants, not {entrants}.")
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

    Rounds are made so that everybody meets at most one opponent in each and sits out once.
    """
    if entrants % 2 == 0:
        raise ValueError(f"The cyclic design is for an odd number of entrants, not {entrants}.")
    meetings = [
        Meeting((2 * first + step) % entrants + 1, (first, (first + step) % entrants))
        for step in range(1, entrants // 2 + 1)
        for first in range(entrants)
    ]
    return sorted(meetings, key=lambda meeting: meeting.round)
