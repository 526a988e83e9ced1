"""Games, their seats and their append-only logs. The log is the truth, ``Game.position`` a cache of it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext

from games.clock.controls import TimeControl
from games.models.players import Player
from games.presenting.titles import title_in_words
from games.rules import RULES
from games.rules.base import Position, Rules

MOST_SEATS = 8  # of any game


def new_secret() -> str:
    """A fresh secret of a game: 256 random bits as hex."""
    return secrets.token_hex(32)


class Game(models.Model):
    """One game being played or played. While it runs, its ``turn`` is a row of its own: see :mod:`games.models.turns`.

    A move changes no column here that is in an index, so that the row can stay where it is.
    """

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    rules = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    title = models.CharField(max_length=120, blank=True)  # in English, for records and programs
    place_in_event = models.JSONField(default=dict, blank=True)  # games.presenting.titles.PlaceInEvent
    rated = models.BooleanField(default=True)
    secret = models.CharField(max_length=64, default=new_secret)  # lots and dice; published when the game is over
    words = models.JSONField(default=list, blank=True)  # by seat: what players gave for the dice; empty if nobody did
    nonce = models.CharField(max_length=32, blank=True, default="", db_default="")  # the newest in the log, for dice

    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    position = models.JSONField()
    ply = models.PositiveIntegerField(default=0)  # steps, rolls and undos recorded so far
    seq = models.PositiveIntegerField(default=0)  # events recorded so far
    receipt = models.CharField(max_length=64, blank=True)  # of the newest event: the head of the hash chain
    to_act = models.PositiveSmallIntegerField(null=True, blank=True)  # null: it is over
    agreements = models.JSONField(default=dict)  # {"draw": [seats], "abandon": ..., "undo": ...} with a yes so far

    control = models.JSONField()
    clocks = models.JSONField()  # milliseconds left by seat when its turn began or last ended
    holds = models.JSONField(
        default=list, blank=True
    )  # games.clock.pauses.Rest of the whole game: pauses, outages, notices
    pause_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.PauseRules
    leave_spent = models.JSONField(default=dict, blank=True)  # by seat: the days of leave that stopped its clock
    is_watched = models.BooleanField(default=False)  # by anybody, now or once: else a move need not look for watchers

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["finished_at"], condition=Q(status="finished"), name="games_game_finished_by_time")
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="running", to_act__isnull=False, finished_at=None, end_reason="")
                | (Q(status="finished", to_act=None, finished_at__isnull=False) & ~Q(end_reason="")),
                name="games_game_runs_or_has_ended",
            ),
            models.CheckConstraint(condition=Q(to_act=None) | Q(to_act__lt=MOST_SEATS), name="games_game_to_act"),
        ]

    def __str__(self) -> str:
        return f"Game {self.pk}"

    @property
    def game_rules(self) -> Rules[Any, Any]:
        return RULES[self.rules]

    @property
    def title_in_words(self) -> str:
        """What the game is called, in the language of the reader; empty for a game that nobody gave a title."""
        return title_in_words(self.place_in_event) if self.place_in_event else self.title

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def deadline(self) -> datetime | None:
        """When the time of the seat to act is over; None while no clock runs, and once the game is over."""
        return None if self.is_over else self.turn.deadline

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.load(self.control)

    def load_position(self) -> Position[Any]:
        """The stored position as an object of the rules."""
        position: Position[Any] = self.game_rules.load(self.position)
        return position


class Seat(models.Model):
    """A place at a game. ``number`` counts from 0 in turn order."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    left_ply = models.PositiveIntegerField(null=True, blank=True)  # when it resigned or fell on time, in games of 3+
    left_reason = models.CharField(max_length=20, blank=True)
    standing_answer = models.CharField(max_length=40, blank=True)  # a preference that answers out of turn; blank: ask
    plan = models.TextField(blank=True)  # games.plans.language.Plan, private to the player
    plan_ply = models.PositiveIntegerField(null=True, blank=True)  # after which it begins
    plan_position = models.JSONField(null=True, blank=True)  # then
    plan_news = models.TextField(blank=True)  # what became of the last one, for the player alone, until the next move
    draft = models.TextField(blank=True)  # of a move, private to the player
    draft_ply = models.PositiveIntegerField(null=True, blank=True)  # the moment that it is for
    notices = models.PositiveSmallIntegerField(default=0)  # in the place of warnings that never reached the player
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)  # null while the game runs

    class Meta:
        ordering = ["game_id", "number"]
        indexes = [models.Index(fields=["player"], condition=Q(points=None), name="games_seat_of_running_game")]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="games_seat_one_player"),
            models.UniqueConstraint(fields=["game", "player"], name="games_seat_one_of_a_player"),
            models.CheckConstraint(condition=Q(number__lt=MOST_SEATS), name="games_seat_number"),
            models.CheckConstraint(
                condition=Q(left_ply=None, left_reason="") | (Q(left_ply__isnull=False) & ~Q(left_reason="")),
                name="games_seat_left_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(place=None) | Q(place__gte=1, place__lte=MOST_SEATS, points__isnull=False),
                name="games_seat_place",
            ),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number + 1} of game {self.game_id}"

    @property
    def colour(self) -> str:
        return self.game.game_rules.colours[self.number]

    @property
    def colour_in_words(self) -> str:
        """The colour in the language of the reader."""
        return gettext(self.colour)

    @property
    def has_left(self) -> bool:
        return self.left_ply is not None


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


class Evaluation(models.Model):
    """A game looked back at by the search of the strong bot: the moments of ``games.evaluation.services`` so far.

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
