"""Keeping players apart in a Swiss tournament, such as a family or the members of a club."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.wording import and_list
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.names import EntrantNames
from tournaments.directing.rounds.next_round import division_to_pair, new_pairs
from tournaments.event_log.kinds import KeptApart
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import ClubMember, Entrant, Event, EventLogEntry
from tournaments.queries import active_entrants
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Players of whom no two are to meet."""

    players: Annotated[Sequence[str], EntrantNames()]


class KeepApart(EntryAction[Group]):
    """The pairing respects it where it can; the entry of the round names those who meet all the same."""

    slug = "keep-apart"
    title = gettext_lazy("Keep apart")
    meaning = gettext_lazy(
        "Keeps players apart, such as a family or the members of a club: they do not meet in rounds that "
        "are paired later, unless no other pairing is possible."
    )
    Inputs = Group
    offered_at = (Place.NEXT_ROUND,)

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.SWISS

    def suggestions(self, event: Event) -> Sequence[tuple[str, dict[str, str]]]:
        """The members of each club of whom several play."""
        members: dict[tuple[int, str], list[str]] = {}
        playing = active_entrants(event).values("player")
        places = ClubMember.objects.filter(player__in=playing).order_by("club__name", "club", "player__username")
        for pk, club, name in places.values_list("club", "club__name", "player__username"):
            members.setdefault((pk, club), []).append(name)
        return [
            (
                _("Members of %(club)s") % {"club": club},
                {"players": ", ".join(names), "reason": _("Members of %(club)s") % {"club": club}},
            )
            for (_pk, club), names in members.items()
            if len(names) > 1
        ]

    def stakes(self, event: Event, inputs: Group) -> Sequence[Stake]:
        return stake_in_division(_entrants(event, inputs)[:1])

    def consequences(self, event: Event, inputs: Group, *, at: datetime) -> DryRun:
        division, number = division_to_pair(event)
        entrants = _entrants(event, inputs)
        described = _(
            "From round %(number)d on %(players)s do not meet each other, unless no other pairing is possible."
        )
        values = {"number": number, "players": and_list([entrant.player.username for entrant in entrants])}
        return DryRun((described % values, new_pairs(division, number, _entry(entrants), at=at)))

    def write(self, event: Event, inputs: Group, decision: Decision) -> EventLogEntry:
        division, _number = division_to_pair(event)
        return write_entry(event, _entry(_entrants(event, inputs)), decision, division=division)


def _entrants(event: Event, inputs: Group) -> list[Entrant]:
    """The players who are meant, each once. Raises EventError for fewer than two."""
    found = {
        entrant.pk: entrant for entrant in (entrant_named(event, name, field="players") for name in inputs.players)
    }
    if len(found) < 2:
        raise EventError(_("Name at least two players who are to be kept apart."), "players")
    return list(found.values())


def _entry(entrants: Sequence[Entrant]) -> KeptApart:
    return KeptApart(entrants=tuple(entrant.pk for entrant in entrants))
