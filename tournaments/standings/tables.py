"""What the ranking and the tie-breaks look at: each entrant's rounds, played or not, and what they are worth. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext

from tournaments.standings.matches import EmptyBoard, Match
from tournaments.standings.points import POINT, share_points


class Kind(StrEnum):
    """What a round was for an entrant (C.07 article 16.2). Half and zero-point byes are requested ones."""

    PLAYED = "played"
    PAIRING_BYE = "pairing_bye"
    FULL_BYE = "full_point_bye"
    HALF_BYE = "half_point_bye"
    ZERO_BYE = "zero_point_bye"
    WITHDRAWN = "withdrawn"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    OPEN = "open"
    PROVISIONAL = "provisional"  # open, and until it is over a draw, since the next round has been paired
    VOID = "void"


REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.WITHDRAWN})
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}  # "VUR", article 16.1.2
PLAYED, PROVISIONAL = Kind.PLAYED, Kind.PROVISIONAL  # looked up once, since every round of everybody is asked for them
UNFINISHED = frozenset({Kind.OPEN, Kind.VOID})
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
BYES = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE}) | REQUESTED

PAIRING_BYES = ("", "win", "draw", "none")  # what the bye of a pairing is worth; empty as usual

_number = attrgetter("number")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A fixture of the roster: who meets whom in which round, whether played or not.

    ``table`` is its number within the round; ``games`` how many it has, 0 for as many as the ruleset says. ``empty``
    are the boards of a match of teams for which one of them had no player.
    """

    fixture: int
    entrants: tuple[int, ...]
    round: int = 0
    table: int = 0
    games: int = 0
    empty: tuple[EmptyBoard, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that an entrant sits out, and what it counts as; after a withdrawal every round is one."""

    entrant: int
    round: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Roster:
    """Who takes part, by pairing number, every fixture that has been paired, and who sat out which round.

    ``start`` are the points in 1/840 that an entrant begins with (McMahon), ``ratings`` those at the start of the
    event; both may leave entrants out. Fixtures that are ``void`` count for nobody, whatever was played in them; in
    ``provisional`` ones open games count as draws. The entrants who are ``gone`` have left.
    """

    entrants: tuple[int, ...]
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    start: Mapping[int, int] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    void: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    provisional: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """What counts for how much in a table: a win, a draw and a pairing bye in 1/840, ``margin_cap`` in leaves.

    ``win_over_one`` is what ``Faced.points`` says of an opponent beaten.

    Where all pairings are made beforehand (round robins, pools) a forfeit is a game like any other (C.07 article 15.2)
    and a player who sits out has missed nothing; otherwise article 16 says what an unplayed round is worth. ``boards``
    of a match of teams; 0 where players meet.
    """

    win: int
    draw: int
    pairing_bye: int
    win_over_one: int
    margin_cap: int
    predetermined: bool
    boards: int = 0

    @classmethod
    def of(
        cls,
        *,
        seats: int,
        points: Sequence[int],
        margin_cap: int,
        predetermined: bool,
        boards: int = 0,
        pairing_bye: str = "",
    ) -> Terms:
        """The terms of games for so many seats; ``points`` by place and ``pairing_bye`` as in a ruleset.

        A pairing bye is usually worth a win, but a draw to a player left over when tables of three or more are filled.
        """
        win, draw = share_points(range(1, seats + 1), points)[0], share_points([1] * seats, points)[0]
        usual = "win" if seats == 2 else "draw"
        return cls(
            win=win,
            draw=draw,
            pairing_bye={"win": win, "draw": draw, "none": 0}[pairing_bye or usual],
            win_over_one=win if seats == 2 else POINT,
            margin_cap=margin_cap,
            predetermined=predetermined,
            boards=boards,
        )


@dataclass(slots=True, eq=False)  # made by the thousand, so not frozen: that takes thrice as long
class RoundResult:
    """One round as one entrant saw it, the points in 1/840: a ``match`` in which it was number ``own``, or a bye.

    ``first`` is its share of the first place in 1/840. What only some tie-breaks ask for is found in the match then.
    """

    number: int
    kind: Kind
    points: int
    match: Match | None = None
    own: int = 0
    first: int = 0

    @property
    def fixture(self) -> int | None:
        return None if self.match is None else self.match.fixture

    @property
    def opponents(self) -> tuple[int, ...]:
        """Who was to be met; nobody in a bye, nor as long as the match counts for nothing."""
        if self.match is None or self.match.points is None:
            return ()
        return self.match.entrants[: self.own] + self.match.entrants[self.own + 1 :]

    @property
    def points_of_opponent(self) -> int:
        """What a complete match of two gave the only opponent."""
        return 0 if self.match is None or self.match.points is None else self.match.points[1 - self.own]

    @property
    def total(self) -> int:
        """What the games of the match counted."""
        return 0 if self.match is None else self.match.totals[self.own]

    @property
    def margin(self) -> int:
        """By how much that is ahead of the only opponent."""
        return 0 if self.match is None else self.match.margin if self.own == 0 else -self.match.margin

    @property
    def second(self) -> int:
        """The number of games in which the entrant did not move first."""
        return len(self._moving_second())

    @property
    def second_won(self) -> int:
        """The number of those which it won alone or with others."""
        return len([1 for counted in self._moving_second() if counted[self.own] == max(counted) > min(counted)])

    @property
    def ahead(self) -> int:
        """The own scores on the board less the mean of the table, in 1/840, over all games that count."""
        if self.match is None:
            return 0
        entrant, ahead = self.match.entrants[self.own], 0
        for result, counted in self.match.games:
            if counted is not None:
                scores = result.scores
                ahead += POINT * scores[result.entrants.index(entrant)] - POINT // len(scores) * sum(scores)
        return ahead

    def _moving_second(self) -> list[tuple[int, ...]]:
        if self.match is None:
            return []
        own = self.match.entrants[self.own]
        return [game.counted for game in self.match.games if game.counted and game.first_mover != own]


@dataclass(slots=True, eq=False)
class Faced:
    """An opponent or a dummy of a round. ``points`` are those of the match between two, those against this opponent
    alone (1, ½ or 0) where more sit at a table; ``score`` the final ones of the other; both in 1/840.

    ``share`` is what of the round it stands for, in 1/840: all of it between two, a third at a table of four.
    """

    result: RoundResult
    opponent: int | None
    points: int
    score: int
    share: int

    @property
    def number(self) -> int:
        return self.result.number

    @property
    def kind(self) -> Kind:
        return self.result.kind

    @property
    def fixture(self) -> int | None:
        return self.result.fixture


@dataclass(frozen=True)  # no slots: it keeps what it was asked for
class Table:
    """The counted part of a division; mappings are by entrant.

    ``rounds`` are in order, with open and void ones. ``adjusted`` is what the points are worth to opponents.
    """

    rounds: Mapping[int, Sequence[RoundResult]]
    points: Mapping[int, int]
    adjusted: Mapping[int, int]
    last_round: int
    terms: Terms
    start: Mapping[int, int]
    ratings: Mapping[int, int]

    @cached_property
    def faced(self) -> Mapping[int, Sequence[Faced]]:
        """Everybody each entrant faced, in the order of rounds. Rounds still open, void ones and those that nobody has
        to play (in events paired beforehand) face nobody."""
        return {entrant: _faced_by(self, entrant) for entrant in self.rounds}

    @cached_property
    def levels(self) -> list[list[int]]:
        """Those with the same points, best first, each in the order of the roster."""
        return tiers_by(self.points)

    @cached_property
    def kinds(self) -> Mapping[int, Sequence[Kind]]:
        """What each round was to each entrant."""
        return {entrant: [result.kind for result in results] for entrant, results in self.rounds.items()}

    @cached_property
    def firsts(self) -> Mapping[int, Sequence[int]]:
        """Each entrant's share of the first place in every match that was played, in 1/840."""
        return {one: [result.first for result in own if result.kind is PLAYED] for one, own in self.rounds.items()}

    @cached_property
    def scheduled(self) -> Mapping[int, int]:
        """How many fixtures each has that are not void: from void ones nobody can have points."""
        return {
            entrant: len([1 for result in results if result.match is not None and not result.match.is_void])
            for entrant, results in self.rounds.items()
        }

    @cached_property
    def games(self) -> tuple[Kind, ...]:
        """The kinds of rounds that count as games."""
        return (PLAYED, *FORFEITS) if self.terms.predetermined else (PLAYED, PROVISIONAL)

    def met(self, entrant: int) -> list[Faced]:
        """The opponents of an entrant in the rounds that count as games."""
        games = self.games
        return [one for one in self.faced[entrant] if one.result.kind in games]

    def met_among(self, entrant: int, group: Collection[int]) -> list[Faced]:
        """Those of them who are in the group, once for each meeting."""
        games = self.games
        return [one for one in self.faced[entrant] if one.opponent in group and one.result.kind in games]


def build_table(roster: Roster, matches: Iterable[Match], terms: Terms) -> Table:
    """The table of the roster's fixtures, a match for each in their order, and of its byes."""
    rounds: dict[int, list[RoundResult]] = {entrant: [] for entrant in roster.entrants}
    for pairing, match in zip(roster.pairings, matches, strict=True):
        nobody_came = len(match.forfeited_by) == len(match.entrants)
        firsts = (0,) * len(match.entrants) if nobody_came else _firsts(match.totals)
        number, kinds = pairing.round, _kinds(match)
        gained = match.points or (0,) * len(match.entrants)
        for own, entrant in enumerate(match.entrants):
            rounds[entrant].append(RoundResult(number, kinds[own], gained[own], match, own, firsts[own]))
    for bye in roster.byes:
        rounds[bye.entrant].append(RoundResult(bye.round, bye.kind, _worth(bye.kind, terms)))
    for results in rounds.values():
        results.sort(key=_number)
    points = {
        entrant: roster.start.get(entrant, 0) + sum([result.points for result in results])
        for entrant, results in rounds.items()
    }
    return Table(
        rounds=rounds,
        points=points,
        adjusted=points if terms.predetermined else _adjusted(rounds, points, terms.draw),
        last_round=max([results[-1].number for results in rounds.values() if results], default=0),
        terms=terms,
        start=roster.start,
        ratings=roster.ratings,
    )


def tiers_by(amounts: Mapping[int, int]) -> list[list[int]]:
    """Entrants by amount, the highest first; those with the same stay in their order."""
    amount = amounts.__getitem__
    return [list(level) for _, level in groupby(sorted(amounts, key=amount, reverse=True), key=amount)]


def _kinds(match: Match) -> Sequence[Kind]:
    """What the match was to each of its entrants."""
    if match.points is None:
        return (Kind.VOID if match.is_void else Kind.OPEN,) * len(match.entrants)
    if match.forfeited_by:
        return [Kind.FORFEIT_LOSS if entrant in match.forfeited_by else Kind.FORFEIT_WIN for entrant in match.entrants]
    return (PROVISIONAL if match.is_provisional else PLAYED,) * len(match.entrants)


@lru_cache(maxsize=4096)  # the same few totals come again and again
def _firsts(totals: tuple[int, ...]) -> tuple[int, ...]:
    """Each one's share of the first place."""
    most = max(totals)
    return tuple(POINT // totals.count(most) if total == most else 0 for total in totals)


def _faced_by(table: Table, entrant: int) -> list[Faced]:
    faced: list[Faced] = []
    adjusted, games, sits_out = table.adjusted, table.games, not table.terms.predetermined
    for result in table.rounds[entrant]:
        kind, match = result.kind, result.match
        if kind in games and match is not None:
            if len(match.entrants) == 2:  # what large events are made of
                other = match.entrants[1 - result.own]
                faced.append(Faced(result, other, result.points, adjusted[other], POINT))
            else:
                faced += _faced_at_table(result, match, adjusted)
        elif sits_out and kind not in UNFINISHED:
            opponent = result.opponents[0] if match is not None else None
            faced.append(Faced(result, opponent, result.points, _dummy_score(table, entrant, result), POINT))
    return faced


def _faced_at_table(result: RoundResult, match: Match, adjusted: Mapping[int, int]) -> list[Faced]:
    total, share = match.totals[result.own], POINT // (len(match.entrants) - 1)
    return [
        Faced(result, other, POINT * (1 + (total > against) - (total < against)) // 2, adjusted[other], share)
        for seat, (other, against) in enumerate(zip(match.entrants, match.totals, strict=True))
        if seat != result.own
    ]


def _dummy_score(table: Table, entrant: int, result: RoundResult) -> int:
    """The points of the dummy opponent of an unplayed round (16.4): the entrant's own, but no more than those of
    the scheduled opponent of a forfeit (16.4.1) or than draws in all rounds so far (16.4.2)."""
    own = table.points[entrant]
    if result.kind in FORFEITS:
        return min(own, table.adjusted[result.opponents[0]])
    return min(own, table.terms.draw * table.last_round)


def _worth(kind: Kind, terms: Terms) -> int:
    if kind in BYES:
        return {Kind.PAIRING_BYE: terms.pairing_bye, Kind.FULL_BYE: terms.win, Kind.HALF_BYE: terms.draw}.get(kind, 0)
    known = ", ".join(sorted(BYES))
    raise ValueError(gettext("A round that is sat out is one of {byes}, not {kind}.").format(byes=known, kind=kind))


def _adjusted(rounds: Mapping[int, Sequence[RoundResult]], points: Mapping[int, int], draw: int) -> dict[int, int]:
    """Points as opponents count them: requested byes after which nothing but VURs follows are draws (16.3)."""
    adjusted = dict(points)
    for entrant, results in rounds.items():
        for result in reversed(results):
            if result.kind not in VOLUNTARY:
                break
            if result.kind in REQUESTED:
                adjusted[entrant] += draw - result.points
    return adjusted
