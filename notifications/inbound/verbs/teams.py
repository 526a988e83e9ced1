"""Teams of a team league by mail: entering one, inviting its players, accepting an invitation, leaving a team."""

from __future__ import annotations

import re
from dataclasses import replace

from django.utils.translation import gettext as _

from games.models import Player
from games.wording import and_list
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import event_named
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from tournaments.entries import teams
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.presenting.teams.seen import own_team
from tournaments.running import services
from tournaments.running.decisions import Decision

_TEAM = re.compile(
    r"(?P<event>.+)\s+team\s+(?P<team>.+?)(?:\s+with\s+(?P<players>.+?))?(?:\s+code\s+(?P<code>\S+))?", re.IGNORECASE
)


def team_meant(opened: OpenMail, order: Order) -> tuple[Event, re.Match[str]] | None:
    """The team league and the team that an order to join names, as in "Autumn team Ulm with ben, dora"; None where it
    names no team. Raises Problem."""
    named = _TEAM.fullmatch(order.text)
    if named is None:
        return None
    try:  # "Autumn team league" is the name of an event
        event_named(opened.player, order)
    except Problem:
        event = event_named(opened.player, replace(order, text=named["event"]))
        return (event, named) if event.form == Form.TEAMS else None
    return None


def join_team(opened: OpenMail, order: Order, key: str, event: Event, named: re.Match[str]) -> None:
    """Enter the team as its captain, accept its invitation, or as its captain invite more players. Raises Problem."""
    try:
        team, message = _entered(event, opened, named["team"], named["code"] or "")
        names = [name for name in re.split(r"\s*,\s*|\s+and\s+|\s+", named["players"] or "") if name]
        for name in names:
            teams.invite_player(event_id=event.pk, entrant_id=team.pk, by=opened.player, username=name, at=opened.now)
    except EventError as error:
        raise Problem("refused", str(error), f"{order.verb} {order.text}") from error
    if names:
        message += " " + _("Invited: %(players)s.") % {"players": and_list(names)}
    opened.did(order, key, message)


def _entered(event: Event, opened: OpenMail, name: str, code: str) -> tuple[Entrant, str]:
    """The team that the writer plays for from now on, with a sentence. Raises EventError."""
    player = opened.player
    team = own_team(event, player)
    if team is None or team.name.casefold() != " ".join(name.split()).casefold():
        team = services.enter_event(event_id=event.pk, player=player, at=opened.now, team=name, code=code)
        words = _("%(team)s is entered in %(event)s; you are its captain.")
        if team.status == Entrant.Status.WAITING:
            words = _("%(team)s is on the waiting list of %(event)s; you are its captain.")
    else:
        teams.accept_invitation(event_id=event.pk, entrant_id=team.pk, player=player, at=opened.now)
        words = _("You play for %(team)s in %(event)s.")
    return team, words % {"team": team.name, "event": event.name}


def leave_own_team(event: Event, player: Player, opened: OpenMail) -> str:
    """Leave a team that has not begun, or decline its invitation; a sentence, empty for a player of no team and for a
    captain, who withdraws the team. Raises EventError."""
    team = own_team(event, player) if event.form == Form.TEAMS else None
    if team is None or team.player_id == player.pk:
        return ""
    if event.state != Event.State.OPEN:
        raise EventError(_("%(event)s has begun. Leave your team on its page.") % {"event": event.name})
    decision = Decision(player, "Left the team by mail.", opened.now)
    teams.leave_team(event_id=event.pk, entrant_id=team.pk, username=player.username, decision=decision)
    return _("You no longer play for %(team)s.") % {"team": team.name}
