"""How the match stands to which a game belongs, on the page of the game and in its mails; and a player's matches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Prefetch, prefetch_related_objects
from django.utils.translation import gettext

from games.models import Game, Player
from ground.prepared.queries import Asked, Prepared, attach
from tournaments.event_rules.layouts import Form
from tournaments.models import Event, Fixture, FixtureGame, FixtureSeat
from tournaments.presenting.match_tables import GameLine, MatchTable, match_tables
from tournaments.presenting.page_sentences import match as sentences
from tournaments.standings.points import write_units
from tournaments.standings.rulesets import Ruleset

# The fixture of a game, if it has one, as far as ``match_of`` needs it.
FIXTURE = Prefetch(
    "fixture_game",
    FixtureGame.objects.select_related(
        "fixture__round__division__stage", "fixture__round__division__event"
    ).prefetch_related("fixture__games"),
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
        return [gettext("The match: {score}, {after}").format(score=self.score, after=self.after), self.verdict]


def fixture_of(game: Game) -> Fixture | None:
    """The fixture that a game belongs to, if it is one of an event."""
    if not game.place_in_event:
        return None
    prefetch_related_objects([game], FIXTURE)
    return game.fixture_game.fixture if hasattr(game, "fixture_game") else None


_FIXTURE = Prepared(lambda: Fixture.objects.filter(pk=Asked("fixture")).select_related("round"))
_SEATS = Prepared(lambda: FixtureSeat.objects.filter(fixture=Asked("fixture")).select_related("entrant__player"))
_GAMES = Prepared(lambda: FixtureGame.objects.filter(fixture=Asked("fixture")).select_related("game"))


def match_of(game: Game) -> MatchNow | None:
    """The match of two players to which a game belongs; None for a game that is none of several."""
    if (played := fixture_of(game)) is None:
        return None
    division = played.round.division
    ruleset = division.stage.stage_ruleset
    has_one_game = ruleset.games_per_fixture == 1 and len(played.games.all()) == 1
    if ruleset.seats != 2 or has_one_game:
        return None
    (fixture,) = _FIXTURE.ask(fixture=played.pk)
    attach(fixture, "seats", _SEATS.ask(fixture=played.pk))
    attach(fixture, "games", _GAMES.ask(fixture=played.pk))
    (table,) = match_tables(division, [fixture])
    return MatchNow(division.event, table, ruleset)


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of two in a list, with its aggregate."""

    event: Event
    fixture: int
    score: str
    is_over: bool


def last_matches(player: Player, many: int, *, against: Player | None = None) -> list[MatchLine]:
    """A player's latest matches of several games, without those in which no game has ended and those of teams."""
    stage = "round__division__stage"
    several = {f"{stage}__layout__seats": 2, f"{stage}__ruleset__games_per_fixture__gt": 1}
    found = Fixture.objects.filter(seats__entrant__player=player, score__is_void=False, **several)
    if against is not None:
        found = found.filter(pk__in=Fixture.objects.filter(seats__entrant__player=against))
    found = found.exclude(**{f"{stage}__event__form": Form.TEAMS})
    found = found.select_related("score", f"{stage}__event").prefetch_related("seats__entrant__player")
    return [_match_line(fixture) for fixture in found.order_by("-pk")[:many]]


def aggregates_of(games: Collection[int]) -> dict[int, str]:
    """The aggregate of the match of each of these games, as far as one has been counted."""
    played = FixtureGame.objects.filter(game__in=games, fixture__score__isnull=False)
    played = played.select_related("fixture__score", "fixture__round__division__stage")
    return {one.game_id: _aggregate(one.fixture) for one in played.prefetch_related("fixture__seats__entrant__player")}


def _match_line(fixture: Fixture) -> MatchLine:
    event = fixture.round.division.stage.event
    return MatchLine(event, fixture.pk, _aggregate(fixture), fixture.score.points is not None)


def _aggregate(fixture: Fixture) -> str:
    names = [seat.entrant.name for seat in sorted(fixture.seats.all(), key=lambda seat: seat.number)]
    unit = fixture.round.division.stage.stage_ruleset.unit
    return sentences.score(names, [write_units(total, unit) for total in fixture.score.totals])
