"""Records as text, for people: headers in brackets, then a line for each turn. It reads back to the same record.

A line begins with the number of its first step and the colour that made it; steps are parted by semicolons, what the
service played for a seat and when it happened stand in braces::

    [Game "roots"]
    [Player1 "anna"]

    1. red: bead 3,9 {2026-03-02T12:00:00Z}
    3. roll d20 5; roll d20 17 {2026-03-02T18:30:00Z}
    - blue: resigned {2026-03-03T07:10:00Z}
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from games.records.json_form import from_json, read_time, to_json, write_time
from games.records.record import Entry, Games, Record
from games.rules import RULES
from games.rules.base import JSON, Rules
from games.rules.replay import OPTIONS_AT_FAULT, RecordError
from games.work import Budget
from ground.wording import gettext

# Headers in the order of the text, by their names in the JSON record.
_HEADERS = {
    "Game": "game",
    "RulesVersion": "rules_version",
    "Site": "site",
    "Number": "number",
    "Title": "title",
    "Rated": "rated",
    "Started": "started",
    "Finished": "finished",
    "Reason": "reason",
    "Commitment": "commitment",
    "Secret": "secret",
    "Receipt": "receipt",
    "Key": "key",
    "Signature": "signature",
}
_OF_A_PLAYER = {
    "Player": "name",
    "Id": "id",
    "Bot": "bot",
    "Place": "place",
    "Points": "points",
    "Left": "left",
    "Word": "word",
}
_YES = {True: "yes", False: "no"}

_HEADER = re.compile(r'\[([A-Za-z]+)(\d{0,2}) ("(?:[^"\\]|\\.)*")\]')
_TURN = re.compile(r"(\d+)\. (?:([a-z]+): )?(.+)")
_EVENT = re.compile(r'- (?:([a-z]+): )?([a-z ]+?)(?: ("(?:[^"\\]|\\.)*"))?(?: \{([^{}]*)\})?')
_NUMBER = re.compile(r"-?\d{1,9}", re.ASCII)
_BRACES = re.compile(r" \{([^{}]*)\}$")


def to_text(record: Record, games: Games = RULES) -> str:
    """The record as text that ends with a line feed. Seats have to be known, as those of checked records are."""
    headers = [f"[{name} {_quoted(value)}]" for name, value in _headers(to_json(record))]
    return "\n".join([*headers, "", *_lines(games[record.game], record.entries)]).rstrip("\n") + "\n"


def from_text(text: str, games: Games = RULES, budget: Budget | None = None) -> Record:
    """The record that ``to_text`` wrote, held to the rules. Raises RecordError and TooMuchWork."""
    values: dict[str, JSON] = {"options": {}, "steps": [], "times": [], "causes": {}, "events": [], "control": {}}
    players: dict[int, dict[str, JSON]] = {}
    lot: dict[int, str] = {}
    said: list[tuple[int, str]] = []  # which colour the text names for the steps from an index
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        try:
            if not line or line.startswith("#"):
                continue
            if line.startswith("["):
                _read_header(line, values, players, lot)
            elif line.startswith("-"):
                values["events"].append(_read_event(line, len(values["steps"]), _colours(values, games)))
            else:
                _read_turn(line, values, said)
        except RecordError as error:
            raise RecordError(
                error.index, gettext("Line {number}: {error}").format(number=number, error=error)
            ) from error
    values["players"] = [players.get(seat, {}) for seat in range(1, max(players, default=0) + 1)]
    values["lot"] = [lot[place] for place in sorted(lot)]
    record = from_json({**values, "times": values["times"] if any(values["times"]) else []}, games, budget)
    _check_colours(record, said, games[record.game])
    return record


def split_texts(text: str) -> Iterator[str]:
    """The records of a file that has several, one after another: a header after a move begins the next."""
    lines: list[str] = []
    has_moves = False
    for line in text.splitlines():
        if line.startswith("[") and has_moves:
            yield "\n".join(lines)
            lines, has_moves = [], False
        has_moves |= bool(re.match(r"\d+\.|-", line))
        lines.append(line)
    if any(line.strip() for line in lines):
        yield "\n".join(lines)


# Writing ----------------------------------------------------------------------------------------------------------


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _headers(values: dict[str, JSON]) -> Iterator[tuple[str, str]]:
    for title, name in _HEADERS.items():
        value = values.get(name)
        if value is not None:
            yield title, _YES[value] if isinstance(value, bool) else str(value)
        if title == "Game":
            yield "Options", " ".join(f"{option}={value}" for option, value in values["options"].items())
        if title == "Rated" and "control" in values:
            yield "Control", " ".join(f"{part}={seconds}" for part, seconds in values["control"].items())
    for seat, player in enumerate(values.get("players", []), start=1):
        for title, name in _OF_A_PLAYER.items():
            if name in player or name == "name":
                value = player.get(name, "")
                yield f"{title}{seat}", _YES[value] if isinstance(value, bool) else str(value)
    for place, name in enumerate(values.get("lot", []), start=1):
        yield f"Lot{place}", name


def _lines(rules: Rules[Any, Any], entries: Sequence[Entry]) -> Iterator[str]:
    """A line for the plies of one turn that came at one time, and one for each event that is no ply."""
    ply = 1
    for line in _turns(entries):
        seat = next((entry.seat for entry in line if entry.seat is not None), None)
        who = "" if seat is None else f"{rules.colours[seat]}: "
        when = "" if line[0].at is None else f" {{{write_time(line[0].at)}}}"
        if line[0].is_ply:
            steps = "; ".join(
                f"{entry.text} {{{_words(entry.cause)}}}" if entry.cause else entry.text for entry in line
            )
            yield f"{ply}. {who}{steps}{when}"
            ply += len(line)
        else:
            said = f" {_quoted(line[0].text)}" if line[0].text else ""
            yield f"- {who}{_words(line[0].kind)}{said}{when}"


def _words(name: str) -> str:
    """The name of a kind or a cause as people read it: "draw offered" for ``draw_offered``. ``_name`` undoes it."""
    return name.replace("_", " ")


def _name(words: str) -> str:
    return words.replace(" ", "_")


def _turns(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    line: list[Entry] = []
    for entry in entries:
        seat = next((other.seat for other in line if other.seat is not None), None)
        goes_on = (
            line
            and line[-1].is_ply
            and entry.is_ply
            and entry.at == line[-1].at
            and (seat is None or entry.seat in (None, seat))
        )
        if line and not goes_on:
            yield line
            line = []
        line.append(entry)
    if line:
        yield line


# Reading ----------------------------------------------------------------------------------------------------------


def _refusal(message: str) -> RecordError:
    return RecordError(OPTIONS_AT_FAULT, message)


def _read_header(line: str, values: dict[str, JSON], players: dict[int, dict[str, JSON]], lot: dict[int, str]) -> None:
    match = _HEADER.fullmatch(line)
    if match is None:
        raise _refusal(gettext('A header reads like [Player1 "anna"].'))
    title, number, value = match[1], match[2], _unquoted(match[3])
    if number and title == "Lot":
        lot[int(number)] = value
    elif number and title in _OF_A_PLAYER:
        name = _OF_A_PLAYER[title]
        player = players.setdefault(int(number), {})
        player[name] = _whole(value) if name in ("place", "points") else value == "yes" if name == "bot" else value
    elif title in ("Options", "Control"):
        pairs = (pair.partition("=") for pair in value.split())
        values[title.lower()] = {
            name: int(word) if re.fullmatch(r"\d{1,9}", word, re.ASCII) else word for name, _, word in pairs
        }
    elif title in _HEADERS:
        name = _HEADERS[title]
        values[name] = _whole(value) if name == "rules_version" else value == "yes" if name == "rated" else value
    # Others' headers are no harm.


def _unquoted(text: str) -> str:
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise _refusal(gettext("{text} is not a text in quotation marks.").format(text=text)) from error


def _whole(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _refusal(gettext("{text} is not a whole number.").format(text=f"{text!r}"))
    return int(text)


def _colours(values: dict[str, JSON], games: Games) -> Sequence[str]:
    rules = games.get(str(values.get("game")))
    return rules.colours if rules else ()


def _read_event(line: str, plies: int, colours: Sequence[str]) -> JSON:
    match = _EVENT.fullmatch(line)
    if match is None:
        raise _refusal(gettext("An event reads like - red: resigned {2026-03-03T07:10:00Z}."))
    event: dict[str, JSON] = {"after": plies, "kind": _name(match[2])}
    if match[1]:
        if match[1] not in colours:
            raise _refusal(gettext("There is no colour {match}.").format(match=match[1]))
        event["seat"] = colours.index(match[1]) + 1
    if match[3]:
        event["text"] = _unquoted(match[3])
    if match[4]:
        event["at"] = match[4]
    return event


def _read_turn(line: str, values: dict[str, JSON], said: list[tuple[int, str]]) -> None:
    match = _TURN.fullmatch(line)
    if match is None:
        raise _refusal(gettext("A turn reads like 7. red: step; step {2026-03-02T12:00:00Z}."))
    if match[1] != str(len(values["steps"]) + 1):
        raise _refusal(
            gettext("The next step has the number {count}, not {match}.").format(
                count=len(values["steps"]) + 1, match=match[1]
            )
        )
    if match[2]:
        said.append((len(values["steps"]), match[2]))
    rest, at = match[3], None
    if (found := _BRACES.search(rest)) and found[1][:1].isdigit():
        rest, at = rest[: found.start()], found[1]
        read_time(at)
    for step in rest.split("; "):
        cause = _BRACES.search(step)
        values["steps"].append(step[: cause.start()] if cause else step)
        values["times"].append(at)
        if cause:
            values["causes"][str(len(values["steps"]))] = _name(cause[1])


def _check_colours(record: Record, said: Iterable[tuple[int, str]], rules: Rules[Any, Any]) -> None:
    """The colours are there for people; a wrong one is a slip that somebody should hear of."""
    seats = [entry.seat for entry in record.entries if entry.is_ply]
    for index in range(len(seats) - 2, -1, -1):  # dice and undos belong to the seat that acts next
        seats[index] = seats[index + 1] if seats[index] is None else seats[index]
    for index, colour in said:
        seat = seats[index]
        if seat is None or rules.colours[seat] != colour:
            raise RecordError(
                index,
                gettext("Step {index} is said to be {colour}'s, and it is not.").format(index=index + 1, colour=colour),
            )
