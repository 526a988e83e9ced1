"""Resigning, and what players agree on: draws, games without a result, moves that are undone."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from random import Random

from django.utils.translation import gettext

from games.bots import takes_draw
from games.clock.calendars import PauseRules
from games.clock.longest_end import MOST_UNDOS
from games.exceptions import CannotUndo, NothingOffered
from games.models import GameEvent, Seat, Submission
from games.play.log import OpenGame
from games.play.outcome import UNDO, finish_if_agreed, leave_seat, take_back, undo_target
from games.play.queries import newest_offer, standing_plies
from games.play.submissions import ANNOUNCED, Receipt, Sent, submit
from games.play.turn_writing import agreed, check_in_time, check_running
from games.records import dice
from ground.wording import and_list

Kind = GameEvent.Kind


def resign(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Give the game up: a loss with two seats; with more, a house bot plays on and the seat is placed last."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        check_running(opened.game)
        opened.write(Kind.RESIGNED, source=sent.source, at=sent.at, seat=seat.number)
        leave_seat(opened, seat, sent.at, "resignation", now=sent.at)
        return agreed(opened, seat, sent)

    return submit(Sent(game_id, player_id, "resign", "", None, at, source, key), action)


def offer_draw(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Offer a draw, or agree to the one that is offered. It lapses with the next move.

    House bots answer at once, when all people have agreed. Raises NothingOffered where one has just declined.
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


def accept_offer(
    *, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None, offer: int | None = None
) -> Receipt:
    """Agree to the one thing that other players have offered; ``offer``: its number. Raises NothingOffered."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        offers = _open_offers(opened, seat, offer)
        if len(offers) > 1:
            raise NothingOffered(
                gettext("More than one thing is offered: {offers}. Offer the one that you want yourself.").format(
                    offers=and_list(offers)
                )
            )
        return _say_yes(opened, seat, sent, what=offers[0])

    return submit(Sent(game_id, player_id, "accept", "", None, at, source, key), action)


def decline_offer(
    *, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None, offer: int | None = None
) -> Receipt:
    """Turn down everything that other players have offered; ``offer``: the newest number. Raises NothingOffered."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        for what in _open_offers(opened, seat, offer):
            opened.write(_KINDS_OF_NO[what], source=sent.source, at=sent.at, seat=seat.number)
            del opened.game.agreements[what]
        return agreed(opened, seat, sent)

    return submit(Sent(game_id, player_id, "decline", "", None, at, source, key), action)


def _open_offers(opened: OpenGame, seat: Seat, number: int | None) -> list[str]:
    """What others have offered and this seat has not answered, at least one, in an order that no database changes.

    Raises NothingOffered for a ``number`` that is not the newest: the answer was meant for another offer.
    """
    check_running(opened.game)
    offers = sorted(what for what, seats in opened.game.agreements.items() if seat.number not in seats)
    if not offers:
        raise NothingOffered(
            gettext("Nobody has offered anything that you could answer. An offer lapses with the next move.")
        )
    if number is not None and number != newest_offer(opened.game.pk, seat.number).first():
        raise NothingOffered(gettext("This is not the newest offer. Look at what is offered now."))
    return offers


def _say_yes(opened: OpenGame, seat: Seat, sent: Sent, *, what: str) -> Submission:
    game = opened.game
    check_running(game)
    check_in_time(opened, seat, sent)
    if what == UNDO and not PauseRules.load(game.pause_rules).undo:
        raise CannotUndo(gettext("In this game moves cannot be taken back: that was agreed before it began."))
    if what == "draw" and _house_has_declined(opened):
        raise NothingOffered(
            gettext("A house bot has declined a draw at this ply. You can offer one after the next move.")
        )
    seats = game.agreements.setdefault(what, [])
    if seat.number in seats:
        raise NothingOffered(gettext("You have offered that already. Your opponent can accept until the next move."))
    if what == UNDO and not seats:
        _check_may_undo(opened, seat)
    is_free = what == UNDO and not seats and _may_take_back_alone(opened, seat)
    seats.append(seat.number)
    opened.write(_KINDS_OF_YES[what][len(seats) > 1], source=sent.source, at=sent.at, seat=seat.number)
    if what == "draw":
        _let_house_answer_draw(opened, sent.at)
    if is_free:
        take_back(opened, seat.number, sent.at)
    else:
        finish_if_agreed(opened, sent.at)
    return agreed(opened, seat, sent)


def _may_take_back_alone(opened: OpenGame, seat: Seat) -> bool:
    """Whether the last thing in a game is a move of the seat that we read beside other words."""
    last = standing_plies(opened.game)[-1]
    played = Submission.objects.filter(game=opened.game, seat=seat.number, state=Submission.State.PLAYED, verb="move")
    key = played.order_by("-pk").values_list("key", flat=True).first() or ""
    held = Submission.objects.filter(player=seat.player, key=key.removesuffix(":held"), code=ANNOUNCED)
    return last.seat == seat.number and key.endswith(":held") and held.exists()


def _house_has_declined(opened: OpenGame) -> bool:
    """Whether the last thing that happened is that a house bot declined a draw."""
    last = opened.game.events.order_by("-seq").first()
    return last is not None and last.kind == Kind.DRAW_DECLINED and opened.seats[last.seat or 0].player.is_bot


def _let_house_answer_draw(opened: OpenGame, at: datetime) -> None:
    """House bots agree to a draw that all people want, or the first one that leads declines it for all."""
    game, said = opened.game, opened.game.agreements["draw"]
    house = [seat.number for seat in opened.staying if seat.player.is_bot]
    if not {seat.number for seat in opened.staying} <= {*said, *house}:
        return
    for number in house:
        taste = Random(f"draw:{dice.renew(game.secret, game.nonce)}:{game.ply}")  # noqa: S311 - a bot's taste
        if not takes_draw(opened.position, number, taste):
            opened.write(Kind.DRAW_DECLINED, source=Submission.Source.SERVICE, at=at, seat=number)
            del game.agreements["draw"]
            return
        said.append(number)
        opened.write(Kind.DRAW_ACCEPTED, source=Submission.Source.SERVICE, at=at, seat=number)


def _check_may_undo(opened: OpenGame, seat: Seat) -> None:
    """Raises CannotUndo for a seat that has nothing to take back, and where people have done it MOST_UNDOS times.

    Otherwise a game between them could be kept open without end. A player whose opponents are all house bots keeps
    nobody waiting.
    """
    undo_target(opened.game, seat.number)
    people = [other for other in opened.staying if not other.player.is_bot]
    if len(people) < 2:
        return
    if opened.game.events.filter(kind=Kind.UNDONE).count() >= MOST_UNDOS:
        raise CannotUndo(
            gettext(
                "Moves can be taken back at most {most_undos} times in a game, and in this one they have been."
            ).format(most_undos=MOST_UNDOS)
        )


_KINDS_OF_YES = {
    "draw": (Kind.DRAW_OFFERED, Kind.DRAW_ACCEPTED),
    "abandon": (Kind.ABANDON_OFFERED, Kind.ABANDON_ACCEPTED),
    UNDO: (Kind.UNDO_ASKED, Kind.UNDO_ACCEPTED),
}


_KINDS_OF_NO = {"draw": Kind.DRAW_DECLINED, "abandon": Kind.ABANDON_DECLINED, UNDO: Kind.UNDO_DECLINED}
