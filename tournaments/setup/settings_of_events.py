"""What of an event is its settings, and an event planned with them.

Settings are all that its director has chosen, but its name and its dates. A copy, a template, the next season and an
edited event have the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.models import Player
from tournaments.event_rules.conditions import EntryConditions
from tournaments.event_rules.layouts import Layout
from tournaments.models import Club, Event
from tournaments.setup.planning import may_hold, plan_event
from tournaments.standings.rulesets import Ruleset

Settings = Mapping[str, Any]

SETTINGS = (
    "rules", "options", "control", "pause_rules", "rated", "form", "layout", "ruleset", "about", "most_entrants",
    "entry", "rating_from", "rating_to", "conditions", "entry_code", "club_id",
)  # fmt: skip


def settings_of(event: Event) -> dict[str, Any]:
    """The settings as JSON. A hard end of games is a date, so it is none of them."""
    bare = replace(event.time_control, ends=None)
    return {name: getattr(event, name) for name in SETTINGS} | {"control": bare.dump()}


def event_with(settings: Settings) -> Event:
    """An event that has these settings and nothing else, to begin the form of a new one with."""
    return Event(**{name: settings[name] for name in SETTINGS})


def plan_with(
    settings: Settings,
    *,
    name: str,
    director: Player,
    at: datetime,
    starts_at: datetime | None = None,
    ends: datetime | None = None,
    previous: Event | None = None,
) -> Event:
    """A draft with these settings that is not stored, with its dates: its start, and a hard end of its games.

    Raises EventError as ``plan_event`` does.
    """
    values = {name: settings[name] for name in SETTINGS if name not in ("form", "club_id")}
    values["club"] = _club_to_hold(settings["club_id"], director, previous)
    if values["club"] is None and values["entry"] == Event.Entry.MEMBERS:
        values["entry"] = Event.Entry.INVITED
    values["control"] = replace(TimeControl.load(settings["control"]), ends=ends)
    values["pause_rules"] = PauseRules.load(settings["pause_rules"])
    values["layout"], values["ruleset"] = Layout.load(settings["layout"]), Ruleset.load(settings["ruleset"])
    values["conditions"] = EntryConditions.load(settings["conditions"])
    return plan_event(name=name, director=director, at=at, starts_at=starts_at, previous=previous, **values)


def _club_to_hold(club_id: int | None, director: Player, previous: Event | None) -> Club | None:
    """The club, if it can hold an event of this director."""
    club = Club.objects.filter(pk=club_id or 0).first()
    return club if club is not None and may_hold(club, director, previous) else None
