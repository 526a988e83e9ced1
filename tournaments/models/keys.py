"""Keys to the REST interface that are limited to one event."""

from __future__ import annotations

from django.db import models

from games.models import ApiToken
from tournaments.models.events import Event


class KeyLimit(models.Model):
    """A key opens nothing but one event and its games. Where the event is gone, it opens nothing."""

    token = models.OneToOneField(ApiToken, primary_key=True, on_delete=models.CASCADE, related_name="limit")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.token} for {self.event}"
