"""Everything about events that a clock decides. Idempotent: several schedulers may follow it at once."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import translation

from games.exceptions import GameError
from games.models import Game
from games.play import directing as games
from games.play.held_moves import publish_before_end
from ground.canonical import canonical_time, whole_milliseconds
from ground.sweeps import Sweep
from ground.wording import kept
from tournaments.event_log.append import append, lock_event, lock_game_and_event
from tournaments.event_log.kinds import (
    CalledOff,
    DeadlineMoved,
    GameFinished,
    Resumed,
    Reverted,
    StartMoved,
    Substituted,
    TimeAdded,
    Withdrawn,
)
from tournaments.event_log.reading import of_kind, read
from tournaments.event_rules.layouts import EXTENSION, Form
from tournaments.exceptions import EventError, Meanwhile
from tournaments.models import Entrant, Event, EventLogEntry, Round
from tournaments.queries import open_rounds
from tournaments.running import ladders, seasons, services
from tournaments.running.decisions import Decision
from tournaments.running.departures import take_out
from tournaments.running.places import overdue_rounds
from tournaments.running.settling import settle
from tournaments.scheduling import closed_accounts, standby
from tournaments.signals import DEADLINE_NEAR, calendar_followed, players_concerned
from tournaments.standings.matches import FORFEIT

State = Event.State
Status = Entrant.Status

POSTPONED = timedelta(days=7)  # the start of an event for which too few have entered
MOST_POSTPONED = 4
WARNED = timedelta(days=3)  # before a round ends: who holds it up

# Reasons in logs.
ROUND_IS_OVER = kept("The time of round {number} is over: the scores on the board decided it.")
ROUND_UNFINISHED = kept("Games of the round were not finished at the deadline.")
ROUNDS_UNFINISHED = kept("Games of the rounds were not finished at the deadline.")
NO_SHOW = kept("Did not appear for a game.")


def follow(*, now: datetime) -> None:
    """Start what is to start, end rounds and seasons whose time is over, and bring games in line with their events."""
    with Sweep("calendar") as sweep:
        _follow_dates(sweep, now)
        _follow_entrants(sweep, now)
        _follow_what_comes_next(sweep, now)


def _follow_dates(sweep: Sweep, now: datetime) -> None:
    for event_id in _to_start(now):
        with sweep.one(f"start of event {event_id}"):
            start_on_time(event_id, now=now)
    for held in overdue_rounds(now=now):
        with sweep.one(f"deadline of round {held.pk}"):
            end_round(held.pk, now=now)
    for event in _unsettled():
        with sweep.one(f"event {event.pk}"):
            settle(event, at=now)


def _follow_entrants(sweep: Sweep, now: datetime) -> None:
    for entrant in closed_accounts.left_behind():
        with sweep.one(f"entrant {entrant.pk} of a closed account"), suppress(Meanwhile):
            closed_accounts.withdraw(entrant, at=now)
    for place in closed_accounts.left_in_teams():
        with sweep.one(f"player {place.player_id} of entrant {place.entrant_id}"), suppress(Meanwhile):
            closed_accounts.leave_team_of(place, at=now)
    for entrant in _no_shows():
        with sweep.one(f"entrant {entrant.pk}"), suppress(Meanwhile):
            withdraw_no_show(entrant, now=now)
    for entrant in ladders.entrants_to_remove():
        with sweep.one(f"entrant {entrant.pk}"), suppress(Meanwhile):
            ladders.remove_from_ladder(entrant, at=now)
    for entrant in standby.places_to_fill():
        with sweep.one(f"place of entrant {entrant.pk}"):
            standby.fill(entrant, at=now)


def _follow_what_comes_next(sweep: Sweep, now: datetime) -> None:
    for event_id in _with_deadlines_near(now):
        with sweep.one(f"deadlines of event {event_id}"):
            remind_delaying_players(event_id, now=now)
    calendar_followed.send(None, sweep=sweep, now=now)
    for event in seasons.to_continue():
        with sweep.one(f"season after event {event.pk}"), suppress(Meanwhile):
            seasons.prepare_next(event.pk, now=now)
    for event in seasons.to_open(now):
        with sweep.one(f"entries of event {event.pk}"):
            open_season(event.pk, now=now)


def open_season(event_id: int, *, now: datetime) -> None:
    """Open the draft of a next season; where its planned start is over meanwhile, it starts a week later."""
    with transaction.atomic():
        event = lock_event(event_id)
        if event.state != State.DRAFT:
            return
        if event.starts_at is not None and event.starts_at < now + seasons.TIME_TO_SAY:
            event.starts_at = whole_milliseconds(now + seasons.TIME_TO_SAY)
            event.save(update_fields=["starts_at"])
        services.open_entries(event_id=event_id, player=None, at=now)


def _to_start(now: datetime) -> list[int]:
    due = Event.objects.filter(state=State.OPEN, starts_at__lte=now).order_by("starts_at", "pk")
    return list(due.values_list("pk", flat=True))


def start_on_time(event_id: int, *, now: datetime) -> None:
    """Start an event whose time has come; with too few players a week later, and after a month not at all."""
    try:
        with translation.override(settings.LANGUAGE_CODE):  # the log has the reason
            services.start_event(event_id=event_id, player=None, at=now)
    except EventError as error:
        with transaction.atomic():
            event = lock_event(event_id)
            if event.state != State.OPEN or event.starts_at is None or event.starts_at > now:
                return
            why = error.message[:200]
            postponed = read(event.log_entries.all(), StartMoved)
            if sum(entry.payload.actor is None for entry in postponed) >= MOST_POSTPONED:  # not by a director
                event.state, event.finished_at = State.CALLED_OFF, now
                append(event, CalledOff(why=why), at=now)
            else:
                before, event.starts_at = event.starts_at, whole_milliseconds(now + POSTPONED)
                append(event, StartMoved(start=event.starts_at, before=before, why=why), at=now)
            event.save(update_fields=["state", "finished_at", "starts_at"])


def _with_deadlines_near(now: datetime) -> list[int]:
    """Running events some of whose rounds that are being played end soon."""
    near = Round.objects.filter(
        deadline__gt=now,
        deadline__lte=now + WARNED,
        division__event__state=State.RUNNING,
        division__event__paused_at=None,
        fixtures__games__game__status=Game.Status.RUNNING,
    )
    return list(near.values_list("division__event", flat=True).distinct().order_by("division__event"))


def remind_delaying_players(event_id: int, *, now: datetime) -> None:
    """Tell everybody who is to move in a game of a round that ends soon, once a deadline."""
    event = Event.objects.get(pk=event_id)
    waiting = Game.objects.filter(
        status=Game.Status.RUNNING,
        to_act__isnull=False,
        fixture_game__fixture__round__division__event=event,
        fixture_game__fixture__round__deadline__gt=now,
        fixture_game__fixture__round__deadline__lte=now + WARNED,
        seats__number=F("to_act"),
        seats__left_ply=None,  # else the house bot plays it
        seats__player__is_bot=False,
    ).values_list("fixture_game__fixture__round__deadline", "seats__player")
    players: dict[datetime, list[int]] = {}
    for deadline, player in waiting.order_by("seats__player").distinct():
        if deadline is not None:
            players.setdefault(deadline, []).append(player)
    for deadline, several in sorted(players.items()):
        key, facts = f"{deadline:%Y%m%d%H%M}", {"deadline": canonical_time(deadline)}
        players_concerned.send(Event, event=event, what=DEADLINE_NEAR, players=several, key=key, at=now, facts=facts)


def end_round(round_id: int, *, now: datetime) -> None:
    """A deadline is over: a round gets a week more once, then what still runs is decided by the scores on the board.

    Rounds of a division that end together, as those of a season do, get it together, by one line of the log.
    """
    with transaction.atomic():
        held = Round.objects.select_related("division__event").get(pk=round_id)
        event = lock_event(held.division.event_id)
        held.refresh_from_db()
        if not _is_over(held, event, now):
            return
        if not held.is_extended:
            _extend(held, event, now)
            return
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__round=held).order_by("pk")
    for game in running:
        with suppress(GameError), lock_game_and_event(game.pk, event.pk) as event:  # the game may have ended meanwhile
            held.refresh_from_db()
            if not _is_over(held, event, now):
                return
            if publish_before_end(game.pk, now=now):
                reason = ROUND_IS_OVER.format(number=held.number)
                games.adjudicate_game(game_id=game.pk, actor_id=None, reason=reason, at=now)


def _extend(held: Round, event: Event, now: datetime) -> None:
    """A week more for a round, and for those of the division that end with it, if games of them are still open."""
    deadline = whole_milliseconds(now + EXTENSION)
    together = open_rounds(event).filter(division=held.division, deadline=held.deadline, is_extended=False)
    count = together.update(deadline=deadline, is_extended=True)
    why = ROUNDS_UNFINISHED if count > 1 else ROUND_UNFINISHED
    number = None if count > 1 else held.number
    if count:
        append(event, DeadlineMoved(round=number, deadline=deadline, why=why), at=now, division=held.division)


def _is_over(held: Round, event: Event, now: datetime) -> bool:
    is_late = held.deadline is not None and held.deadline <= now
    return is_late and event.state == State.RUNNING and event.paused_at is None


def _unsettled() -> list[Event]:
    """Events some of whose open games are not in line with them; which ones, ``settle`` finds."""
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__isnull=False)
    off = running.filter(fixture_game__fixture__round__division__event__state=State.CALLED_OFF)
    paused = running.filter(fixture_game__fixture__round__division__event__paused_at__isnull=False)
    gone = Entrant.objects.filter(status__in=(Status.WITHDRAWN, Status.DISQUALIFIED))
    gone = gone.exclude(status=Status.WITHDRAWN, event__form=Form.LADDER)  # there their games go on
    own = Q(fixture_seats__fixture__games__game__seats__player=F("player")) | Q(event__form=Form.TEAMS)
    left = gone.filter(  # from the few who left to their games: there are many games
        own,
        fixture_seats__fixture__games__game__status=Game.Status.RUNNING,
        fixture_seats__fixture__games__game__seats__left_ply=None,  # at a table where the others play on, it is set
    )
    events = set(left.values_list("event", flat=True))
    for games_of in (off, paused):
        events |= set(games_of.values_list("fixture_game__fixture__round__division__event", flat=True))
    log = EventLogEntry.objects.filter(event__state=State.RUNNING)
    of_all_games = log.filter(kind=Resumed.slug) | of_kind(log, TimeAdded, game=None)
    events |= set(of_all_games.values_list("event", flat=True))
    return list(Event.objects.filter(pk__in=events).order_by("pk"))


def _no_shows() -> list[Entrant]:
    """Players who lost a game of a Swiss tournament without a single move and have not come back or been replaced."""
    swiss = EventLogEntry.objects.filter(event__state=State.RUNNING, event__form=Form.SWISS)
    forfeits = read(of_kind(swiss, GameFinished, result__reason=FORFEIT), GameFinished)
    results = [(entry.seq, entry.payload.result) for entry in forfeits]
    last = {result.entrants[seat]: seq for seq, result in results for seat in result.left}
    entrants = Entrant.objects.filter(pk__in=last, status=Status.ACTIVE).select_related("event", "player")
    return [entrant for entrant in entrants if _begun_anew(entrant) < last[entrant.pk]]


def _begun_anew(entrant: Entrant) -> int:
    """The entry since which an entrant's absence counts: where they came back or somebody took over, 0 if none did."""
    left: set[int] = set()
    anew = 0
    for seq, payload, *_ in read(entrant.event.log_entries.all(), Withdrawn, Substituted, Reverted):
        if isinstance(payload, Reverted):
            anew = seq if payload.entry in left else anew
        elif payload.entrant != entrant.pk:
            continue
        elif isinstance(payload, Withdrawn):
            left.add(seq)
        else:
            anew = seq
    return anew


def withdraw_no_show(entrant: Entrant, *, now: datetime) -> None:
    """Take a player who did not appear out of a Swiss tournament; they can come back before the next round."""
    decision = Decision(None, NO_SHOW, now)
    take_out(entrant.event_id, entrant.pk, Withdrawn, decision, whose=entrant.player)
