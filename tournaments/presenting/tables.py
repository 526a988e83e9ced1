"""Standings ready to be shown: names for entrants, numbers written out, for pages, mails and REST.

It is long since every kind of table, stored, supposed or in part, is written by the same class.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from django.db.models import Count, IntegerField, Q
from django.utils.translation import gettext

from ground.prepared.queries import Asked, Prepared
from tournaments.event_log.kinds import GameFinished
from tournaments.event_rules.layouts import Form, title_of_division
from tournaments.models import Division, Entrant, Event, EventLogEntry, StandingSnapshot
from tournaments.pairing.seasons import leads_of
from tournaments.presenting.explanations import Facts, RoundLine, facts_of, outlooks_of, round_lines
from tournaments.presenting.promotion_zones import Zone, ZoneLine, outlook_in_words, zone_lines_of, zone_of
from tournaments.queries import divisions_of, names_in
from tournaments.setup.seeding import in_season_order, pools_of
from tournaments.standings.applied import Applications, Applied
from tournaments.standings.columns import COLUMNS, Column
from tournaments.standings.outlook import Outlook, Places
from tournaments.standings.ranking import Row, Standings, Tie
from tournaments.standings.tie_breaks import TIE_BREAKS, Part, TieBreak
from tournaments.wording.decisions import part_in_words, tie_in_words, with_minus, write_points

Status = Entrant.Status

LEADERS = 3  # of a division in a list, by name


@dataclass(frozen=True, slots=True)
class PartLine:
    """What one match, or one round without, contributed to a number.

    ``note`` says what an unplayed round was, and whether the amount is left out of the number.
    """

    fixture: int | None
    opponent: str
    amount: str
    note: str


@dataclass(frozen=True, slots=True)
class ValueCell:
    """A tie-break value; ``text`` is empty where the tie-break was not applied. ``parts`` are the matches it came from,
    in explained tables alone.

    ``among`` are the players whose matches it looks at, where it looks at those of the tied alone; it may have been
    applied ``again`` to those who were still level among them.
    """

    code: str
    name: str
    text: str
    parts: tuple[PartLine, ...] = ()
    among: tuple[str, ...] = ()
    again: tuple[ValueCell, ...] = ()

    @property
    def shown(self) -> str:
        """All that it says, for the column of a table: "2", "2, then 1"."""
        written = self.text
        for cell in self.again:
            written = gettext("{before}, then {after}").format(before=written, after=cell.text)
        return written


@dataclass(frozen=True, slots=True)
class ColumnCell:
    """The number of a column; None and empty in a table that was stored before the column was there."""

    column: Column
    value: int | None
    text: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of a table.

    ``left`` says how somebody left the event; ``zone`` where the place leads to, ``is_last_of_zone`` that a line is
    drawn below it. ``most`` (points), ``places`` and ``certain`` say what is still possible, empty when all is over.
    """

    rank: int
    is_shared: bool
    player: str
    points: str
    columns: tuple[ColumnCell, ...]
    values: tuple[ValueCell, ...]
    entrant: int = 0
    number: int | None = None
    left: str = ""
    zone: str = ""
    is_last_of_zone: bool = False
    most: str = ""
    places: str = ""
    certain: tuple[str, ...] = ()
    rounds: tuple[RoundLine, ...] = ()

    def number_of(self, code: str) -> int:
        """The number of a column, 0 where the table has none."""
        return next((cell.value for cell in self.columns if cell.column.code == code), None) or 0

    @property
    def is_provisional(self) -> bool:
        """Whether the points include open games, which count as draws until they end."""
        return self.number_of("provisional") > 0

    @property
    def score(self) -> str:
        """What came of the matches, with forfeits: "2 won, 1 drawn, 0 lost"."""
        won = self.number_of("won") + self.number_of("forfeits_won")
        lost = self.number_of("lost") + self.number_of("forfeits_lost")
        sentence = gettext("{won} won, {drawn} drawn, {lost} lost")
        return sentence.format(won=won, drawn=self.number_of("drawn"), lost=lost)


