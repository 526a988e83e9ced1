"""What players send for their games, and what became of it."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.models.games import Game
from games.models.players import Player
from ground.append_only import append_only


@append_only(rows="OLD.state = 'played'", words=("text", "message"))
class Submission(models.Model):
    """What somebody sent for a game, through whichever door, and what became of it. Never changed afterwards."""

    class State(models.TextChoices):
        PLAYED = "played", gettext_lazy("played")
        PREVIEWED = "previewed", gettext_lazy("previewed")
        HELD = "held", gettext_lazy("held")
        REJECTED = "rejected", gettext_lazy("rejected")
        DUPLICATE = "duplicate", gettext_lazy("duplicate")
        IGNORED = "ignored", gettext_lazy("ignored")

    class Source(models.TextChoices):
        PAGE = "page"
        API = "api"
        MAIL = "mail"
        SERVICE = "service"  # house bots, clocks

    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="submissions")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="submissions", db_index=False
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    source = models.CharField(max_length=10, choices=Source)
    key = models.CharField(max_length=120, null=True, blank=True)  # the same key again is the same submission
    verb = models.CharField(max_length=20)
    text = models.TextField(blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)  # that the player saw
    received_at = models.DateTimeField()  # when it arrived, not when it was worked on
    state = models.CharField(max_length=10, choices=State)
    code = models.CharField(max_length=30, blank=True)
    message = models.TextField(blank=True)
    first_seq = models.PositiveIntegerField(null=True, blank=True)
    last_seq = models.PositiveIntegerField(null=True, blank=True)
    receipt = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "key"], condition=Q(key__isnull=False), name="games_submission_once"
            ),
            models.CheckConstraint(
                condition=Q(first_seq=None, last_seq=None)
                | Q(first_seq__isnull=False, last_seq__isnull=False, first_seq__lte=F("last_seq")),
                name="games_submission_events_in_order",
            ),
        ]
        indexes = [
            models.Index(fields=["game", "ply"], name="games_submission_by_ply"),
            models.Index(fields=["player", "-id"], condition=Q(state="rejected"), name="games_submission_refused"),
        ]

    def __str__(self) -> str:
        return f"Submission {self.pk} ({self.state})"
