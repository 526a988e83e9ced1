"""Reminders while the time of turns runs out: one mail a player for all that is due, each turn and stage once.

A stage is a share of the turn's time, by its running clock, or the return from leave. Only the highest share that a
turn has newly reached is named. The mail itself is written from the games as they are when it goes out, and says
nothing of turns that have ended meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import takewhile

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from games.clock.pauses import Reason
from games.models import CurrentTurn, Game, Player, Seat
from games.play import queries
from games.timekeeping import turn_clock
from games.timekeeping.leave import calendar_of
from ground.prepared.queries import Asked, Prepared
from ground.sweeps import Sweep
from notifications.addresses import preferences
from notifications.choices.schedules import SPARE, quiet_begins, quiet_until, reached, read_schedule
from notifications.choices.topics import Pace, Topic
from notifications.models import MailPreference, OutboundMail, Reminder
from notifications.outbound.messages.game_base import BACK
from notifications.outbox import NewMail, enqueue

BATCH = 200  # players
A_DAY = timedelta(days=1)
EVENING = timedelta(hours=1)  # before quiet hours: what becomes urgent in them is mailed now

_REMINDED = Reminder.objects.filter(
    seat__game=OuterRef("game"), seat__player=Asked("player"), turn_started_at=OuterRef("started_at")
)
TURNS = Prepared(
    lambda: CurrentTurn.objects.filter(player=Asked("player")).only("pk").annotate(is_reminded=Exists(_REMINDED))
)


@dataclass(frozen=True)
class Due:
    """A turn of a seat, and the stages that it has reached."""

    game: Game
    seat: Seat
    turn_started_at: datetime
    deadline: datetime
    stages: tuple[str, ...]

    def marks(self) -> list[tuple[int, datetime, str]]:
        return [(self.seat.pk, self.turn_started_at, stage) for stage in self.stages]


def remind(*, now: datetime) -> None:
    """Write the reminders that are due, and put down for each turn that was looked at when to look again.

    Costs what is due: games in which nothing can be due yet are not read, and a batch of players is done before the
    next is read.
    """
    waiting = queries.games_to_look_at(now=now)
    players = sorted(set(waiting.order_by().values_list("turn__player", flat=True)))
    with Sweep("reminders") as sweep:
        for first in range(0, len(players), BATCH):
            _remind_players(players[first : first + BATCH], waiting, sweep, now)


def _remind_players(player_ids: list[int], waiting: QuerySet[Game], sweep: Sweep, now: datetime) -> None:
    times = {found.player_id: found for found in MailPreference.objects.filter(player__in=player_ids)}
    chosen = preferences.preferences_of_all(player_ids, Topic.REMINDERS)
    due: dict[Player, list[Due]] = defaultdict(list)
    looked_at: dict[Player, list[Game]] = defaultdict(list)
    for game in waiting.filter(turn__player__in=player_ids).prefetch_related("seats__player"):
        with sweep.one(f"game {game.pk}"):
            seat = next(seat for seat in game.seats.all() if seat.number == game.to_act)
            choice = chosen.get(seat.player_id)
            pace = choice.pace(game.pk) if choice else Pace.NOW
            if found := _due(game, seat, times.get(seat.player_id) or MailPreference(), pace, now):
                due[seat.player].append(found)
            looked_at[seat.player].append(game)
    again: dict[int, datetime] = {}
    for player, several in looked_at.items():
        with sweep.one(player.username):
            _remind(player, due[player], now)
            preference = times.get(player.pk) or MailPreference()
            again |= {game.pk: _look_again_at(game, player, preference, now) for game in several}
    _put_off([game for several in looked_at.values() for game in several if game.pk in again], again)


def _due(game: Game, seat: Seat, preference: MailPreference, pace: Pace, now: datetime) -> Due | None:
    """What a turn is to be reminded of by now, mailed before or not; None while it may wait or nothing is."""
    if game.turn.time is None or game.deadline is None:
        return None
    until = _night(game.deadline, seat.player, preference, now)
    if until is None:
        return None
    whole = game.turn.time * turn_clock.MILLISECOND
    schedule = read_schedule(preference.schedule)
    share = reached(turn_clock.used_until(game, until), whole, schedule[-1:] if pace == Pace.URGENT else schedule)
    stages = (*([str(share)] if share else []), *_returns(game, now))
    return Due(game, seat, game.turn.started_at, game.deadline, stages) if stages else None


def _night(deadline: datetime, player: Player, preference: MailPreference, now: datetime) -> datetime | None:
    """Up to when a reminder written now has to look ahead; None in quiet hours that it has to respect.

    What would become urgent in quiet hours is mailed before they begin, or, if the player agreed, in them.
    """
    quiet = preference.quiet or calendar_of(player).sleep
    ends = quiet_until(now, player.time_zone, quiet)
    if ends > now:
        return now if preference.urgent_at_night and deadline - ends < SPARE else None
    begins = quiet_begins(now, player.time_zone, quiet)
    if begins is None or preference.urgent_at_night or begins - now > EVENING:
        return now
    ends = quiet_until(begins, player.time_zone, quiet)
    return min(deadline, ends) if deadline - ends < SPARE else now


def _returns(game: Game, now: datetime) -> Iterator[str]:
    """The newest return from leave in a turn, while the leave does not go on."""
    past = takewhile(lambda rest: rest.start <= now, turn_clock.pauses_of(game))
    ends = [rest.end for rest in past if rest.reason == Reason.LEAVE and rest.grace]
    if ends and max(ends) <= now:
        yield f"{BACK} {max(ends):%Y-%m-%d}"


@transaction.atomic
def _put_off(games: Sequence[Game], again: Mapping[int, datetime]) -> None:
    """Nobody need look at these turns before ``again``, unless they have changed since they were read.

    One that is being changed at this moment is left alone.
    """
    now = CurrentTurn.objects.select_for_update(skip_locked=True).filter(pk__in=again).order_by("pk").in_bulk()
    same = [now[game.pk] for game in games if game.pk in now and _state_of(now[game.pk]) == _state_of(game.turn)]
    for turn in same:
        turn.due_at = again[turn.pk]
    CurrentTurn.objects.bulk_update(same, ["due_at"])


def _state_of(turn: CurrentTurn) -> tuple[datetime | None, ...]:
    return turn.started_at, turn.deadline, turn.held_until, turn.due_at


def _look_again_at(game: Game, player: Player, preference: MailPreference, now: datetime) -> datetime:
    turn = game.turn
    moments = [turn.deadline, turn.held_until, *_moments_to_look_at(game, player, preference, now)]
    return min(moment for moment in moments if moment is not None)


def _moments_to_look_at(
    game: Game, player: Player, preference: MailPreference, now: datetime
) -> Iterator[datetime | None]:
    """When ``_due`` may say something new: where a share is used up or a leave ends, and, if that is in quiet hours,
    shortly before and after them."""
    quiet = preference.quiet or calendar_of(player).sleep
    whole = (game.turn.time or 0) * turn_clock.MILLISECOND
    used = turn_clock.used_until(game, now)
    shares = (share for share in read_schedule(preference.schedule) if whole * share > used * 100)
    coming = takewhile(lambda rest: game.deadline is None or rest.start <= game.deadline, turn_clock.pauses_of(game))
    happens = [turn_clock.used_at(game, whole * share / 100) for share in shares]
    happens += [rest.end for rest in coming if rest.reason == Reason.LEAVE and rest.end > now]
    around = (now, *(at for at in happens if at is not None))
    looks = (moment for at in around for moment in _around(at, player.time_zone, quiet))
    yield from (moment for moment in looks if moment > now)


def _around(at: datetime, zone: str, quiet: tuple[time, time] | None) -> Iterator[datetime]:
    """An instant; and the evening before the quiet hours in which it lies, and their end."""
    yield at
    ends = quiet_until(at, zone, quiet)
    begins = quiet_begins(at - A_DAY, zone, quiet)
    if ends > at and begins is not None:
        yield begins - EVENING
        yield ends


def _remind(player: Player, turns: Sequence[Due], now: datetime) -> None:
    """One mail for everything in ``turns`` that has not been mailed, if anything. Under the player's lock, so once."""
    if not _untold(turns):
        return
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        untold = _untold(turns)
        news = sorted((turn for turn in turns if untold & {*turn.marks()}), key=lambda turn: turn.deadline)
        if not news:
            return
        first = news[0]
        (mail,) = enqueue(
            [
                NewMail(
                    kind=OutboundMail.Kind.REMINDER,
                    reader_id=player.pk,
                    cause=f"game:{first.game.pk}:{first.turn_started_at:%Y%m%dT%H%M%S%f}:{','.join(first.stages)}",
                    game_id=first.game.pk,
                    ply=first.game.ply,
                )
            ],
            at=now,
        )
        Reminder.objects.bulk_create(
            Reminder(seat_id=seat, turn_started_at=began, stage=stage, mail=mail)
            for seat, began, stage in sorted(untold)
        )


def _untold(turns: Sequence[Due]) -> set[tuple[int, datetime, str]]:
    keys = {key for turn in turns for key in turn.marks()}
    described = Reminder.objects.filter(seat__in=[turn.seat for turn in turns])
    return keys - set(described.values_list("seat_id", "turn_started_at", "stage"))


def turns_of(player: Player) -> list[bool]:
    """For each running game in which the player is to act: whether a mail has reminded of the present turn."""
    return [vars(turn)["is_reminded"] for turn in TURNS.ask(player=player.pk)]


def last_warnings(player: Player) -> list[Game]:
    """Games whose present turn has used the last share of the player's schedule: shown on every page."""
    reminded = queries.games_to_move(player).filter(
        seats__player=player, seats__reminders__turn_started_at=F("turn__started_at")
    )
    found = reminded.annotate(stage=F("seats__reminders__stage"))
    last = str(read_schedule(preferences.preference_of(player.pk).schedule)[-1])
    return [game for game in found if game.stage == last]
