"""Rests and days in words, and moves that are mentioned, which lead to their boards."""

from __future__ import annotations

from datetime import date

import pytest

from games.clock.pause_words import days_in_words, why_in_words
from games.clock.pauses import NEVER, Pause, Reason
from games.templatetags.talking import link_moves
from tests.games.conftest import NOON


@pytest.mark.parametrize(
    ("reasons", "described"),
    [
        ([], ""),
        ([Reason.SLEEP], "anna sleeps"),
        ([Reason.LEAVE, Reason.LEAVE], "anna is on leave"),
        ([Reason.SLEEP, Reason.HOLIDAY, Reason.OUTAGE],
         "anna sleeps, it is a holiday for anna, and the service was not reachable"),
    ],
)  # fmt: skip
def test_why_a_clock_is_stopped(reasons: list[Reason], described: str) -> None:
    assert why_in_words([Pause(NOON, NEVER, reason) for reason in reasons], "anna") == described


def test_days_in_words() -> None:
    days = [
        date(2026, 3, 5),
        date(2026, 3, 3),
        date(2026, 3, 4),
        date(2026, 3, 9),
        date(2026, 12, 31),
        date(2027, 1, 1),
    ]
    assert days_in_words(days) == (
        "from 3 to 5 March 2026, on 9 March 2026 and from 31 December 2026 to 1 January 2027"
    )


BOARD = "/games/17/"


@pytest.mark.parametrize("mention", ["move 12", "Move 12", "ply 12", "#12", "move12"])
def test_move_that_was_played_is_a_link_to_the_board_after_it(mention: str) -> None:
    assert link_moves(f"Why {mention}?", BOARD, 40) == f'Why <a href="/games/17/?ply=12">{mention}</a>?'


@pytest.mark.parametrize("text", ["move 41", "move 0", "remove 3", "a#3", "12 points", "move 123456"])
def test_other_numbers_stay_plain(text: str) -> None:
    assert link_moves(text, BOARD, 40) == text


def test_what_a_player_wrote_is_never_markup() -> None:
    shown = link_moves("<b>'#3'</b> & move 2", BOARD, 2)
    assert shown == '&lt;b&gt;&#x27;#3&#x27;&lt;/b&gt; &amp; <a href="/games/17/?ply=2">move 2</a>'
