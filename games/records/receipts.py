"""The chain of receipts: each line of a game's log is hashed with the receipt of the line before it.

A line is an object as REST publishes it: ``seq``, ``ply``, ``kind``, ``seat`` (from 1), ``text``, ``cause``, ``actor``,
``reason``, ``source`` and ``at`` (:func:`ground.canonical.canonical_time`). It may have ``receipt`` and
``actor_name`` too, which no receipt covers: the name is looked up from ``actor``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

from games.records import dice
from games.records.record import RENEWED, Record
from games.records.throws import nonces_of
from games.rules.base import JSON
from ground.canonical import digest_of
from ground.wording import gettext

RECEIPT = "receipt"
NOT_COVERED = (RECEIPT, "actor_name")


def receipt_of(previous: str, game: int, line: Mapping[str, JSON]) -> str:
    """The receipt of a line: SHA-256 of the canonical text of the line, its game and the receipt before it.

    ``previous`` is blank for the first line; what is ``NOT_COVERED`` is left out.
    """
    said = {name: value for name, value in line.items() if name not in NOT_COVERED}
    return digest_of({**said, "game": game, "previous": previous})


def faults_of_log(lines: Sequence[Mapping[str, JSON]], record: Record) -> list[str]:
    """What is wrong with the whole log of a record's game, a sentence each."""
    faults: list[str] = []
    game = int(record.number) if record.number.isdecimal() else 0
    previous = ""
    for number, line in enumerate(lines, start=1):
        if line.get("seq") != number:
            return [*faults, gettext("Line {number} of the log is missing.").format(number=number)]
        if line.get(RECEIPT) != receipt_of(previous, game, line):
            faults.append(
                gettext("The receipt of line {number} of the log does not fit what the line says.").format(
                    number=number
                )
            )
        previous = str(line.get(RECEIPT))
    if previous != record.receipt:
        faults.append(gettext("The newest receipt of the log is another one than the record's."))
    if [line.get("text") for line in lines if line.get("ply") is not None] != record.steps:
        faults.append(gettext("The log has other moves than the record."))
    plies = accumulate(line.get("ply") is not None for line in lines)
    drawn = [(count, line.get("text")) for count, line in zip(plies, lines, strict=True) if line.get("kind") == RENEWED]
    if drawn != nonces_of(record):
        faults.append(gettext("The log has other nonces than the record."))
    if lines and lines[0].get("text") != dice.seal(record.commitment, record.words):
        faults.append(
            gettext("The log begins with another commitment, or with other words of the players, than the record.")
        )
    return faults
