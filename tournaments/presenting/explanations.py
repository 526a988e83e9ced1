"""Where the numbers of a table come from: every round of an entrant, played or not, and what is still within reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter

from django.db.models import Count, Max, Q
from django.utils.translation import gettext, gettext_lazy

from games.log_kinds.director_texts import ADJUDICATED
from games.models import Game
from ground.wording import reread
from tournaments.event_log.kinds import GameAnnulled, GameCorrected, GameFinished, GamesAdded, OfGame, slugs_of
from tournaments.event_log.kinds.folding import Account, account
from tournaments.event_log.reading import read
from tournaments.formats.base import Field, Format
from tournaments.formats.knockout import bracket_of
from tournaments.formats.swiss import rounds_of
from tournaments.models import Division, Fixture, FixtureGame, FixtureSeat, StandingSnapshot
from tournaments.queries import field_of, lines_of, paired_fixtures, pairings_of
from tournaments.standings.outlook import Outlook, open_rounds, outlooks, settled_points
from tournaments.standings.ranking import table_of, terms_of
from tournaments.standings.tables import REQUESTED, Roster, RoundResult, Table
from tournaments.standings.tables import Kind as RoundKind
from tournaments.wording.decisions import Names, write_points

MANY = 200  # entrants of a division whose facts are read as a whole

_NOTES = {
    RoundKind.OPEN: gettext_lazy("not over yet"),
    RoundKind.PROVISIONAL: gettext_lazy("not over yet; open games count as draws until they end"),
    RoundKind.VOID: gettext_lazy("void, does not count"),
    RoundKind.PAIRING_BYE: gettext_lazy("no opponent: a bye"),
    RoundKind.FULL_BYE: gettext_lazy("a bye given by the director, as good as a win"),
    RoundKind.HALF_BYE: gettext_lazy("sat out: a half-point bye"),
    RoundKind.ZERO_BYE: gettext_lazy("sat out: a bye without points"),
    RoundKind.WITHDRAWN: gettext_lazy("had left"),
    RoundKind.FORFEIT_WIN: gettext_lazy("the opponent made no move"),
    RoundKind.FORFEIT_LOSS: gettext_lazy("made no move"),
}


_WALKOVER = gettext_lazy("no game: the opponent had left")


@dataclass(frozen=True)
class Facts:
    """What the explanation of a table looks at. ``outlooks`` are empty when nothing is open.

    ``notes`` and ``pairings`` (who meets) are by fixture. ``walkovers`` are rounds of a knockout for which nobody was
    paired, because somebody had left: by entrant the number of the round, and what it was.
    """

    table: Table
    pairings: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    outlooks: Mapping[int, Outlook] = field(default_factory=dict)
    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    walkovers: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    has_teams: bool = False


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round of an entrant: whom he met, the points it gave (empty while it is open) and the total after it."""

    number: int
    fixture: int | None
    opponents: tuple[str, ...]
    points: str
    total: str
    note: str


def facts_of(division: Division, snapshot: StandingSnapshot, entrants: Collection[int]) -> Facts:
    """The facts behind these lines of a stored table.

    Those of whole tables are kept for a while, since they never change. Of a large division, only what concerns the
    lines is read.
    """
    if len(snapshot.table["rows"]) <= MANY:
        return _facts(_Key(division, (division.pk, division.event.nonce, snapshot.version)))
    return facts_of_some(division, snapshot, entrants)


class _Key:
    """A division that is looked up by what its facts depend on."""

    def __init__(self, division: Division, key: tuple[int, str, int]) -> None:
        self.division = division
        self.key = key

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.key == self.key


@lru_cache(maxsize=64)
def _facts(key: _Key) -> Facts:
    lines = lines_of(key.division, upto=key.key[-1])
    return facts(field_of(key.division, lines=lines), key.division.stage.stage_format)


def facts_of_some(division: Division, snapshot: StandingSnapshot, entrants: Collection[int]) -> Facts:
    """The facts behind a few lines of a large table, from the fixtures of those entrants and what the table says."""
    ruleset = division.stage.stage_ruleset
    log = division.log_entries.filter(seq__lte=snapshot.version)
    known = _account_in(division, snapshot)
    paired = paired_fixtures(known)
    behind = _whose_fixtures_count(division, entrants, known, with_opponents="KS" in ruleset.tie_breaks)
    pairings = tuple(pairings_of(division, known, behind))
    wanted = {pairing.fixture for pairing in pairings}
    games = list(FixtureGame.objects.filter(fixture__in=wanted).values_list("game", flat=True))
    known = account(read(log.filter(~Q(kind__in=slugs_of(OfGame)) | Q(game__in=games))))
    met = {entrant for pairing in pairings for entrant in pairing.entrants} | set(entrants)
    byes = tuple(bye for bye in known.byes if bye.entrant in met)
    rated = division.entrants.filter(pk__in=met).values_list("pk", "rating")
    part = Roster(
        tuple(sorted(met)),
        pairings,
        byes,
        ratings={entrant: rating for entrant, rating in rated if rating is not None},
        void=known.void,
        provisional=known.provisional,
    )
    points = {row["entrant"]: row["points"] for row in snapshot.table["rows"]}
    table = _with_points(
        table_of(ruleset, part, [result for result in known.results if result.fixture in wanted]),
        points,
        last_round=_last_round(division, known, paired),
    )
    outlook = _outlooks_in_large(division, snapshot, known, set(entrants))
    met_in = {pairing.fixture: pairing.entrants for pairing in pairings}
    form = division.stage.stage_format
    passed = {}
    if form.has_bracket:
        passed = _walkovers(field_of(division, lines=lines_of(division, upto=snapshot.version)))
    return Facts(table, met_in, outlook, _notes_of(known), passed)


