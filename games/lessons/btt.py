"""Branches and Twigs and Thorns in ten exercises."""

from __future__ import annotations

from typing import cast

from django.utils.translation import gettext_lazy as _

from games.lessons.base import Attempt, Contrast, Exercise, Goal, Lesson, begins_with, wins
from games.rules.base import lead
from games.rules.btt.notation import parse_move
from games.rules.btt.pieces import Piece, Pyramid, Token
from games.rules.btt.position import Position

BEGUN = "null d3; root e2"
FOUR_LAID = f"{BEGUN}; M e3>e2; S e1>e2; L f2>e2; M d2>e2"
ONE_GATE = (
    "null a3; root h2; M h3>h2; L h1>h2; S h4>h3; L g2>h2; L g3>h3; M g1>h1; S f3>g3; S f1>g1; L e3>f3; L g4>g3; "
    "S f2>f3; S e2>e3; S e4>e3; M f4>f3; M d3>e3; S e1>e2; M d2>d3; S d1>e1"
)
WALLED_IN = (
    "null a3; root g4; L h4>g4; M g3>g4; M f4>g4; L f3>g3; M h3>h4; L g2>g3; L h2>h3; M e3>f3; S h1>h2; S g1>g2; "
    "M e4>f4; S f1>g1; L d4>e4; L d3>e3; L c4>d4; M f2>g2; M c3>c4; L c2>c3; S b4>c4; M b2>c2; L b3>b4; L d2>c2; "
    "S a4>b4; M e2>d2"
)
ONE_SQUARE = (
    "null d4; root g2; M g1>g2; S f2>g2; M f1>g1; L f3>f2; M e1>f1; L g3>g2; M e2>e1; M e3>e2; M h2>g2; M d3>e3; "
    "S h1>h2; M c3>d3; L h3>h2; L g4>g3; S d1>e1; S f4>g4; L h4>g4; M b3>c3; S d2>d1; S e4>f4; L c1>d1; S c4>c3; "
    "L c2>c1; M b4>b3; S b1>c1; S a4>b4; L b2>b1; L a3>a4; S a1>b1"
)


def _target(attempt: Attempt) -> Piece | str | None:
    """What the pyramid that was laid points at."""
    before = cast(Position, attempt.before)
    move = _move(attempt)
    return before.at(move.target) if isinstance(move, Pyramid) else None


def _move(attempt: Attempt) -> Pyramid | Token:
    return parse_move(attempt.steps[0], cast(Position, attempt.before))


def points_at_own(attempt: Attempt) -> bool:
    """That the pyramid points at one of the same colour."""
    target = _target(attempt)
    return isinstance(target, Piece) and target.seat == attempt.seat


def points_at_other(attempt: Attempt) -> bool:
    """That the pyramid points at one of another colour."""
    target = _target(attempt)
    return isinstance(target, Piece) and target.seat != attempt.seat


def _pays(attempt: Attempt) -> int:
    return -attempt.gain


def leaves_nothing_free(attempt: Attempt) -> bool:
    """That the next seat must pay wherever it plays."""
    after, seat = attempt.after, attempt.after.seat_to_act
    return seat is not None and all(after.play(move).scores[seat] < after.scores[seat] for move in after.legal_moves())


def is_best_now(attempt: Attempt) -> bool:
    """That no legal step leaves the seat with a greater lead."""
    before, seat = attempt.before, attempt.seat
    best = max(lead(before.play(move).scores, seat) for move in before.legal_moves())
    return lead(attempt.after.scores, seat) == best


def refills(attempt: Attempt) -> bool:
    """That everybody takes five coins first."""
    return any(effect.kind == "refilled" for effect in attempt.after.effects)


def lies_beside(square: str) -> Goal:
    """That a token stands beside that square."""

    def goal(attempt: Attempt) -> bool:
        board = cast(Position, attempt.before).variant.board
        number = board.squares.index(_move(attempt).at)
        return square in [board.squares[beside] for beside in board.neighbours[number]]

    return goal


