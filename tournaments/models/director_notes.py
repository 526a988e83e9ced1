"""What the directors and arbiters of an event write for each other."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.events import Event


class DirectorNote(models.Model):
    """A note that only the directors and the arbiters of an event see."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="director_notes")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="director_notes")
    text = models.TextField(max_length=2000)
    written_at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Note {self.pk} on event {self.event_id}"
