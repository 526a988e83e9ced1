"""What was answered to requests that programs named themselves, so that a repetition is answered and not done again."""

from __future__ import annotations

from django.db import models

from games.models.players import Player


class StoredAnswer(models.Model):
    """The answer to a request of REST with an ``Idempotency-Key``. Written by ``games.api.contract.once`` alone.

    ``request`` is the digest of what was sent under the key: the method, the path and the body.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="stored_answers", db_index=False)
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)  # as JSON; empty for an answer without one
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="games_storedanswer_once")]
        indexes = [models.Index(fields=["made_at"], name="games_storedanswer_by_time")]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"
