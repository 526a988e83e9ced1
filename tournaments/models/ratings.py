"""Ratings by pool and day. All of it can be computed again from the games and the result logs of the events."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.rules import RULES
from tournaments.glicko2 import Rating


class RatingPool(models.Model):
    """Players who are compared with each other: those who play one game, by two or at tables of more. Days are in UTC.

    A game at which a bot of a player sits counts in the pools of bots alone, for the people at the table, too.

    ``dirty_from`` is the first day that has to be counted again because an older result has changed.
    """

    class Field(models.TextChoices):
        TWO = "2p", gettext_lazy("two players")
        MULTI = "multi", gettext_lazy("three or more players")
        TWO_BOTS = "2p-bots", gettext_lazy("two players, with bots")
        MULTI_BOTS = "multi-bots", gettext_lazy("three or more players, with bots")

        @property
        def is_for_two(self) -> bool:
            return str(self.value).startswith("2p")

        @property
        def is_of_bots(self) -> bool:
            return str(self.value).endswith("bots")

    rules = models.CharField(max_length=20)
    field = models.CharField(max_length=10, choices=Field)
    system = models.PositiveSmallIntegerField()  # the version of the constants with which its rows were computed
    rated_through = models.DateField(null=True, blank=True)  # the last day that is counted
    dirty_from = models.DateField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)  # last computed from scratch and compared
    findings = models.TextField(blank=True)  # what then differed

    class Meta:
        app_label = "tournaments"
        ordering = ["rules", "field"]
        constraints = [
            models.UniqueConstraint(fields=["rules", "field"], name="ratingpool_once_a_game_and_field"),
            models.CheckConstraint(
                name="ratingpool_counts_again_what_it_counted",
                condition=Q(dirty_from=None) | Q(rated_through__isnull=False, dirty_from__lte=F("rated_through")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.get_field_display()}"

    @property
    def is_of_bots(self) -> bool:
        return self.Field(self.field).is_of_bots

    @property
    def title(self) -> str:
        return RULES[self.rules].title


class RatingPeriod(models.Model):
    """A day of a pool on which something was rated, with exactly what was rated (ratings.days.RatedResult)."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="periods", db_index=False)
    day = models.DateField()
    results = models.JSONField()
    digest = models.CharField(max_length=64)  # of the results

    class Meta:
        app_label = "tournaments"
        ordering = ["pool_id", "day"]
        constraints = [models.UniqueConstraint(fields=["pool", "day"], name="ratingperiod_once_a_day")]

    def __str__(self) -> str:
        return f"{self.day} of pool {self.pool_id}"


class RatingRow(models.Model):
    """The rating of a player at the end of a day on which the player's games were rated."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="rows", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_rows", db_index=False
    )
    day = models.DateField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()  # results rated that day
    total = models.PositiveIntegerField()  # and up to it in all

    class Meta:
        app_label = "tournaments"
        ordering = ["pool_id", "player_id", "day"]
        constraints = [models.UniqueConstraint(fields=["player", "pool", "day"], name="ratingrow_once_a_day")]
        indexes = [models.Index(fields=["pool", "day"], name="ratingrow_by_day")]

    def __str__(self) -> str:
        return f"Player {self.player_id} in pool {self.pool_id} on {self.day}"

    @property
    def value(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)


class PlayerRating(models.Model):
    """The newest row of a player in a pool, so that lists are quick. ``day`` says of when; it ages from then on."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="players", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    day = models.DateField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    total = models.PositiveIntegerField()

    class Meta:
        app_label = "tournaments"
        ordering = ["pool_id", "-rating", "player_id"]
        constraints = [models.UniqueConstraint(fields=["player", "pool"], name="playerrating_once_a_pool")]
        indexes = [models.Index(fields=["pool", "-rating", "player"], name="playerrating_by_rating")]

    def __str__(self) -> str:
        return f"Player {self.player_id} in pool {self.pool_id}"

    @property
    def value(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)
