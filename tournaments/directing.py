"""What a director does to a running event. Every deed has a reason, stands in the public log, and can be taken back
where a log can do that; its consequences can be looked at before.

What concerns games is done to the games first, then written into the event's log, in one transaction where that is few
games, else game by game: a sweep (``settle``) finishes what a crash has left.

The same ``key`` again is the same deed: it returns the line that was written the first time. Doors make keys that are
unique to who does what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from games import directing as games
from games.deeds import ADJUDICATED
from games.exceptions import CannotDirect, GameError, GameOver
from games.models import Game, GameEvent, Player
from games.rules.base import places_of
from games.sweeps import Sweep
from games.timing import is_paused
from tournaments.exceptions import EventError, NotDirector
from tournaments.ledger import append, lock_event
from tournaments.models import Division, Entrant, Event, Fixture, FixtureGame, Result, Round
from tournaments.queries import account_of, field_of, games_of_event, lines_of, may_direct, open_games_of
from tournaments.schemes import Form
from tournaments.services import lock_directed
from tournaments.signals import event_announced
from tournaments.standings.log import REVERSIBLE, Kind, Line
from tournaments.standings.matches import ANNULLED, FORFEIT, WITHDRAWN, GameResult
from tournaments.standings.ranking import Standings
from tournaments.standings.tables import Kind as RoundKind

State = Event.State
Status = Entrant.Status

LONGEST_REASON = 200
FURTHEST_DEADLINE = timedelta(days=731)
CORRECTED = "corrected"


# Consequences ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """What a deed would change for one entrant: ranks, and points in 1/840."""

    entrant: int
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int

    @property
    def is_none(self) -> bool:
        return self.rank_before == self.rank_after and self.points_before == self.points_after


def consequences(division: Division, lines: Sequence[tuple[str, Mapping[str, Any]]], *, at: datetime) -> list[Change]:
    """What lines of these kinds and payloads would change in the table, in its present order; nothing is written."""
    before = division.stage.stage_format.standings(field_of(division))
    after = table_with(division, lines, at=at)
    new = {row.entrant: row for row in after.rows}
    changes = [
        Change(row.entrant, row.rank, new[row.entrant].rank, row.points, new[row.entrant].points)
        for row in before.rows
        if row.entrant in new
    ]
    return [change for change in changes if not change.is_none]


def table_with(division: Division, lines: Sequence[tuple[str, Mapping[str, Any]]], *, at: datetime) -> Standings:
    """The table if lines of these kinds and payloads were in the log: "what if"."""
    known = lines_of(division)
    seq = known[-1].seq if known else 0
    more = [Line(seq + index, kind, payload, at) for index, (kind, payload) in enumerate(lines, 1)]
    return division.stage.stage_format.standings(field_of(division, lines=[*known, *more]))


# Entrants -------------------------------------------------------------------------------------------------------------


def departure(entrant: Entrant, *, kind: str = Kind.WITHDRAWN) -> tuple[str, dict[str, Any]]:
    """The line that says that somebody leaves, by the rules of the event.

    Where all pairings of two were made beforehand and less than half of the entrant's fixtures are complete, all of
    them are void, for everybody; else what is open is lost. At larger tables the others play on, and who left is placed
    last. Elsewhere games that were played stand, and the entrant is not paired again.
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
    complete = sum(match.is_complete for _, match in own)
    void: list[int] = []
    is_void = division.stage.stage_format.at_once and field.ruleset.predetermined and field.ruleset.seats == 2
    if is_void and 2 * complete < len(own):
        void = [pairing.fixture for pairing, _ in own]
    after = max((pairing.round for pairing, _ in own), default=field.rounds)
    return kind, {"entrant": entrant.pk, "round": max(after, field.rounds) + 1, "void": void}


