"""What somebody can do about a team league: enter a team, answer an invitation, look after a team. Writes nothing."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import Player
from tournaments.models import Entrant, Event, TeamPlayer
from tournaments.presenting.entry_steps import Step
from tournaments.presenting.teams.seen import own_team
from tournaments.running.departures import GONE


def steps_in_teams(event: Event, player: Player) -> tuple[tuple[str, ...], tuple[Step, ...]] | None:
    """What a player of a team, or one who is invited, reads and can do; None for everybody else."""
    team = own_team(event, player)
    if team is None:
        return None
    if team.status == Entrant.Status.ASKED and team.player_id == player.pk:
        asked = gettext("The director asks you to enter {team} as its captain.").format(team=team.name)
        return (asked,), (Step("enter", gettext("Enter {team}").format(team=team.name), is_main=True),)
    if not TeamPlayer.objects.filter(entrant=team, player=player, accepted_at__isnull=False).exists():
        said = gettext("{team} invites you to play for it.").format(team=team.name)
        return (said,), (Step("my_team", gettext("Look at the team and answer"), is_main=True, is_link=True),)
    described = [gettext("You play for {team}.").format(team=team.name)]
    if team.status == Entrant.Status.WAITING:
        described.append(gettext("All places are taken: the team is on the waiting list."))
    steps = [Step("my_team", gettext("Your team and its line-up"), is_main=True, is_link=True)]
    if team.player_id == player.pk and team.status not in GONE:
        label = gettext("Withdraw the team") if team.number is None else gettext("Withdraw the team …")
        steps.append(Step("withdraw", label, is_link=team.number is not None))
    return tuple(described), tuple(steps)


def way_in_for_teams(event: Event, *, is_full: bool) -> tuple[str, Step]:
    """How a captain enters a team."""
    described = gettext(
        "Enter a team of {boards} players and reserves: you are its captain and invite the others on its page."
    ).format(boards=event.event_layout.boards)
    label = gettext("Put the team on the waiting list") if is_full else gettext("Enter a team")
    return described, Step("enter", label, is_main=True, field="team", field_label=gettext("Name of the team"))
