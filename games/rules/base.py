"""The contract that every game fulfils. Plain Python: nothing here knows of Django, players, clocks or mail.

Three ideas carry it. A :class:`Position` is one immutable moment of a game. A *move* is one atomic decision,
called a step in records: a placement, a choice, a pass. :class:`Rules` is one game as a stateless object that
starts positions and turns moves into text and back.

It is long because the contract of a game is read as a whole.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeAlias, TypeVar

from games.rules.facets import WHOLE_STEP, Facet, FacetValues, Withheld
from games.rules.folding import fold
from ground.wording import gettext

Seat: TypeAlias = int  # 0-based in code, 1-based to people
Options: TypeAlias = Mapping[str, str | int]
JSON: TypeAlias = Any

M = TypeVar("M", bound=Hashable)
P = TypeVar("P", bound="Position[Any]")
COST_OF_STEP = 5  # in hundredths of a millisecond: see Position.cost_of
T = TypeVar("T")


class MoveError(ValueError):
    """A move that cannot be played. The message is one sentence or two, written for the player."""

    code = "invalid"


class UnreadableMove(MoveError):
    """The text is not notation of this game; the message shows what would be."""

    code = "unreadable"


class AmbiguousMove(MoveError):
    """The text fits several legal moves; the message lists them."""

    code = "ambiguous"


class IllegalMove(MoveError):
    """One clear move that the rules do not allow now; the message says why."""

    code = "illegal"


class FormatError(ValueError):
    """Values that are no position of a game in the format that it reads; the message says what they are."""


class OptionError(ValueError):
    """An option or a number of players that the game does not have; the message lists what it has."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice a position waits for: the number of sides of each, and what they decide."""

    dice: tuple[int, ...]
    why: str


class Effect(NamedTuple):
    """Something that the last step did besides itself ("paid", "refilled"): raw material of messages."""

    kind: str
    seat: Seat | None = None
    where: str = ""
    amount: int = 0
    beside: tuple[str, ...] = ()  # the other places of something that has several


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended by its own rules. ``places`` by seat: 1 + the number of seats with more points."""

    places: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Table:
    """A board, or a part of it, for readers who listen: what lies at each place, under the names that notation uses.

    ``rows`` have a head and a cell for each of the ``columns``; a cell is empty where the board has no place.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One variant option of a game. ``values`` are the allowed ones: words with the usual one first, or a range.

    A range needs ``usual``, which says for a number of seats what the option is when it is left out. ``described``,
    ``title`` and the ``words`` for the values are marked for translation; without title and words pages show the name
    and the values as they are written.
    """

    name: str
    values: tuple[str, ...] | range
    described: str
    usual: Callable[[int], int] | None = None
    title: str = ""
    words: tuple[str, ...] = ()

    @property
    def meaning(self) -> str:
        """What the option decides, in the language of the reader."""
        return gettext(self.described)

    @property
    def label(self) -> str:
        """What it is called, in the language of the reader."""
        return gettext(self.title) if self.title else self.name.replace("_", " ")

    def in_words(self, value: str | int) -> str:
        """One of its values in the language of the reader."""
        if not self.words or isinstance(self.values, range) or value not in self.values:
            return str(value)
        return gettext(self.words[self.values.index(str(value))])

    def default(self, seats: int) -> str | int:
        """What the option is when it is left out."""
        return self.usual(seats) if self.usual else self.values[0]

    def allows(self, value: object) -> bool:
        """Whether the option can be that; a number is an int and nothing that equals one."""
        return type(value) is type(self.values[0]) and value in self.values

    @property
    def allowed(self) -> str:
        """The allowed values in words: "20 to 180", "touch, spawn"."""
        if isinstance(self.values, range):
            return gettext("{values} to {values_2}").format(values=self.values[0], values_2=self.values[-1])
        return ", ".join(self.values)


@dataclass(frozen=True, slots=True)
class Preference:
    """How a player may want a choice to be made that comes up only later, perhaps out of turn.

    ``text`` is how it is written, a step of a message. ``described`` says which move it chooses, ``asked`` when: a
    title, the same for all among which one is chosen. Both are marked for translation.
    """

    text: str
    described: str
    asked: str

    @property
    def meaning(self) -> str:
        """Which move it chooses, in the language of the reader."""
        return gettext(self.described)

    @property
    def question(self) -> str:
        """When it chooses, in the language of the reader."""
        return gettext(self.asked)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What players of a game want at hand beside every board: its pieces and their names."""

    title: str
    text: str  # ASCII, at most 76 columns
    svg: str  # stand-alone, like a board


