"""What the ranking and the tie-breaks look at: each entrant's rounds, played or not, and what they are worth. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from tournaments.standings.matches import Match
from tournaments.standings.points import POINT, share_points


class Kind(StrEnum):
    """What a round was for an entrant (C.07 article 16.2). Half and zero-point byes are requested ones."""

    PLAYED = "played"
    PAIRING_BYE = "pairing bye"
    FULL_BYE = "full-point bye"
    HALF_BYE = "half-point bye"
    ZERO_BYE = "zero-point bye"
    WITHDRAWN = "withdrawn"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    OPEN = "open"
    VOID = "void"


REQUESTED = frozenset({Kind.HALF_BYE, Kind.ZERO_BYE, Kind.WITHDRAWN})
VOLUNTARY = REQUESTED | {Kind.FORFEIT_LOSS}  # "VUR", article 16.1.2
PLAYED = Kind.PLAYED  # looked up once, since it is asked for in every round of everybody
UNFINISHED = frozenset({Kind.OPEN, Kind.VOID})
FORFEITS = frozenset({Kind.FORFEIT_WIN, Kind.FORFEIT_LOSS})
BYES = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE}) | REQUESTED

_number = attrgetter("number")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A fixture of the roster: who meets whom in which round, whether played or not.

    ``table`` is its number within the round; ``games`` how many it has, 0 for as many as the ruleset says.
    """

    fixture: int
    entrants: tuple[int, ...]
    round: int = 0
    table: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class Bye:
    """A round that an entrant sits out. ``kind`` is one of ``BYES``; after a withdrawal every round is one."""

    entrant: int
    round: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class Roster:
    """Who takes part, by pairing number, every fixture that has been paired, and who sat out which round.

    ``start`` are the points in 1/840 that an entrant begins with (McMahon), ``ratings`` those at the start of the
    event; both may leave entrants out. Fixtures that are ``void`` count for nobody, whatever was played in them.
    """

    entrants: tuple[int, ...]
    pairings: tuple[Pairing, ...]
    byes: tuple[Bye, ...] = ()
    start: Mapping[int, int] = field(default_factory=dict)
    ratings: Mapping[int, int] = field(default_factory=dict)
    void: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Terms:
    """What counts for how much in a table: a win, a draw and a pairing bye in 1/840, ``margin_cap`` in leaves.

    ``win_over_one`` is what ``Met.points`` says of an opponent beaten.

    Where all pairings are made beforehand (round robins, pools) a forfeit is a game like any other (C.07 article 15.2)
    and who sits out has missed nothing; otherwise article 16 says what an unplayed round is worth.
    """

    win: int
    draw: int
    pairing_bye: int
    win_over_one: int
    margin_cap: int
    predetermined: bool

    @classmethod
    def of(cls, *, seats: int, points: Sequence[int], margin_cap: int, predetermined: bool) -> Terms:
        """The terms of games for so many seats; ``points`` by place as in a ruleset.

        A pairing bye is worth a win, but a draw to who is left over when tables of three or more are filled.
        """
        win, draw = share_points(range(1, seats + 1), points)[0], share_points([1] * seats, points)[0]
        return cls(
            win=win,
            draw=draw,
            pairing_bye=win if seats == 2 else draw,
            win_over_one=win if seats == 2 else POINT,
            margin_cap=margin_cap,
            predetermined=predetermined,
        )


class Met(NamedTuple):
    """One opponent of a counted fixture as one entrant saw it.

    ``points`` in 1/840: those of the match between two, those against this opponent alone (1, ½ or 0) where more sit at
    a table. ``total`` and ``margin`` in what the games count.
    """

    fixture: int
    opponent: int
    points: int
    total: int
    margin: int


class RoundResult(NamedTuple):
    """One round as one entrant saw it, the points in 1/840; ``met`` is empty where nobody was to be met.

    ``second`` and ``second_won`` are games in which the entrant did not move first. ``first`` is the share of the first
    place, ``ahead`` (for three seats and more) the own scores on the board less the mean of the table, both in 1/840.
    """

    number: int
    kind: Kind
    points: int
    fixture: int | None = None
    met: tuple[Met, ...] = ()
    second: int = 0
    second_won: int = 0
    first: int = 0
    ahead: int = 0


