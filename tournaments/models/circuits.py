"""Circuits: several events whose final places give points."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models import Player
from tournaments.models.events import Event


class Circuit(models.Model):
    """Several events and what their final places are worth. Its table is not stored: it follows from theirs."""

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, db_index=False)
    about = models.TextField(max_length=500, blank=True)  # the director's own words
    director = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="circuits")
    points = models.JSONField()  # by place, the first first
    best = models.PositiveSmallIntegerField(null=True, blank=True)  # how many events count for a player; None for all
    events = models.ManyToManyField(Event, related_name="circuits", blank=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["slug"], name="circuit_slug_once")]

    def __str__(self) -> str:
        return self.name

    def is_directed_by(self, player: Player) -> bool:
        """Whether a player has made it."""
        return self.director_id == player.pk