def foreseen_departure(entrant: Entrant, *, kind: str = Kind.WITHDRAWN) -> list[tuple[str, dict[str, Any]]]:
    """The line that says that somebody leaves, and those of the games of two that are lost by it at once.

    At larger tables the others play on, so that nobody knows yet what their games will come to.
    """
    line = departure(entrant, kind=kind)
    void = set(line[1]["void"])
    lines = [line]
    for game in open_games_of(entrant).select_related("fixture_game").prefetch_related("seats"):
        played = game.fixture_game
        if len(played.seating) == 2 and played.fixture_id not in void:
            seat = played.seating.index(entrant.pk)
            moved = game.events.filter(kind=GameEvent.Kind.STEP, seat=seat).exists()
            places = tuple(2 if number == seat else 1 for number in range(2))
            lines.append(_ended(game, places, left=(seat,), reason=WITHDRAWN if moved else FORFEIT))
    return lines


def preview_withdrawal(entrant: Entrant, *, kind: str = Kind.WITHDRAWN, at: datetime) -> list[Change]:
    """Every place that a withdrawal would change."""
    if entrant.division is None:
        return []
    return consequences(entrant.division, foreseen_departure(entrant, kind=kind), at=at)


def withdraw(
    *, event_id: int, entrant_id: int, player: Player, reason: str, at: datetime, key: str | None = None
) -> Result:
    """Take an entrant out of a running event: the director, or the entrant himself. Raises EventError."""
    return take_out(event_id, entrant_id, player, reason, at, Kind.WITHDRAWN, key)


def disqualify(
    *, event_id: int, entrant_id: int, player: Player, reason: str, at: datetime, key: str | None = None
) -> Result:
    """Take an entrant out of a running event as a sanction. He cannot enter it again."""
    return take_out(event_id, entrant_id, player, reason, at, Kind.DISQUALIFIED, key)


def take_out(
    event_id: int, entrant_id: int, player: Player | None, reason: str, at: datetime, kind: str, key: str | None = None
) -> Result:
    """``withdraw`` or ``disqualify``; ``player`` None: by the rules of the event."""
    with transaction.atomic():
        event = lock_event(event_id)
        entrant = _entrant(event, entrant_id)
        if player is not None and not (kind == Kind.WITHDRAWN and entrant.player_id == player.pk):
            lock_directed(event_id, player)
        if known := _known(event, key):
            return known
        _check_running(event)
        if entrant.status in (Status.WITHDRAWN, Status.DISQUALIFIED):
            raise EventError(f"{entrant.player} has left {event.name} already.")
        _, payload = departure(entrant, kind=kind)
        line = _write(event, kind, payload, player, reason, at, entrant.division, key=key)
        entrant.status = Status.WITHDRAWN if kind == Kind.WITHDRAWN else Status.DISQUALIFIED
        entrant.save(update_fields=["status"])
    close_games_of(entrant, at=at)
    return line


def close_games_of(entrant: Entrant, *, at: datetime) -> None:
    """End the open games of somebody who has left: void ones without a result, the others as a loss."""
    division = entrant.division
    void = account_of(division).void if division else frozenset()
    for game in open_games_of(entrant).select_related("fixture_game"):
        played = game.fixture_game
        seat = played.seating.index(entrant.pk)
        reason = f"{entrant.player} has left the event."
        if played.fixture_id in void and len(played.seating) == 2:
            games.annul_game(game_id=game.pk, actor_id=None, reason=reason, at=at)
        elif not game.seats.get(number=seat).has_left:
            games.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason=reason, at=at)


@transaction.atomic
def come_back(*, event_id: int, player: Player, at: datetime) -> Result:
    """A no-show who was taken out of a Swiss tournament plays on from the next round. Raises EventError.

    Only until that round is paired; games that were lost by not appearing stay lost.
    """
    event = lock_event(event_id)
    _check_running(event)
    line = line_to_come_back(event, player)
    if line is None:
        raise EventError(
            f"You cannot come back to {event.name}: that is for who was taken out for not appearing to a game, "
            "before the next round is paired."
        )
    entrant = _entrant(event, line.payload["entrant"])
    written = _write(event, Kind.REVERSED, {"line": line.seq}, player, "Is back.", at, entrant.division)
    entrant.status = Status.ACTIVE
    entrant.save(update_fields=["status"])
    return written


