"""What to begin with when an event is made: for each form, game and number of seats a layout that plays well by mail.

Pure. Everything can be changed before the event is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy

from tournaments.event_rules.designs import LARGEST_TABLE
from tournaments.event_rules.layouts import FOR_TABLES, Form, Layout

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SEASON = 91  # days: a quarter of a year
BOARDS, LINE_UP_HOURS = 4, 72  # of a team league

# Days of a round. Games of two have 24 to 40 turns, so a month is enough for a turn a day. Rounds that follow each
# other are as long as half a year allows for all of them with the usual number of entrants, each put off once.
ROUNDS = {Form.SWISS: 30, Form.KNOCKOUT: 40, Form.DOUBLE: 20, Form.GROUPS: 40, Form.LADDER: 60, Form.TEAMS: 28}
SWISS_ROUNDS = 5
TABLE_ROUNDS, TABLE_ROUND = 3, 56  # fewer and longer ones at tables of three and more, where a turn comes less often


@dataclass(frozen=True, slots=True)
class EventTemplate:
    """A form of event: what it is for, and which parts of a scheme it asks for."""

    form: Form
    title: StrPromise
    meaning: StrPromise
    asks: tuple[str, ...]


EVENT_TEMPLATES: dict[str, EventTemplate] = {
    event_template.form: event_template
    for event_template in (
        EventTemplate(
            Form.LEAGUE,
            gettext_lazy("League"),
            gettext_lazy(
                "Divisions of players who are about equally strong; everybody meets everybody in a division, "
                "all at once. "
                "The first go up and the last go down, season after season by a fixed calendar."
            ),
            ("seats", "pool_size", "cycles", "season_days"),
        ),
        EventTemplate(
            Form.ROUND_ROBIN,
            gettext_lazy("Round robin"),
            gettext_lazy("Everybody meets everybody, all at once. The fairest table there is, for a small circle."),
            ("seats", "cycles", "round_days"),
        ),
        EventTemplate(
            Form.SWISS,
            gettext_lazy("Swiss tournament"),
            gettext_lazy(
                "A few rounds, each against somebody with as many points. For many players; nobody is knocked out."
            ),
            ("seats", "small_tables", "rounds", "round_days", "open_percent", "preview_hours"),
        ),
        EventTemplate(
            Form.KNOCKOUT,
            gettext_lazy("Knockout"),
            gettext_lazy("Lose a match and you are out."),
            ("third_place", "round_days", "preview_hours"),
        ),
        EventTemplate(
            Form.DOUBLE,
            gettext_lazy("Double elimination"),
            gettext_lazy("A knockout in which nobody is out before the second lost match. It lasts twice as long."),
            ("round_days", "preview_hours"),
        ),
        EventTemplate(
            Form.GROUPS,
            gettext_lazy("Group stage and finals"),
            gettext_lazy("Small groups in which everybody meets everybody; the first of each go on to a knockout."),
            ("pool_size", "qualifiers", "third_place", "round_days", "preview_hours"),
        ),
        EventTemplate(
            Form.LADDER,
            gettext_lazy("Ladder"),
            gettext_lazy(
                "Players challenge those above them and take their rung if they win. It goes on for as long as "
                "you like."
            ),
            ("round_days",),
        ),
        EventTemplate(
            Form.MATCH,
            gettext_lazy("Challenge match"),
            gettext_lazy("Two players, as many games as you say, all at once or one after another."),
            ("in_turn", "round_days"),
        ),
        EventTemplate(
            Form.TEAMS,
            gettext_lazy("Team league"),
            gettext_lazy(
                "Teams of 2 to 6 players and their reserves. Every team meets every other, or with many teams so many "
                "rounds are played; captains name who plays on which board."
            ),
            ("boards", "rounds", "cycles", "round_days", "preview_hours"),
        ),
    )
}

_POOLS = {3: 7, 4: 7, 5: 6, 6: 7, 7: 8, 8: 9}  # of tables of so many seats


def seats_for(form: str, seats: Sequence[int]) -> list[int]:
    """The numbers of seats at a table that an event of this form can have, of those that the game is for."""
    most = LARGEST_TABLE if form in FOR_TABLES else 2
    return [count for count in seats if count <= most]


def usual_pool(rules: str, seats: int) -> int:
    """The usual number of players in a pool: odd, since then everybody moves first equally often; in Treeblox fewer,
    since every meeting is two games."""
    if seats > 2:
        return _POOLS.get(seats, seats)
    return 7 if rules == "treeblox" else 9


def usual_layout(form: str, rules: str, seats: int) -> Layout:
    """The layout to begin with."""
    if form == Form.TEAMS:
        return Layout(form=form, boards=BOARDS, round_days=ROUNDS[Form.TEAMS], preview_hours=LINE_UP_HOURS)
    layout = Layout(form=form, seats=seats) if form not in (Form.LEAGUE, Form.GROUPS) else None
    if layout is None:
        size = usual_pool(rules, seats) if form == Form.LEAGUE else 4
        layout = Layout(form=form, seats=seats, pool_size=size)
    if form == Form.LEAGUE:
        return replace(layout, season_days=SEASON)
    if form == Form.SWISS:
        rounds, days = (SWISS_ROUNDS, ROUNDS[Form.SWISS]) if seats == 2 else (TABLE_ROUNDS, TABLE_ROUND)
        return replace(layout, rounds=rounds, round_days=days)
    if form in (Form.ROUND_ROBIN, Form.MATCH):
        return replace(layout, round_days=SEASON)
    return replace(layout, round_days=ROUNDS[Form(form)])


def layout_with(form: str, rules: str, seats: int, chosen: Mapping[str, Any]) -> Layout:
    """The usual layout with these values of it instead; to meet twice is for games of two. Raises LayoutError."""
    once = {"cycles": 1} if seats > 2 else {}
    return replace(usual_layout(form, rules, seats), **{**chosen, **once})


def usual_most(layout: Layout, rules: str) -> int:
    """How many players there is usually room for."""
    if layout.form == Form.LEAGUE:
        return 7 * layout.pool_size  # three tiers: one pool, two, and four
    if layout.form == Form.GROUPS:
        return 4 * layout.pool_size
    if layout.form == Form.ROUND_ROBIN:
        return usual_pool(rules, layout.seats)
    return {Form.SWISS: 64, Form.KNOCKOUT: 16, Form.DOUBLE: 8, Form.LADDER: 100, Form.MATCH: 2, Form.TEAMS: 6}[
        Form(layout.form)
    ]
