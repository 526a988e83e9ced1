"""Deciding who meets in the next round of a Swiss tournament: all of its pairs, or some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ground.wording import and_list
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.pairs import Pairs
from tournaments.directing.rounds.next_round import division_to_pair, new_pairs
from tournaments.event_log.kinds import PairingSet
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Division, Entrant, Event, EventLogEntry
from tournaments.pairing.swiss import FIRST
from tournaments.queries import field_of, names_in
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.entrants import entrant_named
from tournaments.running.neutrality import Stake, stake_in_division
from tournaments.running.projection import field_with
from tournaments.standings.tables import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPairs:
    """The players who are to meet, two by two."""

    pairs: Annotated[Sequence[Sequence[str]], Pairs()]


class SetPairing(EntryAction[SetPairs]):
    """All others are paired around them. Seats follow the rules. What was set for the round before does not count any
    more."""

    slug = "set-pairing"
    title = gettext_lazy("Set pairings")
    meaning = gettext_lazy(
        "Decides who meets in the next round: all of its pairs, or some of them, around which the others are paired. "
        "It takes the place of what was set for the round before."
    )
    Inputs = SetPairs
    offered_at = (Place.NEXT_ROUND,)
    forms = (Form.SWISS,)
    shows_next_round = True

    def stakes(self, event: Event, inputs: SetPairs) -> Sequence[Stake]:
        return stake_in_division([entrant_named(event, name, field="pairs") for name in next(iter(inputs.pairs), ())])

    def consequences(self, event: Event, inputs: SetPairs, *, at: datetime) -> DryRun:
        entry, division = _entry(event, inputs)
        decided = ngettext(
            "%(count)d pair of round %(number)d is set.", "%(count)d pairs of round %(number)d are set.",
            len(entry.pairs),
        )  # fmt: skip
        said = [decided % {"count": len(entry.pairs), "number": entry.round}]
        return DryRun((*said, *_unusual(division, entry, at), new_pairs(division, entry.round, entry, at=at)))

    def write(self, event: Event, inputs: SetPairs, decision: Decision) -> EventLogEntry:
        entry, division = _entry(event, inputs)
        return write_entry(event, entry, decision, division=division)


def _entry(event: Event, inputs: SetPairs) -> tuple[PairingSet, Division]:
    """The entry that is meant, with its division. Raises EventError for players who cannot meet in the next round."""
    division, number = division_to_pair(event)
    if not inputs.pairs:
        raise EventError(_("Set at least one pair."), "pairs")
    known = {one.name.lower(): one for one in division.entrants.select_related("player")}
    asked = field_of(division).account.asked
    pairs = tuple(
        tuple(known.get(name.lower()) or entrant_named(event, name, field="pairs") for name in pair)
        for pair in inputs.pairs
    )
    for entrant, times in Counter(chain.from_iterable(pairs)).items():
        values = {"player": entrant.name, "number": number}
        if times > 1:
            raise EventError(_("%(player)s is named twice; everybody has one opponent.") % values, "pairs")
        if entrant.status != Entrant.Status.ACTIVE:
            raise EventError(_("%(player)s has left the event.") % values, "pairs")
        if number in asked.get(entrant.pk, ()):
            raise EventError(_("%(player)s has asked to sit out round %(number)d.") % values, "pairs")
    return PairingSet(round=number, pairs=tuple((one.pk, other.pk) for one, other in pairs)), division


def _unusual(division: Division, entry: PairingSet, at: datetime) -> Iterator[str]:
    """What speaks against the round as it would be; as long as games are open, against the pairs that are set."""
    field, names, form = field_with(division, [entry], at), names_in(division), division.stage.stage_format
    entrants, given = field.roster.entrants, form.pairing_input(field)
    draw = None if given is None else form.draw(given)
    pairs: Sequence[tuple[int, ...]] = entry.pairs
    if draw is not None and field.layout.seats == 2:
        pairs = [tuple(entrants[seat] for seat in meeting.seats) for meeting in draw.meetings]
    met = {frozenset(pairing.entrants) for pairing in field.roster.pairings if pairing.fixture not in field.roster.void}
    again = [pair for pair in pairs if any(set(pair) <= before for before in met)]
    for problem, found in (
        (_("Have been paired with each other before: %(players)s."), again),
        (_("Are kept apart, and would meet: %(players)s."), [pair for pair in pairs if field.keeps_apart(pair)]),
    ):
        if found:
            yield problem % {"players": "; ".join(and_list(sorted(names[one] for one in pair)) for pair in found)}
    if given is None or draw is None:
        return
    entries = {one["number"] - 1: one for one in given["entries"]}
    too_often = [
        (seat, number)
        for meeting in draw.meetings
        for seat, number in enumerate(meeting.seats)
        if given["seated"] and field.layout.seats == 2 and _is_too_often(entries[number]["seats"], seat)
    ]
    had_bye = [one.number for one in draw.sit_outs if one.kind == Kind.PAIRING_BYE and entries[one.number]["had_bye"]]
    for problem, numbers in (
        (_("Would move first too often: %(players)s."), [one for seat, one in too_often if seat == FIRST]),
        (_("Would move second too often: %(players)s."), [one for seat, one in too_often if seat != FIRST]),
        (_("Would have a second bye: %(players)s."), had_bye),
    ):
        if numbers:
            yield problem % {"players": and_list([names[entrants[number]] for number in numbers])}


def _is_too_often(seats: Sequence[int | None], seat: int) -> bool:
    """Whether it would be the third time in a row after these seats, or thrice more than the other."""
    played = [before for before in seats if before is not None]
    return played[-2:] == [seat, seat] or 2 * played.count(seat) - len(played) > 1
