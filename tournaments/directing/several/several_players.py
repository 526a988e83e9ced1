"""Taking several entrants out of the running event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from tournaments.directing.action.dry_run import DryRun, together
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.directing.action.names import EntrantNames
from tournaments.directing.several.base import Part, Several, silent_games
from tournaments.directing.withdraw import OneEntrant, Withdraw
from tournaments.entries.withdrawals import reserve_for
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.queries import running_games
from tournaments.running.entrants import entrant_named


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeEntrants:
    """Which players."""

    players: Annotated[Sequence[str], EntrantNames()]


class SeveralPlayers(Several[SomeEntrants]):
    """``Withdraw`` for each of the players, in their order."""

    slug = "several-players"
    title = gettext_lazy("Withdraw players")
    meaning = gettext_lazy(
        "Takes several players out of the running event at once, by its rules for players who leave."
    )
    Inputs = SomeEntrants

    def is_possible(self, event: Event) -> bool:
        layout = event.event_layout
        return super().is_possible(event) and event.form != Form.TEAMS and layout.seats == 2

    def suggestions(self, event: Event) -> Sequence[tuple[str, dict[str, str]]]:
        """The players who have not moved for ten days in a game that waits for them."""
        waited_for = silent_games(event).exclude(turn__player=None).values_list("turn__player__username", flat=True)
        names = ", ".join(sorted(set(waited_for)))
        return [(_("Silent for 10 days"), {"players": names})] if names else []

    def parts(self, event: Event, inputs: SomeEntrants) -> Sequence[Part]:
        return [(Withdraw(), OneEntrant(player=entrant.name)) for entrant in _entrants(event, inputs)]

    def games(self, event: Event, inputs: SomeEntrants) -> QuerySet[Game]:
        entrants = [entrant.pk for entrant in _entrants(event, inputs)]
        return running_games(event).filter(fixture_game__fixture__seats__entrant__in=entrants)

    def consequences(self, event: Event, inputs: SomeEntrants, *, at: datetime) -> DryRun:
        """Each player leaves after those before: games between them are over by then."""
        found = DryRun(())
        for entrant in _entrants(event, inputs):
            earlier = next((payloads for division, payloads in found.entries if division == entrant.division), ())
            found = together((found, dry_run_of_leaving(entrant, at=at, after=earlier)))
        return found


def _entrants(event: Event, inputs: SomeEntrants) -> list[Entrant]:
    """The entrants, each once. Raises EventError where they cannot leave together."""
    if event.event_layout.seats > 2:
        raise EventError(_("At tables of three and more, withdraw one player at a time."), "players")
    named = [entrant_named(event, name, field="players") for name in inputs.players]
    if not named:
        raise EventError(_("Name at least one player."), "players")
    for entrant in named:
        if reserve_for(entrant, at=timezone.now()) is not None:
            problem = _("A reserve takes over the place of %(player)s: withdraw this player alone.")
            raise EventError(problem % {"player": entrant.name}, "players")
    return list({entrant.pk: entrant for entrant in named}.values())
