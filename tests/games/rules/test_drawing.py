"""The one style of all boards, in the light, in the dark and without colours, and boards in every language."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

from games.rules import RULES
from games.rules.drawing import DARK, GOLD, PAINTS, SMALLEST, TONES, WIDTH
from tests.games.rules.test_conformance import Case, every_case, sample

SHAPES, TEXT = 3.0, 4.5  # the least contrasts of WCAG 2, criteria 1.4.11 and 1.4.3
every_scheme = pytest.mark.parametrize("scheme", ["light", "dark"])


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2."""
    parts = (int(colour[first : first + 2], 16) / 255 for first in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def tone(name: str, scheme: str) -> str:
    """A tone in that scheme, or the colour itself."""
    return str(getattr(TONES[name], scheme)) if name in TONES else name


@every_scheme
def test_text_stands_out_from_every_ground(scheme: str) -> None:
    for ground in ("paper", "field", "field2"):
        assert contrast(tone("ink", scheme), tone(ground, scheme)) >= TEXT
        assert contrast(tone("faint", scheme), tone(ground, scheme)) >= TEXT
    assert contrast(DARK, GOLD) >= TEXT


@every_scheme
def test_lines_and_marks_stand_out_from_every_ground(scheme: str) -> None:
    for ground in ("paper", "field", "field2"):
        assert contrast(tone("line", scheme), tone(ground, scheme)) >= SHAPES
        assert max(contrast(tone(part, scheme), tone(ground, scheme)) for part in ("mark", DARK)) >= SHAPES


@every_scheme
@pytest.mark.parametrize("colour", PAINTS)
def test_pieces_stand_out_from_every_ground_and_from_the_mark(colour: str, scheme: str) -> None:
    paint = PAINTS[colour]
    for ground in ("paper", "field", "field2", "mark"):
        parts = (paint.fill, tone(paint.edge, scheme))
        assert max(contrast(part, tone(ground, scheme)) for part in parts) >= SHAPES


@pytest.mark.parametrize("colour", [colour for colour, paint in PAINTS.items() if paint.pattern])
def test_patterns_stand_out_from_their_colour(colour: str) -> None:
    assert contrast(PAINTS[colour].fill, PAINTS[colour].stroke) >= SHAPES


@pytest.mark.parametrize("slug", RULES)
def test_seats_are_told_apart_without_colours(slug: str) -> None:
    for one, other in combinations([PAINTS[colour] for colour in RULES[slug].colours], 2):
        assert one.pattern != other.pattern or contrast(one.fill, other.fill) >= SHAPES


@every_case
def test_letters_are_large_enough_for_a_phone(case: Case) -> None:
    for position in sample(case).few[::3]:
        root = ElementTree.fromstring(case.rules.svg(position))
        assert root.attrib["viewBox"].startswith(f"0 0 {WIDTH:.0f} ")
        sized = [part for part in root.iter() if "font-size" in part.attrib]
        assert sized
        on_coins = [part for part in sized if part.attrib["fill"] == DARK]
        assert all(float(part.attrib["font-size"]) >= SMALLEST for part in sized if part not in on_coins)
