"""The rules of an event besides those of the game: what a match is, what it is worth, how ties are broken.

Pure. An event keeps its ruleset as JSON from its creation on, and never changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from tournaments.standings.tie_breaks import TIE_BREAKS

VERSION = "C07-2026/1"  # FIDE C.07 as in force from 1 March 2026, and the first version of our own additions
MOST_GAMES = 12


class RulesetError(ValueError):
    """A ruleset that cannot be played; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """``scoring`` names an entry of ``standings.matches.SCORINGS``; ``points`` are whole points by place, first to
    last, or empty for the usual scale from 1 down to 0. ``par`` and ``margin_cap`` count leaves (Treeblox only).
    """

    scoring: str
    games_per_fixture: int
    tie_breaks: tuple[str, ...]
    points: tuple[int, ...] = ()
    par: int = 8
    margin_cap: int = 12
    version: str = VERSION

    def __post_init__(self) -> None:
        if not 1 <= self.games_per_fixture <= MOST_GAMES:
            raise RulesetError(f"A fixture has 1 to {MOST_GAMES} games, not {self.games_per_fixture}.")
        if self.scoring == "leaves" and self.games_per_fixture % 2:
            raise RulesetError(
                "A match has an even number of games, so that both players have each colour equally often."
            )
        if not 0 <= self.par <= 16:
            raise RulesetError("Par is 0 to 16 leaves.")
        if not 1 <= self.margin_cap <= 99:
            raise RulesetError("The cap of the leaf difference is 1 to 99 leaves.")
        if self.points and (len(self.points) != 2 or not self.points[0] > self.points[1] >= 0):
            raise RulesetError("Points by place are two whole numbers, the winner's first and higher, such as 3, 0.")
        for code in self.tie_breaks:
            if code not in TIE_BREAKS:
                raise RulesetError(f"There is no tie-break {code!r}; there are: {', '.join(TIE_BREAKS)}.")
            if TIE_BREAKS[code].counts_leaves and self.scoring != "leaves":
                raise RulesetError(f"The tie-break {code} counts leaves, which this event does not.")

    def dump(self) -> dict[str, Any]:
        """Plain JSON values, read back by ``load``."""
        return {**asdict(self), "tie_breaks": list(self.tie_breaks), "points": list(self.points)}

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Self:
        """The ruleset that ``dump`` wrote."""
        return cls(**{**data, "tie_breaks": tuple(data["tie_breaks"]), "points": tuple(data["points"])})


def league_ruleset(game: str, *, games_per_fixture: int | None = None, par: int = 8, margin_cap: int = 12) -> Ruleset:
    """The usual ruleset of a league of ``game``: Treeblox in matches of two games, any other in single games."""
    if game == "treeblox":
        return Ruleset(
            scoring="leaves",
            games_per_fixture=2 if games_per_fixture is None else games_per_fixture,
            tie_breaks=("DE", "DELD", "LD", "LF", "SB"),
            par=par,
            margin_cap=margin_cap,
        )
    return Ruleset(
        scoring="places",
        games_per_fixture=1 if games_per_fixture is None else games_per_fixture,
        tie_breaks=("DE", "WIN", "SB", "KS"),
    )
