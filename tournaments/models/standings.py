"""Stored tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.db import models

from ground.canonical import digest_of
from tournaments.models.events import Division
from tournaments.models.fixtures import Fixture
from tournaments.standings.columns import table_format
from tournaments.standings.matches import Match
from tournaments.standings.ranking import Standings


class StandingSnapshot(models.Model):
    """The table of a division as a worker computed it from the result log up to ``version``."""

    division = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="snapshot")
    version = models.PositiveIntegerField()  # the last result that is counted; only ever rises
    format = models.PositiveSmallIntegerField()  # of the table; one of an older format is made again from the log
    table = models.JSONField()
    digest = models.CharField(max_length=64)  # of the canonical part of the table
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Standings of division {self.division_id} after result {self.version}"

    @staticmethod
    def values_of(standings: Standings, *, version: int, at: datetime) -> dict[str, Any]:
        """The fields with which a table is stored that counts the log up to ``version``."""
        return {
            "version": version,
            "format": table_format(),
            "table": standings.dump(),
            "digest": digest_of(standings.canonical()),
            "computed_at": at,
        }

    @property
    def standings(self) -> Standings:
        return Standings.load(self.table)


class MatchScore(models.Model):
    """What a match has come to after ``results`` games, as the worker counted it that computed the table. The log has
    the same; this is for lists of many matches. Amounts are those of ``standings.matches.Match``."""

    COUNTED: ClassVar[list[str]] = ["results", "totals", "points", "is_void"]

    fixture = models.OneToOneField(Fixture, on_delete=models.CASCADE, primary_key=True, related_name="score")
    results = models.PositiveSmallIntegerField()
    totals = models.JSONField()  # by seat of the fixture
    points = models.JSONField(null=True)  # in 1/840, None until the match is complete
    is_void = models.BooleanField()

    def __str__(self) -> str:
        return f"Score of fixture {self.fixture_id}"

    @staticmethod
    def store(matches: Sequence[Match]) -> None:
        """Keep what these matches come to, as far as it has changed. The table of their division is locked."""
        begun = [MatchScore._of(match) for match in matches if match.results]
        known = MatchScore.objects.in_bulk([score.fixture_id for score in begun])
        changed = [score for score in begun if not score._says_as(known.get(score.fixture_id))]
        names = MatchScore.COUNTED
        MatchScore.objects.bulk_create(
            changed, batch_size=500, update_conflicts=True, unique_fields=["fixture"], update_fields=names
        )

    @staticmethod
    def _of(match: Match) -> MatchScore:
        points = None if match.points is None or match.is_provisional else list(match.points)
        totals, results = list(match.totals), len(match.results)
        return MatchScore(
            fixture_id=match.fixture, results=results, totals=totals, points=points, is_void=match.is_void
        )

    def _says_as(self, other: MatchScore | None) -> bool:
        return other is not None and all(getattr(self, name) == getattr(other, name) for name in self.COUNTED)
