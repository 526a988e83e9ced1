"""The rules of an event besides those of the game: what a match is, what it is worth, how ties are broken.

Pure. An event keeps its ruleset as JSON from its creation on, and never changes it. A bye is worth a win, a draw or
nothing, not a number of points, which pairing, tie-breaks and reports would have to answer for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from django.utils.translation import gettext

from tournaments.standings.matches import SCORINGS
from tournaments.standings.points import MOST_SEATS, POINT
from tournaments.standings.tables import PAIRING_BYES
from tournaments.standings.tie_breaks import TIE_BREAKS

# FIDE C.07 as in force from 1 March 2026, and the version of our own additions. Version 2 knows unplayed rounds, rounds
# that are paired one by one and tables of more than two; what version 1 could say counts as it did.
VERSION = "C07-2026/2"
VERSIONS = ("C07-2026/1", VERSION)
MOST_GAMES = 12
MOST_POINTS = 10_000  # of a place
PAR, MARGIN_CAP = 8, 12  # leaves, unless an event says otherwise
MOST_PAR, MOST_CAP = 16, 99


MOST_TIE_BREAKS = 8
FEWEST_BOARDS, MOST_BOARDS = 2, 6  # of a match of teams
MOST_HALF_BYES = 3  # for each player of a Swiss tournament


class RulesetError(ValueError):
    """A ruleset that cannot be played; the message says what would be right, ``field`` which value is wrong."""

    def __init__(self, message: str, field: str = "games_per_fixture") -> None:
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Ruleset:
    """``scoring`` names an entry of ``standings.matches.SCORINGS``; ``points`` are whole points by place, first to
    last, or empty for the usual scale from 1 down to 0. ``par`` and ``margin_cap`` count leaves (Treeblox only).

    ``seats`` is the number of players at a full table. ``predetermined`` says that all pairings are made beforehand, as
    in a league: forfeits then count as games (C.07 article 15.2), else as unplayed rounds (article 16). ``best_of``: a
    match is over once nobody can catch up any more. ``boards``: teams meet, whose games are shared out among so many
    boards (0: players meet).

    Of a Swiss tournament: ``pairing_bye`` is a name of ``PAIRING_BYES``, empty as usual (a win; a draw where three and
    more sit at a table); the first ``half_byes`` rounds that a player asks to sit out or misses are worth a draw.
    """

    scoring: str
    games_per_fixture: int
    tie_breaks: tuple[str, ...]
    points: tuple[int, ...] = ()
    par: int = PAR
    margin_cap: int = MARGIN_CAP
    version: str = VERSION
    seats: int = 2
    predetermined: bool = True
    best_of: bool = False
    boards: int = 0
    pairing_bye: str = ""
    half_byes: int = 1

    def __post_init__(self) -> None:
        if self.version not in VERSIONS:
            raise RulesetError(
                gettext("There are no rules {version}; there are: {versions}.").format(
                    version=f"{self.version!r}", versions=", ".join(VERSIONS)
                )
            )
        if not 1 <= self.games_per_fixture <= MOST_GAMES:
            raise RulesetError(
                gettext("A fixture has 1 to {most_games} games, not {games_per_fixture}.").format(
                    most_games=MOST_GAMES, games_per_fixture=self.games_per_fixture
                )
            )
        if self.scoring == "leaves" and self.games_per_fixture % 2:
            raise RulesetError(
                gettext("A match has an even number of games, so that both players have each colour equally often.")
            )
        if self.best_of and (self.scoring == "leaves" or self.games_per_fixture % 2 == 0):
            raise RulesetError(
                gettext("The best of an odd number of games wins, such as 3 or 5, and not where leaves count.")
            )
        if self.boards:
            self._check_boards()
        if not 0 <= self.par <= MOST_PAR:
            raise RulesetError(gettext("Par is 0 to {most_par} leaves.").format(most_par=MOST_PAR), "par")
        if not 1 <= self.margin_cap <= MOST_CAP:
            raise RulesetError(
                gettext("The cap of the leaf difference is 1 to {most_cap} leaves.").format(most_cap=MOST_CAP),
                "margin_cap",
            )
        if not 2 <= self.seats <= MOST_SEATS:
            raise RulesetError(
                gettext("A table has 2 to {most_seats} seats, not {seats}.").format(
                    most_seats=MOST_SEATS, seats=self.seats
                )
            )
        if self.scoring == "leaves" and self.seats != 2:
            raise RulesetError(gettext("Leaves are counted in matches of two."))
        self._check_points()
        self._check_byes()
        if len(self.tie_breaks) > MOST_TIE_BREAKS:
            raise RulesetError(
                gettext("At most {most_tie_breaks} tie-breaks are applied in turn.").format(
                    most_tie_breaks=MOST_TIE_BREAKS
                ),
                "tie_breaks",
            )
        for code in self.tie_breaks:
            self._check_tie_break(code)

    def _check_boards(self) -> None:
        if not FEWEST_BOARDS <= self.boards <= MOST_BOARDS or self.seats != 2 or self.best_of:
            raise RulesetError(
                gettext("A match of teams has {fewest} to {most} boards, each for a game of two.").format(
                    fewest=FEWEST_BOARDS, most=MOST_BOARDS
                ),
                "boards",
            )
        each, rest = divmod(self.games_per_fixture, self.boards)
        if rest or each not in (1, 2) or (self.scoring == "leaves" and each != 2):
            raise RulesetError(gettext("A board is one game or a match of 2, in Treeblox always a match of 2."))

    def _check_points(self) -> None:
        if not self.points:
            return
        falling = all(one >= two for one, two in zip(self.points, self.points[1:], strict=False))
        if len(self.points) != self.seats or not falling or not MOST_POINTS >= self.points[0] > self.points[-1] >= 0:
            example = ", ".join(map(str, [*range(self.seats + 1, 2, -1), 0]))
            raise RulesetError(
                gettext(
                    "Points by place are {seats} whole numbers, the winner's first and highest, at most "
                    "{most_points}, such as {example}."
                ).format(seats=self.seats, most_points=f"{MOST_POINTS:,}", example=example),
                "points",
            )

    def _check_byes(self) -> None:
        if self.pairing_bye not in PAIRING_BYES:
            problem = gettext("A bye of the pairing is worth one of {names}, not {given}.")
            raise RulesetError(
                problem.format(names=", ".join(filter(None, PAIRING_BYES)), given=repr(self.pairing_bye)), "pairing_bye"
            )
        if not 0 <= self.half_byes <= MOST_HALF_BYES:
            problem = gettext("0 to {most} rounds that a player sits out are worth half a point, not {given}.")
            raise RulesetError(problem.format(most=MOST_HALF_BYES, given=self.half_byes), "half_byes")

    def _check_tie_break(self, code: str) -> None:
        if code not in TIE_BREAKS:
            raise RulesetError(
                gettext("There is no tie-break {code}; there are: {tie_breaks}.").format(
                    code=f"{code!r}", tie_breaks=", ".join(TIE_BREAKS)
                ),
                "tie_breaks",
            )
        tie_break = TIE_BREAKS[code]
        if tie_break.counts_leaves and self.scoring != "leaves":
            raise RulesetError(
                gettext("The tie-break {code} counts leaves, which this event does not.").format(code=code),
                "tie_breaks",
            )
        if tie_break.for_teams and not self.boards:
            raise RulesetError(gettext("The tie-break {code} is for matches of teams.").format(code=code), "tie_breaks")
        if tie_break.counts_leaves and self.boards:
            problem = gettext("The tie-break {code} counts leaves; a match of teams has board points.")
            raise RulesetError(problem.format(code=code), "tie_breaks")
        if tie_break.for_two and self.seats != 2:
            raise RulesetError(gettext("The tie-break {code} is for games of two.").format(code=code), "tie_breaks")
        if tie_break.for_swiss and self.predetermined:
            problem = gettext("The tie-break {code} says nothing where everybody meets the same opponents.").format(
                code=code
            )
            raise RulesetError(problem, "tie_breaks")

    @property
    def games_of_board(self) -> int:
        """How many games of a meeting two players have with each other."""
        return self.games_per_fixture // max(1, self.boards)

    @property
    def unit(self) -> int:
        """What a person calls one of the totals of a match."""
        return POINT if self.boards else SCORINGS[self.scoring].unit

    def fits(self, code: str) -> bool:
        """Whether a tie-break says something in such an event."""
        try:
            self._check_tie_break(code)
        except RulesetError:
            return False
        return True

    def dump(self) -> dict[str, Any]:
        """Plain JSON values, read back by ``load``."""
        return {**asdict(self), "tie_breaks": list(self.tie_breaks), "points": list(self.points)}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The ruleset that ``dump`` wrote."""
        return cls(**{**data, "tie_breaks": tuple(data["tie_breaks"]), "points": tuple(data["points"])})


