"""Rounds, who meets whom in them, the games of each meeting, and how they came to be paired."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Game
from tournaments.models.entrants import Entrant
from tournaments.models.events import Division
from tournaments.standings.tables import Pairing


class Round(models.Model):
    """Fixtures that belong together. A league starts all its rounds at once."""

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True, blank=True)
    deadline = models.DateTimeField(null=True, blank=True)
    is_extended = models.BooleanField(default=False)

    class Meta:
        ordering = ["division_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["division", "number"], name="round_once_a_number"),
            models.CheckConstraint(
                name="round_extended_has_a_deadline", condition=Q(is_extended=False) | Q(deadline__isnull=False)
            ),
        ]
        indexes = [models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="round_by_deadline")]

    def __str__(self) -> str:
        return f"Round {self.number} of division {self.division_id}"


class Fixture(models.Model):
    """A scheduled meeting of two or more entrants, of one game or, as a match, of several."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="fixtures", db_index=False)
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["round__division_id", "round__number", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="fixture_once_a_number")]

    def __str__(self) -> str:
        return f"Fixture {self.pk}"

    @property
    def pairing(self) -> Pairing:
        return Pairing(
            fixture=self.pk,
            entrants=tuple(seat.entrant_id for seat in self.seats.all()),
            round=self.round.number,
            table=self.number,
        )


class FixtureSeat(models.Model):
    """One of those who meet, in seat order of the first game. ``number`` counts from 0."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    entrant = models.ForeignKey(Entrant, on_delete=models.PROTECT, related_name="fixture_seats")

    class Meta:
        ordering = ["fixture_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["fixture", "number"], name="fixtureseat_once_a_number"),
            models.UniqueConstraint(fields=["fixture", "entrant"], name="fixtureseat_once_an_entrant"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number + 1} of fixture {self.fixture_id}"


class FixtureGame(models.Model):
    """One game of a fixture. ``number`` counts from 1; ``seating`` are the entrants by seat of this game."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="fixture_game")
    seating = models.JSONField()

    class Meta:
        ordering = ["fixture_id", "number"]
        constraints = [models.UniqueConstraint(fields=["fixture", "number"], name="fixturegame_once_a_number")]

    def __str__(self) -> str:
        return f"Game {self.number} of fixture {self.fixture_id}"


class PairingRun(models.Model):
    """How games came to be paired: what went in and what came out, so that anybody can pair them again.

    ``log_seq`` is the head of the result log at the time; what went in follows from it.
    """

    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="pairing_runs")
    log_seq = models.PositiveIntegerField()
    algorithm = models.CharField(max_length=40)
    versions = models.JSONField(default=dict)  # of the libraries that took part
    given = models.JSONField()
    given_digest = models.CharField(max_length=64)
    made = models.JSONField()
    made_digest = models.CharField(max_length=64)
    milliseconds = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"Pairing {self.pk} of division {self.division_id}"
