"""Stored tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models

from games.records.canonical import digest_of
from tournaments.models.events import Division
from tournaments.standings.columns import table_format
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
