"""The course of a rating as a picture: a line, and around it how sure the rating was. Pure.

One unit is one pixel on a phone. Colours come from the page's style sheet by class, so the picture follows the reader's
light or dark scheme; where there is no style sheet it is black on nothing, and still right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from html import escape

from games.presenting.moments import write_day_this_year, write_month

WIDTH, HEIGHT = 360, 220
LEFT, RIGHT, TOP, BOTTOM = 38, 8, 10, 26  # margins around the field
LETTER = 11
FEWEST_POINTS = 100  # of rating between the lowest and the highest line
STEPS = (25, 50, 100, 200, 500, 1000)  # between two lines


@dataclass(frozen=True, slots=True)
class Point:
    """A rating at the end of a day, and its deviation."""

    day: date
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class _Scale:
    """From days and ratings to units."""

    first: date
    last: date
    low: int
    high: int

    def x(self, day: date) -> float:
        span = max(1, (self.last - self.first).days)
        return LEFT + (WIDTH - LEFT - RIGHT) * (day - self.first).days / span

    def y(self, rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - rating) / (self.high - self.low)


def rating_graph(points: Sequence[Point], title: str) -> str:
    """The course of a rating as SVG; ``points`` (at least one) in order of time, ``title`` for screen readers."""
    step, low, high = _lines_of(points)
    scale = _Scale(points[0].day, points[-1].day, low, high)
    upper = [(scale.x(each.day), scale.y(each.rating + each.deviation)) for each in points]
    lower = [(scale.x(each.day), scale.y(each.rating - each.deviation)) for each in reversed(points)]
    course = [(scale.x(each.day), scale.y(each.rating)) for each in points]
    x, y = course[-1]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" class="rating-graph" '
        f'font-size="{LETTER}"><title>{escape(title)}</title>',
        *(_level(scale, rating) for rating in range(low, high + 1, step)),
        *(_date(scale, day) for day in _days_to_name(scale)),
        f'<polygon class="band" fill-opacity="0.2" points="{_written([*upper, *lower])}"/>',
        f'<polyline class="course" fill="none" stroke="currentColor" stroke-width="2" points="{_written(course)}"/>',
        f'<circle class="now" cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>',
        "</svg>",
    ]
    return "".join(parts)


def _lines_of(points: Sequence[Point]) -> tuple[int, int, int]:
    """How far apart the level lines are, and the ratings of the lowest and the highest of them."""
    least = min(each.rating - each.deviation for each in points)
    most = max(each.rating + each.deviation for each in points)
    missing = max(0.0, FEWEST_POINTS - (most - least)) / 2
    least, most = least - missing, most + missing
    step = next((step for step in STEPS if (most - least) / step <= 6), STEPS[-1])
    low, high = int(least // step * step), int(-(-most // step) * step)
    return step, low, high


def _level(scale: _Scale, rating: int) -> str:
    y = scale.y(rating)
    return (
        f'<line class="level" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" '
        f'stroke-opacity="0.25"/><text x="{LEFT - 5}" y="{y + LETTER / 3:.1f}" text-anchor="end">{rating}</text>'
    )


def _days_to_name(scale: _Scale) -> list[date]:
    """First and last day, and as many between them as there is room for."""
    days = (scale.last - scale.first).days
    gaps = min(3, days)
    return [scale.first + timedelta(days=days * n // gaps) for n in range(gaps + 1)] if gaps else [scale.first]


def _date(scale: _Scale, day: date) -> str:
    x = scale.x(day)
    anchor = "start" if day == scale.first else "end" if day == scale.last else "middle"
    words = write_month(day) if (scale.last - scale.first).days > 120 else write_day_this_year(day)
    foot = HEIGHT - BOTTOM
    return (
        f'<line class="level" x1="{x:.1f}" x2="{x:.1f}" y1="{foot}" y2="{foot + 4}" stroke="currentColor"/>'
        f'<text x="{x:.1f}" y="{HEIGHT - 8}" text-anchor="{anchor}">{words}</text>'
    )


def _written(line: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)
