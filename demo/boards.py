"""The four games beside each other, each in the middle of a game, as one picture for README.md::

    python -m demo.boards docs/images/boards.png

The moves are drawn from those that the rules rate well, so the picture changes only with the rules' judgement.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from random import Random

from games.rules import RULES
from games.rules.base import Roll
from games.rules.drawing import WIDTH
from games.rules.playout import random_faces
from notifications.outbound.board_images import draw, flattened

# Slug, seats, steps and throws, and how much worse than the best one a move may be.
GAMES = (("btt", 6, 60, 0), ("treeblox", 2, 24, 99), ("twigs", 3, 26, 0), ("roots", 4, 160, 0))
GAP = 12.0
MIXTURES = 24  # of colours, where edges meet


def board_of(slug: str, seats: int, steps: int, slack: float) -> str:
    """The board after so many good moves and throws of dice; always the same one."""
    rules, random = RULES[slug], Random(steps)  # noqa: S311 - a picture, no secret
    position = rules.start(seats)
    for _ in range(steps):
        if isinstance(position.to_act, Roll):
            position = position.roll(random_faces(position.to_act, random))
            continue
        rated = position.rated_moves()
        least = max(rating for rating, _ in rated) - slack
        position = position.play(random.choice([move for rating, move in rated if rating >= least]))
    return rules.svg(position)


def beside_each_other(boards: list[str]) -> str:
    """One SVG with the boards in a row on a white ground."""
    heights = [float(re.findall(r'viewBox="0 0 [\d.]+ ([\d.]+)"', board)[0]) for board in boards]
    placed = [
        board.replace("<svg ", f'<svg x="{number * (WIDTH + GAP)}" width="{WIDTH}" height="{height}" ', 1)
        for number, (board, height) in enumerate(zip(boards, heights, strict=True))
    ]
    size = f'viewBox="0 0 {len(boards) * (WIDTH + GAP) - GAP} {max(heights)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(placed)}</svg>'


def main() -> None:
    """Draw the picture into the file that the command line names."""
    svg = beside_each_other([board_of(*game) for game in GAMES])
    pixels = int(len(GAMES) * (WIDTH + GAP) - GAP)  # one for each unit: patterns have no seams
    flattened(draw(svg, pixels), svg, MIXTURES).save(Path(sys.argv[1]), optimize=True)


if __name__ == "__main__":
    main()
