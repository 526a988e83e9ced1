"""What a message does to a position. Pure: nothing is stored here, and the service and a preview share it.

A message is steps and *preferences*. Steps are played in order, each judged on the position that the dice before it
have led to. A preference says how a choice is to be made that may come up only after dice. All steps are played or
none, up to the first throw or the first answer that another seat has given beforehand: these stand, or one could try a
move to find them out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from games.exceptions import GameOver, NotYourTurn, RefusedMove
from games.rules.base import MoveError, Position, Preference, Roll, Rules, Seat, split_steps
from games.rules.replay import format_roll
from games.work import Budget
from ground.wording import gettext

MOST_STEPS = 64  # a Treeblox final growth takes up to 31

Throw = Callable[[int, int, int], int]  # (ply, die, sides) -> face


class Cause(StrEnum):
    """Why a step is in the log, if not because its player sent it."""

    SENT = ""
    FORCED = "forced"  # the only one there was, played by the service
    STANDING = "standing_answer"  # its player had said beforehand how to answer
    DEFAULT = "answer_by_default"  # its player did not answer in time
    BOT = "house_bot"
    PLAN = "plan"  # its player had said beforehand how to reply


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """How a seat that is asked out of turn answers at once: by a preference of the game, and why."""

    preference: str
    cause: Cause


Standing: TypeAlias = Mapping[Seat, StandingAnswer]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the record: a step of a seat, or a roll (no seat). ``preference`` is what chose it, if it was one."""

    seat: Seat | None
    text: str
    cause: Cause = Cause.SENT
    preference: str = ""

    @property
    def is_sent(self) -> bool:
        """Whether it is a player's own step of this message."""
        return self.seat is not None and self.cause is Cause.SENT


@dataclass(frozen=True, slots=True)
class Turn:
    """The steps that a message led to, in order, and the position after each.

    ``unplayed`` are its own parts that were not reached, ``reason`` is why, in a sentence.
    """

    steps: tuple[Step, ...]
    positions: tuple[Position[Any], ...]  # the first one is that before any step
    unplayed: tuple[str, ...] = ()
    reason: str = ""

    @property
    def position(self) -> Position[Any]:
        return self.positions[-1]

    def by(self, cause: Cause) -> Turn:
        """The same turn with ``cause`` for the steps that were sent."""
        steps = (replace(step, cause=cause) if step.is_sent else step for step in self.steps)
        return replace(self, steps=tuple(steps))


def read_turn(
    rules: Rules[Any, Any],
    start: Position[Any],
    seat: Seat,
    text: str,
    ply: int,
    throw: Throw | None,
    standing: Standing | None = None,
    budget: Budget | None = None,
) -> Turn:
    """Play a message of ``seat`` from ``start``, whose ply is ``ply``. Without ``throw`` it ends where dice would fall.

    All or nothing up to the first roll or the first standing answer of another seat: any step refused before raises.
    After that, and where another seat has to answer, what stands stands, and the rest comes back unplayed.
    Raises RefusedMove, NotYourTurn, GameOver, and TooMuchWork where a budget is given.
    """
    if start.to_act is None:
        raise GameOver(gettext("The game is over."))
    if start.to_act != seat:
        raise NotYourTurn(gettext("It is not your turn."))
    parts = split_steps(text)
    if not parts:
        raise RefusedMove(
            gettext("There is no move in it. {hint}").format(hint=rules.hint(start)),
            code="unreadable",
            index=0,
            step="",
            rest=[],
        )
    if len(parts) > MOST_STEPS:
        raise RefusedMove(
            gettext("That is {count} steps; a message may have {most_steps}.").format(
                count=len(parts), most_steps=MOST_STEPS
            ),
            code="unreadable",
            index=MOST_STEPS,
            step=parts[MOST_STEPS],
            rest=parts[MOST_STEPS + 1 :],
        )
    return _Message(_Course(rules, [start], ply, throw, standing or {}, budget or Budget(None)), seat, parts).play()


def settle(
    rules: Rules[Any, Any], start: Position[Any], ply: int, throw: Throw, standing: Standing | None = None
) -> Turn:
    """What happens by itself from a position on: dice fall, forced steps and standing answers are played."""
    course = _Course(rules, [start], ply, throw, standing or {}, Budget(None))
    course.settle()
    return course.turn()


def answer(
    rules: Rules[Any, Any], start: Position[Any], given: StandingAnswer, ply: int, throw: Throw, standing: Standing
) -> Turn:
    """The seat that is asked out of turn in ``start`` answers so, this once; then what happens by itself."""
    course = _Course(rules, [start], ply, throw, standing, Budget(None))
    course.play(start.preferred_move(given.preference), given.cause, given.preference)
    course.settle()
    return course.turn()


