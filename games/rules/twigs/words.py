"""Twigs for readers: the position in sentences, what may be played now, what a step did."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.base import Effect, Seat, Table
from games.rules.hexgrid import SIDES, Cell, Edge, edge_at
from games.rules.twigs.areas import Area
from games.rules.twigs.pieces import COLOURS
from games.rules.twigs.position import Position
from games.rules.twigs.refusals import SHAPE, mover_name
from ground.wording import gettext, ngettext


def describe(position: Position, *, over: bool = False) -> str:
    """The position in words: points, twigs and areas of each seat, the last step, who is to act."""
    sentences = [_seat_in_words(seat, position) for seat in range(position.variant.seats)]
    if tied := [_area_in_words(area) for area in position.areas if area.owner is None]:
        sentences.append(gettext("Tied: {tied}.").format(tied=", ".join(tied)))
    if position.placed:
        sentences.append(gettext("The last step was {placed}.").format(placed=position.placed[-1]))
    return " ".join([*sentences, f"{turn(position, over=over)}."])


def turn(position: Position, *, over: bool) -> str:
    """Who is to act, if anybody is."""
    return (
        gettext("The game is over")
        if over or position.to_act is None
        else gettext("{mover_name} is to act").format(mover_name=mover_name(position))
    )


def _seat_in_words(seat: int, position: Position) -> str:
    points = position.scores[seat]
    placed = ", ".join(map(str, position.placed[seat :: position.variant.seats])) or gettext("no twig placed")
    owned = ", ".join(_area_in_words(area) for area in position.areas if area.owner == seat)
    owns = gettext("; owns {owned}").format(owned=owned) if owned else ""
    counted = ngettext("{count} point", "{count} points", points).format(count=points)
    return f"{gettext(COLOURS[seat]).capitalize()}, {counted}: {placed}{owns}."


def _area_in_words(area: Area) -> str:
    return (
        gettext("hexagon {area}").format(area=area.name)
        if area.size == 1
        else gettext("area of {size} cells at {area}").format(size=area.size, area=area.name)
    )


def tables(position: Position) -> list[Table]:
    """The cells that twigs touch, by q and r: whose twigs are on which of the six sides, and whose area it is."""
    owners = edge_owners(position)
    cells = {cell for edge in owners for cell in edge.cells} or {(0, 0)}
    columns, rows = (range(min(ends), max(ends) + 1) for ends in zip(*cells, strict=True))
    areas = {cell: area for area in position.areas for cell in area.cells}

    def content(cell: Cell) -> str:
        return cell_words(cell, owners, areas.get(cell)) if cell in cells else ""

    lines = tuple((f"r {r}", tuple(content((q, r)) for q in columns)) for r in rows)
    return [
        Table(gettext("The cells by q and r, with the twigs on their sides"), tuple(f"q {q}" for q in columns), lines)
    ]


def edge_owners(position: Position) -> dict[Edge, Seat]:
    """The seat whose twig lies on each taken edge."""
    seats = (position.variant.seat_of(step) for step in range(len(position.placed)))
    return {edge: seat for seat, placed in zip(seats, position.placed, strict=False) for edge in placed.edges}


def cell_words(cell: Cell, owners: Mapping[Edge, Seat], area: Area | None) -> str:
    """Which twigs are on the sides of a cell, and the area that it belongs to."""
    taken: dict[str, list[str]] = {}
    for side in SIDES:
        seat = owners.get(edge_at(*cell, side))
        if seat is not None:
            taken.setdefault(gettext(COLOURS[seat]), []).append(side)
    parts = [f"{colour} {' '.join(sides)}" for colour, sides in taken.items()]
    if area is not None:
        kind = gettext("hexagon") if area.size == 1 else gettext("area of {size}").format(size=area.size)
        owner = gettext("tied") if area.owner is None else gettext(COLOURS[area.owner])
        parts.insert(0, f"{kind}, {owner}")
    return "; ".join(parts) or gettext("free")


def prompt(position: Position) -> str:
    """What the seat to act does next, for those who point."""
    if not position.placed:
        return gettext("Pick a twig, turn it, play it.")
    return gettext("Pick a twig, then tap where it goes.")


def hint(position: Position) -> str:
    """What the seat to act may do, without a step that could be played as it stands."""
    if position.to_act is None:
        return gettext("The game is over.")
    if not position.placed:
        return gettext("{mover_name} places the first twig, in any orientation, at 0,0 ({shape}).").format(
            mover_name=mover_name(position), shape=gettext(SHAPE)
        )
    count = position.count_moves()
    places = ngettext("{count} placement is possible", "{count} placements are possible", count).format(count=count)
    return gettext(
        "{mover_name} places a twig on five free edges so that it touches the figure ({choice} can be "
        "chosen; {places}): {shape}."
    ).format(mover_name=mover_name(position), choice=" ".join(position.choice), places=places, shape=gettext(SHAPE))


def describe_effect(effect: Effect) -> str:
    """What a step did, for the log."""
    what = (
        gettext("hexagon {where}").format(where=effect.where)
        if effect.amount == 1
        else gettext("area of {amount} cells at {where}").format(amount=effect.amount, where=effect.where)
    )
    return (
        gettext("claims the {what}").format(what=what)
        if effect.kind == "claimed"
        else gettext("the {what} is tied and stays unclaimed").format(what=what)
    )
