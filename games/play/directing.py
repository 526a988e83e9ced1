"""What a director does to a game: a service beside :mod:`games.play.moving`. Who may do it is decided by the caller.

Every action is an event of the game's public log, with the director (``actor_id``; None: the rules of an event did it)
and a reason. The same ``key`` again is the same action, and what is so already is not done again: then the event that
made it so comes back. A game that is over stays as it is: its event's own log has what is corrected after its end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext, gettext_lazy

from games.exceptions import CannotDirect, KeyReused
from games.log_kinds.director_texts import ADJUDICATED, ANNULLED, FORFEIT, format_numbers
from games.models import Game, GameEvent, Player, Seat, Submission
from games.play.log import OpenGame, open_game, start_clock, stop_clock
from games.play.outcome import UNDO, are_leavers_last, drop_plan, finish_game, leave_seat, places_with_leavers
from games.play.turn_writing import check_running, wake_bots
from games.rules.base import places_of
from games.timekeeping import turn_clock
from games.timekeeping.turn_clock import MILLISECOND

Kind = GameEvent.Kind

LONGEST_REASON = 200
LEAST_ADDED, MOST_ADDED = timedelta(minutes=1), timedelta(days=366)
LEAST_FOR_A_SUBSTITUTE = timedelta(days=1)  # on the clock, or the whole base if that is less
LEAVERS_LAST = gettext_lazy("Players who have left the game are placed behind all players still in it.")

Action = Callable[[OpenGame], GameEvent | None]  # None: it is so already


def pause_game(*, game_id: int, actor_id: int | None, reason: str, at: datetime, key: str | None = None) -> GameEvent:
    """No clock of the game runs until ``resume_game``, and no flag falls. Moves are still taken. Raises GameOver."""

    def action(opened: OpenGame) -> GameEvent | None:
        if turn_clock.is_paused(opened.game):
            return None
        turn_clock.pause(opened.game, at)
        return _write(opened, Kind.PAUSED, actor_id, reason, at, key)

    return _direct(game_id, Kind.PAUSED, reason, key, action)


def resume_game(*, game_id: int, actor_id: int | None, reason: str, at: datetime, key: str | None = None) -> GameEvent:
    """The clocks of a paused game run again. Raises CannotDirect for a game that was never paused, and GameOver."""

    def action(opened: OpenGame) -> GameEvent | None:
        if not turn_clock.is_paused(opened.game):
            return None
        turn_clock.end_pause(opened.game, at)
        return _write(opened, Kind.RESUMED, actor_id, reason, at, key)

    return _direct(game_id, Kind.RESUMED, reason, key, action)


def add_time(
    *,
    game_id: int,
    seat: int | None,
    span: timedelta,
    actor_id: int | None,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> GameEvent:
    """A seat (counted from 0), or with None every seat that people play, has so much more time.

    It may be more than the cap; what is above the cap then lapses at the end of the seat's next turn. A seat that is
    asked out of turn gets it for its answer. Without a ``key`` each call adds again. Raises CannotDirect, GameOver.
    """

    def action(opened: OpenGame) -> GameEvent:
        check_span(span)
        chosen = _seats_with_a_clock(opened, seat)
        if seat is not None:
            check_gains_time(opened.game, seat)
        for number in chosen:
            _add(opened, number, span)
        turn_clock.renew_deadline(opened.game)
        return _write(
            opened, Kind.TIME_ADDED, actor_id, reason, at, key, seat=seat, text=str(int(span.total_seconds()))
        )

    return _direct(game_id, Kind.TIME_ADDED, reason, key, action)


def check_span(span: timedelta) -> None:
    """Raises CannotDirect for more or less time than can be added."""
    if not LEAST_ADDED <= span <= MOST_ADDED:
        raise CannotDirect(gettext("Between a minute and {days} days can be added.").format(days=MOST_ADDED.days))


def check_gains_time(game: Game, seat: int) -> None:
    """Raises CannotDirect where the turn of a seat (counted from 0) lasts until the hard end of the game anyhow."""
    if game.to_act == seat and game.deadline is not None and game.deadline == turn_clock.hard_end(game):
        raise CannotDirect(gettext("The game has a hard end, and that does not move: more time would change nothing."))


def adjudicate_game(
    *,
    game_id: int,
    places: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    actor_id: int | None,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> GameEvent:
    """End the game with these places by seat, or with those that the scores by seat give; without either the board
    decides as it then stands, and players who left come last.

    Ties share the better place and the next one is left out, as in 1, 1, 3. The points of the seats stay those on the
    board. Raises CannotDirect, GameOver.
    """

    def action(opened: OpenGame) -> GameEvent:
        final = tuple(places) if places is not None else _by_scores(opened, scores)
        if len(final) != len(opened.seats):
            raise CannotDirect(gettext("Give each of the {count} seats its place.").format(count=len(opened.seats)))
        if any(place != 1 + sum(other < place for other in final) for place in final):
            raise CannotDirect(gettext("Places start at 1; players who tie share the better one, as in 1, 1, 3."))
        if not are_leavers_last(opened.seats, final):
            raise CannotDirect(str(LEAVERS_LAST))
        event = _write(opened, Kind.ADJUDICATED, actor_id, reason, at, key, text=format_numbers(final))
        finish_game(opened, at, reason=ADJUDICATED, places=final, as_given=True)
        return event

    return _direct(game_id, Kind.ADJUDICATED, reason, key, action)


def _by_scores(opened: OpenGame, scores: Sequence[int] | None) -> tuple[int, ...]:
    """The places that given scores make, or those on the board, where players who left come last."""
    if scores is not None:
        return places_of(scores)
    return tuple(places_with_leavers(opened.seats, places_of(opened.position.scores)))


def annul_game(*, game_id: int, actor_id: int | None, reason: str, at: datetime, key: str | None = None) -> GameEvent:
    """End the game without a result, as if it had not been played. Raises GameOver."""

    def action(opened: OpenGame) -> GameEvent:
        event = _write(opened, Kind.ANNULLED, actor_id, reason, at, key)
        finish_game(opened, at, reason=ANNULLED, places=None)
        return event

    return _direct(game_id, Kind.ANNULLED, reason, key, action)


def forfeit_seat(
    *, game_id: int, seat: int, actor_id: int | None, reason: str, at: datetime, key: str | None = None
) -> GameEvent:
    """A seat leaves without having appeared: a loss with two seats; with more the house bot plays on, and it is placed
    last. Raises CannotDirect, GameOver."""

    def action(opened: OpenGame) -> GameEvent | None:
        loser = _seat(opened, seat)
        if loser.has_left:
            return None
        event = _write(opened, Kind.FORFEITED, actor_id, reason, at, key, seat=seat)
        leave_seat(opened, loser, at, FORFEIT, now=at)
        return event

    return _direct(game_id, Kind.FORFEITED, reason, key, action, seat=seat)


def substitute_seat(
    *, game_id: int, seat: int, player_id: int, actor_id: int | None, reason: str, at: datetime, key: str | None = None
) -> GameEvent:
    """Another player plays on for a seat, also for one that had left and that the house bot has played since.

    The clock goes on as it stands, but with one increment, and a day or the whole base, at least. What the old player
    had prepared (plan, answer beforehand, draft, a move that is held) and has offered is dropped, and the addresses of
    the old player are dead: they name a player who has no seat. Raises CannotDirect, GameOver.
    """

    def action(opened: OpenGame) -> GameEvent | None:
        taken = _seat(opened, seat)
        if taken.player_id == player_id and not taken.has_left:
            return None
        new = _substitute(opened, player_id)
        old_id = taken.player_id
        game = opened.game
        is_to_act = game.to_act == seat
        if is_to_act:
            _stop(opened, at)
        _hand_over(opened, taken, new)
        floor = min(game.time_control.base, LEAST_FOR_A_SUBSTITUTE)
        game.clocks[seat] = max(game.clocks[seat], max(game.time_control.increment, floor) // MILLISECOND)
        if is_to_act:
            start_clock(game, opened.seats, seat, at, is_answer=opened.position.is_answer)
        text = format_numbers((old_id, new.pk))
        return _write(opened, Kind.SUBSTITUTED, actor_id, reason, at, key, seat=seat, text=text)

    return _direct(game_id, Kind.SUBSTITUTED, reason, key, action, seat=seat)


# How every action is done -------------------------------------------------------------------------------------------


@transaction.atomic
def _direct(
    game_id: int, kind: GameEvent.Kind, reason: str, key: str | None, action: Action, *, seat: int | None = None
) -> GameEvent:
    """Do an action once under the game's lock. Returns its event, the one of the first time if it was done before."""
    opened = open_game(game_id)
    game = opened.game
    if key is not None and (earlier := game.events.filter(key=key).first()) is not None:
        if earlier.kind != kind:
            raise KeyReused(gettext("This key belongs to another action in this game. Use a new key for a new action."))
        return earlier
    check_running(game)
    _check_reason(reason)
    event = action(opened)
    if event is None:
        return _made_so_by(game, kind, seat)
    opened.save()
    wake_bots(game, opened.seats)
    return event