class Faced(NamedTuple):
    """An opponent or a dummy in round ``number``. ``points`` are the own ones of that round, ``score`` the final ones
    of the other, in 1/840.

    ``share`` is what of the round it stands for, in 1/840: all of it between two, a third at a table of four.
    """

    number: int
    kind: Kind
    fixture: int | None
    opponent: int | None
    points: int
    score: int
    share: int


@dataclass(frozen=True)  # no slots: it keeps what was faced
class Table:
    """The counted part of a division; mappings are by entrant.

    ``rounds`` are in order, those still open and void ones included; ``met`` are the opponents of those that count as
    games. ``adjusted`` is what the points are worth to opponents. ``scheduled`` is the number of fixtures each has,
    void ones left out: they are not played, and nobody can have points from them.
    """

    rounds: Mapping[int, Sequence[RoundResult]]
    met: Mapping[int, Sequence[Met]]
    points: Mapping[int, int]
    adjusted: Mapping[int, int]
    scheduled: Mapping[int, int]
    last_round: int
    terms: Terms
    start: Mapping[int, int]
    ratings: Mapping[int, int]

    @cached_property
    def faced(self) -> Mapping[int, Sequence[Faced]]:
        """Everybody each entrant faced, in the order of rounds. Rounds still open, void ones and those that nobody has
        to play (in events paired beforehand) face nobody."""
        return {entrant: _faced_by(self, entrant) for entrant in self.rounds}

    def is_game(self, result: RoundResult) -> bool:
        """Whether the round counts as a game."""
        return result.kind is PLAYED or (self.terms.predetermined and result.kind in FORFEITS)

    def met_among(self, entrant: int, group: Collection[int]) -> list[Met]:
        """The meetings of an entrant with others of the group."""
        return [met for met in self.met[entrant] if met.opponent in group]


def build_table(roster: Roster, matches: Iterable[Match], terms: Terms) -> Table:
    """The table of the roster's fixtures, a match for each in their order, and of its byes."""
    rounds: dict[int, list[RoundResult]] = {entrant: [] for entrant in roster.entrants}
    for pairing, match in zip(roster.pairings, matches, strict=True):
        for entrant, result in zip(match.entrants, _rounds_of(pairing, match), strict=True):
            rounds[entrant].append(result)
    for bye in roster.byes:
        rounds[bye.entrant].append(RoundResult(bye.round, bye.kind, _worth(bye.kind, terms)))
    for results in rounds.values():
        results.sort(key=_number)
    points = {
        entrant: roster.start.get(entrant, 0) + sum([result.points for result in results])
        for entrant, results in rounds.items()
    }
    games = (PLAYED, *FORFEITS) if terms.predetermined else (PLAYED,)
    return Table(
        rounds=rounds,
        met={
            entrant: [met for result in results if result.kind in games for met in result.met]
            for entrant, results in rounds.items()
        },
        points=points,
        adjusted=points if terms.predetermined else _adjusted(rounds, points, terms.draw),
        scheduled={
            entrant: len([1 for result in results if result.fixture is not None and result.kind is not Kind.VOID])
            for entrant, results in rounds.items()
        },
        last_round=max([results[-1].number for results in rounds.values() if results], default=0),
        terms=terms,
        start=roster.start,
        ratings=roster.ratings,
    )


def _faced_by(table: Table, entrant: int) -> list[Faced]:
    faced = []
    adjusted, sits_out = table.adjusted, not table.terms.predetermined
    for result in table.rounds[entrant]:
        number, kind, fixture, met = result.number, result.kind, result.fixture, result.met
        if kind is PLAYED or table.is_game(result):
            share = POINT // len(met)
            for _, other, against, _, _ in met:
                faced.append(Faced(number, kind, fixture, other, against, adjusted[other], share))
        elif sits_out and result.kind not in UNFINISHED:
            opponent = result.met[0].opponent if result.met else None
            score = _dummy_score(table, entrant, result)
            faced.append(Faced(result.number, result.kind, result.fixture, opponent, result.points, score, POINT))
    return faced


