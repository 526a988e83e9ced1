"""Solutions of solo puzzles."""

from __future__ import annotations

from django.db import models

from games.models.players import Player


class PuzzleSolution(models.Model):
    """A solution of a solo puzzle that a player has found. Turned, mirrored or moved it is the same one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_solutions", db_index=False)
    puzzle = models.CharField(max_length=20)
    figure = models.CharField(max_length=500)  # its placements in normal form
    score = models.PositiveSmallIntegerField()
    found_at = models.DateTimeField()

    class Meta:
        ordering = ["found_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["player", "puzzle", "figure"], name="games_puzzlesolution_once")]
        indexes = [models.Index(fields=["puzzle", "-score", "found_at"], name="games_puzzlesolution_by_score")]

    def __str__(self) -> str:
        return f"{self.puzzle} by {self.player_id}: {self.score}"
