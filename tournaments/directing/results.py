"""What counts: results that a director gives, corrects, takes away or takes back, and rounds without a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from games.models import Game, Player
from games.play import directing as games
from games.rules.base import places_of
from tournaments.directing.common import (
    check_counts,
    check_running,
    do_to_game,
    entrant_of,
    game_of,
    known_line,
    write_line,
)
from tournaments.directing.consequences import ending
from tournaments.directing.departures import status_told_of
from tournaments.event_log.describing import course_of
from tournaments.event_log.kinds import (
    Adjudicated,
    ByeGiven,
    Departure,
    GameAnnulled,
    GameCorrected,
    Kind,
    Reverted,
    revertible,
)
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, Fixture, FixtureGame, Result
from tournaments.queries import account_of, field_of
from tournaments.running.services import lock_directed
from tournaments.standings.matches import ANNULLED, CORRECTED, MOST_LEAVES, GameResult
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind


def correct_result(
    *,
    event_id: int,
    game_id: int,
    places: Sequence[int],
    scores: Sequence[int] | None = None,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Give a finished game another result in the event; the game itself stays as it was played. Raises EventError."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        check_counts(event)
        payload, division = correction(game_id, places=places, scores=scores)
        _check_belongs(event, division)
        return write_line(event, payload, player, reason, at, division, game_id=game_id, key=key)


def correction(
    game_id: int, *, places: Sequence[int], scores: Sequence[int] | None = None
) -> tuple[GameCorrected, Division]:
    """The line that gives a finished game another result. Raises EventError."""
    division, known = _result_of(game_id)
    check_result(division.event, len(known.entrants), places=places, scores=scores)
    result = replace(
        known,
        places=tuple(places),
        scores=tuple(known.scores if scores is None else scores),
        left=(),
        reason=CORRECTED,
    )
    return GameCorrected(result=result), division


def check_result(event: Event, seats: int, *, places: Sequence[int], scores: Sequence[int] | None) -> None:
    """Raises EventError for what a director cannot give a game of so many seats as its result."""
    if len(places) != seats or tuple(places) != places_of([-place for place in places]):
        raise EventError(
            f"Give each of the {seats} seats its place, in seat order; ties share the better one, as in 1, 1, 3."
        )
    counts_leaves = event.event_ruleset.scoring == "leaves"
    if scores is None and counts_leaves:
        raise EventError("In a match the leaves count: give each seat its active leaves, too.")
    if scores is None:
        return
    if not counts_leaves:
        raise EventError("Only the places count here: leave the scores out.")
    if len(scores) != seats:
        raise EventError(f"Give each of the {seats} seats its score, in seat order.")
    for score in scores:
        if not 0 <= score <= MOST_LEAVES:
            raise EventError(f"Nobody has {score} active leaves: each player has {MOST_LEAVES} leaves in a game.")
    if tuple(places) != places_of(scores):
        raise EventError("The places follow from the active leaves, and these are others: leave the places out.")


def annul(*, event_id: int, game_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Take a game's result away; a running game ends without one. Raises EventError."""
    game = game_of(event_id, game_id)
    if game.status == Game.Status.RUNNING:
        ended = Adjudicated(game=game.pk, places=())
        return do_to_game(event_id, game, player, reason, at, games.annul_game, ended, key, check=check_counts)
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        check_counts(event)
        payload, division = annulment(game_id)
        _check_belongs(event, division)
        return write_line(event, payload, player, reason, at, division, game_id=game_id, key=key)


def annulment(game_id: int) -> tuple[GameAnnulled, Division]:
    """The line that takes a finished game's result away. Raises EventError."""
    division, known = _result_of(game_id)
    return GameAnnulled(result=replace(known, places=(), left=(), reason=ANNULLED)), division


