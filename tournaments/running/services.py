"""Storing events, entering them, starting them, results and standings. Every door calls these with plain values.

Locks are always taken in the same order, games before events, so that they cannot wait for each other in a circle.
What a running event does by itself is ``progress``, what its director does ``directing``.

It is long because each refusal is written out whole for translators.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext

from games.feed import topics
from games.feed.writing import NewEntry, write
from games.models import Game, GameEvent, Player, Seat
from games.moderation.sanctions import suspended_players
from ground.background import enqueue_after_commit
from ground.wording import day_in_words, kept
from tournaments import permission
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import GameFinished, Started
from tournaments.event_rules.layouts import Form
from tournaments.event_rules.lots import event_seed
from tournaments.exceptions import EntriesClosed, EntryRefused, EventError, NotDirector
from tournaments.formats.base import CannotStart
from tournaments.models import (
    Division,
    Entrant,
    EntryBlock,
    Event,
    EventLogEntry,
    FixtureGame,
    MatchScore,
    Stage,
    StandingSnapshot,
    TeamPlayer,
)
from tournaments.queries import (
    acts_as_staff,
    field_of,
    finished_games_of,
    free_places,
    is_annulled,
    is_disqualified,
    lines_of,
    may_arbitrate,
    may_direct,
    time_losses_of,
)
from tournaments.running import progress
from tournaments.running.late_entries import enter_late
from tournaments.setup.division_plan import incomplete_teams
from tournaments.setup.planning import check_hard_end, check_start, plan_event, save_planned
from tournaments.setup.seeding import (
    decided_by_hand,
    first_format,
    logs_before,
    pools_at_start,
    ratings_of,
    starters_of,
)
from tournaments.signals import ASKED, INVITED, MOVED_UP, players_concerned, round_advanced
from tournaments.standings.columns import table_format
from tournaments.standings.matches import ANNULLED, CALLED_OFF, FORFEIT, TIME, WITHDRAWN, GameResult
from tournaments.standings.ranking import Standings

State = Event.State
Status = Entrant.Status

BLOCK, SECOND_BLOCK = timedelta(days=30), timedelta(days=90)  # what a loss on time costs, and one more soon after it
SECOND_WITHIN = timedelta(days=180)
GAMES_THAT_CLEAR = 10
WRONG_CODES = 10  # of a player for an event, within an hour
CANNOT_START = kept("{event} cannot start yet. {error}")

# Creating and entering ------------------------------------------------------------------------------------------------


@transaction.atomic
def create_event(**values: Any) -> Event:
    """Store the draft that ``plan_event`` makes of these values, which are its own.

    Raises EventError as it does and as ``save_planned`` does, and NotAllowed.
    """
    planned = plan_event(**values)
    permission.check_may_draft(planned.director, about=planned.about, at=planned.created_at)
    return save_planned(planned)


@transaction.atomic
def open_entries(*, event_id: int, player: Player | None, at: datetime | None = None) -> Event:
    """Let players enter a draft. The commitment to its lots is fixed from here on; players of the season before are
    asked whether they stay. ``player`` None: the calendar opens it.

    Raises EventError, also where ``at`` is given and the planned start is over by then, and NotDirector.
    """
    event = lock_event(event_id) if player is None else lock_directed(event_id, player)
    if event.state != State.DRAFT:
        raise EventError(
            gettext("{event} is {state}; only a draft can be opened.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    if at is not None and event.starts_at is not None:
        check_start(event.starts_at, at)
    if player is not None:
        permission.check_may_open(player, event, at=at or event.created_at)
    event.state = State.OPEN
    event.save(update_fields=["state"])
    if event.previous_id is not None:
        round_advanced.send(Event, event=event, division=None, kind=ASKED)
    invited = event.invitations.order_by("pk")
    if players := [invitation.player_id for invitation in invited]:
        last = max(invitation.invited_at for invitation in invited)
        players_concerned.send(Event, event=event, what=INVITED, players=players, key="", at=last, facts={})
    return event


@transaction.atomic
def enter_event(
    *, event_id: int, player: Player, at: datetime, standby: bool = False, code: str = "", team: str = ""
) -> Entrant:
    """Take part; ``standby`` offers to step in for somebody who leaves. Entering twice changes nothing. ``code`` is the
    invitation code of an event that has one; a player who waits or stands by has given it before. In a team league the
    player enters a ``team`` of that name as its captain; the name can be left out where a list of the director has it.

    A player who enters a full event is on its waiting list, and takes part as soon as there is a place. A running
    Swiss tournament takes entries until its second round is paired, a ladder always, also from players who have left
    it; others take substitutes.
    Raises EntriesClosed, and EntryRefused for somebody who may not enter.
    """
    event = lock_event(event_id)
    entrant = Entrant.objects.of_first_stage().filter(event=event, player=player).first()
    wanted = Status.STANDBY if standby else Status.ACTIVE
    if entrant is not None and entrant.status == wanted:
        return entrant
    is_known = entrant is not None and entrant.status in (Status.ACTIVE, Status.WAITING, Status.STANDBY)
    check_may_enter(event, player, at, code=None if is_known else code)
    asked = entrant.team_name if entrant is not None and entrant.status == Status.ASKED else ""
    name = name_of_team(event, team or asked, standby=standby, but=entrant)
    if event.form == Form.TEAMS:
        check_in_no_team(event, player)
    if entrant is not None:
        check_may_come(event, entrant, standby=standby)
    if event.state == State.RUNNING and not standby:
        return enter_late(event, player, entrant, at)
    if event.state not in (State.OPEN, State.RUNNING):
        raise EntriesClosed(
            gettext("{event} takes no entries now: it is {state}.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    is_full = not free_places(event)
    if entrant is not None and entrant.status == Status.WAITING and wanted == Status.ACTIVE and is_full:
        return entrant
    entrant = entrant or Entrant(event=event, player=player)
    entrant.status = Status.WAITING if is_full and wanted == Status.ACTIVE else wanted
    entrant.entered_at, entrant.team_name = at, name
    entrant.save()
    if name:
        entrant.squad.update_or_create(player=player, defaults={"number": 1, "invited_at": at, "accepted_at": at})
    if event.state == State.OPEN:
        fill_from_waiting_list(event)  # a player who only stands by from now on leaves a place
    return entrant


def name_of_team(event: Event, name: str, *, standby: bool = False, but: Entrant | None = None) -> str:
    """The name under which a team of a team league enters, as it was typed; empty in every other event.

    Raises EventError for one that is empty, too long or taken by a team other than ``but``, where there are no teams,
    and for a substitute of a team league, where teams have reserves of their own.
    """
    typed = " ".join(name.split())
    if event.form != Form.TEAMS:
        if typed:
            raise EventError(gettext("{event} is not for teams.").format(event=event.name), "team")
        return ""
    if standby:
        raise EventError(gettext("A team league has no substitutes: teams have reserves of their own."), "standby")
    longest = Entrant._meta.get_field("team_name").max_length or 0
    if len(typed) > longest or not typed.isprintable() or "/" in typed or not any(map(str.isalpha, typed)):
        sentence = gettext(
            "Teams play in {event}: enter one, under a name of 1 to {longest} characters with a letter and no slash."
        )
        raise EventError(sentence.format(event=event.name, longest=longest), "team")
    others = event.entrants.all() if but is None else event.entrants.exclude(pk=but.pk)
    if others.filter(team_name__iexact=typed).exists():
        sentence = gettext("There is a team {team} in {event} already. Choose another name.")
        raise EventError(sentence.format(team=f"{typed!r}", event=event.name), "team")
    return typed


def check_in_no_team(event: Event, player: Player) -> None:
    """Raises EventError for a player of a team of the event."""
    mine = TeamPlayer.objects.filter(player=player, accepted_at__isnull=False, entrant__event=event)
    place = mine.exclude(entrant__status__in=(Status.WITHDRAWN, Status.DISQUALIFIED)).select_related("entrant").first()
    if place is not None:
        sentence = gettext("{player} plays for {team} already.")
        raise EventError(sentence.format(player=player, team=place.entrant.team_name), "player")


def check_may_come(event: Event, entrant: Entrant, *, standby: bool) -> None:
    """A player who has left after the start does not enter again; only a ladder. Raises EntryRefused."""
    is_back = event.form == Form.LADDER and entrant.status == Status.WITHDRAWN and not standby
    if entrant.number is not None and not is_back:
        if entrant.status == Status.ACTIVE:
            problem = gettext("You play in {event} already; nobody enters an event twice.")
        else:
            problem = gettext("You have left {event}; nobody enters an event twice.")
        raise EntryRefused(problem.format(event=event.name))


def check_may_enter(event: Event, player: Player, at: datetime, *, code: str | None = None) -> None:
    """Raises EntryRefused for a player who is disqualified, not invited, outside the rating band, does not meet the
    conditions of entry, or has lost on time lately; and for a wrong ``code``, unless it is None: not asked for."""
    if event.agreed_id is not None:
        raise EntryRefused(
            gettext("{event} was agreed by two players in the lobby; it takes no entries.").format(event=event.name)
        )
    if event.cup:
        raise EntryRefused(gettext("A mini cup takes no entries. Join the next one in the lobby."))
    if is_disqualified(event, player):
        raise EntryRefused(
            gettext("You are disqualified from {event}, and cannot enter it again.").format(event=event.name)
        )
    invitation = event.invitations.filter(player=player).first()
    if event.entry == Event.Entry.INVITED and invitation is None:
        raise EntryRefused(
            gettext("{event} is only for players whom its director, {director}, has invited.").format(
                event=event.name, director=event.director
            )
        )
    if event.entry == Event.Entry.MEMBERS and invitation is None and not (event.club and event.club.has_member(player)):
        raise EntryRefused(
            gettext("{event} is for members of {club}; you can join the club with its code.").format(
                event=event.name, club=event.club
            )
        )
    if player.is_bot:
        raise EntryRefused(gettext("House bots do not play in events; challenge them to single games."))
    if player.is_program and event.entry == Event.Entry.PEOPLE:
        raise EntryRefused(gettext("{event} is for people only.").format(event=event.name))
    if event.is_for_bots and not player.is_program:
        raise EntryRefused(gettext("{event} is for bots only.").format(event=event.name))
    if player.is_program and event.rated and not event.is_for_bots:
        raise EntryRefused(gettext("{event} is rated among people, and bots are rated apart.").format(event=event.name))
    permission.check_may_join(player, at=at)
    check_block(player, at)
    is_let_in = invitation is not None and invitation.invited_by_id != player.pk
    if not is_let_in:
        _check_conditions(event, player, at, code, is_invited=invitation is not None)


def _check_conditions(event: Event, player: Player, at: datetime, code: str | None, *, is_invited: bool) -> None:
    """Raises EntryRefused for a player whom no director has invited past the conditions; ``is_invited`` by
    themselves."""
    own = gettext(" Another director, or staff, can invite you past that; you cannot yourself.") if is_invited else ""
    low, high = event.rating_from, event.rating_to
    rating = ratings_of(event, [player.pk], at)[player.pk] if (low, high) != (None, None) else 0
    if (low is not None and rating < low) or (high is not None and rating > high):
        raise EntryRefused(
            gettext("{event} is for players with a rating {band}; yours is {rating}.{own}").format(
                event=event.name, band=band_in_words(low, high), rating=rating, own=own
            )
        )
    asked = event.entry_conditions
    if asked.in_words():
        losses = time_losses_of(player, since=at - timedelta(days=asked.loss_days))
        missing = asked.missing(games=finished_games_of(player), time_losses=losses)
        if missing:
            raise EntryRefused(f"{missing}{own}")
    if code is not None and event.entry_code:
        _check_code(event, player, code)


def _check_code(event: Event, player: Player, code: str) -> None:
    """Raises EntryRefused for a wrong code, and for any after ``WRONG_CODES`` within an hour."""
    key = f"wrong-codes:{event.pk}:{player.pk}"
    if (wrong := cache.get(key, 0)) >= WRONG_CODES:
        raise EntryRefused(gettext("You have given too many wrong codes. Try again in an hour."))
    if not compare_digest(_folded(code), _folded(event.entry_code)):
        problem = gettext("{event} asks for an invitation code, which its director, {director}, gives to players.")
        if code.strip():
            cache.set(key, wrong + 1, timeout=3600)
            problem = gettext("That is not the invitation code of {event}. Ask its director, {director}, for it.")
        raise EntryRefused(problem.format(event=event.name, director=event.director))


def _folded(code: str) -> bytes:
    return code.strip().casefold().encode()


def check_block(player: Player, at: datetime) -> None:
    """Raises EntryRefused for a player who has lost on time lately."""
    block = block_of(player, at)
    if block is not None:
        raise EntryRefused(
            gettext(
                "You lost a game of an event on time. You can enter events again on {until}, or when you have "
                "finished {games_that_clear} games since then."
            ).format(until=day_in_words(block.until), games_that_clear=GAMES_THAT_CLEAR)
        )


def band_in_words(low: int | None, high: int | None) -> str:
    """ "from 1400 to 1600", "from 1400 up", "up to 1600"."""
    if low is None or high is None:
        return gettext("up to {high}").format(high=high) if low is None else gettext("from {low} up").format(low=low)
    return gettext("from {low} to {high}").format(low=low, high=high)


def block_of(player: Player, at: datetime) -> EntryBlock | None:
    """What keeps somebody from entering events at this moment, if anything does. Losses that were annulled do not."""
    losses = player.entry_blocks.select_related("game").order_by("-since", "-until")
    block = next((loss for loss in losses.filter(until__gt=at) if not is_annulled(loss.game)), None)
    if block is None:
        return None
    earlier = losses.filter(since__gt=block.since - SECOND_WITHIN, since__lte=block.since).exclude(pk=block.pk)
    if block.weight == 1 and all(is_annulled(loss.game) for loss in earlier):  # a second one that is the first now
        block.until = min(block.until, block.since + BLOCK)
    if block.until <= at:
        return None
    finished = Seat.objects.filter(player=player, game__finished_at__gt=block.since).exclude(game=block.game)
    if finished.filter(left_ply=None).count() >= GAMES_THAT_CLEAR:
        return None
    return block


@transaction.atomic
def withdraw_entry(*, event_id: int, player: Player) -> Entrant:
    """Take an entry back before the event starts; the first of the waiting list moves up. Idempotent.

    Raises EventError, and EntriesClosed after the start.
    """
    event = lock_event(event_id)
    entrant = Entrant.objects.of_first_stage().filter(event=event, player=player).first()
    if entrant is None:
        raise EventError(gettext("You have not entered {event}.").format(event=event.name))
    if event.state != State.OPEN and entrant.number is not None:
        problem = gettext("{event} is {state}: nobody can withdraw any more.")
        if event.state == State.RUNNING:
            problem = gettext("{event} is {state}: you can only withdraw before it starts.")
        raise EntriesClosed(problem.format(event=event.name, state=event.get_state_display()))
    entrant.status = Status.WITHDRAWN
    entrant.save(update_fields=["status"])
    if event.state == State.OPEN:
        fill_from_waiting_list(event)
    return entrant


def fill_from_waiting_list(event: Event) -> None:
    """Let the first of the waiting list take the places that are free. The event is locked."""
    waiting = event.entrants.filter(status=Status.WAITING).order_by("entered_at", "pk")
    for entrant in waiting[: free_places(event)]:
        entrant.status = Status.ACTIVE
        entrant.save(update_fields=["status"])
        key = f"{entrant.pk}:{entrant.entered_at.isoformat()}"
        players_concerned.send(
            Event, event=event, what=MOVED_UP, players=[entrant.player_id], key=key, at=entrant.entered_at, facts={}
        )


def lock_directed(event_id: int, player: Player) -> Event:
    """The event, locked, for somebody who directs it. Raises NotDirector."""
    event = lock_event(event_id)
    check_directs(event, player)
    return event


def check_directs(event: Event, player: Player) -> None:
    """Raises NotDirector for a player who neither directs the event, nor assists, nor directs it as staff."""
    if not may_direct(event, player):
        raise NotDirector(gettext("Only the director of {event} can do that.").format(event=event.name))


def check_arbitrates(event: Event, player: Player) -> None:
    """Raises NotDirector for a player who neither directs the event in any way nor decides about its games."""
    if not may_arbitrate(event, player):
        raise NotDirector(gettext("Only directors and arbiters of {event} can do that.").format(event=event.name))


# Starting -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def start_event(*, event_id: int, player: Player | None, at: datetime) -> Event:
    """Close entries, draw the lots from the event's seed, pair the first round (or all) and start its games.

    ``player`` None: the calendar starts it. Players who have closed the account since entering, or are suspended, are
    withdrawn. Raises EventError, also where so many cannot play this, and NotDirector.
    """
    event = lock_event(event_id) if player is None else lock_directed(event_id, player)
    check_can_start(event)
    check_hard_end(event.time_control, at)
    entrants = _who_takes_part(event, at)
    drawn_from = [entrant.pk for entrant in entrants]
    seed = event_seed(event.pk, drawn_from, event.nonce)
    starters, seasons = starters_of(event, entrants, at), logs_before(event)
    try:
        pools = pools_at_start(event, starters, seasons, seed, decided_by_hand(event))
    except CannotStart as error:
        raise EventError(gettext(CANNOT_START).format(event=event.name, error=error)) from error
    event.state, event.started_at, event.seed = State.RUNNING, at, seed
    event.save(update_fields=["state", "started_at", "seed"])
    start = Started(
        actor=player.pk if player else None, staff=acts_as_staff(event, player), nonce=event.nonce, seed=seed,
        layout=event.layout, ruleset=event.ruleset, starters=starters, seasons=seasons,
    )  # fmt: skip
    append(event, start, at=at)
    stage = Stage.objects.create(
        event=event,
        number=1,
        format=first_format(event.event_layout),
        layout=event.layout,
        ruleset=event.ruleset,
        started_at=at,
    )
    by_key = {entrant.pk: entrant for entrant in entrants}
    for starter in starters:
        by_key[starter.entrant].rating = starter.rating
    Entrant.objects.bulk_update(entrants, ["rating"], batch_size=500)
    progress.begin_stage(event, stage, [[[by_key[key] for key in pool] for pool in tier] for tier in pools], at)
    _let_stand_by(event, placed={key for tier in pools for pool in tier for key in pool})
    return event


def check_can_start(event: Event) -> None:
    """Raises EventError for an event that does not take entries."""
    if event.state != State.OPEN:
        raise EventError(
            gettext("{event} is {state}; only an event open for entries can start.").format(
                event=event.name, state=event.get_state_display()
            )
        )


def _who_takes_part(event: Event, at: datetime) -> list[Entrant]:
    """The entrants of an event that starts; players who have not said that they stay, have closed the account or are
    suspended are withdrawn."""
    event.entrants.filter(status=Status.ASKED).update(status=Status.WITHDRAWN)
    entered = event.entrants.filter(status=Status.ACTIVE)
    entered.filter(player__is_active=False).update(status=Status.WITHDRAWN)  # nobody could play against them
    entered.filter(player__in=suspended_players(at)).update(status=Status.WITHDRAWN)
    if event.form == Form.TEAMS:
        _leave_out_incomplete_teams(event, at)
    return list(entered.select_related("player").order_by("pk"))


def _leave_out_incomplete_teams(event: Event, at: datetime) -> None:
    """Of a team that starts those play who have accepted and may play; one with too few of them is withdrawn."""
    few = list(incomplete_teams(event, at=at).values_list("pk", flat=True))
    event.entrants.filter(pk__in=few).update(status=Status.WITHDRAWN)
    listed = TeamPlayer.objects.filter(entrant__event=event)
    listed.filter(accepted_at=None).delete()
    listed.filter(Q(player__is_active=False) | Q(player__in=suspended_players(at))).delete()


def _let_stand_by(event: Event, placed: Collection[int]) -> None:
    """A player who waits, or has found no room in a pool, stands by as a substitute from now on."""
    first = event.entrants.of_first_stage().filter(status=Status.ACTIVE)
    first.exclude(pk__in=placed).update(status=Status.STANDBY)
    late = Status.WITHDRAWN if event.form == Form.TEAMS else Status.STANDBY
    event.entrants.filter(status=Status.WAITING).update(status=late)


# Results --------------------------------------------------------------------------------------------------------------


def record_result(*, game: Game, seats: Sequence[Seat]) -> EventLogEntry | None:
    """Append a finished game to its event's log; None for a game of no event. In the game's own transaction.

    The line in the log is also the mark that the division's standings are out of date.
    """
    played = (
        FixtureGame.objects.select_related("fixture__round__division__event")
        .select_for_update(of=("fixture__round__division__event",))
        .filter(game=game)
        .first()
    )
    if played is None:
        return None
    division = played.fixture.round.division
    result = GameResult(
        fixture=played.fixture_id,
        game=game.pk,
        number=played.number,
        entrants=tuple(played.seating),
        scores=tuple(seat.points or 0 for seat in seats),
        places=tuple(seat.place for seat in seats if seat.place is not None),
        left=tuple(seat.number for seat in seats if seat.has_left),
        reason=_reason_of(game, seats, division.event),
    )
    at = game.finished_at or division.event.created_at
    line = append(division.event, GameFinished(result=result), at=at, division=division, game=game)
    enqueue_after_commit("tournaments.tasks.compute_standings", division.pk)
    return line


def _reason_of(game: Game, seats: Sequence[Seat], event: Event) -> str:
    """Why the game ended; it is a forfeit if no player who lost on time or forfeited it made a single move."""
    if game.end_reason == ANNULLED and event.state == State.CALLED_OFF:
        return CALLED_OFF
    late = [seat.number for seat in seats if seat.left_reason in (TIME, FORFEIT)]
    if game.end_reason not in (TIME, FORFEIT) or not late:
        return game.end_reason
    if not GameEvent.objects.filter(game=game, kind=GameEvent.Kind.STEP, seat__in=late).exists():
        return FORFEIT
    return WITHDRAWN if game.end_reason == FORFEIT else game.end_reason


def block_after_time_loss(*, game: Game, seat: Seat, at: datetime) -> EntryBlock | None:
    """Keep a player who has just lost on time in a game of an event from entering others for a while, also where the
    game goes on without them. None for a game of no event, or of a match from the lobby. In the transaction in which
    the flag fell."""
    if not FixtureGame.objects.filter(game=game, fixture__round__division__event__agreed=None).exists():
        return None
    has_moved = GameEvent.objects.filter(game=game, kind=GameEvent.Kind.STEP, seat=seat.number).exists()
    is_second = EntryBlock.objects.filter(player=seat.player_id, since__gt=at - SECOND_WITHIN).exists()
    length = BLOCK if has_moved and not is_second else SECOND_BLOCK
    return EntryBlock.objects.create(
        game=game, player_id=seat.player_id, since=at, until=at + length, weight=1 if has_moved else 2
    )


# Standings ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def compute_standings(division_id: int, *, at: datetime, again: bool = False) -> Standings | None:
    """Compute a division's table from its log and store it; None if the stored one is as new as the log and has the
    present format, unless it is to be computed ``again``.

    Many results in a row so cost one table, however many workers are called for it.
    """
    division = Division.objects.select_related("event", "stage").get(pk=division_id)
    latest = division.log_entries.aggregate(last=Max("seq"))["last"] or 0
    stored, present = StandingSnapshot.objects.filter(division=division), table_format()
    if not again and stored.filter(version__gte=latest, format__gte=present).exists():
        return None
    lines = lines_of(division)
    field = field_of(division, lines=lines)
    table = division.stage.stage_format.standings(field)
    version = lines[-1].seq if lines else 0
    is_as_old = Q(version=version) if again else Q(version=version, format__lt=present)
    if stored.filter(Q(version__lt=version) | is_as_old).update(
        **StandingSnapshot.values_of(table, version=version, at=at)
    ):
        MatchScore.store(field.matches)
        facts = {"event": division.event.slug, "division": division.pk, "seq": version}
        write([NewEntry(topics.of_event(division.event_id), topics.STANDINGS, facts)], at=at)
    return table
