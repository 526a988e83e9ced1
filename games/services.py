"""Everything that can be done to a game. Every door calls these with plain values; nothing else writes games.

A *submission* is what a player sent. It is recorded whatever becomes of it: the accepted ones in the transaction of
the move, the refused ones with the reason. The same ``key`` from the same player is the same submission.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from games import bots, dice
from games.clocks import TimeControl
from games.exceptions import (
    GameError,
    GameOver,
    KeyReused,
    NothingOffered,
    NotSeated,
    NotYourTurn,
    OutOfTime,
    RefusedMove,
    StalePly,
)
from games.log import OpenGame, open_game, start_clock, stop_clock
from games.models import Game, GameEvent, Heartbeat, Player, Seat, Submission, new_secret
from games.rules import RULES
from games.rules.base import Options, Position, places_of
from games.turns import Turn, read_turn

log = logging.getLogger(__name__)

Kind = GameEvent.Kind
Door = Submission.Door
State = Submission.State

HEARTBEAT_STALE = timedelta(minutes=5)
LONGEST_TEXT = 4000


@dataclass(frozen=True)
class Receipt:
    """What became of a submission. ``repeated`` says that it had been made before and nothing new happened."""

    submission: Submission
    repeated: bool = False

    @property
    def number(self) -> int:
        return self.submission.pk


@dataclass(frozen=True)
class Preview:
    """A position that a message would lead to, and the canonical steps; ``to_act`` None once the game would be over."""

    steps: tuple[str, ...]
    position: Position[Any]


# Starting ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def create_game(
    *,
    rules: str,
    players: Sequence[Player],
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    rated: bool = True,
    title: str = "",
    secret: str = "",
) -> Game:
    """Start a game at ``at``, players in seat order. Raises OptionError for options the game does not have."""
    game_rules = RULES[rules]
    checked = game_rules.check_options(len(players), options or {})
    position = game_rules.start(len(players), checked)
    game = Game.objects.create(
        rules=rules,
        rules_version=game_rules.version,
        options=checked,
        title=title,
        rated=rated,
        secret=secret or new_secret(),
        position=position.dump(),
        control=control.dump(),
        clocks=[control.base // timedelta(milliseconds=1)] * len(players),
        started_at=at,
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player) for number, player in enumerate(players)
    )
    opened = OpenGame(game=game, seats=seats, position=position)
    start_clock(game, seats, _seat(position), at)
    opened.write(Kind.STARTED, door=Door.SERVICE, at=at, text=dice.commit(game.secret))
    opened.save()
    _wake_bots(game, seats)
    return game


# Moves ------------------------------------------------------------------------------------------------------------


def play_move(
    *, game_id: int, player_id: int, text: str, ply: int, at: datetime, source: str, key: str | None = None
) -> Receipt:
    """Play the steps in ``text`` for the player's seat, if the game is still at ``ply``.

    ``at`` is when the message arrived (time zone aware), ``source`` the door, ``key`` makes a repeat harmless.
    Raises GameError: RefusedMove, StalePly, NotYourTurn, NotSeated, GameOver, OutOfTime, KeyReused.
    """
    sent = Sent(game_id, player_id, "move", text, ply, at, source, key)
    return _submit(sent, _play)


def preview_move(
    *, game_id: int, player_id: int, text: str, ply: int, at: datetime, source: str, key: str | None = None
) -> Preview:
    """What ``play_move`` would lead to, up to the first roll; nothing is played. Raises the same errors."""
    sent = Sent(game_id, player_id, "preview", text, ply, at, source, key)
    turns: list[Turn] = []

    def look(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        turns.append(_turn(opened, seat, sent))
        return sent.record(State.PREVIEWED, seat=seat.number)

    _submit(sent, look)
    if not turns:
        raise KeyReused("This preview was asked for before. Send it again with another key.")
    [turn] = turns
    return Preview(tuple(step.text for step in turn.steps), turn.position)


@dataclass(frozen=True)
class Sent:
    """One submission as it came in."""

    game_id: int
    player_id: int
    verb: str
    text: str
    ply: int | None
    at: datetime
    door: str
    key: str | None

    def record(self, state: State, **values: Any) -> Submission:
        return Submission.objects.create(
            game_id=self.game_id,
            player_id=self.player_id,
            verb=self.verb,
            text=self.text.replace("\0", "")[:LONGEST_TEXT],
            ply=self.ply,
            door=self.door,
            key=self.key,
            received_at=self.at,
            state=state,
            **values,
        )

    def same_as(self, submission: Submission) -> bool:
        return (self.game_id, self.verb, self.ply) == (submission.game_id, submission.verb, submission.ply) and (
            self.text == submission.text
        )


Deed = Callable[[OpenGame, Seat, Sent], Submission]


def _submit(sent: Sent, deed: Deed) -> Receipt:
    """Run a deed once under the game's lock, and record the refusal if it is refused."""
    try:
        with transaction.atomic():
            opened = open_game(sent.game_id)
            if earlier := _earlier(sent):
                return _repeat(earlier, sent)
            return Receipt(deed(opened, _seat_for(opened, sent), sent))
    except _AlreadyPlayed as repeat:
        return Receipt(sent.record(State.DUPLICATE, **repeat.values), repeated=True)
    except OutOfTime as error:
        _refuse(sent, error)
        declare_flag(sent.game_id, now=sent.at)
        raise
    except KeyReused:
        raise
    except GameError as error:
        _refuse(sent, error)
        raise


