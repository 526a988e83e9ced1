"""Treeblox in eleven exercises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from django.utils.translation import gettext_lazy as _

from games.lessons.base import Attempt, Contrast, Exercise, Lesson, begins_with, wins
from games.rules.base import Seat
from games.rules.treeblox.cubes import BOARD, Cell, Word, cell_at
from games.rules.treeblox.position import QUICK, Position

ONE_EACH = "L 2,2,1; L 3,3,1"
TWO_EACH = f"{ONE_EACH}; L 1,3,1; L 4,4,1"
THREE_EACH = f"{TWO_EACH}; L 3,1,1; L 1,1,1"
THREATENED = f"{THREE_EACH}; B 2,3,1; B 2,3,2"
CARELESS = f"{THREATENED}; B 4,1,1; B 4,1,2"
ONE_LEAF_LEFT = "L 4,3,1; L 1,4,1; B 1,1,1; L 2,2,1; B 1,1,2; L 3,2,1; B 1,1,3; B 3,4,1; B 3,4,2; B 1,1,4"
LAST_CUBE = (
    "L 2,2,1; L 3,2,1; B 2,3,1; L 2,1,1; L 4,2,1; B 4,3,1; B 1,2,1; B 3,1,1; L 1,3,1; L 3,3,1; L 3,4,1; L 2,4,1; B "
    "3,0,1; L 4,1,1; L 4,4,1; L 1,1,1; L 1,4,1; L 5,3,1; B 0,2,1; L 0,1,1; B 4,0,1; L 2,0,1; L 0,3,1; B -1,2,1; B "
    "3,-1,1; B 3,-2,1; B -1,3,1; L -2,3,1; L 2,-1,1; L 2,-2,1; L -2,2,1; B -1,4,1; L 4,-1,1; L 5,0,1; L 0,4,1; L "
    "-1,5,1; L 4,-2,1; L 4,3,2; L 2,3,2; B -1,1,1; L 3,-3,1; B 3,1,2; L -2,1,1; B 0,2,2; L 3,0,2; L 2,1,2; B "
    "-1,0,1; B -1,-1,1; B 4,1,2; B 3,2,2; L 0,3,2; B 0,0,1; B 2,2,2; B 3,3,2; B 0,-1,1; B -1,3,2; B 4,2,2; B 5,1,2; "
    "B -2,4,1; B 1,-1,1; B 3,4,2; B 5,1,1; B -3,4,1"
)


def _after(attempt: Attempt) -> Position:
    return cast(Position, attempt.after)


def active(attempt: Attempt, seat: Seat) -> int:
    """The active leaves of a seat after the attempt."""
    return _after(attempt).forest.active[seat]


def reaches(least: int, attempt: Attempt) -> bool:
    """That the seat has so many active leaves, or more."""
    return active(attempt, attempt.seat) >= least


def _cells(attempt: Attempt) -> list[Cell]:
    """The cells that the attempt filled."""
    before = cast(Position, attempt.before)
    return [cell_at(index) for index in _after(attempt).forest.cubes if index not in before.forest.cubes]


def is_over_the_edge(cell: Cell) -> bool:
    """Whether the cell is beside the board."""
    return cell.x not in BOARD or cell.y not in BOARD


def hangs_a_leaf(attempt: Attempt) -> bool:
    """That a branch was placed, then a leaf on it, and that the leaf is active."""
    if not attempt.steps[0].startswith("B") or not attempt.steps[-1].startswith("L") or attempt.gain != 1:
        return False
    branch, leaf = _cells(attempt)
    return sum(abs(one - other) for one, other in zip(branch, leaf, strict=True)) == 1


def ends_of_turn(position: Position) -> Iterator[Position]:
    """Every position that the seat to act can bring about in this turn."""
    open_ones = [position]
    while open_ones:
        current = open_ones.pop()
        for move in current.legal_moves():
            after = current.after(move)
            if len(after.placed) > len(current.placed):
                open_ones.append(after)
            else:
                yield after


def is_safe(attempt: Attempt) -> bool:
    """That the seat has three active leaves or more after every reply."""
    after = _after(attempt)
    return attempt.after.seat_to_act != attempt.seat and all(
        end.forest.active[attempt.seat] >= QUICK for end in ends_of_turn(after)
    )


def threatens(attempt: Attempt) -> bool:
    """That the seat could bring the other one below three active leaves if that one passed now."""
    after = _after(attempt)
    if after.to_act is None or after.mover == attempt.seat:
        return False
    own = after.after(Word.PASS)
    return any(end.forest.active[1 - attempt.seat] < QUICK for end in ends_of_turn(own))


def shades(attempt: Attempt) -> bool:
    """That the other seat has fewer active leaves than before."""
    other = 1 - attempt.seat
    return active(attempt, other) < attempt.before.scores[other]


LESSON = Lesson(
    "treeblox",
    (
        Exercise(
            title=_("The first leaf"),
            story=_(
                "Two trees fight for light on a board of 16 holes. You have 16 branches and 16 leaves. Your first "
                "turn is one leaf in an empty hole."
            ),
            task=_("Place your first leaf."),
            line="",
            goal=begins_with("L"),
            solution="L 2,2,1",
            answer=_("Nothing stands above it, so it is active. Active leaves are your points and your speed."),
            otherwise=_("The first cube is a leaf."),
            hints=(_("Any of the 16 holes will do."),),
            contrast=Contrast("L 2,2,1", "B 2,2,1"),
        ),
        Exercise(
            title=_("Leaves first"),
            story=_(
                "From now on a turn is a branch or a leaf. With fewer than three active leaves you place one cube "
                "in a turn. The publisher's advice: leaves in your first three turns, or you stay slow."
            ),
            task=_("Get a second active leaf."),
            line=ONE_EACH,
            goal=lambda attempt: reaches(2, attempt),
            solution="L 1,3,1",
            answer=_("Two active leaves. One more, and you place two cubes in a turn."),
            otherwise=_("Allowed, but slow: you still have one active leaf. Place a leaf, L, in an empty hole."),
            hints=(_("Pick an empty hole, then L for leaf."),),
        ),
        Exercise(
            title=_("The third leaf"),
            story=_("Count your active leaves when your turn begins: with three or more you may place two cubes."),
            task=_("Reach three active leaves."),
            line=TWO_EACH,
            goal=lambda attempt: reaches(QUICK, attempt),
            solution="L 3,1,1",
            answer=_("From your next turn on you grow twice as fast."),
            otherwise=_("That leaves you with two active leaves, and with one cube in your next turn, too."),
            hints=(_("A leaf in any empty hole is active."),),
        ),
        Exercise(
            title=_("A branch carries"),
            story=_(
                "A branch has six faces. Every one that is free can carry one more cube of yours, and the second cube "
                "of a turn may hang on the first. Cubes stay for ever."
            ),
            task=_("Place a branch in an empty hole, and a leaf on that branch."),
            line=THREE_EACH,
            goal=hangs_a_leaf,
            solution="B 2,3,1; L 2,3,2",
            answer=_("You have four active leaves, and the branch has more faces to grow from."),
            otherwise=_("First a branch, then a leaf against a face of that branch, above it or at its side."),
            hints=(
                _("Begin with a branch on an empty hole beside nothing else."),
                _("The cell above it is one level higher, so pick the same column again."),
            ),
        ),
        Exercise(
            title=_("Over the edge"),
            story=_(
                "A tree may lean out over the edge of the board, and grow as high as it likes. Only branches "
                "carry, and only cubes of their own colour; a leaf carries nothing."
            ),
            task=_("Get a leaf that hangs beside the board, over its edge."),
            line=f"{THREE_EACH}; B 2,3,1; L 2,3,2",
            goal=lambda attempt: attempt.gain >= 1 and any(map(is_over_the_edge, _cells(attempt))),
            solution="B 4,1,1; L 5,1,1",
            answer=_("It hangs on the branch at its side. Nobody can get above it easily."),
            otherwise=_("No leaf of yours is beside the board yet. Put a branch into a hole at the edge first."),
            hints=(_("A branch on 4,1 has its right face over the edge, at 5,1."),),
            contrast=Contrast("B 4,1,1", "L 3,3,2"),
        ),
        Exercise(
            title=_("Threaten"),
            story=_(
                "A leaf is dead as soon as any cube stands above it, however high. You reach the cell above an "
                "enemy leaf from a branch beside that cell. Whoever falls below three active leaves loses their "
                "second cube."
            ),
            task=_(
                "Place two branches so that you could shade a light leaf in your next turn, and bring Light below "
                "three."
            ),
            line=THREE_EACH,
            goal=lambda attempt: threatens(attempt) and all(step.startswith("B") for step in attempt.steps),
            solution="B 2,3,1; B 2,3,2",
            answer=_("From the upper branch you reach the cell above Light's leaf. Light has to answer."),
            otherwise=_("From there you cannot get above a light leaf in your next turn."),
            wrong=(
                (
                    lambda attempt: any(step.startswith("L") for step in attempt.steps),
                    _("Leaves are safe, but this time the task is to attack with two branches."),
                ),
            ),
            hints=(
                _("You need a branch on level 2 beside a light leaf's column."),
                _("Light's leaf on 3,3 has free holes beside it: 2,3 and 3,2, for example."),
            ),
        ),
        Exercise(
            title=_("A leaf in reserve"),
            story=_(
                "Now you are Light, and Dark threatens the leaf on 3,3. With two branches of your own you would "
                "fall to two active leaves and to one cube a turn. The remedy is simple: one more leaf."
            ),
            task=_("Play so that you still have three active leaves after any turn of Dark's."),
            line=THREATENED,
            goal=is_safe,
            solution="L 4,1,1; B 2,4,1",
            answer=_("Every reply of Dark's was tried: you keep three active leaves, and both cubes a turn."),
            otherwise=_("Dark has a reply that leaves you with fewer than three active leaves."),
            wrong=(
                (
                    lambda attempt: attempt.after.seat_to_act == attempt.seat,
                    _("Your turn is not over: place a second cube, or write done."),
                ),
            ),
            hints=(
                _("Count: three leaves, minus the one that Dark shades, plus what you add."),
                _("Put the new leaf away from Dark's branches."),
            ),
        ),
        Exercise(
            title=_("Shade"),
            story=_(
                "Light has placed two branches instead of a leaf. A leaf above a leaf does two things at once: "
                "theirs is dead, yours counts."
            ),
            task=_("Shade a light leaf with a leaf of your own."),
            line=CARELESS,
            goal=lambda attempt: shades(attempt) and attempt.gain >= 1,
            solution="L 3,3,2; L 4,2,1",
            answer=_("Light has two active leaves left and places one cube in the next turn; you place two."),
            otherwise=_("No light leaf is shaded by that. Look at the cell above Light's leaf on 3,3."),
            wrong=(
                (
                    lambda attempt: attempt.after.seat_to_act == attempt.seat,
                    _("You may place a second cube; or write done to stop here."),
                ),
                (shades, _("Shaded, but you gained no leaf. Do it with a leaf.")),
            ),
            hints=(_("Your branch on 2,3,2 has a free face towards 3,3,2."),),
        ),
        Exercise(
            title=_("Stop early"),
            story=_(
                "You never have to use up your growth. Saving cubes can win the end: when one player has no cubes "
                "left, the other one places all of theirs at once. That is the final growth."
            ),
            task=_("Place one leaf, and end your turn there with done."),
            line=CARELESS,
            goal=lambda attempt: attempt.steps[-1] == "done" and attempt.steps[0].startswith("L"),
            solution="L 3,3,2; done",
            answer=_("One cube saved. To place nothing at all, you would write pass."),
            otherwise=_("Place exactly one leaf, then choose done."),
            hints=(_("After the first cube there is a button, done."),),
        ),
        Exercise(
            title=_("No leaf in the light"),
            story=_(
                "Dark began with branches and has one active leaf. A tree without active leaves is dead: after "
                "the turn the game is over, and the other tree has won."
            ),
            task=_("Win in this turn."),
            line=ONE_LEAF_LEFT,
            goal=wins,
            solution="B 3,3,2; L 4,3,2",
            answer=_("Dark has no active leaf left, so the game is over and you have won 4 to 0. Leaves come first."),
            otherwise=_(
                "Dark's leaf on 4,3 still sees the light. Something of yours must stand above it, at 4,3 and "
                "level 2 or higher."
            ),
            hints=(
                _("The cell 4,3,2 must be beside a branch of yours."),
                _("Your branch on 3,4,2 can carry a branch on 3,3,2 or 4,4,2."),
            ),
        ),
        Exercise(
            title=_("The final growth"),
            story=_(
                "Dark has placed everything, so Light places what is left, and then the active leaves are "
                "counted. In a match the leaves of all games are added up, and you change colours after each: "
                "Dark, who begins, has the better chances."
            ),
            task=_("The score is 12 to 12, and you have one branch left. Win."),
            line=LAST_CUBE,
            goal=wins,
            solution="B 2,4,2",
            answer=_("Dark has one leaf less in the light: you win 12 to 11."),
            otherwise=_("That does not win: no dark leaf is shaded by it, or a leaf of yours is, too."),
            hints=(
                _("A branch cannot add a leaf, but it can stand above one of Dark's."),
                _("Dark's leaves on 2,4 and 4,4 are beside branches of yours on level 2."),
            ),
        ),
    ),
)
