"""How an event is laid out: seats, rounds, groups, seasons. Pure; kept with the event as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from django.utils.translation import gettext, gettext_lazy

from tournaments.event_rules.designs import pool_sizes, why_unbalanced
from tournaments.standings.points import MOST_SEATS
from tournaments.standings.rulesets import FEWEST_BOARDS, MOST_BOARDS

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

EXTENSION = timedelta(days=7)  # what a round gets once when its deadline is over
MOST_ROUNDS = 15
MOST_ENTRANTS = 10_000
LONGEST_ROUND, LONGEST_SEASON = 366, 732  # days
LONGEST_PREVIEW = 168  # hours
MOST_OPEN = 50  # percent of the games of a round
MOST_POOL = 21  # twenty fixtures at once are as much as anybody can follow


class Form(StrEnum):
    """What an event is as a whole; its stages follow from it."""

    ROUND_ROBIN = "round-robin"
    LEAGUE = "league"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double-elimination"
    GROUPS = "groups"
    LADDER = "ladder"
    MATCH = "match"
    TEAMS = "teams"


def title_of_division(form: str, *, stage: int, tier: int, number: int) -> str:
    """What a division is called beside others of its event; empty for the only one of an event."""
    if form == Form.LEAGUE:
        return gettext("Division {tier}.{number}").format(tier=tier, number=number)
    if form == Form.GROUPS:
        return gettext("Group {number}").format(number=number) if stage == 1 else gettext("Finals")
    return ""


FORM_TITLES: dict[str, StrPromise] = {
    Form.ROUND_ROBIN: gettext_lazy("round robin"),
    Form.LEAGUE: gettext_lazy("league with divisions and seasons"),
    Form.SWISS: gettext_lazy("Swiss tournament"),
    Form.KNOCKOUT: gettext_lazy("knockout"),
    Form.DOUBLE: gettext_lazy("double elimination"),
    Form.GROUPS: gettext_lazy("group stage and finals"),
    Form.LADDER: gettext_lazy("ladder"),
    Form.MATCH: gettext_lazy("challenge match"),
    Form.TEAMS: gettext_lazy("team league"),
}

# The forms of one bracket.
WITH_BRACKET = frozenset({Form.KNOCKOUT, Form.DOUBLE})

# The forms that there are for tables of three and more.
FOR_TABLES = frozenset({Form.ROUND_ROBIN, Form.LEAGUE, Form.SWISS})

# The forms in which rounds are paired one after another, so that directors can see one before its players do.
PREVIEWED = WITH_BRACKET | {Form.SWISS, Form.GROUPS, Form.TEAMS}


class LayoutError(ValueError):
    """A layout that cannot be played; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of an event; what its form does not use is left as it is.

    ``seats`` at a table; ``cycles`` is 2 where everybody meets everybody twice; ``rounds`` of a Swiss tournament, 0 for
    as many as find a winner (at most 7); ``round_days`` until a round's deadline, where all games begin
    at once until that of all of them, 0 for none; ``pool_size`` of a
    league's divisions and of groups; ``qualifiers`` from each group; ``season_days`` from the start of one season to
    the next, 0 for a league of one season; ``in_turn``: the games of a challenge match begin one after another;
    ``preview_hours``: for so long directors see a round before it begins (``PREVIEWED``), 0 for not at all;
    ``small_tables``: a Swiss tournament has tables of one seat less where that leaves fewer players over;
    ``open_percent``: a Swiss tournament pairs its next round as soon as at most so many percent of the meetings of a
    round are open, 0 for none; ``boards`` of a match of teams, whose captains have the ``preview_hours`` for their
    line-ups.
    """

    form: str = Form.ROUND_ROBIN
    seats: int = 2
    cycles: int = 1
    rounds: int = 0
    round_days: int = 0
    pool_size: int = 0
    qualifiers: int = 2
    third_place: bool = True
    season_days: int = 0
    in_turn: bool = False
    preview_hours: int = 0
    small_tables: bool = False
    boards: int = 0
    open_percent: int = 0

    def __post_init__(self) -> None:
        if self.form not in FORM_TITLES:
            raise LayoutError(
                gettext("There is no form of event {form}; there are: {form_titles}.").format(
                    form=f"{self.form!r}", form_titles=", ".join(FORM_TITLES)
                )
            )
        _within(gettext("A table has"), self.seats, 2, MOST_SEATS, "seats")
        _within(gettext("A round robin has"), self.cycles, 1, 2, "cycles")
        _within(
            gettext("A Swiss tournament has"), self.rounds, 0, MOST_ROUNDS, gettext("rounds (0: as many as it takes)")
        )
        _within(gettext("A round lasts"), self.round_days, 0, LONGEST_ROUND, gettext("days (0: no deadline)"))
        _within(gettext("A season lasts"), self.season_days, 0, LONGEST_SEASON, gettext("days (0: there is only one)"))
        if self.seats > 2 and self.form not in FOR_TABLES:
            raise LayoutError(
                gettext("A {form_titles} is for games of two; larger tables play in leagues.").format(
                    form_titles=FORM_TITLES[self.form]
                )
            )
        if self.in_turn and self.form != Form.MATCH:
            raise LayoutError(
                gettext("Games begin one after another in a challenge match, not in a {form_titles}.").format(
                    form_titles=FORM_TITLES[self.form]
                )
            )
        _within(
            gettext("Directors see a round for"),
            self.preview_hours,
            0,
            LONGEST_PREVIEW,
            gettext("hours (0: not at all)"),
        )
        if self.preview_hours and self.form not in PREVIEWED:
            raise LayoutError(
                gettext(
                    "Directors see rounds before they begin where one is paired after another: in Swiss tournaments, "
                    "knockouts, and the finals after groups."
                )
            )
        if self.small_tables and (self.form != Form.SWISS or self.seats < 4):
            raise LayoutError(gettext("Only a Swiss tournament of games for 4 or more has smaller tables."))
        _within(gettext("A round goes on with"), self.open_percent, 0, MOST_OPEN, gettext("percent of its games open"))
        if self.open_percent and self.form != Form.SWISS:
            raise LayoutError(gettext("Only a Swiss tournament pairs a round while games are open."))
        if self.form == Form.TEAMS:
            _within(gettext("A match of teams has"), self.boards, FEWEST_BOARDS, MOST_BOARDS, gettext("boards"))
        elif self.boards:
            raise LayoutError(gettext("Only a team league has boards."))
        if self.form in (Form.LEAGUE, Form.GROUPS):
            self._check_pools()

    def _check_pools(self) -> None:
        if self.seats == 2:
            _within(gettext("A pool has"), self.pool_size, 3, MOST_POOL, "players")
        elif self.pool_size not in pool_sizes(self.seats):
            raise LayoutError(why_unbalanced(self.seats, self.pool_size))
        if self.form == Form.GROUPS and not 1 <= self.qualifiers < self.pool_size:
            raise LayoutError(
                gettext("From a group of {pool_size}, 1 to {pool_size_2} can go on to the finals.").format(
                    pool_size=self.pool_size, pool_size_2=self.pool_size - 1
                )
            )

    @property
    def first_days(self) -> int:
        """From the start of the event to the deadline of what begins with it, in days; 0 for none."""
        return self.season_days or self.round_days

    @property
    def fewest_in_groups(self) -> int:
        """How many players groups must have between them, so that not everybody goes on to the finals."""
        return 2 * (self.qualifiers + 1)

    def dump(self) -> dict[str, Any]:
        """Plain JSON values, read back by ``load``."""
        return asdict(self)

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The scheme that ``dump`` wrote."""
        return cls(**data)


def _within(what: str, number: int, least: int, most: int, unit: str) -> None:
    if not least <= number <= most:
        raise LayoutError(
            gettext("{what} {least} to {most} {unit}, not {number}.").format(
                what=what, least=least, most=most, unit=unit, number=number
            )
        )