@dataclass(frozen=True, slots=True)
class StandingTable:
    """A division's stored standings after ``counted`` games; ``waiting`` lines of its log are not in them yet.

    ``lines`` may be a part of ``total`` lines, from the one after ``start`` on; ``ties`` are those of the part.
    """

    snapshot: StandingSnapshot
    codes: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    ties: tuple[str, ...]
    decided: Mapping[int, str]  # the tie-break that separated an entrant from the others, by entrant
    counted: int
    waiting: int
    total: int = 0
    start: int = 0

    @property
    def is_open(self) -> bool:
        """Whether points can still be won."""
        return any(line.most for line in self.lines)

    @property
    def has_zones(self) -> bool:
        return any(line.zone for line in self.lines)


def division_title(division: Division) -> str:
    """What a division is called beside others of its event; empty for the only one of an event."""
    return title_of_division(
        division.event.form, stage=division.stage.number, tier=division.tier, number=division.number
    )


# Standings ------------------------------------------------------------------------------------------------------------


_MEMBERS = Prepared(lambda: Entrant.objects.filter(division=Asked("division")).select_related("player"))


class _Writer:
    """Writes out some ``rows`` of one table; ``whole`` has all, as they are stored."""

    def __init__(self, division: Division, rows: Sequence[Row], whole: Sequence[Any], ties: Sequence[Tie]) -> None:
        self.division = division
        self.entrants = [row.entrant for row in rows]
        self.total = len(whole)
        self.applications = Applications(division.stage.stage_ruleset.tie_breaks, whole, ties)
        self.facts: Facts | None = None
        self.outlooks: Mapping[int, Outlook] = {}

    def look_ahead(self, snapshot: StandingSnapshot, entrants: Collection[int]) -> None:
        """Write what these entrants can still reach, too."""
        self.outlooks = outlooks_of(self.division, snapshot, entrants)

    def explain(self, snapshot: StandingSnapshot, entrants: Collection[int]) -> None:
        """Write that, and what lies behind the numbers of these entrants."""
        self.facts = facts_of(self.division, snapshot, entrants)
        self.outlooks = self.facts.outlooks

    @cached_property
    def names(self) -> dict[int, str]:
        return {pk: one.name for pk, one in self.members.items()} if self.is_whole else names_in(self.division)

    @cached_property
    def members(self) -> dict[int, Entrant]:
        if self.is_whole:
            return {entrant.pk: entrant for entrant in _MEMBERS.ask(division=self.division.pk)}
        return self.division.entrants.select_related("player").in_bulk(self.entrants)

    @property
    def is_whole(self) -> bool:
        return len(self.entrants) == self.total

    @cached_property
    def zone_lines(self) -> tuple[ZoneLine, ...]:
        division, layout = self.division, self.division.stage.stage_layout
        if layout.form not in (Form.LEAGUE, Form.GROUPS):
            return ()
        pools = pools_of(division.event)
        leads = leads_of(pools, division.tier, size=layout.pool_size) if len(pools) > 1 else None
        return zone_lines_of(layout, stage=division.stage.number, leads=leads, size=self.total)

    def line(self, row: Row, codes: Sequence[str], place: int) -> StandingLine:
        member = self.members[row.entrant]
        has_left = member.status in (Status.WITHDRAWN, Status.DISQUALIFIED)
        zone = None if has_left else zone_of(place, self.zone_lines)
        outlook = None if has_left else self.outlooks.get(row.entrant)
        return StandingLine(
            rank=row.rank,
            is_shared=row.is_shared,
            player=member.name,
            points=write_points(row.points),
            columns=tuple(self._column(row, column) for column in COLUMNS.values()),
            values=tuple(self._value(row, code) for code in codes),
            entrant=row.entrant,
            number=member.number,
            left=member.get_status_display() if has_left else "",
            zone=zone or "",
            most=write_points(outlook.most) if outlook else "",
            places=_places(outlook.places) if outlook else "",
            certain=tuple(outlook_in_words(outlook, self.zone_lines)) if outlook else (),
            rounds=round_lines(self.facts, row.entrant, self.names) if self.facts else (),
        )

    def _column(self, row: Row, column: Column) -> ColumnCell:
        value = row.columns.get(column.code)
        return ColumnCell(column, value, "" if value is None else column.write(value))

    def _value(self, row: Row, code: str) -> ValueCell:
        cells = [self._applied(row, code, applied) for applied in self.applications.of(row, code)]
        return replace(cells[0], again=tuple(cells[1:])) if cells else ValueCell(code, str(TIE_BREAKS[code].name), "")

    def _applied(self, row: Row, code: str, applied: Applied) -> ValueCell:
        tie_break, names = TIE_BREAKS[code], self.names
        parts = () if self.facts is None else tie_break.parts(self.facts.table, row.entrant, applied.group)
        return ValueCell(
            code=code,
            name=str(tie_break.name),
            text=tie_break.write(applied.amount),
            parts=tuple(_part_line(part, tie_break, names) for part in parts),
            among=tuple(names[entrant] for entrant in applied.group),
        )