def line_to_come_back(event: Event, player: Player) -> Line | None:
    """The line that took a player out for not appearing, as long as he may take it back himself."""
    entrant = event.entrants.filter(player=player, status=Status.WITHDRAWN).order_by("-stage_number").first()
    if event.state != State.RUNNING or event.form != Form.SWISS or entrant is None or entrant.division is None:
        return None
    found = None
    for line in account_of(entrant.division).lines:
        if line.kind == Kind.ROUND_PAIRED:
            found = None
        elif line.kind == Kind.WITHDRAWN and line.payload["entrant"] == entrant.pk and line.payload["actor"] is None:
            found = line
    return found


def substitute(
    *,
    event_id: int,
    entrant_id: int,
    username: str,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Another player takes over somebody's place, with all that has been reached and the open games."""
    entrant = Entrant.objects.select_related("player", "event").filter(event=event_id, pk=entrant_id).first()
    if entrant is None:
        raise EventError(f"Event {event_id} has no entrant {entrant_id}.")
    if not may_direct(entrant.event, player):
        raise NotDirector(f"Only the director of {entrant.event.name} can do that.")
    return replace_player(entrant, _player(username), player, reason, at, key)


@transaction.atomic
def replace_player(
    entrant: Entrant, new: Player, director: Player | None, reason: str, at: datetime, key: str | None = None
) -> Result:
    """``substitute``; ``director`` None: by the rules of the event. Two at once: the second is refused."""
    if known := _known(entrant.event, key):
        return known
    _check_reason(reason)
    old = entrant.player
    check_substitute(entrant, new)
    for game in open_games_of(entrant).select_related("fixture_game"):
        seat = game.fixture_game.seating.index(entrant.pk)
        try:
            games.substitute_seat(
                game_id=game.pk,
                seat=seat,
                player_id=new.pk,
                actor_id=director.pk if director else None,
                reason=reason,
                at=at,
            )
        except GameError as error:
            raise EventError(error.message) from error
    event = lock_event(entrant.event_id) if director is None else lock_directed(entrant.event_id, director)
    if known := _known(event, key):
        return known
    _check_running(event)
    entrant = _entrant(event, entrant.pk)
    if entrant.player_id != old.pk:
        raise EventError(f"{entrant.player} has taken over the place of {old} already.")
    if entrant.status == Status.DISQUALIFIED and director is None:
        raise EventError(f"{old} was disqualified; only a director can fill the place.")
    check_substitute(entrant, new)
    event.entrants.filter(player=new, stage_number=entrant.stage_number).delete()  # the offer to stand by is taken up
    payload = {"entrant": entrant.pk, "old": old.pk, "new": new.pk}
    line = _write(event, Kind.SUBSTITUTED, payload, director, reason, at, entrant.division, key=key)
    _reinstate(event, entrant, director, reason, at)
    entrant.player, entrant.status = new, Status.ACTIVE
    entrant.save(update_fields=["player", "status"])
    return line


def _reinstate(event: Event, entrant: Entrant, player: Player | None, reason: str, at: datetime) -> None:
    """If the entrant had left, it is as if he had not: somebody else plays on for him."""
    for kind, payload in reinstatement(entrant):
        _write(event, kind, payload, player, reason, at, entrant.division)


def reinstatement(entrant: Entrant) -> list[tuple[str, Mapping[str, Any]]]:
    """The lines by which it is as if somebody had not left."""
    if entrant.division is None:
        return []
    return [
        (Kind.REVERSED, {"line": line.seq})
        for line in account_of(entrant.division).lines
        if line.kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED) and line.payload["entrant"] == entrant.pk
    ]


