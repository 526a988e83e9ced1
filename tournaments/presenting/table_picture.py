"""The first lines of a table as a drawing, for programs that show a picture where a link to it is shared."""

from __future__ import annotations

from html import escape

from django.utils.translation import gettext

from tournaments.models import Division
from tournaments.presenting.page_sentences.standings import heading
from tournaments.presenting.tables import StandingTable, division_title

LINES = 8  # of the table
WIDTH, MARGIN, TOP, STEP = 600, 28, 104, 26
BOTTOM = 34
INK, FAINT, LEAF, LINE = "#1c1c1a", "#5d5a50", "#2a6330", "#b9b29f"
LONGEST = 34  # letters of a name of an event


def table_svg(division: Division, table: StandingTable) -> str:
    """Place, player and points of the first lines, with the name of the event above."""
    event, shown = division.event, table.lines[:LINES]
    has_points, is_ladder = division.stage.stage_format.has_points, division.stage.format == "ladder"
    is_final = (event.finished_at if is_ladder else event.finished_at or division.finished_at) is not None
    below = ", ".join(filter(None, (heading(is_ladder=is_ladder, is_final=is_final), division_title(division))))
    height = TOP + STEP * len(shown) + BOTTOM
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        _text(MARGIN, 44, _cut(event.name), size=28, colour=LEAF),
        _text(MARGIN, 72, f"{event.game_title} · {below}", size=15, colour=FAINT),
        f'<path d="M{MARGIN} 82H{WIDTH - MARGIN}" stroke="{LINE}"/>',
    ]
    for number, line in enumerate(shown):
        y = TOP + STEP * number
        parts += [
            _text(MARGIN + 26, y, f"{line.rank}{'=' if line.is_shared else ''}", anchor="end", colour=FAINT),
            _text(MARGIN + 44, y, line.player),
        ]
        if has_points:
            parts.append(_text(WIDTH - MARGIN, y, line.points, anchor="end"))
    more = table.total - len(shown)
    if more > 0:
        parts.append(_text(MARGIN + 44, height - 16, gettext("and {count} more").format(count=more), 14, FAINT))
    parts.append(_text(WIDTH - MARGIN, height - 12, "Seeds", 14, LEAF, "end"))
    return "".join([*parts, "</svg>"])


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _text(x: int, y: int, words: str, size: int = 18, colour: str = INK, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}">{escape(words)}</text>'
