"""Another player takes over an entrant's place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun, with_changes
from tournaments.directing.action.names import EntrantName, SubstituteName
from tournaments.entries.admission import player_named
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import open_games_of
from tournaments.running.decisions import Decision
from tournaments.running.departures import not_paired_yet, reinstatement
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division
from tournaments.running.substitution import check_substitute, replace_player

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayer:
    """Whose place, and who takes it over."""

    player: Annotated[str, EntrantName()]
    substitute: Annotated[str, SubstituteName()]


_WITH_IT: dict[str, StrPromise] = {
    Form.LADDER: gettext_lazy("%(new)s takes over the place of %(old)s, with the rung."),
    Form.KNOCKOUT: gettext_lazy("%(new)s takes over the place of %(old)s, with all that has been reached."),
    Form.DOUBLE: gettext_lazy("%(new)s takes over the place of %(old)s, with all that has been reached."),
}
_WITH_POINTS = gettext_lazy("%(new)s takes over the place of %(old)s, with all points.")


class Substitute(Action[NewPlayer]):
    """With everything that has been reached, and the open games."""

    slug = "substitute"
    title = gettext_lazy("Substitute")
    meaning = gettext_lazy(
        "Lets another player take over an entrant's place, with all points scored so far and the open games."
    )
    Inputs = NewPlayer
    forms = tuple(form for form in Form if form != Form.TEAMS)
    grants = True
    offered_at = (Place.ENTRANT,)

    def suits(self, entrant: Entrant) -> bool:
        return entrant.status == Entrant.Status.ACTIVE or entrant.event.form != Form.LADDER

    def stakes(self, event: Event, inputs: NewPlayer) -> Sequence[Stake]:
        new = player_named(inputs.substitute, field="substitute")
        takes_over = Stake((new.pk,), _("You would take over the place yourself."))
        return (takes_over, *stake_in_division([entrant_named(event, inputs.player)]))

    def consequences(self, event: Event, inputs: NewPlayer, *, at: datetime) -> DryRun:
        entrant, new = entrant_named(event, inputs.player), player_named(inputs.substitute, field="substitute")
        check_substitute(entrant, new)
        if entrant.division is None:
            raise EventError(not_paired_yet(entrant))
        named = {"old": entrant.player, "new": new}
        sentences = [_WITH_IT.get(event.form, _WITH_POINTS) % named]
        if count := open_games_of(entrant).count():
            games = ngettext(
                "%(new)s plays on in %(count)d open game, with the clock as it stands, but with at least a day, or an "
                "increment if that is more.",
                "%(new)s plays on in %(count)d open games, with the clocks as they stand, but with at least a day, or "
                "an increment if that is more.",
                count,
            )
            sentences.append(games % {**named, "count": count})
        if entrant.status == Entrant.Status.ACTIVE:
            return with_changes(sentences, entrant.division, at=at)
        sentences.append(_("%(old)s had left; that is reverted, with all its effects on the table.") % named)
        return with_changes(sentences, entrant.division, reinstatement(entrant), at=at)

    def perform(self, event: Event, inputs: NewPlayer, decision: Decision) -> EventLogEntry:
        return replace_player(
            entrant_named(event, inputs.player), player_named(inputs.substitute, field="substitute"), decision
        )