def check_substitute(entrant: Entrant, new: Player) -> None:
    """Raises EventError for who cannot take over this place."""
    if new.is_bot or new.pk == entrant.player_id:
        raise EventError("A substitute is another person than who plays now, and no house bot.")
    others = Entrant.objects.filter(event=entrant.event_id, player=new, stage_number=entrant.stage_number)
    if others.exclude(number=None).exists():
        raise EventError(f"{new} plays in {entrant.event.name} already.")


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
    if known := _known(event, key):
        return known
    payload, division = bye(event, entrant_id, round_number=round_number, kind=kind)
    return _write(event, Kind.BYE_GIVEN, payload, player, reason, at, division, key=key)


def bye(event: Event, entrant_id: int, *, round_number: int, kind: str) -> tuple[dict[str, Any], Division]:
    """The line that says what a round without a game is worth. Raises EventError."""
    entrant = _entrant(event, entrant_id)
    if kind not in (RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE):
        raise EventError("A bye is a full-point bye, a half-point bye or a zero-point bye.")
    paired = Fixture.objects.filter(seats__entrant=entrant, round__number=round_number).exists()
    if entrant.division is None or paired or not 1 <= round_number <= field_of(entrant.division).rounds:
        raise EventError(f"{entrant.player} had to sit out no round {round_number} that has been paired.")
    return {"byes": [[entrant.pk, round_number, str(kind)]]}, entrant.division


# Results --------------------------------------------------------------------------------------------------------------


def correction(
    game_id: int, *, places: Sequence[int], scores: Sequence[int] | None = None
) -> tuple[str, dict[str, Any], Division]:
    """The line that gives a finished game another result. Raises EventError."""
    division, known = _result_of(game_id)
    seats = len(known.entrants)
    if len(places) != seats or tuple(places) != places_of([-place for place in places]):
        raise EventError(
            f"Give each of the {seats} seats its place, in seat order; who tie share the better one, as in 1, 1, 3."
        )
    if scores is None and division.stage.stage_ruleset.scoring == "leaves":
        raise EventError("In a match the leaves count: give each seat its active leaves, too.")
    if scores is not None and len(scores) != seats:
        raise EventError(f"Give each of the {seats} seats its score, in seat order.")
    payload = {
        **known.dump(),
        "places": list(places),
        "scores": list(known.scores if scores is None else scores),
        "left": [],
        "reason": CORRECTED,
    }
    return Kind.GAME_CORRECTED, payload, division


def annulment(game_id: int) -> tuple[str, dict[str, Any], Division]:
    """The line that takes a finished game's result away. Raises EventError."""
    division, known = _result_of(game_id)
    return Kind.GAME_ANNULLED, {**known.dump(), "places": [], "left": [], "reason": ANNULLED}, division


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
        if known := _known(event, key):
            return known
        kind, payload, division = correction(game_id, places=places, scores=scores)
        _check_belongs(event, division)
        return _write(event, kind, payload, player, reason, at, division, game_id=game_id, key=key)


