"""A player leaves a running event: by which rule, what becomes of the open games, and how the place comes back."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.exceptions import GameOver
from games.models import Game, GameEvent, Player
from games.play import directing as games
from games.play.outcome import places_with_leavers
from games.rules.base import places_of
from tournaments.event_log.append import lock_event, lock_game_and_event
from tournaments.event_log.kinds import Departure, Disqualified, GameFinished, Reverted, Withdrawn
from tournaments.exceptions import EventError
from tournaments.formats.base import Field
from tournaments.formats.ladder import LadderFormat
from tournaments.models import Division, Entrant, Event, EventLogEntry
from tournaments.queries import account_of, field_of, open_games_of
from tournaments.running.decisions import Decision, check_running, known_entry, write_entry
from tournaments.running.entrants import check_latest_stage, check_still_there, entrant_of
from tournaments.running.forfeits import HAS_LEFT
from tournaments.running.projection import ended
from tournaments.running.services import check_directs
from tournaments.standings.matches import FORFEIT, TIME, WITHDRAWN

Status = Entrant.Status

GONE = (Status.WITHDRAWN, Status.DISQUALIFIED)


def departure(entrant: Entrant, *, kind: type[Departure] = Withdrawn, field: Field | None = None) -> Departure:
    """The entry by which an entrant leaves, by the rules of the event; ``field`` is the state of the division, if it is
    not that of now.

    Where all pairings of two were made beforehand and less than half of the entrant's fixtures are complete, all of
    them are void, for everybody; else, and always where only two take part, what was played stands and what is open is
    lost. At larger tables the others play on, and the player who left is placed last. On a ladder open challenges go
    on, but do not count there (``plays_on``). Elsewhere games that were played stand, and the entrant is not paired
    again. Raises EventError for an entrant without a division.
    """
    division = entrant.division
    if division is None:
        raise EventError(not_paired_yet(entrant))
    field = field or field_of(division)
    own = [
        (pairing, match)
        for pairing, match in zip(field.roster.pairings, field.matches, strict=True)
        if entrant.pk in pairing.entrants
    ]
    open_ones = [pairing.fixture for pairing, match in own if not match.is_complete]
    void: list[int] = []
    if plays_on(entrant, kind=kind):
        void = open_ones
    elif may_become_void(division, len(field.roster.entrants)) and 2 * (len(own) - len(open_ones)) < _due(
        division, field, len(own)
    ):
        void = [pairing.fixture for pairing, _match in own]
    after = max((pairing.round for pairing, _match in own), default=field.rounds)
    return kind(entrant=entrant.pk, round=max(after, field.rounds) + 1, void=tuple(void))


def may_become_void(division: Division, entrants: int) -> bool:
    """Whether a departure can make fixtures of the division void: everybody is to meet everybody in games of two, and a
    third entrant is there, who would gain or lose by results against a player who left early."""
    stage = division.stage
    meets_all = stage.stage_format.at_once or stage.stage_format.has_teams
    return meets_all and stage.stage_ruleset.predetermined and stage.stage_ruleset.seats == 2 < entrants


def _due(division: Division, field: Field, paired: int) -> int:
    """How many meetings an entrant has over the whole event, of whom so many are paired."""
    due = division.stage.stage_format.meetings_of_each(field)
    return paired if due is None else due


def not_paired_yet(entrant: Entrant) -> str:
    """Why an entrant without a division cannot leave the running event."""
    return _("%(player)s has not been paired yet.") % {"player": entrant.name}


def has_left_already(entrant: Entrant) -> str:
    """Why an entrant cannot leave a second time."""
    return _("%(player)s has left %(event)s already.") % {"player": entrant.name, "event": entrant.event.name}


def departure_with_games(
    entrant: Entrant,
    open_seats: Sequence[tuple[Game, int]],
    *,
    kind: type[Departure] = Withdrawn,
    field: Field | None = None,
) -> tuple[Departure, list[GameFinished]]:
    """The entry by which an entrant leaves, and those of their ``open_seats`` that end by it at once, with one other
    left there.

    At larger tables the others play on, so the outcome of their games is still open. Raises EventError as
    ``departure`` does.
    """
    leaving = departure(entrant, kind=kind, field=field)
    if plays_on(entrant, kind=kind):
        return leaving, []
    void = set(leaving.void)
    counted = [(game, seat) for game, seat in open_seats if game.fixture_game.fixture_id not in void]
    return leaving, [entry for game, seat in counted if (entry := _ended_by_leaving(game, seat))]


def open_seats_of(entrant: Entrant) -> list[tuple[Game, int]]:
    """The open games in which an entrant plays, each with the entrant's seat; none that the entrant has left."""
    found = open_games_of(entrant).select_related("fixture_game").prefetch_related("seats")
    own = [(game, game.fixture_game.seating.index(entrant.pk)) for game in found]
    return [(game, number) for game, number in own if not game.seats.all()[number].has_left]


