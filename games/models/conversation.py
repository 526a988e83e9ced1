"""What people say and note about games, and which games they watch. No part of any log: all of it can be removed."""

from __future__ import annotations

from django.db import models

from games.models.games import Game
from games.models.players import Player
from games.models.submissions import Submission


class Remark(models.Model):
    """Something that a player said in a game, to everybody or to its players. No part of the log: it can be removed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="remarks", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    text = models.TextField()  # lines without control characters: see games.conversation.remarks
    submission = models.OneToOneField(Submission, null=True, blank=True, on_delete=models.PROTECT)
    at = models.DateTimeField()  # when it arrived
    is_for_players = models.BooleanField(default=False, db_default=False)  # it stood beside a move in a mail

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["game", "player", "at"], name="games_remark_by_player")]

    def __str__(self) -> str:
        return f"Remark {self.pk} in game {self.game_id}"


class Note(models.Model):
    """What a player has written down about a game, for nobody else."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="games_note_once")]

    def __str__(self) -> str:
        return f"Note of {self.player} on game {self.game_id}"


class Mute(models.Model):
    """A player does not want to hear what the others say in a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="games_mute_once")]

    def __str__(self) -> str:
        return f"{self.player} hears nobody in game {self.game_id}"


class Watch(models.Model):
    """Somebody who does not play in a game wants to be notified of how it ends, or of each turn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="watches", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="watches")
    each_turn = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="games_watch_once")]

    def __str__(self) -> str:
        return f"{self.player} watches game {self.game_id}"
