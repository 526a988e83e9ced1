"""The log of an event in words: a sentence for each entry, its author, the reason, and whether it was reverted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property

from django.db.models import Max, Q

from games.models import Player, Seat
from ground.prepared.queries import Asked, Prepared
from ground.wording import reread
from tournaments.event_log.kinds import Confirmed, GameFinished, Kind, Opposite, Reverted, Substituted, revertible
from tournaments.event_log.kinds.base import Course, Meeting
from tournaments.event_log.kinds.folding import LogEntry, standing_entries
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form, title_of_division
from tournaments.models import NAME, Entrant, Event, EventLogEntry, FixtureSeat


@dataclass(frozen=True, slots=True)
class DescribedEntry:
    """An entry of the log as people read it. ``actor`` is empty where the rules of the event did it.

    ``game`` is the number of the game that it is about, if it is about one; ``decided_in`` is the entry of the director
    who ended that game, if one did. ``is_provisional``: ratings wait until another director or staff confirms it.
    """

    seq: int
    at: datetime
    kind: str
    text: str
    actor: str
    is_by_staff: bool
    why: str
    game: int | None
    decided_in: int | None
    is_reverted: bool
    is_provisional: bool
    can_be_reverted: bool
    opposite: Opposite | None  # what undoes it instead


def describe(event: Event, rows: Sequence[EventLogEntry] | None = None) -> list[DescribedEntry]:
    """These entries of an event's log (all of them by default) in words, in their order."""
    chosen = list(event.log_entries.order_by("seq") if rows is None else rows)
    entries = [row.entry for row in chosen]
    candidates = revertible()
    decisions = [row.entry for row in _decisions(tuple(sorted(candidates))).ask(event=event.pk)]
    standing = {entry.seq for entry in standing_entries(decisions) if entry.payload.slug in candidates}
    lookup, waiting = _Lookup(event, entries, decisions), _provisional(decisions)
    about = {row.seq: (row.at, row.game_id) for row in chosen}
    return [
        DescribedEntry(
            seq=entry.seq,
            at=entry.at,
            kind=row.kind,
            text=lookup.sentence(entry),
            actor=lookup.players.get(entry.payload.actor or 0, ""),
            is_by_staff=entry.payload.staff,
            why=reread(entry.payload.why),
            game=row.game_id or entry.payload.about_game,
            decided_in=row.seq + 1
            if row.kind == GameFinished.slug and about.get(row.seq + 1) == about[row.seq]
            else None,
            is_reverted=row.kind in candidates and entry.seq not in standing,
            is_provisional=entry.seq in waiting,
            can_be_reverted=entry.seq in standing
            and (entry.division is not None or entry.payload.of_event)
            and not entry.payload.refusal_to_revert(lookup.course),
            opposite=entry.payload.opposite(_NamesThen(lookup, entry)),
        )
        for row, entry in zip(chosen, entries, strict=True)
    ]


def provisional_in(event: Event) -> set[int]:
    """The numbers of the decisions about games of directors that stand and are not confirmed."""
    return _provisional(read(event.log_entries.filter(AWAIT_CONFIRMATION)))


def waiting_in(rows: Iterable[EventLogEntry]) -> dict[int, set[int]]:
    """The same for many events, by event; ``rows`` are their entries that ``AWAIT_CONFIRMATION`` has."""
    by_event: dict[int, list[LogEntry[Kind]]] = {}
    for row in rows:
        by_event.setdefault(row.event_id, []).append(row.entry)
    return {event: _provisional(entries) for event, entries in by_event.items()}


AWAIT_CONFIRMATION = Q(payload__provisional=True) | Q(kind__in=(Confirmed.slug, Reverted.slug))


@cache
def _decisions(candidates: tuple[str, ...]) -> Prepared[EventLogEntry]:
    chosen = Q(kind__in=(*candidates, Substituted.slug)) | AWAIT_CONFIRMATION
    return Prepared(lambda: EventLogEntry.objects.filter(chosen, event=Asked("event")).order_by("seq"))


def _provisional(decisions: Iterable[LogEntry[Kind]]) -> set[int]:
    entries = standing_entries(decisions)
    waiting = {entry.seq for entry in entries if entry.payload.provisional}
    return waiting - {entry.payload.entry for entry in entries if isinstance(entry.payload, Confirmed)}


def course_of(event: Event) -> Course:
    """How far an event has come, as entries ask that are to be reverted."""
    return _course(event, event.divisions.aggregate(most=Max("rounds__number"))["most"] or 0)


def _course(event: Event, paired: int) -> Course:
    return Course(
        name=event.name,
        state=event.get_state_display(),
        has_started=event.started_at is not None or event.state == Event.State.CALLED_OFF,
        is_running=event.state == Event.State.RUNNING,
        is_archived=event.state == Event.State.ARCHIVED,
        paired=paired,
    )