def _earlier(sent: Sent) -> Submission | None:
    if sent.key is None:
        return None
    return Submission.objects.filter(player_id=sent.player_id, key=sent.key).first()


def _repeat(earlier: Submission, sent: Sent) -> Receipt:
    if not sent.same_as(earlier):
        raise KeyReused(f"This key belongs to submission {earlier.pk}. Use a new key for a new submission.")
    if earlier.state == State.REJECTED:
        error = GameError(earlier.message)
        error.code = earlier.code
        error.submission_id = earlier.pk
        raise _RepeatedRefusal(error)
    return Receipt(earlier, repeated=True)


class _RepeatedRefusal(KeyReused):
    """The same refused submission again: the same answer, recorded once."""

    def __init__(self, error: GameError) -> None:
        super().__init__(error.message)
        self.code, self.submission_id = error.code, error.submission_id


def _refuse(sent: Sent, error: GameError) -> None:
    if not Game.objects.filter(pk=sent.game_id).exists():
        return
    submission = sent.record(State.REJECTED, code=error.code, message=error.message)
    error.submission_id = submission.pk


def _seat_for(opened: OpenGame, sent: Sent) -> Seat:
    seat = opened.seat_of(sent.player_id)
    if seat is not None:
        return seat
    if any(other.player_id == sent.player_id for other in opened.seats):
        raise NotSeated("You have left this game, and the house bot plays on for you.")
    raise NotSeated(f"You do not play in game {sent.game_id}.")


class _AlreadyPlayed(Exception):  # noqa: N818 - no error: the submission it repeats was played
    def __init__(self, first: Submission) -> None:
        self.values = {
            "seat": first.seat,
            "first_seq": first.first_seq,
            "last_seq": first.last_seq,
            "receipt": first.receipt,
            "message": f"The same as submission {first.pk}, which was played.",
        }


