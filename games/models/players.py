"""Players, who are the accounts: their keys to the REST interface, where they signed in, puzzles that they solved."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

FIRST_VERSION = "1"  # of a bot whose owner has named none


class Player(AbstractUser):
    """A person with an account, a guest without one, a house bot, or a bot that a person has declared."""

    username = models.CharField(
        max_length=30,
        validators=[RegexValidator(r"^[a-z0-9][a-z0-9._-]*$", "Use a-z, 0-9, dots, dashes and underscores.")],
    )
    time_zone = models.CharField(max_length=64, default="UTC", help_text="IANA name, such as Europe/Berlin.")
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE)  # one of LANGUAGES
    calendar = models.JSONField(default=dict, blank=True)  # a games.clock.calendars.Calendar without its zone
    hold_minutes = models.PositiveSmallIntegerField(default=0)  # in which a move of the player's can be cancelled
    announced_minutes = models.PositiveSmallIntegerField(default=60, db_default=60)  # for one beside other words
    passes_words_on = models.BooleanField(default=True, db_default=True)  # other words in a mail, to other players
    confirm_moves = models.BooleanField(
        default=True
    )  # a move made on the board is sent by Play, not when it is complete
    automatic_leave = models.BooleanField(default=False)  # take a day of leave rather than run out of time
    is_bot = models.BooleanField(default=False)
    is_guest = models.BooleanField(default=False)  # plays house bots without an account: see games.accounts.guests
    owner = models.ForeignKey(  # who answers for a bot that a player has declared: see games.accounts.bots
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="bots"
    )
    about = models.CharField(max_length=200, blank=True)  # what a declared bot is, in its owner's words
    versions = models.JSONField(default=list, blank=True, db_default=[])  # of a declared bot: [label, first day (UTC)]

    class Meta:
        ordering = ["username"]
        constraints = [
            models.UniqueConstraint(
                fields=["username"],
                name="games_player_username",
                violation_error_message="A user with that username already exists.",
            ),
            models.CheckConstraint(
                condition=Q(hold_minutes__lte=1440, announced_minutes__lte=1440), name="games_player_hold_minutes"
            ),
            models.CheckConstraint(
                condition=Q(owner=None) | Q(is_bot=False, is_guest=False), name="games_player_bot_of_one"
            ),
        ]

    @property
    def is_program(self) -> bool:
        """Whether no person plays: a house bot, or a bot that a player has declared."""
        return self.is_bot or self.owner_id is not None

    @property
    def version(self) -> str:
        """The label of the present version of a bot that a player has declared; empty for all others."""
        if self.owner_id is None:
            return ""
        return str(self.versions[-1][0]) if self.versions else FIRST_VERSION


class ApiToken(models.Model):
    """A revocable key to the REST interface. Shown once; only its hash is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    made_with = models.ForeignKey(  # another key; it is revoked with that one, and makes none itself
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="made"
    )
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=12)  # its first letters, so that the owner can tell tokens apart
    digest = models.CharField(max_length=64)
    scopes = models.CharField(max_length=40)  # names of ground.rest.scopes.Scope, with spaces
    is_limited = models.BooleanField(default=False)  # to something that packages above know
    expires_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["digest"], name="games_apitoken_digest")]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


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
            models.UniqueConstraint(fields=["kind", "digest", "player"], name="games_logintrace_once_a_player")
        ]
        indexes = [models.Index(fields=["last_at"], name="games_logintrace_by_time")]

    def __str__(self) -> str:
        return f"{self.kind} of {self.player}"


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
