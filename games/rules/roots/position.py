"""One moment of Roots and Shoots: what lies on the table, whose turn it is, and what the game waits for."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from operator import add, gt
from random import Random
from typing import NamedTuple

from games.rules import base
from games.rules.base import JSON, Effect, IllegalMove, Outcome, Roll, Seat, check_format, lead, places_of
from games.rules.bitsets import pick, random_member
from games.rules.roots import outlook, preferences
from games.rules.roots.course import Course
from games.rules.roots.garden import Garden
from games.rules.roots.grid import NAMES, Nodes, names, set_of
from games.rules.roots.pieces import (
    ALL_DICE,
    BEADS,
    DICE,
    FIRST_STORE,
    LOSSES,
    SPAWNS,
    SUNBATHE,
    Bead,
    Die,
    Lose,
    Move,
    Spawn,
    Variant,
)
from games.rules.roots.refusals import why_not
from games.rules.roots.root import Root, root_of
from games.rules.roots.stages import (
    THROWING,
    Choosing,
    Growing,
    Losing,
    Resting,
    Settling,
    Spawning,
    Stage,
    dump_stage,
    load_stage,
)
from ground.wording import gettext

LOOKS = 4  # places among which bots expect a player to choose for reach alone
GAME, FORMAT = "roots", 1  # of what ``dump`` writes


class Moment(NamedTuple):
    """What a position knows."""

    variant: Variant
    garden: Garden
    turn: int  # turns begun before this one; one for the first bead and one for the first nutrient of every seat
    stage: Resting
    is_last: bool = False  # whether the game ends with this turn
    places: Nodes = 0  # the nodes to choose from, where the stage asks for one
    recent: Nodes = 0  # where beads and nutrients were put since a die was last chosen
    effects: tuple[Effect, ...] = ()


class Position(base.Position[Move], Moment):
    """See :class:`games.rules.base.Position`."""

    __slots__ = ()
    turns_ahead = 1  # what more turns bring is mostly luck of the dice

    @property
    def key(self) -> Hashable:
        return self.variant, self.garden, self.turn, self.stage, self.is_last

    @property
    def to_act(self) -> Seat | Roll | None:
        return self.stage.to_act

    @property
    def turn_of(self) -> Seat | None:
        return None if self.to_act is None else self.mover

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is, or was when the game ended."""
        return self.turn % self.variant.seats

    @property
    def is_setup(self) -> bool:
        """Whether the first beads and nutrients, one of each from every seat, are still being placed."""
        return self.variant.is_setup(self.turn)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.garden.points

    def prospects(self) -> tuple[float, ...]:
        if self.to_act is None:
            return self.scores
        return tuple(map(add, self.scores, outlook.hopes(self.garden)))

    def rated_moves(self) -> list[tuple[float, Move]]:
        garden, seat = self.garden, self.mover
        match self.stage:
            case Growing():
                now, node = self._lead_once_placed, outlook.worth_of_node(garden)
                gains = outlook.bead_gains(garden, seat, self.places)
                return [
                    (now + gains.get(move.at, 0.0) + node * outlook.reach_gain(garden, seat, move.at), move)
                    for move in pick(BEADS, self.places)
                ]
            case Choosing():
                return [*outlook.rated_dice(garden, seat, lead(self.prospects(), seat), self._dice)]
            case Spawning() if garden.stack > 1 and not self.is_last:
                return self._rated_spawns()
        return super().rated_moves()

    @property
    def _lead_once_placed(self) -> float:
        """The mover's lead with one bead less in its store."""
        spent = outlook.STORED if self.garden.stores[self.mover] <= outlook.STORED_AT_MOST else 0
        return lead(self.prospects(), self.mover) - spent

    def _rated_spawns(self) -> list[tuple[float, Move]]:
        garden, seat, now = self.garden, self.mover, lead(self.prospects(), self.mover)
        bare = garden.taken & ~garden.sown  # where a bead is lost instead
        return [
            (
                lead(self.play(move).prospects(), seat)
                if bare >> move.at & 1
                else now + outlook.marker_gain(garden, seat, move.at),
                move,
            )
            for move in pick(SPAWNS, self.places)
        ]

    def likely_move(self, random: Random) -> Move:
        if not isinstance(self.stage, Growing):
            return super().likely_move(random)
        garden, seat = self.garden, self.mover
        gains = outlook.bead_gains(garden, seat, self.places)
        if not gains:
            some = [random_member(self.places, random) for _ in range(LOOKS)]
            return BEADS[max(some, key=lambda at: outlook.reach_gain(garden, seat, at))]
        node = outlook.worth_of_node(garden)
        return BEADS[max(gains, key=lambda at: gains[at] + node * outlook.reach_gain(garden, seat, at))]

    def legal_moves(self) -> Iterator[Move]:
        match self.stage:
            case Choosing():
                return iter(self._dice)
            case Losing(_, arms):
                return iter([LOSSES[arm.first] for arm in arms])
        return pick(self._steps, self.places)

    def random_move(self, random: Random) -> Move:
        if self.places:
            return self._steps[random_member(self.places, random)]
        return super().random_move(random)

    @property
    def _steps(self) -> tuple[Bead, ...] | tuple[Spawn, ...]:
        """The steps by node, legal or not, where the stage asks for one."""
        return SPAWNS if isinstance(self.stage, Spawning) else BEADS

    @property
    def _dice(self) -> tuple[Die, ...]:
        """The dice that the mover may choose: with an empty store only the one that fills it."""
        return ALL_DICE if self.garden.stores[self.mover] else ALL_DICE[-1:]

    def is_legal(self, move: Move) -> bool:
        match self.stage:
            case Growing() | Settling():
                return isinstance(move, Bead) and bool(self.places >> move.at & 1)
            case Choosing():
                return isinstance(move, Die) and move in self._dice
            case Spawning():
                return isinstance(move, Spawn) and bool(self.places >> move.at & 1)
            case Losing(_, arms):
                return isinstance(move, Lose) and any(arm.first == move.at for arm in arms)
        return False

    def forced_move(self) -> Move | None:
        match self.stage:
            case Choosing(seat) if not self.garden.stores[seat]:
                return DICE[SUNBATHE]
            case Spawning() if self.places.bit_count() == 1:
                return SPAWNS[self.places.bit_length() - 1]
        return None

    def preferred_move(self, preference: str) -> Move | None:
        match self.stage:
            case Spawning(seat):
                node = preferences.preferred_node(
                    preference, self.places, self.garden.roots[seat].beads, self.garden.sown
                )
                return None if node is None else SPAWNS[node]
            case Losing(_, arms):
                arm = preferences.preferred_arm(preference, arms, self.garden.sown)
                return None if arm is None else LOSSES[arm.first]
        return None

    def play(self, move: Move) -> Position:
        if not self.is_legal(move):
            raise IllegalMove(why_not(move, self))
        if isinstance(move, Die):  # often asked, and nothing on the table changes
            return Position(self.variant, self.garden, self.turn, THROWING[move.sides], self.is_last)
        course = self._course()
        course.play(self.stage, move)
        return _rest(course)

    def roll(self, faces: Sequence[int]) -> Position:
        roll = self.stage.to_act
        if not isinstance(roll, Roll):
            raise IllegalMove(gettext("No dice are to be rolled now."))
        if len(faces) != len(roll.dice) or min(faces) < 1 or any(map(gt, faces, roll.dice)):
            raise IllegalMove(
                gettext("The dice to be rolled now are {dice}.").format(
                    dice=", ".join(f"d{sides}" for sides in roll.dice)
                )
            )
        course = self._course()
        course.roll(self.stage, faces)
        return _rest(course)

    def _course(self) -> Course:
        return Course(self.variant, self.garden, self.turn, self.recent, is_last=self.is_last)

    def outcome(self) -> Outcome | None:
        return Outcome(places_of(self.scores), "score") if self.to_act is None else None

    def dump(self) -> JSON:
        variant, garden = self.variant, self.garden
        return {
            "format": FORMAT,
            "game": GAME,
            "options": {
                "players": variant.seats,
                "beads": variant.beads,
                "nutrients": variant.nutrients,
                "value_at": variant.value_at,
                "one_nutrient": variant.one_nutrient,
            },
            "roots": [names(root.beads) for root in garden.roots],
            "markers": {NAMES[node]: list(values) for node, values in garden.nutrients},
            "stores": list(garden.stores),
            "points": list(garden.points),
            "stack": garden.stack,
            "turn": self.turn,
            "stage": dump_stage(self.stage),
            "is_last": self.is_last,
            "recent": names(self.recent),
        }


