"""Where a place of a table leads to: up or down a tier, on to the finals, or nowhere. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.event_rules.layouts import Form, Layout
from tournaments.pairing.seasons import places_staying, places_up
from tournaments.standings.outlook import Outlook


class Zone(StrEnum):
    """What becomes of who ends there."""

    UP = "goes up"
    STAYS = "stays"
    DOWN = "goes down"
    THROUGH = "goes on to the finals"
    OUT = "is out"


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """A line below a place of a table: who is above it, and who below."""

    place: int
    above: Zone
    below: Zone


def zone_lines_of(layout: Layout, *, stage: int, tier: int, tiers: int, size: int) -> tuple[ZoneLine, ...]:
    """The lines in a division of so many entrants, from above; in the highest tier nobody goes up, in the lowest none
    down."""
    if layout.form == Form.GROUPS and stage == 1:
        return (ZoneLine(layout.qualifiers, Zone.THROUGH, Zone.OUT),)
    if layout.form != Form.LEAGUE or tiers < 2:
        return ()
    up = places_up(size)
    staying = up + places_staying(size)
    lines = []
    if tier > 1:
        lines.append(ZoneLine(up, Zone.UP, Zone.STAYS))
    if tier < tiers and staying < size:
        lines.append(ZoneLine(staying, Zone.STAYS, Zone.DOWN))
    return tuple(lines)


def zone_of(rank: int, lines: Sequence[ZoneLine]) -> Zone | None:
    """What a place leads to; None where there are no lines."""
    zone = lines[0].above if lines else None
    for line in lines:
        if rank > line.place:
            zone = line.below
    return zone


def outlook_in_words(outlook: Outlook, lines: Sequence[ZoneLine]) -> list[str]:
    """What is certain already, by points alone."""
    described = []
    if outlook.places.is_sure_of(1):
        described.append("first for certain")
    elif outlook.places.is_out_of(1):
        described.append("cannot be first any more")
    for line in lines:
        if outlook.staying.is_sure_of(line.place):
            described.append(f"{line.above} for certain" if line.above != Zone.STAYS else "will not go down")
            break
        if outlook.staying.is_out_of(line.place):
            sentence = {Zone.UP: "cannot go up any more", Zone.THROUGH: "cannot reach the finals any more"}
            described.append(sentence.get(line.above, "goes down for certain"))
    return described
