"""Spellings of one move, as telephones and tired people write it: each plays, or is explained."""

# ruff: noqa: RUF001 - look-alikes of plain signs are what is tested

from __future__ import annotations

import pytest

from games.rules import RULES
from games.rules.base import MoveError
from games.rules.btt.position import Position
from games.rules.folding import fold
from notifications.mail_format.commands import moves_of, read_line
from notifications.mail_format.problems import odd_letter

BTT = RULES["btt"]


def placing() -> Position:
    position = BTT.start(2)
    for step in ("null d3", "root e2"):
        position = position.play(BTT.parse(step, position))
    return position  # type: ignore[no-any-return]


PLAIN = "M e3>e2"
PLAYS = (
    "M e3>e2", "m e3>e2", "M E3>E2", "   M  e3 > e2  ", "M\te3>e2", "medium e3>e2", "2 e3>e2", "move M e3>e2",
    "Move: M e3>e2", "M e3>e2.", "M e3>e2!", '"M e3>e2"', "'M e3>e2'", "*M e3>e2*", "**M e3>e2**", "`M e3>e2`",
    "M e3-e2", "M e3->e2", "M e3\N{HYPHEN}e2", "M e3\N{NON-BREAKING HYPHEN}e2", "M e3\N{FIGURE DASH}e2",
    "M e3\N{EN DASH}e2", "M e3\N{EM DASH}e2", "M e3\N{HORIZONTAL BAR}e2", "M e3\N{MINUS SIGN}e2",
    "M e3\N{SMALL HYPHEN-MINUS}e2", "M e3\N{FULLWIDTH HYPHEN-MINUS}e2", "M e3\N{RIGHTWARDS ARROW}e2",
    "M e3 \N{RIGHTWARDS ARROW} e2", "M e3\N{RIGHTWARDS DOUBLE ARROW}e2", "M e3\N{HEAVY WIDE-HEADED RIGHTWARDS ARROW}e2",
    "M e3\N{BLACK RIGHTWARDS ARROW}\N{VARIATION SELECTOR-16}e2", "M e3\N{LONG RIGHTWARDS ARROW}e2",
    "M e3\N{EN DASH}>e2", "M e3\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}e2",
    "M e3\N{FULLWIDTH GREATER-THAN SIGN}e2", "M e3\N{SMALL GREATER-THAN SIGN}e2", "Ｍ\N{IDEOGRAPHIC SPACE}ｅ３＞ｅ２",
    "M\N{NO-BREAK SPACE}e3>e2", "M\N{NARROW NO-BREAK SPACE}e3>e2", "M\N{THIN SPACE}e3>e2", "M\N{EM SPACE}e3>e2",
    "M e3\N{ZERO WIDTH SPACE}>e2", "M e3>\N{ZERO WIDTH JOINER}e2", "M e3\N{WORD JOINER}>\N{WORD JOINER}e2",
    "\N{ZERO WIDTH NO-BREAK SPACE}M e3>e2", "M e3>\N{SOFT HYPHEN}e2",
    "\N{LEFT-TO-RIGHT MARK}M e3>e2\N{LEFT-TO-RIGHT MARK}",
    "\N{LEFT-TO-RIGHT OVERRIDE}M e3>e2\N{POP DIRECTIONAL FORMATTING}",
    "\N{FIRST STRONG ISOLATE}M e3>e2\N{POP DIRECTIONAL ISOLATE}", "“M e3>e2”",
    "M e3\N{COMBINING ENCLOSING KEYCAP}>e2\N{COMBINING ENCLOSING KEYCAP}", "M e³>e²",
    "\N{MATHEMATICAL BOLD CAPITAL M} e3>e2", "M e3\a>e2",
)  # fmt: skip
EXPLAINS = (  # and the letter that is named: nobody takes one with an accent for a plain one
    ("М e3>e2", "М"), ("M е3>e2", "е"), ("M e3>е2", "е"), ("Μ e3>e2", "Μ"), ("Ꮇ e3>e2", "Ꮇ"), ("ᴍ e3>e2", "ᴍ"),
    ("M é3>e2", ""), ("M e\N{COMBINING ACUTE ACCENT}3>e2", ""),
)  # fmt: skip


@pytest.mark.parametrize("text", PLAYS)
def test_spelling_plays(text: str) -> None:
    position = placing()
    order = read_line(text, moves_of(BTT, position))
    assert order is not None
    assert order.verb == "move"
    assert BTT.format(BTT.parse(order.text, position), position) == PLAIN


@pytest.mark.parametrize(("text", "letter"), EXPLAINS)
def test_letter_of_another_alphabet_is_named(text: str, letter: str) -> None:
    position = placing()
    order = read_line(text, moves_of(BTT, position))
    assert order is None
    with pytest.raises(MoveError):
        BTT.parse(text, position)
    assert odd_letter(fold(text)) == (
        f'Its letter "{letter}" is not the plain one that it may look like.' * bool(letter)
    )
