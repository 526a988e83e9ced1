"""The board as a small PNG for mails, the same bytes on every machine."""

from __future__ import annotations

import atexit
import io
import tempfile
from functools import cache, lru_cache
from pathlib import Path

import resvg_py
from PIL import Image, ImageFont

WIDTH = 560  # pixels; a mail program on a phone scales it down
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
    """The picture as PNG of at most 40 kB, in as many colours of a palette as that allows."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=WIDTH,
        background="white",
        skip_system_fonts=True,
        font_files=[_font_file()],
        font_family=FONT_FAMILY,
        sans_serif_family=FONT_FAMILY,
    )
    image = Image.open(io.BytesIO(drawn)).convert("RGB")
    for colours in (64, 32, 16):
        file = io.BytesIO()
        few = image.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(file, "PNG")
        if file.tell() <= MOST_BYTES:
            break
    return file.getvalue()
