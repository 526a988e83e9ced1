"""Twigs in nine exercises."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.lessons.base import Attempt, Contrast, Exercise, Lesson, begins_with, gains, wins

TWO_TWIGS = "C0@0,0; Y0@1,-1"
ONE_HEXAGON = f"{TWO_TWIGS}; R8@1,-2"
TWO_IN_REACH = ONE_HEXAGON
LAST_BY_AREAS = (
    "C0@0,0; P6@1,0; P1@0,1; R4@2,-1; R4@3,-1; T3@2,0; W11@3,0; C4@0,2; T2@3,1; Y3@2,2; X0@4,1; X1@1,3; L3@4,1; "
    "W1@0,4; H4@5,-1; S8@2,3; I8@6,-2; H4@1,4; Y0@3,-2; L2@1,5; S0@6,-1; I0@-1,7; U2@4,2"
)
LAST_BY_SIZE = (
    "C3@0,0; P1@-1,1; Y4@0,1; R2@0,2; P7@1,0; C3@-2,2; T4@1,1; Y4@-2,3; R11@0,3; W0@-2,1; W6@2,1; H2@-1,4; H5@2,-1; "
    "X2@0,4; X2@4,-1; T2@-1,5; L5@1,-1; L1@1,4; U2@4,0; I7@2,4; I7@5,-1; S8@1,5; S7@6,-1"
)


def closes_a_tie(attempt: Attempt) -> bool:
    """That the twig closes a hexagon which nobody owns."""
    return any(effect.kind == "tied" for effect in attempt.after.effects)


LESSON = Lesson(
    "twigs",
    (
        Exercise(
            title=_("Twelve twigs"),
            story=_(
                "A twig is five sticks in one piece. There are twelve shapes, named by letters, and you have one "
                "of each. A twig can be turned and flipped. They lie on the sides of a grid of hexagons."
            ),
            task=_("Lay the twig C, any way round."),
            line="",
            goal=begins_with("C"),
            solution="C0@0,0",
            answer=_("The table has no edge, so it does not matter where the first twig lies."),
            otherwise=_("That is another twig. Pick C, the one that bends round a hexagon."),
            hints=(_("Pick C in the tray below the board, then the way in which it lies."),),
        ),
        Exercise(
            title=_("Another shape"),
            story=_(
                "Ice has begun with C. The first twig of the second player must have another shape, so that "
                "nobody just mirrors what the other one does."
            ),
            task=_("Lay your first twig, the Y, so that it touches the one on the table."),
            line="C0@0,0",
            goal=begins_with("Y"),
            solution="Y0@1,-1",
            answer=_("Twigs touch where their sticks meet, at the corners of the grid."),
            otherwise=_("Allowed, but the task asks for the Y."),
            hints=(_("Pick Y, then tap a lit side of the grid, or Play what is offered."),),
            contrast=Contrast("Y0@1,-1", "C2@-1,1"),
        ),
        Exercise(
            title=_("Touch, but never cover"),
            story=_(
                "Every twig must touch the figure in at least one corner, and needs five free sides: twigs never "
                "lie on each other. You cannot pass, and there is always a place."
            ),
            task=_("Lay your T somewhere on the figure."),
            line=TWO_TWIGS,
            goal=begins_with("T"),
            solution="T0@-1,0",
            answer=_("It touches, and it covers nothing."),
            otherwise=_("Allowed, but the task asks for the T."),
            hints=(_("Pick T first. [ and ] show the placements one after another."),),
            contrast=Contrast("T0@-1,0", "T0@5,5"),
        ),
        Exercise(
            title=_("Close a hexagon"),
            story=_(
                "As soon as all six sides of a hexagon are covered, it belongs to the player with more of them "
                "than anybody else. It is worth one point."
            ),
            task=_("Close a hexagon that is yours."),
            line=TWO_TWIGS,
            goal=gains(1),
            solution="H1@-1,1",
            answer=_("Most of its sides are yours: one point."),
            otherwise=_("That claims no hexagon for you. Your C already has five sides of one."),
            wrong=((lambda attempt: attempt.others_gain > 0, _("You closed it, but most of its sides are black's.")),),
            hints=(
                _("Your C bends round the hexagon at 0,0; close its open side."),
                _("H, R and L can do it, for example."),
            ),
        ),
        Exercise(
            title=_("Sides decide, not the closer"),
            story=_(
                "It does not matter who closes a hexagon. If you close one in which most sides are ice's, ice "
                "gets the point. Count the sides first."
            ),
            task=_("Close a hexagon that is yours, not ice's."),
            line=ONE_HEXAGON,
            goal=lambda attempt: attempt.gain >= 1 and attempt.others_gain == 0,
            solution="C1@1,-3",
            answer=_("You have most of its sides."),
            otherwise=_("That claims no hexagon for you."),
            wrong=(
                (
                    lambda attempt: attempt.others_gain > 0,
                    _("You closed one for ice, which has more of its sides than you."),
                ),
            ),
            hints=(_("Your C covers five of the six sides of any hexagon that it bends round."),),
        ),
        Exercise(
            title=_("Nobody's hexagon"),
            story=_(
                "If two players have equally many sides, the hexagon stays unclaimed for good. That is how you "
                "stop a hexagon that you cannot win."
            ),
            task=_("Close a hexagon in which you and ice have three sides each."),
            line=ONE_HEXAGON,
            goal=closes_a_tie,
            solution="X0@-1,0",
            answer=_("It stays unclaimed for good."),
            otherwise=_("No hexagon was closed by that."),
            wrong=(
                (
                    lambda attempt: any(attempt.after.effects),
                    _("You closed a hexagon, but somebody has more of its sides."),
                ),
            ),
            hints=(
                _("Look for a hexagon with three sides of ice's and the other three free."),
                _("X, P and L can do it, for example."),
            ),
        ),
        Exercise(
            title=_("Two at once"),
            story=_("One twig can close more than one hexagon. The C is the strongest: keep it for a good moment."),
            task=_("Close two hexagons of yours with one twig."),
            line=TWO_IN_REACH,
            goal=gains(2),
            solution="C5@1,0",
            answer=_("Two points with one twig. It was the only way."),
            otherwise=_("That does not bring you two points."),
            wrong=((gains(1), _("One point. There is a way to get two.")),),
            hints=(_("Use your C."), _("Its place is C5@1,0.")),
        ),
        Exercise(
            title=_("The last twig"),
            story=_(
                "When all twigs are laid, larger areas are given away by the same rule: all sides around an area "
                "count. What only sticks into it does not count. Each area is worth one point, whatever its size."
            ),
            task=_("You are behind 12 to 13. One twig is left, and larger areas still count. Win."),
            line=LAST_BY_AREAS,
            goal=wins,
            solution="U2@1,6",
            answer=_("The larger areas brought the points: you win 14 to 13."),
            otherwise=_("That does not win. Find a place where your twig encloses an area."),
            hints=(
                _("An area is closed when nothing leads out of it."),
                _("The twig can lie at the lower left, at U2@1,6."),
            ),
        ),
        Exercise(
            title=_("By size"),
            story=_(
                "With the option scoring=size an area is worth as many points as it has hexagons. Then one large "
                "area can be worth more than many small ones."
            ),
            task=_("Areas count by their size here. Win with your last twig."),
            line=LAST_BY_SIZE,
            options={"scoring": "size"},
            goal=wins,
            solution="U0@-3,6",
            answer=_("Counted by size you win. By number of areas it would be another game."),
            otherwise=_("That does not win. Look for a large area that your twig closes or tips over to you."),
            hints=(_("Try the left side of the figure."),),
        ),
    ),
)
