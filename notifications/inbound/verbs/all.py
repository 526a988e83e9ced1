"""What each verb of a mail does: one function a verb, all in the transaction in which the mail is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from games.clock.pause_words import days_in_words
from games.conversation import remarks, watching
from games.models import Game, Player, Seat, Submission
from games.plans.language import WAITS
from games.play import planning, services
from games.play.outcome import plan_of
from games.play.submissions import Receipt
from games.timekeeping import leave as absences
from notifications.addresses import preferences
from notifications.mail_format.commands import HERE, Order, read_hour
from notifications.mail_format.dates import read_span
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments.models import Event
from tournaments.queries import events_shown_to

if TYPE_CHECKING:
    from notifications.inbound.processing import Clerk

Kind = OutboundMail.Kind
State = Submission.State

MOST_EVENTS = 10  # named to who has asked for one that there is not

Deed = Callable[["Clerk", Order, str], None]


# Moves ------------------------------------------------------------------------------------------------------------


def move(clerk: Clerk, order: Order, key: str) -> None:
    """Play it, at the moment that the address or the order names."""
    seat = clerk.need_seat(order)
    receipt = services.play_move(
        game_id=seat.game_id,
        player_id=clerk.player.pk,
        text=order.text,
        ply=clerk.need_ply(order),
        at=clerk.mail.received_at,
        source=Submission.Door.MAIL,
        key=key,
        now=clerk.now,
    )
    clerk.played(receipt)
    if receipt.submission.state == State.DUPLICATE:
        clerk.mail.reason = receipt.submission.message
    if receipt.submission.state == State.HELD:  # the log, and so the mails of the game, say nothing yet
        clerk.answer(Kind.SHOW, message=receipt.submission.message)


def preview(clerk: Clerk, order: Order, key: str) -> None:
    """Show the board after it."""
    seat = clerk.need_seat(order)
    ply = order.ply if order.ply is not None else clerk.token.ply
    seen = services.preview_move(
        game_id=seat.game_id,
        player_id=clerk.player.pk,
        text=order.text,
        ply=seat.game.ply if ply is None else ply,  # to look at the present board is no danger
        at=clerk.mail.received_at,
        source=Submission.Door.MAIL,
        key=key,
    )
    clerk.mail.submission = Submission.objects.filter(player=clerk.player, key=key).first()
    clerk.answer(Kind.PREVIEW, steps=list(seen.steps), position=seen.position.dump(), rest=list(seen.unplayed))


def always(clerk: Clerk, order: Order, key: str) -> None:
    """Say how the seat always answers out of turn."""
    clerk.need_present(order)
    receipt = clerk.serve(services.set_standing_answer, order, key, text=order.text)
    if receipt.submission.first_seq is None:  # else the mails of the game tell
        clerk.tell(receipt.submission.message)


# Deeds ------------------------------------------------------------------------------------------------------------


def deed(service: Callable[..., Receipt], *, is_of_the_moment: bool = True, **values: Any) -> Deed:
    """A verb that takes nothing but its game. What is of the moment counts for the ply that the writer saw."""

    def act(clerk: Clerk, order: Order, key: str) -> None:
        if is_of_the_moment:
            clerk.need_present(order)
        receipt = clerk.serve(service, order, key, **values)
        if receipt.submission.first_seq is None:
            clerk.tell(receipt.submission.message)

    return act


def plan(clerk: Clerk, order: Order, key: str) -> None:
    """Keep a plan; without one, show the plan that is kept."""
    if not order.text:
        return _show_plan(clerk, clerk.need_seat(order))
    clerk.need_present(order)
    receipt = clerk.serve(planning.set_plan, order, key, text=order.text, ply=order.ply)
    clerk.tell("Your plan is kept. Nobody else sees it.")
    clerk.mail.reason = receipt.submission.message[:300]
    return _show_plan(clerk, clerk.need_seat(order))


def _show_plan(clerk: Clerk, seat: Seat) -> None:
    seat = Seat.objects.select_related("game").get(pk=seat.pk)
    if not seat.plan:
        return clerk.tell("You have no plan in this game.")
    kept = plan_of(seat)
    lines = [f"{'- ' * depth}{text}" for depth, text in kept.lines()]
    clerk.tell("This is your plan:", lines=[*lines, WAITS] if kept.waits else lines)
    return None


# Words ------------------------------------------------------------------------------------------------------------


def say(clerk: Clerk, order: Order, key: str) -> None:
    """Tell the others. The next mail of the game shows it to its writer, too."""
    receipt = clerk.serve(remarks.say, order, key, text=order.text)
    if not clerk.has_moved:
        clerk.tell(receipt.submission.message, lines=remarks.tidy(order.text).splitlines())


def note(clerk: Clerk, order: Order, key: str) -> None:
    """Write something down; without words, send what is written."""
    seat = clerk.need_seat(order)
    if order.text:
        receipt = clerk.serve(remarks.keep_note, order, key, text=order.text, add=True)
        clerk.tell(receipt.submission.message)
    lines = remarks.note_on(seat.game, clerk.player).splitlines()
    clerk.tell(
        "This you have written down about this game:" if lines else "You have written down nothing about this game.",
        lines=lines,
    )


def watch(clerk: Clerk, order: Order, key: str) -> None:
    """Be told of a game in which one does not play."""
    _watch(clerk, order, key, partial(watching.watch, each_turn=bool(order.text)))


def unwatch(clerk: Clerk, order: Order, key: str) -> None:
    """Be told no more of it."""
    _watch(clerk, order, key, watching.unwatch)


def _watch(clerk: Clerk, order: Order, key: str, service: Callable[..., Receipt]) -> None:
    game = game_of(clerk, order)
    receipt = service(
        game_id=game.pk, player_id=clerk.player.pk, at=clerk.mail.received_at, source=Submission.Door.MAIL, key=key
    )
    clerk.played(receipt)
    clerk.tell(receipt.submission.message)


# Looking ----------------------------------------------------------------------------------------------------------


def show(clerk: Clerk, order: Order, key: str) -> None:
    """A board, the reader's own or any other: as it stands, or as it was after a move."""
    game = game_of(clerk, order)
    if order.ply is not None and order.ply > game.ply:
        raise Problem("no_such_move", f"Game {game.pk} has the moves 0 to {game.ply}, and no {order.ply}.")
    clerk.answer(Kind.SHOW, game, at=order.ply)


