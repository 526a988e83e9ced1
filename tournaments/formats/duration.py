"""How long an event can last by its deadlines, form by form. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.event_rules.layouts import EXTENSION, WITH_BRACKET, Form, Layout
from tournaments.formats.knockout import SETS
from tournaments.formats.swiss import rounds_of
from tournaments.pairing.divisions import group_sizes
from tournaments.pairing.knockout import rounds_among


@dataclass(frozen=True, slots=True)
class Course:
    """``rounds`` one after another, each of ``days`` until its deadline, after ``hours`` in which directors see it or
    captains name their line-ups; ``again`` of them can last as long once more, since level matches of a bracket are
    played again."""

    rounds: int
    days: int
    hours: int = 0
    again: int = 0

    @property
    def days_without_replays(self) -> int:
        """From the start to the end of the last round, every deadline put off once and no match played again; in days,
        rounded up."""
        return self.rounds * (self.days + EXTENSION.days) + -(-self.rounds * self.hours // 24)

    @property
    def most_days(self) -> int:
        """The same if in every round a match is played again as late as it can be."""
        return self.days_without_replays + self.again * (self.days + EXTENSION.days)


def course_of(layout: Layout, players: int, games: int = 1) -> Course | None:
    """The course of an event of so many players, or teams, with so many games in a meeting; None where no deadline ends
    it: without one, and on a ladder, which goes on until its director ends it."""
    form, days = Form(layout.form), layout.first_days
    if not days or form == Form.LADDER:
        return None
    hours = layout.preview_hours
    if form == Form.SWISS:
        return Course(rounds_of(layout, players), days, hours)
    if form == Form.TEAMS:
        return Course(layout.rounds or layout.cycles * max(1, players - 1 + players % 2), days, hours)
    if form in WITH_BRACKET:
        once = rounds_among(max(2, players))
        rounds = 2 * once + 1 if form == Form.DOUBLE else once
        return Course(rounds, days, hours, again=(SETS - 1) * rounds)
    if form == Form.GROUPS:
        groups = len(group_sizes(players, size=layout.pool_size, qualifiers=layout.qualifiers))
        finals = rounds_among(max(2, groups * layout.qualifiers))
        return Course(1 + finals, days, hours, again=(SETS - 1) * finals)
    return Course(games if layout.in_turn else 1, days)
