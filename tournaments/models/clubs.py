"""Clubs: players who belong together, and hold events of their own."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models

from games.models import Player

CODE_BYTES = 12  # of a code that lets a player join


def new_code() -> str:
    """A code that nobody can guess."""
    return secrets.token_urlsafe(CODE_BYTES)


class Club(models.Model):
    """A club. Whoever has its code can join it, so only its organisers see that."""

    name = models.CharField(max_length=60)
    slug = models.SlugField(max_length=60, db_index=False)
    about = models.TextField(max_length=500, blank=True)  # the organisers' own words
    code = models.CharField(max_length=40, default=new_code)
    founded_at = models.DateTimeField()

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["slug"], name="club_slug_once")]

    def __str__(self) -> str:
        return self.name

    def has_member(self, player: Player) -> bool:
        """Whether a player belongs to it."""
        return self.members.filter(player=player).exists()

    def is_organised_by(self, player: Player) -> bool:
        """Whether a player is one of its organisers."""
        return self.members.filter(player=player, is_organiser=True).exists()


class ClubMember(models.Model):
    """A player in a club. As long as a club has members, at least one of them organises it."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="club_places")
    is_organiser = models.BooleanField(default=False)
    joined_at = models.DateTimeField()

    class Meta:
        ordering = ["club_id", "joined_at", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "player"], name="clubmember_once_a_club")]

    def __str__(self) -> str:
        return f"Player {self.player_id} in club {self.club_id}"