def _rest(course: Course) -> Position:
    """The position that a course has come to."""
    return Position(
        course.variant,
        course.garden,
        course.turn,
        course.stage,
        course.is_last,
        course.places,
        course.recent,
        tuple(course.effects),
    )


def start_position(variant: Variant) -> Position:
    """The empty board, seat 1 to place its first bead."""
    seats = variant.seats
    garden = Garden(
        roots=(Root(),) * seats,
        stores=(FIRST_STORE,) * seats,
        piles=(variant.beads - FIRST_STORE,) * seats,
        points=(0,) * seats,
        stack=variant.nutrients,
    )
    return _resumed(Course(variant, garden, 0, 0, is_last=False), Settling(0))


def load_position(data: JSON) -> Position:
    """The position that :meth:`Position.dump` wrote. Piles are what is neither on the board nor in a store.

    Raises FormatError.
    """
    check_format(data, GAME, FORMAT)
    options = data["options"]
    variant = Variant(
        options["players"], options["beads"], options["nutrients"], options["value_at"], options["one_nutrient"]
    )
    roots = [root_of(set_of(listed)) for listed in data["roots"]]
    stores = data["stores"]
    garden = Garden(
        roots=tuple(roots),
        stores=tuple(stores),
        piles=tuple(variant.beads - root.beads.bit_count() - store for root, store in zip(roots, stores, strict=True)),
        points=tuple(data["points"]),
        stack=data["stack"],
        nutrients=tuple(sorted((NAMES.index(name), tuple(values)) for name, values in data["markers"].items())),
        taken=sum(root.beads for root in roots),
        sown=set_of(data["markers"]),
    )
    course = Course(variant, garden, data["turn"], set_of(data["recent"]), is_last=data["is_last"])
    return _resumed(course, load_stage(data["stage"]))


def _resumed(course: Course, stage: Stage) -> Position:
    """The position in which the game waits in that stage."""
    course.resume(stage)
    return _rest(course)