def adjudicate(
    *,
    event_id: int,
    game_id: int,
    places: Sequence[int],
    scores: Sequence[int] | None = None,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """End a running game with these places by seat, and where leaves count with these. Raises EventError.

    On the board of the game its leaves stay those that stood there. Those that count are told by a line that corrects
    the result with which the game has ended.
    """
    game = game_of(event_id, game_id)
    check_result(game.fixture_game.fixture.round.division.event, game.seats.count(), places=places, scores=scores)
    payload: Kind = Adjudicated(game=game.pk, places=tuple(places))
    if scores is not None:
        payload = GameCorrected(result=ending(game, places, scores).result)
    return do_to_game(
        event_id, game, player, reason, at, games.adjudicate_game, payload, key,
        check=check_running, places=places,
    )  # fmt: skip


@transaction.atomic
def give_bye(
    *,
    event_id: int,
    entrant_id: int,
    round_number: int,
    kind: str,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Say what a round without a game is worth to somebody: a full, half or zero-point bye. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    check_counts(event)
    payload, division = bye(event, entrant_id, round_number=round_number, kind=kind)
    return write_line(event, payload, player, reason, at, division, key=key)


def bye(event: Event, entrant_id: int, *, round_number: int, kind: str) -> tuple[ByeGiven, Division]:
    """The line that says what a round without a game is worth. Raises EventError."""
    if event.form != Form.SWISS:
        raise EventError("Byes are given in Swiss tournaments only; elsewhere sitting out counts for nothing.")
    entrant = entrant_of(event, entrant_id)
    if kind not in (RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE):
        raise EventError("A bye is a full_point_bye, a half_point_bye or a zero_point_bye.")
    paired = Fixture.objects.filter(seats__entrant=entrant, round__number=round_number).exists()
    if entrant.division is None or paired or not 1 <= round_number <= field_of(entrant.division).rounds:
        raise EventError(f"{entrant.player} had to sit out no round {round_number} that has been paired.")
    return ByeGiven(byes=(Bye(entrant.pk, round_number, RoundKind(kind)),)), entrant.division


@transaction.atomic
def reverse(*, event_id: int, seq: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Revert an entry of the log, such as a correction or a departure. Raises EventError.

    Games that ended because somebody left stay ended; their results can be corrected or annulled.
    """
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    check_counts(event)
    division, payload = reversible(event, seq)
    written = write_line(event, Reverted(entry=seq), player, reason, at, division, key=key)
    if isinstance(payload, Departure):
        entrant = entrant_of(event, payload.entrant)
        entrant.status = status_told_of(entrant)
        entrant.save(update_fields=["status"])
    return written


def reversible(event: Event, seq: int) -> tuple[Division, Kind]:
    """The payload of an entry that can be reverted, with its division. Raises EventError."""
    line = event.results.select_related("division__stage", "division__event").filter(seq=seq).first()
    if line is None or line.kind not in revertible() or line.division is None:
        can = "Corrections, annulments, byes, departures, the end of a ladder, and requests to sit out can."
        raise EventError(f"Entry {seq} cannot be reverted. {can}")
    payload = line.entry.payload
    if refusal := payload.refusal_to_revert(course_of(event)):
        raise EventError(refusal)
    if seq not in {known.seq for known in account_of(line.division).entries}:
        raise EventError(f"Entry {seq} has been reverted already.")
    return line.division, payload


def _check_belongs(event: Event, division: Division) -> None:
    if division.event_id != event.pk:
        raise EventError(f"That game is none of {event.name}.")


def _result_of(game_id: int) -> tuple[Division, GameResult]:
    """The division of a finished game and its result as it counts now. Raises EventError."""
    played = (
        FixtureGame.objects.select_related("fixture__round__division__stage", "fixture__round__division__event")
        .filter(game=game_id)
        .first()
    )
    if played is None:
        raise EventError(f"Game {game_id} is no game of an event.")
    division = played.fixture.round.division
    known = next((result for result in account_of(division).results if result.game == game_id), None)
    if known is None:
        raise EventError(f"Game {game_id} has no result yet; adjudicate it instead.")
    return division, known