def outlooks_of(division: Division, snapshot: StandingSnapshot, entrants: Collection[int]) -> Mapping[int, Outlook]:
    """What is still within reach for these entrants of a stored table; empty when nothing is open."""
    if len(snapshot.table["rows"]) <= MANY:
        return facts_of(division, snapshot, entrants).outlooks
    return _outlooks_in_large(division, snapshot, _account_in(division, snapshot), entrants)


def _account_in(division: Division, snapshot: StandingSnapshot) -> Account:
    """What a stored table knows besides results of games."""
    return account(read(division.log_entries.filter(seq__lte=snapshot.version).exclude(kind__in=slugs_of(OfGame))))


def _outlooks_in_large(
    division: Division, snapshot: StandingSnapshot, known: Account, entrants: Collection[int]
) -> dict[int, Outlook]:
    if not division.stage.stage_format.has_points:
        return {}
    still_open = _open_of_all(division, snapshot, known)
    if not any(still_open.values()):
        return {}
    rows = snapshot.table["rows"]
    points = {row["entrant"]: row["points"] - row["columns"].get("provisional", 0) for row in rows}
    win = terms_of(division.stage.stage_ruleset).win
    return outlooks(points, still_open, win, gone=known.gone, among=entrants)


def _whose_fixtures_count(
    division: Division, entrants: Collection[int], known: Account, *, with_opponents: bool
) -> set[int]:
    """These entrants, and those of their opponents whose worth to others depends on their fixtures: those who asked for
    byes (C.07 article 16.3), or all, where half of what they could have matters (Koya, 9.2)."""
    held = FixtureSeat.objects.filter(fixture__round__division=division)
    own = held.filter(entrant__in=list(entrants)).values("fixture")
    opponents = set(held.filter(fixture__in=own).values_list("entrant", flat=True))
    if not with_opponents:
        opponents &= {bye.entrant for bye in known.byes if bye.kind in REQUESTED}
    return opponents | set(entrants)


def _last_round(division: Division, known: Account, paired: set[int]) -> int:
    # Fixtures are numbered as they are paired.
    held = Fixture.objects.filter(round__division=division, pk__lte=max(paired, default=0))
    return max(held.aggregate(last=Max("round__number"))["last"] or 0, *(bye.round for bye in known.byes), 0)


def _with_points(table: Table, points: Mapping[int, int], *, last_round: int) -> Table:
    """A table of some fixtures with the points that everybody has from all."""
    own, worth = table.points, table.adjusted
    everybody = {**own, **points}
    adjusted = {**everybody, **{entrant: everybody[entrant] + worth[entrant] - own[entrant] for entrant in own}}
    return replace(table, points=everybody, adjusted=adjusted, last_round=last_round)


def _open_of_all(division: Division, snapshot: StandingSnapshot, known: Account) -> dict[int, int]:
    """How many rounds each entrant of a division can still have points from, counted by the database: as of the stored
    table, whatever has been played or paired since."""
    last = _last_round(division, known, paired_fixtures(known))
    late = division.log_entries.filter(kind=GameFinished.slug, seq__gt=snapshot.version)
    unfinished = Q(fixture__games__game__status=Game.Status.RUNNING) | Q(fixture__games__game__in=late.values("game"))
    seats = FixtureSeat.objects.filter(
        unfinished, fixture__round__division=division, fixture__round__number__lte=last
    ).exclude(fixture__in=known.void)
    still_open = Counter(dict(seats.values_list("entrant").annotate(fixtures=Count("fixture", distinct=True))))
    rows = snapshot.table["rows"]
    if division.stage.stage_format.is_swiss:
        left = max(0, rounds_of(division.stage.stage_layout, len(rows)) - last)
        still_open.update({row["entrant"]: left for row in rows if row["entrant"] not in known.gone})
    return dict(still_open)


