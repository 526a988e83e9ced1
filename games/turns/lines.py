"""Lines of steps by all seats, dice included, as they are tried on an analysis board. Pure: nothing is thrown here.

A line has what somebody chooses: steps, and the face of each die (``roll d8 5``). What a game does by itself, such as a
forced pass, is played between them and is not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.exceptions import RefusedMove, TooMuchWork
from games.rules.base import COST_OF_STEP, IllegalMove, MoveError, Position, Roll, Rules, Seat, split_steps
from games.rules.choices import Choices, choices_of, faces_of
from games.rules.replay import format_roll, parse_roll
from games.work import Budget
from ground.wording import gettext

MOST_STEPS = 300  # of all lines together


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a line has come to: a position, and the faces of the dice of its roll that have fallen already."""

    position: Position[Any]
    fallen: tuple[int, ...] = ()

    @property
    def die(self) -> int | None:
        """The sides of the die that falls next; None where no dice are waited for."""
        roll = self.position.to_act
        return roll.dice[len(self.fallen)] if isinstance(roll, Roll) else None

    def choices(self, rules: Rules[Any, Any], budget: Budget) -> Choices:
        """What can be tried next: steps of the seat to act, or faces of the die. Raises TooMuchWork."""
        if self.die is not None:
            return faces_of(rules, self.position, self.fallen, budget.spend)
        return choices_of(rules, self.position, budget.spend)


@dataclass(slots=True)
class Node:
    """A step that was tried, in canonical text, with what was tried after it. ``seat`` is None for dice."""

    text: str
    seat: Seat | None
    before: Moment
    after: Moment
    path: tuple[str, ...]
    children: list[Node] = field(default_factory=list)

    def child(self, text: str) -> Node | None:
        """What was tried next in those words; None if it was not."""
        return next((child for child in self.children if child.text == text), None)

    def walk(self) -> Iterator[Node]:
        """All steps below this one, each before those that follow it."""
        for child in self.children:
            yield child
            yield from child.walk()


class Tree:
    """The lines that are tried from one position on. What several of them begin with is played once."""

    def __init__(self, rules: Rules[Any, Any], start: Position[Any], budget: Budget) -> None:
        self.rules = rules
        self.budget = budget
        self.root = Node("", None, Moment(start), Moment(start), ())
        self.count = 0

    def add(self, steps: Sequence[str]) -> Node:
        """Try a line of steps. Returns the last one. Raises RefusedMove with the step at fault, and TooMuchWork."""
        node = self.root
        for index, text in enumerate(steps):
            try:
                node = node.child(text) or self._tried(node, text)
            except MoveError as error:
                rest = list(steps[index + 1 :])
                raise RefusedMove(str(error), code=error.code, index=index, step=text, rest=rest) from error
        return node

    def lines(self) -> list[tuple[str, ...]]:
        """Every line to its end, in the order in which they were added."""
        return [node.path for node in self.root.walk() if not node.children]

    def _tried(self, node: Node, text: str) -> Node:
        canonical, seat, after = self._played(node.after, text)
        if (known := node.child(canonical)) is not None:
            return known
        self.count += 1
        if self.count > MOST_STEPS:
            raise TooMuchWork(
                gettext("An analysis can have {most_steps} steps in all its lines. Leave some lines out.").format(
                    most_steps=MOST_STEPS
                )
            )
        made = Node(canonical, seat, node.after, after, (*node.path, canonical))
        node.children.append(made)
        return made

    def _played(self, moment: Moment, text: str) -> tuple[str, Seat | None, Moment]:
        position = moment.position
        if moment.die is not None:
            return self._rolled(moment, moment.die, text)
        if position.to_act is None:
            raise IllegalMove(gettext("The game is over before this step. Leave it out."))
        move = self.rules.parse(text, position)
        self.budget.spend(position.cost_of(move))
        after = self._settled(position.play(move))
        return self.rules.format(move, position), position.seat_to_act, Moment(after)

    def _rolled(self, moment: Moment, die: int, text: str) -> tuple[str, None, Moment]:
        sides, face = parse_roll(text)
        if sides != die or not 1 <= face <= die:
            raise IllegalMove(
                gettext("A d{die} is rolled now: write roll d{die} 1 to roll d{die} {die}.").format(die=die)
            )
        fallen = (*moment.fallen, face)
        roll = moment.position.to_act
        if isinstance(roll, Roll) and len(fallen) < len(roll.dice):
            return format_roll(die, face), None, Moment(moment.position, fallen)
        self.budget.spend(COST_OF_STEP)
        return format_roll(die, face), None, Moment(self._settled(moment.position.roll(fallen)))

    def _settled(self, position: Position[Any]) -> Position[Any]:
        """The position after the steps that the service plays at once because there is no other."""
        while position.seat_to_act is not None and (move := position.forced_move()) is not None:
            self.budget.spend(position.cost_of(move))
            position = position.play(move)
        return position


def read_lines(texts: Sequence[str]) -> list[list[str]]:
    """The lines that the texts spell out. Each but the first can begin with the number of steps that it shares with the
    one before it: "M e3>e2; S e1>e2" and "1; L f2>e2" are two lines that begin alike.

    Raises RefusedMove for a number larger than that.
    """
    lines: list[list[str]] = []
    for text in texts:
        steps = split_steps(text)
        if steps and steps[0].isascii() and steps[0].isdigit():
            before = lines[-1] if lines else []
            shared = int(steps[0][:9])
            if shared > len(before):
                message = gettext(
                    "A line cannot share {shared} steps with the one before it, which has {count}."
                ).format(shared=shared, count=len(before))
                raise RefusedMove(message, code="unreadable", index=0, step=steps[0], rest=steps[1:])
            steps = [*before[:shared], *steps[1:]]
        lines.append(steps)
    return lines


def write_lines(lines: Sequence[Sequence[str]]) -> list[str]:
    """The lines as short texts, read back by :func:`read_lines`."""
    texts: list[str] = []
    before: Sequence[str] = ()
    for steps in lines:
        pairs = zip(before, steps, strict=False)
        shared = next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(before), len(steps)))
        texts.append(";".join([*([str(shared)] if shared else []), *steps[shared:]]))
        before = steps
    return texts
