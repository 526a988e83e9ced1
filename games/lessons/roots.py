"""Roots and Shoots in twelve exercises."""

from __future__ import annotations

from typing import cast

from django.utils.translation import gettext_lazy as _

from games.lessons.base import Attempt, Contrast, Exercise, Lesson, begins_with, plays
from games.rules.base import Roll, Seat
from games.rules.roots.grid import NAMES
from games.rules.roots.position import Position

# Red on 3,3 and blue on 9,3, nutrients on 6,5 and 13,14.
SET_UP = "bead 3,3; bead 9,3; roll d20 7; roll d20 6; spawn 6,5; roll d20 14; roll d20 15; spawn 13,14"
# The same with nutrients far away.
FAR = "bead 3,3; bead 9,3; roll d20 1; roll d20 18; spawn 0,17; roll d20 18; roll d20 18"
THREE_BEADS = f"{FAR}; d8; roll d8 3; bead 4,3; bead 5,3; bead 6,3; roll d12 2"
MET = f"{THREE_BEADS}; d8; roll d8 2; bead 8,3; bead 7,3; roll d12 2"
CUT = (
    f"{FAR}; d8; roll d8 3; bead 4,3; bead 5,3; bead 6,2; roll d12 2; d8; roll d8 3; bead 8,3; bead 7,4; bead 6,5; "
    "roll d12 2; d8; roll d8 2; bead 7,2; bead 8,3"
)
MARKED = (
    "bead 3,3; bead 9,3; roll d20 11; roll d20 6; spawn 10,5; roll d20 18; roll d20 18; d8; roll d8 2; "
    "bead 4,4; bead 5,5; roll d12 2; d8; roll d8 2; bead 10,4; bead 10,5; roll d12 9; roll d12 2"
)


def _garden(attempt: Attempt) -> Position:
    return cast(Position, attempt.after)


def beads(attempt: Attempt, seat: Seat) -> int:
    """How many beads a seat has on the board more than before the attempt."""
    before, after = (cast(Position, position).garden.roots[seat].beads for position in (attempt.before, attempt.after))
    return after.bit_count() - before.bit_count()


def is_grown(attempt: Attempt) -> bool:
    """That all beads of the roll are placed: dice come next."""
    return isinstance(attempt.after.to_act, Roll)


def is_marked(attempt: Attempt, node: str) -> bool:
    """That a bead of the seat lies on the node."""
    return bool(_garden(attempt).garden.roots[attempt.seat].beads >> NAMES.index(node) & 1)


def shares(attempt: Attempt, node: str) -> bool:
    """That the seat would have its part of the nutrient on the node if it rained."""
    return attempt.seat in _garden(attempt).garden.seats_at(NAMES.index(node))


