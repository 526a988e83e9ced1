"""What the orders of one mail are together, and what is said of a mail that has none."""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from django.utils.translation import gettext, ngettext

from games.exceptions import GameError, RefusedMove
from games.models import Game
from games.rules.base import MoveError, Position, Rules, split_steps
from games.rules.folding import fold
from ground.wording import and_list
from notifications.mail_format.beside import AGREED, SIGNS_OF_DOUBT, YES, doubts_a_yes
from notifications.mail_format.command_blocks import START_WITHIN, Reading, is_greeting
from notifications.mail_format.command_list import COMMAND_OF, as_typed
from notifications.mail_format.commands import FREE_TEXT, LONGEST_LINE, Order, no_moves, read_line, usage_meant
from notifications.mail_format.loose_moves import undecorated
from notifications.mail_format.parsing import ParsedMail
from notifications.mail_format.problems import Problem, nearest_verbs, odd_letter
from notifications.mail_format.word_lists import THANKS


def turn_offered(
    order: Order, error: GameError, nearest: list[str], rules: Rules[Any, Any], position: Position[Any]
) -> str:
    """The whole turn with the one move that may have been meant in the place of the step that was refused.

    Empty if that could not be played: nobody is asked to say yes to it.
    """
    if order.verb != "move" or len(nearest) != 1 or not isinstance(error, RefusedMove):
        return ""
    given = split_steps(order.text)
    steps = [*given[: error.index], *nearest, *given[error.index + 1 :]]
    return "; ".join(steps) if can_be_played(steps, rules, position) else ""


def can_be_played(steps: list[str], rules: Rules[Any, Any], position: Position[Any]) -> bool:
    """Whether one seat can play all steps, as far as they can be judged before dice fall."""
    seat = position.seat_to_act
    for step in steps:
        if position.seat_to_act != seat:
            return position.seat_to_act is None and position.to_act is not None
        try:
            position = position.play(rules.parse(step, position))
        except MoveError:
            if not rules.ignores(step, position):
                return False
    return True


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
        is_of_turn = last is not None and last.verb == order.verb == "move"
        if last and is_of_turn and order.game in (None, last.game) and order.ply in (None, last.ply):
            if as_typed(order.text) in (as_typed(last.text), as_typed(split_steps(last.text)[-1])):
                continue
            result[-1] = Order("move", f"{last.text}; {order.text}", last.game, last.ply)
        elif order != last:
            result.append(order)
    return result


_PACKED = {
    **dict.fromkeys(("application/pkcs7-mime", "application/x-pkcs7-mime"), "S/MIME"),
    **dict.fromkeys(("application/pgp-encrypted", "application/pgp"), "PGP"),
}


def raise_nothing_read(parsed: ParsedMail, reading: Reading) -> None:
    """Raises Problem for a mail without words, or with too many before the first command."""
    is_encrypted = reading.first_line.startswith("-----BEGIN PGP MESSAGE")
    if is_encrypted or (not reading.lines and parsed.sorts):
        sorts = ["PGP"] if is_encrypted else [_PACKED.get(sort, sort) for sort in parsed.sorts]
        message = gettext("This mail has no text that we can read, only {sorts}. Write again as plain text.")
        raise Problem("no_text", message.format(sorts=and_list(sorts)))
    if not reading.lines:
        types = {part.get_content_type() for part in parsed.headers.walk()}
        if "text/html" not in types or "text/plain" in types:
            raise Problem("empty", gettext("We found no words of yours in this mail. Write above the quoted text."))
        message = gettext(
            "This mail has formatted text in which we found no words of yours. Write above the quoted text, "
            "if you can as plain text."
        )
        raise Problem("unreadable_html", message)
    if (count := len(reading.first_line)) > LONGEST_LINE:
        message = gettext(
            "Your first line has {count} characters, and a command may have {longest_line}. Write each step "
            "of a long turn on a line of its own."
        )
        raise Problem("too_long", message.format(count=count, longest_line=LONGEST_LINE), line=reading.first_line)


class Answer(Enum):
    """What a line answers to a question of ours."""

    YES = auto()
    SIGN = auto()  # of a yes, alone, which mail programs send as a reaction
    AGREES = auto()  # in other words than yes
    NO = auto()  # with or without words behind it