def _turn(opened: OpenGame, seat: Seat, sent: Sent) -> Turn:
    """The turn a message would make, after every guard."""
    game = opened.game
    if sent.ply != game.ply:
        _check_repeat(game, seat, sent)
    if game.status == Game.Status.FINISHED:
        raise GameOver(f"Game {game.pk} is over ({game.end_reason}).")
    if sent.ply != game.ply:
        raise StalePly(_what_happened_since(game, sent.ply))
    if game.to_act != seat.number:
        raise NotYourTurn(f"It is not your turn: {_to_act_name(opened)} is to move.")
    if game.deadline is not None and sent.at > game.deadline:
        raise OutOfTime(f"Your time ran out at {game.deadline:%H:%M} UTC on {game.deadline:%-d %B %Y}.")
    if len(sent.text) > LONGEST_TEXT:
        raise RefusedMove(
            f"That is too long: a message may have {LONGEST_TEXT} characters.",
            code="unreadable",
            index=0,
            step=sent.text[:60],
            rest=[],
        )
    throw = partial(dice.throw, game.secret, game.pk)
    return read_turn(game.game_rules, opened.position, seat.number, sent.text, game.ply, throw)


def _check_repeat(game: Game, seat: Seat, sent: Sent) -> None:
    """The same words for the same ply of the same seat are the same move, whatever carried them."""
    played = Submission.objects.filter(game=game, seat=seat.number, verb=sent.verb, ply=sent.ply, state=State.PLAYED)
    for first in played:
        if _folded(first.text) == _folded(sent.text):
            raise _AlreadyPlayed(first)


def _folded(text: str) -> str:
    return "".join(text.lower().replace("\n", ";").split())


def _what_happened_since(game: Game, ply: int | None) -> str:
    event = GameEvent.objects.filter(game=game, ply=(ply or 0) + 1).first()
    if event is None:
        return f"Game {game.pk} is at move {game.ply}, not at {ply}. Look at the board and send your move again."
    when = f"{event.at:%H:%M} UTC on {event.at:%-d %B %Y}"
    return f"Move {event.ply} was already played: {event.text}, at {when}. Nothing has changed."


def _to_act_name(opened: OpenGame) -> str:
    if opened.game.to_act is None:
        return "nobody"
    return opened.seats[opened.game.to_act].player.username


def _play(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
    turn = _turn(opened, seat, sent)
    first = opened.game.seq + 1
    _write_turn(opened, turn, sent.at, sent.door)
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=first,
        last_seq=opened.game.seq,
        receipt=opened.game.receipt,
        message=f"Not played: {'; '.join(turn.unplayed)}" if turn.unplayed else "",
    )
    opened.save(submission)
    _wake_bots(opened.game, opened.seats)
    return submission


def _write_turn(opened: OpenGame, turn: Turn, at: datetime, door: str) -> None:
    """Write the steps of a turn into the log and run the clocks: a turn ends where another seat is to act."""
    game = opened.game
    at = max(at, game.turn_started_at or at)  # a door with a slow clock must not turn time back
    for step, position in zip(turn.steps, turn.positions[1:], strict=True):
        kind = Kind.ROLL if step.seat is None else Kind.STEP
        opened.write(
            kind, door=Door.SERVICE if step.forced or step.seat is None else door, at=at, seat=step.seat,
            text=step.text, forced=step.forced,
        )  # fmt: skip
        acting = _seat(position)
        if acting != game.to_act:
            stop_clock(game, at)
            start_clock(game, opened.seats, acting, at)
    game.agreements = {}  # an offer lapses with the next move
    opened.position = turn.position
    if outcome := opened.position.outcome():
        _finish(opened, at, reason=outcome.reason, places=outcome.places)


def _seat(position: Position[Any]) -> int | None:
    return position.to_act if isinstance(position.to_act, int) else None


# Leaving and agreeing ---------------------------------------------------------------------------------------------


