"""What actions about the next round of a Swiss tournament share: which round that is, and what becomes of its pairs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.event_log.kinds import Kind
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.base import Draw
from tournaments.formats.swiss import rounds_of
from tournaments.models import Division, Event
from tournaments.queries import field_of, names_in
from tournaments.running.projection import draw_with

MOST_PAIRS = 12  # that a dry run names


def division_to_pair(event: Event) -> tuple[Division, int]:
    """The division of a Swiss tournament, and the number of its next round. Raises EventError if there is none."""
    division = event.divisions.select_related("stage", "event").first()
    if event.form != Form.SWISS or division is None:
        raise EventError(_("Only a running Swiss tournament pairs its rounds one after another."))
    field = field_of(division)
    number = field.rounds + 1
    if number > rounds_of(field.layout, len(field.roster.entrants)):
        raise EventError(_("The last round of %(event)s is paired already.") % {"event": event.name})
    return division, number


def new_pairs(division: Division, number: int, payload: Kind, *, at: datetime) -> str:
    """Which pairs the next round would have by an entry with this payload that it does not have now."""
    before, after = (draw_with(division, payloads, at=at) for payloads in ((), (payload,)))
    if before is None or after is None:
        return _("Round %(number)d is paired when the round that is being played is over.") % {"number": number}
    new = [pair for pair in _pairs(after) if pair not in _pairs(before)]
    if not new:
        return _("The pairs of round %(number)d stay as they are.") % {"number": number}
    described, others = pairs_in_words(division, new), max(0, len(new) - MOST_PAIRS)
    if others:
        more = ngettext(
            "These pairs of round %(number)d would be new, and %(count)d other: %(pairs)s.",
            "These pairs of round %(number)d would be new, and %(count)d others: %(pairs)s.",
            others,
        )
        return more % {"number": number, "count": others, "pairs": described}
    return _("These pairs of round %(number)d would be new: %(pairs)s.") % {"number": number, "pairs": described}


def pairs_in_words(division: Division, pairs: Sequence[Collection[int]]) -> str:
    """The first of these pairs, by the places of their players among the entrants: "anna and bert; cleo and dora"."""
    entrants, names = field_of(division).roster.entrants, names_in(division)
    return "; ".join(and_list(sorted(names[entrants[place]] for place in pair)) for pair in pairs[:MOST_PAIRS])


def _pairs(draw: Draw) -> Sequence[frozenset[int]]:
    return [frozenset(meeting.seats) for meeting in draw.meetings]
