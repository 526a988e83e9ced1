"""What was answered to requests that programs named themselves, so that a repetition is answered and not done again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

KEPT_FOR = timedelta(days=7)


class StoredAnswer(models.Model):
    """The answer to a request of REST with an ``Idempotency-Key``. Written by ``ground.rest.once`` alone.

    ``request`` is the digest of what was sent under the key: the method, the path and the body.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stored_answers", db_index=False
    )
    key = models.CharField(max_length=100)
    request = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)  # as JSON; empty for an answer without one
    made_at = models.DateTimeField()

    class Meta:
        app_label = "games"  # beside the players in whose migrations its table is made
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="games_storedanswer_once")]
        indexes = [models.Index(fields=["made_at"], name="games_storedanswer_by_time")]

    def __str__(self) -> str:
        return f"{self.status} for {self.key}"


def forget_old_answers(*, now: datetime) -> int:
    """Delete the answers that are older than KEPT_FOR, and say how many."""
    return StoredAnswer.objects.filter(made_at__lt=now - KEPT_FOR).delete()[0]