LESSON = Lesson(
    "roots",
    (
        Exercise(
            title=_("Your first bead"),
            story=_(
                "Plants grow on a Go board of 19 by 19 lines and look for nutrients. Everybody begins with one "
                "bead on one of the eight marked points around the middle."
            ),
            task=_("Put your first bead on a marked point, not on the one in the middle."),
            line="",
            goal=begins_with("bead"),
            solution="bead 3,9",
            answer=_("Your first bead is on the board. Beads are adjacent in all eight directions, diagonally too."),
            otherwise=_("The first bead goes on a marked point."),
            hints=(_("The marked points are those that are lit."),),
            contrast=Contrast("bead 3,9", "bead 9,9"),
        ),
        Exercise(
            title=_("Where nutrients come up"),
            story=_(
                "Two d20 decide where a nutrient comes up: 1 to 19 stand for line 0 to 18, and a 20 is any line you "
                "like. You choose which die is across and which is up."
            ),
            task=_("The dice show 5 and 12. Let the nutrient come up close to your bead on 3,9."),
            line="bead 3,9; bead 15,3; roll d20 5; roll d20 12",
            goal=plays("spawn 4,11"),
            solution="spawn 4,11",
            answer=_("Two steps from your bead. Blue's bead is far away."),
            otherwise=_("That is the other way round, and far from your bead on 3,9."),
            hints=(_("5 and 12 stand for the lines 4 and 11."),),
            contrast=Contrast("spawn 4,11", "spawn 5,12"),
        ),
        Exercise(
            title=_("Four dice"),
            story=_(
                "A turn begins with the choice of a die. d4: new plants, away from your own. d6: buds, each "
                "beside two or more of your beads. d8: an end of a root grows on. d10: no bead, but more beads "
                "for your store."
            ),
            task=_("You want to grow on from your bead towards the nutrient on 6,5. Choose the die for that."),
            line=SET_UP,
            goal=plays("d8"),
            solution="d8",
            answer=_("The higher the die, the longer the root may get, and the fewer the freedoms."),
            otherwise=_("With the d10 you would place nothing; it fills your store."),
            wrong=(
                (plays("d4"), _("The d4 makes new plants: its beads must not touch those that you have.")),
                (plays("d6"), _("With the d6 each bead must touch two of yours, and you have one.")),
            ),
            hints=(_("One bead is an end. The die that extends ends is the d8."),),
        ),
        Exercise(
            title=_("A root grows"),
            story=_(
                "With the d8 each bead touches exactly one bead of yours, and that one is an end. The next bead "
                "goes on from the last one. You place as many as you rolled."
            ),
            task=_("You rolled 3. Place three beads."),
            line=f"{FAR}; d8; roll d8 3",
            goal=is_grown,
            solution="bead 4,3; bead 5,3; bead 6,3",
            answer=_("A root of four beads without a branch: that makes it strong, too."),
            otherwise=_("There are beads of your roll left. Place three in all."),
            hints=(_("Tap a lit node three times, each beside the last one."),),
            contrast=Contrast("bead 4,3", "bead 5,3"),
        ),
        Exercise(
            title=_("Find a nutrient"),
            story=_(
                "When a bead has just been placed beside a nutrient that nobody touches, and you have a bead left "
                "of your roll, the next bead goes onto it and marks it: you were first. Then its value is rolled, "
                "1 to 12."
            ),
            task=_("You rolled 3. Reach the nutrient on 6,5, and mark it."),
            line=f"{SET_UP}; d8; roll d8 3",
            goal=lambda attempt: is_marked(attempt, "6,5"),
            solution="bead 4,4; bead 5,5; bead 6,5",
            answer=_("It is marked, and now its value is rolled. Points come only when it rains."),
            otherwise=_("Your root is not on 6,5 yet. Get beside it with the second bead."),
            hints=(_("4,4 brings you nearer; 5,4 and 5,5 are beside the nutrient."), _("The third bead goes on 6,5.")),
        ),
        Exercise(
            title=_("Buds"),
            story=_(
                "With the d6 each bead must touch two or more of yours. So roots thicken and plants grow "
                "together. But a bead with three neighbours is a split, and a split has no strength."
            ),
            task=_("You rolled 2. Place two buds."),
            line=f"{THREE_BEADS}; d10; roll d10 3; roll d12 2; d6; roll d6 2",
            goal=is_grown,
            solution="bead 4,4; bead 5,2",
            answer=_("Each touched two beads or more."),
            otherwise=_("One bead of your roll is left. Place another one."),
            hints=(_("Any lit node beside the row will do."),),
            contrast=Contrast("bead 4,4", "bead 7,3"),
        ),
        Exercise(
            title=_("Land beside a nutrient"),
            story=_(
                "With the d4 you plant anywhere, as long as it touches none of your old beads. You hardly need "
                "roots for a nutrient: land beside it, and mark it with the second bead."
            ),
            task=_("You rolled 2. Mark the nutrient on 13,14."),
            line=f"{SET_UP}; d4; roll d4 2",
            goal=lambda attempt: is_marked(attempt, "13,14"),
            solution="bead 12,13; bead 13,14",
            answer=_("That was quick. Blue can still come beside it and share."),
            otherwise=_("The nutrient on 13,14 is not marked. Put the first bead beside it, the second one on it."),
            hints=(_("12,13 is one of the eight nodes beside it."),),
            contrast=Contrast("bead 12,13", "bead 4,4"),
        ),
        Exercise(
            title=_("The stronger root"),
            story=_(
                "Where your die lets you place a bead, you may also take the place of an enemy bead if "
                "your root is stronger. Strength "
                "is the number of beads in a row without a branch. Yours has four, blue's three. A tie breaks "
                "nothing."
            ),
            task=_("You rolled 2 with the d8. Cut off blue's tip on 7,3."),
            line=f"{MET}; d8; roll d8 2",
            goal=lambda attempt: beads(attempt, 1) < 0,
            solution="bead 7,3; bead 8,4",
            answer=_("Your bead stands where blue's was. You can attack once in a turn."),
            otherwise=_("All of blue's beads are still there. Your end on 6,3 is beside blue's on 7,3."),
            hints=(_("Pick the node with blue's bead, 7,3."),),
        ),
        Exercise(
            title=_("A cut root"),
            story=_(
                "Red has broken the middle of your root. An end that runs out without a branch is loose. One "
                "loose end is lost, not both, and its owner chooses, even in another player's turn."
            ),
            task=_("You are asked which end is lost. Keep as many beads as you can."),
            line=CUT,
            goal=lambda attempt: beads(attempt, attempt.seat) == -1,
            solution="lose 9,3",
            answer=_("The short end is gone; the longer one stays."),
            otherwise=_("That end has two beads; the other one has one."),
            hints=(_("One end begins at 9,3, the other at 7,4."),),
        ),
        Exercise(
            title=_("Before the rain"),
            story=_(
                "Whenever a die shows a 1, it rains. Each nutrient that somebody touches is then shared equally "
                "among the seats that touch it; what is left over goes to the one that marked it. Then it is "
                "gone."
            ),
            task=_("Blue has marked the nutrient on 10,5, worth 9. Get your part: touch it."),
            line=f"{MARKED}; d4; roll d4 2",
            goal=lambda attempt: shares(attempt, "10,5"),
            solution="bead 11,6; bead 12,7",
            answer=_("If it rains now, you get 4, and blue 4 and the odd one."),
            otherwise=_("None of your beads is beside 10,5."),
            hints=(_("11,6 is beside it and touches no old bead of yours."),),
        ),
        Exercise(
            title=_("Sunbathe"),
            story=_(
                "Beads come from your store, six at the start. The d10 fills it from your pile. When somebody's "
                "pile or the stack of nutrients has run out, that turn is the last one."
            ),
            task=_("Your store has two beads. Fill it up."),
            line=MET,
            goal=plays("d10"),
            solution="d10",
            answer=_("The d10 shows how many beads you take. With an empty store it is the only die."),
            otherwise=_("That die places beads, and you have only two. Choose the d10."),
            hints=(_("The die with the most sides."),),
        ),
        Exercise(
            title=_("A nutrient falls on a root"),
            story=_(
                "After the growth a d12 is rolled; if it shows more than there are nutrients, up to ten, one more "
                "comes up. Where it hits a bead, the bead is lost and its root is cut, as by an attack."
            ),
            task=_("The dice show 9 and 4. Hit blue's root."),
            line=f"{MET}; d10; roll d10 4; roll d12 8; roll d20 9; roll d20 4",
            goal=lambda attempt: beads(attempt, 1) < 0,
            solution="spawn 8,3",
            answer=_("The middle of blue's root is gone, and blue must say which end it loses, too."),
            otherwise=_("A new nutrient there helps nobody yet. Turn the dice round: 8,3 is blue's."),
            hints=(_("9 and 4 stand for the lines 8 and 3."),),
        ),
    ),
)
