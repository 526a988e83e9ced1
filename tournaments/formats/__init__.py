"""The formats that a stage of an event can have. One more is a module here and a line in ``FORMATS``."""

from __future__ import annotations

from tournaments.formats.base import Format
from tournaments.formats.knockout import DoubleElimination, Knockout
from tournaments.formats.ladder import LadderFormat
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss
from tournaments.formats.team_round_robin import TeamRoundRobin
from tournaments.formats.team_swiss import TeamSwiss

FORMATS: dict[str, Format] = {
    form.slug: form
    for form in (RoundRobin(), Swiss(), Knockout(), DoubleElimination(), LadderFormat(), TeamRoundRobin(), TeamSwiss())
}
BRACKETS = tuple(slug for slug, form in FORMATS.items() if form.has_bracket)
