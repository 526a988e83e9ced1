"""Finds all solutions of the triangle puzzle of Twigs: ``python -m benchmarks.puzzles.twigs_triangle [--all]``.

Prints the number of solutions up to turns and mirror (published: 56) and the time they took, with ``--all`` also the
number of covers of one fixed triangle (published: 336). The last figure counts in rounds of the reference loop of
``python -m games.rules bench``, so that machines compare.
"""

from __future__ import annotations

import sys
from time import perf_counter

from games.rules.playout import reference_pace
from games.rules.twigs.cover import covers
from games.rules.twigs.puzzles import TRIANGLE, triangle_solutions


def main(arguments: list[str]) -> None:
    reference = reference_pace(1.0)
    print(f"reference loop: {reference:.4f} us a round")
    searches = {"solutions up to symmetry": triangle_solutions}
    if "--all" in arguments:
        searches["covers of one triangle"] = lambda: covers(TRIANGLE)
    for name, search in searches.items():
        began = perf_counter()
        count = sum(1 for _ in search())
        seconds = perf_counter() - began
        print(f"{name}: {count} in {seconds:.1f} s ({seconds / reference:.1f} million rounds)")


if __name__ == "__main__":
    main(sys.argv[1:])
