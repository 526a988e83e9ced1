"""Everybody against everybody: what each cell of a crosstable says. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.standings.matches import Match


@dataclass(frozen=True, slots=True)
class Cell:
    """One fixture seen from the row. ``points`` in 1/840, None while it is open or if it is void."""

    fixture: int
    points: int | None
    total: int
    against: int
    is_void: bool


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One entrant's line: by column the cells against that entrant, empty on the diagonal."""

    entrant: int
    cells: tuple[tuple[Cell, ...], ...]


def crosstable(order: Sequence[int], matches: Sequence[Match]) -> list[CrossRow]:
    """Rows and columns in the given order of entrants."""
    cells: dict[tuple[int, int], list[Cell]] = {}
    for match in matches:
        for own, entrant in enumerate(match.entrants):
            for other, opponent in enumerate(match.entrants):
                if other == own:
                    continue
                cells.setdefault((entrant, opponent), []).append(
                    Cell(
                        fixture=match.fixture,
                        points=match.points[own] if match.points else None,
                        total=match.totals[own],
                        against=match.totals[other],
                        is_void=match.is_void,
                    )
                )
    return [CrossRow(own, tuple(tuple(cells.get((own, other), ())) for other in order)) for own in order]
