"""What a director looks at before an event starts: whether it could, and what may be forgotten. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenting.moments import write_short_moment
from games.wording import and_list
from tournaments.exceptions import EventError
from tournaments.formats.base import CannotStart
from tournaments.models import Entrant, Event
from tournaments.queries import slowest_ends_of
from tournaments.setup.division_plan import PlannedDivision, plan_divisions
from tournaments.setup.planning import check_hard_end
from tournaments.setup.seeding import decided_by_hand

Status = Entrant.Status

BOUND = timedelta(days=190)  # from the start of an event: half a year and a week; games that can last longer are odd
MOST_NAMED = 12


class Level(StrEnum):
    """What a point of the list means for the start."""

    STOPS = "stops"  # the event cannot start
    WARNS = "warns"
    FINE = "fine"


@dataclass(frozen=True, slots=True)
class Check:
    """One point of the list."""

    level: Level
    sentence: str


@dataclass(frozen=True, slots=True)
class BeforeStart:
    """The list, and the divisions as they would be; none while the event could not start."""

    checks: tuple[Check, ...]
    divisions: tuple[PlannedDivision, ...]

    @property
    def can_start(self) -> bool:
        return all(check.level != Level.STOPS for check in self.checks)


def before_start(event: Event, *, at: datetime) -> BeforeStart:
    """The list of an event that has not started. Raises EventError for one that has."""
    if event.state not in (Event.State.DRAFT, Event.State.OPEN):
        problem = _("%(event)s is %(state)s; the list is for events that have not started.")
        raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
    divisions: list[PlannedDivision] = []
    try:
        divisions = plan_divisions(event, at=at)
        size = _sizes(divisions)
    except CannotStart as error:
        size = Check(Level.STOPS, str(error))
    checks = [size, _date(event, at), *_clock(event, at), *_answers(event), *_addresses(event), *_by_hand(event)]
    if event.state == Event.State.DRAFT:
        checks.insert(0, Check(Level.STOPS, _("This is a draft: open it for entries first.")))
    return BeforeStart(tuple(checks), tuple(divisions))


def _sizes(divisions: list[PlannedDivision]) -> Check:
    players = sum(len(one.entrants) for one in divisions)
    begin = ngettext("%(count)d player takes part.", "%(count)d players take part.", players) % {"count": players}
    if len(divisions) > 1:
        sizes = "; ".join(f"{one.title}: {len(one.entrants)}" for one in divisions[:MOST_NAMED])
        begin = _("%(begin)s Players by division: %(sizes)s.") % {"begin": begin, "sizes": sizes}
    return Check(Level.FINE, begin)


def _date(event: Event, at: datetime) -> Check:
    if event.starts_at is None:
        return Check(Level.FINE, _("There is no start date: the event starts when a director starts it."))
    if event.starts_at <= at:
        return Check(Level.WARNS, _("The start date has passed; the event starts within a minute, if it can."))
    return Check(
        Level.FINE, _("The event starts by itself on %(start)s.") % {"start": write_short_moment(event.starts_at)}
    )


def _clock(event: Event, at: datetime) -> list[Check]:
    started = event.starts_at or at
    try:
        check_hard_end(event.time_control, started)
    except EventError as error:
        return [Check(Level.STOPS, error.message)]
    end = slowest_ends_of(event, started=started).rested
    if end <= started + BOUND:
        return [
            Check(
                Level.FINE, _("Games that begin at the start are over by %(end)s.") % {"end": write_short_moment(end)}
            )
        ]
    problem = _(
        "Nothing ends a game that begins at the start before %(end)s. Give rounds or the season a deadline: what is "
        "open then is decided by the scores on the board."
    )
    return [Check(Level.WARNS, problem % {"end": write_short_moment(end)})]


def _answers(event: Event) -> list[Check]:
    asked = event.entrants.filter(status=Status.ASKED).count()
    waiting = event.entrants.filter(status=Status.WAITING).count()
    found = []
    if asked:
        silent = ngettext(
            "%(count)d player who was asked has not said yes, and would not take part.",
            "%(count)d players who were asked have not said yes, and would not take part.",
            asked,
        )
        found.append(Check(Level.WARNS, silent % {"count": asked}))
    if waiting:
        left = ngettext(
            "%(count)d player is on the waiting list, and would stand by as a substitute.",
            "%(count)d players are on the waiting list, and would stand by as substitutes.",
            waiting,
        )
        found.append(Check(Level.WARNS, left % {"count": waiting}))
    return found


def _addresses(event: Event) -> list[Check]:
    """Players without an address that was confirmed get no mails."""
    taking_part = event.entrants.filter(status=Status.ACTIVE)
    reached = taking_part.filter(player__emailaddress__verified=True).values("pk")
    names = list(
        taking_part.exclude(pk__in=reached).order_by("player__username").values_list("player__username", flat=True)
    )
    if not names:
        return []
    lost = ngettext(
        "%(players)s has no confirmed mail address and could not be warned by mail.",
        "%(players)s have no confirmed mail address and could not be warned by mail.",
        len(names),
    )
    shown = names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], _("others")]
    return [Check(Level.WARNS, lost % {"players": and_list(shown)})]


def _by_hand(event: Event) -> list[Check]:
    """What directors have decided about players who do not take part after all."""
    decided = decided_by_hand(event)
    chosen = {*decided.seeds, *decided.placed}
    gone = event.entrants.filter(pk__in=chosen).exclude(status=Status.ACTIVE).order_by("player__username")
    names = list(gone.values_list("player__username", flat=True))
    if not names:
        return []
    idle = ngettext(
        "%(players)s was seeded or placed by a director, and does not take part.",
        "%(players)s were seeded or placed by a director, and do not take part.",
        len(names),
    )
    return [Check(Level.WARNS, idle % {"players": and_list(names)})]
