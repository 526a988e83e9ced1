"""An event as it would be: what it is made of, whether it can be played, and storing it under an address of its own."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from games.clock.calendars import USUAL_PAUSES, PauseRules
from games.clock.controls import ControlError, TimeControl
from games.models import Player
from games.rules import RULES
from games.rules.base import OptionError, Options
from ground.wording import or_list
from tournaments.event_rules.conditions import EntryConditions
from tournaments.event_rules.layouts import FORM_TITLES, MOST_ENTRANTS, WITH_BRACKET, Form, Layout
from tournaments.exceptions import EventError
from tournaments.formats import FORMATS
from tournaments.models import Club, Event
from tournaments.queries import events_visible_to
from tournaments.setup.addresses import NEW, slug_of
from tournaments.setup.seeding import all_begin_together, first_format
from tournaments.standings.rulesets import MARGIN_CAP, PAR, Ruleset, usual_ruleset

LATEST_START = timedelta(days=731)  # from when an event is planned
ROUND_ROBIN = Layout()
HIGHEST_RATING = 4000  # of a band
SHORTEST_CODE, LONGEST_CODE = 6, 40
OTHER_PAGES = (NEW, "calendar", "ratings", "cups", "history", "records")


def plan_event(
    *,
    name: str,
    director: Player,
    rules: str,
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    layout: Layout = ROUND_ROBIN,
    ruleset: Ruleset | None = None,
    most_entrants: int = 9,
    rated: bool = True,
    pause_rules: PauseRules = USUAL_PAUSES,
    about: str = "",
    entry: str = Event.Entry.OPEN,
    rating_from: int | None = None,
    rating_to: int | None = None,
    conditions: EntryConditions | None = None,
    entry_code: str = "",
    club: Club | None = None,
    starts_at: datetime | None = None,
    previous: Event | None = None,
) -> Event:
    """A draft of an event of ``rules`` that is not stored; a round robin for two unless the scheme says otherwise.

    ``at`` is now. ``starts_at``: it starts by itself then, if enough have entered. ``previous``: the season before.
    Raises EventError, also for options that the game does not have.
    """
    checked = _checked_options(rules, layout, options or {})
    _check_room(layout, most_entrants, entry)
    _check_band(rating_from, rating_to)
    _check_club(club, entry, director, previous)
    _check_time(layout, control, starts_at, at)
    counted = ruleset or ruleset_for(layout, rules)
    _check_match(layout, counted)
    return Event(
        name=name.strip(),
        slug=address_of(name),
        director=director,
        rules=rules,
        options=checked,
        control=control.dump(),
        pause_rules=pause_rules.dump(),
        rated=rated,
        form=layout.form,
        layout=layout.dump(),
        ruleset=counted.dump(),
        about=about.strip(),
        most_entrants=most_entrants,
        entry=entry,
        rating_from=rating_from,
        rating_to=rating_to,
        conditions=(conditions or EntryConditions()).dump(),
        entry_code=_checked_code(entry_code),
        club=club,
        starts_at=starts_at,
        previous=previous,
        season=1 if previous is None else previous.season + 1,
        created_at=at,
    )


def _check_band(rating_from: int | None, rating_to: int | None) -> None:
    if rating_from is not None and rating_to is not None and rating_from > rating_to:
        raise EventError(
            gettext("A rating band goes from low to high, not from {rating_from} to {rating_to}.").format(
                rating_from=rating_from, rating_to=rating_to
            ),
            "rating_to",
        )


def may_hold(club: Club, director: Player, previous: Event | None) -> bool:
    """Whether a club holds an event of this director: one of its organisers, or the next season of its league."""
    return club.is_organised_by(director) or (previous is not None and previous.club_id == club.pk)


def _check_club(club: Club | None, entry: str, director: Player, previous: Event | None) -> None:
    """Raises EventError for a club that does not hold this event, and for members of no club."""
    if club is None and entry == Event.Entry.MEMBERS:
        raise EventError(gettext("Choose the club whose members may enter."), "club")
    if club is not None and not may_hold(club, director, previous):
        raise EventError(
            gettext("Only organisers of {club} can hold events of it; {director} is none.").format(
                club=club, director=director
            ),
            "club",
        )


def _checked_code(code: str) -> str:
    """A code of entry without spaces around it. Raises EventError for one that is too short or cannot be typed."""
    code = code.strip()
    if code and not (SHORTEST_CODE <= len(code) <= LONGEST_CODE and code.isprintable() and " " not in code):
        problem = gettext("An invitation code has {least} to {most} characters, without spaces.")
        raise EventError(problem.format(least=SHORTEST_CODE, most=LONGEST_CODE), "entry_code")
    return code


def _check_match(layout: Layout, ruleset: Ruleset) -> None:
    """Whether the games of a meeting make a match. Raises EventError."""
    games = ruleset.games_per_fixture
    if layout.small_tables and ruleset.points:
        sentence = gettext("Points by place need tables of one size. Leave them out, or have no smaller tables.")
        raise EventError(sentence, "points")
    if ruleset.best_of:
        if not layout.in_turn:
            sentence = gettext("A match can end early only in a challenge match whose games begin one after another.")
            raise EventError(sentence, "best_of")
    elif layout.form in (*WITH_BRACKET, Form.MATCH) and games > 1 and games % 2:
        raise EventError(
            gettext("A match has an even number of games, so that colours are shared."), "games_per_fixture"
        )


def _checked_options(rules: str, layout: Layout, options: Options) -> Options:
    """The options of a game that is there for so many, with all that were left out. Raises EventError."""
    if rules not in RULES:
        raise EventError(
            gettext("There is no game {rules}. The games: {rules_2}.").format(
                rules=f"{rules!r}", rules_2=", ".join(RULES)
            ),
            "rules",
        )
    if layout.seats not in RULES[rules].seats:
        seats = or_list([str(count) for count in RULES[rules].seats])
        raise EventError(
            gettext("{title} is a game for {seats} players, not for {seats_2}.").format(
                title=RULES[rules].title, seats=seats, seats_2=layout.seats
            ),
            "seats",
        )
    try:
        checked = RULES[rules].check_options(layout.seats, options)
        if layout.small_tables:
            RULES[rules].check_options(layout.seats - 1, checked)
        return checked
    except OptionError as error:
        raise EventError(str(error), "options") from error


def check_start(starts_at: datetime, at: datetime) -> None:
    """Whether an event can begin by itself then, seen from ``at``. Raises EventError."""
    if not at < starts_at <= at + LATEST_START:
        raise EventError(gettext("The start must lie in the future, within the next two years."), "starts_at")


def _check_time(layout: Layout, control: TimeControl, starts_at: datetime | None, at: datetime) -> None:
    if starts_at is not None:
        check_start(starts_at, at)
    check_hard_end(control, starts_at or at)
    if control.ends is not None and (layout.in_turn or not all_begin_together(layout)):
        raise EventError(
            gettext(
                "This {form_titles} has games that begin later, and a hard end would leave them no time. "
                "Leave it out; the days of a round limit them."
            ).format(form_titles=FORM_TITLES[layout.form]),
            "ends_on",
        )


def check_hard_end(control: TimeControl, starts_at: datetime) -> None:
    """Whether a hard end leaves time for games that begin then. Raises EventError."""
    try:
        control.check_hard_end(starts_at)
    except ControlError as error:
        raise EventError(str(error), "ends_on") from error


def address_of(name: str) -> str:
    """The part of an address that names an event. Raises EventError."""
    return slug_of(name, other_pages=OTHER_PAGES)


def _check_room(layout: Layout, most_entrants: int, entry: str) -> None:
    """Whether there is room for at least one way to play, and whether those who may enter can play so."""
    if entry == Event.Entry.BOTS and layout.form == Form.TEAMS:
        raise EventError(gettext("Teams are made up of people. Choose another form for bots."), "entry")
    form = FORMATS[first_format(layout)]
    most = MOST_ENTRANTS if layout.form in (Form.LEAGUE, Form.GROUPS) else form.most_of(layout)
    if layout.form == Form.MATCH and most_entrants != 2:
        raise EventError(gettext("A challenge match is for 2 players."), "most_entrants")
    fewest = max(form.fewest, layout.seats)
    if layout.form in (Form.LEAGUE, Form.GROUPS):
        fewest = max(layout.pool_size, layout.fewest_in_groups if layout.form == Form.GROUPS else 0)
    if not fewest <= most_entrants <= most:
        like_this = (
            gettext("A {form_titles} like this is for {fewest} to {most} teams, not {most_entrants}.")
            if layout.form == Form.TEAMS
            else gettext("A {form_titles} like this is for {fewest} to {most} players, not {most_entrants}.")
        )
        described = like_this.format(
            form_titles=FORM_TITLES[layout.form], fewest=fewest, most=most, most_entrants=most_entrants
        )
        raise EventError(described, "most_entrants")


def ruleset_for(
    layout: Layout,
    rules: str,
    *,
    games_per_fixture: int | None = None,
    points: Sequence[int] = (),
    par: int = PAR,
    margin_cap: int = MARGIN_CAP,
    best_of: bool = False,
    tie_breaks: Sequence[str] = (),
    pairing_bye: str = "",
    half_byes: int = 1,
) -> Ruleset:
    """The usual ruleset of the first stage, ``tie_breaks`` in their order instead of its own. Raises RulesetError."""
    kinds = {Form.SWISS: "swiss", Form.KNOCKOUT: "knockout", Form.DOUBLE: "knockout", Form.TEAMS: "teams"}
    kind = kinds.get(Form(layout.form), "league")
    if layout.form == Form.TEAMS and layout.rounds:
        kind = "team-swiss"
    return usual_ruleset(
        kind, rules, seats=layout.seats, points=tuple(points), games_per_fixture=games_per_fixture, par=par,
        margin_cap=margin_cap, best_of=best_of, tie_breaks=tuple(tie_breaks), boards=layout.boards,
        pairing_bye=pairing_bye, half_byes=half_byes,
    )  # fmt: skip


def save_planned(event: Event, *, numbered: bool = False) -> Event:
    """Store an event. Raises EventError for a name that another event has which its director can see.

    A draft of somebody else is no reason that could be given: then the address gets a number; so it does where the name
    is ``numbered`` already, since nobody chose it.
    """
    others, address = Event.objects.exclude(pk=event.pk), event.slug
    longest = Event._meta.get_field("slug").max_length or 0
    for number in count(2):
        if not others.filter(slug=event.slug).exists():
            break
        if not numbered and events_visible_to(event.director).filter(slug=address).exclude(pk=event.pk).exists():
            raise EventError(
                gettext("There is an event {event} already. Choose another name.").format(event=f"{event.name!r}"),
                "name",
            )
        event.slug = f"{address[: longest - len(str(number)) - 1]}-{number}"
    try:
        with transaction.atomic():
            event.save()
    except IntegrityError as error:  # at the same moment
        raise EventError(gettext("This event could not be stored. Send it once more."), "name") from error
    return event