class _Lookup:
    """The names that entries need, looked up with a few statements for all of them. Substitutions are taken from the
    ``decisions``."""

    def __init__(self, event: Event, entries: Sequence[LogEntry[Kind]], decisions: Sequence[LogEntry[Kind]]) -> None:
        self.event = event
        wanted = [entry.payload.names() for entry in entries]
        quoted = {one.entry for one in wanted if one.entry is not None}
        self.quoted = {entry.seq: entry for entry in read(event.log_entries.filter(seq__in=quoted))} if quoted else {}
        wanted += [entry.payload.names() for entry in self.quoted.values()]
        self.substitutions = [
            (entry.seq, entry.payload) for entry in decisions if isinstance(entry.payload, Substituted)
        ]
        fixtures = {key for one in wanted for key in one.fixtures}
        self.fixtures, self.entrants = _meetings(fixtures)
        entrants = {key for one in wanted for key in one.entrants} - self.entrants.keys()
        if entrants:
            self.entrants |= dict(Entrant.objects.filter(pk__in=entrants).values_list("pk", NAME))
        self.seats: dict[int, list[int]] = {}
        seats = Seat.objects.filter(game__in={key for one in wanted for key in one.games}).order_by("game", "number")
        for game, player in seats.values_list("game", "player"):
            self.seats.setdefault(game, []).append(player)
        players = {key for one in wanted for key in one.players}
        players |= {entry.payload.actor for entry in (*entries, *self.quoted.values()) if entry.payload.actor}
        players |= {player for seated in self.seats.values() for player in seated}
        players |= {key for _, one in self.substitutions for key in (one.old, one.new)}
        self.players = dict(Player.objects.filter(pk__in=players).values_list("pk", "username"))

    @cached_property
    def _divisions(self) -> list[tuple[int, int, int, int, int | None]]:
        paired = self.event.divisions.annotate(paired=Max("rounds__number"))
        return list(paired.values_list("pk", "stage__number", "tier", "number", "paired"))

    @cached_property
    def divisions(self) -> dict[int, str]:
        return {
            key: title_of_division(self.event.form, stage=stage, tier=tier, number=number)
            for key, stage, tier, number, _ in self._divisions
        }

    @cached_property
    def course(self) -> Course:
        """How far the event has come."""
        return _course(self.event, max((paired or 0 for *_, paired in self._divisions), default=0))

    def sentence(self, entry: LogEntry[Kind]) -> str:
        return entry.payload.sentence(_NamesThen(self, entry))


def _meetings(fixtures: Iterable[int]) -> tuple[dict[int, Meeting], dict[int, str]]:
    """The meetings, and the names of everybody in them."""
    seats = FixtureSeat.objects.filter(fixture__in=list(fixtures)).order_by("fixture", "number")
    meetings: dict[int, Meeting] = {}
    names = {}
    asked = ("fixture", "fixture__round__number", "entrant", "entrant__team_name", "entrant__player__username")
    for fixture, number, entrant, team, player in seats.values_list(*asked):
        known = meetings.get(fixture, Meeting(number, ()))
        meetings[fixture] = Meeting(number, (*known.entrants, entrant))
        names[entrant] = team or player  # as ``Entrant.name``
    return meetings, names


class _NamesThen:
    """The names for one entry, as they were when it was written: places change hands."""

    def __init__(self, lookup: _Lookup, entry: LogEntry[Kind]) -> None:
        self.lookup = lookup
        self.entry = entry
        self.later = [one for seq, one in lookup.substitutions if seq > entry.seq]

    @property
    def is_ladder(self) -> bool:
        return self.lookup.event.form == Form.LADDER

    @property
    def has_groups(self) -> bool:
        return self.lookup.event.form == Form.GROUPS

    @property
    def division(self) -> str:
        return self.title_of(self.entry.division or 0)

    def title_of(self, division: int) -> str:
        return self.lookup.divisions.get(division, "")

    def entrant(self, key: int) -> str:
        """The player who had the place when the entry was written."""
        then = next((one.old for one in self.later if one.entrant == key), None)
        return self.lookup.entrants.get(key, f"entrant {key}") if then is None else self.player(then)

    def player(self, key: int | None) -> str:
        return "" if key is None else self.lookup.players.get(key, "")

    def seats(self, game: int) -> list[str]:
        """The players by seat when the entry was written."""
        names = []
        for player in self.lookup.seats.get(game, ()):
            for one in reversed(self.later):
                if one.new == player:
                    player = one.old
            names.append(self.player(player))
        return names

    def played(self, game: int) -> list[str]:
        """The players by seat at the end of a game: who takes over a place later does not sit there."""
        return [self.player(player) for player in self.lookup.seats.get(game, ())]

    def fixture(self, key: int) -> Meeting | None:
        return self.lookup.fixtures.get(key)

    def sentence_of(self, seq: int) -> str:
        quoted = self.lookup.quoted.get(seq)
        return self.lookup.sentence(quoted) if quoted else ""
