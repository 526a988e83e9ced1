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
SIZE = 20  # at which letters are measured

GROUND = "#e2dbcb"  # behind the board: no white sheet where a mail program is dark, and no file for each scheme
_STYLE = re.compile(r"<style>.*?</style>")  # has the colours of the dark scheme
_ON_GROUND = f"<style>.board .f-paper{{fill:{GROUND}}}.board .s-paper{{stroke:{GROUND}}}</style>"
# The font has no letters with marks, and only English quotation marks. Other marks than two dots are lost.
_SPELLED = str.maketrans({"ß": "ss", "„": "“", "\u2013": "-", "\u2014": "-"})
_WORDS = re.compile(r"(?<=>)[^<>]*[^\x00-\x7f][^<>]*")
_DOTTED = re.compile("(.)\u0308")
_DOT = "\u00b7"
RAISED = (0.5, 0.3)  # em, above a capital and above a small letter
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


@cache
def _font() -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size=SIZE)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise RuntimeError("Pillow was built without FreeType: pictures of boards need its font.")
    return font


@cache
def _font_file() -> str:
    """The font that Pillow carries (Aileron, CC0), as a file: machines differ in fonts, or have none."""
    with tempfile.NamedTemporaryFile(prefix="seeds-", suffix=".ttf", delete=False) as file:
        file.write(_font().font_bytes)
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


def in_letters_of_font(svg: str) -> str:
    """The drawing with those letters that the font has; dots above letters are signs of their own."""
    return svg if svg.isascii() else _WORDS.sub(lambda words: _drawn_with_dots(words[0]), svg)


def _drawn_with_dots(words: str) -> str:
    parted = unicodedata.normalize("NFD", words.translate(_SPELLED))
    plain = "".join(mark for mark in parted if mark == "\u0308" or not unicodedata.combining(mark))
    return _DOTTED.sub(lambda found: _dotted(found[1]), plain)


@cache
def _dotted(letter: str) -> str:
    """Two dots, which take no room, and below their middle the letter."""
    width, dot = (_font().getlength(text) / SIZE for text in (letter, _DOT))
    left, up = width / 2 - dot, RAISED[letter.islower()]
    return (
        f'<tspan dx="{left:.3f}em {dot:.3f}em" dy="{-up}em" letter-spacing="{-dot:.3f}em">{_DOT}{_DOT}</tspan>'
        f'<tspan dx="{-left - dot:.3f}em" dy="{up}em">{letter}</tspan>'
    )


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