_IN_BRACKETS = re.compile(r"^\[(\w+)\](?=[ .!]*$)")
_SIGNS_OF_YES = ("\U0001f44d", "\u2705", "\u2714", "\u2611")
_AND_MORE = (
    rf"(?:[ ,.!-]+(?:{AGREED}|(?:it|that|this|das) (?:was|is|war) (?:me|mine|i|ich|von mir|meine)|ich war(?:'s| es)"
    rf"|i (?:did|wrote (?:it|that))|{'|'.join(THANKS)}))*"
)
_SAYS = {
    Answer.YES: re.compile(YES + _AND_MORE),
    Answer.AGREES: re.compile(AGREED + _AND_MORE),
    Answer.NO: re.compile(
        r"(?:(?:nope|nein|non?|nej|nie)\b|(?:i|that|it) (?:did not|didn't|was not|wasn't)\b)[^?]*|not (?:me|mine)"
    ),
}


def answer_in(line: str, asked: str = "") -> Answer | None:
    """The answer that a line is, also in brackets, as we write it; with or without the move ``asked`` about."""
    text = fold(line)
    is_sign = text.startswith(_SIGNS_OF_YES) and SIGNS_OF_DOUBT.isdisjoint(text)
    said = undecorated(text if is_sign else _IN_BRACKETS.sub(r"\1", text))
    if is_sign and not said:
        return Answer.SIGN
    said = f"yes {said}" if is_sign else said
    said = said.replace(asked.lower(), "") if asked else said
    return next((answer for answer, pattern in _SAYS.items() if pattern.fullmatch(said.strip(" ,.:;-"))), None)


def says_yes(lines: list[str]) -> bool:
    """Whether an answer to a question of ours is a yes, with or without "that was me" behind it."""
    own = [line for line in lines if line.strip() and not is_greeting(line)]
    for at, line in enumerate(own[:START_WITHIN]):
        order = read_line(line, no_moves)
        if answer_in(line) in (Answer.YES, Answer.SIGN) or (order is not None and order.verb == "accept"):
            return not doubts_a_yes(list(map(fold, own[:at] + own[at + 1 :])))
    return False


def says_no(lines: Sequence[str]) -> bool:
    return answer_in(next((line for line in lines if line.strip() and not is_greeting(line)), "")) is Answer.NO


def takes_suggestion(line: str, asked: str, *, is_answer: bool | None) -> bool:
    """Whether a line says yes to the one move that we asked about, with or without the move itself.

    ``is_answer``: whether the mail names the mail that asked; None if it names none. A sign counts for the mail only
    that it names, and words such as *ok* for no other.
    """
    enough = {Answer.YES: True, Answer.SIGN: bool(is_answer), Answer.AGREES: is_answer is not False}
    answer = answer_in(line, asked)
    return answer is not None and enough.get(answer, False)


def cut_short(lines: list[str]) -> str:
    return ngettext(
        "Your mail is too long to be read whole. We have read {count} line of your words, and nothing below it.",
        "Your mail is too long to be read whole. We have read {count} lines of your words, and nothing below them.",
        len(lines),
    ).format(count=len(lines))


def unreadable(line: str, *, is_of_challenge: bool, asks: bool) -> Problem:
    """The problem with a first line that is no command; at the address of a question with how that is answered."""
    if is_of_challenge:
        message = gettext("We could not read this as an answer to the challenge. Answer with [accept] or [decline].")
    elif asks:
        message = gettext("We could not read this as an answer. If you mean yes, answer our question with [yes].")
    else:
        message = gettext("We could not read this as a command. Send [help] for what can be written.")
    nearest = nearest_verbs(line) or list(filter(None, [usage_meant(line)]))
    return Problem("unreadable", f"{message} {odd_letter(line)}".rstrip(), line=line, nearest=nearest)


def no_seat_in(number: int) -> Problem:
    if number >= 2**62 or not Game.objects.filter(pk=number).exists():
        return Problem("no_such_game", gettext("There is no game {number}.").format(number=number))
    message = gettext("You do not play in game {number}. You can [show {number}] or [watch {number}].")
    return Problem("not_seated", message.format(number=number))