def _dummy_score(table: Table, entrant: int, result: RoundResult) -> int:
    """The points of who stands in for the opponent of an unplayed round (16.4): the own ones, but no more than those of
    the scheduled opponent of a forfeit (16.4.1) or than draws in all rounds so far (16.4.2)."""
    own = table.points[entrant]
    if result.kind in FORFEITS:
        return min(own, table.adjusted[result.met[0].opponent])
    return min(own, table.terms.draw * table.last_round)


def most_points(table: Table, entrant: int) -> int:
    """What the entrant would have if it won every fixture that is not void, in 1/840."""
    return table.terms.win * table.scheduled[entrant]


def _rounds_of(pairing: Pairing, match: Match) -> Sequence[RoundResult]:
    """The fixture as each of its entrants saw it."""
    seats = range(len(match.entrants))
    if match.points is None:
        kind = Kind.VOID if match.is_void else Kind.OPEN
        return [RoundResult(pairing.round, kind, 0, pairing.fixture) for _ in seats]
    if len(seats) == 2:
        return _rounds_of_two(pairing, match, match.points)
    return [_round_at_table(pairing, match, own, match.points[own]) for own in seats]


def _rounds_of_two(pairing: Pairing, match: Match, points: Sequence[int]) -> tuple[RoundResult, RoundResult]:
    """Both sides at once, since this is what large events are made of."""
    (one, other), (total, against) = match.entrants, match.totals
    number, fixture, (own, theirs), margin = pairing.round, pairing.fixture, points, total - against
    first = _pair_points(margin)
    second = second_won = later = later_won = 0
    for result, counted in match.games:
        if counted and result.entrants[0] == one:
            later += 1
            later_won += counted[1] > counted[0]
        elif counted:
            second += 1
            second_won += counted[0] > counted[1]
    met, met_by_other = Met(fixture, other, own, total, margin), Met(fixture, one, theirs, against, -margin)
    return (
        RoundResult(number, _kind(match, 0), own, fixture, (met,), second, second_won, first),
        RoundResult(number, _kind(match, 1), theirs, fixture, (met_by_other,), later, later_won, POINT - first),
    )


def _round_at_table(pairing: Pairing, match: Match, own: int, points: int) -> RoundResult:
    entrant, totals, fixture = match.entrants[own], match.totals, pairing.fixture
    total, most = totals[own], max(totals)
    met = [
        Met(fixture, opponent, _pair_points(total - against), total, total - against)
        for opponent, against in zip(match.entrants, totals, strict=True)
        if opponent != entrant
    ]
    later = [game.counted for game in match.games if game.counted and game.first_mover != entrant]
    return RoundResult(
        number=pairing.round,
        kind=_kind(match, own),
        points=points,
        fixture=fixture,
        met=tuple(met),
        second=len(later),
        second_won=sum([counted[own] == max(counted) > min(counted) for counted in later]),
        first=POINT // totals.count(most) if total == most else 0,
        ahead=_ahead(match, own),
    )


def _kind(match: Match, own: int) -> Kind:
    if not match.forfeited_by:
        return PLAYED
    return Kind.FORFEIT_LOSS if match.entrants[own] in match.forfeited_by else Kind.FORFEIT_WIN


def _pair_points(margin: int) -> int:
    return POINT if margin > 0 else 0 if margin < 0 else POINT // 2


def _ahead(match: Match, own: int) -> int:
    ahead = 0
    for game in match.games:
        if game.counted is not None:
            scores = game.result.scores
            seat = game.result.entrants.index(match.entrants[own])
            ahead += POINT * scores[seat] - POINT // len(scores) * sum(scores)
    return ahead


def _worth(kind: Kind, terms: Terms) -> int:
    if kind not in BYES:
        raise ValueError(f"A round that is sat out is one of {', '.join(sorted(BYES))}, not {kind}.")
    worth = {Kind.PAIRING_BYE: terms.pairing_bye, Kind.FULL_BYE: terms.win, Kind.HALF_BYE: terms.draw}
    return worth.get(kind, 0)


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
