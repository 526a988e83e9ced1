"""Everything that can be done to a game. Every door calls these with plain values; nothing else writes games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from games.background import enqueue_after_commit
from games.clock.calendars import USUAL_RESTS, RestRules
from games.clock.controls import TimeControl
from games.clock.pauses import Reason, Rest
from games.exceptions import (
    CannotUndo,
    GameError,
    GameOver,
    NothingHeld,
    NothingOffered,
    NotYourTurn,
    OutOfTime,
    RefusedMove,
    StalePly,
)
from games.models import CurrentTurn, Game, GameEvent, Player, Seat, Submission, new_secret
from games.play.log import OpenGame, look_at_game, open_game, start_clock
from games.play.outcome import (
    UNDO,
    advance,
    answer_by_default,
    dice_of,
    finish_if_agreed,
    forget_plan_news,
    leave_seat,
    settle_game,
    standing_answers,
    undo_target,
)
from games.play.submissions import (
    LONGEST_TEXT,
    Receipt,
    Sent,
    check_not_held,
    check_not_played,
    record_once,
    seat_of_sender,
    storable,
    submit,
)
from games.records import dice
from games.rules import RULES
from games.rules.base import Options, Position
from games.sweeps import Sweep
from games.timekeeping import turn_clock
from games.timekeeping.leave import take_leave
from games.turns.playing import Throw, Turn, read_turn
from games.turns.receipt_words import account_of
from games.uptime.outages import clear_until, going_on, is_clock_believed

Kind = GameEvent.Kind
Door = Submission.Door
State = Submission.State


@dataclass(frozen=True)
class Preview:
    """The canonical steps that a message would play, the position after them, and the parts it would not reach."""

    steps: tuple[str, ...]
    position: Position[Any]
    unplayed: tuple[str, ...]


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
    words: Sequence[str] = (),
    rest_rules: RestRules = USUAL_RESTS,
) -> Game:
    """Start a game at ``at``, players in seat order, and so are the ``words`` that they gave for the dice, if any.

    Raises OptionError for options the game does not have.
    """
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
        words=list(words) if any(words) else [],
        position=position.dump(),
        to_act=0,  # until the dice have fallen that come before the first choice
        control=control.dump(),
        rest_rules=rest_rules.dump(),
        clocks=[control.base // timedelta(milliseconds=1)] * len(players),
        started_at=at,
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player) for number, player in enumerate(players)
    )
    opened = OpenGame(game=game, seats=seats, position=position)
    game.turn = CurrentTurn(game=game, started_at=at)
    start_clock(game, seats, position.seat_to_act, at)
    opened.write(Kind.STARTED, door=Door.SERVICE, at=at, text=dice.seal(dice.commit(game.secret), game.words))
    settle_game(opened, at, now=at)
    opened.save()
    wake_bots(game, seats)
    return game


# Moves ------------------------------------------------------------------------------------------------------------


def play_move(
    *,
    game_id: int,
    player_id: int,
    text: str,
    ply: int,
    at: datetime,
    source: str,
    key: str | None = None,
    now: datetime | None = None,
) -> Receipt:
    """Play the steps in ``text`` for the player's seat, if the game is still at ``ply``.

    ``at`` is when the message arrived (time zone aware), ``source`` the door, ``key`` makes a repeat harmless. ``now``
    is when it is worked on, if that may be later: the mover's clock stops at ``at``, the next one starts at ``now``.
    Raises GameError: RefusedMove, StalePly, NotYourTurn, NotSeated, GameOver, OutOfTime, KeyReused, NoSuchGame.
    """
    at = min(at, now or at)  # a message from the future was stamped by a clock that was wrong
    try:
        return submit(
            Sent(game_id, player_id, "move", storable(text), ply, at, source, key), partial(_play, now=now or at)
        )
    except OutOfTime:
        let_time_decide(game_id, now=at)
        raise
    except NotYourTurn:  # perhaps the one whom the sender waits for has let the time run out
        let_time_decide(game_id, now=at, grace=flag_grace())
        raise


def preview_move(
    *, game_id: int, player_id: int, text: str, ply: int, at: datetime, source: str, key: str | None = None
) -> Preview:
    """What ``play_move`` would lead to, up to the first roll; nothing is played. Raises the same errors.

    With a ``key`` it is recorded as a submission, once: a mail is answered for, a look on the page is not.
    """
    sent = Sent(game_id, player_id, "preview", storable(text), ply, at, source, key)
    opened = look_at_game(game_id)
    try:
        seat = seat_of_sender(opened, sent)
        turn = _turn(opened, seat, sent, throw=None)
    except GameError as error:
        if key is not None:
            error.submission_id = record_once(sent, State.REJECTED, code=error.code, message=error.message).pk
        raise
    if key is not None:
        record_once(sent, State.PREVIEWED, seat=seat.number)
    return Preview(tuple(step.text for step in turn.steps), turn.position, turn.unplayed)


def _turn(opened: OpenGame, seat: Seat, sent: Sent, *, throw: Throw | None) -> Turn:
    """The turn a message would make, after every guard."""
    game = opened.game
    if sent.ply != game.ply:
        check_not_played(game, seat, sent)
    if game.status == Game.Status.FINISHED:
        raise GameOver(f"Game {game.pk} is over ({game.end_reason}).")
    if sent.ply != game.ply:
        raise StalePly(_what_happened_since(game, sent.ply))
    if game.to_act != seat.number:
        raise NotYourTurn(f"It is not your turn: {_to_act_name(opened)} is to move.")
    if throw:
        check_in_time(opened, seat, sent)
    else:
        _check_deadline(game, seat, sent)
    if len(sent.text) > LONGEST_TEXT:
        raise RefusedMove(
            f"That is too long: a message may have {LONGEST_TEXT} characters.",
            code="unreadable",
            index=0,
            step=sent.text[:60],
            rest=[],
        )
    standing = standing_answers(opened) if throw else None  # nobody can find out by a preview how others answer
    return read_turn(game.game_rules, opened.position, seat.number, sent.text, game.ply, throw, standing)


def check_in_time(opened: OpenGame, seat: Seat, sent: Sent) -> None:
    """Raises OutOfTime, unless what makes it late is ours to answer for or covered by leave."""
    game = opened.game
    deadline = game.deadline
    is_late = game.to_act == seat.number and deadline is not None and sent.at > deadline
    if is_late and not _is_late_because_of_us(game, sent.at) and not _is_covered_by_leave(opened, sent.at):
        _check_deadline(game, seat, sent)


def _is_late_because_of_us(game: Game, at: datetime) -> bool:
    """Whether the clock cannot be believed, or an outage that still goes on will be given back."""
    if not is_clock_believed():
        return True
    until = turn_clock.time_over_at(game, *going_on(at))
    return until is None or until >= at


def _is_covered_by_leave(opened: OpenGame, at: datetime) -> bool:
    if opened.position.is_answer or opened.game.to_act is None:
        return False
    is_covered = take_leave(opened.game, at)
    opened.seats[opened.game.to_act].player.refresh_from_db(fields=["calendar"])  # the next turn may begin on that day
    return is_covered


def _check_deadline(game: Game, seat: Seat, sent: Sent) -> None:
    deadline = game.deadline
    if game.to_act == seat.number and deadline is not None and sent.at > deadline:
        raise OutOfTime(f"Your time ran out at {deadline:%H:%M} UTC on {deadline:%-d %B %Y}.")


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


def _play(opened: OpenGame, seat: Seat, sent: Sent, *, now: datetime) -> Submission:
    check_not_held(opened.game, sent)
    if opened.game.is_over:
        return _play_now(opened, seat, sent, now=now)
    until = _held_until(opened.game, seat, sent.at)
    return _play_now(opened, seat, sent, now=now) if until <= max(sent.at, now) else _hold(opened, seat, sent, until)


def _play_now(opened: OpenGame, seat: Seat, sent: Sent, *, now: datetime) -> Submission:
    turn = _turn(opened, seat, sent, throw=dice_of(opened.game))
    first = opened.game.seq + 1
    forget_plan_news(seat)
    advance(opened, turn, sent.at, sent.door, now=now)
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=first,
        last_seq=opened.game.seq,
        receipt=opened.game.receipt,
        message=account_of(opened.game.game_rules, turn),
    )
    opened.save(submission)
    wake_bots(opened.game, opened.seats)
    return submission


# Held moves -------------------------------------------------------------------------------------------------------


def _held_until(game: Game, seat: Seat, at: datetime) -> datetime:
    """When a move that arrived ``at`` is published, as its player wants it, and never after the deadline."""
    until = at + timedelta(minutes=seat.player.hold_minutes)
    return min(until, game.deadline or until)


def _hold(opened: OpenGame, seat: Seat, sent: Sent, until: datetime) -> Submission:
    """Accept a move and keep it to ourselves until then. No dice fall before, and the log says nothing."""
    _turn(opened, seat, sent, throw=None)
    turn = opened.game.turn
    message = f"Held until {until:%H:%M} UTC, then it is played as of now. Until then only you know, and can cancel it."
    held = sent.record(State.HELD, seat=seat.number, message=message)
    turn_clock.hold_move(turn, held, until)
    turn.save(update_fields=["held", "held_until", "due_at"])
    return held


def cancel_held(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Take back a move that is held, as if it had never been sent: the clock has run on. Raises NothingHeld."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        turn = None if opened.game.is_over else opened.game.turn
        held = turn.held if turn else None
        if turn is None or held is None or held.player_id != player_id or not _is_held_at(turn, sent.at):
            raise NothingHeld("No move of yours is held in this game. What has been published can only be undone.")
        _let_go_of_held(turn)
        return agreed(opened, seat, sent, message=f"[{held.text}] is cancelled. Your clock has run on.")

    return submit(Sent(game_id, player_id, "cancel", "", None, at, source, key), deed)


def _is_held_at(turn: CurrentTurn, at: datetime) -> bool:
    return turn.held_until is not None and turn.held_until > at


def _let_go_of_held(turn: CurrentTurn) -> None:
    turn_clock.let_go_of_held(turn)
    turn.save(update_fields=["held", "held_until"])


def publish_held(*, now: datetime) -> list[int]:
    """Play every held move whose time has come, and say in which games. Of two at once each plays others."""
    due = CurrentTurn.objects.filter(due_at__lte=now, held_until__lte=now).order_by("held_until", "pk")
    played = []
    with Sweep("held moves") as sweep:
        for pk in due.values_list("pk", flat=True):
            with sweep.one(f"game {pk}"), transaction.atomic():
                if _publish(open_game(pk), now=now):
                    played.append(pk)
    return played


def _publish(opened: OpenGame, *, now: datetime) -> bool:
    """Play the held move of a locked game if its time has come: as of its arrival, and once.

    One that can be played no more is let go and stands refused among its player's submissions; the game goes on.
    """
    game = opened.game
    if game.is_over or game.turn.held is None or _is_held_at(game.turn, now):
        return False
    held = game.turn.held
    seat = opened.seats[held.seat or 0]
    key = f"{held.key}:held" if held.key else f"held:{held.pk}"
    arrived = min(held.received_at, now)
    sent = Sent(game.pk, seat.player_id, held.verb, held.text, held.ply, arrived, held.door, key)
    try:
        _play_now(opened, seat, sent, now=now)
    except GameError as error:
        _let_go_of_held(game.turn)
        sent.record(State.REJECTED, seat=seat.number, code=error.code, message=error.message)
        return False
    return True


# Answering out of turn ----------------------------------------------------------------------------------------------


def set_standing_answer(
    *, game_id: int, player_id: int, text: str, at: datetime, source: str, key: str | None = None
) -> Receipt:
    """Say beforehand how the player's seat answers out of turn: by one of the game's standing wishes, or ``ask``.

    Only the player sees it. If the seat is being asked now, it answers. Raises RefusedMove for any other text.
    """

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        game = opened.game
        check_running(game)
        seat.standing_answer = _standing_wish(game, sent.text)
        seat.save(update_fields=["standing_answer"])
        if game.to_act == seat.number and opened.position.is_answer:
            check_in_time(opened, seat, sent)
            settle_game(opened, sent.at, now=sent.at)
        return agreed(opened, seat, sent, message=f"Your answer from now on: [{seat.standing_answer or ASK}].")

    try:
        return submit(Sent(game_id, player_id, "answer", storable(text), None, at, source, key), deed)
    except OutOfTime:
        let_time_decide(game_id, now=at)
        raise


ASK = "ask"


def _standing_wish(game: Game, text: str) -> str:
    """The text of a standing wish as it is stored, blank for ``ask``. Raises RefusedMove."""
    rules = game.game_rules
    written = rules.read_wish(text)
    if written in rules.standing_wishes:
        return written.text
    if rules.standing_wishes and text.strip().lower() == ASK:
        return ""
    choices = ", ".join([ASK, *(wish.text for wish in rules.standing_wishes)])
    message = (
        f"An answer beforehand is one of these: {choices}."
        if rules.standing_wishes
        else f"In {rules.title} nobody is asked out of turn."
    )
    raise RefusedMove(message, code="unreadable", index=0, step=text[:60], rest=[])


# Leaving and agreeing ---------------------------------------------------------------------------------------------


def resign(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Give the game up: a loss with two seats; with more, a house bot plays on and the seat is placed last."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        check_running(opened.game)
        opened.write(Kind.RESIGNED, door=sent.door, at=sent.at, seat=seat.number)
        leave_seat(opened, seat, sent.at, "resignation", now=sent.at)
        return agreed(opened, seat, sent)

    return submit(Sent(game_id, player_id, "resign", "", None, at, source, key), deed)


def offer_draw(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Offer a draw, or agree to the one that is offered. It lapses with the next move.

    Raises NothingOffered where a house bot would have to agree.
    """
    return submit(Sent(game_id, player_id, "draw", "", None, at, source, key), partial(_say_yes, what="draw"))


