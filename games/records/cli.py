"""``python -m games.records``: recheck a record's moves and dice, or write it in another form. No database needed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from games.records.abstractplay import to_abstract_play
from games.records.json_form import to_json
from games.records.reading import read_records
from games.records.record import Record
from games.records.text_form import to_text
from games.records.throws import Throw, recheck
from games.rules.replay import RecordError

GOOD, WRONG, UNREADABLE = range(3)


def main(arguments: Sequence[str]) -> int:
    """Runs one command. The exit status is 0 when all is well, 1 for a wrong throw, 2 for what cannot be read."""
    parsed = _parser().parse_args(arguments)
    status = GOOD
    try:
        text = parsed.file.read_text("utf-8") if parsed.file else sys.stdin.read()
        for record in read_records(text):
            if parsed.command == "verify":
                status = max(status, _verify(record))
            else:
                print(_written(record, parsed.form))
    except (RecordError, OSError, UnicodeDecodeError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.records", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    verifying = commands.add_parser("verify", help="replay every record, and recheck every throw of its dice")
    converting = commands.add_parser("convert", help="write every record in another form")
    for command in (verifying, converting):
        command.add_argument("file", nargs="?", type=Path, help="standard input if left out")
    converting.add_argument("--to", dest="form", choices=["text", "json", "abstract-play"], required=True)
    return parser


def _verify(record: Record) -> int:
    """Says what is right or wrong with one record, whose moves have been replayed when it was read."""
    name = f"{record.game} game {record.number}".rstrip()
    found = recheck(record)
    if not record.commitment and not found.throws:
        print(f"{name}: OK. {len(record.steps)} moves fit the rules; no dice, and no secret to check.")
        return GOOD
    if found.is_sealed:
        print(f"{name}: {len(record.steps)} moves fit the rules. Its secret is published when the game is over.")
        return GOOD
    for fault in found.faults:
        print(f"{name}: WRONG. {fault.message}")
    if found.is_proved:
        print(f"{name}: OK. {len(record.steps)} moves fit the rules; {_of_the_secret(record, found.throws)}.")
    return GOOD if found.is_proved else WRONG


def _of_the_secret(record: Record, throws: Sequence[Throw]) -> str:
    seats = "the lot for the seats and " if record.lot else ""
    return f"the secret fits its commitment, and {seats}all {len(throws)} throws follow from it"


def _written(record: Record, form: str) -> str:
    match form:
        case "text":
            return to_text(record)
        case "json":
            return json.dumps(to_json(record))
    return json.dumps(to_abstract_play(record, generated=datetime.now(UTC)))
