"""Another event as the value that an action asks for: one that is over, in which players of this one met."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django import forms
from django.db.models import Count, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.directing.action.inputs import LONGEST_NAME, FormFields, Input, JsonField, Subject
from tournaments.models import Event, FixtureSeat
from tournaments.queries import active_entrants, events_over, without_lobby

MOST_EVENTS = 50  # that a page offers, the newest


class EarlierEvent(Input):
    """An event that is over, by its slug; pages offer those in which two players of this one met."""

    def form_fields(self, name: str, subject: Subject, *, required: bool) -> FormFields:
        choices = [(one.slug, one.name) for one in events_of_meetings(subject.event)[:MOST_EVENTS]]
        if not choices:
            return {}
        field = forms.ChoiceField(
            label=_("Players who met in"),
            help_text=_("Everybody who met in an earlier event, such as the last season of a league."),
            choices=[("", _("No event")), *choices],
            required=required,
        )
        return {name: field}

    def json_field(self, **more: Any) -> JsonField:
        help_text = _("The slug of an event that is over: keeps apart all players who met in it.")
        return serializers.CharField(max_length=LONGEST_NAME, help_text=help_text, **more)


def events_of_meetings(event: Event) -> QuerySet[Event]:
    """The events that are over in which at least two players of this one met, the newest first."""
    met = (
        _seats(event)
        .order_by()
        .values("fixture", "fixture__round__division__event")
        .annotate(players=Count("pk"))
        .filter(players__gt=1)
    )
    found = set(met.values_list("fixture__round__division__event", flat=True))
    return without_lobby(events_over()).filter(pk__in=found - {event.pk})


def meetings_in(earlier: Event, event: Event) -> Sequence[tuple[int, ...]]:
    """The players of an event who met in an earlier one, by meeting, each once, in order."""
    seats = _seats(event).filter(fixture__round__division__event=earlier).order_by("fixture", "entrant__player")
    rows = seats.values_list("fixture", "entrant__player")
    met = {tuple(player for _fixture, player in meeting) for _key, meeting in groupby(rows, key=itemgetter(0))}
    return sorted(players for players in met if len(players) > 1)


def _seats(event: Event) -> QuerySet[FixtureSeat]:
    """All seats that players of an event have had anywhere in a meeting that came to a result."""
    return FixtureSeat.objects.filter(
        entrant__player__in=active_entrants(event).order_by().values("player"),
        fixture__score__points__isnull=False,
        fixture__score__is_void=False,
    )
