"""The board as a small PNG for mails, the same bytes on every machine."""

from __future__ import annotations

import atexit
import io
import tempfile
from functools import cache, lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageFont

# Pixels of width (a mail program on a phone scales it down) and colours of the palette, the best first.
QUALITIES = ((560, 64), (560, 32), (560, 16), (480, 32), (400, 16), (320, 16))
MOST_BYTES = 40_000
FONT_FAMILY = "Aileron"


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
    drawn: dict[int, Image.Image] = {}
    for width, colours in QUALITIES:
        if width not in drawn:
            drawn[width] = _draw(svg, width)
        file = io.BytesIO()
        few = drawn[width].quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG")
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()


def _draw(svg: str, width: int) -> Image.Image:
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        background="white",
        skip_system_fonts=True,
        font_files=[_font_file()],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    return Image.open(io.BytesIO(drawn)).convert("RGB")
