"""Teams from a list of entrants: the first player of each is asked to enter it as its captain, the others to play for
it, in the order of the list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Player
from tournaments import permission
from tournaments.entries.admission import invite
from tournaments.entries.teams import check_has_place, invite_player
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, Invitation, TeamPlayer
from tournaments.running.services import check_in_no_team, name_of_team

GONE = (Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED)


def check_team(event: Event, name: str, player: Player | None, before: Collection[Player]) -> None:
    """Whether a line of a list can put a player into the team, after those whom the lines ``before`` put into it.
    Raises EventError."""
    if event.form != Form.TEAMS:
        if name:
            raise EventError(_("Only team leagues have teams; leave the team out."))
        return
    if not name or player is None:
        raise EventError(_("In a team league each line has a team and a username."))
    team = team_called(event, name)
    if team is None:
        name_of_team(event, name)
    listed = set() if team is None else set(team.squad.values_list("player", flat=True))
    if player.pk not in listed:
        check_in_no_team(event, player)
        check_has_place(len(listed.union(one.pk for one in before)))


def team_called(event: Event, name: str) -> Entrant | None:
    """The team of that name, in any case, that has entered or is asked to."""
    return event.entrants.exclude(status__in=GONE).filter(team_name__iexact=" ".join(name.split())).first()


def ask_teams(event: Event, director: Player, teams: Mapping[str, Sequence[Player]], at: datetime) -> None:
    """Ask the players of each team; nobody is asked twice. Raises EventError and NotAllowed."""
    for name, players in teams.items():
        team = team_called(event, name) or _ask_captain(event, director, name, players[0], at)
        listed = set(team.squad.values_list("player", flat=True))
        new = [player for player in players if player.pk not in listed]
        permission.count_invitations(director, new, at=at)
        for player in new:
            Invitation.objects.get_or_create(
                event=event, player=player, defaults={"invited_by": director, "invited_at": at}
            )
            invite_player(event_id=event.pk, entrant_id=team.pk, by=director, username=player.username, at=at)


def _ask_captain(event: Event, director: Player, name: str, captain: Player, at: datetime) -> Entrant:
    """A team that has not entered yet, whose captain is asked to enter it."""
    invite(event_id=event.pk, player=director, usernames=[captain.username], at=at)
    team = event.entrants.filter(player=captain).first() or Entrant(event=event, player=captain)
    team.status, team.entered_at, team.team_name = Entrant.Status.ASKED, at, name_of_team(event, name, but=team)
    team.save()
    TeamPlayer.objects.update_or_create(entrant=team, player=captain, defaults={"number": 1, "invited_at": at})
    return team


def result_in_words(event: Event, name: str, player: Player) -> str:
    """What has come of a line of the list."""
    team = team_called(event, name)
    place = None if team is None else team.squad.filter(player=player).first()
    if place is None or team is None:
        return ""
    if place.accepted_at is not None:
        return _("Plays for %(team)s already.") % {"team": team.team_name}
    if team.player_id == player.pk:
        return _("Is asked by mail to enter %(team)s as its captain.") % {"team": team.team_name}
    return _("Is asked by mail to play for %(team)s.") % {"team": team.team_name}
