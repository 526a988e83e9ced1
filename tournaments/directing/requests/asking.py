"""What players ask the directors of an event for. Each request is for an action, which approves it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Player, Seat
from tournaments import permission
from tournaments.directing import ACTIONS
from tournaments.entries.admission import player_named
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import KINDS, Requested, revertible
from tournaments.event_log.kinds.entrants.request_answered import TAKEN_BACK
from tournaments.event_log.kinds.entrants.requested import APPEAL, ENTRY, SUBSTITUTE, TIME, WITHDRAWAL
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import entries_of, games_of_event
from tournaments.running.decisions import Decision, check_reason
from tournaments.running.late_entries import late_division
from tournaments.running.requests import Request, answer_request, granting, requests_in

State = Event.State

MOST_OPEN = 3  # requests of one player in one event

TITLES = {
    TIME: gettext_lazy("More time for a game"),
    APPEAL: gettext_lazy("Appeal against a decision"),
    SUBSTITUTE: gettext_lazy("A substitute for me"),
    WITHDRAWAL: gettext_lazy("To be taken out"),
    ENTRY: gettext_lazy("To be let in"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """What a player asks for: ``what`` is one of ``TITLES``, the rest is as it needs."""

    what: str
    why: str
    game: int | None = None
    span: timedelta | None = None
    entry: int | None = None
    substitute: str = ""


def sorts_for(event: Event, player: Player) -> list[str]:
    """What a player can ask for in the present state of an event, in the order of ``TITLES``."""
    if not event.has_director or event.state not in (State.RUNNING, State.FINISHED):
        return []
    places = [entrant for entrant in entries_of(event, player.username) if entrant.number]
    if event.state == State.FINISHED:
        return [APPEAL] if places else []
    if not places:
        return [ENTRY] if late_division(event) else []
    fitting = {
        TIME: _own_seats(event, player).filter(left_ply=None, game__status=Game.Status.RUNNING).exists(),
        APPEAL: True,
        SUBSTITUTE: ACTIONS["substitute"].is_possible(event),
        WITHDRAWAL: any(one.player == player and one.status == Entrant.Status.ACTIVE for one in places),
    }
    return [what for what in TITLES if fitting.get(what)]


@transaction.atomic
def ask(*, event_id: int, player: Player, wanted: NewRequest, at: datetime) -> Request:
    """Ask the directors for something that they could do now. What is open already is asked for once.

    Raises EventError, and NotAllowed.
    """
    event = lock_event(event_id)
    if wanted.what not in sorts_for(event, player):
        problem = _("You cannot ask the directors of %(event)s for that now.")
        raise EventError(problem % {"event": event.name}, "what")
    asked = _as_asked(event, player, wanted)
    mine = requests_in([event.pk], of=player)
    if known := [one for one in mine if replace(one.asked, why="") == replace(asked, why="")]:
        return known[0]
    if len(mine) >= MOST_OPEN:
        problem = _("You have %(most)d open requests in %(event)s. Take one back, or wait for an answer.")
        raise EventError(problem % {"most": MOST_OPEN, "event": event.name})
    slug, inputs = granting(asked, player.username, wanted.substitute)
    if ACTIONS[slug].inputs.keys() == inputs.keys():  # else the director adds something
        span = {"span": wanted.span} if "span" in inputs else {}
        ACTIONS[slug].dry_run(event, ACTIONS[slug].Inputs(**inputs | span), at=at)
    permission.count_request(player, at=at)
    append(event, asked, at=at)
    return requests_in([event.pk], of=player)[-1]


@transaction.atomic
def take_back(*, event_id: int, player: Player, seq: int, at: datetime) -> None:
    """Take back an open request of one's own. Idempotent. Raises EventError."""
    event = lock_event(event_id)
    own = {one.seq: one for one in requests_in([event.pk], of=player, only_open=False)}
    if seq not in own:
        raise EventError(_("You have no request %(number)d in %(event)s.") % {"number": seq, "event": event.name})
    if own[seq].answer is None:
        answer_request(event, seq, TAKEN_BACK, Decision(player, "", at))


def _as_asked(event: Event, player: Player, wanted: NewRequest) -> Requested:
    """The entry that a request becomes. Raises EventError for one that is about others, or not complete."""
    game = seat = entry = seconds = substitute = None
    if wanted.what == TIME:
        if wanted.span is None:
            raise EventError(_("Say how much time, such as 2 days."), "span")
        game, seconds = wanted.game, int(wanted.span.total_seconds())
        seat = _own_seats(event, player).filter(game=game, left_ply=None).values_list("number", flat=True).first()
        if seat is None:
            raise EventError(_("Give the number of a game of yours in %(event)s.") % {"event": event.name}, "game")
    elif wanted.what == APPEAL:
        entry, game = wanted.entry, _game_of_appeal(event, player, wanted.entry)
    elif wanted.what == SUBSTITUTE and wanted.substitute:
        substitute = player_named(wanted.substitute, field="substitute").pk
    return Requested(
        what=wanted.what, entry=entry, game=game, seat=seat, seconds=seconds, player=substitute,
        actor=player.pk, why=check_reason(wanted.why),
    )  # fmt: skip


def _own_seats(event: Event, player: Player) -> QuerySet[Seat]:
    return Seat.objects.filter(player=player, game__in=games_of_event(event))


def appealable(event: Event, player: Player) -> list[EventLogEntry]:
    """The decisions about a player or a game of theirs that directors could change, the latest first."""
    own = {entrant.pk for entrant in entries_of(event, player.username)}
    games = set(_own_seats(event, player).values_list("game", flat=True))
    decisions = [slug for slug, kind in KINDS.items() if kind.decides_game or kind.reverted_by]
    return [
        row
        for row in event.log_entries.filter(Q(game=None) | Q(game__in=games), kind__in=decisions).order_by("-seq")
        for payload in [row.entry.payload]
        if payload.actor != player.pk and (payload.about_game in games or own.intersection(payload.names().entrants))
    ]


def _game_of_appeal(event: Event, player: Player, seq: int | None) -> int | None:
    """The game whose result an appeal against an entry is about; None where the entry itself can be reverted. Raises
    EventError for an entry that does not concern the player."""
    row = next((row for row in appealable(event, player) if row.seq == seq), None)
    if row is None:
        problem = _("Give the number of a decision about you or a game of yours; the log of %(event)s has them.")
        raise EventError(problem % {"event": event.name}, "entry")
    return None if row.kind in revertible() else row.entry.payload.about_game
