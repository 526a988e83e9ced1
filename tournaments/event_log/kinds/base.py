"""What every kind of entry has, with defaults, so that a simple kind needs a name, its fields and a sentence. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, Self

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from tournaments.event_log.kinds.codec import Malformed, dump_fields, load_fields
from tournaments.event_rules.layouts import Form
from tournaments.standings.matches import EmptyBoard, GameResult
from tournaments.standings.tables import Bye

REVERTED = "reverted"  # the kind of entry by which a director takes another one back


@dataclass(slots=True)
class Fold:
    """What the entries of a log have come to so far; each entry changes it in turn (``Kind.apply``).

    ``results`` by game, ``byes`` by entrant and round; ``void`` fixtures count for nobody, and in ``provisional``
    ones open games count as draws; ``added`` are the games that a fixture has besides the usual ones. By entrant:
    ``asked`` are the rounds that they asked to sit out, ``gone`` is the round from which on they are not paired any
    more, ``status`` is how they take part (as ``Kind.status``), and ``left_by`` is the number of the entry by which
    they left. ``apart`` are the pairs that directors keep apart, ``chosen`` by round the pairs that they have chosen.
    ``seeds`` are the entrants whom they have seeded before all others, in order; ``placed`` by entrant the tier and the
    pool that they have chosen, 0 for any pool. Of teams: ``squads`` are the players of each, in the order of its list,
    ``line_ups`` those by board that were named for a round, and ``empty`` by fixture the boards without a player.
    """

    results: dict[int, GameResult] = field(default_factory=dict)
    byes: dict[tuple[int, int], Bye] = field(default_factory=dict)
    void: set[int] = field(default_factory=set)
    provisional: set[int] = field(default_factory=set)
    asked: dict[int, frozenset[int]] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    added: dict[int, int] = field(default_factory=dict)
    status: dict[int, str] = field(default_factory=dict)
    left_by: dict[int, int] = field(default_factory=dict)
    apart: set[frozenset[int]] = field(default_factory=set)
    chosen: dict[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    placed: dict[int, tuple[int, int]] = field(default_factory=dict)
    squads: dict[int, tuple[int, ...]] = field(default_factory=dict)
    line_ups: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    empty: dict[int, tuple[EmptyBoard, ...]] = field(default_factory=dict)


class Wanted(NamedTuple):
    """What a sentence needs looked up before it can be made: numbers of entrants, players, fixtures and games, and of
    another entry of the log that it quotes."""

    entrants: Collection[int] = ()
    players: Collection[int] = ()
    fixtures: Collection[int] = ()
    games: Collection[int] = ()
    entry: int | None = None


class Meeting(NamedTuple):
    """A fixture as a sentence names it."""

    round: int
    entrants: tuple[int, ...]


class Names(Protocol):
    """The names that were looked up for one entry, as they were when it was written."""

    @property
    def is_ladder(self) -> bool: ...

    @property
    def has_groups(self) -> bool: ...

    @property
    def division(self) -> str:
        """The title of the entry's division; empty where there is only one."""

    def title_of(self, division: int) -> str:
        """The title of another division of the event; empty where there is only one."""

    def entrant(self, key: int) -> str:
        """The player who had an entrant's place then."""

    def player(self, key: int | None) -> str:
        """A player's name; empty for None."""

    def seats(self, game: int) -> Sequence[str]:
        """The players of a game by seat, as they sat then."""

    def played(self, game: int) -> Sequence[str]:
        """The players of a game that is over by seat, as they sat at its end."""

    def fixture(self, key: int) -> Meeting | None: ...

    def sentence_of(self, seq: int) -> str:
        """The sentence of another entry; empty if there is none."""


class Roster(Protocol):
    """The people of an event, as somebody who notifies them asks for them: players by their numbers."""

    @property
    def director(self) -> int: ...

    @property
    def form(self) -> str: ...

    def deciders(self, *, with_arbiters: bool) -> Iterable[int]:
        """Everybody who directs the event, and the arbiters where it is about a game."""

    def player(self, entrant: int) -> int:
        """The player who has an entrant's place now."""

    def everybody(self) -> Iterable[int]:
        """All who take part, wait or stand by, and the director."""

    def has_open_games(self) -> bool: ...

    def playing(self, fixtures: Collection[int]) -> Iterable[int]:
        """The players of the open games of these fixtures."""

    def playing_in_round(self, number: int | None) -> Iterable[int]:
        """The players of open games of a round (None: of any) in the entry's division, or in all if it has none."""

    def entry(self, seq: int) -> Kind:
        """Another entry of the log."""

    def is_replaced(self, entrant: int, *, since: int) -> bool:
        """Whether a substitute has taken over an entrant's place after the entry ``since``."""


class Opposite(NamedTuple):
    """The action by which directors undo an entry that cannot be reverted, with the values of its form."""

    action: str
    values: Mapping[str, object]


class Course(NamedTuple):
    """How far an event has come: the rounds that are ``paired``, and its ``state`` in words."""

    name: str
    state: str
    has_started: bool
    is_running: bool
    is_archived: bool
    paired: int