def facts(known: Field, form: Format) -> Facts:
    """The facts behind the table of a division in that format."""
    table = table_of(known.ruleset, known.roster, known.account.results)
    still_open: Mapping[int, int] = {}
    if form.has_points:
        more = _rounds_to_be_paired(known) if form.is_swiss else _meetings_to_be_paired(known, form)
        still_open = open_rounds(table, to_be_paired=more)
    outlook: Mapping[int, Outlook] = {}
    if any(still_open.values()):
        outlook = outlooks(settled_points(table), still_open, table.terms.win, gone=known.account.gone)
    pairings = {pairing.fixture: pairing.entrants for pairing in known.roster.pairings}
    passed = _walkovers(known) if form.has_bracket else {}
    return Facts(table, pairings, outlook, _notes_of(known.account), passed, form.has_teams)


def _rounds_to_be_paired(known: Field) -> dict[int, int]:
    rounds = rounds_of(known.layout, len(known.roster.entrants))
    left = max(0, rounds - known.rounds)
    return {entrant: 0 if entrant in known.account.gone else left for entrant in known.roster.entrants}


def _meetings_to_be_paired(known: Field, form: Format) -> dict[int, int]:
    """Where everybody meets everybody round after round, the meetings that are still to come: at most so many, since an
    opponent may have left. Nothing where all are paired."""
    due = form.meetings_of_each(known)
    if due is None:
        return {}
    had = Counter(entrant for pairing in known.roster.pairings for entrant in pairing.entrants)
    had.update(bye.entrant for bye in known.roster.byes)
    return {
        entrant: 0 if entrant in known.account.gone else max(0, due - had[entrant]) for entrant in known.roster.entrants
    }


def _walkovers(known: Field) -> dict[int, dict[int, str]]:
    """By entrant the rounds of a knockout that somebody's departure decided before they were paired."""
    rounds, winners = bracket_of(known)
    paired = {(pairing.round, pairing.table) for pairing in known.roster.pairings}
    passed: dict[int, dict[int, str]] = {}
    for tie in (tie for ties in rounds for tie in ties):
        if tie.is_ready and (tie.round, tie.number) in winners and (tie.round, tie.number) not in paired:
            for entrant in (known.roster.entrants[seed - 1] for seed in tie.seeds if seed):
                gone = entrant in known.account.gone
                passed.setdefault(entrant, {})[tie.round] = str(_NOTES[RoundKind.WITHDRAWN] if gone else _WALKOVER)
    return passed


def _note_of(payload: GameCorrected | GameAnnulled) -> str:
    """What a director has done to a game, and why."""
    facts = {"game": payload.result.game, "why": reread(payload.why)}
    if isinstance(payload, GameAnnulled):
        return gettext("game {game} annulled: {why}").format(**facts)
    if payload.result.reason == ADJUDICATED:
        return gettext("game {game} adjudicated: {why}").format(**facts)
    return gettext("game {game} corrected: {why}").format(**facts)


def _notes_of(known: Account) -> dict[int, tuple[str, ...]]:
    """What a director has done to fixtures, or the rules because they were level."""
    notes: dict[int, tuple[str, ...]] = {}
    for payload in [entry.payload for entry in known.entries]:
        if isinstance(payload, GameCorrected | GameAnnulled):
            fixture, note = payload.result.fixture, _note_of(payload)
        elif isinstance(payload, GamesAdded):
            fixture, note = payload.fixture, gettext("level, so it was played once more")
        else:
            continue
        notes[fixture] = (*notes.get(fixture, ()), note)
    return notes


def round_lines(known: Facts, entrant: int, names: Names) -> tuple[RoundLine, ...]:
    """Every round of an entrant; the last total is what stands in the table."""
    total = known.table.start.get(entrant, 0)
    lines = []
    for result in known.table.rounds.get(entrant, ()):
        total += result.points
        lines.append(_round_line(known, entrant, result, total, names))
    passed = known.walkovers.get(entrant, {})  # of a knockout, where nobody looks at totals
    lines += [RoundLine(number, None, (), "", "", note) for number, note in passed.items()]
    return tuple(sorted(lines, key=attrgetter("number")))


def _round_line(known: Facts, entrant: int, result: RoundResult, total: int, names: Names) -> RoundLine:
    is_walkover = known.has_teams and result.kind == RoundKind.FULL_BYE  # which directors give single players only
    note = _WALKOVER if is_walkover else _NOTES.get(result.kind, "")
    notes = [str(note), *(known.notes.get(result.fixture, ()) if result.fixture else ())]
    met = known.pairings[result.fixture] if result.fixture else ()
    is_open = result.kind in (RoundKind.OPEN, RoundKind.VOID)
    return RoundLine(
        number=result.number,
        fixture=result.fixture,
        opponents=tuple(names[other] for other in met if other != entrant),
        points="" if is_open else write_points(result.points),
        total=write_points(total),
        note="; ".join(filter(None, notes)),
    )
