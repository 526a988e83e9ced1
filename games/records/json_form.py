"""Records as JSON: ``game``, ``options`` and ``steps``, which any engine replays, and all the rest beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from games.records.record import LONGEST_TEXT, ROLL, STEP, UNDO, Entry, Games, Place, Record, checked
from games.rules import RULES
from games.rules.base import JSON
from games.rules.replay import OPTIONS_AT_FAULT, RecordError
from games.work import Budget
from ground.canonical import whole_milliseconds
from ground.wording import gettext

MOST_EVENTS = 5000  # that are no plies
_WORDS = re.compile(r"[a-z]+(?:_[a-z]+)*")
_SECONDS, _ENDS = ("base", "increment", "cap", "answer"), "ends"  # of a time control
KEY, SIGNATURE = "key", "signature"
_SIMPLE = ("site", "number", "title", "reason", "commitment", "secret", "receipt", KEY, SIGNATURE)


def to_json(record: Record) -> dict[str, JSON]:
    """The record as plain JSON values, read back by ``from_json``. Seats count from 1; what is unknown is left out."""
    plies = [entry for entry in record.entries if entry.is_ply]
    values: dict[str, JSON] = {
        "game": record.game,
        "options": dict(record.options),
        "steps": record.steps,
        "rules_version": record.version,
        "rated": record.rated,
        "control": dict(record.control),
        "players": [_place_to_json(place) for place in record.places],
        "started": write_time(record.started),
        "finished": write_time(record.finished),
        "lot": list(record.lot),
        "times": [write_time(entry.at) for entry in plies] if any(entry.at for entry in plies) else [],
        "causes": {str(ply): entry.cause for ply, entry in enumerate(plies, start=1) if entry.cause},
        "events": _events_to_json(record.entries),
    }
    values |= {name: getattr(record, name) for name in _SIMPLE}
    return {name: value for name, value in values.items() if value or name in ("options", "steps", "rated")}


def from_json(values: Mapping[str, JSON], games: Games = RULES, budget: Budget | None = None) -> Record:
    """The record that ``to_json`` wrote, or a bare one of game, options and steps, held to the rules.

    Raises RecordError and TooMuchWork.
    """
    steps = _list(values, "steps")
    times = _list(values, "times")
    if times and len(times) != len(steps):
        raise _refusal(
            gettext("There are {count} times for {count_2} steps.").format(count=len(times), count_2=len(steps))
        )
    causes = values.get("causes") or {}
    if not isinstance(causes, Mapping):
        raise _refusal(gettext("The causes are not an object of step numbers and words."))
    entries: list[Entry] = []
    events = iter(_events_from_json(_list(values, "events"), len(steps)))
    after, event = next(events, (None, None))
    for ply, step in enumerate(steps, start=1):
        while event is not None and after is not None and after < ply:
            entries.append(event)
            after, event = next(events, (None, None))
        at = read_time(times[ply - 1]) if times else None
        cause = _words(causes[str(ply)], "A cause") if str(ply) in causes else ""
        entries.append(Entry(STEP, _word(step, "A step"), cause=cause, at=at))
    entries += [event] if event is not None else []
    entries += [event for _, event in events]
    return checked(
        Record(
            game=_word(values.get("game", ""), "game"),
            options=values.get("options", {}),
            entries=tuple(entries),
            places=tuple(_place_from_json(place) for place in _list(values, "players")),
            version=_number(values.get("rules_version"), "rules_version"),
            rated=bool(values.get("rated", False)),
            control=_control(values.get("control") or {}),
            started=read_time(values.get("started")),
            finished=read_time(values.get("finished")),
            lot=tuple(_word(name, "A name") for name in _list(values, "lot")),
            **{name: _word(values.get(name, ""), name) for name in _SIMPLE},
            is_as_written=True,
        ),
        games,
        budget,
    )


def write_time(at: datetime | None) -> str | None:
    """RFC 3339 in UTC with T and Z, in milliseconds where it is no whole second: "2026-03-02T12:00:00Z"."""
    if at is None:
        return None
    fineness = "milliseconds" if at.microsecond >= 1000 else "seconds"
    return at.astimezone(UTC).isoformat(timespec=fineness).replace("+00:00", "Z")


def read_time(text: object) -> datetime | None:
    """The inverse, cut to whole milliseconds; nothing for None and the empty text. Raises RecordError."""
    if text is None or text == "":
        return None
    try:
        at = datetime.fromisoformat(text) if isinstance(text, str) else None
        if at is not None and at.tzinfo is not None:
            return whole_milliseconds(at.astimezone(UTC))
    except (ValueError, OverflowError):  # the latter for the first and the last day that there is
        pass
    raise _refusal(gettext("{text} is not a time of the form 2026-03-02T12:00:00Z.").format(text=f"{text!r}"))


def _refusal(message: str) -> RecordError:
    return RecordError(OPTIONS_AT_FAULT, message)


def _list(values: Mapping[str, JSON], name: str) -> Sequence[JSON]:
    found = values.get(name) or []
    if not isinstance(found, list):
        raise _refusal(gettext("{name} is not a list.").format(name=name))
    return found


def _word(value: JSON, what: str) -> str:
    """A short line of text. Raises RecordError for anything else."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not (value == "" or value.isprintable()):
        raise _refusal(
            gettext("{what} has to be one line of at most {longest_text} characters.").format(
                what=what, longest_text=LONGEST_TEXT
            )
        )
    return value


