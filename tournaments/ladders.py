"""Challenges on a ladder."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Game, Player
from tournaments.exceptions import EventError
from tournaments.formats.ladder import ladder_of
from tournaments.ledger import append, lock_event
from tournaments.models import Division, Entrant, Event, Fixture
from tournaments.pairing.ladder import FORGIVEN_AFTER, INCOMING, OUTGOING, REMATCH_AFTER, reach
from tournaments.progress import create_fixture, round_of, tell_standings
from tournaments.queries import field_of
from tournaments.schemes import Form
from tournaments.signals import PAIRED, round_advanced
from tournaments.standings.log import Kind


def may_challenge(division: Division, challenger: Entrant, *, at: datetime) -> list[Entrant]:
    """Whom somebody may challenge now, the highest rung first."""
    rungs = ladder_of(field_of(division)).rungs
    if challenger.pk not in rungs or _open(division, challenger, seat=0) >= OUTGOING:
        return []
    members = {entrant.pk: entrant for entrant in division.entrants.select_related("player")}
    above = [members[rungs[rung - 1]] for rung in reach(rungs.index(challenger.pk) + 1)]
    return [other for other in above if not _why_not(division, challenger, other, at)]


def _why_not(division: Division, challenger: Entrant, other: Entrant, at: datetime) -> str:
    """Why somebody within reach cannot be challenged now; empty if he can."""
    if _open(division, other, seat=1) >= INCOMING:
        return f"{other.player} has {INCOMING} challenges to answer already."
    met = Fixture.objects.filter(round__division=division, seats__entrant=challenger).filter(seats__entrant=other)
    if met.filter(games__game__status=Game.Status.RUNNING).exists():
        return f"You are playing against {other.player} already."
    if met.filter(games__game__finished_at__gt=at - REMATCH_AFTER).exists():
        return f"You can challenge {other.player} again {REMATCH_AFTER.days} days after your last game."
    return ""


def off_the_ladder(event: Event) -> str:
    """What somebody is told who was on the ladder once."""
    return (
        f"You are not on {event.name} any more: you have left it, or lost on time as the one challenged twice within "
        f"{FORGIVEN_AFTER.days} days."
    )


def is_on_ladder(division: Division, entrant: Entrant) -> bool:
    """Whether an entrant stands on a rung."""
    return entrant.pk in ladder_of(field_of(division)).rungs


def _open(division: Division, entrant: Entrant, *, seat: int) -> int:
    """How many open fixtures somebody has as challenger (seat 0) or as challenged (1)."""
    fixtures = Fixture.objects.filter(round__division=division, games__game__status=Game.Status.RUNNING)
    return fixtures.filter(seats__entrant=entrant, seats__number=seat).distinct().count()


@transaction.atomic
def challenge(*, event_id: int, player: Player, username: str, at: datetime) -> Fixture:
    """Challenge somebody on a higher rung within reach; the games begin at once. Raises EventError."""
    event = lock_event(event_id)
    division = event.divisions.select_related("stage").first()
    if event.form != Form.LADDER or event.state != Event.State.RUNNING or division is None or event.paused_at:
        raise EventError(f"{event.name} is no ladder that is running.")
    division.event = event
    members = {entrant.player.username.lower(): entrant for entrant in division.entrants.select_related("player")}
    own, other = members.get(player.username.lower()), members.get(username.strip().lower())
    rungs = ladder_of(field_of(division)).rungs
    if own is None:
        raise EventError(f"You are not on {event.name}; enter it first.")
    if own.pk not in rungs:
        raise EventError(off_the_ladder(event))
    if other is None or other.pk not in rungs:
        raise EventError(f"{username} is not on {event.name}.")
    rung = rungs.index(own.pk) + 1
    within = reach(rung)
    if rungs.index(other.pk) + 1 not in within:
        told = "nobody, since you are at the top"
        if within:
            told = f"rungs {within.start} to {within.stop - 1}" if len(within) > 1 else f"rung {within.start} only"
        raise EventError(f"You stand on rung {rung} and can challenge {told}.")
    if _open(division, own, seat=0) >= OUTGOING:
        raise EventError("You have an open challenge already; play it first.")
    refusal = _why_not(division, own, other, at)
    if refusal:
        raise EventError(refusal)
    held = round_of(division, 1, at)
    number = held.fixtures.count() + 1
    fixture = create_fixture(division, held, number, [own, other], at)
    payload = {"fixtures": [fixture.pk], "challenger": own.pk, "defender": other.pk}
    append(event, Kind.CHALLENGED, payload, at=at, division=division)
    tell_standings(division)
    round_advanced.send(Event, event=event, division=division, kind=PAIRED, fixtures=[fixture])
    return fixture
