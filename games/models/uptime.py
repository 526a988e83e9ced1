"""What is known about the service itself: heartbeats of its parts, outages, moves of the system clock."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import F, Q

from games.clock.pauses import Pause, Reason
from games.models.games import Game


class Heartbeat(models.Model):
    """When a part of the service was last known to work, and up to when everything that arrived has been stored."""

    name = models.CharField(max_length=40)
    at = models.DateTimeField()
    clear_until = models.DateTimeField()
    ticks = models.FloatField(default=0)  # seconds of a counter that nobody can set, since ``boot``
    boot = models.CharField(max_length=64, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name"], name="games_heartbeat_name")]

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A line of the public ledger: a part of the service was not there, and every running clock gets the time back."""

    part = models.CharField(max_length=40)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    grace_seconds = models.PositiveIntegerField(default=0)  # that every clock has left at least after it
    noted_at = models.DateTimeField()
    credited_at = models.DateTimeField(null=True, blank=True)  # to every game that ran then
    credited_through = models.PositiveBigIntegerField(default=0)  # the last game that it was given to, in order

    class Meta:
        ordering = ["-starts_at", "part"]
        constraints = [
            models.UniqueConstraint(fields=["part", "starts_at"], name="games_outage_one_a_gap"),
            models.CheckConstraint(condition=Q(ends_at__gt=F("starts_at")), name="games_outage_ends"),
        ]
        indexes = [models.Index(fields=["ends_at"], condition=Q(credited_at=None), name="games_outage_to_credit")]

    def __str__(self) -> str:
        return f"{self.part}, {self.starts_at:%Y-%m-%d %H:%M} to {self.ends_at:%Y-%m-%d %H:%M}"

    @property
    def rest(self) -> Pause:
        return Pause(self.starts_at, self.ends_at, Reason.OUTAGE, timedelta(seconds=self.grace_seconds))

    @property
    def length(self) -> timedelta:
        return self.ends_at - self.starts_at


class OwedCredit(models.Model):
    """An outage that one game could not be given back when all others were: its sweep is done, this debt is left."""

    outage = models.ForeignKey(Outage, on_delete=models.CASCADE, related_name="owed", db_index=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="owed_credits")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["outage", "game"], name="games_owedcredit_once")]

    def __str__(self) -> str:
        return f"outage {self.outage_id} owed to game {self.game_id}"


class ClockJump(models.Model):
    """The system clock of a machine was moved. While the moves do not add up to nothing, no flag falls."""

    boot = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()  # by the clock after it
    seconds = models.FloatField()  # forwards is positive
    after_restart = models.BooleanField(default=False)
    believed_at = models.DateTimeField(null=True, blank=True)  # when the operator said that the clock is right

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(
                fields=["boot"], condition=Q(after_restart=True), name="games_clockjump_one_a_restart"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seconds:+.0f} s at {self.at:%Y-%m-%d %H:%M}"
