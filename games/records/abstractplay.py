"""Records in Abstract Play's public game record format (APGameRecord 1-0-0, schema in their repository ``recranks``).

They know finished games with a result only. Where BTT is played as they play it, on a rectangle of squares, moves are
in their notation, so that their programs can replay them. What their format has no place for stands in the header
``seeds``, which makes a record of ours come back whole; theirs are read without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from games.records.json_form import from_json, to_json, write_time
from games.records.record import UNDO, Entry, Games, Record, standing
from games.rules import RULES
from games.rules.base import JSON, Rules
from games.rules.replay import OPTIONS_AT_FAULT, RecordError
from games.work import Budget
from ground.wording import gettext

OURS = "seeds"  # the header with what only our records have
_ROUND = re.compile(r"(.+), round (.+)")

# Their game of BTT and ours. They have a variant for a small set, which we have not, and play Martian Go with more.
BTT = "btt"
_MARTIAN = "Martian Go"
_THEIR_VARIANTS = {"martian go": {"scoring": "martian"}, "martian-go": {"scoring": "martian"}}
_STANDARD_IS_RECTANGLE = (2, 4)
_SIZES = {"S": "1", "M": "2", "L": "3"}
_TOKEN = re.compile(r"(null|root) ([a-z]\d{1,2})")
_PYRAMID = re.compile(r"([SML]) ([a-z])(\d{1,2})>([a-z])(\d{1,2})")


class NoResult(RecordError):
    """A game that their format cannot tell of, since it is not over or has no result."""


def to_abstract_play(record: Record, *, generated: datetime, games: Games = RULES) -> dict[str, JSON]:
    """The record in their format, as of ``generated``. Raises NoResult."""
    places = [seat.place for seat in record.places]
    if record.started is None or record.finished is None or None in places:
        raise NoResult(OPTIONS_AT_FAULT, gettext("Abstract Play's format is for finished games with a result."))
    rules = games[record.game]
    last = max(place for place in places if place is not None)
    header: dict[str, JSON] = {
        "game": {"name": rules.title, "variants": _variants(record, rules)},
        "site": {"name": record.site or "Seeds"} | ({"gameid": record.number} if record.number else {}),
        "date-start": write_time(record.started),
        "date-end": write_time(record.finished),
        "date-generated": write_time(generated),
        "unrated": not record.rated,
        "players": [
            {"name": seat.name, "userid": seat.userid, "is_ai": seat.is_bot, "score": seat.points}
            | {"result": last - (seat.place or 0)}
            for seat in record.places
        ],
    }
    if match := _ROUND.fullmatch(record.title):
        header |= {"event": match[1], "round": match[2]}
    is_whole = not any(entry.kind == UNDO for entry in record.entries)  # their moves are only those that stand
    header[OURS] = {name: value for name, value in to_json(record).items() if name != "steps" or not is_whole}
    return {"header": header, "moves": _rounds(record)}


def from_abstract_play(values: Mapping[str, JSON], games: Games = RULES, budget: Budget | None = None) -> Record:
    """A record of theirs, or one of ours that ``to_abstract_play`` wrote, held to the rules.

    Raises RecordError and TooMuchWork.
    """
    header, rounds = values.get("header"), values.get("moves")
    if not isinstance(header, Mapping) or not isinstance(rounds, list):
        raise _refusal(gettext("A record of Abstract Play has a header and moves."))
    steps = [step for move in _moves(rounds) for step in move.split("; ")]
    if isinstance(ours := header.get(OURS), Mapping):
        return from_json({"steps": steps, **ours}, games, budget)
    players = _players(header)
    game, site = header.get("game"), header.get("site")
    if not isinstance(game, Mapping) or not isinstance(site, Mapping):
        raise _refusal(gettext("The header names no game or no site."))
    slug = next((slug for slug, rules in games.items() if rules.title == game.get("name")), None)
    if slug is None:
        raise _refusal(gettext("Seeds does not have the game {get}.").format(get=f"{game.get('name')!r}"))
    variants = game.get("variants") or []
    if not isinstance(variants, list):
        raise _refusal(gettext("The variants of the game are not a list."))
    record: dict[str, JSON] = {
        "game": slug,
        "options": {"players": len(players), **_options(games[slug], len(players), variants)},
        "steps": steps,
        "players": [{"name": str(player.get("name", "")), "id": str(player.get("userid", ""))}
                    | {"bot": bool(player.get("is_ai", False))} for player in players],
        "site": str(site.get("name", "")),
        "number": str(site.get("gameid", "")),
        "title": ", round ".join(str(header[name]) for name in ("event", "round") if header.get(name)),
        "rated": not header.get("unrated", False),
        "started": header.get("date-start"),
        "finished": header.get("date-end"),
    }  # fmt: skip
    results = [player.get("result") for player in players]
    return _with_their_result(from_json(record, games, budget), results, record, games, budget)


def _with_their_result(
    record: Record, results: Sequence[JSON], values: dict[str, JSON], games: Games, budget: Budget | None
) -> Record:
    """The record ended as they say. Their score is another one than our points, and their result the first places."""
    if not all(isinstance(result, int) for result in results):
        raise _refusal(gettext("Every player needs a result, a whole number."))
    first = [result == max(results) for result in results]
    if record.is_over:
        if [seat.place == 1 for seat in record.places] != first:
            raise RecordError(len(record.steps), gettext("The moves lead to other winners than the record says."))
        return record
    places = [1 + sum(other > result for other in results) for result in results]
    players = [player | {"place": place} for player, place in zip(values["players"], places, strict=True)]
    return from_json({**values, "players": players, "reason": "ended early"}, games, budget)


# Moves ------------------------------------------------------------------------------------------------------------


def _rounds(record: Record) -> list[list[str | None]]:
    """A turn for each seat in a round; a seat that acts again, or out of turn, begins the next one."""
    seats = len(record.places)
    spell = _their_spelling if _is_their_btt(record) else str
    rounds: list[list[str | None]] = []
    last = seats
    for seat, steps in _turns(standing(record.entries)):
        if seat <= last:
            rounds.append([None] * seats)
        rounds[-1][seat] = "; ".join(map(spell, steps))
        last = seat
    return [[*row] for row in rounds]


def _turns(entries: Sequence[Entry]) -> Iterator[tuple[int, list[str]]]:
    """The steps that a seat made in a row, with the dice between; dice before anybody acted go to the next to act."""
    steps: list[str] = []
    seat: int | None = None
    for entry in entries:
        if None not in (seat, entry.seat) and entry.seat != seat:
            yield seat or 0, steps
            steps = []
        seat = seat if entry.seat is None else entry.seat
        steps.append(entry.text)
    if steps:
        yield seat or 0, steps


def _moves(rounds: Sequence[JSON]) -> Iterator[str]:
    """The texts of all moves in order. Raises RecordError."""
    for row in rounds:
        if not isinstance(row, list):
            raise _refusal(gettext("A round is not a list."))
        for move in row:
            text = move.get("move") if isinstance(move, Mapping) else move
            if text is None:
                continue
            if not isinstance(text, str):
                raise _refusal(gettext("{text} is not the text of a move.").format(text=f"{text!r}"))
            if text:
                yield text


def _is_their_btt(record: Record) -> bool:
    """Whether the game is BTT on a board of squares that they have too."""
    return record.game == BTT and record.options["board"] in ("rectangle", _their_board(len(record.places)))


def _their_board(seats: int) -> str:
    """Our name of their board: always a rectangle, which is our standard one for two and four."""
    return "standard" if seats in _STANDARD_IS_RECTANGLE else "rectangle"


def _their_spelling(step: str) -> str:
    """A step of BTT as they write it: ``d3-NULL``, and ``c4-2N`` for a medium pyramid on c4 that points north."""
    if match := _TOKEN.fullmatch(step):
        return f"{match[2]}-{match[1].upper()}"
    match = _PYRAMID.fullmatch(step)
    if match is None:
        raise ValueError(gettext("{step} is not a step of BTT on squares.").format(step=f"{step!r}"))
    size, file, rank, to_file, to_rank = match.groups()
    way = ("E" if to_file > file else "W") if to_file != file else ("N" if int(to_rank) > int(rank) else "S")
    return f"{file}{rank}-{_SIZES[size]}{way}"


# Headers ----------------------------------------------------------------------------------------------------------


def _variants(record: Record, rules: Rules[Any, Any]) -> list[str]:
    """Options that are not the usual ones: by their name where they have one, else as ``name=value``."""
    usual = rules.check_options(len(record.places), {})
    named: dict[tuple[str, str], str] = {}
    if record.game == BTT:
        usual["board"] = _their_board(len(record.places))
        named = {("scoring", "martian"): _MARTIAN}
    return [
        named.get((name, str(value)), f"{name}={value}")
        for name, value in record.options.items()
        if name != "players" and value != usual[name]
    ]


def _options(rules: Rules[Any, Any], seats: int, variants: Sequence[JSON]) -> dict[str, str | int]:
    """Our options for the variants of a record of theirs. Raises RecordError for variants that we do not have."""
    options: dict[str, str | int] = {"board": _their_board(seats)} if rules.slug == BTT else {}
    for variant in variants:
        found = _THEIR_VARIANTS.get(str(variant).lower()) if rules.slug == BTT else None
        if found is None:
            raise _refusal(
                gettext("Seeds does not have the variant {variant} of {rules}.").format(
                    variant=f"{variant!r}", rules=rules.title
                )
            )
        options |= found
    return options


def _players(header: Mapping[str, JSON]) -> list[Mapping[str, JSON]]:
    players = header.get("players")
    if not isinstance(players, list) or not all(isinstance(player, Mapping) for player in players):
        raise _refusal(gettext("The header names no players."))
    return players


def _refusal(message: str) -> RecordError:
    return RecordError(OPTIONS_AT_FAULT, message)