def _ended_by_leaving(game: Game, number: int) -> GameFinished | None:
    """The entry of a game in which a seat is left; None where the others play on."""
    seats = list(game.seats.all())
    seats[number].left_ply, seats[number].left_reason = game.ply, FORFEIT  # only here, as ``games`` will do it
    if sum(not seat.has_left for seat in seats) > 1:
        return None
    late = [seat.number for seat in seats if seat.left_reason in (TIME, FORFEIT)]
    moved = game.events.filter(kind=GameEvent.Kind.STEP, seat__in=late).exists()
    places = places_with_leavers(seats, places_of(game.load_position().scores))
    left = tuple(seat.number for seat in seats if seat.has_left)
    return ended(game, tuple(places), left=left, reason=WITHDRAWN if moved else FORFEIT)


def take_out(
    event_id: int, entrant_id: int, kind: type[Departure], decision: Decision, *, whose: Player | None = None
) -> EventLogEntry:
    """Take an entrant out who withdraws or is disqualified, by the player's own wish, by a director or by the rules.

    By the rules it is done once: of an entrant who has left already the entry comes back by which that happened.
    ``whose`` is the player who is meant, since somebody else may have taken over the place meanwhile. Raises
    EventError.
    """
    player = decision.player
    with transaction.atomic():
        event = lock_event(event_id)
        entrant = entrant_of(event, entrant_id)
        if player is not None and not (kind is Withdrawn and entrant.player_id == player.pk):
            check_directs(event, player)
        if known := known_entry(event, decision.key):
            return known
        if not (kind is Disqualified and event.state == Event.State.FINISHED):
            check_running(event)
        if whose is not None:
            check_still_there(entrant, whose)
        check_latest_stage(entrant)
        if entrant.status in GONE:
            if player is None and (left := _departure_of(entrant)):
                return event.log_entries.get(seq=left)
            raise EventError(has_left_already(entrant))
        entry = write_entry(event, departure(entrant, kind=kind), decision, division=entrant.division)
        entrant.status = kind.status
        entrant.save(update_fields=["status"])
    close_games_of(entrant, at=decision.at)
    return entry


def plays_on(entrant: Entrant, *, kind: type[Departure] = Withdrawn) -> bool:
    """Whether the open games of an entrant who leaves go on as games that the event does not count.

    On a ladder they do: they were challenges between two, nobody else waits for them. A disqualified player loses them.
    """
    division = entrant.division
    return division is not None and division.stage.format == LadderFormat.slug and kind is not Disqualified


def close_games_of(entrant: Entrant, *, at: datetime) -> None:
    """End the open games of an entrant who has left as a loss, also those that the event does not count any more: they
    are rated as other games are, so that nobody saves a rating by leaving.

    That is decided under the locks of each game and the event: an entrant who is back by then, or a player who has
    taken over the place, plays on.
    """
    if entrant.status == Status.WITHDRAWN and plays_on(entrant):
        return
    for game, seat in open_seats_of(entrant):
        with suppress(GameOver), lock_game_and_event(game.pk, entrant.event_id) as event:  # ended meanwhile
            now = entrant_of(event, entrant.pk)
            if now.status not in GONE or now.division is None:
                return
            games.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason=HAS_LEFT, at=at)


def reinstatement(entrant: Entrant) -> list[Reverted]:
    """The entries that revert an entrant's departure; none for an entrant who has not left, or has entered again."""
    left = _departure_of(entrant)
    return [] if left is None else [Reverted(entry=left)]


def status_in_log(entrant: Entrant) -> str:
    """The status of an entrant who was paired, as it follows from the log."""
    known = account_of(entrant.division).status if entrant.division else {}
    return known.get(entrant.pk, Status.ACTIVE)


def _departure_of(entrant: Entrant) -> int | None:
    """The number of the entry by which an entrant has left and is not back."""
    return account_of(entrant.division).left_by.get(entrant.pk) if entrant.division else None