def _made_so_by(game: Game, kind: GameEvent.Kind, seat: int | None) -> GameEvent:
    """The newest event of a kind. Raises CannotDirect if there is none, since then nothing was ever so directed."""
    events = game.events.filter(kind=kind) if seat is None else game.events.filter(kind=kind, seat=seat)
    found = events.order_by("seq").last()
    if found is None:
        raise CannotDirect(str(_NOT_SO[kind]))
    return found


_NOT_SO = {
    Kind.PAUSED: gettext_lazy("The game is paused already."),
    Kind.RESUMED: gettext_lazy("The game is not paused, so its clocks run already."),
    Kind.FORFEITED: gettext_lazy("This seat has left the game already."),
    Kind.SUBSTITUTED: gettext_lazy("This player plays the seat already."),
}


def _check_reason(reason: str) -> None:
    if not reason.strip() or not reason.isprintable() or len(reason) > LONGEST_REASON:
        raise CannotDirect(
            gettext("Give a reason that everybody may read: one line of at most {longest_reason} characters.").format(
                longest_reason=LONGEST_REASON
            )
        )


def _write(
    opened: OpenGame,
    kind: GameEvent.Kind,
    actor_id: int | None,
    reason: str,
    at: datetime,
    key: str | None,
    *,
    seat: int | None = None,
    text: str = "",
) -> GameEvent:
    return opened.write(
        kind, source=Submission.Source.SERVICE, at=at, seat=seat, text=text, actor_id=actor_id, reason=reason, key=key
    )


