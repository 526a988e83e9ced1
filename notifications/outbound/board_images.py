"""The board as a small PNG for mails, the same bytes on every machine; drawn once for all processes."""

from __future__ import annotations

import atexit
import hashlib
import io
import re
import tempfile
import unicodedata
from functools import cache, lru_cache
from pathlib import Path
from typing import cast

import resvg_py
from django.core.cache import cache as shared
from PIL import Image, ImageColor, ImageFont

# Pixels of width (a mail program on a phone scales it down) and colours besides those of the drawing, the best first.
QUALITIES = ((560, 32), (560, 12), (480, 16), (400, 8), (320, 0), (240, 0), (160, 0))
MOST_BYTES = 40_000
KEPT = 300  # seconds: the mails of one move go out within some of them, and openings come again and again
FONT_FAMILY = "Aileron"

GROUND = "#e2dbcb"  # behind the board: no white sheet where a mail program is dark, and no file for each scheme
_STYLE = re.compile(r"<style>.*?</style>")  # has the colours of the dark scheme
_ON_GROUND = f"<style>.board .f-paper{{fill:{GROUND}}}.board .s-paper{{stroke:{GROUND}}}</style>"
# The font has no letters with marks: German ones are spelled as on a keyboard without them, others lose the mark.
_SPELLED = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "„": "“",
        "\u2013": "-",
        "\u2014": "-",
    }
)
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


@cache
def _font_file() -> str:
    """The font that Pillow carries (Aileron, CC0), as a file: machines differ in fonts, or have none."""
    font = ImageFont.load_default(size=20)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType: pictures of boards need its font.")
    with tempfile.NamedTemporaryFile(prefix="seeds-", suffix=".ttf", delete=False) as file:
        file.write(font.font_bytes)
    atexit.register(Path(file.name).unlink, missing_ok=True)
    return file.name


@lru_cache(maxsize=64)
def png_of(svg: str) -> bytes:
    """The picture as PNG of at most 40 kB, as large and in as many colours as that allows."""
    key = f"board:{hashlib.sha256(svg.encode()).hexdigest()}"
    return cast(bytes, shared.get_or_set(key, lambda: _png_drawn(svg), KEPT))


def _png_drawn(svg: str) -> bytes:
    drawn: dict[int, Image.Image] = {}
    for width, more in QUALITIES:
        if width not in drawn:
            drawn[width] = draw(svg, width)
        file = io.BytesIO()
        flattened(drawn[width], svg, more).save(file, "PNG")
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()


def flattened(picture: Image.Image, svg: str, more: int) -> Image.Image:
    """The picture in exactly the colours of the SVG, and in so many mixtures of them as edges need, commonest first."""
    colours = [GROUND, *_COLOUR.findall(_STYLE.sub("", svg))]
    palette = dict.fromkeys(ImageColor.getrgb(colour) for colour in colours)
    found = cast(list[tuple[int, tuple[int, ...]]], picture.getcolors(picture.width * picture.height))
    mixtures = [colour for _, colour in sorted(found, reverse=True) if colour not in palette][:more]
    ground = Image.new("P", (1, 1))
    ground.putpalette([part for colour in (*palette, *mixtures) for part in colour])
    return picture.quantize(palette=ground, dither=Image.Dither.NONE)


def in_letters_of_font(text: str) -> str:
    """The text with those letters that the font has; all of them in German and English."""
    if text.isascii():
        return text
    parted = unicodedata.normalize("NFD", text.translate(_SPELLED))
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


def draw(svg: str, width: int) -> Image.Image:
    """The picture as pixels, so many of them wide, in the light scheme and with the font of this module."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=_STYLE.sub(_ON_GROUND, in_letters_of_font(svg)),
        width=width,
        background=GROUND,
        skip_system_fonts=True,
        font_files=[_font_file()],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    return Image.open(io.BytesIO(drawn)).convert("RGB")
