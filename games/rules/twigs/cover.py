"""Exact covers: every way to lay twigs, each once, on exactly the edges of a figure, as in the triangle puzzle."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from games.rules.hexgrid import Edge, Vertex
from games.rules.twigs.pieces import EDGES_OF_A_TWIG, FORMS_OF, LETTERS, Placement

MOST_COUNTED = 3  # candidates of an item; beyond that they all count as many


def covers(figure: Collection[Edge], twigs: str = LETTERS) -> Iterator[tuple[Placement, ...]]:
    """Each way to cover the edges with each of the twigs once.

    An *item* is an edge that wants covering or a twig that wants placing, and a candidate is a placement as the bits of
    its six items. The edges are the lowest bits.
    """
    items: dict[Edge | str, int] = {item: 1 << index for index, item in enumerate([*sorted(figure), *twigs])}
    found = {
        items[placement.twig] | sum(items[edge] for edge in placement.edges): placement
        for placement in placements_on(figure, twigs)
    }
    around = _bits_around({edge: items[edge] for edge in figure})
    for chosen in _search(sum(items.values()), list(found), around):
        yield tuple(sorted(found[candidate] for candidate in chosen))


def placements_on(figure: Collection[Edge], twigs: str = LETTERS) -> Iterator[Placement]:
    """All placements of the twigs that lie on the figure."""
    wanted = frozenset(figure)
    for form in (form for twig in twigs for form in FORMS_OF[twig]):
        first = min(form.edges)
        for edge in wanted:
            if edge.side == first.side:
                placement = Placement(form.twig, form.turn, edge.q - first.q, edge.r - first.r)
                if placement.edges <= wanted:
                    yield placement


def _bits_around(bits: Mapping[Edge, int]) -> dict[int, int]:
    """For the bit of each edge the bits of all edges that share a vertex with it."""
    meeting: dict[Vertex, int] = {}
    for edge, bit in bits.items():
        for vertex in edge.ends:
            meeting[vertex] = meeting.get(vertex, 0) | bit
    return {bit: meeting[edge.ends[0]] | meeting[edge.ends[1]] for edge, bit in bits.items()}


def _search(wanted: int, candidates: list[int], around: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """The sets of candidates that have each wanted item exactly once. No candidate has an item that is not wanted.

    It goes on where fewest candidates are left.
    """
    if not wanted:
        yield ()
        return
    item = _scarcest(wanted, candidates)
    for candidate in candidates:
        if candidate & item and _parts_are_whole(rest := wanted & ~candidate, around):
            left = [other for other in candidates if not other & candidate]
            for others in _search(rest, left, around):
                yield candidate, *others


def _scarcest(wanted: int, candidates: list[int]) -> int:
    """A wanted item that fewest candidates have, which may be none at all."""
    more_than = [0] * MOST_COUNTED  # by count: the items of more than so many candidates
    for candidate in candidates:
        for count in range(MOST_COUNTED - 1, 0, -1):
            more_than[count] |= more_than[count - 1] & candidate
        more_than[0] |= candidate
    rare = next((few for items in more_than if (few := wanted & ~items)), wanted)
    return rare & -rare


def _parts_are_whole(wanted: int, around: Mapping[int, int]) -> bool:
    """Whether each connected part of the edges that are left is as large as some number of twigs."""
    left = wanted & (1 << len(around)) - 1
    while left:
        part, fresh = 0, left & -left
        while fresh:
            edge = fresh & -fresh
            part |= edge
            fresh = (fresh | around[edge] & left) & ~part
        if part.bit_count() % EDGES_OF_A_TWIG:
            return False
        left &= ~part
    return True
