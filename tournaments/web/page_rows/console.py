"""The rows of the director's console: open games, players, entries of the log, and what can be done about each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models import Game, Player
from ground.lists import Row
from ground.wording import time_in_words
from tournaments.directing import ACTIONS
from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_rules.layouts import WITH_BRACKET, Form
from tournaments.models import Division, Entrant, Event, Round
from tournaments.presenting.next_round import NextRound, PlannedPair
from tournaments.presenting.open_games import Held
from tournaments.presenting.page_sentences import console as sentences
from tournaments.presenting.page_sentences import desk as round_sentences
from tournaments.presenting.page_sentences.event import open_games, paused, place_in_league
from tournaments.presenting.page_sentences.standings import changed_place, changed_points
from tournaments.presenting.tables import division_title
from tournaments.queries import round_titles
from tournaments.running.requests import Request
from tournaments.setup.approval import is_approved
from tournaments.web.links import Link, Tag, action_address
from tournaments.web.page_rows.event import state_tags as event_state_tags

State = Event.State
Status = Entrant.Status

Offered = Mapping[Place, Sequence[Action[Any]]]

TAKES_PLAYERS = (State.DRAFT, State.OPEN, State.RUNNING)


@dataclass(frozen=True, slots=True)
class OpenGameRow:
    """An open game: who plays it, for whom it waits, and what can be done about it, or else who ``decided_by``."""

    game: Game
    title: str
    players: str
    round: str
    turn: SafeString
    tags: tuple[Tag, ...]
    actions: tuple[Link, ...]
    decided_by: str


@dataclass(frozen=True, slots=True)
class RequestRow:
    """An open request of a player, and the actions that approve or refuse it."""

    request: Request
    address: str
    actions: tuple[Link, ...]


def request_rows(event: Event, requests: Iterable[Request], *, directs: bool) -> list[RequestRow]:
    """The open requests that a director, or else an arbiter, decides about."""
    return [_request_row(event, one) for one in requests if directs or one.asked.game is not None]


def _request_row(event: Event, request: Request) -> RequestRow:
    inputs: dict[str, object] = {name: value for name, value in request.inputs.items() if value is not None}
    if request.asked.seconds:
        inputs["span"] = time_in_words(timedelta(seconds=request.asked.seconds))
    approve = gettext("Approve: {action}").format(action=ACTIONS[request.action].title)
    return RequestRow(
        request=request,
        address=reverse("games:game", args=[request.asked.game]) if request.asked.game else "",
        actions=(
            Link(approve, action_address(event, request.action, **inputs, request=request.seq)),
            Link(gettext("Refuse"), action_address(event, "refuse-request", entry=request.seq)),
        ),
    )


def state_tags(event: Event) -> tuple[Tag, ...]:
    """The state of the event, since when it is paused, and whether its final tables are approved."""
    if event.state == State.FINISHED:
        approval = (
            Tag(gettext("tables approved")) if is_approved(event) else Tag(gettext("tables not approved"), "urgent")
        )
        return (*event_state_tags(event), approval)
    if event.paused_at is None:
        return event_state_tags(event)
    return (Tag(event.get_state_display()), Tag(paused(event.paused_at), "urgent"))


def event_actions(event: Event, actions: Offered, *, has_open_games: bool, directs: bool) -> list[Link]:
    """What can be done about the whole event; a director can copy it."""
    possible = [*actions[Place.EVENT], *(actions[Place.OPEN_GAMES] if has_open_games else ())]
    if not directs:
        return _links(event, possible)
    return [*_links(event, possible), Link(gettext("Copy"), reverse("tournaments:copy", args=[event.slug]))]


def round_actions(event: Event, actions: Offered, number: int) -> list[Link]:
    """What can be decided about a round that is being played."""
    moved = [action for action in actions[Place.OPEN_GAMES] if action.slug == "move-deadline"]
    return [
        *_links(event, moved, round=number),
        *_links(event, (one for one in actions[Place.EVENT] if one.slug == "announce")),
    ]


def round_links(event: Event, rounds: Iterable[Round]) -> list[Link]:
    """The rounds that are being played, each with how many games hold it up."""
    return [
        Link(
            round_sentences.link(titles[held.number], division_title(division), held.open_games),  # type: ignore[attr-defined]  # annotated
            reverse("tournaments:round_in_play", args=[event.slug, division.pk, held.number]),
        )
        for division, own in _by_division(rounds)
        for titles in [round_titles(division, [held.number for held in own])]
        for held in own
    ]


def _by_division(rounds: Iterable[Round]) -> Iterator[tuple[Division, list[Round]]]:
    """Rounds that come by division."""
    for _, own in groupby(rounds, key=lambda held: held.division_id):
        held = list(own)
        yield held[0].division, held


def next_round_actions(event: Event, actions: Offered) -> list[Link]:
    """What can be decided about the round that is paired next."""
    return _links(event, actions[Place.NEXT_ROUND])


def planned_rows(held: NextRound) -> list[Row]:
    """The pairs of a round that waits for its release."""
    return [_planned_row(pair) for pair in held.pairs]


def _planned_row(pair: PlannedPair) -> Row:
    unusual = (
        (pair.is_set, Tag(gettext("set by a director"))),
        (pair.is_kept_apart, Tag(gettext("kept apart, but no other pairing is possible"), "bad")),
        (pair.has_met, Tag(gettext("have met before"), "urgent")),
    )
    return {
        "table": pair.table,
        "players": sentences.planned_pair(pair.players, pair.points),
        "tags": tuple(tag for is_so, tag in unusual if is_so),
    }


def result_actions(event: Event, actions: Offered) -> list[Link]:
    """What can be done about results; nothing before there are any."""
    return _links(event, actions[Place.RESULTS])


def _links(event: Event, actions: Iterable[Action[Any]], **values: object) -> list[Link]:
    return [Link(str(action.title), action_address(event, action.slug, **values)) for action in actions]


def open_game_rows(event: Event, games: Iterable[Held], actions: Offered, *, viewer: Player) -> list[OpenGameRow]:
    """The rows of some open games; the director who looks decides about none of their own."""
    return [_open_game_row(event, held, actions, viewer) for held in games]


def _open_game_row(event: Event, held: Held, actions: Offered, viewer: Player) -> OpenGameRow:
    is_own, tags = viewer.username in held.players, []
    if held.is_late:
        tags.append(Tag(gettext("past the deadline"), "bad"))
    if held.is_void:
        tags.append(Tag(gettext("does not count")))
    return OpenGameRow(
        game=held.game,
        title=sentences.game(held.number),
        players=", ".join(held.players),
        round=sentences.round_of_game(held.round_title, held.division),
        turn=sentences.turn(held.waits_for, is_paused=held.stands, deadline=held.deadline),
        tags=tuple(tags),
        actions=() if is_own else tuple(_links(event, actions[Place.GAME], game=held.number)),
        decided_by=sentences.decided_by_others() if is_own else "",
    )


def entrant_rows(
    event: Event, entrants: Iterable[Entrant], actions: Offered, *, viewer: Player, directs: bool
) -> list[Row]:
    """The rows of some players; each entrant knows how many ``open_games`` it has. The director who looks decides about
    nobody in their own division, an arbiter about no entry."""
    own = set(event.entrants.filter(player=viewer).exclude(division=None).values_list("division", flat=True))
    rows = [_entrant_row(event, entrant, actions, is_rival=entrant.division_id in own) for entrant in entrants]
    return rows if directs else [{**row, "can_be_removed": False} for row in rows]


def _entrant_row(event: Event, entrant: Entrant, actions: Offered, *, is_rival: bool) -> Row:
    has_left = entrant.status in (Status.WITHDRAWN, Status.DISQUALIFIED)
    count: int = entrant.open_games  # type: ignore[attr-defined]  # annotated by the query
    return {
        "player": entrant.name,
        "place": _place(event, entrant),
        "status": Tag(entrant.get_status_display(), "bad" if has_left else ""),
        "open_games": open_games(count) if count else "",
        "actions": () if is_rival else _entrant_actions(event, entrant, actions),
        "decided_by": sentences.decided_by_others() if is_rival else "",
        "can_be_removed": not entrant.number and entrant.status != Status.WITHDRAWN and event.state != State.FINISHED,
    }


def _place(event: Event, entrant: Entrant) -> str:
    """Where in the event somebody plays; empty before places are given."""
    number, division = entrant.number, entrant.division
    if not number:
        return ""
    if entrant.stage_number > 1:
        return gettext("number {number}, finals").format(number=number)
    if division is not None and event.form == Form.LEAGUE:
        return place_in_league(division.tier, division.number, number)
    if division is not None and event.form == Form.GROUPS:
        return gettext("group {group}, number {number}").format(group=division.number, number=number)
    return gettext("number {number}").format(number=number)


def _entrant_actions(event: Event, entrant: Entrant, actions: Offered) -> tuple[Link, ...]:
    is_entered = not entrant.number and entrant.status in (Status.ACTIVE, Status.ASKED)
    possible = actions[Place.ENTRANT] if entrant.number else actions[Place.ENTERED] if is_entered else ()
    fitting = [action for action in possible if action.suits(entrant)]
    return tuple(_links(event, fitting, player=entrant.player.username))


def has_points(event: Event) -> bool:
    """A ladder and a knockout have places, and no points."""
    return event.form not in (Form.LADDER, *WITH_BRACKET)


def change_rows(event: Event, dry_run: DryRun) -> list[Row]:
    """Every player whom an action would move."""
    with_points = has_points(event)
    return [
        {
            "player": change.player,
            "place": changed_place(change.rank_before, change.rank_after),
            "points": changed_points(change.points_before, change.points_after) if with_points else "",
        }
        for change in dry_run.changes
    ]
