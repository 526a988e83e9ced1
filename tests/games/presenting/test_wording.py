"""Moves that are mentioned lead to their boards."""

from __future__ import annotations

import pytest

from games.templatetags.talking import link_moves

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
