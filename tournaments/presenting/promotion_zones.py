"""Where a place of a table leads to: up or down a tier, on to the finals, or nowhere. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext, gettext_noop

from tournaments.event_rules.layouts import Form, Layout
from tournaments.pairing.seasons import Leads
from tournaments.standings.outlook import Outlook


class Zone(StrEnum):
    """What becomes of players who end there."""

    UP = gettext_noop("goes up")
    STAYS = gettext_noop("stays")
    DOWN = gettext_noop("goes down")
    THROUGH = gettext_noop("goes on to the finals")
    OUT = gettext_noop("is out")


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """A line below a place of a table: who is above it, and who below."""

    place: int
    above: Zone
    below: Zone


def zone_lines_of(layout: Layout, *, stage: int, leads: Leads | None, size: int) -> tuple[ZoneLine, ...]:
    """The lines in a division of so many entrants, from above. ``leads`` is None where there is one tier only."""
    if layout.form == Form.GROUPS and stage == 1:
        return (ZoneLine(layout.qualifiers, Zone.THROUGH, Zone.OUT),)
    if layout.form != Form.LEAGUE or leads is None:
        return ()
    lines = []
    if leads.up:
        lines.append(ZoneLine(leads.up, Zone.UP, Zone.STAYS))
    if leads.staying < size:
        lines.append(ZoneLine(leads.staying, Zone.STAYS, Zone.DOWN))
    return tuple(lines)


def zone_of(rank: int, lines: Sequence[ZoneLine]) -> Zone | None:
    """What a place leads to; None where there are no lines."""
    zone = lines[0].above if lines else None
    for line in lines:
        if rank > line.place:
            zone = line.below
    return zone


def outlook_in_words(outlook: Outlook, lines: Sequence[ZoneLine]) -> list[str]:
    """What is certain already, by points alone, whoever plays on in the next season.

    Free places of a tier are filled from the one below, so a place that leads down may yet be lifted.
    """
    described = []
    if outlook.places.is_sure_of(1):
        described.append(gettext("first for certain"))
    elif outlook.places.is_out_of(1):
        described.append(gettext("cannot be first any more"))
    for line in lines:
        if outlook.staying.is_sure_of(line.place):
            described.append(
                gettext("{above} for certain").format(above=gettext(line.above))
                if line.above != Zone.STAYS
                else gettext("will not go down")
            )
            break
        if outlook.staying.is_out_of(line.place):
            sentence = {
                Zone.UP: gettext("cannot reach a place of promotion any more"),
                Zone.THROUGH: gettext("cannot reach the finals any more"),
                Zone.STAYS: gettext("cannot leave the places of relegation any more"),
            }
            described.append(sentence[line.above])
    return described
