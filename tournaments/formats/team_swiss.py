"""Teams meet teams with as many match points, round after round; nobody is knocked out. The pairing is that of the
Swiss tournament. The first team of a meeting is at home, which is balanced as the seats of players are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from django.utils.translation import gettext, gettext_lazy

from tournaments.event_rules.layouts import Layout
from tournaments.formats.base import CannotStart, Draw, Field, Input, Meeting
from tournaments.formats.swiss import AheadSwissGiven, Swiss, SwissGiven
from tournaments.pairing.line_ups import line_up
from tournaments.standings.rulesets import Ruleset

MOST_TEAMS = 100


class TeamSwissGiven(SwissGiven):
    """What a round of a Swiss tournament of teams is paired from."""

    line_ups: Annotated[
        list[list[int]], "A list for each team, by pairing number: the number of its player on each board, 0 for none."
    ]


class AheadTeamSwissGiven(TeamSwissGiven, AheadSwissGiven):
    """What a round of a Swiss tournament of few teams is paired from, with a look at the rounds that follow."""


class TeamSwiss(Swiss):
    """A Swiss tournament whose entrants are teams; its input has their line-ups beside what a Swiss round needs."""

    slug: ClassVar[str] = "team-swiss"
    title = gettext_lazy("Swiss tournament of teams")
    algorithm: ClassVar[str] = "team-swiss/1"
    ahead: ClassVar[str] = "team-swiss/2"
    inputs: ClassVar[Mapping[str, type]] = {algorithm: TeamSwissGiven, ahead: AheadTeamSwissGiven}
    most: ClassVar[int] = MOST_TEAMS
    by_rating: ClassVar[bool] = False
    has_teams: ClassVar[bool] = True

    def check_size(self, entrants: int, layout: Layout) -> None:
        if not self.fewest <= entrants <= self.most:
            raise CannotStart(
                gettext("A Swiss tournament of teams is for {fewest} to {most} teams, not {entrants}.").format(
                    fewest=self.fewest, most=self.most, entrants=entrants
                )
            )

    def pairing_input(self, field: Field) -> Input | None:
        given = super().pairing_input(field)
        if given is None:
            return None
        number, squads, named = given["round"], field.account.squads, field.account.line_ups
        boards = [
            list(line_up(squads.get(team, ()), named.get((team, number), ()), boards=field.layout.boards))
            for team in field.roster.entrants
        ]
        return {**given, "line_ups": boards}

    def balances_seats(self, ruleset: Ruleset) -> bool:
        """Always: teams are at home and away even if their matches have as many odd boards as even ones."""
        return True

    def draw(self, given: Input) -> Draw:
        drawn, of = super().draw(given), given["line_ups"]
        meetings = (
            Meeting(one.round, one.seats, one.table, tuple(zip(*(of[team] for team in one.seats), strict=True)))
            for one in drawn.meetings
        )
        return Draw(tuple(meetings), drawn.sit_outs)

    def algorithm_of(self, given: Input) -> str:
        return self.ahead if "left" in given else self.algorithm
