"""What the orders of one mail are together, and what is said of a mail that has none."""

from __future__ import annotations

import binascii
import re
from dataclasses import replace

from django.utils.translation import gettext

from games.exceptions import GameError, RefusedMove
from games.models import Game
from games.rules.base import split_steps
from notifications.mail_format.command_blocks import Reading
from notifications.mail_format.command_list import COMMAND_OF
from notifications.mail_format.commands import FREE_TEXT, LONGEST_LINE, Order
from notifications.mail_format.parsing import ParsedMail
from notifications.mail_format.problems import Problem


def turn_offered(order: Order, error: GameError, nearest: list[str]) -> str:
    """The whole turn with the one move that may have been meant in the place of the step that was refused."""
    if order.verb != "move" or len(nearest) != 1 or not isinstance(error, RefusedMove):
        return ""
    steps = split_steps(order.text)
    return "; ".join([*steps[: error.index], *nearest, *steps[error.index + 1 :]])


def as_typed(text: str) -> str:
    """A move as it is compared with another: without blanks, in small letters."""
    return "".join(text.lower().split())


def without_encoding(order: Order) -> Order:
    """An order as it is compared with another reading of the same bytes. Words for people decide nothing."""
    takes = COMMAND_OF[order.verb].takes
    if takes == "plan":
        unbroken = re.sub(r"=\s+", "", order.text).encode()
        return replace(order, text=as_typed(binascii.a2b_qp(unbroken).decode("utf-8", "replace")))
    return replace(order, text="" if takes in FREE_TEXT else as_typed(order.text))


def joined(orders: tuple[Order, ...]) -> list[Order]:
    """Moves on lines in a row are one turn: one order. Any other order that is repeated counts once."""
    result: list[Order] = []
    for order in orders:
        last = result[-1] if result else None
        if (
            last
            and last.verb == order.verb == "move"
            and order.game in (None, last.game)
            and order.ply in (None, last.ply)
        ):
            if as_typed(order.text) in (as_typed(last.text), as_typed(split_steps(last.text)[-1])):
                continue
            result[-1] = Order("move", f"{last.text}; {order.text}", last.game, last.ply)
        elif order != last:
            result.append(order)
    return result


def raise_nothing_read(parsed: ParsedMail, reading: Reading) -> None:
    """Raises Problem for a mail without words, or with too many before the first command."""
    sorts = {part.get_content_type() for part in parsed.headers.walk()}
    if not reading.lines and "text/html" in sorts and "text/plain" not in sorts:
        raise Problem(
            "unreadable_html",
            gettext(
                "This mail has formatted text in which we found no words of yours. Write above the quoted text, "
                "if you can as plain text."
            ),
        )
    if not reading.lines:
        raise Problem("empty", gettext("We found no words of yours in this mail. Write above the quoted text."))
    if len(reading.first_line) > LONGEST_LINE:
        raise Problem(
            "too_long",
            gettext(
                "Your first line has {count} characters, and a command may have {longest_line}. Write each step "
                "of a long turn on a line of its own."
            ).format(count=len(reading.first_line), longest_line=LONGEST_LINE),
            line=reading.first_line,
        )


def no_seat_in(number: int) -> Problem:
    """The problem with a game in which the writer does not play."""
    if number >= 2**62 or not Game.objects.filter(pk=number).exists():
        return Problem("no_such_game", gettext("There is no game {number}.").format(number=number))
    return Problem(
        "not_seated",
        gettext("You do not play in game {number}. You can [show {number}] or [watch {number}].").format(number=number),
    )
