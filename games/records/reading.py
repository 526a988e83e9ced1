"""Any record that we know how to read: ours as text or JSON, Abstract Play's; one, or many in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from games.records.abstractplay import from_abstract_play, to_abstract_play
from games.records.json_form import from_json, to_json
from games.records.record import Games, Moment, Record, first_position, moments_of
from games.records.text_form import from_text, split_texts, to_text
from games.records.throws import Recheck, nonces_of, recheck_throws, throws_in
from games.rules import RULES
from games.rules.base import JSON, Position
from games.rules.replay import OPTIONS_AT_FAULT, RecordError
from games.work import Budget
from ground.canonical import canonical_text
from ground.wording import gettext

LONGEST_RECORD = 300_000  # characters that a door takes; a long game of eight with every time has a third of that


def read_records(text: str, games: Games = RULES, budget: Budget | None = None) -> Iterator[Record]:
    """The records in a text, in order: one JSON value, JSON lines, or one text record after another.

    Signed ones know whether their file says what our own would, no more and no less: readers fill in what is left out
    and pass over what they do not know. Raises RecordError at the first that cannot be read, and TooMuchWork.
    """
    text = text.lstrip("\ufeff")
    values = _json_values(text)
    if values is None:
        for part in split_texts(text):
            record = from_text(part, games, budget)
            yield replace(record, is_as_written=not record.signature or _lines(part) == _lines(to_text(record, games)))
        return
    for value in values:
        if not isinstance(value, dict):
            raise RecordError(OPTIONS_AT_FAULT, gettext("A record is a JSON object."))
        read = from_abstract_play if "header" in value else from_json
        record = read(value, games, budget)
        yield replace(record, is_as_written=not record.signature or _is_as_written(value, record, games))


def _lines(text: str) -> list[str]:
    return [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]


def _is_as_written(values: dict[str, JSON], record: Record, games: Games) -> bool:
    """Whether JSON is what is written for the record, at whatever moment."""
    try:
        ours = to_json(record)
        if "header" in values:
            ours = to_abstract_play(record, generated=datetime.now(UTC), games=games)
            ours["header"]["date-generated"] = values["header"].get("date-generated")
        return canonical_text(values) == canonical_text(ours)
    except (ValueError, RecursionError):  # what no record of ours has
        return False


def _named_once(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    """An object. Raises ValueError for a name that it has twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(gettext("a name stands there twice"))
    return found


def read_record(text: str, games: Games = RULES, budget: Budget | None = None) -> Record:
    """The one record in a text. Raises RecordError and TooMuchWork."""
    records = list(read_records(text, games, budget))
    if len(records) != 1:
        raise RecordError(
            OPTIONS_AT_FAULT, gettext("One record is wanted here, and there are {count}.").format(count=len(records))
        )
    return records[0]


@dataclass(frozen=True)
class Look:
    """A record that somebody brings along, and the one replay that answers everything about it."""

    record: Record
    start: Position[Any]
    moments: tuple[Moment, ...]

    @property
    def positions(self) -> list[Position[Any]]:
        """The position before the first ply, and that after each."""
        return [self.start, *(moment.after for moment in self.moments)]

    @cached_property
    def checked(self) -> Recheck:
        return recheck_throws(self.record, throws_in(self.moments, nonces_of(self.record)))


def look_at(text: str, budget: Budget, games: Games = RULES) -> Look:
    """The one record in a text, replayed within the budget. Raises RecordError and TooMuchWork."""
    record = read_record(text, games, budget)
    rules, _, start = first_position(record.game, record.options, games)
    return Look(record, start, tuple(moments_of(rules, start, record.steps, budget)))


def _json_values(text: str) -> list[JSON] | None:
    """The values of a JSON text, one or a line each; None for a text that is no JSON at all."""
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        return None
    try:
        value = json.loads(text, object_pairs_hook=_named_once)
        return value if isinstance(value, list) else [value]
    except (ValueError, RecursionError):  # a number may have too many digits, brackets may be too deep
        if start == "[":  # a header of a text record
            return None
    try:
        return [json.loads(line, object_pairs_hook=_named_once) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        raise RecordError(
            OPTIONS_AT_FAULT, gettext("This is not JSON that can be read: {error}.").format(error=error)
        ) from error