@dataclass(slots=True)
class _Course:
    """The positions of a game from one on, and the steps between them."""

    rules: Rules[Any, Any]
    positions: list[Position[Any]]
    ply: int
    throw: Throw | None
    standing: Standing
    budget: Budget
    steps: list[Step] = field(default_factory=list)

    @property
    def position(self) -> Position[Any]:
        return self.positions[-1]

    def turn(self, unplayed: tuple[str, ...] = (), reason: str = "") -> Turn:
        return Turn(tuple(self.steps), tuple(self.positions), unplayed, reason)

    def play(self, move: Any, cause: Cause = Cause.SENT, preference: str = "") -> None:
        """A step of the seat to act."""
        position = self.position
        self.budget.spend(position.cost_of(move))
        self.steps.append(Step(position.seat_to_act, self.rules.format(move, position), cause, preference))
        self.positions.append(position.play(move))

    def settle(self) -> None:
        """Let the dice fall and play what needs nobody, until somebody has a choice or the game is over."""
        while True:
            match self.position.to_act:
                case None:
                    return
                case Roll(dice=dice):
                    if self.throw is None:
                        return
                    self._roll(dice, self.throw)
                case seat:
                    if (move := self.position.forced_move()) is not None:
                        self.play(move, Cause.FORCED)
                    elif self.position.is_answer and seat in self.standing:
                        given = self.standing[seat]
                        self.play(self.position.preferred_move(given.preference), given.cause, given.preference)
                    else:
                        return

    def _roll(self, dice: tuple[int, ...], throw: Throw) -> None:
        position = self.position
        faces = [throw(self.ply + len(self.steps), die, sides) for die, sides in enumerate(dice)]
        for sides, face in zip(dice, faces, strict=True):
            self.steps.append(Step(None, format_roll(sides, face)))
            self.positions.append(position)  # dice that fall together: the position changes with the last
        self.positions[-1] = position.roll(faces)


class _Message:
    """A seat's own steps and preferences on their way through a course."""

    def __init__(self, course: _Course, seat: Seat, parts: list[str]) -> None:
        self.course = course
        self.seat = seat
        self.parts = parts
        preferences = {part: course.rules.read_preference(part) for part in parts}
        self.preferences: dict[str, Preference] = {
            part: preference for part, preference in preferences.items() if preference is not None
        }

    def play(self) -> Turn:
        """Play it. Raises RefusedMove."""
        for index, part in enumerate(self.parts):
            if part in self.preferences or self.course.rules.ignores(part, self.course.position):
                continue
            if (reason := self._handed_back()) or (reason := self._refused(index, part)):
                return self.course.turn(self._left(index), reason)
        self._follow_preferences()
        if not self.course.steps:
            raise self._nothing_in_it()
        left = self._left(len(self.parts))
        return self.course.turn(left, gettext("The choice for it has not come up.") if left else "")

    def _handed_back(self) -> str:
        """Why no step of this seat can be played now, though none is wrong; blank if one can."""
        to_act = self.course.position.to_act
        if isinstance(to_act, Roll):
            return gettext("The dice come first.")
        if self.course.position.is_answer and to_act is not None and to_act != self.seat:
            return gettext("{colours} has to answer before the turn goes on.").format(
                colours=gettext(self.course.rules.colours[to_act]).capitalize()
            )
        return ""

    def _refused(self, index: int, part: str) -> str:
        """Play a step, if need be after a preference has made the choice before it. Returns why not, or blank.

        Raises RefusedMove as long as nothing has happened that could not be taken back.
        """
        try:
            move = self._read(part)
        except MoveError as error:
            if self._follow_preferences():
                return self._handed_back() or self._refused(index, part)
            if self._stands():
                return str(error)
            raise RefusedMove(
                str(error), code=error.code, index=index, step=part, rest=self.parts[index + 1 :]
            ) from error
        self.course.play(move)
        self.course.settle()
        return ""

    def _read(self, part: str) -> Any:
        position = self.course.position
        if position.to_act is None:
            raise _AfterTheEnd(gettext("The game was over before this step, so it cannot be played. Leave it out."))
        if self._turn_is_over():
            reason = gettext("Your turn was over before this step, so it cannot be played. Leave it out.")
            raise _AfterTheEnd(
                f"{reason} {gettext(self.course.rules.turn_limit) if self.course.rules.turn_limit else ''}".rstrip()
            )
        return self.course.rules.parse(part, position)

    def _turn_is_over(self) -> bool:
        """Whether another seat is to act, or has been without a choice. Its answers out of turn end nothing."""
        others = (step for step in self.course.steps if step.seat not in (None, self.seat))
        return self.course.position.to_act != self.seat or any(step.cause is Cause.FORCED for step in others)

    def _stands(self) -> bool:
        """Whether dice have fallen or another seat has answered: what led there is played for good."""
        return any(step.seat is None or step.cause in (Cause.STANDING, Cause.BOT) for step in self.course.steps)

    def _follow_preferences(self) -> bool:
        """Let the preferences make the choices that they are about. Returns whether there was one."""
        has_followed = False
        while not self._turn_is_over() and (chosen := self._preferred()):
            preference, move = chosen
            self.course.play(move, preference=preference)
            self.course.settle()
            has_followed = True
        return has_followed

    def _preferred(self) -> tuple[str, Any] | None:
        position = self.course.position
        moves = (
            (preference.text, position.preferred_move(preference.text)) for preference in self.preferences.values()
        )
        return next(((preference, move) for preference, move in moves if move is not None), None)

    def _left(self, index: int) -> tuple[str, ...]:
        """The steps from ``index`` on, and the preferences whose choice may still come up in this turn."""
        steps = [part for part in self.parts[index:] if part not in self.preferences]
        followed = {step.preference for step in self.course.steps}
        position = self.course.position
        is_open = position.turn_of == self.seat
        preferences = [
            preference.text for preference in self.preferences.values() if is_open and preference.text not in followed
        ]
        return (*steps, *dict.fromkeys(preferences))

    def _nothing_in_it(self) -> RefusedMove:
        hint = self.course.rules.hint(self.course.position)
        if self.preferences:
            message, code = (
                gettext("The choice for it has not come up, and there is no step in it. {hint}").format(hint=hint),
                "illegal",
            )
        else:
            message, code = gettext("There is no move in it. {hint}").format(hint=hint), "unreadable"
        return RefusedMove(message, code=code, index=0, step=self.parts[0], rest=self.parts[1:])


class _AfterTheEnd(MoveError):
    code = "illegal"
