"""The games of the demo turn by turn, as house bots once chose them. Pure.

A line of ``season.txt`` is a game: the number of its season of the league, or ``match``, or its rules where it stands
alone; its players by seat, or its number in the match; how many hours before the demo is loaded its last turn was
played; and its turns. What follows a ``*`` is still to be played: ``play_demo`` does that in the league. What is said
about the newest game of some rules, and who looks for a game of which rules and with how many seats, has lines, too.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from games.rules import RULES
from games.rules.base import Position
from games.turns.playing import read_turn

LEAGUE = "Garden League, season 2"  # that is being played
DIRECTOR = "iris"
PLAYERS = ("anna", "ben", "chloe", "dora", "emil", "fay", "gus", "hana")
RUNS_OUT_OF_TIME = ("dora", "ben")  # Dora never moves again in this game


class Script(NamedTuple):
    """A line of the file: its last three are parts of the text."""

    players: tuple[str, ...]
    hours: float
    goes_on: bool
    played: tuple[str, ...]
    rest: tuple[str, ...]


class Replayed(NamedTuple):
    """A game of this season as it is in the end: its turns, each after how many steps and by whom, how many of them are
    played when the demo is loaded, and all steps."""

    turns: list[tuple[int, str, str]]
    played: int
    steps: list[str]
    position: Position[Any]  # Any: whatever moves the rules have


@cache
def scripts(kind: str) -> list[Script]:
    """The games of a kind in the order in which their last turns were played, those that go on at the end."""
    found = []
    for line in Path(__file__).with_name("season.txt").read_text().splitlines():
        known, players, hours, turns = line.split(" ", 3)
        if known == kind:
            played, _, rest = (tuple(filter(None, part.split("|"))) for part in turns.partition("*"))
            found.append(Script(tuple(players.split(",")), float(hours), "*" in turns, played, rest))
    return found


@cache
def replayed(players: tuple[str, ...]) -> Replayed:
    """The game of these two in this season."""
    (script,) = [script for script in scripts("2") if script.players == players]
    game = Replayed([], len(script.played), [], RULES["treeblox"].start(2))
    for text in script.played + script.rest:
        seat = game.position.turn_of or 0
        game.turns.append((len(game.steps), players[seat], text))
        turn = read_turn(RULES["treeblox"], game.position, seat, text, len(game.steps), throw=None)
        game.steps.extend(step.text for step in turn.steps)
        game = game._replace(position=turn.position)
    return game


def turn_at(players: tuple[str, ...], ply: int) -> str:
    """The turn to play in a game of this season after ``ply`` steps; empty if the script has none."""
    return next((text for when, _, text in replayed(players).turns if when == ply), "")
