"""What a message does to a position. Pure: nothing is stored here, and the service and a preview share it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.exceptions import GameOver, NotYourTurn, RefusedMove
from games.rules.base import MoveError, Position, Roll, Rules, Seat, split_steps

MOST_STEPS = 64  # a Treeblox final growth takes up to 31

Throw = Callable[[int, int, int], int]  # (ply, die, sides) -> face


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the record: a step of a seat, ``forced`` if there was no other, or a roll (no seat)."""

    seat: Seat | None
    text: str
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """The steps that a message led to, in order, the position after each, and its own parts that were not reached."""

    steps: tuple[Step, ...]
    positions: tuple[Position[Any], ...]
    unplayed: tuple[str, ...] = ()

    @property
    def position(self) -> Position[Any]:
        return self.positions[-1]


def read_turn(
    rules: Rules[Any, Any], start: Position[Any], seat: Seat, text: str, ply: int, throw: Throw | None
) -> Turn:
    """Play a message of ``seat`` from ``start``, whose ply is ``ply``. Without ``throw`` it ends where dice would fall.

    All or nothing up to the first roll: any step refused before it raises. After a roll what stands stands, and the
    rest comes back unplayed. Raises RefusedMove, NotYourTurn or GameOver.
    """
    if start.to_act is None:
        raise GameOver("The game is over.")
    if start.to_act != seat:
        raise NotYourTurn("It is not your turn.")
    parts = split_steps(text)
    if not parts:
        raise RefusedMove(f"There is no move in it. {rules.hint(start)}", code="unreadable", index=0, step="", rest=[])
    if len(parts) > MOST_STEPS:
        raise RefusedMove(
            f"That is {len(parts)} steps; a message may have {MOST_STEPS}.",
            code="unreadable",
            index=MOST_STEPS,
            step=parts[MOST_STEPS],
            rest=parts[MOST_STEPS + 1 :],
        )
    steps: list[Step] = []
    positions = [start]
    for index, part in enumerate(parts):
        position = positions[-1]
        if isinstance(position.to_act, Roll):
            return Turn(tuple(steps), tuple(positions), tuple(parts[index:]))
        if rules.ignores(part, position):
            continue
        try:
            move = _read(rules, position, seat, part)
        except MoveError as error:
            if any(step.seat is None for step in steps):
                return Turn(tuple(steps), tuple(positions), tuple(parts[index:]))
            raise RefusedMove(str(error), code=error.code, index=index, step=part, rest=parts[index + 1 :]) from error
        steps.append(Step(seat, rules.format(move, position)))
        positions.append(position.play(move))
        _settle(rules, steps, positions, ply, throw)
    if not steps:
        raise RefusedMove(
            f"There is no move in it. {rules.hint(start)}", code="unreadable", index=0, step=text, rest=[]
        )
    return Turn(tuple(steps), tuple(positions))


def _read(rules: Rules[Any, Any], position: Position[Any], seat: Seat, part: str) -> Any:
    if position.to_act is None:
        raise _AfterTheEnd("The game was over before this step, so it cannot be played. Leave it out.")
    if position.to_act != seat:
        reason = "Your turn was over before this step, so it cannot be played. Leave it out."
        raise _AfterTheEnd(f"{reason} {rules.turn_limit}".rstrip())
    return rules.parse(part, position)


class _AfterTheEnd(MoveError):
    code = "illegal"


def _settle(
    rules: Rules[Any, Any], steps: list[Step], positions: list[Position[Any]], ply: int, throw: Throw | None
) -> None:
    """Let the dice fall and play what is forced until somebody has a choice or the game is over."""
    while True:
        position = positions[-1]
        match position.to_act:
            case None:
                return
            case Roll(dice=dice):
                if throw is None:
                    return
                faces = [throw(ply + len(steps), die, sides) for die, sides in enumerate(dice)]
                for sides, face in zip(dice, faces, strict=True):
                    steps.append(Step(None, f"roll d{sides} {face}"))
                    positions.append(position)  # dice that fall together: the position changes with the last
                positions[-1] = position.roll(faces)
            case seat:
                move = position.forced_move()
                if move is None:
                    return
                steps.append(Step(seat, rules.format(move, position), forced=True))
                positions.append(position.play(move))
