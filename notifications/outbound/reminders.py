"""Reminders while the time of turns runs out: one mail a player for all that is due, each turn and stage once.

A stage is a share of the turn's time, by its running clock, or the return from leave. Only the highest share that a
turn has newly reached is named. The mail itself is written from the games as they are when it goes out, and says
nothing of turns that have ended meanwhile.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile

from django.db import transaction
from django.db.models import F

from games.clock.pauses import Reason
from games.models import CurrentTurn, Game, Player, Seat
from games.play import queries
from games.sweeps import Sweep
from games.timekeeping import turn_clock
from games.timekeeping.leave import calendar_of
from notifications.addresses import preferences
from notifications.choices.schedules import SPARE, quiet_begins, quiet_until, reached, read_schedule
from notifications.choices.topics import Pace, Topic
from notifications.models import MailPreference, OutboundMail, Reminder
from notifications.outbound.messages.game_base import BACK
from notifications.outbox import NewMail, enqueue

EVENING = timedelta(hours=1)  # before quiet hours: what becomes urgent in them is mailed now


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
    """Write the reminders that are due, and put down for each turn that was looked at when to look again."""
    times = {preference.player_id: preference for preference in MailPreference.objects.all()}
    chosen = preferences.all_preferences(Topic.REMINDERS)
    due: dict[Player, list[Due]] = defaultdict(list)
    games = queries.games_to_look_at(now=now).prefetch_related("seats__player").iterator(chunk_size=500)
    looked_at: dict[Player, list[Game]] = defaultdict(list)
    with Sweep("reminders") as sweep:
        for game in games:
            with sweep.one(f"game {game.pk}"):
                seat = next(seat for seat in game.seats.all() if seat.number == game.to_act)
                choice = chosen.get(seat.player_id)
                pace = choice.pace(game.pk) if choice else Pace.NOW
                if found := _due(game, seat, times.get(seat.player_id) or MailPreference(), pace, now):
                    due[seat.player].append(found)
                looked_at[seat.player].append(game)
        for player, several in looked_at.items():
            with sweep.one(player.username):
                _remind(player, due[player], now)
                for game in several:
                    _put_off(game, player, times.get(player.pk) or MailPreference(), now)


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


def _put_off(game: Game, player: Player, preference: MailPreference, now: datetime) -> None:
    """Nobody need look at a turn again before something can be due, unless it has changed since it was read."""
    turn = game.turn
    moments = [turn.deadline, turn.held_until, *_moments_to_look_at(game, player, preference, now)]
    same = CurrentTurn.objects.filter(
        game=game, started_at=turn.started_at, deadline=turn.deadline, held_until=turn.held_until, due_at=turn.due_at
    )
    same.update(due_at=min(moment for moment in moments if moment is not None))


def _moments_to_look_at(
    game: Game, player: Player, preference: MailPreference, now: datetime
) -> Iterator[datetime | None]:
    """When ``_due`` may say something new: where a share is used up, a leave ends, or quiet hours are near or over."""
    whole = (game.turn.time or 0) * turn_clock.MILLISECOND
    used = turn_clock.used_until(game, now)
    for share in read_schedule(preference.schedule):
        if whole * share > used * 100:
            yield turn_clock.used_at(game, whole * share / 100)
    coming = takewhile(lambda rest: game.deadline is None or rest.start <= game.deadline, turn_clock.pauses_of(game))
    yield from (rest.end for rest in coming if rest.reason == Reason.LEAVE and rest.end > now)
    quiet = preference.quiet or calendar_of(player).sleep
    begins = quiet_begins(now, player.time_zone, quiet)
    if begins is not None:
        evening, ends_now = begins - EVENING, quiet_until(now, player.time_zone, quiet)
        yield quiet_until(begins, player.time_zone, quiet)
        yield from (moment for moment in (evening, ends_now) if moment > now)


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


def last_warnings(player: Player) -> list[Game]:
    """Games whose present turn has used the last share of the player's schedule: shown on every page."""
    last = str(read_schedule(preferences.preference_of(player.pk).schedule)[-1])
    return list(
        queries.games_to_move(player).filter(
            seats__player=player, seats__reminders__stage=last, seats__reminders__turn_started_at=F("turn__started_at")
        )
    )