def annul(*, event_id: int, game_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Take a game's result away; a running game ends without one. Raises EventError."""
    game = game_of(event_id, game_id)
    if game.status == Game.Status.RUNNING:
        payload = {"result": ANNULLED}
        return _to_game(event_id, game, player, reason, at, games.annul_game, Kind.ADJUDICATED, payload, key)
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := _known(event, key):
            return known
        kind, payload, division = annulment(game_id)
        _check_belongs(event, division)
        return _write(event, kind, payload, player, reason, at, division, game_id=game_id, key=key)


def adjudicate(
    *,
    event_id: int,
    game_id: int,
    places: Sequence[int],
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """End a running game with these places by seat. Raises EventError."""
    game, payload = game_of(event_id, game_id), {"result": list(places)}
    return _to_game(
        event_id, game, player, reason, at, games.adjudicate_game, Kind.ADJUDICATED, payload, key, places=places
    )


def ending(game: Game, places: Sequence[int]) -> tuple[str, dict[str, Any]]:
    """The line that a running game would leave if it ended now with these places, or with none if it were annulled."""
    return _ended(game, tuple(places), left=(), reason=ADJUDICATED if places else ANNULLED)


def _ended(game: Game, places: tuple[int, ...], *, left: tuple[int, ...], reason: str) -> tuple[str, dict[str, Any]]:
    played = game.fixture_game
    result = GameResult(
        fixture=played.fixture_id,
        game=game.pk,
        number=played.number,
        entrants=tuple(played.seating),
        scores=tuple(game.load_position().scores),
        places=places,
        left=left,
        reason=reason,
    )
    return Kind.GAME_FINISHED, result.dump()


def add_time(
    *,
    event_id: int,
    game_id: int | None,
    seat: int | None,
    span: timedelta,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Give one seat (from 0) of a running game more time, or with None all of them; all games with ``game_id`` None.

    Raises EventError.
    """
    if game_id is None:
        return _add_time_to_all(event_id, span, player, reason, at, key)
    game = game_of(event_id, game_id)
    payload = {"seat": seat, "seconds": int(span.total_seconds())}
    return _to_game(
        event_id, game, player, reason, at, games.add_time, Kind.TIME_ADDED, payload, key, seat=seat, span=span
    )


def _add_time_to_all(
    event_id: int, span: timedelta, player: Player, reason: str, at: datetime, key: str | None
) -> Result:
    """One line, then game by game under a key of that line: whoever asks again with the same key finishes the rest."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        line = _known(event, key)
        if line is None:
            _check_running(event)
            if not timedelta(minutes=1) <= span <= games.MOST_ADDED:
                raise EventError(f"Between a minute and {games.MOST_ADDED.days} days can be added.")
            payload = {"game": None, "seat": None, "seconds": int(span.total_seconds())}
            line = _write(event, Kind.TIME_ADDED, payload, player, reason, at, None, key=key)
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event):
            with sweep.one(f"game {game.pk}"), suppress(GameOver, CannotDirect):  # ended meanwhile, or has a hard end
                games.add_time(
                    game_id=game.pk,
                    seat=None,
                    span=span,
                    actor_id=player.pk,
                    reason=line.payload["why"],
                    at=at,
                    key=f"event {event.pk}, line {line.seq}",
                )
    return line


@transaction.atomic
def _to_game(
    event_id: int,
    game: Game,
    player: Player,
    reason: str,
    at: datetime,
    deed: Callable[..., Any],
    kind: str,
    payload: dict[str, Any],
    key: str | None,
    **arguments: Any,
) -> Result:
    """Something done to one running game, in its log and in the event's. Games are locked before events."""
    event = Event.objects.get(pk=event_id)
    if not may_direct(event, player):
        raise NotDirector(f"Only the director of {event.name} can do that.")
    text = _check_reason(reason)
    try:
        deed(game_id=game.pk, actor_id=player.pk, reason=text, at=at, key=key, **arguments)
    except GameError as error:
        if known := _known(event, key):
            return known
        raise EventError(error.message) from error
    event = lock_directed(event_id, player)
    if known := _known(event, key):
        return known
    division = game.fixture_game.fixture.round.division
    return _write(event, kind, {"game": game.pk, **payload}, player, text, at, division, key=key)


# The event ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def reverse(*, event_id: int, seq: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Take a line of the log back: a correction, an annulment, a bye, a withdrawal. Raises EventError.

    Games that ended because somebody left stay ended; their results can be corrected or annulled.
    """
    event = lock_directed(event_id, player)
    if known := _known(event, key):
        return known
    division, line = reversible(event, seq)
    if line.kind in (Kind.WITHDRAWN, Kind.DISQUALIFIED):
        event.entrants.filter(pk=line.payload["entrant"]).update(status=Status.ACTIVE)
    return _write(event, Kind.REVERSED, {"line": seq}, player, reason, at, division, key=key)


def reversible(event: Event, seq: int) -> tuple[Division, Result]:
    """A line that can be taken back, with its division. Raises EventError."""
    line = event.results.select_related("division__stage", "division__event").filter(seq=seq).first()
    if line is None or line.kind not in REVERSIBLE or line.division is None:
        raise EventError(f"Line {seq} cannot be taken back. Corrections, annulments, byes and withdrawals can.")
    if seq not in {known.seq for known in account_of(line.division).lines}:
        raise EventError(f"Line {seq} has been taken back already.")
    return line.division, line


@transaction.atomic
def move_deadline(
    *,
    event_id: int,
    round_number: int | None,
    deadline: datetime,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Give a round, or with None every one that is not over, another deadline, in all divisions. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := _known(event, key):
        return known
    _check_running(event)
    if not at < deadline <= at + FURTHEST_DEADLINE:
        raise EventError("The new deadline must lie in the future, within the next two years.")
    held = open_rounds(event)
    if round_number is not None:
        held = held.filter(number=round_number)
    if not held.update(deadline=deadline, is_extended=False):
        raise EventError(f"{event.name} has no such round that is being played.")
    payload = {"round": round_number, "deadline": deadline.isoformat()}
    return _write(event, Kind.DEADLINE_MOVED, payload, player, reason, at, None, key=key)


def open_rounds(event: Event) -> QuerySet[Round]:
    """The rounds that are being played: games of theirs are open."""
    playing = running_games(event).order_by().values("fixture_game__fixture__round")
    return Round.objects.filter(pk__in=playing)


def pause(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Stop all clocks of an event until it is resumed; moves are still taken, rounds are not paired."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := _known(event, key):
            return known
        _check_running(event)
        if event.paused_at is not None:
            raise EventError(f"{event.name} is paused already.")
        event.paused_at = at
        event.save(update_fields=["paused_at"])
        line = _write(event, Kind.PAUSED, {}, player, reason, at, None, key=key)
    settle(event, at=at)
    return line


def resume(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Let the clocks of a paused event run again. Its deadlines move by as long as it was paused."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := _known(event, key):
            return known
        _check_running(event)
        if event.paused_at is None:
            raise EventError(f"{event.name} is not paused.")
        stood, event.paused_at = at - event.paused_at, None
        event.save(update_fields=["paused_at"])
        for held in Round.objects.filter(division__event=event, deadline__isnull=False):
            if held.deadline and held.deadline + stood > at:
                held.deadline += stood
                held.save(update_fields=["deadline"])
        line = _write(event, Kind.RESUMED, {}, player, reason, at, None, key=key)
    settle(event, at=at)
    return line


@transaction.atomic
def announce(*, event_id: int, words: str, player: Player, at: datetime, key: str | None = None) -> Result:
    """Tell all who take part something; it stands on the event's page and goes out by mail. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := _known(event, key):
        return known
    if event.state not in (State.OPEN, State.RUNNING, State.FINISHED):
        raise EventError(f"{event.name} is {event.get_state_display()}; nothing is announced there.")
    text = words.strip()
    if not 1 <= len(text) <= 2000:
        raise EventError("An announcement has 1 to 2,000 characters.")
    line = append(event, Kind.ANNOUNCED, {"actor": player.pk, "words": text, **_keyed(key)}, at=at)
    event_announced.send(Event, event=event, text=text, key=str(line.seq), at=at)
    return line


def call_off(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """End an event without a result; its open games end without one, too. It stays where everybody can see it."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := _known(event, key):
            return known
        if event.state not in (State.OPEN, State.RUNNING):
            raise EventError(f"{event.name} is {event.get_state_display()}; there is nothing to call off.")
        event.state, event.finished_at = State.CALLED_OFF, at
        event.save(update_fields=["state", "finished_at"])
        line = _write(event, Kind.CALLED_OFF, {}, player, reason, at, None, key=key)
    settle(event, at=at)
    return line


def settle(event: Event, *, at: datetime) -> None:
    """Bring the event's open games in line with it: paused or not, called off, left by somebody. Idempotent."""
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event):
            with sweep.one(f"game {game.pk}"):
                _settle_game(event, game, at)
        for entrant in event.entrants.filter(status__in=(Status.WITHDRAWN, Status.DISQUALIFIED)).exclude(number=None):
            with sweep.one(f"entrant {entrant.pk}"):
                close_games_of(entrant, at=at)


def running_games(event: Event) -> QuerySet[Game]:
    """The open games of an event, the oldest first."""
    return games_of_event(event).filter(status=Game.Status.RUNNING).order_by("pk")


def _settle_game(event: Event, game: Game, at: datetime) -> None:
    if event.state == State.CALLED_OFF:
        games.annul_game(game_id=game.pk, actor_id=None, reason="The event was called off.", at=at)
    elif event.paused_at is not None:
        games.pause_game(game_id=game.pk, actor_id=None, reason="The event is paused.", at=at)
    elif is_paused(game):
        games.resume_game(game_id=game.pk, actor_id=None, reason="The event goes on.", at=at)


# What is common -------------------------------------------------------------------------------------------------------


def _write(
    event: Event,
    kind: str,
    payload: Mapping[str, Any],
    player: Player | None,
    reason: str,
    at: datetime,
    division: Division | None,
    *,
    game_id: int | None = None,
    key: str | None = None,
) -> Result:
    """A line with who did it (None: the rules of the event) and why, and a hint that the table has changed."""
    from tournaments.progress import tell_standings

    text = _check_reason(reason)
    if event.state == State.ARCHIVED:
        raise EventError(f"{event.name} is in the archive; nothing of it changes any more.")
    game = Game.objects.get(pk=game_id) if game_id is not None else None
    full = {**payload, "actor": player.pk if player else None, "why": text, **_keyed(key)}
    line = append(event, kind, full, at=at, division=division, game=game)
    if division is not None:
        tell_standings(division)
    return line


def _keyed(key: str | None) -> dict[str, str]:
    return {} if key is None else {"key": key}


def _known(event: Event, key: str | None) -> Result | None:
    """The line that was written under this key, if the deed was done before."""
    return None if key is None else event.results.filter(payload__key=key).first()


def _check_reason(reason: str) -> str:
    text = " ".join(reason.split())
    if not 1 <= len(text) <= LONGEST_REASON:
        raise EventError(f"Say why, in 1 to {LONGEST_REASON} characters: it stands in the event's public log.")
    return text


def _check_running(event: Event) -> None:
    if event.state != State.RUNNING:
        raise EventError(f"{event.name} is {event.get_state_display()}.")


def _check_belongs(event: Event, division: Division) -> None:
    if division.event_id != event.pk:
        raise EventError(f"That game is none of {event.name}.")


def _entrant(event: Event, entrant_id: int) -> Entrant:
    entrant = (
        event.entrants.select_related("player", "division__stage", "division__event").filter(pk=entrant_id).first()
    )
    if entrant is None:
        raise EventError(f"{event.name} has no entrant {entrant_id}.")
    return entrant


def _player(username: str) -> Player:
    player = Player.objects.filter(username__iexact=username.strip(), is_active=True).first()
    if player is None:
        raise EventError(f"There is no player {username!r}.")
    return player


def game_of(event_id: int, game_id: int) -> Game:
    """A game of an event. Raises EventError."""
    game = (
        Game.objects.select_related("fixture_game__fixture__round__division")
        .filter(pk=game_id, fixture_game__fixture__round__division__event=event_id)
        .first()
    )
    if game is None:
        raise EventError(f"Game {game_id} is none of this event.")
    return game


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
