"""What was answered to requests that programs named themselves, so that a repetition is answered and not done again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, models, transaction

KEPT_FOR = timedelta(days=7)


class StoredAnswer(models.Model):
    """The answer to a request of REST with an ``Idempotency-Key``, or what came of an action under the key of a page or
    a mail. Written by ``ground.rest.once`` and :func:`done_once` alone.

    ``request`` is the digest of what was sent under the key (method, path and body), or the name of the action.
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


def done_once(
    player_id: int, key: str, what: str, *, at: datetime, work: Callable[[], str]
) -> tuple[StoredAnswer, bool]:
    """What ``work`` has made of what the player does under a key, in one transaction with it, and whether that was
    before. Of two at once the second is undone, and finds the first."""
    named = StoredAnswer.objects.filter(player=player_id, key=key)
    try:
        with transaction.atomic():
            if stored := named.first():
                return stored, True
            body = work()
            made = StoredAnswer(player_id=player_id, key=key, request=what, body=body, made_at=at)
            made.save(force_insert=True)
            return made, False
    except IntegrityError:
        if not (stored := named.first()):
            raise
        return stored, True
