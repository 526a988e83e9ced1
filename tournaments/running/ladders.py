"""Challenges on a ladder, and who falls off it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy

from games.models import Game, Player
from ground.wording import kept
from tournaments import permission
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import Challenged, RemovedFromLadder
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.base import Field
from tournaments.formats.ladder import LadderFormat, is_ending, ladder_of
from tournaments.models import Division, Entrant, Event, EventLogEntry, Fixture, FixtureGame
from tournaments.pairing.ladder import FORGIVEN_AFTER, INCOMING, OUTGOING, REMATCH_AFTER, reach
from tournaments.queries import field_of
from tournaments.running.decisions import Decision
from tournaments.running.departures import take_out
from tournaments.running.progress import create_fixture, request_standings, round_of
from tournaments.signals import PAIRED, round_advanced
from tournaments.standings.tables import Pairing

ENDS = gettext_lazy("Its director has ended this ladder: open challenges are played out, and there are no new ones.")
PLAY_FIRST = gettext_lazy("You have an open challenge already; play it first.")
FELL = kept("Lost on time as the one challenged for the second time within {days} days.")


def may_challenge(division: Division, challenger: Entrant, *, at: datetime) -> list[Entrant]:
    """Whom somebody may challenge now, the highest rung first."""
    field = field_of(division)
    rungs = ladder_of(field).rungs
    if challenger.pk not in rungs or is_ending(field.account):
        return []
    challenges = _challenges_of(division, field, at)
    if challenges.open(challenger, seat=0) >= OUTGOING:
        return []
    return [
        other for other in _within_reach(division, rungs, challenger) if not _why_not(challenges, challenger, other)
    ]


def _within_reach(division: Division, rungs: Sequence[int], challenger: Entrant) -> list[Entrant]:
    """Who stands where somebody's challenges reach, the highest rung first."""
    members = {entrant.pk: entrant for entrant in division.entrants.select_related("player")}
    return [members[rungs[rung - 1]] for rung in reach(rungs.index(challenger.pk) + 1)]


def whom_to_challenge(division: Division, player: Player | None, *, at: datetime) -> list[Entrant] | None:
    """Whom a player may challenge now, the highest rung first.

    None where there is nothing to be asked: for visitors, for players who are not on the ladder, and while it is not
    running.
    """
    event = division.event
    if player is None or event.form != Form.LADDER or event.state != Event.State.RUNNING or event.paused_at:
        return None
    own = division.entrants.filter(player=player, status=Entrant.Status.ACTIVE).first()
    return may_challenge(division, own, at=at) if own else None


def why_nobody(division: Division, player: Player, *, at: datetime) -> str:
    """Why there is nobody whom a player may challenge now, in sentences."""
    field = field_of(division)
    rungs = ladder_of(field).rungs
    if is_ending(field.account):
        return str(ENDS)
    own = division.entrants.filter(player=player, pk__in=rungs).first()
    if own is None:
        return gettext("You are not on {event} any more.").format(event=division.event.name)
    above = _within_reach(division, rungs, own)
    if not above:
        return gettext("You stand on the first rung: there is nobody above you.")
    challenges = _challenges_of(division, field, at)
    if challenges.open(own, seat=0) >= OUTGOING:
        return str(PLAY_FIRST)
    return " ".join(_why_not(challenges, own, other) for other in above)


@dataclass(frozen=True, slots=True)
class _Challenges:
    """The challenges of a ladder; fixtures of which games are ``running`` or have ended ``lately``, and those that are
    ``void`` because somebody has left."""

    pairings: Sequence[Pairing]
    running: frozenset[int]
    lately: frozenset[int]
    void: frozenset[int]

    def open(self, entrant: Entrant, *, seat: int) -> int:
        """How many open ones somebody has made (seat 0) or has to answer (1), of those that count."""
        own = {pairing.fixture for pairing in self.pairings if pairing.entrants[seat] == entrant.pk}
        return len(own & self.running - self.void)

    def between(self, one: Entrant, other: Entrant) -> set[int]:
        """The fixtures in which these two met."""
        return {pairing.fixture for pairing in self.pairings if {one.pk, other.pk} == set(pairing.entrants)}


def _challenges_of(division: Division, field: Field, at: datetime) -> _Challenges:
    games = FixtureGame.objects.filter(fixture__round__division=division).order_by()
    wanted = Q(game__status=Game.Status.RUNNING) | Q(game__finished_at__gt=at - REMATCH_AFTER)
    known = list(games.filter(wanted).values_list("fixture", "game__status"))
    return _Challenges(
        pairings=field.roster.pairings,
        running=frozenset(fixture for fixture, status in known if status == Game.Status.RUNNING),
        lately=frozenset(fixture for fixture, status in known if status != Game.Status.RUNNING),
        void=field.roster.void,
    )


