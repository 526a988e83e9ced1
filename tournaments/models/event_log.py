"""The append-only log of an event."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Game
from ground.append_only import append_only
from tournaments.event_log import kinds
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.models.events import Division, Event


@append_only(words=("payload.why", "payload.words"))
class EventLogEntry(models.Model):
    """One entry of an event's log. Written once, never changed; each continues the hash chain."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="log_entries", db_index=False)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="log_entries", db_index=False
    )
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=20)  # one of ``kinds.KINDS``
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="log_entries")
    payload = models.JSONField()
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["event_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="eventlogentry_once_a_number"),
            models.UniqueConstraint(
                fields=["game"], condition=Q(kind=kinds.GameFinished.slug), name="eventlogentry_once_a_game"
            ),
            models.CheckConstraint(
                name="eventlogentry_of_a_game_has_the_game",
                condition=~Q(kind=kinds.GameFinished.slug) | Q(game__isnull=False, division__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["division", "seq"], name="eventlogentry_by_division"),
        ]

    def __str__(self) -> str:
        return f"Entry {self.seq} of event {self.event_id}"

    @property
    def entry(self) -> LogEntry[kinds.Kind]:
        return LogEntry(self.seq, kinds.load(self.kind, self.payload), self.at, self.division_id)
