"""Teams meet each other once or twice, round after round, each match on several boards. The first team of a meeting is
at home: it moves first on the odd boards, its opponent on the even ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, TypedDict

from django.utils.translation import gettext, gettext_lazy

from tournaments.event_rules.layouts import Layout
from tournaments.formats.base import CannotStart, Draw, Field, Input, Meeting, SitOut
from tournaments.formats.round_robin import RoundRobin
from tournaments.pairing.line_ups import line_up
from tournaments.standings.tables import Kind

MOST_TEAMS = 16


class TeamRoundRobinGiven(TypedDict):
    """What a round of a team league is paired from."""

    round: Annotated[int, "The number of the round."]
    entrants: Annotated[int, "The number of teams."]
    cycles: Annotated[int, "How many times every team meets every other: 1 or 2."]
    gone: Annotated[list[int], "The pairing numbers of teams that have left."]
    walked_over: Annotated[
        list[int],
        "The pairing numbers of those of them whose matches still count: later opponents win without playing.",
    ]
    line_ups: Annotated[
        list[list[int]],
        "A list for each team, by pairing number: the number of its player on each board, 0 for none. Empty for a team "
        "that has left.",
    ]


class TeamRoundRobin(RoundRobin):
    """All-play-all of teams by the tables of the round robin; a round is paired when the one before is over, since
    captains name their line-ups for each."""

    slug: ClassVar[str] = "team-round-robin"
    title = gettext_lazy("team league")
    algorithm: ClassVar[str] = "team-rounds/1"
    inputs: ClassVar[Mapping[str, type]] = {algorithm: TeamRoundRobinGiven}
    most: ClassVar[int] = MOST_TEAMS
    at_once: ClassVar[bool] = False
    has_teams: ClassVar[bool] = True

    def check_size(self, entrants: int, layout: Layout) -> None:
        if not self.fewest <= entrants <= self.most:
            raise CannotStart(
                gettext("A team league is for {fewest} to {most} teams, not {entrants}.").format(
                    fewest=self.fewest, most=self.most, entrants=entrants
                )
            )

    def pairing_input(self, field: Field) -> Input | None:
        """The next round that somebody plays, with the line-ups as they are now; teams that have left meet nobody."""
        if not field.is_played_out:
            return None
        teams, layout = field.roster.entrants, field.layout
        gone = {number for number, team in enumerate(teams) if team in field.account.gone}
        walked_over = {number for number in gone if _left_late(field, teams[number])}
        for number in range(field.rounds + 1, self._rounds(len(teams), layout.cycles) + 1):
            given: TeamRoundRobinGiven = {
                "round": number,
                "entrants": len(teams),
                "cycles": layout.cycles,
                "gone": [team + 1 for team in sorted(gone)],
                "walked_over": [team + 1 for team in sorted(walked_over)],
                "line_ups": [
                    [] if index in gone else list(line_up(
                        field.account.squads.get(team, ()),
                        field.account.line_ups.get((team, number), ()),
                        boards=layout.boards,
                    ))
                    for index, team in enumerate(teams)
                ],
            }  # fmt: skip
            draw = self.draw(given)
            if draw.meetings or draw.sit_outs:
                return given
        return None

    def draw(self, given: Input) -> Draw:
        gone, walked_over = set(given["gone"]), set(given["walked_over"])
        meetings, sit_outs = [], []
        for home, away in self._pairs(given["entrants"], given["cycles"], given["round"]):
            here = [team for team in (home, away) if team + 1 not in gone]
            if len(here) == 2:
                boards = tuple(zip(given["line_ups"][home], given["line_ups"][away], strict=True))
                meetings.append(Meeting(given["round"], (home, away), boards=boards))
            elif here and ({home + 1, away + 1} & walked_over):
                sit_outs.append(SitOut(given["round"], here[0], Kind.FULL_BYE))
        return Draw(tuple(meetings), tuple(sit_outs))

    def meetings_of_each(self, field: Field) -> int:
        return (len(field.roster.entrants) - 1) * field.layout.cycles

    def _pairs(self, teams: int, cycles: int, number: int) -> list[tuple[int, ...]]:
        """Who meets in a round, the team at home first; in the second half the other one is."""
        once = self.meetings(teams)
        half = max(meeting.round for meeting in once)
        is_back = cycles == 2 and number > half
        held = [one.seats for one in once if one.round == (number - half if is_back else number)]
        return [seats[::-1] for seats in held] if is_back else held

    def _rounds(self, teams: int, cycles: int) -> int:
        return cycles * max(meeting.round for meeting in self.meetings(teams))


def _left_late(field: Field, team: int) -> bool:
    """Whether what a team that has left has played stands, so that its later opponents win without playing."""
    own = [one.fixture for one in field.roster.pairings if team in one.entrants]
    return any(fixture not in field.account.void for fixture in own)
