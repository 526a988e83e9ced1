"""From where accounts were signed in to: hashes that are kept for a few weeks."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy

from games.models.players import Player


class LoginTrace(models.Model):
    """A player signed in from an address, or with a program at it. Written by ``games.accounts.login_traces`` alone.

    ``digest`` says nothing by itself, and is another one every month.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address", gettext_lazy("network address")
        PROGRAM = "program", gettext_lazy("program at an address")

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="login_traces", db_index=False)
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=32)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "digest", "player"], name="games_logintrace_once_a_player"),
        ]
        indexes = [models.Index(fields=["last_at"], name="games_logintrace_by_time")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player}"
