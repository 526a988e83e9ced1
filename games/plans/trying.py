"""Plans and lines that are tried on an analysis board: a plan from lines, and a line for each branch. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.exceptions import RefusedMove
from games.plans.language import RESIGN, Branch, Condition, FaceTest, OmenTest, Plan, PlanError, Throw, walk
from games.rules.base import Seat, split_steps
from games.rules.replay import format_roll, parse_roll
from games.turns.lines import Node, Tree
from ground.wording import gettext


def plan_of(tree: Tree, seat: Seat) -> Plan:
    """The plan of a seat that is in the lines: to what the others do there it replies as it does there.

    Where several replies were tried the first one counts; what ends without a reply is left out. Dice are named by the
    faces that they show in the lines. Raises PlanError where there is no reply at all.
    """
    branches = tuple(_branches(tree.root, _Wait(seat, tree.rules.omens)))
    if not branches:
        raise PlanError(
            gettext("These lines have no reply of yours. Try what the others could do, and then your own move.")
        )
    return Plan(branches)


@dataclass(frozen=True, slots=True)
class _Wait:
    """What has happened while a seat waits for its turn."""

    seat: Seat
    omens: Mapping[str, int]
    steps: tuple[str, ...] = ()
    throws: tuple[Throw, ...] = ()

    def condition(self) -> Condition:
        """All of it. Of dice with equally many sides a test of a face names the first, and an omen names all."""
        tests: list[FaceTest | OmenTest] = []
        for sides, face in self.throws:
            if all(not isinstance(test, FaceTest) or test.sides != sides for test in tests):
                tests.append(FaceTest(sides, "=", face))
        if len(tests) < len(self.throws):
            faces = [face for _, face in self.throws]
            tests += [OmenTest(word, face, comes=face in faces) for word, face in self.omens.items()]
        return Condition(self.steps, tuple(tests))

    def after(self, node: Node) -> _Wait:
        """The same after one more step or die; its own answers out of turn are no part of a plan."""
        if node.seat == self.seat:
            return self
        if node.seat is None:
            return _Wait(self.seat, self.omens, self.steps, (*self.throws, parse_roll(node.text)))
        return _Wait(self.seat, self.omens, (*self.steps, node.text), self.throws)


def _branches(node: Node, wait: _Wait) -> Iterator[Branch]:
    """A branch for each way in which the seat comes to its turn below the node, and has a reply."""
    for child in node.children:
        if _is_own_turn(child, wait.seat):
            reply, last = [child.text], child
            while last.children and _is_own_turn(last.children[0], wait.seat):
                last = last.children[0]
                reply.append(last.text)
            yield Branch(wait.condition(), "; ".join(reply), tuple(_branches(last, _Wait(wait.seat, wait.omens))))
            return
        yield from _branches(child, wait.after(child))


def _is_own_turn(node: Node, seat: Seat) -> bool:
    return node.seat == seat and not node.before.position.is_answer


def lines_of(tree: Tree, seat: Seat, plan: Plan) -> list[tuple[int, Branch, tuple[str, ...] | None]]:
    """The branches of a plan with their depth, and the line to the end of each reply; None where no line is known.

    The tree begins where the plan does. Dice show faces that fit the plan.
    """
    ends: dict[int, Node | None] = {-1: tree.root}  # the last branch of each depth that was walked
    found: list[tuple[int, Branch, tuple[str, ...] | None]] = []
    for depth, branch in walk(plan.branches):
        before = ends[depth - 1]
        ends[depth] = end = None if before is None else _end_of(tree, before, seat, branch)
        found.append((depth, branch, None if end is None else end.path))
    return found


def _end_of(tree: Tree, node: Node, seat: Seat, branch: Branch) -> Node | None:
    if branch.condition.is_anything:
        return None
    try:
        node = _wait(tree, node, seat, branch.condition)
        return node if branch.reply == RESIGN else tree.add([*node.path, *split_steps(branch.reply)])
    except RefusedMove:
        return None


def _wait(tree: Tree, node: Node, seat: Seat, condition: Condition) -> Node:
    """Play what the others do until the seat is to move. Raises RefusedMove."""
    steps, throws = list(condition.steps), list[Throw]()
    while True:
        if (sides := node.after.die) is not None:
            face = next((face for face in range(1, sides + 1) if _fits(condition, [*throws, (sides, face)])), 1)
            throws.append((sides, face))
            node = tree.add([*node.path, format_roll(sides, face)])
        elif steps and node.after.position.seat_to_act != seat:
            node = tree.add([*node.path, steps.pop(0)])
        else:
            return node


def _fits(condition: Condition, throws: Sequence[Throw]) -> bool:
    """Whether nothing that the condition says of the last die is against its face."""
    last, face = len(throws) - 1, throws[-1][1]
    for test in condition.tests:
        if isinstance(test, OmenTest):
            if not test.comes and face == test.face:
                return False
        elif last in test.named(throws) and not test.holds(throws):
            return False
    return True
