"""What the service thinks of finished games."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models.games import Game
from games.models.players import Player


class Evaluation(models.Model):
    """A game looked back at by the search of the strong bot: ``games.play.evaluating.Moment``s, as far as it has come.

    ``plies`` is how long the game was when it was asked for: one that has gone on since is looked at anew.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="evaluation")
    asked_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="evaluations")
    asked_at = models.DateTimeField()
    plies = models.PositiveIntegerField()
    moments = models.JSONField(default=list, blank=True)
    worked_at = models.DateTimeField(null=True, blank=True)  # last
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        indexes = [models.Index(fields=["asked_at"], condition=Q(done_at=None), name="games_evaluation_waiting")]

    def __str__(self) -> str:
        return f"Evaluation of game {self.game_id}"
