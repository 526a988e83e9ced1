"""The teams of a team league as somebody may see them: players, captain, and what the viewer can do. Writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max, Prefetch, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.event_rules.layouts import Form
from tournaments.models import Entrant, Event, LineUp, TeamPlayer
from tournaments.pairing.line_ups import line_up
from tournaments.queries import field_of, may_direct
from tournaments.running.departures import GONE
from tournaments.running.squads import squad_of


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a team. ``board`` is where they play without a line-up, from 1; 0 for a reserve."""

    player: str
    is_captain: bool
    has_accepted: bool
    board: int


@dataclass(frozen=True, slots=True)
class NextLineUp:
    """Who would play the next round by board, as captain and players of a team see it; empty names for nobody.

    ``is_named``: the captain has named it. ``due``: when the round begins by itself, if that is known.
    """

    round: int
    players: tuple[str, ...]
    is_named: bool
    due: datetime | None


@dataclass(frozen=True, slots=True)
class Team:
    """A team of an event. Players who are only invited are shown to those alone who are on its list or manage it."""

    entrant: int
    name: str
    captain: str
    status: str
    members: tuple[Member, ...]
    next_line_up: NextLineUp | None
    is_invited: bool = False  # the viewer
    is_member: bool = False
    may_manage: bool = False


def find_team(event: Event, entrant: int) -> Entrant:
    """A team of an event. Raises Http404."""
    team = _teams(event).filter(pk=entrant).first() if event.form == Form.TEAMS else None
    if team is None:
        raise Http404(_("%(event)s has no team %(number)d.") % {"event": event.name, "number": entrant})
    return team


def teams_of(event: Event, viewer: Player | None) -> list[Team]:
    """The teams of an event, by pairing number or in the order of entry."""
    directs = may_direct(event, viewer)
    entrants = _teams(event).exclude(team_name="").order_by("number", "pk")
    return [_seen_by(one, viewer, directs=directs) for one in entrants]


def team_seen_by(entrant: Entrant, viewer: Player | None) -> Team:
    """A team as the viewer may see it; None for a visitor. Directors see its line-up, unless they play for a team."""
    directs = may_direct(entrant.event, viewer)
    plays = viewer is not None and directs and own_team(entrant.event, viewer) is not None
    return _seen_by(entrant, viewer, directs=directs, sees_line_up=directs and not plays)


def _teams(event: Event) -> QuerySet[Entrant]:
    listed = Prefetch("squad", TeamPlayer.objects.select_related("player"))
    return event.entrants.select_related("player", "division__stage", "division__event").prefetch_related(listed)


def _seen_by(entrant: Entrant, viewer: Player | None, *, directs: bool, sees_line_up: bool = False) -> Team:
    listed = list(entrant.squad.all())
    own = next((one for one in listed if viewer is not None and one.player_id == viewer.pk), None)
    manages = directs or (viewer is not None and entrant.player_id == viewer.pk)
    is_member = own is not None and own.accepted_at is not None
    return Team(
        entrant=entrant.pk,
        name=entrant.name,
        captain=entrant.player.username,
        status=entrant.status,
        members=tuple(_members(entrant, listed, everybody=manages or own is not None)),
        next_line_up=_next_line_up(entrant, listed) if is_member or sees_line_up else None,
        is_invited=own is not None and own.accepted_at is None,
        is_member=is_member,
        may_manage=manages,
    )


def own_team(event: Event, player: Player) -> Entrant | None:
    """The team of an event for which a player plays, else the first that has invited them."""
    places = TeamPlayer.objects.filter(entrant__event=event, player=player).select_related("entrant__player")
    places = places.exclude(entrant__status__in=GONE).order_by("pk")
    known = sorted(places, key=lambda place: place.accepted_at is None)
    return known[0].entrant if known else None


def _members(entrant: Entrant, listed: Sequence[TeamPlayer], *, everybody: bool) -> list[Member]:
    boards, board, members = entrant.event.event_layout.boards, 0, []
    for one in listed:
        plays = one.accepted_at is not None
        board += plays
        if plays or everybody:
            number = board if plays and board <= boards else 0
            members.append(Member(one.player.username, one.player_id == entrant.player_id, plays, number))
    return members


def _next_line_up(entrant: Entrant, listed: Sequence[TeamPlayer]) -> NextLineUp | None:
    division, event = entrant.division, entrant.event
    if division is None or event.state != Event.State.RUNNING or entrant.status in GONE:
        return None
    number = (division.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    field = field_of(division)
    meetings = division.stage.stage_format.meetings_of_each(field) or 0
    if number > meetings + len(field.roster.entrants) % 2 * event.event_layout.cycles:
        return None
    known = LineUp.objects.filter(entrant=entrant, round=number).first()
    names = {one.player_id: one.player.username for one in listed}
    players = line_up(squad_of(entrant), known.players if known else (), boards=event.event_layout.boards)
    return NextLineUp(number, tuple(names.get(one, "") for one in players), known is not None, division.release_at)