def _places(possible: Places) -> str:
    if possible.best == possible.worst:
        return str(possible.best)
    return gettext("{best} to {worst}").format(best=possible.best, worst=possible.worst)


_COUNTED = Q(kind=GameFinished.slug, seq__lte=Asked("version", IntegerField))
_WAITING = Q(seq__gt=Asked("version", IntegerField))
_COUNTS = Prepared(
    lambda: (
        EventLogEntry.objects.filter(division=Asked("division"))
        .order_by()
        .values("division")
        .annotate(counted=Count("pk", filter=_COUNTED), waiting=Count("pk", filter=_WAITING))
        .values_list("counted", "waiting")
    )
)


def standing_table(
    division: Division,
    *,
    start: int = 0,
    stop: int | None = None,
    ahead: bool = False,
    explained: bool = False,
    snapshot: StandingSnapshot | None = None,
) -> StandingTable:
    """The stored standings of a division, or a part of them; ``ahead`` with what is still possible, ``explained`` with
    that and every round behind the numbers.

    ``snapshot`` is the stored table for a caller who has just read it.
    """
    snapshot = snapshot or StandingSnapshot.objects.get(division=division)
    rows = snapshot.table["rows"]
    part = rows[start:stop]
    shown = {row["entrant"] for row in part}
    ties = [tie for tie in snapshot.table["ties"] if shown & set(tie["entrants"])]
    stored = Standings.load({"rows": part, "ties": ties})
    writer = _Writer(division, stored.rows, rows, stored.ties)
    if explained:
        writer.explain(snapshot, shown)
    elif ahead:
        writer.look_ahead(snapshot, shown)
    counts = _COUNTS.ask(division=division.pk, version=snapshot.version)
    counted, waiting = next(iter(counts), (0, 0))
    return StandingTable(
        snapshot=snapshot,
        codes=(codes := _codes(division, rows)),
        lines=_written(writer, stored, codes, {row["entrant"]: row["rank"] for row in rows}),
        ties=tuple(tie_in_words(tie, writer.names, codes) for tie in stored.ties),
        decided=_decided(stored.ties),
        counted=counted,
        waiting=waiting,
        total=len(rows),
        start=start,
    )


def _decided(ties: Sequence[Tie]) -> dict[int, str]:
    """The last tie-break that separated an entrant from others, with the amount: "LD 3"."""
    found = {}
    for tie in ties:
        for entrant, amount in zip(tie.entrants, tie.amounts, strict=False):
            if tie.code and tie.amounts.count(amount) < len(tie.amounts):
                found[entrant] = f"{tie.code} {with_minus(TIE_BREAKS[tie.code].write(amount))}"
    return found


def first_lines(division: Division, snapshot: StandingSnapshot, count: int) -> tuple[StandingLine, ...]:
    """The first lines of the stored table of a division, without what ties and open games mean."""
    whole = snapshot.table["rows"]
    stored = Standings.load({"rows": whole[:count], "ties": []})
    writer = _Writer(division, stored.rows, whole, stored.ties)
    return _written(writer, stored, (), {row["entrant"]: row["rank"] for row in whole})


def supposed_table(division: Division, table: Standings) -> tuple[StandingLine, ...]:
    """The lines of a table that is not the stored one."""
    rows = table.dump()["rows"]
    writer = _Writer(division, table.rows, rows, table.ties)
    return _written(writer, table, _codes(division, rows), {row.entrant: row.rank for row in table.rows})


