"""Who meets whom in a knockout, once or twice lost, as a plan for its seeds. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from tournaments.pairing.brackets import BYE, From, Met, Part, Plan, Seed, Slot, Tie, Winners, fill


def seeding_order(places: int) -> list[int]:
    """Seeds from 1 by place in the first round, for a power of two: 1 and 2 can only meet in the final, and so on.

    1 8 4 5 2 7 3 6 for eight: every seed s of the order so far is followed by the one that makes up 2n + 1 with it.
    """
    order = [1]
    while len(order) < places:
        full = 2 * len(order) + 1
        order = [seed for upper in order for seed in (upper, full - upper)]
    return order


def rounds_among(entrants: int) -> int:
    """How many rounds a knockout of so many has."""
    return (entrants - 1).bit_length()


def knockout_plan(entrants: int, *, third_place: bool = True) -> Plan:
    """The loser of a match is out. The lowest places of a field that is not a power of two stay empty, so that the
    first seeds have the byes. Raises ValueError for fewer than two entrants."""
    rounds = _first_rounds(entrants)
    last = len(rounds)
    if third_place and entrants > 3:
        rounds[-1].append(Slot((From((last - 1, 1), is_loser=True), From((last - 1, 2), is_loser=True))))
    return rounds


def _first_rounds(entrants: int) -> list[list[Slot]]:
    if entrants < 2:
        raise ValueError(gettext("A knockout is for two players or more, not {entrants}.").format(entrants=entrants))
    places = seeding_order(1 << rounds_among(entrants))
    line = [Seed(seed if seed <= entrants else BYE) for seed in places]
    rounds = [[Slot(pair) for pair in zip(line[::2], line[1::2], strict=True)]]
    while len(rounds[-1]) > 1:
        number = len(rounds)
        rounds.append([Slot((From((number, at)), From((number, at + 1)))) for at in range(1, len(rounds[-1]), 2)])
    return rounds


def bracket(entrants: int, winners: Winners, *, third_place: bool = True, met: Met | None = None) -> list[list[Tie]]:
    """Every round of a knockout of so many seeds, filled in as far as the winners of the ties tell (``fill``)."""
    return fill(knockout_plan(entrants, third_place=third_place), winners, met)


# Double elimination ---------------------------------------------------------------------------------------------------


def double_plan(entrants: int) -> Plan:
    """Two lost matches are needed to be out: losers of the winners' bracket go on in the losers' bracket, whose winner
    meets that of the other in the grand final, and once more if they win it.

    Of ``k`` rounds of the winners' bracket the first is round 1, and the others are 2, 4, 6 ...; those of the losers'
    bracket are 2, 3, 4 ... 2k - 1, so that nobody has two ties in a round. Losers of the even rounds of the winners'
    bracket come into the losers' bracket in reverse order, those of the odd ones moved by half: so two players who
    have met are in other parts of it for as long as that is possible. Raises ValueError for fewer than three entrants.
    """
    if entrants < 3:
        raise ValueError(
            gettext("A double elimination is for 3 players or more, not {entrants}.").format(entrants=entrants)
        )
    upper = _first_rounds(entrants)
    steps = [1, *range(2, 2 * len(upper), 2)]  # of the rounds of the winners' bracket
    rounds: list[list[Slot]] = [[] for _ in range(2 * len(upper) + 1)]
    for number, held in zip(steps, upper, strict=True):
        rounds[number - 1] += [Slot(tuple(_moved(side, steps) for side in slot.sides)) for slot in held]  # type: ignore[arg-type]
    lower: Sequence[From] = [From((1, at), is_loser=True) for at in range(1, len(upper[0]) + 1)]
    for number in range(2, len(upper) + 1):
        lower = _add(rounds, steps[number - 1], list(zip(lower[::2], lower[1::2], strict=True)))
        dropped = _dropping(steps[number - 1], len(lower), number)
        lower = _add(rounds, steps[number - 1] + 1, list(zip(lower, dropped, strict=True)))
    last = 2 * len(upper)
    rounds[last - 1].append(Slot((From((steps[-1], 1)), lower[0]), Part.FINAL))
    both = From((last, 1), if_second_won=True), From((last, 1), is_loser=True, if_second_won=True)
    rounds[last].append(Slot(both, Part.FINAL))
    return rounds


def _moved(side: Seed | From, steps: Sequence[int]) -> Seed | From:
    """The source of a side of the winners' bracket, by the rounds that it has beside the other."""
    return side if isinstance(side, Seed) else From((steps[side.tie[0] - 1], side.tie[1]))


def _add(rounds: list[list[Slot]], number: int, pairs: Sequence[tuple[From, From]]) -> list[From]:
    """Add ties of the losers' bracket to a round; where their winners come from."""
    held = rounds[number - 1]
    first = len(held) + 1
    held += [Slot(pair, Part.LOSERS) for pair in pairs]
    return [From((number, first + at)) for at in range(len(pairs))]


def _dropping(number: int, count: int, of_winners: int) -> list[From]:
    """The losers of a round of the winners' bracket in the order in which they come into the losers' bracket."""
    order = list(range(1, count + 1))
    order = order[::-1] if of_winners % 2 == 0 else [*order[count // 2 :], *order[: count // 2]]
    return [From((number, at), is_loser=True) for at in order]