@dataclass(frozen=True, kw_only=True)
class Kind:
    """The payload of an entry of one kind.

    ``status``: how an entrant (``entrant`` among the fields) takes part after it, in the words of ``Entrant.Status``;
    ``reverted_by``: the kind of entry that reverts it, if any does; ``decides_game``: it says how a game counts;
    ``of_event``: it concerns the whole event, and can be reverted all the same;
    ``is_routine``: it belongs to the normal course of play, so it is left out where only announcements and actions are
    listed; ``in_feed``: it is worth an item of the event's feed.
    """

    slug: ClassVar[str]
    status: ClassVar[str] = ""
    reverted_by: ClassVar[str] = ""
    later: ClassVar[frozenset[str]] = frozenset()  # fields that older entries do not have, left out when empty
    of_event: ClassVar[bool] = False
    decides_game: ClassVar[bool] = False
    is_routine: ClassVar[bool] = False
    in_feed: ClassVar[bool] = False

    actor: Annotated[int | None, "The player who acted; left out if it follows from the rules of the event."] = None
    staff: Annotated[bool, "True if staff who do not direct the event acted; otherwise left out."] = False
    why: Annotated[str, "The reason given; left out if there is none."] = ""
    key: Annotated[str | None, "The name of the request, which is carried out only once; left out if none."] = None
    provisional: Annotated[bool, "True if ratings wait until the decision is confirmed; otherwise left out."] = False

    def dump(self) -> dict[str, Any]:
        """The JSON that the log stores and publishes; what every kind has is left out when it is empty or false, and so
        are fields in ``later``."""
        optional = OPTIONAL | self.later
        return {name: value for name, value in dump_fields(self).items() if name not in optional or value}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The payload that ``dump`` wrote. Raises Malformed."""
        try:
            return cls(**load_fields(cls, data, OPTIONAL | cls.later))
        except Malformed as error:
            raise Malformed(
                gettext("An entry {slug} cannot be read. {error}").format(slug=cls.slug, error=error)
            ) from error

    def apply(self, fold: Fold, seq: int) -> None:
        """Change what the log comes to by this entry, which has the number ``seq``."""

    @property
    def reverts(self) -> int | None:
        """The number of the entry that this one reverts."""
        return None

    def refusal_to_revert(self, course: Course) -> str:
        """Why the entry cannot be reverted any more; empty if it can."""
        return ""

    def opposite(self, names: Names) -> Opposite | None:
        """What undoes the entry where it cannot be reverted; None if nothing does."""
        return None

    @property
    def about_game(self) -> int | None:
        """The number of the game that the entry is about."""
        return None

    def concerns(self, roster: Roster) -> Iterable[int]:
        """The players who are notified of it. Whoever did it is left out later."""
        return ()

    def concerns_when_reverted(self, roster: Roster, seq: int) -> Iterable[int]:
        """The players who are notified when this entry, number ``seq``, is reverted."""
        return self.concerns(roster)

    def names(self) -> Wanted:
        """What ``sentence`` needs looked up, besides the actor."""
        return Wanted()

    def sentence(self, names: Names) -> str:
        """What happened, for anybody who reads the log. Each kind has its own."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class BeforeStart(Kind):
    """Something that directors decide before the start; it can be reverted until then."""

    reverted_by: ClassVar[str] = REVERTED
    of_event: ClassVar[bool] = True

    def refusal_to_revert(self, course: Course) -> str:
        if not course.has_started:
            return ""
        return _("%(event)s has started, and this was part of it.") % {"event": course.name}


OPTIONAL = frozenset({"actor", "staff", "why", "key", "provisional"})


@dataclass(frozen=True, kw_only=True)
class OfGame(Kind):
    """How a game counts. A later entry of the same game counts instead of an earlier one."""

    decides_game: ClassVar[bool] = True

    result: GameResult

    def apply(self, fold: Fold, seq: int) -> None:
        fold.results[self.result.game] = self.result

    @property
    def about_game(self) -> int:
        return self.result.game

    def names(self) -> Wanted:
        return Wanted(games=[self.result.game])


@dataclass(frozen=True, kw_only=True)
class WithByes(Kind):
    """Rounds that entrants sit out, and what that is worth to them."""

    byes: tuple[Bye, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        for bye in self.byes:
            fold.byes[bye.entrant, bye.round] = bye

    def names(self) -> Wanted:
        return Wanted(entrants=[bye.entrant for bye in self.byes])


@dataclass(frozen=True, kw_only=True)
class Departure(Kind):
    """An entrant leaves, and is not paired from ``round`` on; fixtures that are ``void`` count for nobody."""

    entrant: int
    round: int
    void: tuple[int, ...] = ()

    in_feed: ClassVar[bool] = True

    def apply(self, fold: Fold, seq: int) -> None:
        fold.void.update(self.void)
        fold.gone[self.entrant] = self.round
        fold.status[self.entrant] = self.status
        fold.left_by[self.entrant] = seq

    def concerns(self, roster: Roster) -> Iterable[int]:
        """The player, the director, and opponents on a ladder, whose games go on without counting."""
        opponents = roster.playing(self.void) if roster.form == Form.LADDER else ()
        return [roster.player(self.entrant), roster.director, *opponents]

    def concerns_when_reverted(self, roster: Roster, seq: int) -> Iterable[int]:
        """Nobody where a substitute has the place, whose own entry is enough."""
        return () if roster.is_replaced(self.entrant, since=seq) else self.concerns(roster)

    def names(self) -> Wanted:
        return Wanted(entrants=[self.entrant])
