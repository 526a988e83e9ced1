"""The list of circuits, the page of a circuit, and what its director does there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import include, path, reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.accounts.sessions import player_of
from games.models import Player
from games.moderation.subjects import report_address
from ground.address_values import page_of
from ground.expensive import expensive
from ground.lists import Row
from ground.wording import and_list
from tournaments.circuits import queries as seen
from tournaments.circuits import services as changes
from tournaments.circuits.points import MOST_EVENTS, USUAL_POINTS, CircuitRules, Parted, Result, rules_of
from tournaments.circuits.tables import CircuitTable
from tournaments.exceptions import EventError, NotDirector
from tournaments.form_fields import PointsField
from tournaments.models import Circuit, Event
from tournaments.presenting import finding
from tournaments.web.links import Link, player_link
from tournaments.web.page_rows.event import event_rows

CIRCUITS_A_PAGE = 50


class CircuitForm(forms.Form):
    """A circuit."""

    name = forms.CharField(
        max_length=Circuit._meta.get_field("name").max_length,
        label=gettext_lazy("Name"),
        error_messages={"required": gettext_lazy("Give the circuit a name.")},
    )
    about = forms.CharField(
        required=False,
        max_length=Circuit._meta.get_field("about").max_length,
        label=gettext_lazy("In your own words"),
        help_text=gettext_lazy("What it is, and for whom. Shown on its page; no links, no formatting."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    points = PointsField(
        label=gettext_lazy("Points by place"),
        initial=", ".join(map(str, USUAL_POINTS)),
        help_text=gettext_lazy(
            "For the final place in an event, the first place first; later places get 0. Fixed once an event of the "
            "circuit is over."
        ),
        error_messages={"required": gettext_lazy("Write whole numbers, the winner's first, such as 6, 3, 1, 0.")},
    )
    best = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST_EVENTS,
        label=gettext_lazy("Best events that count"),
        help_text=gettext_lazy("How many events of each player count. Left empty: all."),
    )


@require_GET
def circuits(request: HttpRequest) -> HttpResponse:
    """All circuits that have events."""
    page = page_of(request, seen.circuits(finding.viewer_of(request)), CIRCUITS_A_PAGE)
    context = {"title": gettext("Circuits"), "about": gettext("Circuits: points over several events."), "page": page}
    return render(request, "circuits/circuits.html", context)


@require_http_methods(["GET", "POST"])
@login_required
def make(request: HttpRequest) -> HttpResponse:

    def service(**values: Any) -> Circuit:
        made = changes.make_circuit(player=player_of(request), at=timezone.now(), **values)
        messages.success(request, gettext("{circuit} has been made. Add its events.").format(circuit=made.name))
        return made

    title, back = gettext("Make a circuit"), reverse("circuits:circuits")
    return _take(request, CircuitForm(request.POST or None), service, back=back, title=title, is_new=True)


@require_http_methods(["GET", "POST"])
@login_required
def edit(request: HttpRequest, circuit: str) -> HttpResponse:
    """Give a circuit another name, description or scale."""
    edited = seen.find_circuit(circuit)
    if not changes.may_direct_circuit(edited, player_of(request)):
        raise PermissionDenied(gettext("Only the director of {circuit} can do that.").format(circuit=edited))

    def service(**values: Any) -> Circuit:
        return changes.edit_circuit(circuit_id=edited.pk, player=player_of(request), at=timezone.now(), **values)

    points = ", ".join(map(str, edited.points))
    known = {"name": edited.name, "about": edited.about, "points": points, "best": edited.best}
    form, back = CircuitForm(request.POST or None, initial=known), reverse("circuits:circuit", args=[circuit])
    return _take(request, form, service, back=back, title=edited.name)


def _take(
    request: HttpRequest,
    form: CircuitForm,
    service: Callable[..., Circuit],
    *,
    back: str,
    title: str,
    is_new: bool = False,
) -> HttpResponse:
    """Show the form until it can be stored."""
    if form.is_valid():
        try:
            return redirect("circuits:circuit", service(**form.cleaned_data).slug)
        except EventError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
    button = gettext("Make a circuit") if is_new else gettext("Save")
    context = {"form": form, "back": back, "title": title, "button": button, "is_new": is_new}
    return render(request, "circuits/edit.html", context, status=400 if form.errors else 200)


@require_GET
@expensive
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """The table of a circuit and its events; for its director what can be done with it."""
    viewer = finding.viewer_of(request)
    shown = seen.circuit_seen_by(seen.find_circuit(circuit), viewer)
    found, is_over = shown.circuit, shown.circuit.ended_at is not None
    can_change = shown.may_direct and not is_over
    context = {
        "circuit": shown,
        "title": found.name,
        "about": gettext("The circuit {name}: its table and its events.").format(name=found.name),
        "director": player_link(found.director.username),
        "champions": champions(shown.table.champions),
        "columns": [Link(event.name, reverse("tournaments:event", args=[event.slug])) for event in shown.table.events],
        "lines": circuit_rows(shown.table),
        "ties": [parted(tie) for tie in shown.ties],
        "how": how_points_count(rules_of(found)),
        "rows": event_rows(shown.events),
        "can_change": can_change,
        "to_add": _choices(seen.events_to_add(found, viewer)) if can_change and viewer else [],
        "removable": _choices(shown.removable),
        "can_delete": shown.may_direct and not found.events.exists(),
        "report_address": report_address("circuit", found.slug),
    }
    return render(request, "circuits/circuit.html", context)


def _choices(events: Iterable[Event]) -> list[tuple[str, str]]:
    return [(event.slug, event.name) for event in events]


def _do(request: HttpRequest, slug: str, service: Callable[[Circuit, Player], str]) -> HttpResponse:
    """Do it, and go back to the circuit with what was done or why it was not."""
    circuit = seen.find_circuit(slug)
    try:
        messages.success(request, service(circuit, player_of(request)))
    except NotDirector as error:
        raise PermissionDenied(error.message) from error
    except EventError as error:
        messages.error(request, error.message)
    except Circuit.DoesNotExist as error:  # deleted a moment ago
        raise Http404 from error
    is_there = Circuit.objects.filter(slug=slug).exists()
    return redirect("circuits:circuit", slug) if is_there else redirect("circuits:circuits")


def _chosen(request: HttpRequest) -> str:
    """The address of the event that was chosen."""
    return request.POST.get("event", "")[:60]


@require_POST
@login_required
def add(request: HttpRequest, circuit: str) -> HttpResponse:
    """Let an event count for a circuit."""

    def service(found: Circuit, player: Player) -> str:
        event = finding.find_event(request, _chosen(request))
        changes.add_event(circuit_id=found.pk, player=player, event_id=event.pk)
        return gettext("{event} counts for the circuit.").format(event=event.name)

    return _do(request, circuit, service)


@require_POST
@login_required
def take_out(request: HttpRequest, circuit: str) -> HttpResponse:
    """Let an event count no more."""

    def service(found: Circuit, player: Player) -> str:
        event = seen.find_event_of(found, player, _chosen(request))
        changes.take_out_event(circuit_id=found.pk, player=player, event_id=event.pk)
        return gettext("{event} no longer counts for the circuit.").format(event=event.name)

    return _do(request, circuit, service)


@require_POST
@login_required
def end(request: HttpRequest, circuit: str) -> HttpResponse:
    """Let a circuit be over."""

    def service(found: Circuit, player: Player) -> str:
        return gettext("{circuit} has ended.").format(
            circuit=changes.end_circuit(circuit_id=found.pk, player=player, at=timezone.now()).name
        )

    return _do(request, circuit, service)


@require_POST
@login_required
def reopen(request: HttpRequest, circuit: str) -> HttpResponse:
    """Let a circuit go on that was ended."""

    def service(found: Circuit, player: Player) -> str:
        return gettext("{circuit} goes on.").format(
            circuit=changes.reopen_circuit(circuit_id=found.pk, player=player, at=timezone.now()).name
        )

    return _do(request, circuit, service)


@require_POST
@login_required
def delete(request: HttpRequest, circuit: str) -> HttpResponse:

    def service(found: Circuit, player: Player) -> str:
        changes.delete_circuit(circuit_id=found.pk, player=player)
        return gettext("{circuit} is deleted.").format(circuit=found.name)

    return _do(request, circuit, service)


_OF_CIRCUITS = [
    path("", circuits, name="circuits"),
    path("new/", make, name="make"),
    path("<slug:circuit>/", circuit, name="circuit"),
    path("<slug:circuit>/edit/", edit, name="edit"),
    path("<slug:circuit>/add/", add, name="add"),
    path("<slug:circuit>/take-out/", take_out, name="take_out"),
    path("<slug:circuit>/end/", end, name="end"),
    path("<slug:circuit>/reopen/", reopen, name="reopen"),
    path("<slug:circuit>/delete/", delete, name="delete"),
]
SITE_PAGES = [path("circuits/", include((_OF_CIRCUITS, "circuits")))]


def how_points_count(rules: CircuitRules) -> list[str]:
    """The scale, the events that count, and what decides ties."""
    scale = ", ".join(map(str, rules.points))
    return [
        gettext("Points for the final place in each event, the first place first: {scale}.").format(scale=scale),
        gettext("Players who share a place get the points of that place each. Players who have left get none."),
        *([_best(rules.best)] if rules.best else []),
        gettext(
            "Of players level on points, the one with more first places comes first, then with more second places, and "
            "so on. Players equal in all of this share their place."
        ),
        gettext("The table follows from those of the events: a corrected result changes it."),
    ]


def _best(count: int) -> str:
    return ngettext(
        "The best event of each player counts; points of others are struck out.",
        "The best {count} events of each player count; points of others are struck out.",
        count,
    ).format(count=count)


def parted(tie: Parted) -> str:
    """Why one of two players who are level on points is ahead."""
    named = {"ahead": tie.ahead, "behind": tie.behind, "more": tie.more, "fewer": tie.fewer, "place": tie.place}
    if tie.place == 1:
        return gettext("{ahead} is ahead of {behind} by first places: {more} to {fewer}.").format(**named)
    return gettext("{ahead} is ahead of {behind} by finishes in place {place}: {more} to {fewer}.").format(**named)


def champions(players: Sequence[str]) -> str:
    """The first of a circuit that has ended; empty for nobody."""
    words = ngettext("Champion: {players}", "Champions: {players}", len(players))
    return words.format(players=and_list(players)) if players else ""


@dataclass(frozen=True, slots=True)
class Cell:
    """What an event has given to a player, and in words for which place."""

    points: int
    place: str
    counts: bool


def circuit_rows(table: CircuitTable) -> list[Row]:
    names = [event.name for event in table.events]
    return [
        {
            "rank": line.rank,
            "player": line.player,
            "points": line.points,
            "counted": len(line.places),
            "cells": list(zip(names, cells, strict=True)),
        }
        for line, cells in ((line, map(_cell, line.results)) for line in table.lines)
    ]


def _cell(result: Result | None) -> Cell | None:
    return Cell(result.points, gettext("place {place}").format(place=result.place), result.counts) if result else None
