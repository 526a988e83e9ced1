"""The colours of the pages, and whether text in them can be read: WCAG 2.2, contrast of at least 4.5 to 1.

The settings call it before there is anything else, so it imports nothing of ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LEAST = 4.5  # success criterion 1.4.3 for text of normal size
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_WHITE, _BLACK = "#ffffff", "#000000"

RGB = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Scheme:
    """What a colour of the operator stands on: the colours of ``static/seeds.css`` in one of its two schemes."""

    name: str
    paper: str
    card: str
    ink: str
    softness: float  # the part of the colour in the soft background of notes

    def soft(self, colour: str) -> str:
        """The background of notes: a little of the colour in that of cards."""
        mixed = (
            round(self.softness * of_colour + (1 - self.softness) * of_card)
            for of_colour, of_card in zip(_parts(colour), _parts(self.card), strict=True)
        )
        return "#" + "".join(f"{part:02x}" for part in mixed)


LIGHT = Scheme("light", paper="#f6f3ea", card="#fffdf8", ink="#1d211b", softness=0.12)
DARK = Scheme("dark", paper="#12160f", card="#1a1f17", ink="#ebe9df", softness=0.2)


def is_colour(text: str) -> bool:
    """Whether a text is a colour as we take it, such as #2c6632."""
    return _COLOUR.fullmatch(text) is not None


def contrast(one: str, other: str) -> float:
    """How much two colours differ in brightness, 1 to 21 (WCAG 2.2, contrast ratio)."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def trouble(colour: str, scheme: Scheme) -> str:
    """What is wrong with a colour of links and buttons in a scheme; blank if nothing is."""
    backgrounds = {"pages": scheme.paper, "cards": scheme.card, "notes": scheme.soft(colour)}
    least, place = min((contrast(colour, background), place) for place, background in backgrounds.items())
    if least >= LEAST:
        return ""
    change = "darker" if scheme is LIGHT else "lighter"
    return (
        f"{colour} has a contrast of {least:.1f} to 1 on {place} in the {scheme.name} scheme, and text needs "
        f"{LEAST} to 1: choose a {change} one."
    )


def style_sheet(light: str, dark: str) -> str:
    """The rules that put the operator's colours in the place of ours; blank for a colour that is not set."""
    sheet = _rules(light, LIGHT) if light else ""
    if dark:
        sheet += f"@media screen and (prefers-color-scheme: dark) {{\n{_rules(dark, DARK)}}}\n"
    return sheet


def _rules(colour: str, scheme: Scheme) -> str:
    ink = max((_WHITE, _BLACK), key=lambda ink: contrast(ink, colour))
    values = {"leaf": colour, "leaf-soft": scheme.soft(colour), "leaf-2": colour, "leaf-ink": ink}
    return ":root {\n" + "".join(f"  --{name}: {value};\n" for name, value in values.items()) + "}\n"


def _parts(colour: str) -> RGB:
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    """Relative luminance of sRGB, 0 for black and 1 for white."""
    linear = [
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in _parts(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
