"""Any record that we know how to read: ours as text or JSON, Abstract Play's; one, or many in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator

from games.records.abstractplay import from_abstract_play
from games.records.json_form import from_json
from games.records.record import Games, Record
from games.records.text_form import from_text, split_texts
from games.rules import RULES
from games.rules.base import JSON
from games.rules.replay import OPTIONS_AT_FAULT, RecordError

LONGEST_RECORD = 300_000  # characters that a door takes; a long game of eight with every time has a third of that


def read_records(text: str, games: Games = RULES) -> Iterator[Record]:
    """The records in a text, in order: one JSON value, JSON lines, or one text record after another.

    Raises RecordError at the first that cannot be read.
    """
    text = text.lstrip("\ufeff")
    values = _json_values(text)
    if values is None:
        yield from (from_text(part, games) for part in split_texts(text))
        return
    for value in values:
        if not isinstance(value, dict):
            raise RecordError(OPTIONS_AT_FAULT, "A record is a JSON object.")
        yield from_abstract_play(value, games) if "header" in value else from_json(value, games)


def read_record(text: str, games: Games = RULES) -> Record:
    """The one record in a text. Raises RecordError."""
    records = list(read_records(text, games))
    if len(records) != 1:
        raise RecordError(OPTIONS_AT_FAULT, f"One record is wanted here, and there are {len(records)}.")
    return records[0]


def _json_values(text: str) -> list[JSON] | None:
    """The values of a JSON text, one or a line each; None for a text that is no JSON at all."""
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        return None
    try:
        value = json.loads(text)
        return value if isinstance(value, list) else [value]
    except (ValueError, RecursionError):  # a number may have too many digits, brackets may be too deep
        if start == "[":  # a header of a text record
            return None
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise RecordError(OPTIONS_AT_FAULT, f"This is not JSON that can be read: {error}.") from error
