"""What steps and dice do: the inside of a position, changed until somebody has to act or dice have to fall."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.base import Effect, Seat
from games.rules.roots import rain
from games.rules.roots.garden import Garden
from games.rules.roots.grid import NAMES, STAR_POINTS, Node, Nodes, crossings
from games.rules.roots.growth import finds, open_places
from games.rules.roots.pieces import FIRST_TURNS, MOST_NUTRIENTS, SUNBATHE, TURNS, Bead, Lose, Move, Spawn, Variant
from games.rules.roots.root import Arm, ends_at_stake
from games.rules.roots.stages import (
    CHECKING,
    CHOOSING,
    COMPARING,
    OVER,
    PASSING,
    Checking,
    Comparing,
    Growing,
    Losing,
    Passing,
    Raining,
    Resting,
    Scattering,
    Settling,
    Spawning,
    Stage,
    Sunbathing,
    Throwing,
    Valuing,
)


class Course:
    """Made for one step or one roll. Steps are known to be legal, faces to be possible.

    ``resume`` carries the game on to the next stage in which it waits; everything else ends by calling it.
    """

    __slots__ = ("effects", "garden", "is_last", "places", "recent", "stage", "turn", "variant")

    def __init__(self, variant: Variant, garden: Garden, turn: int, recent: Nodes, *, is_last: bool) -> None:
        self.variant = variant
        self.garden = garden
        self.turn = turn
        self.recent = recent
        self.is_last = is_last
        self.effects: list[Effect] = []
        self.stage: Resting = OVER
        self.places: Nodes = 0  # the nodes to choose from, where the stage asks for one

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.turn % self.variant.seats

    def play(self, stage: Resting, move: Move) -> None:
        """Play a step, other than the choice of a die, in a stage that waits for it."""
        match move, stage:
            case Bead(node), Growing():
                self._grow(stage, node)
            case Bead(node), _:
                self._place(node)
                self.resume(PASSING)
            case Lose(node), Losing(owner, arms, then):
                self._give_up(owner, next(arm for arm in arms if arm.first == node))
                self.resume(then)
            case Spawn(node), _:
                self._spawn(node)

    def roll(self, stage: Resting, faces: Sequence[int]) -> None:
        """Let the dice fall that a stage waits for."""
        match stage:  # what comes up most often is looked at first
            case Checking():
                self._weather(faces, COMPARING[faces[0]])
            case Throwing(die):
                self._weather(faces, self._growth(die, faces[0]))
            case Valuing(node):
                self._fill_in(1 << node, faces)
                self._weather(faces, stage)
            case Scattering(again):
                self._weather(faces, Spawning(self.seat, tuple(faces), again))
            case Raining(_, then):  # a 1 among these starts no second rain
                self._fill_in(rain.reached(self.garden), faces)
                self._score()
                self.resume(then)

    def resume(self, stage: Stage) -> None:
        """Enter a stage on the board as it is now, and go on from there if it has nothing to wait for."""
        match stage:  # what comes up most often is looked at first
            case Growing():
                self._go_on_growing(stage)
            case Comparing(face):
                self._compare(face)
            case Passing():
                self._pass_on()
            case Spawning():
                self._offer_nodes(stage)
            case Sunbathing(amount):
                self._sunbathe(amount)
            case Valuing(node, then):
                if self.garden.unvalued(node):
                    self.stage = stage
                else:
                    self.resume(then)
            case Settling():
                self.stage = stage
                self.places = STAR_POINTS & ~self.garden.taken
            case _:
                self.stage = stage

    # Rain

    def _weather(self, faces: Sequence[int], then: Stage) -> None:
        """It rains if a die shows a 1, before anything else; then the game goes on."""
        if 1 not in faces:
            self.resume(then)
            return
        reached = rain.reached(self.garden)
        self._tell("rain", None, "", reached.bit_count())
        if hidden := self.garden.hidden(reached):
            self.stage = Raining(len(hidden), then)
            return
        if reached:
            self._score()
        self.resume(then)

    def _score(self) -> None:
        self.garden, effects = rain.score(self.garden)
        self.effects += effects

    # Growth

    def _growth(self, die: int, face: int) -> Stage:
        """What the die of the growth decides."""
        if die == SUNBATHE:
            return Sunbathing(face)
        self._tell("grows", self.seat, "", min(face, self.garden.stores[self.seat]))
        return Growing(self.seat, die, face)

    def _go_on_growing(self, growing: Growing) -> None:
        """The next bead of the turn, or phase 2 if there is none."""
        garden, seat = self.garden, growing.to_act
        if not growing.left or not garden.stores[seat]:
            self.stage = CHECKING
            return
        if growing.placed & ~garden.taken:
            growing = growing.without(growing.placed & ~garden.taken)
        places = 0 if growing.last is None else finds(garden, seat, growing.last)
        places = places or open_places(garden, seat, growing.die, growing.placed, growing.last, growing.has_attacked)
        if not places:
            self._tell("blocked", seat, "", growing.left)
            self.stage = CHECKING
            return
        self.stage, self.places = growing, places

    def _grow(self, growing: Growing, node: Node) -> None:
        """Place a bead of the growth: on a free node, on a find, or where a bead of another seat is cut out."""
        garden = self.garden
        owner, is_find = garden.owner(node), bool(garden.sown >> node & 1)
        at_stake = [] if owner is None else self._take_off(owner, node, "severed")
        self._place(node)
        has_attacked = growing.has_attacked or owner is not None
        placed = growing.placed | 1 << node
        then: Stage = Growing(growing.to_act, growing.die, growing.left - 1, placed, node, has_attacked)
        if is_find:
            self._tell("found", growing.to_act, NAMES[node])
            then = Valuing(node, CHECKING if self.variant.marks_only_one else then)
        self._cut(owner, at_stake, then)

    def _place(self, node: Node) -> None:
        self.garden = self.garden.with_bead(self.seat, node)
        self.recent |= 1 << node

    def _sunbathe(self, amount: int) -> None:
        """Beads from the pile to the store. A pile that runs out makes this turn the last."""
        seat = self.seat
        taken = min(amount, self.garden.piles[seat])
        self.garden = self.garden.with_supply(seat, taken)
        self._tell("took", seat, "", taken)
        if not self.garden.piles[seat]:
            self._announce_last_turn("pile empty", seat)
        self.stage = CHECKING

    # Severing

    def _take_off(self, owner: Seat, node: Node, kind: str) -> list[Arm]:
        """Remove a bead from its root. Returns the ends that are at stake with it."""
        at_stake = ends_at_stake(self.garden.roots[owner], node)
        self.garden = self.garden.without_beads(owner, 1 << node)
        self._tell(kind, owner, NAMES[node])
        return at_stake

    def _cut(self, owner: Seat | None, at_stake: list[Arm], then: Stage) -> None:
        """Lose one of the ends that a removed bead leaves at stake; among several the owner has to choose."""
        if owner is not None and len(at_stake) > 1:
            self._tell("torn", owner, "", len(at_stake))
            self.stage = Losing(owner, tuple(at_stake), then)
            return
        if owner is not None and at_stake:
            self._give_up(owner, at_stake[0])
        self.resume(then)

    def _give_up(self, owner: Seat, arm: Arm) -> None:
        self.garden = self.garden.without_beads(owner, arm.chain)
        self._tell("lost", owner, NAMES[arm.first], arm.chain.bit_count())

    # Nutrients

    def _fill_in(self, nodes: Nodes, faces: Sequence[int]) -> None:
        """Give the first markers without a value on the nodes their values, as many as there are faces."""
        for node, face in zip(self.garden.hidden(nodes), faces, strict=False):
            self._tell("worth", None, NAMES[node], face)
        self.garden = self.garden.with_values(nodes, faces)

    def _compare(self, face: int) -> None:
        """Whether a nutrient spawns after the d12 of phase 2."""
        nutrients = len(self.garden.nutrients)
        if face > nutrients and nutrients < MOST_NUTRIENTS and self.garden.stack:
            self.stage = Scattering()
            return
        self._tell("barren", None, "", nutrients)
        self.resume(PASSING)

    def _offer_nodes(self, spawning: Spawning) -> None:
        """The choice among the nodes that two d20 allow; in the setup those with beads are left out."""
        places = crossings(*spawning.dice)
        if self.variant.is_setup(self.turn):
            places &= ~self.garden.taken
        if not places:
            self._tell("again", None)
            self.stage = Scattering(spawning.again + 1)
            return
        self.stage, self.places = spawning, places

    def _spawn(self, node: Node) -> None:
        """A nutrient, one more marker of it or, where a bead lies on bare ground, the loss of that bead."""
        self.recent |= 1 << node
        owner = self.garden.owner(node)
        if owner is not None and not self.garden.sown >> node & 1:
            self._cut(owner, self._take_off(owner, node, "uprooted"), PASSING)
            return
        self.garden = self.garden.with_marker(node)
        self._tell("spawned", None, NAMES[node], len(self.garden.markers(node)))
        if not self.garden.stack:
            self._announce_last_turn("stack empty", None)
        is_valued = self.variant.is_valued_at_spawn or owner is not None
        self.resume(Valuing(node, PASSING) if is_valued else PASSING)

    # Turns

    def _pass_on(self) -> None:
        """The next seat's turn, or the end of the game."""
        seats = self.variant.seats
        self.turn += 1
        if self.is_last:
            self.stage = OVER
        elif self.turn == (FIRST_TURNS + TURNS) * seats:
            self._tell("turn limit", None, "", TURNS)
            self.stage = OVER
        elif not self.variant.is_setup(self.turn):
            self.stage = CHOOSING[self.seat]
        else:
            self.resume(Settling(self.seat) if self.turn < seats else Scattering())

    def _announce_last_turn(self, kind: str, seat: Seat | None) -> None:
        self.is_last = True
        self._tell(kind, seat)

    def _tell(self, kind: str, seat: Seat | None, where: str = "", amount: int = 0) -> None:
        self.effects.append(Effect(kind, seat, where, amount))
