"""Keeping players apart in a Swiss tournament: a family, the members of each club, or opponents of an earlier event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ground.wording import and_list
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.earlier_events import EarlierEvent, meetings_in
from tournaments.directing.action.inputs import Flag
from tournaments.directing.action.names import EntrantNames
from tournaments.directing.rounds.next_round import division_to_pair, new_pairs
from tournaments.event_log.kinds import KeptApart
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import ClubMember, Entrant, Event, EventLogEntry
from tournaments.queries import active_entrants, events_over
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division

_EACH_CLUB = gettext_lazy("In each club of which several players take part.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Players of whom no two are to meet: by their names, by their clubs, or by an event in which they have met."""

    players: Annotated[Sequence[str], EntrantNames()] = ()
    same_club: Annotated[bool, Flag(gettext_lazy("Players of the same club"), _EACH_CLUB)] = False
    met_in: Annotated[str, EarlierEvent()] = ""


class KeepApart(EntryAction[Group]):
    """The pairing respects it where it can; the entry of the round names those who meet all the same."""

    slug = "keep-apart"
    title = gettext_lazy("Keep apart")
    meaning = gettext_lazy(
        "Keeps players apart: those whom you name, such as a family, those of the same club, or those who met in an "
        "earlier event. They do not meet in rounds that are paired later, unless no other pairing is possible."
    )
    Inputs = Group
    offered_at = (Place.NEXT_ROUND,)
    forms = (Form.SWISS,)

    def suggestions(self, event: Event) -> Sequence[tuple[str, dict[str, str]]]:
        """The members of each club of whom several play."""
        return [
            (
                _("Members of %(club)s") % {"club": club},
                {
                    "players": ", ".join(entrant.player.username for entrant in members),
                    "reason": _("Members of %(club)s") % {"club": club},
                },
            )
            for club, members in _clubs(event)
        ]

    def stakes(self, event: Event, inputs: Group) -> Sequence[Stake]:
        return stake_in_division(_groups(event, inputs)[0][:1])

    def consequences(self, event: Event, inputs: Group, *, at: datetime) -> DryRun:
        division, number = division_to_pair(event)
        groups = _groups(event, inputs)
        described = _(
            "From round %(number)d on %(players)s do not meet each other, unless no other pairing is possible."
        )
        if inputs.same_club or inputs.met_in:
            described = _(
                "From round %(number)d on, these players do not meet each other, unless no other pairing is possible: "
                "%(players)s."
            )
        listed = [and_list([entrant.player.username for entrant in group]) for group in groups]
        sentence = described % {"number": number, "players": "; ".join(listed)}
        return DryRun((sentence, new_pairs(division, number, _entry(inputs, groups), at=at)))

    def write(self, event: Event, inputs: Group, decision: Decision) -> EventLogEntry:
        division, _number = division_to_pair(event)
        return write_entry(event, _entry(inputs, _groups(event, inputs)), decision, division=division)


def _groups(event: Event, inputs: Group) -> list[list[Entrant]]:
    """The players who are meant, of whom those in one group are not to meet: at least one group of at least two.
    Raises EventError where there is none, and for more than one way to say who is meant."""
    if sum(map(bool, (inputs.players, inputs.same_club, inputs.met_in))) > 1:
        problem = _("Name players, choose those of the same club, or choose an event: only one of these.")
        raise EventError(problem, "players")
    if inputs.same_club:
        groups = [members for _club, members in _clubs(event)]
        if not groups:
            problem = _("No two players of %(event)s are members of the same club.")
            raise EventError(problem % {"event": event.name}, "same_club")
        return groups
    if inputs.met_in:
        return _met_before(event, inputs.met_in)
    named = (entrant_named(event, name, field="players") for name in inputs.players or ())
    found = {entrant.pk: entrant for entrant in named}
    if len(found) < 2:
        raise EventError(_("Name at least two players who are to be kept apart."), "players")
    return [list(found.values())]


def _met_before(event: Event, slug: str) -> list[list[Entrant]]:
    """Those who met in an earlier event, by meeting. Raises EventError where there is none."""
    earlier = events_over().filter(slug=slug).exclude(pk=event.pk).first()
    if earlier is None:
        raise EventError(_("There is no earlier event “%(slug)s” that is over.") % {"slug": slug}, "met_in")
    entrants = {entrant.player_id: entrant for entrant in active_entrants(event)}
    groups = [[entrants[player] for player in players] for players in meetings_in(earlier, event)]
    if not groups:
        problem = _("No two players of %(event)s met in %(earlier)s.")
        raise EventError(problem % {"event": event.name, "earlier": earlier.name}, "met_in")
    return groups


def _clubs(event: Event) -> list[tuple[str, list[Entrant]]]:
    """The clubs of which several players take part, by name, and these players in the order of their names."""
    entrants = {entrant.player_id: entrant for entrant in active_entrants(event)}
    members: dict[tuple[int, str], list[Entrant]] = {}
    places = ClubMember.objects.filter(player__in=entrants).order_by("club__name", "club", "player__username")
    for pk, club, player in places.values_list("club", "club__name", "player"):
        members.setdefault((pk, club), []).append(entrants[player])
    return [(club, found) for (_pk, club), found in members.items() if len(found) > 1]


def _entry(inputs: Group, groups: Sequence[Sequence[Entrant]]) -> KeptApart:
    numbers = tuple(tuple(entrant.pk for entrant in group) for group in groups)
    entrants = tuple(dict.fromkeys(chain.from_iterable(numbers)))
    if inputs.same_club:
        return KeptApart(entrants=entrants, groups=numbers, same_club=True)
    if inputs.met_in:
        return KeptApart(entrants=entrants, groups=numbers, met_in=Event.objects.get(slug=inputs.met_in).name)
    return KeptApart(entrants=entrants)
