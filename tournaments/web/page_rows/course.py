"""The chart of the places after each round: lines for a drawing, and the same numbers as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.presenting.form_and_places import Course

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