# By format, what is applied in turn to those who have the same points: in matches of leaves, in other games of two, at
# tables of more. In a knockout the round that one reached is all there is.
_TIE_BREAKS: dict[str, dict[str, tuple[str, ...]]] = {
    "league": {
        "leaves": ("DE", "DELD", "LD", "LF", "SB"),
        "two": ("DE", "WIN", "SB", "KS"),
        "tables": ("DE", "FIRSTS", "SBM", "MARGIN"),
    },
    "swiss": {
        "leaves": ("BH-C1", "BH", "LD", "DE"),
        "two": ("BH-C1", "BH", "SB", "DE", "WIN"),
        "tables": ("BHM", "FIRSTS", "SBM"),
    },
    "mcmahon": {"leaves": ("SOS", "DE"), "two": ("SOS", "DE")},
    "knockout": {"leaves": (), "two": (), "tables": ()},
    "teams": {"leaves": ("BP", "DE", "SB"), "two": ("BP", "DE", "SB")},
    "team-swiss": {"leaves": ("BP", "BH-C1", "BH", "DE"), "two": ("BP", "BH-C1", "BH", "DE")},
}
_PREDETERMINED = ("league", "teams")


def usual_ruleset(
    form: str,
    game: str,
    *,
    seats: int = 2,
    points: tuple[int, ...] = (),
    games_per_fixture: int | None = None,
    par: int = PAR,
    margin_cap: int = MARGIN_CAP,
    best_of: bool = False,
    tie_breaks: tuple[str, ...] = (),
    boards: int = 0,
    pairing_bye: str = "",
    half_byes: int = 1,
) -> Ruleset:
    """The usual ruleset of a format ("league", "swiss", "mcmahon", "knockout", "teams" or "team-swiss") of ``game``,
    with its own tie-breaks unless others are given in their order.

    A league of three seats and more is a pool. Two games of each meeting are usual in Treeblox and in a knockout. For
    teams with so many ``boards`` the games are those of one board.
    Raises RulesetError, also for a format that there is not for so many seats, for points by place between two, for a
    par or cap where no leaves are counted, and for points of byes that are no Swiss tournament's.
    """
    scoring = "leaves" if game == "treeblox" else "places"
    if points and seats == 2:
        described = gettext("Points by place are for tables of three and more; between two a win is 1, a draw ½.")
        raise RulesetError(described, "points")
    if scoring != "leaves" and (par, margin_cap) != (PAR, MARGIN_CAP):
        field = "par" if par != PAR else "margin_cap"
        raise RulesetError(gettext("Par and the cap of the leaf difference are for Treeblox alone."), field)
    if form != "swiss" and (pairing_bye, half_byes) != ("", 1):
        field = "pairing_bye" if pairing_bye else "half_byes"
        raise RulesetError(gettext("Points for byes are for Swiss tournaments alone."), field)
    columns = "tables" if seats > 2 else "leaves" if scoring == "leaves" else "two"
    if columns not in _TIE_BREAKS.get(form, {}):
        raise RulesetError(
            gettext("There is no {form} for {seats} players at a table.").format(form=f"{form!r}", seats=seats)
        )
    usual_games = 2 if scoring == "leaves" or (form == "knockout" and seats == 2) else 1
    games = usual_games if games_per_fixture is None else games_per_fixture
    return Ruleset(
        scoring=scoring,
        games_per_fixture=games * max(1, boards),
        tie_breaks=tie_breaks or _TIE_BREAKS[form][columns],
        points=points,
        par=par,
        margin_cap=margin_cap,
        seats=seats,
        predetermined=form in _PREDETERMINED,
        best_of=best_of,
        boards=boards,
        pairing_bye=pairing_bye,
        half_byes=half_byes,
    )
