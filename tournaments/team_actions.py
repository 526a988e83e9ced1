"""What players do about a team of a team league: invite, accept, leave, change, name a line-up. Done to the team.

By mail players enter a team, join it and leave it with the commands about the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext_lazy

from games.action.base import Call, I, Input, NoInputs, Outcome, PlayerAction
from tournaments.entries import teams
from tournaments.models import Entrant
from tournaments.presenting.teams import sentences
from tournaments.running.decisions import Decision

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited:
    player: Annotated[str, Input("Player", "The name of a player, in any case.", most=150)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaver:
    player: Annotated[str, Input("Player", "You by default.", most=60)] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    name: Annotated[str | None, Input("Name", most=LONGEST_NAME)] = None
    order: Annotated[
        tuple[str, ...] | None,
        Input("Order", ("Names of players, first board first. Players who are left out "
              "follow in their present order."), most=teams.MOST_PLAYERS),
    ] = None  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLineUp:
    round: Annotated[int, Input("Round", if_missing=gettext_lazy("Say which round you mean, by its number."), least=1)]
    players: Annotated[tuple[str, ...], Input("Players", "The players by board.", most=6)]


class TeamAction(PlayerAction[Entrant, I]):
    has_dry_run = True
    lacks = {"mail": "The page of the team shows what it is about."}


class InviteToTeam(TeamAction[Invited]):
    slug, title = "team-invite", "Invite a player to a team"
    meaning = (
        "For the captain of the team and directors of the event, until the start. The player is notified by mail. "
        "Repeating the request changes nothing."
    )
    Inputs = Invited

    def perform(self, target: Entrant, inputs: Invited, call: Call) -> Outcome:
        made = teams.invite_player(
            event_id=target.event_id, entrant_id=target.pk, by=call.player, username=inputs.player, at=call.at
        )
        return Outcome((sentences.invited(made.player.username),))


class AcceptTeam(TeamAction[NoInputs]):
    slug, title = "team-accept", "Accept a team's invitation"
    meaning = "You join the team at the end of its list. Repeating the request changes nothing."
    has_dry_run = False

    def perform(self, target: Entrant, inputs: NoInputs, call: Call) -> Outcome:
        named = {"event_id": target.event_id, "entrant_id": target.pk}
        teams.accept_invitation(**named, player=call.player, at=call.at)
        return Outcome((sentences.accepted(target.name),))


class LeaveTeam(TeamAction[Leaver]):
    slug, title = "team-leave", "Leave a team"
    meaning = (
        "Also declines an invitation, or, for the captain or a director, removes another player from the list. "
        "Once the event is running, a reserve takes over the player's open games, and a player who has left cannot "
        "return."
    )
    Inputs = Leaver

    def perform(self, target: Entrant, inputs: Leaver, call: Call) -> Outcome:
        name = inputs.player or call.player.username
        decision = Decision(call.player, "Left the team.", call.at)
        teams.leave_team(event_id=target.event_id, entrant_id=target.pk, username=name, decision=decision)
        return Outcome((sentences.left(name, target.name),))


class ChangeTeam(TeamAction[Changes]):
    slug, title = "team-change", "Change the name or the order of a team"
    meaning = "For the captain of the team and directors of the event, until the start."
    Inputs = Changes

    def perform(self, target: Entrant, inputs: Changes, call: Call) -> Outcome:
        named = {"event_id": target.event_id, "entrant_id": target.pk}
        teams.change_team(**named, by=call.player, name=inputs.name, order=inputs.order)
        return Outcome((sentences.changed(),))


class NameLineUp(TeamAction[NamedLineUp]):
    slug, title = "team-line-up", "Name a line-up"
    meaning = (
        "For the captain, and for directors who do not play for any team, until the round begins. A new line-up "
        "replaces an earlier one."
    )
    Inputs = NamedLineUp

    def perform(self, target: Entrant, inputs: NamedLineUp, call: Call) -> Outcome:
        teams.name_line_up(
            event_id=target.event_id, entrant_id=target.pk, by=call.player, round_number=inputs.round,
            players=inputs.players, at=call.at,
        )  # fmt: skip
        return Outcome((sentences.line_up_named(inputs.round),))


ACTIONS: dict[str, TeamAction[Any]] = {  # Any: their inputs differ
"invite": InviteToTeam(), "accept": AcceptTeam(), "leave": LeaveTeam(), "change": ChangeTeam(),
           "line-up": NameLineUp()}  # fmt: skip
