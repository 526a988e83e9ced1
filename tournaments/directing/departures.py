"""Who leaves a running event, by which rule, what becomes of his games, and how he comes back."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction

from games.exceptions import GameOver
from games.models import Game, GameEvent, Player
from games.play import directing as games
from games.play.outcome import places_with_leavers
from games.rules.base import places_of
from tournaments.directing.common import (
    check_latest_stage,
    check_running,
    check_still_there,
    entrant_of,
    known_line,
    write_line,
)
from tournaments.directing.consequences import ended
from tournaments.event_log.append import lock_event, lock_game_and_event
from tournaments.event_log.kinds import (
    Departure,
    Disqualified,
    GameFinished,
    Kind,
    Reverted,
    RoundPaired,
    Withdrawn,
)
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.ladder import LadderFormat
from tournaments.models import Entrant, Event, Result
from tournaments.queries import account_of, field_of, open_games_of, void_in
from tournaments.running.services import lock_directed
from tournaments.standings.matches import FORFEIT, TIME, WITHDRAWN

Status = Entrant.Status

GONE = (Status.WITHDRAWN, Status.DISQUALIFIED)
LADDER = LadderFormat.slug


def departure(entrant: Entrant, *, kind: type[Departure] = Withdrawn) -> Departure:
    """The line that says that somebody leaves, by the rules of the event.

    Where all pairings of two were made beforehand and less than half of the entrant's fixtures are complete, all of
    them are void, for everybody; else what is open is lost. At larger tables the others play on, and who left is placed
    last. On a ladder open challenges go on, but count nothing there (``plays_on``). Elsewhere games that were played
    stand, and the entrant is not paired again. Raises EventError for who has no division yet.
    """
    division = entrant.division
    if division is None:
        raise EventError(f"{entrant.player} has not been paired yet.")
    field = field_of(division)
    own = [
        (pairing, match)
        for pairing, match in zip(field.roster.pairings, field.matches, strict=True)
        if entrant.pk in pairing.entrants
    ]
    open_ones = [pairing.fixture for pairing, match in own if not match.is_complete]
    void: list[int] = []
    is_void = division.stage.stage_format.at_once and field.ruleset.predetermined and field.ruleset.seats == 2
    if plays_on(entrant, kind=kind):
        void = open_ones
    elif is_void and 2 * len(open_ones) > len(own):
        void = [pairing.fixture for pairing, _ in own]
    after = max((pairing.round for pairing, _ in own), default=field.rounds)
    return kind(entrant=entrant.pk, round=max(after, field.rounds) + 1, void=tuple(void))


def foreseen_departure(entrant: Entrant, *, kind: type[Departure] = Withdrawn) -> list[Kind]:
    """The line that says that somebody leaves, and those of the games that end by it at once: one other is left there.

    At larger tables the others play on, so that nobody knows yet what their games will come to. Raises EventError as
    ``departure`` does.
    """
    line = departure(entrant, kind=kind)
    if plays_on(entrant, kind=kind):
        return [line]
    void = set(line.void)
    counted = [(game, seat) for game, seat in open_seats_of(entrant) if game.fixture_game.fixture_id not in void]
    return [line, *(left for game, seat in counted if (left := _left_by(game, seat)))]


def open_seats_of(entrant: Entrant) -> list[tuple[Game, int]]:
    """The open games in which an entrant plays, and his seat there; none that he has left."""
    found = open_games_of(entrant).select_related("fixture_game").prefetch_related("seats")
    own = [(game, game.fixture_game.seating.index(entrant.pk)) for game in found]
    return [(game, number) for game, number in own if not game.seats.all()[number].has_left]


def _left_by(game: Game, number: int) -> GameFinished | None:
    """The line of a game that a seat leaves; None where the others play on."""
    seats = list(game.seats.all())
    seats[number].left_ply, seats[number].left_reason = game.ply, FORFEIT  # only here, as ``games`` will do it
    if sum(not seat.has_left for seat in seats) > 1:
        return None
    late = [seat.number for seat in seats if seat.left_reason in (TIME, FORFEIT)]
    moved = game.events.filter(kind=GameEvent.Kind.STEP, seat__in=late).exists()
    places = places_with_leavers(seats, places_of(game.load_position().scores))
    left = tuple(seat.number for seat in seats if seat.has_left)
    return ended(game, tuple(places), left=left, reason=WITHDRAWN if moved else FORFEIT)


def disqualify(
    *,
    event_id: int,
    entrant_id: int,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
    whose: Player | None = None,
) -> Result:
    """Take an entrant out of a running event as a sanction. He cannot enter it again; ``whose`` as in ``take_out``.

    Raises EventError.
    """
    return take_out(event_id, entrant_id, player, reason, at, Disqualified, key, whose=whose)


def take_out(
    event_id: int,
    entrant_id: int,
    player: Player | None,
    reason: str,
    at: datetime,
    kind: type[Departure],
    key: str | None = None,
    *,
    whose: Player | None = None,
) -> Result:
    """Take out who withdraws or is disqualified; ``player`` None: by the rules of the event, also off a ladder.

    By the rules it is done once: of who has left already the line comes back that says so. ``whose`` is the player that
    is meant, since somebody else may have taken over the place meanwhile. Raises EventError.
    """
    with transaction.atomic():
        event = lock_event(event_id)
        entrant = entrant_of(event, entrant_id)
        if player is not None and not (kind is Withdrawn and entrant.player_id == player.pk):
            lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        check_running(event)
        if whose is not None:
            check_still_there(entrant, whose)
        check_latest_stage(entrant)
        if entrant.status in GONE:
            if player is None and (left := _departure_of(entrant)):
                return event.results.get(seq=left)
            raise EventError(f"{entrant.player} has left {event.name} already.")
        payload = departure(entrant, kind=kind)
        line = write_line(event, payload, player, reason, at, entrant.division, key=key)
        entrant.status = kind.status
        entrant.save(update_fields=["status"])
    close_games_of(entrant, at=at)
    return line


def plays_on(entrant: Entrant, *, kind: type[Departure] = Withdrawn) -> bool:
    """Whether the open games of somebody who leaves go on as games that the event does not count.

    On a ladder they do: they were challenges between two, nobody else waits for them. Who is disqualified loses them.
    """
    division = entrant.division
    return division is not None and division.stage.format == LADDER and kind is not Disqualified


def close_games_of(entrant: Entrant, *, at: datetime) -> None:
    """End the open games of somebody who has left: void ones without a result, the others as a loss.

    That is decided under the locks of each game and the event: who is back by then, or has taken over the place, plays.
    """
    if entrant.status == Status.WITHDRAWN and plays_on(entrant):
        return
    for game, seat in open_seats_of(entrant):
        with suppress(GameOver), lock_game_and_event(game.pk, entrant.event_id) as event:  # ended meanwhile
            now = entrant_of(event, entrant.pk)
            if now.status not in GONE or now.division is None:
                return
            reason = f"{now.player} has left the event."
            if game.fixture_game.fixture_id in void_in(now.division):
                games.annul_game(game_id=game.pk, actor_id=None, reason=reason, at=at)
            else:
                games.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason=reason, at=at)


@transaction.atomic
def come_back(*, event_id: int, player: Player, at: datetime) -> Result:
    """Whom the rules took out of a Swiss tournament plays on from the next round: who did not appear to a game, or had
    closed the account. Raises EventError.

    Only until that round is paired; games that were lost by it stay lost.
    """
    event = lock_event(event_id)
    check_running(event)
    line = line_to_come_back(event, player)
    if line is None:
        raise EventError(
            f"You cannot come back to {event.name}: that is for whom the rules of a Swiss tournament took out, such as "
            "for not appearing to a game, before the next round is paired."
        )
    entrant = entrant_of(event, line.payload.entrant)
    written = write_line(event, Reverted(entry=line.seq), player, "Is back.", at, entrant.division)
    entrant.status = Status.ACTIVE
    entrant.save(update_fields=["status"])
    return written


def line_to_come_back(event: Event, player: Player) -> LogEntry[Withdrawn] | None:
    """The line by which the rules took a player out, as long as he may take it back himself."""
    entrant = event.entrants.filter(player=player, status=Status.WITHDRAWN).first()
    if event.state != Event.State.RUNNING or event.form != Form.SWISS or entrant is None or entrant.division is None:
        return None
    found: LogEntry[Withdrawn] | None = None
    for seq, payload, at, _ in account_of(entrant.division).entries:
        if isinstance(payload, RoundPaired):
            found = None
        elif isinstance(payload, Withdrawn) and payload.entrant == entrant.pk and payload.actor is None:
            found = LogEntry(seq, payload, at)
    return found


def reinstatement(entrant: Entrant) -> list[Kind]:
    """The payloads by which it is as if somebody had not left; none for those who have not, or have entered again."""
    left_by = _departure_of(entrant)
    return [] if left_by is None else [Reverted(entry=left_by)]


def status_told_of(entrant: Entrant) -> str:
    """Whether somebody who was paired takes part, as the log tells."""
    known = account_of(entrant.division).status if entrant.division else {}
    return known.get(entrant.pk, Status.ACTIVE)


def _departure_of(entrant: Entrant) -> int | None:
    """The number of the entry by which somebody has left, if they have and are not back."""
    return account_of(entrant.division).left_by.get(entrant.pk) if entrant.division else None
