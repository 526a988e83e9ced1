"""The rows of the page of an event (facts, divisions, rounds, players), and of lists of events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from games.presenting.moments import time_element, write_moment, write_short_day, write_short_moment
from games.rules import RULES
from ground.features import address_of
from ground.lists import Fact, Row
from tournaments.event_rules.layouts import Form
from tournaments.formats import BRACKETS
from tournaments.models import NAME, Entrant, Event
from tournaments.presenting.page_sentences import event as sentences
from tournaments.presenting.page_sentences import standings as of_tables
from tournaments.presenting.tables import DivisionLine, first_lines
from tournaments.web.links import Tag, circuit_link, club_link, comma_separated, player_link, record_link, team_link
from tournaments.web.page_rows.standings import standing_rows

Status = Entrant.Status

FIRST_PLACES = 6  # of the only table of an event, on the event's own page


def facts_of_play(event: Event) -> list[Fact]:
    """What is played, and with how much time."""
    rules = format_html(
        '<a href="{address}">{game}</a>', address=reverse("games:rules", args=[event.rules]), game=event.game_title
    )
    return [
        Fact(
            gettext("Game"),
            sentences.game_with_options(
                rules, RULES[event.rules].options_in_words(event.options), event.event_layout.seats
            ),
        ),
        Fact(gettext("Form"), capfirst(event.get_form_display())),
        Fact(gettext("Time control"), event.time_control.describe()),
        Fact(gettext("Pause"), event.event_pause_rules.describe()),
    ]


def facts_of_course(event: Event, *, following: Event | None, next_round: tuple[str, datetime] | None) -> list[Fact]:
    """How the event goes: who may enter, when it began and ended, the seasons around it; the title of the
    ``next_round`` and when it begins, where that is known."""
    facts = [
        Fact(gettext("Rated"), pgettext("answer", "yes") if event.rated else pgettext("answer", "no")),
        *_facts_of_organising(event),
        Fact(gettext("Ratings"), sentences.rating_band(event.rating_from, event.rating_to)),
        Fact(gettext("To enter"), sentences.conditions(event.entry_conditions, has_code=bool(event.entry_code))),
        Fact(gettext("Starts"), time_element(event.starts_at) if event.starts_at and not event.started_at else ""),
        Fact(gettext("Started"), write_moment(event.started_at) if event.started_at else ""),
        Fact(gettext("Next round"), sentences.next_round(*next_round) if next_round else ""),
        Fact(
            (gettext("Called off") if event.state == Event.State.CALLED_OFF else gettext("Finished")),
            write_moment(event.finished_at) if event.finished_at else "",
        ),
        Fact(gettext("Previous season"), _event_link(event.previous)),
        Fact(gettext("Next season"), _event_link(following)),
    ]
    return [fact for fact in facts if fact.words]


def _facts_of_organising(event: Event) -> list[Fact]:
    if event.agreed_id is not None:
        return [Fact(gettext("Agreed"), gettext("by both players, in the lobby"))]
    if event.cup:
        return [Fact(gettext("Mini cup"), _queue_link())]
    invited = {
        Event.Entry.OPEN: "",
        Event.Entry.PEOPLE: gettext("people only"),
        Event.Entry.INVITED: gettext("by invitation only"),
        Event.Entry.MEMBERS: gettext("members of the club only"),
        Event.Entry.BOTS: gettext("bots only"),
    }[Event.Entry(event.entry)]
    return [
        Fact(gettext("Club"), club_link(event.club.slug, event.club.name) if event.club else ""),
        Fact(gettext("Circuit"), comma_separated(circuit_link(one.slug, one.name) for one in event.circuits.all())),
        Fact(gettext("Director"), event.director.username),
        Fact(gettext("Entries"), invited),
    ]


def _queue_link() -> str:
    words = gettext("started when enough players had joined")
    return format_html('<a href="{address}">{words}</a>', address=address_of("tournaments:cups"), words=words)


def _event_link(event: Event | None) -> str:
    if event is None:
        return ""
    address = reverse("tournaments:event", args=[event.slug])
    return format_html('<a href="{address}">{name}</a>', address=address, name=event.name)


def division_rows(event: Event, lines: Sequence[DivisionLine], shown: Iterable[Entrant]) -> list[Row]:
    """The divisions of an event that has started; ``shown`` are those of its entrants that are at hand."""
    several, names = len(lines) > 1, {entrant.pk: entrant.name for entrant in shown}
    if unknown := [one for line in lines for one in line.leaders if one not in names]:
        names |= dict(Entrant.objects.filter(pk__in=unknown).values_list("pk", NAME))
    return [
        {
            "title": line.title or gettext("Standings"),
            "address": reverse(
                "tournaments:standings", args=[event.slug, line.division.pk] if several else [event.slug]
            ),
            "players": sentences.players(line.players, of_teams=event.form == Form.TEAMS),
            "leaders": _leaders(event, line, [names[one] for one in line.leaders]),
        }
        for line in lines
    ]


def first_places(event: Event, lines: Sequence[DivisionLine], *, viewer: str, own: int | None = None) -> Row | None:
    """The head of a table of an event, the viewer's row marked: of the division that is the viewer's ``own``, or else
    of the first. None where nobody has played yet, and in a knockout, whose places follow from its bracket."""
    line = next((line for line in lines if line.division.pk == own), lines[0] if lines else None)
    if line is None or line.division.stage.format in BRACKETS:
        return None
    is_ladder, division = event.form == Form.LADDER, line.division
    if not line.level and not is_ladder:
        return None
    several = len(lines) > 1
    return {
        "title": line.title if several else "",
        "rows": standing_rows(first_lines(division, division.snapshot, FIRST_PLACES), viewer=viewer),
        "place_column": of_tables.place_column(is_ladder=is_ladder),
        "has_points": division.stage.stage_format.has_points,
        "address": reverse("tournaments:standings", args=[event.slug, division.pk] if several else [event.slug]),
    }


def _leaders(event: Event, line: DivisionLine, names: Sequence[str]) -> str:
    """Who leads a division; in a knockout nobody does before its end."""
    is_knockout = line.division.stage.format in BRACKETS
    is_decided = line.division.finished_at is not None
    if names:
        if is_knockout and not is_decided:
            return ""
        return sentences.leaders(
            names,
            is_ladder=event.form == Form.LADDER,
            is_decided=is_decided,
            is_event_over=event.finished_at is not None,
        )
    return sentences.shared_first_place(line.level) if line.level and not is_knockout else ""


def round_rows(event: Event, rounds: Iterable[Mapping[str, Any]]) -> list[Row]:
    """The rounds of an event, as ``views`` has read them."""
    return [
        {
            "title": held["title"],
            "stage": (gettext("groups") if held["division__stage__number"] == 1 else gettext("finals"))
            if event.form == Form.GROUPS
            else "",
            "begun": write_short_day(held["started_at"]) if held["started_at"] else gettext("not yet"),
            "deadline": write_short_moment(held["deadline"]) if held["deadline"] else gettext("none"),
            "is_extended": held["is_extended"],
            "over": held["games"] - held["running"],
            "games": held["games"],
        }
        for held in rounds
    ]


def pools(event: Event, entrants: Sequence[Entrant]) -> list[Row]:
    """The players by division, in the order in which they are given."""
    groups = [list(held) for _, held in groupby(entrants, key=lambda entrant: entrant.division_id)]
    return [
        {
            "title": _pool_title(event, held[0]) if len(groups) > 1 else "",
            "players": tuple(_player_row(event, one) for one in held),
        }
        for held in groups
    ]


def _pool_title(event: Event, entrant: Entrant) -> str:
    division = entrant.division
    if division is None:
        return ""
    if event.form == Form.GROUPS:
        return gettext("Group {number}").format(number=division.number)
    return gettext("Division {tier}.{number}").format(tier=division.tier, number=division.number)


def _player_row(event: Event, entrant: Entrant) -> Row:
    if entrant.team_name:
        return {"number": entrant.number, "name": team_link(event, entrant.pk, entrant.team_name), "rating": None}
    name = entrant.player.username
    if not event.started_at:
        return {"number": entrant.number, "name": player_link(name), "rating": None}
    return {"number": entrant.number, "name": record_link(event, name), "rating": entrant.rating}


def _entrant_link(entrant: Entrant) -> SafeString:
    if entrant.team_name:
        return team_link(entrant.event, entrant.pk, entrant.team_name)
    return player_link(entrant.player.username)


def waiting_lists(entrants: Iterable[Entrant]) -> list[tuple[str, SafeString]]:
    """Those who do not play (yet), by why not: what the list is, and their names in the order of their entries."""
    by_status: dict[str, list[SafeString]] = {}
    for entrant in entrants:
        by_status.setdefault(entrant.status, []).append(_entrant_link(entrant))
    return [(sentences.not_yet_playing(status), comma_separated(by_status[status])) for status in sorted(by_status)]


def event_rows(events: Iterable[Event]) -> list[Row]:
    """The rows of some events; each knows how many have ``entered`` and how many are ``asked`` to stay."""
    return [_event_row(event) for event in events]


def _event_row(event: Event) -> Row:
    is_open = event.state == Event.State.OPEN
    entered, asked = event.entered, event.asked  # type: ignore[attr-defined]  # annotated by the query
    return {
        "slug": event.slug,
        "name": event.name,
        "kind": sentences.kind_of_event(event.game_title, event.get_form_display()),
        "note": sentences.asked_to_stay(asked) if is_open else "",
        "entered": sentences.entered(
            entered, event.most_entrants if is_open else None, of_teams=event.form == Form.TEAMS
        ),
        "tags": state_tags(event),
        "starts": gettext("starts {day}").format(day=write_short_day(event.starts_at))
        if is_open and event.starts_at
        else "",
    }


def state_tags(event: Event) -> tuple[Tag, ...]:
    """The state of an event, and that it is paused."""
    state = Tag(event.get_state_display(), "urgent" if event.state == Event.State.OPEN else "")
    return (state, Tag(sentences.paused(), "urgent")) if event.paused_at else (state,)
