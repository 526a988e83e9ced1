"""What intake would make of a raw mail, as JSON, with no database: ``python -m notifications.inbound.inspect FILE``.

Which mail of ours it answers is not known here: it is read as one to the personal address, with moves of every game.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from games.rules import RULES
from notifications.mail_format.automatic_mail import Sort, sort_of
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.commands import read_line, read_subject
from notifications.mail_format.furniture import without_furniture
from notifications.mail_format.loose_moves import MoveReader
from notifications.mail_format.parsing import UnreadableMail, parse_mail
from notifications.mail_format.senders import sender_in
from notifications.mail_format.trimming import own_lines


def inspect(raw: bytes) -> dict[str, Any]:
    """Class, sender, own text and commands of a mail. The envelope is taken from the headers that relays add.

    The class is reply, bounce, auto or unreadable; a mail of our own that has come back is auto. Only a reply is read
    for commands, and none of it counts if ``ambiguous``.
    """
    nothing: dict[str, Any] = {"sender": None, "own_text": "", "commands": [], "ambiguous": False}
    try:
        mail = parse_mail(raw)
        trouble = mail.trouble
    except UnreadableMail as error:
        trouble = str(error)
    if trouble:
        return {"class": str(Sort.UNREADABLE), "reason": trouble, **nothing}
    sender = sender_in(mail.headers)
    lines = without_furniture(own_lines(mail.text), lambda line: read_line(line, is_some_move))
    envelope_from = mail.header("Return-Path") if "Return-Path" in mail.headers else "unknown"
    sort = sort_of(mail, envelope_from, "")
    found = {**nothing, "class": str(Sort.AUTO if sort is Sort.LOOP else sort), "own_text": "\n".join(lines)}
    found["sender"] = sender.address if sender else None
    if sort is Sort.REPLY:
        reading = read_orders(lines, is_some_move, game_first=True, readers=_readers())
        orders = reading.orders or tuple(filter(None, [read_subject(mail.header("Subject"), is_some_move)]))
        found |= {"commands": [asdict(order) for order in orders], "ambiguous": reading.is_ambiguous}
    return found


def is_some_move(text: str) -> bool:
    """Whether a game would read this as a move, legal or not."""
    return any(is_move(text) for is_move in _readers())


@cache
def _readers() -> list[MoveReader]:
    return [MoveReader(rules, rules.start(rules.seats[0])) for rules in RULES.values()]


def main(arguments: Sequence[str]) -> int | str:
    """Print what is made of the file that is named; returns 0, or a sentence about what would be right."""
    if len(arguments) != 1:
        return "Name one file with a raw mail: python -m notifications.inbound.inspect FILE.eml"
    try:
        raw = Path(arguments[0]).read_bytes()
    except (OSError, ValueError) as error:
        return f"{arguments[0]} cannot be read: {getattr(error, 'strerror', None) or error}"
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    json.dump(inspect(raw), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