def _why_not(challenges: _Challenges, challenger: Entrant, other: Entrant) -> str:
    """Why somebody within reach cannot be challenged now; empty if he can."""
    met = challenges.between(challenger, other)
    if not other.player.is_active:
        return gettext("{player} has closed the account.").format(player=other.player)
    if challenges.open(other, seat=1) >= INCOMING:
        return gettext("{player} has {incoming} challenges to answer already.").format(
            player=other.player, incoming=INCOMING
        )
    if met & challenges.running:
        return gettext("You are playing against {player} already.").format(player=other.player)
    if met & challenges.lately:
        return gettext("You can challenge {player} again {days} days after your last game.").format(
            player=other.player, days=REMATCH_AFTER.days
        )
    return ""


@transaction.atomic
def challenge(*, event_id: int, player: Player, username: str, at: datetime) -> Fixture:
    """Challenge somebody on a higher rung within reach; the games begin at once. Raises EventError."""
    event = lock_event(event_id)
    permission.check_may_join(player, at=at)
    division = event.divisions.select_related("stage").first()
    if event.form != Form.LADDER:
        raise EventError(
            gettext("{event} is not a ladder; nobody can challenge anybody there.").format(event=event.name)
        )
    if division is None or event.state != Event.State.RUNNING:
        raise EventError(
            gettext("{event} is {state}; nobody can challenge anybody now.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    if event.paused_at is not None:
        raise EventError(gettext("{event} is paused; you can challenge once it is resumed.").format(event=event.name))
    division.event = event
    members = {entrant.player.username.lower(): entrant for entrant in division.entrants.select_related("player")}
    own, other = members.get(player.username.lower()), members.get(username.strip().lower())
    field = field_of(division)
    rungs = ladder_of(field).rungs
    if is_ending(field.account):
        raise EventError(str(ENDS))
    if own is None or own.pk not in rungs:
        raise EventError(gettext("You are not on {event}; enter it first.").format(event=event.name))
    if other is None or other.pk not in rungs:
        raise EventError(gettext("{username} is not on {event}.").format(username=username, event=event.name))
    rung = rungs.index(own.pk) + 1
    if rungs.index(other.pk) + 1 not in reach(rung):
        raise EventError(
            gettext("You stand on rung {rung} and can challenge {reach_in_words}.").format(
                rung=rung, reach_in_words=_reach_in_words(rung)
            )
        )
    challenges = _challenges_of(division, field, at)
    if challenges.open(own, seat=0) >= OUTGOING:
        raise EventError(str(PLAY_FIRST))
    if refusal := _why_not(challenges, own, other):
        raise EventError(refusal)
    held = round_of(division, _week(division, at), at)
    number = Fixture.objects.filter(round__division=division).count() + 1
    fixture = create_fixture(division, held, number, [own, other], at)
    challenged = Challenged(fixture=fixture.pk, challenger=own.pk, defender=other.pk)
    append(event, challenged, at=at, division=division)
    request_standings(division)
    round_advanced.send(Event, event=event, division=division, kind=PAIRED, fixtures=[fixture])
    return fixture


def _week(division: Division, at: datetime) -> int:
    """The round of a challenge: that of its week, from 1, so that later challenges do not put off the deadline of
    earlier ones; where there is no deadline all challenges are one round."""
    started = division.stage.started_at
    return 1 + (at - started) // timedelta(days=7) if division.stage.stage_layout.round_days else 1


def _reach_in_words(rung: int) -> str:
    within = reach(rung)
    if not within:
        return gettext("nobody, since you are at the top")
    return (
        gettext("rungs {start} to {stop}").format(start=within.start, stop=within.stop - 1)
        if len(within) > 1
        else gettext("rung {start} only").format(start=within.start)
    )


def entrants_to_remove() -> list[Entrant]:
    """The entrants of a running ladder who stand on no rung of it any more, as its log tells."""
    stored = Division.objects.filter(stage__format=LadderFormat.slug, event__state=Event.State.RUNNING)
    found: list[Entrant] = []
    for division in stored.select_related("event", "stage", "snapshot").order_by("pk"):
        members = division.entrants.filter(status=Entrant.Status.ACTIVE).select_related("player")
        shown = {row["entrant"] for row in division.snapshot.table["rows"]}
        missing = [member for member in members if member.pk not in shown]
        rungs = ladder_of(field_of(division)).rungs if missing else ()  # the stored table may be older than the log
        found += [member for member in missing if member.pk not in rungs]
    return found


@transaction.atomic
def remove_from_ladder(entrant: Entrant, *, at: datetime) -> EventLogEntry | None:
    """Say in the log that somebody has fallen off a ladder; the place is free from then on. None if they are on it.

    Of two at once the second finds the line of the first. Raises EventError.
    """
    lock_event(entrant.event_id)
    division = Division.objects.select_related("event", "stage").get(entrants=entrant)
    if entrant.pk in ladder_of(field_of(division)).rungs:
        return None
    decision = Decision(None, FELL.format(days=FORGIVEN_AFTER.days), at)
    return take_out(entrant.event_id, entrant.pk, RemovedFromLadder, decision)