def offer_abandonment(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Offer to abandon the game without a result, or agree to it; house bots agree. It lapses with the next move."""
    return submit(Sent(game_id, player_id, "abandon", "", None, at, source, key), partial(_say_yes, what="abandon"))


def ask_undo(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Ask to take back the last turn of one's own and all that came after it, or agree to what another one asks.

    It lapses with the next move. Raises CannotUndo, above all where dice have fallen since or the game forbids it.
    """
    return submit(Sent(game_id, player_id, "undo", "", None, at, source, key), partial(_say_yes, what=UNDO))


def accept_offer(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Agree to the one thing that other players have offered. Raises NothingOffered."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        offers = _open_offers(opened, seat)
        if len(offers) > 1:
            raise NothingOffered(
                f"More than one thing is offered: {' and '.join(offers)}. Offer the one that you want yourself."
            )
        return _say_yes(opened, seat, sent, what=offers[0])

    return submit(Sent(game_id, player_id, "accept", "", None, at, source, key), deed)


def decline_offer(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Turn down everything that other players have offered. Raises NothingOffered."""

    def deed(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        for what in _open_offers(opened, seat):
            opened.write(_KINDS_OF_NO[what], door=sent.door, at=sent.at, seat=seat.number)
            del opened.game.agreements[what]
        return agreed(opened, seat, sent)

    return submit(Sent(game_id, player_id, "decline", "", None, at, source, key), deed)


def check_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise GameOver(f"Game {game.pk} is over ({game.end_reason}).")


def _open_offers(opened: OpenGame, seat: Seat) -> list[str]:
    """What others have offered and this seat has not answered, at least one, in an order that no database changes."""
    check_running(opened.game)
    offers = sorted(what for what, seats in opened.game.agreements.items() if seat.number not in seats)
    if not offers:
        raise NothingOffered("Nobody has offered anything that you could answer. An offer lapses with the next move.")
    return offers


def _say_yes(opened: OpenGame, seat: Seat, sent: Sent, *, what: str) -> Submission:
    game = opened.game
    check_running(game)
    check_in_time(opened, seat, sent)
    if what == UNDO and not RestRules.load(game.rest_rules).undo:
        raise CannotUndo("In this game moves cannot be taken back: that was agreed before it began.")
    if what == "draw" and any(other.player.is_bot for other in opened.staying):
        raise NothingOffered("House bots agree to no draw. You can resign, or abandon the game without a result.")
    seats = game.agreements.setdefault(what, [])
    if seat.number in seats:
        raise NothingOffered("You have offered that already. Your opponent can accept until the next move.")
    if what == UNDO and not seats:
        undo_target(game, seat.number)
    seats.append(seat.number)
    opened.write(_KINDS_OF_YES[what][len(seats) > 1], door=sent.door, at=sent.at, seat=seat.number)
    finish_if_agreed(opened, sent.at)
    return agreed(opened, seat, sent)


_KINDS_OF_YES = {
    "draw": (Kind.DRAW_OFFERED, Kind.DRAW_ACCEPTED),
    "abandon": (Kind.ABANDON_OFFERED, Kind.ABANDON_ACCEPTED),
    UNDO: (Kind.UNDO_ASKED, Kind.UNDO_ACCEPTED),
}
_KINDS_OF_NO = {"draw": Kind.DRAW_DECLINED, "abandon": Kind.ABANDON_DECLINED, UNDO: Kind.UNDO_DECLINED}


def agreed(opened: OpenGame, seat: Seat, sent: Sent, *, message: str = "") -> Submission:
    """Record a deed that is no move, and save what it did to the game, if anything."""
    events = opened.events
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=events[0].seq if events else None,
        last_seq=events[-1].seq if events else None,
        receipt=opened.game.receipt,
        message=message,
    )
    if events:
        opened.save(submission)
        wake_bots(opened.game, opened.seats)
    return submission


# Time -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def record_warning(*, game_id: int, turn_started_at: datetime, warning: str) -> None:
    """The next mail host has accepted a warning that the time of this turn is running out. Twice is once."""
    turn = _turn_begun_at(game_id, turn_started_at)
    if turn is not None and warning not in turn.warned:
        turn.warned = [*turn.warned, warning]
        turn.save(update_fields=["warned"])


@transaction.atomic
def withdraw_warning(*, game_id: int, turn_started_at: datetime, warning: str) -> None:
    """A warning that was accepted has come back: it has reached nobody."""
    turn = _turn_begun_at(game_id, turn_started_at)
    if turn is not None and warning in turn.warned:
        turn.warned = [known for known in turn.warned if known != warning]
        turn.save(update_fields=["warned"])


def _turn_begun_at(game_id: int, started_at: datetime) -> CurrentTurn | None:
    """The turn of a game, locked, unless it is another one by now."""
    game = open_game(game_id).game
    return game.turn if not game.is_over and game.turn.started_at == started_at else None


def flag_grace() -> timedelta:
    """How long after a deadline nothing falls that others notice: a message of the seat may be read at this moment."""
    return timedelta(seconds=settings.FLAG_GRACE_SECONDS)


def flag_overdue(*, now: datetime) -> list[int]:
    """Declare the losses on time and the answers by default that are certain by ``now``, and say in which games."""
    overdue = CurrentTurn.objects.filter(due_at__lte=now, deadline__lt=now - flag_grace())
    fallen = []
    with Sweep("flags") as sweep:
        for pk in overdue.order_by("deadline", "pk").values_list("pk", flat=True):
            with sweep.one(f"game {pk}"):
                if let_time_decide(pk, now=now):
                    fallen.append(pk)
    return fallen


@transaction.atomic
def let_time_decide(game_id: int, *, now: datetime, grace: timedelta = timedelta(0)) -> bool:
    """If the time of the seat to act is over and no earlier message of its can still be waiting, its flag falls; a seat
    that is asked out of turn answers by default.

    Whoever notices it, a late move or the sweep, asks here; under the game's lock it happens once. While the service is
    not whole, its clock not believed or the game paused, nothing falls; leave may cover it; and a player whom no
    warning has reached by mail gets a notice on the site and a grace first. ``grace`` is for those who cannot know
    whether a message of the seat is being read at this moment.
    """
    opened = open_game(game_id)
    game, deadline = opened.game, opened.game.deadline
    if deadline is None or game.to_act is None:
        return False
    if game.turn.held_until is not None:  # a move arrived in time
        _publish(opened, now=now)
        return False
    if deadline + grace >= now or turn_clock.is_paused(game):
        return False
    known = clear_until(now)
    if known is None or _is_covered_by_leave(opened, now) or known <= (game.deadline or deadline):
        return False
    if not opened.position.is_answer and not _is_warned(game):
        _give_notice(game, now)
        return False
    seat = opened.seats[game.to_act]
    at = game.deadline or deadline
    if opened.position.is_answer:
        answer_by_default(opened, at, now=now)
    else:
        opened.write(Kind.FLAGGED, door=Door.SERVICE, at=at, seat=seat.number)
        game.clocks[seat.number] = 0
        leave_seat(opened, seat, at, "time", now=now)
    opened.save()
    wake_bots(game, opened.seats)
    return True


def _is_warned(game: Game) -> bool:
    """Whether the warnings that a loss on time needs were accepted, or a notice stood on the site in their place."""
    return len(game.turn.warned) >= settings.FLAG_WARNINGS or turn_clock.has_notice(game)


def _give_notice(game: Game, now: datetime) -> None:
    """Show on the site what no mail could say. The clock has stood since its time was over, and a grace begins."""
    if game.deadline is not None:
        turn_clock.hold(game, Rest(game.deadline, now, Reason.NOTICE, timedelta(hours=settings.FLAG_NOTICE_HOURS)))
        turn_clock.save_clock(game)


# House bots -------------------------------------------------------------------------------------------------------


def wake_bots(game: Game, seats: Sequence[Seat]) -> None:
    """Tell a worker if the house is to act; :mod:`games.play.house_players` has what it does then."""
    if game.to_act is not None and (seats[game.to_act].has_left or seats[game.to_act].player.is_bot):
        enqueue_after_commit("games.tasks.play_house_bot", game.pk)