def _codes(division: Division, rows: Sequence[Mapping[str, object]]) -> tuple[str, ...]:
    """The tie-breaks of the table; where places are no matter of points (knockout, ladder) there are none."""
    codes = division.stage.stage_ruleset.tie_breaks
    return codes if not rows or rows[0]["values"] else ()


def _written(
    writer: _Writer, stored: Standings, codes: Sequence[str], ranks: Mapping[int, int]
) -> tuple[StandingLine, ...]:
    """The lines of a table, or of a part of it; ``ranks`` are those of all."""
    places = _zone_places(writer, ranks)
    lines = [writer.line(row, codes, places[row.entrant]) for row in stored.rows]
    for index, (line, following) in enumerate(pairwise(lines)):
        above = [places[one.entrant] for one in lines[: index + 1] if one.zone]
        below = [places[one.entrant] for one in lines[index + 1 :] if one.zone]
        if line.zone and following.zone and line.zone != following.zone and max(above) < min(below):
            lines[index] = replace(line, is_last_of_zone=True)
    return tuple(lines)


def _zone_places(writer: _Writer, ranks: Mapping[int, int]) -> Mapping[int, int]:
    """The place that decides where each entrant's leads to, among those who are still there. Those who share one are
    parted as at the end of the stage: in groups by pairing number, in a league as from season to season."""
    if not writer.zone_lines:
        return ranks
    if writer.zone_lines[0].above == Zone.THROUGH:
        playing = writer.division.entrants.filter(pk__in=ranks, status=Status.ACTIVE)
        numbers = dict(playing.values_list("pk", "number"))
        in_order = sorted(numbers, key=lambda entrant: (ranks[entrant], numbers[entrant] or 0))
    else:
        in_order = in_season_order(writer.division, ranks)
    return {**ranks, **{entrant: place for place, entrant in enumerate(in_order, 1)}}


def _part_line(part: Part, tie_break: TieBreak, names: Mapping[int, str]) -> PartLine:
    return PartLine(
        fixture=part.fixture,
        opponent="" if part.opponent is None else names[part.opponent],
        amount=tie_break.write(part.amount),
        note=part_in_words(part),
    )


@dataclass(frozen=True, slots=True)
class RecordPart:
    """A player's record in one division."""

    division: Division
    title: str
    line: StandingLine | None
    total: int


def record_of(event: Event, entrants: Iterable[Entrant]) -> list[RecordPart]:
    """The record of a player in each division of an event; without a line in it for a player who has left a ladder."""
    return [_record_in(event, one.division, one.pk) for one in entrants if one.division is not None]


def _record_in(event: Event, division: Division, entrant: int) -> RecordPart:
    division.event = event
    rows = division.snapshot.table["rows"]
    place = next((index for index, row in enumerate(rows) if row["entrant"] == entrant), None)
    if place is None:
        return RecordPart(division, division_title(division), None, len(rows))
    table = standing_table(division, start=place, stop=place + 1, explained=True, snapshot=division.snapshot)
    return RecordPart(division, division_title(division), table.lines[0], len(rows))


# Events ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DivisionLine:
    """A division of an event in a list: what it is called, how many play there and who leads."""

    division: Division
    title: str
    players: int
    leaders: tuple[int, ...]  # entrants; nobody while more are level than could be named
    level: int  # how many share the first place


_WITH_TABLES = Prepared(lambda: divisions_of(Asked("event")).select_related("snapshot"))


def division_lines(event: Event) -> list[DivisionLine]:
    """The divisions of an event, the latest stage first."""
    tables = {division: division.snapshot.table["rows"] for division in _WITH_TABLES.ask(event=event.pk)}
    for division in tables:
        division.event = event
    first = {
        division: [row["entrant"] for row in rows if row["rank"] == 1 and row["points"]]
        for division, rows in tables.items()
    }
    return [
        DivisionLine(
            division,
            division_title(division),
            len(rows),
            tuple(first[division]) if len(first[division]) <= LEADERS else (),
            level=len(first[division]),
        )
        for division, rows in tables.items()
    ]
