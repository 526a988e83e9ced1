"""Sixty spellings of one move, as telephones and tired people write it: each plays, or is explained."""

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
PLAYS = {
    "plain": "M e3>e2",
    "small letters": "m e3>e2",
    "capitals": "M E3>E2",
    "spaces around": "   M  e3 > e2  ",
    "tab": "M\te3>e2",
    "word for the letter": "medium e3>e2",
    "number for the letter": "2 e3>e2",
    "verb in front": "move M e3>e2",
    "verb and colon": "Move: M e3>e2",
    "full stop": "M e3>e2.",
    "exclamation mark": "M e3>e2!",
    "quotation marks": '"M e3>e2"',
    "apostrophes": "'M e3>e2'",
    "stars of bold": "*M e3>e2*",
    "two stars": "**M e3>e2**",
    "backticks": "`M e3>e2`",
    "hyphen": "M e3-e2",
    "ASCII arrow": "M e3->e2",
    "hyphen of typographers": "M e3\N{HYPHEN}e2",
    "hyphen that does not break": "M e3\N{NON-BREAKING HYPHEN}e2",
    "figure dash": "M e3\N{FIGURE DASH}e2",
    "en dash": "M e3\N{EN DASH}e2",
    "em dash": "M e3\N{EM DASH}e2",
    "bar": "M e3\N{HORIZONTAL BAR}e2",
    "minus": "M e3\N{MINUS SIGN}e2",
    "small hyphen": "M e3\N{SMALL HYPHEN-MINUS}e2",
    "full-width hyphen": "M e3\N{FULLWIDTH HYPHEN-MINUS}e2",
    "arrow": "M e3\N{RIGHTWARDS ARROW}e2",
    "arrow with spaces": "M e3 \N{RIGHTWARDS ARROW} e2",
    "double arrow": "M e3\N{RIGHTWARDS DOUBLE ARROW}e2",
    "heavy arrow": "M e3\N{HEAVY WIDE-HEADED RIGHTWARDS ARROW}e2",
    "arrow of a telephone": "M e3\N{BLACK RIGHTWARDS ARROW}\N{VARIATION SELECTOR-16}e2",
    "long arrow": "M e3\N{LONG RIGHTWARDS ARROW}e2",
    "autocorrected dash and sign": "M e3\N{EN DASH}>e2",
    "angle quotation mark": "M e3\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}e2",
    "full-width sign": "M e3\N{FULLWIDTH GREATER-THAN SIGN}e2",
    "small sign": "M e3\N{SMALL GREATER-THAN SIGN}e2",
    "all full-width": "Ｍ\N{IDEOGRAPHIC SPACE}ｅ３＞ｅ２",
    "hard space": "M\N{NO-BREAK SPACE}e3>e2",
    "narrow space": "M\N{NARROW NO-BREAK SPACE}e3>e2",
    "thin space": "M\N{THIN SPACE}e3>e2",
    "em space": "M\N{EM SPACE}e3>e2",
    "zero-width space": "M e3\N{ZERO WIDTH SPACE}>e2",
    "zero-width joiner": "M e3>\N{ZERO WIDTH JOINER}e2",
    "word joiner": "M e3\N{WORD JOINER}>\N{WORD JOINER}e2",
    "byte-order mark": "\N{ZERO WIDTH NO-BREAK SPACE}M e3>e2",
    "soft hyphen": "M e3>\N{SOFT HYPHEN}e2",
    "left-to-right mark": "\N{LEFT-TO-RIGHT MARK}M e3>e2\N{LEFT-TO-RIGHT MARK}",
    "left-to-right override": "\N{LEFT-TO-RIGHT OVERRIDE}M e3>e2\N{POP DIRECTIONAL FORMATTING}",
    "isolates": "\N{FIRST STRONG ISOLATE}M e3>e2\N{POP DIRECTIONAL ISOLATE}",
    "curly quotation marks": "“M e3>e2”",
    "keycap": "M e3\N{COMBINING ENCLOSING KEYCAP}>e2\N{COMBINING ENCLOSING KEYCAP}",
    "superscript": "M e³>e²",
    "letters of mathematics": "\N{MATHEMATICAL BOLD CAPITAL M} e3>e2",
    "bell": "M e3\a>e2",
}
EXPLAINS = {
    "Cyrillic M": ("М e3>e2", "М"),
    "Cyrillic e": ("M е3>e2", "е"),
    "Cyrillic e behind": ("M e3>е2", "е"),
    "Greek M": ("Μ e3>e2", "Μ"),
    "M of the Cherokee": ("Ꮇ e3>e2", "Ꮇ"),
    "small capital": ("ᴍ e3>e2", "ᴍ"),
    "e with an accent": ("M é3>e2", ""),  # nobody takes it for a plain one
    "e and an accent apart": ("M e\N{COMBINING ACUTE ACCENT}3>e2", ""),
}


def test_there_are_sixty_of_them() -> None:
    assert len(PLAYS) + len(EXPLAINS) >= 60


@pytest.mark.parametrize("text", PLAYS.values(), ids=PLAYS)
def test_spelling_plays(text: str) -> None:
    position = placing()
    order = read_line(text, moves_of(BTT, position))
    assert order is not None
    assert order.verb == "move"
    assert BTT.format(BTT.parse(order.text, position), position) == PLAIN


@pytest.mark.parametrize(("text", "letter"), EXPLAINS.values(), ids=EXPLAINS)
def test_letter_of_another_alphabet_is_named(text: str, letter: str) -> None:
    position = placing()
    order = read_line(text, moves_of(BTT, position))
    assert order is None
    with pytest.raises(MoveError):
        BTT.parse(text, position)
    assert odd_letter(fold(text)) == (
        f'Its letter "{letter}" is not the plain one that it may look like.' * bool(letter)
    )
