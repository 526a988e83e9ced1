"""What intake would make of a raw mail, as JSON, with no database: ``python -m notifications.inbound.inspect FILE``.

Which mail of ours it answers is not known here, so moves are told apart by the rules of no game.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from notifications.inbound.commands import no_moves, read_orders
from notifications.inbound.machines import Sort, sort_of
from notifications.inbound.parsing import UnreadableMail, parse_mail
from notifications.inbound.replies import own_lines
from notifications.inbound.senders import sender_of


def inspect(raw: bytes) -> dict[str, Any]:
    """Class, sender, own text and commands of a mail. The envelope is taken from the headers that relays add."""
    try:
        mail = parse_mail(raw)
    except UnreadableMail as error:
        return {"class": Sort.UNREADABLE, "reason": str(error)}
    sender = sender_of(mail)
    lines = own_lines(mail.text)
    envelope_from = mail.header("Return-Path") if mail.has("Return-Path") else "unknown"
    reading = read_orders(lines, no_moves, game_first=True)
    return {
        "class": sort_of(mail, envelope_from, ""),
        "sender": sender.address if sender else None,
        "own_text": "\n".join(lines),
        "commands": [asdict(order) for order in reading.orders],
        "ambiguous": reading.is_ambiguous,
    }


if __name__ == "__main__":
    json.dump(inspect(Path(sys.argv[1]).read_bytes()), sys.stdout, indent=2, ensure_ascii=False)
    sys.stdout.write("\n")
