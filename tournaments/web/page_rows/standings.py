"""The rows of a table, stored or supposed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Division
from tournaments.presenting.page_sentences import standings as sentences
from tournaments.presenting.page_sentences import what_if
from tournaments.presenting.tables import StandingLine
from tournaments.wording.decisions import tie_breaks_in_words, with_minus

ROWS_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class ZoneMark:
    """The sign of a place that leads somewhere, and where."""

    sign: str
    meaning: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of a table: ``line`` has the numbers. ``classes`` are how the row looks."""

    line: StandingLine
    place: str
    classes: str
    zone: ZoneMark | None
    columns: tuple[str, ...]
    values: tuple[str, ...]
    can_be_challenged: bool
    summary: str


@dataclass(frozen=True, slots=True)
class SupposedRow:
    """A line of a supposed table: the place ``before`` (a dash where there was none), and which way it has moved."""

    line: StandingLine
    place: str
    classes: str
    zone: ZoneMark | None
    values: tuple[str, ...]
    before: str
    arrow: str
    direction: str


def explained_codes(division: Division, codes: Sequence[str]) -> list[tuple[str, str, str]]:
    """The tie-breaks of a division that its table has: code, name, meaning."""
    return [one for one in tie_breaks_in_words(division.stage.stage_ruleset) if one[0] in codes]


def standing_rows(
    lines: Iterable[StandingLine], *, wanted: str = "", viewer: str = "", challenges: Collection[str] = ()
) -> list[StandingRow]:
    """The rows of a stored table; ``wanted`` is the player that was searched for, ``viewer`` the one who looks (both
    marked), ``challenges`` those whom the viewer can challenge."""
    return [
        StandingRow(
            line=line,
            place=_place(line),
            classes=_classes(line, found=bool(wanted) and line.player.lower() == wanted, own=line.player == viewer),
            zone=_zone(line),
            columns=tuple(with_minus(cell.text) or sentences.NO_VALUE for cell in line.on_page),
            values=_values(line),
            can_be_challenged=line.player in challenges,
            summary=sentences.summary(line.player, line.certain),
        )
        for line in lines
    ]


def supposed_rows(lines: Iterable[tuple[StandingLine, int | None]]) -> list[SupposedRow]:
    """The rows of a supposed table, each line with the place that the player has now."""
    return [_supposed_row(line, before) for line, before in lines]


def _supposed_row(line: StandingLine, before: int | None) -> SupposedRow:
    has_moved = before is not None and before != line.rank
    return SupposedRow(
        line=line,
        place=_place(line),
        classes=_classes(line, found=has_moved),
        zone=_zone(line),
        values=_values(line),
        before=sentences.NO_VALUE if before is None else str(before),
        arrow="" if before is None or not has_moved else "↑" if before > line.rank else "↓",
        direction="" if before is None else what_if.moved(before, line.rank),
    )


def _place(line: StandingLine) -> str:
    return f"{line.rank}=" if line.is_shared else str(line.rank)


def _values(line: StandingLine) -> tuple[str, ...]:
    return tuple(with_minus(value.shown) or sentences.NO_VALUE for value in line.values)


def _zone(line: StandingLine) -> ZoneMark | None:
    sign = sentences.zone_sign(line.zone)
    return ZoneMark(sign, line.zone) if sign else None


def _classes(line: StandingLine, *, found: bool = False, own: bool = False) -> str:
    classes = {"line-below": line.is_last_of_zone, "found": found, "gone": bool(line.left), "own": own}
    return " ".join(name for name, applies in classes.items() if applies)