def game_of(clerk: Clerk, order: Order) -> Game:
    """The game that an order names, else that of the address. Raises Problem."""
    if order.game is None:
        return clerk.need_seat(order).game
    game = Game.objects.filter(pk=order.game).first() if order.game < 2**62 else None
    if game is None:
        raise Problem("no_such_game", f"There is no game {order.game}.")
    return game


def games(clerk: Clerk, order: Order, key: str) -> None:
    """The list of games that wait."""
    clerk.seat = None
    clerk.answer(Kind.GAMES)


def help_(clerk: Clerk, order: Order, key: str) -> None:
    """Help: in general, about a word, or about what can be done now."""
    clerk.answer(Kind.HELP, topic=order.text if clerk.seat or order.text != HERE else "")


def standings(clerk: Clerk, order: Order, key: str) -> None:
    """The table of an event."""
    event = _event_named(clerk.player, order.text)
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        raise Problem("no_standings", "That event has not begun, so it has no standings yet.", order.text)
    clerk.answer(Kind.TABLE, event=event.pk)


def _event_named(player: Player, text: str) -> Event:
    """The event that somebody means by a name, a part of it that fits no other, or the end of its address."""
    shown = list(events_shown_to(player).exclude(state=Event.State.DRAFT)[:1000])
    wanted = text.strip("\"'").casefold()
    whole = [event for event in shown if wanted in (event.name.casefold(), event.slug, str(event.pk))]
    found = whole or [event for event in shown if wanted and wanted in event.name.casefold()]
    if len(found) == 1:
        return found[0]
    mine = [event for event in found or shown if found or event.entrants.filter(player=player).exists()]
    if found:
        message = "More than one event could be meant. Write one of these names in full."
    elif mine:
        message = "There is no event of that name. These are yours:" if wanted else "Which event? These are yours:"
    else:
        message = "Write the name of the event as the site shows it."
    raise Problem("no_such_event", message, order_line(text), choices=[event.name for event in mine[:MOST_EVENTS]])