def stands_where_no_null_could(attempt: Attempt) -> bool:
    """That a null on the square of the token would cut the board in two."""
    before = cast(Position, attempt.before)
    return before.variant.numbers[_move(attempt).at] in before.cuts()


LESSON = Lesson(
    "btt",
    (
        Exercise(
            title=_("Your first pyramid"),
            story=_(
                "The four brown dots are the root, where growth begins. The dark square is a null, a hole in the "
                "board. You lay a pyramid on an empty square beside the root, not diagonally, and it points at "
                "the root. That is free."
            ),
            task=_("Lay a medium pyramid beside the root."),
            line=BEGUN,
            goal=begins_with("M"),
            solution="M e3>e2",
            answer=_("Growth has begun. Whatever is laid next can point at the root or at a pyramid."),
            otherwise=_("It is in the right place, but it is not a medium one. Choose M, which is worth 2."),
            hints=(_("Tap a lit square, then M."),),
            contrast=Contrast("M e3>e2", "M f3>e2"),
        ),
        Exercise(
            title=_("Your own tree"),
            story=_(
                "Pointing at your own pyramid is free, too. So is the root, but the root has four sides only. A "
                "tree of your own gives you room for the rest of the game."
            ),
            task=_("Extend your tree: lay a pyramid that points at one of your own."),
            line=f"{BEGUN}; M e3>e2; S e1>e2",
            goal=points_at_own,
            solution="S e4>e3",
            answer=_("It cost nothing, and the squares around it are open to you now."),
            otherwise=_("The root is free as well, but the task is to grow from your own pyramid on e3."),
            wrong=((points_at_other, _("That points at purple and costs you coins. Your own pyramid is on e3.")),),
            hints=(_("Your pyramid is on e3. The squares e4 and f3 are beside it."),),
            contrast=Contrast("S e4>e3", "S e4>d4"),
        ),
        Exercise(
            title=_("The price of a thorn"),
            story=_(
                "Pointing at another player's pyramid costs its size: 1, 2 or 3 coins, paid into the pot. "
                "Everybody begins with five coins."
            ),
            task=_("Point at a purple pyramid, and pay only one coin."),
            line=FOUR_LAID,
            goal=lambda attempt: _pays(attempt) == 1,
            solution="S f1>e1",
            answer=_("A small pyramid is worth 1, so that is what you pay for pointing at it."),
            otherwise=_("That is free, since it points at the root or at your own pyramid. The task is to pay."),
            wrong=(
                (
                    points_at_other,
                    _("The purple pyramid on d2 is a medium one, so you pay two coins. Find a small one."),
                ),
            ),
            hints=(_("Purple's small pyramid is on e1."),),
        ),
        Exercise(
            title=_("The owner's share"),
            story=_(
                "The owner of the pyramid that you point at takes coins from the pot: as many as the size of your "
                "pyramid. So you pay the size of their pyramid, and they get the size of yours."
            ),
            task=_("Point at blue's medium pyramid on e3, and give blue as little as possible."),
            line=f"{FOUR_LAID}; L f1>f2",
            goal=lambda attempt: _pays(attempt) == 2 and attempt.others_gain == 1,
            solution="S e4>e3",
            answer=_("You paid 2 for their medium one, and blue took 1 for your small one."),
            otherwise=_("That does not point at the pyramid on e3."),
            wrong=(
                (
                    lambda attempt: _pays(attempt) == 2 and attempt.others_gain > 1,
                    _("The right target. But your pyramid is larger than need be, and blue takes its size."),
                ),
            ),
            hints=(_("From e4 and f3 a pyramid can point at e3."), _("A small pyramid brings its victim only 1.")),
        ),
        Exercise(
            title=_("Choke a tree"),
            story=_(
                "Every small pyramid that an opponent lays can be attacked for one coin. It pays where it takes "
                "their last way out: a tree that cannot grow has to pay on every turn."
            ),
            task=_("Purple can still grow for free at one place. Close it."),
            line=ONE_GATE,
            goal=lambda attempt: leaves_nothing_free(attempt) and attempt.others_gain == 1,
            solution="S c1>d1",
            answer=_(
                "You paid one coin and purple got one. From now on purple pays wherever it plays, and the open "
                "squares are yours."
            ),
            otherwise=_("Purple still has a free step. Look where a purple pyramid has an empty square beside it."),
            wrong=(
                (
                    leaves_nothing_free,
                    _("That closes it, but purple takes the size of your pyramid. A small one will do."),
                ),
            ),
            hints=(_("Purple's small pyramid on d1 has one empty square beside it."),),
        ),
        Exercise(
            title=_("The smallest loss"),
            story=_(
                "You can never pass. When nothing is free, look at both prices: the size of the pyramid that you "
                "point at, and the size of yours."
            ),
            task=_("Every step costs you something now. Find the one that loses the least against purple."),
            line=WALLED_IN,
            goal=is_best_now,
            solution="S e1>f1",
            answer=_("A small one onto a small one: you pay 1, and purple gets 1. Everything else costs more."),
            otherwise=_("There is a cheaper way. Add up what you pay and what purple gets."),
            hints=(_("Purple has one small pyramid beside an empty square."), _("It is on f1.")),
        ),
        Exercise(
            title=_("When you cannot pay"),
            story=_(
                "If you cannot pay, everybody takes five coins from the pot first, and then you pay. Only "
                "differences count at the end, so this helps nobody."
            ),
            task=_("You have two coins. Point at a large purple pyramid."),
            line=f"{BEGUN}; M e3>e2; L f2>e2; S g2>f2; L f1>f2",
            goal=refills,
            solution="S e1>f1",
            answer=_("Both of you took five coins; then you paid three of yours, and purple took one."),
            otherwise=_("You can pay that from what you have. Point at a large pyramid of purple's."),
            hints=(_("Purple's large pyramids are on f1 and f2."),),
        ),
        Exercise(
            title=_("Where a null may stand"),
            story=_(
                "Before the first pyramid everybody places a token. With four players the first two place nulls, "
                "the others roots. All squares that are not nulls must stay connected; diagonals do not connect."
            ),
            task=_("Blue's null is on a2. Place yours on a square beside it."),
            line="null a2",
            seats=4,
            goal=lies_beside("a2"),
            solution="null b2",
            answer=_("Every open square can still be reached. A null on b1 would have cut off the corner a1."),
            otherwise=_("That is allowed as well, but the task asks for a square beside a2."),
            hints=(_("b2 is one of them."),),
            contrast=Contrast("null b2", "null b1"),
        ),
        Exercise(
            title=_("A root is not a hole"),
            story=_(
                "A root may stand on any empty square, beside another root, too. It may even cut the board: "
                "things grow from a root, so the squares behind it can be filled."
            ),
            task=_("Place your root where a null would not be allowed."),
            line="null a2; null h7",
            seats=4,
            goal=stands_where_no_null_could,
            solution="root b1",
            answer=_("The corner behind your root can be filled from it, so nothing is cut off."),
            otherwise=_("A null could stand there as well. Look at the corners beside the nulls."),
            hints=(_("The nulls are on a2 and h7. Each leaves one way into its corner."),),
        ),
        Exercise(
            title=_("The last square"),
            story=_(
                "When the board is full, the coins decide. In the last steps every coin counts: what you pay, and "
                "what somebody else gets."
            ),
            task=_("One square is left, you have a large pyramid, and you lead 6 to 4. Win."),
            line=ONE_SQUARE,
            goal=wins,
            solution="L a2>a3",
            answer=_("Pointing at your own pyramid was free, so your lead stands: 6 to 4."),
            otherwise=_(
                "Blue got three coins for your large pyramid, and that lost the game. Point at something of your own."
            ),
            hints=(_("The pyramid on a3 is yours."),),
        ),
    ),
)
