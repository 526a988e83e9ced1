"""Letting a player into a running event who may not enter it without the director."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.action.base import undone
from tournaments import permission
from tournaments.directing.action.base import EntryAction
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.names import SubstituteName
from tournaments.entries.admission import invite_one, player_named
from tournaments.event_log.append import lock_event
from tournaments.event_log.kinds import Entered
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.late_entries import late_division, late_entry
from tournaments.running.neutrality import Stake
from tournaments.running.services import check_may_come, check_may_enter


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntrant:
    """Which player."""

    player: Annotated[str, SubstituteName(title=gettext_lazy("Player"))]


class LetIn(EntryAction[NewEntrant]):
    """An invitation and a late entry in one: until when, and what missed rounds are worth, is as the event says."""

    slug = "let-in"
    title = gettext_lazy("Let in")
    meaning = gettext_lazy(
        "Gives a player a place in the running event, whatever its conditions, as long as it takes late entries."
    )
    Inputs = NewEntrant
    grants = True

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and late_division(event) is not None

    def stakes(self, event: Event, inputs: NewEntrant) -> Sequence[Stake]:
        return (Stake((player_named(inputs.player).pk,), _("You would let yourself in.")),)

    def consequences(self, event: Event, inputs: NewEntrant, *, at: datetime) -> DryRun:
        undone(lambda: _place_in(lock_event(event.pk), inputs, Decision(event.director, "", at)))
        gets = _("%(player)s gets a place, is paired from the next round on, and is notified.")
        return DryRun((gets % {"player": player_named(inputs.player).username},))

    def write(self, event: Event, inputs: NewEntrant, decision: Decision) -> EventLogEntry:
        entrant, entered = _place_in(event, inputs, decision)
        return write_entry(event, entered, decision, division=entrant.division)


def _place_in(event: Event, inputs: NewEntrant, decision: Decision) -> tuple[Entrant, Entered]:
    """The place of the player in the locked event. Raises EventError."""
    player = player_named(inputs.player)
    entrant = Entrant.objects.of_first_stage().filter(event=event, player=player).first()
    if entrant is not None and entrant.status == Entrant.Status.ACTIVE:
        raise EventError(_("%(player)s takes part already.") % {"player": player.username}, "player")
    permission.check_may_be_named(player, at=decision.at)
    invite_one(event, player, decision.player or event.director, decision.at)
    try:
        check_may_enter(event, player, decision.at)
        if entrant is not None:
            check_may_come(event, entrant, standby=False)
    except EventError as error:
        raise EventError(f"{player.username}: {error.message}", "player") from error
    return late_entry(event, player, entrant, decision.at)
