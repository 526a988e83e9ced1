"""Is a stored game what its log says? Replays the log by the rules and compares every cached value with it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext

from games.archive.stored_records import record_of
from games.erasing import erased_in
from games.log_kinds.director_texts import ADJUDICATED, ANNULLED, parse_numbers, parse_span
from games.models import Game, GameEvent, Seat
from games.play.log import chain
from games.play.outcome import ABANDONED, DRAW_AGREED, dice_of, places_with_leavers
from games.records import dice
from games.records.json_form import from_json, to_json
from games.records.record import moments_of
from games.records.text_form import from_text, to_text
from games.rules.base import FormatError, Position, places_of
from games.rules.replay import RecordError, parse_roll
from games.timekeeping import turn_clock


def check_game(game: Game) -> list[str]:
    """What is wrong with a game, a sentence each; empty when log and stored position agree."""
    events = list(game.events.order_by("seq"))
    seats = list(game.seats.select_related("player").order_by("number"))
    problems = _check_chain(game, events)
    try:
        position = _replay(game, len(seats), events, problems)
    except (RecordError, ReplayError) as error:
        return [*problems, f"the log cannot be replayed: {error}"]
    problems += _check_position(game, position)
    if game.status == Game.Status.RUNNING and game.to_act != position.seat_to_act:
        stored, logged = seat_in_words(game.to_act), seat_in_words(position.seat_to_act)
        problems.append(f"{stored} is stored as to act, the log says {logged}")
    problems += _check_record(game)
    problems += _check_clocks(game, seats, position)
    if game.status == Game.Status.FINISHED and [seat.points for seat in seats] != list(position.scores):
        problems.append("the stored points are not those of the last position")
    is_ours = game.status == Game.Status.FINISHED and not hasattr(game, "imported")
    if is_ours and [seat.place for seat in seats] != _places(game, seats, position):
        problems.append("the stored places are not those that the end of the game gives")
    return problems


class ReplayError(Exception):
    """The log has something that no game can have."""


def seat_in_words(number: int | None) -> str:
    """A seat as people count it, from 1."""
    return "nobody" if number is None else f"seat {number + 1}"


def _check_chain(game: Game, events: list[GameEvent]) -> list[str]:
    problems = []
    previous = ""
    erased = erased_in(GameEvent, (event.pk for event in events))
    for number, event in enumerate(events, start=1):
        if event.seq != number:
            problems.append(f"event {number} is missing")
            break
        if event.receipt != chain(previous, event) and event.pk not in erased:
            problems.append(f"the receipt of event {number} does not fit what it says")
        previous = event.receipt
    plies = [event.ply for event in events if event.ply is not None]
    if plies != list(range(1, game.ply + 1)):
        problems.append(f"the log has {len(plies)} plies, the game says {game.ply}")
    if previous != game.receipt or len(events) != game.seq:
        problems.append("the newest receipt of the log is not the game's")
    is_sealed = game.secret or not hasattr(game, "imported")  # only of games played elsewhere we may not know it
    if events and is_sealed and events[0].text != dice.seal(dice.commit(game.secret), game.words):
        problems.append("secret or words are not those that the first event commits to")
    return problems


def _check_position(game: Game, position: Position[Any]) -> list[str]:
    """Whether the stored position is the one that the log leads to."""
    try:
        is_same = game.load_position() == position
    except FormatError as error:
        return [f"the stored position cannot be read: {error}"]
    return [] if is_same else ["the stored position is not the one that the log leads to"]


def _check_record(game: Game) -> list[str]:
    """The record holds what is stored, and reads back from its text and its JSON."""
    steps = [event.text for event in game.events.filter(ply__isnull=False).order_by("ply")]
    try:
        record = record_of(game)
        read = {"text": from_text(to_text(record)), "JSON": from_json(json.loads(json.dumps(to_json(record))))}
    except RecordError as error:
        return [f"the record cannot be read back: {error}"]
    problems = [] if record.steps == steps else ["the record has other steps than the log"]
    return [*problems, *(f"its {form} reads back to another record" for form, back in read.items() if back != record)]


def _replay(game: Game, seats: int, events: list[GameEvent], problems: list[str]) -> Position[Any]:
    """The position that the log leads to; faces that the secret does not give are added to the problems."""
    rules = game.game_rules
    position: Position[Any] = rules.start(seats, game.options)
    nonce, recorded = "", []
    for event in events:
        nonce = event.text if event.kind == GameEvent.Kind.RENEWED else nonce
        recorded += [(event, nonce)] if event.ply is not None else []
    if not hasattr(game, "imported") and game.nonce != nonce:
        problems.append(f"the game has the nonce {game.nonce!r}, its log {nonce!r}")
    moments = moments_of(rules, position, [event.text for event, _ in recorded])
    for ply, ((event, nonce), moment) in enumerate(zip(recorded, moments, strict=True)):
        if moment.seat != event.seat:
            raise ReplayError(
                gettext("at ply {ply} {seat_in_words} was not to act").format(
                    ply=event.ply, seat_in_words=seat_in_words(event.seat)
                )
            )
        if moment.roll is not None and not hasattr(game, "imported"):  # those were rechecked as they came
            sides, face = parse_roll(moment.text)
            thrown = dice_of(game, nonce)(ply - moment.die, moment.die, sides)
            if face != thrown:
                problems.append(f"the d{sides} of ply {event.ply} shows {face}, the secret gives {thrown}")
        position = moment.after
    return position


def _check_clocks(game: Game, seats: list[Seat], position: Position[Any]) -> list[str]:
    """Whether the clocks can be those of the game, and the deadline leaves the seat to act its time."""
    if game.status == Game.Status.FINISHED:
        is_running = game.to_act is not None or hasattr(game, "turn")
        return ["a turn goes on in a game that is over"] if is_running else []
    control = game.time_control
    left = [timedelta(milliseconds=clock) for clock in game.clocks]
    most = [control.cap + added for added in _added(game, len(seats))]
    if len(left) != len(seats) or not all(timedelta(0) <= clock <= top for clock, top in zip(left, most, strict=True)):
        return ["a clock shows what the time control cannot lead to"]
    if game.to_act is None or game.to_act >= len(seats) or not hasattr(game, "turn"):
        return ["nobody's turn has begun in a game that is running"]
    seat = seats[game.to_act]
    if seat.has_left or seat.player.is_bot:
        return ["a clock runs for the house bot"] if game.turn.player_id is not None else []
    if game.turn.player_id != seat.player_id:
        return [f"the turn is not stored as that of {seat.player.username}, who plays the seat to act"]
    if turn_clock.is_paused(game):
        return []
    due = game.turn.started_at + (control.answer if position.is_answer else left[game.to_act])
    if control.ends is not None and control.ends > game.started_at:
        due = min(due, control.ends)
    if game.deadline is None or game.deadline < due:
        return [f"the deadline is not at {due} or later, as the clock of {seat_in_words(seat.number)} says"]
    return []


def _added(game: Game, seats: int) -> list[timedelta]:
    """What directors have added to the clock of each seat, which may stand above its cap until its turn is over."""
    added = [timedelta(0)] * seats
    for seat, text in game.events.filter(kind=GameEvent.Kind.TIME_ADDED).values_list("seat", "text"):
        for number in range(seats) if seat is None else [seat]:
            added[number] += parse_span(text)
    return added


def _places(game: Game, seats: list[Seat], position: Position[Any]) -> list[int] | list[None]:
    """The places that follow from how the game ended."""
    if game.end_reason in (ABANDONED, ANNULLED):
        return [None] * len(seats)
    if game.end_reason == ADJUDICATED:
        return [*parse_numbers(game.events.get(kind=GameEvent.Kind.ADJUDICATED).text)]
    if game.end_reason == DRAW_AGREED:
        return places_with_leavers(seats, (1,) * len(seats))
    outcome = position.outcome()
    return places_with_leavers(seats, outcome.places if outcome else places_of(position.scores))
