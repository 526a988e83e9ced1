"""Queues for mini cups, and who waits in them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import new_secret
from games.records import dice


class CupQueue(models.Model):
    """The queue for one mini cup of ``tournaments.formats.mini_cups``.

    ``nonce`` is that of the next event that begins from it, made before anybody who plays in it has signed up.
    """

    cup = models.CharField(max_length=30)
    nonce = models.CharField(max_length=64, default=new_secret)
    begun = models.PositiveIntegerField(default=0)  # events that have come of it

    class Meta:
        ordering = ["cup"]
        constraints = [models.UniqueConstraint(fields=["cup"], name="cupqueue_once_a_cup")]

    def __str__(self) -> str:
        return f"Queue for {self.cup}"

    @property
    def commitment(self) -> str:
        """SHA-256 of the nonce, shown to everybody who signs up."""
        return dice.commit(self.nonce)


class CupPlace(models.Model):
    """A player who waits for a mini cup, until it begins or the place lapses."""

    queue = models.ForeignKey(CupQueue, on_delete=models.CASCADE, related_name="places", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cup_places")
    since = models.DateTimeField()
    until = models.DateTimeField()

    class Meta:
        ordering = ["queue_id", "since", "id"]
        constraints = [
            models.UniqueConstraint(fields=["queue", "player"], name="cupplace_once_a_player"),
            models.CheckConstraint(name="cupplace_ends_after_it_begins", condition=Q(until__gt=F("since"))),
        ]

    def __str__(self) -> str:
        return f"Player {self.player_id} in queue {self.queue_id}"
