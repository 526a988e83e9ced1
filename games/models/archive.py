"""Games that were played elsewhere."""

from __future__ import annotations

from django.db import models

from games.models.games import Game


class ImportedGame(models.Model):
    """Marks a game as played elsewhere: its record as it was read, and the digest by which it is known again."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="imported")
    digest = models.CharField(max_length=64)
    record = models.JSONField()
    imported_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["digest"], name="games_importedgame_digest")]

    def __str__(self) -> str:
        return f"Game {self.game_id}, imported"
