"""What an action would come to: sentences, and every place in the table that would change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Self

from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext as _

from ground.wording import and_list
from tournaments.event_log.kinds import Kind
from tournaments.formats import BRACKETS
from tournaments.models import Division, Event
from tournaments.queries import names_in
from tournaments.running.projection import Projection, projection_of
from tournaments.wording.decisions import write_points


@dataclass(frozen=True, slots=True)
class ChangedPlace:
    """What would change for one entrant; numbers are written out."""

    player: str
    rank_before: int
    rank_after: int
    points_before: str
    points_after: str

    @property
    def moves(self) -> int:
        """By how many places up; below nothing, down."""
        return self.rank_before - self.rank_after


@dataclass(frozen=True)
class DryRun:
    """What an action would come to: its own sentences, and the entries that would be written, by division. Where there
    are such divisions, what happens to their tables follows from the entries, and places are counted."""

    said: tuple[str, ...]
    entries: tuple[tuple[Division, tuple[Kind, ...]], ...] = ()
    at: datetime | None = None

    @property
    def is_counted(self) -> bool:
        """Whether places could change."""
        return bool(self.entries)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The action's own sentences; whether a player who has left would lead a table; whether something would have to
        be played again."""
        return (*self.said, *(sentence for sentences, _changes in self._tables for sentence in sentences))

    @property
    def changes(self) -> tuple[ChangedPlace, ...]:
        return tuple(change for _sentences, changes in self._tables for change in changes)

    def as_of_now(self) -> Self:
        """The same, with all that it says looked up."""
        _ = self._tables
        return self

    @cached_property
    def _tables(self) -> list[tuple[list[str], list[ChangedPlace]]]:
        return [_table_with(division, payloads, self.at or timezone.now()) for division, payloads in self.entries]


def with_changes(
    sentences: Sequence[str], division: Division, payloads: Sequence[Kind] = (), *, at: datetime
) -> DryRun:
    """These sentences, and what entries with these payloads would change in a division's table."""
    return DryRun(tuple(sentences), ((division, tuple(payloads)),), at)


def together(dry_runs: Iterable[DryRun]) -> DryRun:
    """What several actions come to that are done one after the other."""
    said: list[str] = []
    entries: dict[Division, tuple[Kind, ...]] = {}
    at = None
    for one in dry_runs:
        said += one.said
        at = one.at
        for division, payloads in one.entries:
            entries[division] = (*entries.get(division, ()), *payloads)
    return DryRun(tuple(said), tuple(entries.items()), at)


def _table_with(division: Division, payloads: Sequence[Kind], at: datetime) -> tuple[list[str], list[ChangedPlace]]:
    """What is to be said about the table of a division with more entries, and the places that change there."""
    names, projected = names_in(division), projection_of(division, payloads, at=at)
    leads = _("%(player)s has left the event, and comes first in the table all the same.")
    said = [leads % {"player": names[entrant]} for entrant in projected.leaders]
    if projected.due:
        goes_on = _("What is not decided any more is played, so the event goes on: %(players)s.")
        meetings = [and_list(sorted(names[entrant] for entrant in entrants)) for entrants in projected.due]
        said.append(goes_on % {"players": "; ".join(meetings)})
    said += _after_the_end(division, names, projected)
    return said, [
        ChangedPlace(
            names[change.entrant],
            change.rank_before,
            change.rank_after,
            write_points(change.points_before),
            write_points(change.points_after),
        )
        for change in projected.changes
    ]


def _after_the_end(division: Division, names: Mapping[int, str], projected: Projection) -> Iterator[str]:
    """Who gains or loses a title or a place of promotion or relegation by a change of an event that is over."""
    if projected.winners is not None:
        before, after = (and_list([names[entrant] for entrant in several]) for several in projected.winners)
        wins = _("First among those still in the event: %(after)s, no longer %(before)s.")
        yield wins % {"after": after or _("nobody"), "before": before or _("nobody")}
    if projected.ways:
        ways = ", ".join(f"{names[entrant]} {gettext(way)}" for entrant, way in projected.ways)
        next_season = Event.objects.filter(previous=division.event).first()
        if next_season is not None and next_season.started_at is not None:
            yield _("The next season has begun, and all stay in their divisions.")
        else:
            yield _("In the next season: %(ways)s.") % {"ways": ways}


def rounds_stay(division: Division) -> list[str]:
    """That a changed result changes no pairings, and no finals, where such follow from results."""
    if division.event.stages.filter(number__gt=division.stage.number).exists():
        return [_("The finals have begun, and the same players stay in them.")]
    if division.stage.format in ("swiss", "team-swiss", *BRACKETS):
        return [_("Rounds that are already paired stay as they are.")]
    return []
