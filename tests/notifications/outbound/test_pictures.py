"""Pictures in mails: small whatever is on the board, and in the colours of the drawing."""

from __future__ import annotations

import io
import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation
from PIL import Image, ImageChops, ImageFont

from games.rules import RULES
from games.rules.base import Position
from games.rules.drawing import PAINTS, TONES
from games.rules.playout import random_game
from notifications.outbound import board_images
from notifications.outbound.board_images import GROUND, MOST_BYTES, png_of
from tests.games.rules.treeblox.test_treeblox_views import DEEP, LATE, TALL, WIDE
from tests.games.rules.twigs.test_twigs_views import longest

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "btt": [{}, {"board": "rectangle"}],
    "roots": [{"beads": 180, "value_at": "spawn"}],
    "twigs": [{"scoring": "size"}],
}
LONG = [(2, False), (4, True), (4, False)]


def fullest(slug: str, seats: int, options: dict[str, Any]) -> list[Position[Any]]:
    """Of a random game the longest pictures: some way to the end, and the end."""
    positions = random_game(RULES[slug].start(seats, options), Random(seats))
    return [positions[round((len(positions) - 1) * share)] for share in (0.7, 1)]


@pytest.mark.slow
@pytest.mark.parametrize("slug", RULES)
def test_picture_of_a_full_board_fits_a_mail(slug: str) -> None:
    rules = RULES[slug]
    for options in OPTIONS.get(slug, [{}]):
        for seats in sorted({rules.seats[0], rules.seats[-1]}):
            for position in fullest(slug, seats, options):
                assert len(png_of(rules.svg(position))) <= MOST_BYTES


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "sideways"), LONG)
def test_picture_of_the_longest_figures_of_twigs_fits_a_mail(seats: int, sideways: bool) -> None:
    assert len(png_of(RULES["twigs"].svg(longest(seats, sideways)))) <= MOST_BYTES


@pytest.mark.parametrize("position", [TALL, WIDE, DEEP, LATE], ids=["tall", "wide", "deep", "late"])
def test_picture_of_the_largest_trees_of_treeblox_fits_a_mail(position: Position[Any]) -> None:
    assert len(png_of(RULES["treeblox"].svg(position))) <= MOST_BYTES


def test_no_colour_of_the_board_is_lost_however_small_its_part() -> None:
    rules = RULES["roots"]
    position = fullest("roots", 8, {})[0]
    picture = Image.open(io.BytesIO(png_of(rules.svg(position)))).convert("RGB")
    shown = {f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in picture.getcolors(1 << 20) or []}
    wanted = {PAINTS[colour].fill for colour in rules.colours} | {TONES["field"].light, GROUND}
    assert wanted <= shown


def test_picture_that_is_drawn_again_is_the_same_file() -> None:
    svg = RULES["btt"].svg(RULES["btt"].start(3))
    first = png_of(svg)
    png_of.cache_clear()
    assert png_of(svg) == first


def is_in_font(letter: str) -> bool:
    """Whether the font of the pictures has a letter."""
    font = ImageFont.truetype(board_images._font_file(), 40, layout_engine=ImageFont.Layout.BASIC)
    return letter == " " or bytes(font.getmask(letter)) != bytes(font.getmask("\uffff"))


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
@pytest.mark.parametrize("slug", RULES)
def test_words_in_a_picture_consist_of_letters_that_its_font_has(slug: str, language: str) -> None:
    rules = RULES[slug]
    with translation.override(language):
        drawn = [rules.svg(position) for position in fullest(slug, rules.seats[0], {})]
    words = "".join(re.findall(r"<t(?:ext|span)[^>]*>([^<]*)", "".join(map(board_images.in_letters_of_font, drawn))))
    assert [letter for letter in sorted(set(unescape(words))) if not is_in_font(letter)] == []


def test_letter_with_dots_in_a_picture_is_the_plain_letter_with_dots_above_it() -> None:
    def drawn(word: str) -> Image.Image:
        text = f'<text x="100" y="60" font-size="40" text-anchor="middle">{word}</text>'
        return board_images.draw(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80">{text}</svg>', 200)

    differences = ImageChops.difference(drawn("nnünn"), drawn("nnunn")).convert("L")
    box = differences.point([255 * (depth > 120) for depth in range(256)]).getbbox()  # not of the edges
    assert box is not None
    left, top, right, bottom = box
    assert 85 < left < right < 115  # the middle of the word
    assert 25 < top < bottom < 45
    assert board_images.in_letters_of_font("<text>Größe, Élan</text>").count("ss") == 1
