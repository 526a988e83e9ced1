"""A record: everything public about one game, and the replay that holds it to the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from games.rules import RULES
from games.rules.base import COST_OF_STEP, MoveError, OptionError, Position, Roll, Rules, Seat
from games.rules.replay import (
    OPTIONS_AT_FAULT,
    Past,
    RecordError,
    format_roll,
    format_undo,
    parse_roll,
    parse_undo,
    start,
)
from games.work import COST_OF_UNDO, Budget
from ground.wording import gettext

Games = Mapping[str, Rules[Any, Any]]

STEP, ROLL, UNDO = "step", "roll", "undo"
RENEWED = "dice_renewed"  # a nonce was drawn after a restored backup
LONGEST_GAME = 20_000  # plies; no game here comes near it
LONGEST_TEXT = 200  # characters of a name, a title, a step


@dataclass(frozen=True, slots=True)
class Place:
    """One seat of a game: who sat there and how it ended for them. ``userid`` is theirs on the record's site."""

    name: str = ""
    userid: str = ""
    is_bot: bool = False
    place: int | None = None
    points: int | None = None
    left: str = ""  # why the player left before the end
    word: str = ""  # that the player gave for the dice


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a game's log. ``kind`` is STEP, ROLL, UNDO or what else happened, as in "draw_offered".

    ``seat`` counts from 0 and is None for dice and undos. ``cause`` says why the service played a step for the seat.
    """

    kind: str
    text: str = ""
    seat: Seat | None = None
    cause: str = ""
    at: datetime | None = None

    @property
    def is_ply(self) -> bool:
        return self.kind in (STEP, ROLL, UNDO)


@dataclass(frozen=True)
class Record:
    """One game. Times are time zone aware, ``control`` is in seconds (``ends`` a time), what is not known is empty.

    ``options`` has all options and ``players``. ``number`` is the game's on its ``site``. ``lot`` are the players in
    the order of their accounts, where lots were drawn for seats. ``receipt`` is the newest of the game's log,
    ``key`` the public key with which the site made the ``signature``.
    """

    game: str
    options: Mapping[str, str | int]
    entries: tuple[Entry, ...]
    places: tuple[Place, ...]
    version: int | None = None
    site: str = ""
    number: str = ""
    title: str = ""
    rated: bool = False
    control: Mapping[str, int | str] = field(default_factory=dict)
    started: datetime | None = None
    finished: datetime | None = None
    reason: str = ""
    commitment: str = ""
    secret: str = ""
    lot: tuple[str, ...] = ()
    receipt: str = ""
    key: str = ""
    signature: str = ""
    is_as_written: bool = field(default=True, compare=False)  # nothing in the file that it was read from is changed

    @cached_property
    def steps(self) -> list[str]:
        """Canonical text of all plies, dice and undos included."""
        return [entry.text for entry in self.entries if entry.is_ply]

    @property
    def words(self) -> list[str]:
        """What the players gave for the dice, by seat; empty where nobody gave anything."""
        words = [place.word for place in self.places]
        return words if any(words) else []

    @property
    def is_over(self) -> bool:
        """Whether the record tells of the end of the game."""
        return bool(self.reason)


@dataclass(frozen=True, slots=True)
class Moment:
    """One ply of a replay, with the positions around it.

    ``die`` counts the dice that fall together from 0. Between them the position stays as it was before.
    """

    text: str
    before: Position[Any]
    after: Position[Any]
    die: int = 0

    @property
    def roll(self) -> Roll | None:
        """The dice that were waited for; None for a step of a seat."""
        return self.before.to_act if isinstance(self.before.to_act, Roll) else None

    @property
    def kind(self) -> str:
        """STEP, ROLL or UNDO."""
        if self.roll is not None:
            return ROLL
        return STEP if parse_undo(self.text) is None else UNDO

    @property
    def seat(self) -> Seat | None:
        """Who made the step; nobody for dice and undos."""
        return self.before.seat_to_act if self.kind == STEP else None


def first_position(
    game: object, options: object, games: Games = RULES
) -> tuple[Rules[Any, Any], dict[str, str | int], Position[Any]]:
    """The rules, the full set of options with ``players``, and the position before the first step.

    Raises RecordError.
    """
    if not isinstance(game, str) or game not in games:
        raise RecordError(
            OPTIONS_AT_FAULT,
            gettext("There is no game {game}; there are: {games}.").format(game=f"{game!r}", games=", ".join(games)),
        )
    rules = games[game]
    if not isinstance(options, Mapping):
        raise RecordError(OPTIONS_AT_FAULT, gettext("The options are not an object of names and values."))
    try:
        position = start(rules, options)
        seats = len(position.scores)
        own = {name: value for name, value in options.items() if name != "players"}
        return rules, {"players": seats, **rules.check_options(seats, own)}, position
    except OptionError as error:
        raise RecordError(OPTIONS_AT_FAULT, str(error)) from error


def moments_of(
    rules: Rules[Any, Any], position: Position[Any], steps: Sequence[str], budget: Budget | None = None
) -> Iterator[Moment]:
    """Every ply in canonical text, one after the other. Each is counted in the budget, if there is one.

    Raises RecordError with the ply at fault, from 0, and TooMuchWork.
    """
    budget = budget or Budget(None)
    if len(steps) > LONGEST_GAME:
        raise RecordError(
            LONGEST_GAME,
            gettext("A record may have {longest_game} steps, and this one has {count}.").format(
                longest_game=LONGEST_GAME, count=len(steps)
            ),
        )
    faces: list[int] = []
    past = Past(position)
    for index, text in enumerate(steps):
        if len(text) > LONGEST_TEXT:
            raise RecordError(
                index,
                gettext("Step {index} has {count} characters; none has more than {longest_text}.").format(
                    index=index + 1, count=len(text), longest_text=LONGEST_TEXT
                ),
            )
        try:
            moment = _moment(rules, position, text, faces, past, budget)
        except MoveError as error:
            raise RecordError(
                index, gettext("Step {index}, {text}: {error}").format(index=index + 1, text=f"{text!r}", error=error)
            ) from error
        position = past.add(moment.after, is_throw=moment.roll is not None)
        yield moment


def _moment(
    rules: Rules[Any, Any], position: Position[Any], text: str, faces: list[int], past: Past, budget: Budget
) -> Moment:
    """The next ply; ``faces`` are those of the dice that fell together so far, and it is kept up to date."""
    roll = position.to_act
    if not isinstance(roll, Roll):
        if (back := past.taken_back(text)) is not None:
            budget.spend(COST_OF_UNDO)
            return Moment(format_undo(parse_undo(text) or 0), position, back)
        move = rules.parse(text, position)
        budget.spend(position.cost_of(move))
        return Moment(rules.format(move, position), position, position.play(move))
    budget.spend(COST_OF_STEP)
    sides, face = parse_roll(text)
    die = len(faces)
    if sides != roll.dice[die]:
        raise MoveError(gettext("A d{dice} is rolled here, not a d{sides}.").format(dice=roll.dice[die], sides=sides))
    if not 1 <= face <= sides:
        raise MoveError(gettext("A d{sides} cannot show {face}.").format(sides=sides, face=face))
    faces.append(face)
    after = position
    if len(faces) == len(roll.dice):
        after = position.roll(tuple(faces))
        faces.clear()
    return Moment(format_roll(sides, face), position, after, die)


def checked(record: Record, games: Games = RULES, budget: Budget | None = None) -> Record:
    """The record in canonical form: options filled in, steps as their game writes them, each with its seat.

    Raises RecordError where it breaks the rules or contradicts itself, and TooMuchWork.
    """
    rules, options, position = first_position(record.game, record.options, games)
    seats = int(options["players"])
    if len(record.places) not in (0, seats):
        raise RecordError(
            OPTIONS_AT_FAULT,
            gettext("{count} players are named in a game of {seats}.").format(count=len(record.places), seats=seats),
        )
    if wrong := [seat.place for seat in record.places if seat.place is not None and not 1 <= seat.place <= seats]:
        raise RecordError(
            OPTIONS_AT_FAULT,
            gettext("There is no place {wrong} in a game of {seats}.").format(wrong=wrong[0], seats=seats),
        )
    if len(record.lot) not in (0, seats):
        raise RecordError(
            OPTIONS_AT_FAULT,
            gettext("{count} players are in the lot of a game of {seats}.").format(count=len(record.lot), seats=seats),
        )
    moments = moments_of(rules, position, record.steps, budget)
    entries: list[Entry] = []
    for entry in record.entries:
        if entry.seat is not None and not 0 <= entry.seat < seats:
            raise RecordError(
                OPTIONS_AT_FAULT,
                gettext("There is no seat {seat} in a game of {seats}.").format(seat=entry.seat + 1, seats=seats),
            )
        if entry.is_ply:
            moment = next(moments)
            if entry.seat not in (None, moment.seat):
                raise RecordError(
                    len(entries),
                    gettext("{text} is not for {colours} to play.").format(
                        text=f"{moment.text!r}", colours=rules.colours[entry.seat]
                    ),
                )
            entry = replace(entry, kind=moment.kind, text=moment.text, seat=moment.seat)
            position = moment.after
        entries.append(entry)
    result = replace(
        record, options=options, entries=tuple(entries), places=record.places or tuple(Place() for _ in range(seats))
    )
    return _with_result(result, position)


def _with_result(record: Record, position: Position[Any]) -> Record:
    """The record with the points and places that its last position gives; what it says itself has to agree."""
    outcome = position.outcome()
    if outcome is None and not record.is_over:
        return record
    points = list(position.scores)
    said = [seat.points for seat in record.places]
    if said not in ([None] * len(said), points):
        raise RecordError(
            len(record.steps),
            gettext("The record says {said} points, its moves lead to {points}.").format(said=said, points=points),
        )
    places = [seat.place for seat in record.places]
    if outcome is not None and not any(seat.left for seat in record.places):
        if places not in ([None] * len(places), list(outcome.places)):
            raise RecordError(
                len(record.steps),
                gettext("The record says {places}, its moves lead to {places_2}.").format(
                    places=places, places_2=outcome.places
                ),
            )
        places = list(outcome.places)
    ends = zip(record.places, places, points, strict=True)
    return replace(
        record,
        places=tuple(replace(seat, place=place, points=score) for seat, place, score in ends),
        reason=record.reason or (outcome.reason if outcome else ""),
    )


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The steps and rolls that were not taken back, in order."""
    found: list[Entry] = []
    counts = [0]  # how many of them stood after each ply
    for entry in entries:
        if not entry.is_ply:
            continue
        if entry.kind == UNDO:
            del found[counts[parse_undo(entry.text) or 0] :]
        else:
            found.append(entry)
        counts.append(len(found))
    return found


def last_position(record: Record, games: Games = RULES) -> Position[Any]:
    """Where the record leads. Raises RecordError."""
    rules, _, position = first_position(record.game, record.options, games)
    for moment in moments_of(rules, position, record.steps):
        position = moment.after
    return position
