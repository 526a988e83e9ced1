"""How the match stands to which a game belongs: on the page of the game and in its mails."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects

from games.models import Game
from tournaments.models import Event, Fixture, FixtureGame
from tournaments.presenting.match_tables import GameLine, MatchTable, match_tables
from tournaments.presenting.page_sentences import match as sentences
from tournaments.queries import fixtures_of
from tournaments.standings.rulesets import Ruleset

# The fixture of a game, if it has one, as far as ``match_of`` needs it.
FIXTURE = Prefetch(
    "fixture_game",
    FixtureGame.objects.select_related("fixture__round__division__stage").prefetch_related("fixture__games"),
)


@dataclass(frozen=True, slots=True)
class MatchNow:
    """A match of two as the log has it now."""

    event: Event
    table: MatchTable
    ruleset: Ruleset

    @property
    def fixture(self) -> Fixture:
        return self.table.fixture

    @property
    def games(self) -> tuple[GameLine, ...]:
        return self.table.games

    @property
    def is_over(self) -> bool:
        return self.table.state != "running"

    @property
    def score(self) -> str:
        """The aggregate as the rulebook writes it, with both names: "anna 20 : 21 ben"."""
        return sentences.score(self.table.players, self.table.totals)

    @property
    def after(self) -> str:
        """How many of the games are over."""
        over = sum(line.is_finished for line in self.games)
        most = max(len(self.games), self.ruleset.games_per_fixture)
        return sentences.games_over(over, most, is_best_of=self.ruleset.best_of)

    @property
    def verdict(self) -> str:
        return self.table.verdict

    @property
    def lines(self) -> list[str]:
        """All of it for a mail."""
        return [sentences.in_mail(self.score, self.after), self.verdict]


def match_of(game: Game) -> MatchNow | None:
    """The match of two players to which a game belongs; None for a game that is none of several."""
    prefetch_related_objects([game], FIXTURE)
    played: FixtureGame | None = getattr(game, "fixture_game", None)
    if played is None:
        return None
    division = played.fixture.round.division
    ruleset = division.stage.stage_ruleset
    has_one_game = ruleset.games_per_fixture == 1 and len(played.fixture.games.all()) == 1
    if ruleset.seats != 2 or has_one_game:
        return None
    (fixture,) = fixtures_of(division).filter(pk=played.fixture_id)
    (table,) = match_tables(division, [fixture])
    return MatchNow(division.event, table, ruleset)
