"""What an action would come to: sentences, and every place in the table that would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from games.wording import and_list
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


@dataclass(frozen=True, slots=True)
class DryRun:
    """What an action would come to: sentences, and the places that would change, if places could (``is_counted``)."""

    sentences: tuple[str, ...]
    changes: tuple[ChangedPlace, ...] = ()
    is_counted: bool = False


def with_changes(
    sentences: Sequence[str], division: Division, payloads: Sequence[Kind] = (), *, at: datetime
) -> DryRun:
    """These sentences, and what entries with these payloads would change in a division's table; whether a player who
    has left would lead it, and whether something would have to be played again."""
    names, projected = names_in(division), projection_of(division, payloads, at=at)
    leads = _("%(player)s has left the event, and comes first in the table all the same.")
    said = [*sentences, *(leads % {"player": names[entrant]} for entrant in projected.leaders)]
    if projected.due:
        goes_on = _("What is not decided any more is played, so the event goes on: %(players)s.")
        meetings = [and_list(sorted(names[entrant] for entrant in entrants)) for entrants in projected.due]
        said.append(goes_on % {"players": "; ".join(meetings)})
    said += _after_the_end(division, names, projected)
    changes = [
        ChangedPlace(
            names[change.entrant],
            change.rank_before,
            change.rank_after,
            write_points(change.points_before),
            write_points(change.points_after),
        )
        for change in projected.changes
    ]
    return DryRun(tuple(said), tuple(changes), is_counted=True)


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
