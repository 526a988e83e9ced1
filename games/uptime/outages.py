"""Signs of life of the service's parts, the public ledger of outages, and whether clocks can be believed at all.

Every outage is given back to every running clock, as a rest that is written into each game: doing it twice does
nothing. A game that is opened before its turn came gets it there and then.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum

from games.clock.heartbeats import (
    ASIDE,
    STALE,
    SWEEP,
    TOLERANCE,
    HeartbeatSample,
    compare,
    name_of_part,
    read_monotonic_counter,
    silence,
)
from games.clock.pauses import Pause, Reason
from games.models import ClockJump, CurrentTurn, Game, Heartbeat, Outage, OwedCredit
from games.signals import clock_set_back
from games.timekeeping import turn_clock
from games.timekeeping.leave import LONGEST_HOLD
from ground.background import enqueue_after_commit
from ground.sweeps import Sweep
from ground.wording import gettext, moment_in_utc

log = logging.getLogger(__name__)

CLOCK = "clock "  # begins the name of a row that stands for the clock of a machine and for no part of the service
SYSTEM_CLOCK = "system clock"
BATCH = 200  # games that are given an outage in one transaction, which holds their moves up for some tenths of a second
LONGEST_WORK = timedelta(minutes=2)  # for which a mail or a call is in hand, by far
SWEEP_SECONDS = 40.0  # after which a sweep leaves the rest to the next


# Signs of life --------------------------------------------------------------------------------------------------------


@transaction.atomic
def record_heartbeat(*, name: str, at: datetime, clear_until: datetime, ticks: float = 0, boot: str = "") -> None:
    """A part of the service works, and has stored everything that arrived before ``clear_until``.

    ``ticks`` are seconds of a counter that nobody can set, since the ``boot`` of the machine. A silence before this
    sign becomes a line of the ledger, a system clock that was moved since the last one is written down: each once,
    whoever notices it.
    """
    heartbeat = HeartbeatSample(at, ticks, boot)
    if boot:
        _watch_clock(heartbeat)
    last = _beat(name, heartbeat, clear_until)
    found = compare(last, heartbeat)
    if found.gap and not name.startswith(ASIDE):
        _note_outage(name, *found.gap, noted_at=at)
    if found.jump and not heartbeat.shares_counter_with(last):  # else the watch over the clock has it
        _note_jump(heartbeat, found.jump, after_restart=True)


def _watch_clock(heartbeat: HeartbeatSample) -> None:
    """All parts on one machine share its clock: whoever comes first after it was moved writes that down."""
    jump = compare(_beat(_clock_of(heartbeat), heartbeat, heartbeat.at), heartbeat).jump
    if jump:
        _note_jump(heartbeat, jump, after_restart=False)


def _beat(name: str, heartbeat: HeartbeatSample, clear_until: datetime) -> HeartbeatSample:
    """Store a heartbeat and return the one before; the same one if it is the first."""
    values = {"at": heartbeat.at, "clear_until": clear_until, "ticks": heartbeat.ticks, "boot": heartbeat.boot}
    beat, is_first = Heartbeat.objects.select_for_update().get_or_create(name=name, defaults=values)
    if is_first:
        return heartbeat
    Heartbeat.objects.filter(name=name).update(**values)
    return _sample(beat)


def _sample(beat: Heartbeat) -> HeartbeatSample:
    return HeartbeatSample(beat.at, beat.ticks, beat.boot)


def _note_jump(heartbeat: HeartbeatSample, jump: timedelta, *, after_restart: bool) -> None:
    values = {"at": heartbeat.at, "seconds": jump.total_seconds()}
    if after_restart:  # every part notices this one by itself
        ClockJump.objects.get_or_create(boot=heartbeat.boot, after_restart=True, defaults=values)
    else:
        ClockJump.objects.create(boot=heartbeat.boot, **values)
    log.error(
        "The system clock was changed by %.0f s. Nobody loses on time until it is corrected or believe_clock is run.",
        values["seconds"],
    )
    if jump < timedelta(0):
        clock_set_back.send(sender=ClockJump, now=heartbeat.at)
    if not _moved():
        _set_right(heartbeat.at)


def has_just_jumped(now: datetime) -> bool:
    """Whether the system clock was moved within LONGEST_WORK, whoever has noted that: what somebody has taken until a
    moment that seems to be over may then still be in work."""
    if ClockJump.objects.filter(at__range=(now - LONGEST_WORK, now + LONGEST_WORK)).exists():
        return True
    here = HeartbeatSample(now, **read_monotonic_counter().values())
    return any(compare(_sample(beat), here).jump for beat in Heartbeat.objects.filter(name=_clock_of(here)))


def _clock_of(heartbeat: HeartbeatSample) -> str:
    return f"{CLOCK}{heartbeat.boot}"[:40]


def _set_right(now: datetime) -> None:
    """The clock is back, and all moves of it add up to nothing. Turns that began while it was wrong begin now."""
    jumps = ClockJump.objects.filter(believed_at=None)
    _start_turns_anew(min(jumps.values_list("at", flat=True)), now)
    jumps.update(believed_at=now)


def _start_turns_anew(since: datetime, now: datetime) -> None:
    late = Q(turn__started_at__gt=since) | Q(turn__held_until__gt=now + timedelta(minutes=LONGEST_HOLD)) | ~Q(holds=[])
    running = Game.objects.filter(late, turn__isnull=False).order_by("pk")  # as everybody locks several games
    for game in running.select_for_update(of=("self",)):
        if game.is_over:
            continue
        turn_clock.start_anew(game, since, now)
        game.save(update_fields=["holds"])
        game.turn.save(update_fields=["started_at", "deadline", "held_until", "due_at"])
    turn_clock.look_again_at(CurrentTurn.objects.all())  # by the wrong clock there was nothing to do before


def _note_outage(part: str, starts_at: datetime, ends_at: datetime, *, noted_at: datetime) -> None:
    is_long = ends_at - starts_at >= timedelta(minutes=settings.OUTAGE_LONG_MINUTES)
    grace = settings.OUTAGE_FLOOR_HOURS * 3600 if is_long else 0
    Outage.objects.get_or_create(
        part=part, starts_at=starts_at, defaults={"ends_at": ends_at, "noted_at": noted_at, "grace_seconds": grace}
    )
    enqueue_after_commit("games.tasks.credit_outages")


# Credits --------------------------------------------------------------------------------------------------------------


def credit(game: Game) -> None:
    """Give a locked game that runs the outages that have not reached every game yet, and save what changed."""
    if game.is_over:
        return
    owed = Outage.objects.filter(ends_at__gt=game.started_at).filter(
        Q(credited_at=None) | Q(pk__in=OwedCredit.objects.filter(game=game).values("outage"))
    )
    news = [outage for outage in owed if turn_clock.hold(game, outage.rest)]
    if news:
        turn_clock.save_clock(game)


def is_owed(game: OuterRef) -> Q:
    """A condition for queries: whether an outage may not have reached a game yet."""
    return Exists(Outage.objects.filter(credited_at=None)) | Exists(OwedCredit.objects.filter(game=game))


def credit_outages(*, now: datetime, seconds: float = SWEEP_SECONDS) -> bool:
    """Give every outage of the ledger back to every running clock; say whether all have it. Twice, or two at once, is
    the same as once.

    Goes through the games in batches, for so many ``seconds``, and the next sweep goes on where this one ended: no
    number of games is too many. A game that cannot be given it keeps no other waiting: the debt is noted, for the next
    sweep and for whoever opens the game first.
    """
    limit = time.monotonic() + seconds
    with Sweep("credits") as sweep:
        for game_id in set(OwedCredit.objects.values_list("game", flat=True)):
            with sweep.one(f"game {game_id}"), transaction.atomic():
                _credit_locked(game_id)
        owed = list(Outage.objects.filter(credited_at=None))
        if not owed:
            return True
        open_outages = Outage.objects.filter(pk__in=[outage.pk for outage in owed])
        through = min(outage.credited_through for outage in owed)
        while batch := _running_after(through, owed):
            _credit_batch(batch, owed, sweep)
            through = batch[-1]
            open_outages.update(credited_through=through)
            if time.monotonic() > limit:
                return False
        open_outages.update(credited_at=now)
    return True


def _running_after(game_id: int, owed: Sequence[Outage]) -> list[int]:
    """The next games, by their numbers, that may have run during an outage."""
    running = CurrentTurn.objects.filter(pk__gt=game_id, game__started_at__lt=max(outage.ends_at for outage in owed))
    return list(running.order_by("pk").values_list("pk", flat=True)[:BATCH])


@transaction.atomic
def _credit_batch(game_ids: Sequence[int], owed: Sequence[Outage], sweep: Sweep) -> None:
    """Give these games what they are owed, in as many statements as there would be for one."""
    games = Game.objects.select_for_update().filter(pk__in=game_ids).order_by("pk").in_bulk()
    turns = CurrentTurn.objects.in_bulk(games)  # read under the locks of the games
    changed, failed = [], []
    for pk, turn in turns.items():
        game = games[pk]
        game.turn = turn
        was_given = False
        with sweep.one(f"game {pk}"):
            pauses = [outage.rest for outage in owed if outage.ends_at > game.started_at]
            if [pause for pause in pauses if turn_clock.hold(game, pause)]:
                changed.append(game)
            was_given = True
        if not was_given:
            failed.append(pk)
    Game.objects.bulk_update(changed, ["holds"])
    CurrentTurn.objects.bulk_update([game.turn for game in changed], ["deadline", "due_at"])
    debts = [OwedCredit(outage=outage, game_id=pk) for pk in failed for outage in owed]
    OwedCredit.objects.bulk_create(debts, ignore_conflicts=True)


def _credit_locked(game_id: int) -> None:
    """Give one game, inside a transaction, all that it is owed."""
    credit(Game.objects.select_for_update().get(pk=game_id))
    OwedCredit.objects.filter(game=game_id).delete()


# Can anything be said about time? -------------------------------------------------------------------------------------


def doubts(now: datetime) -> list[str]:
    """Why no flag may fall now, in sentences; empty when the service is whole and its clock believed.

    An outage that has not been given back to all games is no reason: each gets it before its flag is looked at.
    """
    beats = list(parts())
    found = [] if beats else [gettext("No part of the service has sent a heartbeat yet.")]
    found += [
        gettext("{part}: no heartbeat since {moment}.").format(
            part=name_of_part(beat.name), moment=moment_in_utc(beat.at)
        )
        for beat in beats
        if now - beat.at > STALE
    ]
    if any(b.at - now > TOLERANCE for b in beats):
        found.append(gettext("The newest heartbeat is dated in the future: the system clock was set back."))
    if moved := _moved():
        found.append(
            gettext("The system clock was moved by {seconds} seconds.").format(seconds=f"{moved.total_seconds():+.0f}")
        )
    return found


def clear_until(now: datetime) -> datetime | None:
    """Up to when every message that arrived is known to be stored; None while nobody can tell. Whether those about a
    game have been read, ``games.signals.flag_planned`` asks."""
    if doubts(now):
        return None
    return min(beat.clear_until for beat in parts())


def going_on(now: datetime) -> list[Pause]:
    """The outages that go on at this moment and are in no ledger yet."""
    return [Pause(beat.at, now, Reason.OUTAGE) for beat in parts() if now - beat.at > STALE]


def is_clock_believed() -> bool:
    """Whether the system clock shows what it would if nobody had ever set it."""
    return not _moved()


@transaction.atomic
def believe_clock(*, now: datetime) -> timedelta:
    """The operator says that the system clock is right. Time that it skipped is an outage for everybody; turns that
    began in what is now the future begin now. Returns by how much it had been moved."""
    moved = _moved()
    for jump in ClockJump.objects.filter(believed_at=None, seconds__gt=0) if moved > timedelta(0) else ():
        _note_outage(SYSTEM_CLOCK, jump.at - timedelta(seconds=jump.seconds), jump.at, noted_at=now)
    ClockJump.objects.filter(believed_at=None).update(believed_at=now)
    _start_turns_anew(now, now)
    return moved


def _moved() -> timedelta:
    """By how much the clock has been moved in all since somebody last believed it; a little is nothing."""
    seconds = ClockJump.objects.filter(believed_at=None).aggregate(sum=Sum("seconds"))["sum"] or 0
    moved = timedelta(seconds=seconds)
    return moved if abs(moved) > TOLERANCE else timedelta(0)


def parts() -> QuerySet[Heartbeat]:
    """The last heartbeat of each part of the service for which clocks are stopped."""
    return beats_of_processes().exclude(name__startswith=ASIDE)


def silent(now: datetime) -> list[Heartbeat]:
    """The parts of the service that have sent no heartbeat lately, whether or not clocks are stopped for them."""
    return [beat for beat, seconds in seconds_of_silence(beats_of_processes(), now) if seconds > STALE.total_seconds()]


def beats_of_processes() -> QuerySet[Heartbeat]:
    """The last heartbeat of each part of the service."""
    others = Q(name__startswith=CLOCK) | Q(name__startswith=SWEEP)
    return Heartbeat.objects.exclude(others).order_by("name")


def seconds_of_silence(beats: Iterable[Heartbeat], now: datetime) -> list[tuple[Heartbeat, float]]:
    """Each with how long ago it was, whatever became of the system clock since."""
    here = HeartbeatSample(now, **read_monotonic_counter().values())
    return [(beat, silence(_sample(beat), here).total_seconds()) for beat in beats]


LATENESS, PART_OF_PERIOD = 25.0, 0.1  # seconds beyond its period, or this part of it, after which a sweep is late


def record_run(sweep: str, *, at: datetime) -> None:
    """The sweep of this name has just run through."""
    values = {"at": at, "clear_until": at, **read_monotonic_counter().values()}
    Heartbeat.objects.update_or_create(name=f"{SWEEP}{sweep}", defaults=values)


def seconds_since_runs(*, now: datetime) -> dict[str, float]:
    """How long ago each sweep has run through, by its name; one that never has is missing."""
    runs = seconds_of_silence(Heartbeat.objects.filter(name__startswith=SWEEP), now)
    return {run.name.removeprefix(SWEEP): seconds for run, seconds in runs}


def seconds_late(periods: Mapping[str, float], *, now: datetime) -> dict[str, float]:
    """For how long each sweep that should run every so many seconds (``periods``) has been late; 0 for one on time."""
    ages = seconds_since_runs(now=now)
    return {
        name: max(0.0, ages.get(name, math.inf) - period - max(LATENESS, period * PART_OF_PERIOD))
        for name, period in periods.items()
    }
