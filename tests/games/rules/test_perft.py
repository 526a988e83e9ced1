"""Counts of move paths against numbers that others counted. The numbers and their sources are in ``perft/*.txt``.

A file has lines ``game SLUG option=value ...``, each followed by lines ``DEPTH COUNT``; ``#`` begins a comment.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import RULES
from games.rules.cli import read_options
from games.rules.playout import perft, perft_face
from games.rules.replay import start

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def counts() -> Iterator[tuple[str, int, int]]:
    for file in FILES:
        game = ""
        for line in file.read_text().splitlines():
            words = line.partition("#")[0].split()
            if words[:1] == ["game"]:
                game = " ".join(words[1:])
            elif words:
                yield game, int(words[0]), int(words[1])


@pytest.mark.parametrize(("game", "depth", "count"), list(counts()))
def test_perft_is_what_others_counted(game: str, depth: int, count: int) -> None:
    slug, *options = game.split()
    assert perft(start(RULES[slug], read_options(options)), depth) == count


def test_perft_files_belong_to_registered_games() -> None:
    assert {game.split()[0] for game, _, _ in counts()} == set(RULES)


def test_perft_dice_follow_the_fixed_sequence() -> None:
    assert [perft_face(throw, 8) for throw in range(5)] == [4, 3, 2, 1, 8]
    assert [perft_face(throw, 20) for throw in range(4)] == [4, 11, 18, 5]
