"""Plans held against a game: whether their moves can be played, and which branch the game has taken. Pure."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from games.exceptions import RefusedMove
from games.plans.language import RESIGN, Branch, Condition, Plan, PlanError, walk
from games.rules.base import MoveError, Position, Roll, Rules, Seat, split_steps
from games.rules.replay import parse_roll, positions_of
from games.turns.playing import Standing, Throw, Turn, read_turn
from games.work import Budget
from ground.wording import gettext

Ply: TypeAlias = tuple[Seat | None, str]  # who acted, and the canonical text; nobody for a die


# When a plan is made ----------------------------------------------------------------------------------------------


def check_plan(rules: Rules[Any, Any], position: Position[Any], seat: Seat, plan: Plan, budget: Budget) -> Plan:
    """The plan in canonical notation, held to the rules as far as anybody can tell. Raises PlanError and TooMuchWork.

    Behind ``*`` and behind dice the board is not known: what stands there is judged when the game has come to it.
    """
    _check_dice(rules, plan)
    return replace(plan, branches=_Check(rules, seat, budget).branches(plan.branches, position))


def _check_dice(rules: Rules[Any, Any], plan: Plan) -> None:
    conditions = [branch.condition for _, branch in walk(plan.branches)]
    if not rules.has_dice and any(condition.tests for condition in conditions):
        raise PlanError(
            gettext("No dice fall in {rules}, so a plan cannot ask what they show.").format(rules=rules.title),
            code="illegal",
        )
    if rules.has_dice and any(condition.is_anything for condition in conditions):
        raise _unnamed_roll("*")


def _unnamed_roll(part: str) -> PlanError:
    words = gettext('A plan goes past a roll only if it names it, as in "roll >= 4", "d12 < 3", "rain" or "no rain".')
    return PlanError(gettext("Dice fall before you are to move. {words}").format(words=words), part, code="illegal")


class _Check:
    """Looks at every branch on the position in which it would come up; None where that is not known."""

    def __init__(self, rules: Rules[Any, Any], seat: Seat, budget: Budget) -> None:
        self.rules = rules
        self.seat = seat
        self.budget = budget

    def branches(self, branches: Sequence[Branch], position: Position[Any] | None) -> tuple[Branch, ...]:
        found: list[Branch] = []
        for branch in branches:
            checked = self._branch(branch, position)
            if any(checked.condition == earlier.condition for earlier in found):
                raise PlanError(
                    gettext("[{condition}] comes twice, and only the first would count.").format(
                        condition=checked.condition
                    )
                )
            found.append(checked)
        return tuple(found)

    def _branch(self, branch: Branch, position: Position[Any] | None) -> Branch:
        condition, after = self._condition(branch.condition, position)
        if branch.reply == RESIGN:
            return Branch(condition, RESIGN)
        if after is None:
            return Branch(condition, branch.reply, self.branches(branch.then, None))
        reply, beyond = self._reply(branch.reply, after)
        if branch.then and beyond.to_act is None:
            raise PlanError(
                gettext("After [{reply}] the game is over, and nothing can follow.").format(reply=reply),
                reply,
                code="illegal",
            )
        return Branch(condition, reply, self.branches(branch.then, beyond))

    def _condition(self, condition: Condition, position: Position[Any] | None) -> tuple[Condition, Any]:
        """The condition in canonical steps, and the position for the reply if that is known."""
        if position is not None and isinstance(position.to_act, Roll) and not condition.tests:
            raise _unnamed_roll(str(condition))
        if position is None or not condition.steps:
            return condition, None
        steps: list[str] = []
        for number, step in enumerate(condition.steps):
            if isinstance(position.to_act, Roll) or self._is_asked(position):
                return replace(condition, steps=(*steps, *condition.steps[number:])), None
            if not self.rules.ignores(step, position):
                move = self._read(step, position)
                steps.append(self.rules.format(move, position))
                position = self._settled(self._play(move, position))
        self._check_whole(position, condition)
        is_known = position.seat_to_act == self.seat and not position.is_answer
        return replace(condition, steps=tuple(steps)), position if is_known else None

    def _is_asked(self, position: Position[Any]) -> bool:
        return position.is_answer and position.seat_to_act == self.seat

    def _read(self, step: str, position: Position[Any]) -> Any:
        if position.to_act is None:
            raise PlanError(gettext("The game is over before [{step}].").format(step=step), step, code="illegal")
        if position.to_act == self.seat:
            raise PlanError(
                gettext("It is your turn before [{step}], so that belongs behind then.").format(step=step),
                step,
                code="illegal",
            )
        try:
            return self.rules.parse(step, position)
        except MoveError as error:
            raise PlanError(str(error), step, code=error.code) from error

    def _check_whole(self, position: Position[Any], condition: Condition) -> None:
        """Raises PlanError unless the owner is to move after the steps of a condition, or dice that it names fall."""
        if position.to_act is None:
            raise PlanError(
                gettext("After [{condition}] the game is over, and no reply is needed.").format(condition=condition),
                code="illegal",
            )
        if isinstance(position.to_act, Roll):
            if not condition.tests:
                raise _unnamed_roll(str(condition))
        elif position.to_act != self.seat:
            who = gettext(self.rules.colours[position.to_act]).capitalize()
            raise PlanError(
                gettext(
                    "After [{condition}] it is not yet your turn: {who} is still to move. Write everything that "
                    "happens until you are to move, with ; between the steps."
                ).format(condition=condition, who=who),
                str(condition),
                code="illegal",
            )

    def _reply(self, reply: str, position: Position[Any]) -> tuple[str, Position[Any]]:
        """The reply in canonical steps, and the position after it. Raises PlanError."""
        try:
            turn = read_reply(self.rules, position, self.seat, reply, 0, None, budget=self.budget)
        except RefusedMove as error:
            raise PlanError(error.message, error.step, code=error.code) from error
        steps = [step.text for step in turn.steps if step.is_sent and not step.preference]
        preferences = [
            preference.text for part in split_steps(reply) if (preference := self.rules.read_preference(part))
        ]
        if turn.position.seat_to_act == self.seat:
            hint = self.rules.hint(turn.position)
            raise PlanError(
                gettext("[{reply}] is not your whole turn. {hint}").format(reply=reply, hint=hint),
                reply,
                code="illegal",
            )
        return "; ".join([*steps, *preferences]), turn.position

    def _play(self, move: Any, position: Position[Any]) -> Position[Any]:
        self.budget.spend(position.cost_of(move))
        return position.play(move)

    def _settled(self, position: Position[Any]) -> Position[Any]:
        """The position after the steps that the service plays at once because there is no other."""
        while position.seat_to_act is not None and (move := position.forced_move()) is not None:
            position = self._play(move, position)
        return position


# When the game goes on --------------------------------------------------------------------------------------------


def branch_taken(
    rules: Rules[Any, Any], start: Position[Any], seat: Seat, branches: Sequence[Branch], plies: Sequence[Ply]
) -> Branch | None:
    """The first branch whose condition fits what has happened since ``start``; None if the game has left the plan."""
    if not plies:
        return None
    positions = [start, *positions_of(rules, start, (text for _, text in plies))]
    throws = [parse_roll(text) for who, text in plies if who is None]
    for branch in branches:
        condition = branch.condition
        if condition.allows(throws) and _is_played(rules, seat, condition.steps, plies, positions):
            return branch
    return None


def _is_played(
    rules: Rules[Any, Any], seat: Seat, steps: Sequence[str], plies: Sequence[Ply], positions: Sequence[Position[Any]]
) -> bool:
    """Whether the choices that others made are just these steps. No steps: whatever they were."""
    if not steps:
        return True
    named = deque(steps)
    for (who, text), before in zip(plies, positions, strict=False):
        if who in (None, seat) or before.forced_move() is not None:
            continue
        while named and rules.ignores(named[0], before):
            named.popleft()
        if not named or not _is_same(rules, named.popleft(), text, before):
            return False
    return all(rules.ignores(step, positions[-1]) for step in named)


def _is_same(rules: Rules[Any, Any], step: str, text: str, position: Position[Any]) -> bool:
    try:
        return rules.format(rules.parse(step, position), position) == text
    except MoveError:
        return False


def read_reply(
    rules: Rules[Any, Any],
    position: Position[Any],
    seat: Seat,
    reply: str,
    ply: int,
    throw: Throw | None,
    standing: Standing | None = None,
    budget: Budget | None = None,
) -> Turn:
    """The turn that a reply makes; it throws dice, but has no step behind them. Raises RefusedMove, and TooMuchWork
    where a budget is given.
    """
    seen = read_turn(rules, position, seat, reply, ply, None, budget=budget)
    if left := [part for part in seen.unplayed if rules.read_preference(part) is None]:
        played = "; ".join(step.text for step in seen.steps)
        raise RefusedMove(
            gettext(
                "A plan does not go past a roll, or past another player's answer, that it does not name. Write "
                "what comes then into a bracket: {played} (if roll >= 4 then {left})."
            ).format(played=played, left=left[0]),
            code="illegal",
            index=len(seen.steps),
            step=left[0],
            rest=left[1:],
        )
    return seen if throw is None else read_turn(rules, position, seat, reply, ply, throw, standing)
