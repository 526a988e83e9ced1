"""What actions about order and places share: how the divisions would change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.event_log.kinds import Kind
from tournaments.formats.base import CannotStart
from tournaments.models import Event
from tournaments.setup.division_plan import DIVIDED, PlannedDivision, plan_divisions

MOST_SHOWN = 20  # players whose new place a dry run names


def new_places(event: Event, *, at: datetime, more: Sequence[Kind] = (), without: int = 0) -> list[str]:
    """Who would play in another division with entries of these payloads, or without the entry of that number."""
    if event.form not in DIVIDED:
        return []
    try:
        before = _places(plan_divisions(event, at=at))
        after = _places(plan_divisions(event, at=at, more=more, without=without))
    except CannotStart as error:
        return [_("The divisions cannot be made yet. %(why)s") % {"why": error}]
    changed = [(player, before[player], after[player]) for player in after if before.get(player) != after[player]]
    if not changed:
        return [_("With the players who have entered, all divisions stay as they are.")]
    moved = _("%(player)s: %(after)s instead of %(before)s.")
    shown = [
        moved % {"player": player, "before": old, "after": new} for player, old, new in sorted(changed)[:MOST_SHOWN]
    ]
    if more_changed := len(changed) - len(shown):
        others = ngettext(
            "%(count)d other player changes their division.", "%(count)d other players change their division.",
            more_changed,
        )  # fmt: skip
        shown.append(others % {"count": more_changed})
    return [*shown, _("Players between whom only a lot decides may still change places at the start.")]


def _places(divisions: Iterable[PlannedDivision]) -> dict[str, str]:
    return {one.player: division.title for division in divisions for one in division.entrants}


def tier_of(event: Event, entrant: int, *, at: datetime) -> tuple[int, int] | None:
    """The tier in which an entrant would play now, and how many there are; None while there can be none."""
    try:
        divisions = plan_divisions(event, at=at)
    except CannotStart:
        return None
    tier = next((one.tier for one in divisions if entrant in {member.entrant for member in one.entrants}), None)
    return None if tier is None else (tier, max(one.tier for one in divisions))
