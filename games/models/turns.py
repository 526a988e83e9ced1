"""The turn that a running game waits for: one narrow row, written with every move, in place of the game's own."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from games.models.games import Game
from games.models.players import Player


class CurrentTurn(models.Model):
    """Who is to act in a running game, and until when. The row ends with the game, so every row is a running game.

    ``player`` repeats who sits at ``Game.to_act``, so that a player's turns are one range of an index. ``due_at`` is
    the earliest moment at which a sweep may have something to do: publish a held move, send a reminder, let the flag
    fall, wake a house bot. Every change of the turn puts it back to when the turn began, and whoever then finds
    nothing to do moves it on; null while the clock is stopped until further notice.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="turn")
    player = models.ForeignKey(  # null: the house plays the seat
        Player, null=True, on_delete=models.PROTECT, related_name="turns", db_index=False
    )
    started_at = models.DateTimeField()
    time = models.PositiveBigIntegerField(null=True)  # milliseconds it had then; null: no clock runs for the house
    deadline = models.DateTimeField(null=True)  # null: no clock runs, or it is paused until further notice
    calendar = models.JSONField(default=dict)  # of the player, as the game respects it this turn
    warned = models.JSONField(default=list)  # the warnings of this turn that a mail host has accepted
    held = models.ForeignKey(  # the move that waits to be published; only its player knows of it
        "Submission", null=True, on_delete=models.RESTRICT, related_name="+", db_index=False
    )
    held_until = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["player", "deadline"], condition=Q(player__isnull=False), name="games_currentturn_by_player"
            ),
            models.Index(fields=["due_at"], condition=Q(due_at__isnull=False), name="games_currentturn_due"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(player=None, time=None, deadline=None) | Q(player__isnull=False, time__isnull=False),
                name="games_currentturn_clock_of_a_player",
            ),
            models.CheckConstraint(
                condition=Q(held=None, held_until=None) | Q(held__isnull=False, held_until__isnull=False),
                name="games_currentturn_held_until",
            ),
            models.CheckConstraint(
                condition=(Q(deadline=None) | Q(due_at__isnull=False, due_at__lte=F("deadline")))
                & (Q(held_until=None) | Q(due_at__isnull=False, due_at__lte=F("held_until"))),
                name="games_currentturn_due_in_time",
            ),
        ]

    def __str__(self) -> str:
        return f"Turn of {self.player or 'the house'} in game {self.game_id}"