def _words(value: JSON, what: str) -> str:
    """Words joined by underscores, which every form of a record can hold. Raises RecordError for anything else."""
    if not _WORDS.fullmatch(word := _word(value, what)):
        raise _refusal(
            gettext("{what} has to be words in small letters, joined by underscores, not {word}.").format(
                what=what, word=f"{word!r}"
            )
        )
    return word


def _control(values: JSON) -> dict[str, int | str]:
    """A time control in whole seconds, with its hard end if there is one. Raises RecordError."""
    if not isinstance(values, Mapping) or not set(values) <= {*_SECONDS, _ENDS}:
        raise _refusal(
            gettext("The time control is not an object of {seconds}, in seconds, and perhaps {ends}.").format(
                seconds=", ".join(_SECONDS), ends=_ENDS
            )
        )
    control: dict[str, int | str] = {}
    for name, value in values.items():
        if name == _ENDS:
            read_time(value)
            control[name] = _word(value, _ENDS)
        elif (seconds := _number(value, name)) is not None:
            control[name] = seconds
    return control


def _number(value: JSON, what: str) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
        raise _refusal(gettext("{what} has to be a whole number.").format(what=what))
    return value


def _place_to_json(place: Place) -> JSON:
    values = {
        "name": place.name,
        "id": place.userid,
        "bot": place.is_bot,
        "place": place.place,
        "points": place.points,
        "left": place.left,
        "word": place.word,
    }
    return {name: value for name, value in values.items() if value is not None and value is not False and value != ""}


def _place_from_json(values: JSON) -> Place:
    if not isinstance(values, Mapping):
        raise _refusal(gettext("A player is not an object."))
    return Place(
        name=_word(values.get("name", ""), "A name"),
        userid=_word(values.get("id", ""), "An id"),
        is_bot=bool(values.get("bot", False)),
        place=_number(values.get("place"), "A place"),
        points=_number(values.get("points"), "Points"),
        left=_word(values.get("left", ""), "left"),
        word=_word(values.get("word", ""), "A player's word"),
    )


def _events_to_json(entries: Sequence[Entry]) -> list[JSON]:
    """What is no ply, each with the number of plies before it."""
    events: list[JSON] = []
    plies = 0
    for entry in entries:
        plies += entry.is_ply
        if not entry.is_ply:
            values = {
                "kind": entry.kind,
                "seat": None if entry.seat is None else entry.seat + 1,
                "text": entry.text,
                "at": write_time(entry.at),
            }
            events.append({"after": plies} | {name: value for name, value in values.items() if value})
    return events


def _events_from_json(events: Sequence[JSON], plies: int) -> list[tuple[int, Entry]]:
    if len(events) > MOST_EVENTS:
        raise _refusal(
            gettext("A record may have {most_events} events, and this one has {count}.").format(
                most_events=MOST_EVENTS, count=len(events)
            )
        )
    found: list[tuple[int, Entry]] = []
    for values in events:
        if not isinstance(values, Mapping):
            raise _refusal(gettext("An event is not an object."))
        after, seat = _number(values.get("after"), "after"), _number(values.get("seat"), "A seat")
        if after is None or not (found[-1][0] if found else 0) <= after <= plies:
            raise _refusal(gettext("Every event says after how many steps it came, in order."))
        kind = _words(values.get("kind", ""), "A kind")
        if kind in (STEP, ROLL, UNDO, ""):
            raise _refusal(gettext("{kind} is not a kind of event.").format(kind=f"{kind!r}"))
        entry = Entry(
            kind,
            _word(values.get("text", ""), "A text"),
            None if seat is None else seat - 1,
            at=read_time(values.get("at")),
        )
        found.append((after, entry))
    return found
