"""What a director looks at before an event starts: whether it could, and what may be forgotten. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenting.moments import write_short_moment
from ground.wording import and_list
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.base import CannotStart
from tournaments.formats.duration import course_of
from tournaments.models import Entrant, Event
from tournaments.queries import slowest_ends_of
from tournaments.setup.division_plan import PlannedDivision, incomplete_teams, plan_divisions
from tournaments.setup.planning import check_hard_end
from tournaments.setup.seeding import decided_by_hand
from tournaments.wording.decisions import length_in_words

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


def before_start(event: Event, *, at: datetime, now: bool = False) -> BeforeStart:
    """The list of an event that has not started; ``now``: as of a start at this moment, whatever start is planned.
    Raises EventError for an event that has started."""
    if event.state not in (Event.State.DRAFT, Event.State.OPEN):
        problem = _("%(event)s is %(state)s; the list is for events that have not started.")
        raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
    divisions: list[PlannedDivision] = []
    try:
        divisions = plan_divisions(event, at=at)
        size = _sizes(divisions, of_teams=event.form == Form.TEAMS)
    except CannotStart as error:
        size = Check(Level.STOPS, str(error))
    checks = [
        size,
        *_teams(event, at),
        *([] if now else [_date(event, at)]),
        *_clock(event, at if now else event.starts_at or at),
        *_answers(event),
        *_addresses(event),
        *_by_hand(event),
    ]
    if event.state == Event.State.DRAFT:
        checks.insert(0, Check(Level.STOPS, _("This is a draft: open it for entries first.")))
    return BeforeStart(tuple(checks), tuple(divisions))


def _sizes(divisions: list[PlannedDivision], *, of_teams: bool) -> Check:
    players = sum(len(one.entrants) for one in divisions)
    if of_teams:
        teams = ngettext("%(count)d team takes part.", "%(count)d teams take part.", players) % {"count": players}
        return Check(Level.FINE, teams)
    begin = ngettext("%(count)d player takes part.", "%(count)d players take part.", players) % {"count": players}
    if len(divisions) > 1:
        sizes = "; ".join(f"{one.title}: {len(one.entrants)}" for one in divisions[:MOST_NAMED])
        begin = _("%(begin)s Players by division: %(sizes)s.") % {"begin": begin, "sizes": sizes}
    return Check(Level.FINE, begin)


def _teams(event: Event, at: datetime) -> list[Check]:
    """Teams with too few players are left out at the start."""
    if event.form != Form.TEAMS:
        return []
    names = list(incomplete_teams(event, at=at).order_by("team_name").values_list("team_name", flat=True))
    if not names:
        return []
    few = ngettext(
        "%(teams)s has fewer than %(boards)d players who have accepted, and would not take part.",
        "%(teams)s have fewer than %(boards)d players who have accepted, and would not take part.",
        len(names),
    )
    return [Check(Level.WARNS, few % {"teams": _named(names), "boards": event.event_layout.boards})]


def _date(event: Event, at: datetime) -> Check:
    if event.starts_at is None:
        return Check(Level.FINE, _("There is no start date: the event starts when a director starts it."))
    if event.starts_at <= at:
        return Check(Level.WARNS, _("The start date has passed; the event starts within a minute, if it can."))
    return Check(
        Level.FINE, _("The event starts automatically on %(start)s.") % {"start": write_short_moment(event.starts_at)}
    )


def _clock(event: Event, started: datetime) -> list[Check]:
    try:
        check_hard_end(event.time_control, started)
    except EventError as error:
        return [Check(Level.STOPS, error.message)]
    end = slowest_ends_of(event, started=started).rested
    if end <= started + BOUND:
        words = _("Games that begin at the start are over by %(end)s.")
        return [Check(Level.FINE, words % {"end": write_short_moment(end)}), *_course(event)]
    problem = _(
        "Nothing ends a game that begins at the start before %(end)s. Give rounds or the season a deadline: what is "
        "open then is decided by the scores on the board."
    )
    return [Check(Level.WARNS, problem % {"end": write_short_moment(end)})]


def _course(event: Event) -> list[Check]:
    """How long all rounds can take with the entrants there are."""
    layout, games = event.event_layout, event.event_ruleset.games_per_fixture
    players = event.entrants.filter(status=Status.ACTIVE).count()
    course, words = course_of(layout, players, games), length_in_words(layout, players, games)
    if course is None or not words:
        return []
    level = Level.WARNS if course.most_days > BOUND.days else Level.FINE
    return [Check(level, _("All rounds: %(length)s") % {"length": words})]


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
    return [Check(Level.WARNS, lost % {"players": _named(names)})]


def _named(names: list[str]) -> str:
    return and_list(names if len(names) <= MOST_NAMED else [*names[:MOST_NAMED], _("others")])


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
