"""The rules on the command line: replay records, count, play on the terminal, measure. Standard library only."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

from games.rules import RULES
from games.rules.base import MoveError, OptionError, Options, Position, Roll, Rules, split_steps
from games.rules.playout import pace_of, perft, random_faces, reference_pace
from games.rules.replay import OPTIONS_AT_FAULT, RecordError, format_roll, replay, start


def main(arguments: Sequence[str]) -> int:
    """Runs one command; the exit status is 0 unless the command line or an option was wrong."""
    parsed = _parser().parse_args(arguments)
    try:
        match parsed.command:
            case "replay":
                _replay(parsed.file.read_text("utf-8").splitlines() if parsed.file else sys.stdin)
            case "perft":
                print(perft(start(RULES[parsed.game], read_options(parsed.options)), parsed.depth))
            case "play":
                _play(RULES[parsed.game], start(RULES[parsed.game], read_options(parsed.options)))
            case "bench":
                _bench(parsed.seconds)
    except (OptionError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.rules", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replaying = commands.add_parser("replay", help="read one record per line, and print one JSON object per line")
    replaying.add_argument("file", nargs="?", type=Path, help="the file; standard input by default")
    counting = commands.add_parser("perft", help="count the paths of player steps of a given length")
    playing = commands.add_parser("play", help="play all seats on the terminal")
    for command in (counting, playing):
        command.add_argument("game", choices=list(RULES))
    counting.add_argument("depth", type=int, choices=range(100), metavar="depth")
    for command in (counting, playing):
        command.add_argument("options", nargs="*", metavar="option=value", help="players=3, and the game's own options")
    measuring = commands.add_parser(
        "bench", help="measure random games per second and microseconds per move, for every game"
    )
    measuring.add_argument("--seconds", type=float, default=1.0, help="seconds for each measurement")
    return parser


def read_options(pairs: Iterable[str]) -> Options:
    """``name=value`` pairs; a value of digits is a number."""
    options: dict[str, str | int] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"{pair!r} is not of the form option=value.")
        options[name] = int(value) if value.isdecimal() else value
    return options


def _replay(lines: Iterable[str]) -> None:
    for line in filter(str.strip, lines):
        try:
            record = json.loads(line)
            if not isinstance(record, dict):
                raise RecordError(OPTIONS_AT_FAULT, "A record is a JSON object.")
            result = replay(record, RULES)
        except (RecordError, json.JSONDecodeError) as error:
            result = {"error": getattr(error, "index", OPTIONS_AT_FAULT)}
            print(error, file=sys.stderr)
        print(json.dumps(result), flush=True)


def _bench(seconds: float) -> None:
    """A line a game. The last column is a playout in rounds of the reference loop: the same on any machine, roughly."""
    reference = reference_pace(seconds)
    print(f"reference loop: {reference:.4f} us a round")
    print(f"{'game':10}{'games/s':>10}{'us/list':>10}{'us/move':>10}{'steps':>8}{'rounds/game':>14}")
    for slug, rules in RULES.items():
        pace = pace_of(rules, Random(1), seconds)  # noqa: S311  the same games every time, nothing is at stake
        rounds = 1e6 / pace.games / reference
        print(f"{slug:10}{pace.games:10.1f}{pace.list_:10.2f}{pace.move:10.2f}{pace.steps:8.1f}{rounds:14.0f}")


def _play(rules: Rules[Any, Any], position: Position[Any]) -> None:
    """Asks for steps until the game is over or the input ends. Dice are rolled, forced moves played."""
    while position.to_act is not None:
        if isinstance(roll := position.to_act, Roll):
            position = _rolled(rules, position, roll)
        elif (forced := position.forced_move()) is not None:
            print(f"{rules.format(forced, position)} (the only legal step)")
            position = _played(rules, position, forced)
        else:
            try:
                typed = input(f"\n{rules.text(position)}\n{rules.hint(position)}\n(? for the moves, quit to leave) ")
            except EOFError:
                return
            if typed.strip().lower() in ("quit", "exit"):
                return
            position = _answered(rules, position, typed)
    outcome = position.outcome()
    print(f"\n{rules.text(position)}\nThe game is over ({outcome.reason if outcome else ''}).")
    for seat, place in enumerate(outcome.places if outcome else ()):
        print(f"{place}. {rules.colours[seat]}: {position.scores[seat]}")


def _answered(rules: Rules[Any, Any], position: Position[Any], typed: str) -> Position[Any]:
    """The position after what was typed: several steps are played together or not at all, up to a throw of dice."""
    if typed.strip() == "?":
        print(", ".join(rules.format(move, position) for move in position.legal_moves()))
        return position
    before = position
    for text in split_steps(typed):
        if isinstance(position.to_act, Roll):
            print(f"{text}: not played, since dice are rolled first.")
            continue
        if rules.ignores(text, position):
            continue
        try:
            position = _played(rules, position, rules.parse(text, position))
        except MoveError as error:
            print(f"{text}: {error} Nothing was played.")
            return before
    return position


def _played(rules: Rules[Any, Any], position: Position[Any], move: Any) -> Position[Any]:
    return _described(rules, position.play(move))


def _rolled(rules: Rules[Any, Any], position: Position[Any], roll: Roll) -> Position[Any]:
    faces = random_faces(roll, SystemRandom())
    for sides, face in zip(roll.dice, faces, strict=True):
        print(format_roll(sides, face))
    return _described(rules, position.roll(faces))


def _described(rules: Rules[Any, Any], position: Position[Any]) -> Position[Any]:
    """Says what the last step did, and hands the position on."""
    for effect in position.effects:
        who = "" if effect.seat is None else f"{rules.colours[effect.seat]} "
        print(f"{who}{rules.describe_effect(effect)}")
    return position