def resign(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Give the game up: a loss with two seats; with more, a house bot plays on and the seat is placed last."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        _check_running(opened.game)
        opened.write(Kind.RESIGNED, door=sent.door, at=sent.at, seat=seat.number)
        _leave(opened, seat, sent.at, "resignation")
        return _agreed(opened, seat, sent)

    return _submit(Sent(game_id, player_id, "resign", "", None, at, source, key), deed)


def offer_draw(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Offer a draw, or agree to the one that is offered. It lapses with the next move."""
    return _submit(Sent(game_id, player_id, "draw", "", None, at, source, key), partial(_say_yes, what="draw"))


def offer_abandonment(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Offer to abandon the game without a result, or agree to it. It lapses with the next move."""
    return _submit(Sent(game_id, player_id, "abandon", "", None, at, source, key), partial(_say_yes, what="abandon"))


def accept_offer(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Agree to what another player has offered. Raises NothingOffered."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        return _say_yes(opened, seat, sent, what=_open_offer(opened, seat))

    return _submit(Sent(game_id, player_id, "accept", "", None, at, source, key), deed)


def decline_offer(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Turn down what another player has offered. Raises NothingOffered."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        what = _open_offer(opened, seat)
        kind = Kind.DRAW_DECLINED if what == "draw" else Kind.ABANDON_DECLINED
        opened.write(kind, door=sent.door, at=sent.at, seat=seat.number)
        del opened.game.agreements[what]
        return _agreed(opened, seat, sent)

    return _submit(Sent(game_id, player_id, "decline", "", None, at, source, key), deed)


def _check_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise GameOver(f"Game {game.pk} is over ({game.end_reason}).")


def _open_offer(opened: OpenGame, seat: Seat) -> str:
    _check_running(opened.game)
    for what, seats in opened.game.agreements.items():
        if seat.number not in seats:
            return str(what)
    raise NothingOffered("Nobody has offered anything that you could answer. An offer lapses with the next move.")


def _say_yes(opened: OpenGame, seat: Seat, sent: Sent, *, what: str) -> Submission:
    game = opened.game
    _check_running(game)
    seats = game.agreements.setdefault(what, [])
    if seat.number in seats:
        raise NothingOffered("You have offered that already. Your opponent can accept until the next move.")
    seats.append(seat.number)
    kind = Kind.DRAW_OFFERED if what == "draw" else Kind.ABANDON_OFFERED
    opened.write(kind, door=sent.door, at=sent.at, seat=seat.number)
    if {staying.number for staying in opened.staying} <= set(seats):
        _finish_agreed(opened, sent.at, what)
    return _agreed(opened, seat, sent)


def _finish_agreed(opened: OpenGame, at: datetime, what: str) -> None:
    if what == "abandon":
        _finish(opened, at, reason="abandoned", places=None)
    else:
        _finish(opened, at, reason="draw agreed", places=(1,) * len(opened.seats))


def _agreed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
    """Record a deed that is no move, and save."""
    events = opened.events
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=events[0].seq,
        last_seq=events[-1].seq,
        receipt=opened.game.receipt,
    )
    opened.save(submission)
    _wake_bots(opened.game, opened.seats)
    return submission


def _leave(opened: OpenGame, seat: Seat, at: datetime, reason: str) -> None:
    """A seat leaves. The game ends when one is left; else the house bot takes the seat over."""
    game = opened.game
    seat.left_ply, seat.left_reason = game.ply, reason
    seat.save(update_fields=["left_ply", "left_reason"])
    if len(opened.staying) > 1:
        if game.to_act == seat.number:
            start_clock(game, opened.seats, seat.number, at)
        agreed = {what: [n for n in seats if n != seat.number] for what, seats in game.agreements.items()}
        game.agreements = {what: seats for what, seats in agreed.items() if seats}
        return
    _finish(opened, at, reason=reason, places=places_of(opened.position.scores))


def _finish(opened: OpenGame, at: datetime, *, reason: str, places: Sequence[int] | None) -> None:
    """The game is over. ``places`` None: it has no result. Those who left are placed last, the first to leave lowest."""
    game = opened.game
    game.status, game.finished_at, game.end_reason = Game.Status.FINISHED, at, reason
    game.agreements = {}
    start_clock(game, opened.seats, None, at)
    opened.write(Kind.FINISHED, door=Door.SERVICE, at=at, text=reason)
    scores = opened.position.scores
    final = _places_with_leavers(opened.seats, places) if places is not None else [None] * len(scores)
    for seat, place, points in zip(opened.seats, final, scores, strict=True):
        seat.place, seat.points = place, points
    Seat.objects.bulk_update(opened.seats, ["place", "points"])


def _places_with_leavers(seats: Sequence[Seat], places: Sequence[int]) -> list[int]:
    """Rank the stayers by their places, then the leavers, the later a seat left the better."""
    worth = [(0, -places[s.number]) if not s.has_left else (-1, s.left_ply or 0) for s in seats]
    return [1 + sum(other > own for other in worth) for own in worth]


# Time -------------------------------------------------------------------------------------------------------------


def record_heartbeat(*, name: str, at: datetime, clear_until: datetime) -> None:
    """A part of the service works, and has read everything that arrived before ``clear_until``."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": at, "clear_until": clear_until})


def clear_until(now: datetime) -> datetime | None:
    """Up to when every move that arrived is known to have been read; None while nobody can tell."""
    beats = list(Heartbeat.objects.all())
    if not beats or any(now - beat.at > HEARTBEAT_STALE for beat in beats):
        return None
    return min(beat.clear_until for beat in beats)


def flag_overdue(*, now: datetime) -> list[int]:
    """Declare the losses on time that are certain by ``now``, and say in which games."""
    before = now - timedelta(seconds=settings.FLAG_GRACE_SECONDS)
    overdue = Game.objects.filter(status=Game.Status.RUNNING, deadline__lt=before).order_by("deadline")
    return [pk for pk in overdue.values_list("pk", flat=True) if declare_flag(pk, now=now)]


@transaction.atomic
def declare_flag(game_id: int, *, now: datetime) -> bool:
    """Let the flag of the seat to act fall if its time is over and no earlier move of its can still be waiting.

    Whoever notices it, a late move or the sweep, asks here; under the game's lock it happens once.
    """
    opened = open_game(game_id)
    game = opened.game
    known = clear_until(now)
    if game.status != Game.Status.RUNNING or game.deadline is None or game.to_act is None:
        return False
    if game.deadline >= now or known is None or known <= game.deadline:
        return False
    seat = opened.seats[game.to_act]
    at = game.deadline
    opened.write(Kind.FLAGGED, door=Door.SERVICE, at=at, seat=seat.number)
    game.clocks[seat.number] = 0
    _leave(opened, seat, at, "time")
    opened.save()
    _wake_bots(game, opened.seats)
    return True


# House bots -------------------------------------------------------------------------------------------------------


def _wake_bots(game: Game, seats: Sequence[Seat]) -> None:
    from games.hints import hint
    from games.tasks import play_house_bot

    if game.to_act is not None and (seats[game.to_act].has_left or seats[game.to_act].player.is_bot):
        hint(play_house_bot, game.pk)


@transaction.atomic
def play_house_bot(game_id: int, *, at: datetime) -> bool:
    """Play one turn for the house bot if it is to act, and say whether there was anything to do."""
    opened = open_game(game_id)
    game = opened.game
    if game.status != Game.Status.RUNNING or game.to_act is None:
        return False
    seat = opened.seats[game.to_act]
    if not (seat.has_left or seat.player.is_bot):
        return False
    rules = game.game_rules
    move = bots.choose_move(opened.position, seed=f"{game.secret}:{game.ply}")
    throw = partial(dice.throw, game.secret, game.pk)
    turn = read_turn(rules, opened.position, seat.number, rules.format(move, opened.position), game.ply, throw)
    _write_turn(opened, turn, at, Door.SERVICE)
    opened.save()
    _wake_bots(game, opened.seats)
    return True


def games_for_house_bots() -> list[int]:
    """Running games in which a house bot is to act."""
    running = Game.objects.filter(status=Game.Status.RUNNING, to_act__isnull=False, deadline=None)
    return list(running.values_list("pk", flat=True))


def check_options(rules: str, seats: int, options: Mapping[str, str | int]) -> dict[str, str | int]:
    """The full options of a game. Raises OptionError."""
    return RULES[rules].check_options(seats, options)
