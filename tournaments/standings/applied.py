"""To whom the tie-breaks of a table were applied. Pure.

Those among the tied are applied to players level on everything before, and again to those still level after them, so
that one player may have several amounts. A stored table has those among all with the same points, and in its ties those
that have parted somebody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tournaments.standings.ranking import Row, Tie
from tournaments.standings.tie_breaks import TIE_BREAKS


class Applied(NamedTuple):
    """One time that a tie-break was applied, seen from one player: among whom (nobody: it asks for no others), and the
    amount."""

    group: tuple[int, ...]
    amount: int


class Applications:
    """The applications of a table with these tie-breaks, in their order, to everybody in it, best first.

    ``rows`` are all, as they are stored; of a part of the table, ``ties`` are at least those of the part. Tie-breaks
    are not applied to a player with whom nothing counts: their row has no amounts.
    """

    def __init__(self, codes: Sequence[str], rows: Iterable[Mapping[str, Any]], ties: Iterable[Tie]) -> None:
        self._turns = {code: turn for turn, code in enumerate((*codes, ""))}
        self._levels: dict[int, list[int]] = {}
        for row in rows:
            if any(amount is not None for amount in row["values"].values()):
                self._levels.setdefault(row["points"], []).append(row["entrant"])
        self._ties: dict[int, list[Tie]] = {}
        for tie in ties:
            for entrant in tie.entrants:
                self._ties.setdefault(entrant, []).append(tie)

    def of(self, row: Row, code: str) -> list[Applied]:
        """Every time that a tie-break was applied to somebody and said something, in turn.

        Of a group that was smaller than all with the same points and that it left level nothing is known.
        """
        amount = row.values[code]
        if not TIE_BREAKS[code].among_tied:
            return [] if amount is None else [Applied((), amount)]
        ties, found = self._ties.get(row.entrant, []), []
        if amount is not None and (not ties or self._turns[ties[0].code] >= self._turns[code]):
            found.append(Applied(tuple(self._levels[row.points]), amount))  # nothing has parted them before
            ties = [tie for tie in ties if tie is not ties[0] or tie.code != code]
        again = [tie for tie in ties if tie.code == code]
        return found + [Applied(tie.entrants, tie.amounts[tie.entrants.index(row.entrant)]) for tie in again]
