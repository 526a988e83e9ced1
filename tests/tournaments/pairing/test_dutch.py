"""Our Swiss rounds beside those of FIDE's Dutch system (Handbook C.04.3), as another program pairs them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from tests.tournaments.pairing.test_swiss import Field, pair
from tournaments.pairing.swiss import FIRST, SECOND, Entry

ROUNDS = 7
RESULTS = {840: "1", 420: "=", 0: "0"}

Couples = Iterable[tuple[int, int]]


def report(field: Field, results: dict[int, list[str]]) -> str:
    """The tournament so far as TRF16, with the number of rounds and who begins, as the other program wants it."""
    lines = [f"XXR {ROUNDS}", "XXC white1"]
    for number, entry in sorted(field.entries.items()):
        start = f"001 {number:>4} {'':4} {f'player {number}':<33} {3000 - number:>4} {'':3} {'':11} {'':10} "
        lines.append(f"{start}{entry.score / 840:>4.1f} {number:>4}" + "".join(f"  {cell}" for cell in results[number]))
    return "\n".join(lines) + "\n"


def cells(before: dict[int, Entry], after: dict[int, Entry], couples: Couples) -> dict[int, str]:
    """What each has in the last round of a report."""
    described = {}
    for first, second in couples:
        for own, other, colour in ((first, second, "w"), (second, first, "b")):
            described[own] = f"{other:>4} {colour} {RESULTS[after[own].score - before[own].score]}"
    return described


def gaps(field: Field, couples: Couples) -> int:
    """The squared differences of points, in half points, of those who meet."""
    scores = {number: entry.score // 420 for number, entry in field.entries.items()}
    return sum((scores[first] - scores[second]) ** 2 for first, second in couples)


def unhappy(field: Field, couples: Couples) -> int:
    """How many move first who have done so more often than second, or the other way round."""
    count = 0
    for couple in couples:
        for number, seat in zip(couple, (FIRST, SECOND), strict=True):
            seats = field.entries[number].seats
            count += seats.count(seat) > seats.count(1 - seat)
    return count


@pytest.mark.parametrize(
    "size", [pytest.param(size, marks=() if size < 25 else pytest.mark.slow) for size in (16, 21, 40)]
)
def test_our_rounds_are_as_even_as_the_dutch_ones(size: int, tmp_path: Path) -> None:
    ours, theirs = [0, 0], [0, 0]
    for seed in range(2):
        field = Field(size, seed)
        results: dict[int, list[str]] = {number: [] for number in field.entries}
        for _ in range(ROUNDS - 1):
            (tmp_path / "report").write_text(report(field, results))
            described = DutchEngine.generate_pairings(TrfParser.parse(tmp_path / "report"))
            dutch = [(one.white, one.black) for one in described if one.black]
            assert not any(second in field.entries[first].met for first, second in dutch)  # we told it whom they met
            own = pair(list(field.entries.values()), len(field.rounds) + 1)
            assert len(own.pairs) == len(dutch)
            ours = [ours[0] + gaps(field, own.pairs), ours[1] + unhappy(field, own.pairs)]
            theirs = [theirs[0] + gaps(field, dutch), theirs[1] + unhappy(field, dutch)]
            before = field.entries.copy()
            played = field.play_round()
            told_cells = cells(before, field.entries, played.pairs)
            for number in field.entries:
                results[number].append(told_cells.get(number, "0000 - U"))
    slack = size % 2 * theirs[0] // 20  # of an odd field the two do not give the bye to the same
    assert ours[0] <= theirs[0] + slack  # points apart
    assert ours[1] <= theirs[1] * 1.1  # seats that are not their turn
    assert theirs[0] > 0
