"""The rows of the page before the start: points of the list, and the divisions with their players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.models import Player
from ground.lists import Row
from tournaments.directing.action.base import Action, Place
from tournaments.event_rules.layouts import Form
from tournaments.models import Event
from tournaments.presenting.desk.checklist import Check, Level
from tournaments.running.neutrality import stake_in_event
from tournaments.setup.division_plan import PlannedDivision, PlannedEntrant
from tournaments.web.links import Link, Tag, action_address

Offered = Mapping[Place, Sequence[Action[Any]]]


def check_rows(checks: Iterable[Check]) -> list[tuple[Tag, str]]:
    """The points of the list, each with its tag; what stops the start first."""
    order = list(Level)
    tags = {
        Level.STOPS: Tag(_("must be changed"), "bad"),
        Level.WARNS: Tag(_("check"), "urgent"),
        Level.FINE: Tag(_("fine")),
    }
    return [(tags[one.level], one.sentence) for one in sorted(checks, key=lambda one: order.index(one.level))]


def division_rows(event: Event, divisions: Iterable[PlannedDivision], offered: Offered, *, viewer: Player) -> list[Row]:
    """The divisions; a director who takes part decides about nobody."""
    possible = () if viewer.pk in stake_in_event(event).players else offered[Place.ENTERED]
    return [
        {"title": division.title, "rows": tuple(_row(event, one, possible) for one in division.entrants)}
        for division in divisions
    ]


def actions(event: Event, offered: Offered) -> list[Link]:
    """What can be decided about order, places and the start."""
    possible = [*offered[Place.DIVISIONS], *(one for one in offered[Place.EVENT] if one.slug == "move-start")]
    return [Link(str(action.title), action_address(event, action.slug)) for action in possible]


def _row(event: Event, one: PlannedEntrant, possible: Sequence[Action[Any]]) -> Row:
    about = _("rating %(rating)d") % {"rating": one.rating}
    if one.team:
        about = _("captain of %(team)s, %(rating)s") % {"team": one.team, "rating": about}
    if one.tier_before is not None:
        about = _("%(rating)s, last season in tier %(tier)d") % {"rating": about, "tier": one.tier_before}
    elif event.form == Form.LEAGUE and event.previous_id is not None:
        about = _("%(rating)s, new") % {"rating": about}
    tags = []
    if one.seed is not None:
        tags.append(Tag(_("seed %(number)d") % {"number": one.seed}))
    if one.is_placed:
        tags.append(Tag(_("placed by a director")))
    links = [Link(str(action.title), action_address(event, action.slug, player=one.player)) for action in possible]
    return {"player": one.player, "about": about, "tags": tuple(tags), "actions": tuple(links)}
