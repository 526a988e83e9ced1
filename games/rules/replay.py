"""Records for programs: a game as options and steps, replayed to what every engine must agree on."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.rules.base import JSON, IllegalMove, MoveError, OptionError, Options, Position, Roll, Rules, UnreadableMove
from ground.wording import gettext

OPTIONS_AT_FAULT = -1
_UNDO = re.compile(r"undo\s+to\s+(\d{1,9})", re.IGNORECASE)
_ROLL = re.compile(r"roll\s+d(\d+)\s+(\d+)", re.IGNORECASE)


class RecordError(ValueError):
    """A record that cannot be replayed. ``index`` is that of the step at fault, -1 for the options."""

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index


def format_roll(sides: int, face: int) -> str:
    """The chance step of one die."""
    return f"roll d{sides} {face}"


def parse_roll(text: str) -> tuple[int, int]:
    """Sides and face of a chance step. Raises UnreadableMove."""
    match = _ROLL.fullmatch(text.strip())
    if match is None:
        raise UnreadableMove(gettext("A die is to be rolled now; the record of one reads like roll d8 5."))
    return int(match[1]), int(match[2])


def format_undo(ply: int) -> str:
    """The step that takes back everything after a ply."""
    return f"undo to {ply}"


def parse_undo(text: str) -> int | None:
    """The ply up to which a step takes the game back; None for every other step."""
    match = _UNDO.fullmatch(text.strip())
    return int(match[1]) if match else None


class Past:
    """The positions that a replay has come through, by ply, since a step may take the game back to one of them."""

    def __init__(self, start: Position[Any]) -> None:
        self.positions = [start]
        self.last_throw = 0  # the ply of the last die

    def add(self, position: Position[Any], *, is_throw: bool = False) -> Position[Any]:
        """The position after the next ply."""
        self.positions.append(position)
        if is_throw:
            self.last_throw = len(self.positions) - 1
        return position

    def taken_back(self, text: str) -> Position[Any] | None:
        """The position that an undo leads to; None if the step is not one. Raises IllegalMove."""
        ply = parse_undo(text)
        if ply is None:
            return None
        if ply >= len(self.positions) - 1:
            raise IllegalMove(
                gettext("Move {ply} cannot be gone back to: {positions} moves have been made.").format(
                    ply=ply, positions=len(self.positions) - 1
                )
            )
        if ply < self.last_throw:
            raise IllegalMove(gettext("Dice have fallen since, and a throw cannot be taken back."))
        return self.positions[ply]


def start_of(record: Mapping[str, Any], games: Mapping[str, Rules[Any, Any]]) -> tuple[Rules[Any, Any], Position[Any]]:
    """The rules of the record's game and the position before its first step. Raises RecordError."""
    slug, options = record.get("game"), record.get("options", {})
    if not isinstance(slug, str) or slug not in games:
        raise RecordError(
            OPTIONS_AT_FAULT,
            gettext("There is no game {slug}; there are: {games}.").format(slug=repr(slug), games=", ".join(games)),
        )
    if not isinstance(options, dict):
        raise RecordError(OPTIONS_AT_FAULT, gettext("The options are not an object of names and values."))
    try:
        return games[slug], start(games[slug], options)
    except OptionError as error:
        raise RecordError(OPTIONS_AT_FAULT, str(error)) from error


def start(rules: Rules[Any, Any], options: Options) -> Position[Any]:
    """The first position for options that include ``players``. Raises OptionError."""
    seats = options.get("players", rules.seats[0])
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise OptionError(gettext("players must be a number, not {seats}.").format(seats=repr(seats)))
    position: Position[Any] = rules.start(seats, {name: value for name, value in options.items() if name != "players"})
    return position


def replay(record: Mapping[str, Any], games: Mapping[str, Rules[Any, Any]]) -> JSON:
    """What the record leads to: the legal steps before each player step, then points, places and reason.

    Raises RecordError.
    """
    rules, position = start_of(record, games)
    legal: list[list[int | str]] = []
    faces: list[int] = []  # of the dice that fell so far, where several are rolled together
    past = Past(position)
    for index, text in enumerate(_steps_of(record)):
        try:
            if isinstance(position.to_act, Roll):
                position = past.add(_after_die(position, position.to_act, text, faces), is_throw=True)
                continue
            if (back := past.taken_back(text)) is not None:
                position = past.add(back)
                continue
            fingerprint = fingerprint_of(rules, position)
            position = past.add(position.play(rules.parse(text, position)))
        except MoveError as error:
            raise RecordError(index, str(error)) from error
        legal.append(fingerprint)
    outcome = position.outcome()
    return {
        "legal": legal,
        "points": list(position.scores),
        "places": list(outcome.places) if outcome else None,
        "reason": outcome.reason if outcome else None,
    }


def _steps_of(record: Mapping[str, Any]) -> list[str]:
    steps = record.get("steps", [])
    if not isinstance(steps, list):
        raise RecordError(OPTIONS_AT_FAULT, gettext("The steps are not a list."))
    return [str(step) for step in steps]


def positions_of(rules: Rules[Any, Any], position: Position[Any], steps: Iterable[str]) -> Iterator[Position[Any]]:
    """The position after each step of a record, chance steps and undos included. Raises MoveError.

    For steps that were played here: what they cost is not counted.
    """
    faces: list[int] = []
    past = Past(position)
    for text in steps:
        if isinstance(position.to_act, Roll):
            position = past.add(_after_die(position, position.to_act, text, faces), is_throw=True)
        elif (back := past.taken_back(text)) is not None:
            position = past.add(back)
        else:
            position = past.add(position.play(rules.parse(text, position)))
        yield position


def fingerprint_of(rules: Rules[Any, Any], position: Position[Any]) -> list[int | str]:
    """The number of legal steps, and the first 16 hex digits of the SHA-256 of their sorted canonical texts."""
    texts = sorted(rules.format(move, position).encode() for move in position.legal_moves())
    return [len(texts), hashlib.sha256(b"\n".join(texts)).hexdigest()[:16]]


def _after_die(position: Position[Any], roll: Roll, text: str, faces: list[int]) -> Position[Any]:
    """The position after one more die of the roll; the same one until the last of them has fallen."""
    sides, face = parse_roll(text)
    wanted = roll.dice[len(faces)]
    if sides != wanted:
        raise IllegalMove(
            gettext("A d{wanted} is to be rolled now, not a d{sides}.").format(wanted=wanted, sides=sides)
        )
    faces.append(face)
    if len(faces) < len(roll.dice):
        return position
    rolled = tuple(faces)
    faces.clear()
    return position.roll(rolled)
