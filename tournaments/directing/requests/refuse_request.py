"""Refusing what a player asked for. The action that was asked for approves it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from tournaments.directing.action.base import Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.confirm import EntryDecision, OneEntry
from tournaments.event_log.kinds.entrants.request_answered import REFUSED
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, check_reason
from tournaments.running.neutrality import Stake, stake_in_division, stake_in_game
from tournaments.running.requests import answer_request, open_request

State = Event.State


class RefuseRequest(EntryDecision):
    """Arbiters refuse what is about a game, and nothing else."""

    slug = "refuse-request"
    title = gettext_lazy("Refuse request")
    meaning = gettext_lazy("Refuses what a player asked for. The player is notified, with the reason.")
    offered_at = (Place.REQUEST,)
    states = (State.OPEN, State.RUNNING, State.FINISHED)

    def stakes(self, event: Event, inputs: OneEntry) -> Sequence[Stake]:
        asked = open_request(event, inputs.entry).asked
        if asked.game is not None:
            return (stake_in_game(Game.objects.get(pk=asked.game)),)
        own = event.entrants.filter(player=asked.actor).select_related("player", "division")
        return (Stake((asked.actor or 0,), _("It is your own request.")), *stake_in_division(own))

    def consequences(self, event: Event, inputs: OneEntry, *, at: datetime) -> DryRun:
        asked = open_request(event, inputs.entry)
        refused = _("Request %(number)d is refused: “%(text)s” %(player)s is notified.")
        return DryRun((refused % {"number": asked.seq, "text": asked.text, "player": asked.player},))

    def write(self, event: Event, inputs: OneEntry, decision: Decision) -> EventLogEntry:
        return answer_request(event, inputs.entry, REFUSED, replace(decision, reason=check_reason(decision.reason)))