def order_line(text: str) -> str:
    """What was read of an order without words is the verb alone."""
    return text or "standings"


# The account ------------------------------------------------------------------------------------------------------


def leave(clerk: Clerk, order: Order, key: str) -> None:
    """Book leave; without days, tell what is booked and left."""
    if not order.text:
        return clerk.tell(*_leave_of(clerk))
    first, last = _span(clerk, order)
    clerk.lock_games()
    booked = absences.book_leave(player_id=clerk.player.pk, first=first, last=last, now=clerk.now)
    left = ", ".join(f"{days} left in {year}" for year, days in booked.left.items())
    message = f"Leave is booked {days_in_words(booked.days)}, with {left}. Your opponents are told."
    clerk.noted(order, key, " ".join((message, *booked.warnings)))
    return clerk.tell(message, *booked.warnings)


def cancel_leave(clerk: Clerk, order: Order, key: str) -> None:
    """Give booked days back."""
    first, last = _span(clerk, order)
    clerk.lock_games()
    gone = absences.cancel_leave(player_id=clerk.player.pk, first=first, last=last, now=clerk.now)
    message = f"Cancelled: no leave {days_in_words(gone)}. Your opponents are told."
    clerk.noted(order, key, message)
    clerk.tell(message)


def _span(clerk: Clerk, order: Order) -> tuple[Any, Any]:
    player = Player.objects.get(pk=clerk.player.pk)
    span = read_span(order.text, absences.calendar_of(player).local_day(clerk.now)) if order.text else None
    if span is None:
        example = f"[{order.verb} 2026-12-24 2026-12-31]"
        raise Problem(
            "unreadable", f"These are no days that we can read. Write first and last day, such as {example}.",
            order.text or order.verb,
        )  # fmt: skip
    return span


def _leave_of(clerk: Clerk) -> Sequence[str]:
    calendar = absences.calendar_of(Player.objects.get(pk=clerk.player.pk))
    today = calendar.local_day(clerk.now)
    booked = [day for day in calendar.leave if day >= today]
    told = f"Your leave is {days_in_words(booked)}." if booked else "You have booked no leave."
    left = ", ".join(f"{absences.leave_left(calendar, year)} in {year}" for year in (today.year, today.year + 1))
    return told, f"Days of leave that you can still book: {left}."


def stop(clerk: Clerk, order: Order, key: str) -> None:
    """No more mails: of the game whose address it is, else of any kind."""
    game_id = clerk.seat.game_id if clerk.seat else None
    message = preferences.stop(player_id=clerk.player.pk, game_id=game_id, at=clerk.now)
    clerk.noted(order, key, message)
    clerk.tell(message)


def digest(clerk: Clerk, order: Order, key: str) -> None:
    """One mail a day, or an hour."""
    try:
        message = preferences.set_digest(player_id=clerk.player.pk, hour=read_hour(order.text), at=clerk.now)
    except preferences.PreferenceError as error:
        raise Problem(error.code, error.message, f"{order.verb} {order.text}") from error
    clerk.noted(order, key, message)
    clerk.tell(message)


DEEDS: dict[str, Deed] = {
    "move": move,
    "preview": preview,
    "always": always,
    "resign": deed(services.resign),
    "draw": deed(services.offer_draw),
    "abandon": deed(services.offer_abandonment),
    "undo": deed(services.ask_undo),
    "accept": deed(services.accept_offer),
    "decline": deed(services.decline_offer),
    "cancel": deed(services.cancel_held),
    "plan": plan,
    "drop plan": deed(planning.drop_plan),
    "say": say,
    "mute": deed(remarks.mute, is_of_the_moment=False),
    "unmute": deed(remarks.unmute, is_of_the_moment=False),
    "note": note,
    "watch": watch,
    "unwatch": unwatch,
    "show": show,
    "games": games,
    "standings": standings,
    "leave": leave,
    "cancel leave": cancel_leave,
    "stop": stop,
    "digest": digest,
    "help": help_,
}
