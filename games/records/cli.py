"""``python -m games.records``: verify records, or convert them to another form. Needs no database."""

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
from games.records.receipts import faults_of_log
from games.records.record import Record
from games.records.signing import Verdict, is_public_key, judge
from games.records.text_form import to_text
from games.records.throws import Recheck, recheck
from games.rules.base import JSON
from games.rules.replay import OPTIONS_AT_FAULT, RecordError

GOOD, WRONG, UNREADABLE, UNCONFIRMED = range(4)  # exit statuses, of which the worst counts
_FROM_GOOD_TO_BAD = [GOOD, UNCONFIRMED, WRONG, UNREADABLE]


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns the exit status.

    0: all is well. 1: something is wrong, and a line says what. 2: the file cannot be read. 3: nothing is wrong, but
    nobody vouches for the record, since it is not signed or its key was not compared with one that the caller trusts.
    """
    parsed = _parser().parse_args(arguments)
    status = GOOD
    try:
        if parsed.command == "convert":
            for record in read_records(_read(parsed.file)):
                print(_written(record, parsed.form))
            return GOOD
        trusted, log = _keys(parsed.key), _log(parsed.log) if parsed.log else None
        for record in read_records(_read(parsed.file)):
            status = max(status, _verify(record, trusted, log), key=_FROM_GOOD_TO_BAD.index)
    except RecordError as error:
        print(f"WRONG. {error}" if error.index != OPTIONS_AT_FAULT else error, file=sys.stderr)
        return WRONG if error.index != OPTIONS_AT_FAULT else UNREADABLE
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.records", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    verifying = commands.add_parser(
        "verify", help="replay every record, recheck its lot and dice, and check its signature",
        description="Exit status: 0 if all is well, 1 if something is wrong, 2 if the file cannot be read, 3 if "
        "nothing is wrong but the record is not confirmed, because it is not signed or --key is missing.",
    )  # fmt: skip
    converting = commands.add_parser("convert", help="write every record in another form")
    for command in (verifying, converting):
        command.add_argument("file", nargs="?", type=Path, help="the file; standard input by default")
    verifying.add_argument(
        "--key", help="a public key that you trust, in hexadecimal digits, or a file with one or several of them"
    )
    verifying.add_argument("--log", type=Path, help="the game's log as JSON, as REST shows it, to check its receipts")
    converting.add_argument("--to", dest="form", choices=["text", "json", "abstract-play"], required=True)
    return parser


def _read(file: Path | None) -> str:
    return file.read_text("utf-8") if file else sys.stdin.read()


def _log(file: Path) -> list[dict[str, JSON]]:
    """The lines of a game's log. Raises OSError or ValueError."""
    lines = json.loads(_read(file))
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise ValueError("--log wants the log of one game as REST shows it: a list of objects.")
    return lines


def _keys(given: str | None) -> list[str]:
    """The public keys of the command line. Raises OSError or ValueError."""
    if given is None:
        return []
    keys = [given] if is_public_key(given) else Path(given).read_text("utf-8").split()
    if not keys or not all(map(is_public_key, keys)):
        raise ValueError("--key wants public keys of 64 hexadecimal digits, or a file with nothing else.")
    return keys


def _verify(record: Record, trusted: Sequence[str], log: Sequence[dict[str, JSON]] | None) -> int:
    """Says what is right or wrong with one record, whose moves have been replayed when it was read."""
    name = f"{record.game} game {record.number}".rstrip()
    found, verdict = recheck(record), judge(record, trusted)
    faults = [fault.message for fault in found.faults]
    if log is not None:
        faults += faults_of_log(log, record)
    if verdict in (Verdict.BROKEN, Verdict.FOREIGN) or (verdict is Verdict.UNSIGNED and trusted):
        faults.append(verdict.value)
    for fault in faults:
        print(f"{name}: WRONG. {fault}")
    if faults:
        return WRONG
    is_confirmed = verdict is Verdict.GOOD
    vouched = f" Signed by {record.site or 'its site'}, key {record.key[:16]}." if is_confirmed else f" {verdict.value}"
    print(f"{name}: {'OK' if is_confirmed else 'NOT CONFIRMED'}. {_of_the_game(record, found)}{vouched}")
    return GOOD if is_confirmed else UNCONFIRMED


def _of_the_game(record: Record, found: Recheck) -> str:
    """What is right with moves and dice."""
    moves = f"{len(record.steps)} moves fit the rules"
    if not found.is_sealed:
        seats = "the lot for the seats and " if record.lot else ""
        return f"{moves}; the secret fits its commitment, and {seats}all {len(found.throws)} throws follow from it."
    if not record.commitment and not found.throws:
        return f"{moves}; no dice, and no secret to check."
    if record.is_over:
        return f"{moves}. It has no secret, so its dice cannot be rechecked."
    return f"{moves}. Its secret is published when the game is over."


def _written(record: Record, form: str) -> str:
    match form:
        case "text":
            return to_text(record)
        case "json":
            return json.dumps(to_json(record))
    return json.dumps(to_abstract_play(record, generated=datetime.now(UTC)))
