"""The rows of a table, stored or supposed, and the chart of the places after each round."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from ground.lists import Row
from tournaments.models import Division
from tournaments.presenting.form_and_places import Course, Recent
from tournaments.presenting.page_sentences import standings as sentences
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import StandingLine
from tournaments.standings.columns import COLUMNS, Column
from tournaments.wording.decisions import tie_breaks_in_words, with_minus

ROWS_A_PAGE = 100


@dataclass(frozen=True, slots=True)
class ResultMark:
    """What came of a match: how it looks, a letter, and the word for it."""

    look: str
    letter: str
    word: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of a table: ``line`` has the numbers. ``classes`` are how the row looks."""

    line: StandingLine
    place: str
    classes: str
    zone: Row | None
    columns: tuple[str, ...]
    values: tuple[str, ...]
    can_be_challenged: bool
    summary: str
    decided: str
    form: tuple[ResultMark, ...]
    bar: Row | None


@dataclass(frozen=True, slots=True)
class Looks:
    """What a table shows beside its numbers: the tie-break that ``decided``, and the last matches, by entrant."""

    decided: Mapping[int, str]
    recent: Mapping[int, Recent]
    counts_leaves: bool

    @property
    def has_form(self) -> bool:
        return any(one.form for one in self.recent.values())

    def marks(self, entrant: int) -> tuple[ResultMark, ...]:
        """The last matches of an entrant."""
        return tuple(ResultMark(came, *sentences.came_of(came)) for came in self._of(entrant).form)

    def bar(self, entrant: int) -> Row | None:
        """The leaf difference of an entrant in words, and as a bar from ``x`` on, in percent of the cell; None where
        leaves are not counted."""
        if not self.counts_leaves:
            return None
        widest = max((abs(one.leaves) for one in self.recent.values()), default=0) or 1
        leaves = self._of(entrant).leaves
        width = round(50 * abs(leaves) / widest)
        side, x = ("behind", 50 - width) if leaves < 0 else ("ahead", 50)
        return {"words": sentences.difference(leaves), "x": x, "width": width, "side": side}

    def _of(self, entrant: int) -> Recent:
        return self.recent.get(entrant, Recent((), 0))


PLAIN = Looks({}, {}, counts_leaves=False)


def explained_codes(division: Division, codes: Sequence[str]) -> list[tuple[str, str, str]]:
    """The tie-breaks of a division that its table has: code, name, meaning."""
    return [one for one in tie_breaks_in_words(division.stage.stage_ruleset) if one[0] in codes]


def shown_columns(lines: Iterable[StandingLine]) -> list[Column]:
    """The columns that a page has for these lines."""
    cells = [cell for line in lines for cell in line.columns]
    wanted = {cell.column for cell in cells if cell.value or not cell.column.is_rare}
    return [column for column in COLUMNS.values() if column in wanted]


def standing_rows(
    lines: Iterable[StandingLine],
    *,
    wanted: str = "",
    viewer: str = "",
    challenges: Collection[str] = (),
    looks: Looks = PLAIN,
) -> list[StandingRow]:
    """The rows of a stored table; ``wanted`` is the player that was searched for, ``viewer`` the one who looks (both
    marked), ``challenges`` those whom the viewer can challenge."""
    lines = list(lines)
    shown = shown_columns(lines)
    return [
        StandingRow(
            line=line,
            place=_place(line),
            classes=_classes(line, found=bool(wanted) and line.player.lower() == wanted, own=line.player == viewer),
            zone=_zone(line),
            columns=tuple(with_minus(cell.text) or sentences.NO_VALUE for cell in line.columns if cell.column in shown),
            values=_values(line),
            can_be_challenged=line.player in challenges,
            summary=sentences.summary(line.player, line.certain),
            decided=looks.decided.get(line.entrant, ""),
            form=looks.marks(line.entrant),
            bar=looks.bar(line.entrant),
        )
        for line in lines
    ]


def supposed_rows(lines: Iterable[tuple[StandingLine, int | None]]) -> list[Row]:
    """The rows of a supposed table, each line with the place that the player has now."""
    return [_supposed_row(line, before) for line, before in lines]


def _supposed_row(line: StandingLine, before: int | None) -> Row:
    has_moved = before is not None and before != line.rank
    return {
        "line": line,
        "place": _place(line),
        "classes": _classes(line, found=has_moved),
        "zone": _zone(line),
        "values": _values(line),
        "before": sentences.NO_VALUE if before is None else str(before),
        "arrow": "" if before is None or not has_moved else "↑" if before > line.rank else "↓",
        "direction": "" if before is None else sentences.moved(before, line.rank),
    }


def _place(line: StandingLine) -> str:
    return f"{line.rank}=" if line.is_shared else str(line.rank)


def _values(line: StandingLine) -> tuple[str, ...]:
    return tuple(with_minus(value.shown) or sentences.NO_VALUE for value in line.values)


def _zone(line: StandingLine) -> Row | None:
    sign = {Zone.UP: "▲", Zone.THROUGH: "▲", Zone.DOWN: "▼"}.get(Zone(line.zone), "") if line.zone else ""
    return {"sign": sign, "meaning": gettext(line.zone)} if sign else None


def _classes(line: StandingLine, *, found: bool = False, own: bool = False) -> str:
    classes = {
        sentences.zone_class(line.zone): bool(line.zone),
        "line-below": line.is_last_of_zone,
        "found": found,
        "gone": bool(line.left),
        "own": own,
    }
    return " ".join(name for name, applies in classes.items() if applies)


WIDTH, RIGHT, LEFT, TOP, STEP = 360, 96, 18, 24, 20  # of the drawing; names stand at its right
HUES = 8  # colours of lines


@dataclass(frozen=True, slots=True)
class Thread:
    """One player's line: points for a polyline, where the name stands, and the places for the table."""

    player: str
    points: str
    x: int
    y: int
    hue: int
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole drawing, ``rounds`` with where they stand, ``rungs`` with the places at the left."""

    width: int
    height: int
    rounds: tuple[tuple[int, int], ...]
    rungs: tuple[tuple[int, int], ...]
    threads: tuple[Thread, ...]


def chart_of(course: Course, names: Mapping[int, str]) -> Chart:
    """The chart of a course. Players who share a place stand below each other, in the order of the round before."""
    across = (WIDTH - LEFT - RIGHT) / (len(course.rounds) - 1)
    columns = [round(LEFT + index * across) for index in range(len(course.rounds))]
    heights = _heights(course)
    last = columns[-1]
    threads = [
        Thread(
            player=names[entrant],
            points=" ".join(f"{x},{y}" for x, y in zip(columns, heights[entrant], strict=True)),
            x=last + 8,
            y=heights[entrant][-1] + 4,
            hue=index % HUES,
            places=places,
        )
        for index, (entrant, places) in enumerate(sorted(course.places.items(), key=lambda one: heights[one[0]][-1]))
    ]
    bottom = TOP + STEP * len(threads)
    rungs = tuple((place, TOP + STEP * (place - 1) + 4) for place in range(1, len(threads) + 1))
    return Chart(WIDTH, bottom, tuple(zip(course.rounds, columns, strict=True)), rungs, tuple(threads))


def _heights(course: Course) -> dict[int, list[int]]:
    heights: dict[int, list[int]] = {entrant: [] for entrant in course.places}
    order: Sequence[int] = list(course.places)
    for index in range(len(course.rounds)):
        order = sorted(order, key=lambda entrant: course.places[entrant][index])
        for slot, entrant in enumerate(order):
            heights[entrant].append(TOP + STEP * slot)
    return heights