def _seat(opened: OpenGame, number: int) -> Seat:
    if not 0 <= number < len(opened.seats):
        raise CannotDirect(gettext("The game has the seats 1 to {count}.").format(count=len(opened.seats)))
    return opened.seats[number]


# Time -------------------------------------------------------------------------------------------------------------


def _seats_with_a_clock(opened: OpenGame, number: int | None) -> list[int]:
    clocked = [seat.number for seat in opened.staying if not seat.player.is_bot]
    if number is None:
        return clocked
    if _seat(opened, number).number not in clocked:
        raise CannotDirect(gettext("The house bot plays this seat, and no clock runs for it."))
    return [number]


def _add(opened: OpenGame, number: int, span: timedelta) -> None:
    game = opened.game
    is_asked = game.to_act == number and opened.position.is_answer
    if not is_asked:
        game.clocks[number] += span // MILLISECOND
    if game.to_act == number and game.turn.time is not None:
        game.turn.time += span // MILLISECOND


# Substitutes ------------------------------------------------------------------------------------------------------


def _substitute(opened: OpenGame, player_id: int) -> Player:
    """Who takes a seat over. Raises CannotDirect."""
    player = Player.objects.filter(pk=player_id, is_active=True, is_bot=False, is_guest=False, owner=None).first()
    if player is None:
        raise CannotDirect(gettext("A substitute is a person with an open account."))
    others = [seat for seat in opened.seats if seat.player_id == player_id]
    if others:
        raise CannotDirect(
            gettext("{player} has or had seat {number} of this game.").format(
                player=player.username, number=others[0].number + 1
            )
        )
    return player


def _stop(opened: OpenGame, at: datetime) -> None:
    """Charge the seat to act up to now: its turn goes on with somebody else."""
    game = opened.game
    if game.turn.time is not None and not opened.position.is_answer:
        stop_clock(opened, at, is_over=False)
    turn_clock.let_go_of_held(game.turn)


def _hand_over(opened: OpenGame, seat: Seat, player: Player) -> None:
    drop_plan(seat)
    seat.player, seat.left_ply, seat.left_reason = player, None, ""
    seat.standing_answer = seat.draft = seat.plan_news = ""
    seat.draft_ply, seat.notices = None, 0
    seat.save()
    game = opened.game
    game.leave_spent = {number: days for number, days in game.leave_spent.items() if number != str(seat.number)}
    if game.agreements.get(UNDO, [])[:1] == [seat.number]:
        del game.agreements[UNDO]  # it was the old player's move
    said = {what: [number for number in seats if number != seat.number] for what, seats in game.agreements.items()}
    game.agreements = {what: seats for what, seats in said.items() if seats}