class Position(ABC, Generic[M]):
    """One moment of a game: immutable to everybody outside, complete, comparable, hashable.

    A game's own class is this one and a named tuple: nobody can change it, and making one costs little.
    ``effects`` tells what the last step did and takes no part in equality.
    """

    __slots__ = ()

    effects: tuple[Effect, ...]
    turns_ahead: ClassVar[int] = 4  # turns that the strong bot plays on before it compares prospects

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """What two positions have in common that are equal: all that may matter for how the game goes on."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __ne__(self, other: object) -> bool:  # a tuple has its own, which would compare the effects too
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    @abstractmethod
    def to_act(self) -> Seat | Roll | None:
        """The seat that must act (perhaps out of turn), the dice that must fall, or None when the game is over.

        Seat 0 is falsy: ask with ``match`` or ``isinstance``, never by truth.
        """

    @property
    def seat_to_act(self) -> Seat | None:
        """The seat that must act; None when dice must fall or the game is over."""
        to_act = self.to_act
        return to_act if isinstance(to_act, int) else None

    @property
    def turn_of(self) -> Seat | None:
        """The seat whose turn it is, also while dice fall or another seat answers out of turn; None after the end."""
        return self.seat_to_act

    @property
    def is_answer(self) -> bool:
        """Whether the seat to act answers in the turn of another one, which then goes on or is over."""
        return self.seat_to_act is not None and self.seat_to_act != self.turn_of

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """The game's own points by seat, as they stand now."""

    def prospects(self) -> tuple[float, ...]:
        """What each seat may hope to score, in points: what bots compare. At the end it is ``scores``.

        Games override it where the scores tell late who stands well.
        """
        return self.scores

    def rated_moves(self) -> list[tuple[float, M]]:
        """Each legal move with the lead of the seat to act after it, by prospects: what bots look at first.

        In the order of ``legal_moves``. Games override it where a good guess is cheaper than playing every move.
        """
        seat = self.seat_to_act
        return [] if seat is None else [(lead(self.play(move).prospects(), seat), move) for move in self.legal_moves()]

    def likely_move(self, random: Random) -> M:
        """One of the best rated moves by lot: what bots expect of a player.

        Games override it where that is cheaper, if need be with a move that is only nearly as good.
        """
        rated = self.rated_moves()
        most = max([worth for worth, _ in rated])
        return random.choice([move for worth, move in rated if worth == most])

    @abstractmethod
    def legal_moves(self) -> Iterator[M]:
        """Each atomic move of the seat to act once, in a fixed order. Empty unless a seat is to act."""

    def is_legal(self, move: M) -> bool:
        """Whether the move is in the list; games override it where a direct test is cheaper."""
        return any(move == other for other in self.legal_moves())

    def forced_move(self) -> M | None:
        """The only legal move where the rules count it as forced (a pass, a done), which the service plays at once."""
        return None

    def preferred_move(self, preference: str) -> M | None:
        """The legal move that the preference (its text) chooses; None where the choice is not the one it is about."""
        return None

    def random_move(self, random: Random) -> M:
        """A legal move, each as likely as any other; games override it where that is cheaper than the list."""
        return random.choice(list(self.legal_moves()))

    @abstractmethod
    def play(self, move: M) -> Self:
        """The position after the move. Raises IllegalMove with the reason."""

    def cost_of(self, move: M) -> int:
        """What reading and playing the move costs, in hundredths of a millisecond; games override it where it varies.

        It must cost next to nothing itself, and no legal move may take far longer than it says.
        """
        return COST_OF_STEP

    def roll(self, faces: Sequence[int]) -> Self:
        """The position after the dice of ``to_act`` showed ``faces``. Raises IllegalMove for dice not waited for."""
        raise IllegalMove(gettext("This game has no dice."))

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Places and reason once nobody is to act; None before."""

    @abstractmethod
    def dump(self) -> JSON:
        """The position as JSON: the object that ``Rules.position_schema`` describes, read back by :meth:`Rules.load`.

        Seats count from 1, and places are written as in steps.
        """


class Rules(ABC, Generic[P, M]):
    """One game as a stateless object."""

    slug: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]  # rises when the same record would give another position
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()  # without the number of players
    colours: ClassVar[tuple[str, ...]]  # by seat, names of ``drawing.PAINTS``
    has_dice: ClassVar[bool] = False
    is_uneven: ClassVar[bool] = False  # one seat has an advantage, so that the rulebook counts matches and not games
    omens: ClassVar[Mapping[str, int]] = {}  # what players call it when a die shows a face: words for plans
    simulations: ClassVar[int] = 24  # with which the strong bot thinks about a step: see benchmarks/README.md
    turn_limit: ClassVar[str] = ""  # what ends a turn by itself: a sentence for a player who sent a step too many
    position_schema: ClassVar[JSON]  # JSON schema of what ``Position.dump`` writes
    preferences: ClassVar[tuple[Preference, ...]] = ()  # that may stand in a message
    standing_preferences: ClassVar[
        tuple[Preference, ...]
    ] = ()  # those that may answer out of turn, first the one on expiry
    facet_order: ClassVar[tuple[Facet, ...]] = (WHOLE_STEP,)  # in which facets of steps are offered
    sides: ClassVar[tuple[str, ...]] = ()  # of a board in space, from which it can be drawn; ``svg`` takes the first

    @property
    def folder(self) -> Path:
        """Where the texts of the game lie: ``PLAY.md`` for its players, ``RULINGS.md`` with the readings we chose, and
        ``ADVICE.md`` on playing well."""
        return Path(inspect.getfile(type(self))).parent

    def options_in_words(self, options: Options) -> dict[str, str]:
        """Options by what they are called, with their values in words, in the language of the reader."""
        known = {option.name: option for option in self.options}
        return {known[name].label: known[name].in_words(value) for name, value in options.items() if name in known}

    def check_options(self, seats: int, options: Options) -> dict[str, str | int]:
        """The full set of options, defaults filled in. Raises OptionError saying what would be right."""
        if seats not in self.seats:
            allowed = (
                f"{self.seats[0]}"
                if len(self.seats) == 1
                else gettext("{seats} to {seats_2}").format(seats=self.seats[0], seats_2=self.seats[-1])
            )
            raise OptionError(
                gettext("{value} is for {allowed} players, not {seats}.").format(
                    value=self.title, allowed=allowed, seats=seats
                )
            )
        known = {option.name: option for option in self.options}
        for name, value in options.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(
                    gettext("{value} has no option {name}; its options: {names}.").format(
                        value=self.title, name=f"{name!r}", names=names
                    )
                )
            if not known[name].allows(value):
                usual = (
                    gettext(" (usual for {seats} players: {default})").format(
                        seats=seats, default=known[name].default(seats)
                    )
                    if known[name].usual
                    else ""
                )
                raise OptionError(
                    gettext("{name} cannot be {value}; it can be {allowed}{usual}.").format(
                        name=name, value=f"{value!r}", allowed=known[name].allowed, usual=usual
                    )
                )
        return {name: options.get(name, option.default(seats)) for name, option in known.items()}

    @abstractmethod
    def most_turns(self, seats: int, options: Options) -> int:
        """No game with these options has more turns of all seats together: what a time control can add up to.

        Answers out of turn are no turns.
        """

    def usual_turns(self, seats: int, options: Options) -> int:
        """About how many turns a game has, where that is far from the most there can be."""
        return self.most_turns(seats, options)

    def most_answers(self, seats: int, options: Options) -> int:
        """No game with these options asks for more answers out of turn."""
        return 0

    @abstractmethod
    def start(self, seats: int, options: Options | None = None) -> P:
        """The position before the first step. Raises OptionError."""

    @abstractmethod
    def load(self, data: JSON) -> P:
        """The position that ``dump`` wrote. Raises FormatError for one of another game or in another format."""

    @abstractmethod
    def parse(self, text: str, position: P) -> M:
        """The one move that the text names. Case and spaces around punctuation do not matter.

        Raises UnreadableMove, AmbiguousMove or IllegalMove. A returned move is legal.
        """

    def read_preference(self, text: str) -> Preference | None:
        """The preference that the text is, in any case and spacing; None for every other text."""
        written = " ".join(text.lower().split())
        return next((preference for preference in self.preferences if preference.text == written), None)

    def ignores(self, text: str, position: P) -> bool:
        """Whether the text is a harmless leftover here, such as a ``done`` after a turn that is already over."""
        return False

    @abstractmethod
    def format(self, move: M, position: P) -> str:
        """The canonical text of a move that is legal in the position: ASCII, one line. Inverse of ``parse``."""

    def facets_of(self, move: M, position: P) -> FacetValues:
        """The values of a legal move in the facets of the game; no two legal moves of a position have the same.

        A facet that the move does not have is left out. A facet with several values is picked by any of them.
        """
        return {WHOLE_STEP.name: (self.format(move, position),)}

    def value_words(self, facet: str, value: str, position: P) -> str:
        """What a button for the value of a facet says."""
        return value

    def move_words(self, move: M, position: P) -> str:
        """A legal move in words, to be spoken: what is put where, without what follows from it."""
        return self.format(move, position)

    def move_picture(self, move: M) -> str:
        """What a move puts on the board as a small SVG in the colour of the text around it; empty without one."""
        return ""

    def withheld(self, facet: str, position: P) -> tuple[Withheld, ...]:
        """The values of the facet that are shown beside those of legal moves, but cannot be picked."""
        return ()

    def place_words(self, position: P) -> Mapping[str, str]:
        """What lies at each place that the drawing names: "empty", "blue small to c5"."""
        return {}

    def marks_of(self, position: P, after: P) -> Mapping[str, tuple[str, ...]]:
        """What a drawing shows ahead of a step from a position to the one after it: places by the name of a mark.

        ``falls`` are the places of pieces that the step takes off, ``at-stake`` those of pieces among which somebody
        has to choose. A step with marks is shown before it is chosen.
        """
        return {}

    def holdings(self, position: P, seat: Seat) -> str:
        """What a seat has beside the board, in a few words; blank where it has nothing or the page shows it."""
        return ""

    # ``over``: the game was ended by something that is no rule, such as a resignation, so nobody is shown as to act.

    @abstractmethod
    def text(self, position: P, *, over: bool = False) -> str:
        """The board for a monospaced mail: ASCII, at most 78 columns, with what each mark means."""

    @abstractmethod
    def svg(self, position: P, *, over: bool = False) -> str:
        """The board as a stand-alone SVG with viewBox, title and description; no script, no outside reference."""

    def svg_from(self, side: str, position: P, *, over: bool = False) -> str:
        """The same, of a board in space seen from one of ``sides``."""
        return self.svg(position, over=over)

    @abstractmethod
    def describe(self, position: P, *, over: bool = False) -> str:
        """The position in words, for the alt text of the picture: a few sentences."""

    @abstractmethod
    def tables(self, position: P) -> list[Table]:
        """The board as tables in words."""

    @abstractmethod
    def hint(self, position: P) -> str:
        """What the seat to act may do: how many moves there are and, with placeholders, how one is written.

        Never contains a move that could be played as it stands.
        """

    @abstractmethod
    def prompt(self, position: P) -> str:
        """What the seat to act does now, without how it is written: for players who point."""

    def sheet(self) -> Sheet | None:
        """The sheet of the game's pieces; None for a game that needs none."""
        return None

    @abstractmethod
    def describe_effect(self, effect: Effect) -> str:
        """One effect as a sentence fragment for the log ("pays 3 to the pot")."""


def check_format(data: JSON, game: str, form: int) -> None:
    """Raises FormatError unless the values are a position of that game in the format of that number."""
    found = (data.get("game"), data.get("format")) if isinstance(data, dict) else (None, None)
    if found != (game, form):
        what = (
            gettext("no position")
            if None in found
            else gettext("one of {found} in format {found_2}").format(found=found[0], found_2=found[1])
        )
        raise FormatError(
            gettext("A position of {game} in format {form} is needed, and this is {what}.").format(
                game=game, form=form, what=what
            )
        )


def lead(points: Sequence[float], seat: Seat) -> float:
    """How far a seat is ahead of the others' average."""
    others = len(points) - 1
    return (points[seat] * (others + 1) - sum(points)) / others


def split_steps(text: str) -> list[str]:
    """The steps of one message: parts between semicolons and line ends, blank ones left out.

    Typographic and full-width signs, as telephones and word processors write them, become plain ones.
    """
    return [step for line in text.splitlines() for part in fold(line).split(";") if (step := part.strip())]


def changed(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The values with another one at that index."""
    listed = list(values)
    listed[index] = value
    return tuple(listed)


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Places by seat, 1 + the number of seats with more points, so that ties go 1, 1, 3 (rules/README, outcome)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)
