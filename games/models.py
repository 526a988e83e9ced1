"""Players, proposals, games and their append-only logs. The log is the truth, ``Game.position`` a cache of it."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q

from games import dice
from games.append_only import append_only
from games.clock.controls import TimeControl
from games.clock.pauses import Reason, Rest
from games.rules import RULES
from games.rules.base import Position, Rules
from games.turns.playing import Cause


def new_secret() -> str:
    """A fresh secret of a game: 256 random bits as hex."""
    return secrets.token_hex(32)


class Player(AbstractUser):
    """A person, or a house bot, with an account."""

    username = models.CharField(
        max_length=30,
        unique=True,
        validators=[RegexValidator(r"^[a-z0-9][a-z0-9._-]*$", "Use a-z, 0-9, dots, dashes and underscores.")],
    )
    time_zone = models.CharField(max_length=64, default="UTC", help_text="IANA name, such as Europe/Berlin.")
    calendar = models.JSONField(default=dict, blank=True)  # a games.clock.calendars.Calendar without its zone
    hold_minutes = models.PositiveSmallIntegerField(default=0)  # in which a move of the player's can be cancelled
    automatic_leave = models.BooleanField(default=False)  # take a day of leave rather than run out of time
    is_bot = models.BooleanField(default=False)

    class Meta:
        ordering = ["username"]


class ApiToken(models.Model):
    """A revocable key to the REST interface. Shown once; only its hash is kept."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    prefix = models.CharField(max_length=12)  # its first letters, so that the owner can tell tokens apart
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class Proposal(models.Model):
    """An open seek or a challenge: a game that starts once every seat has a player."""

    class Status(models.TextChoices):
        OPEN = "open"
        STARTED = "started"
        WITHDRAWN = "withdrawn"
        DECLINED = "declined"

    class Seating(models.TextChoices):
        CHOSEN = "chosen", "the proposer chooses a seat"
        ALTERNATING = "alternating", "seats change from your last game together"
        LOT = "lot", "drawn by lot"

    proposer = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="proposals")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    control = models.JSONField()
    rest_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.RestRules
    seating = models.CharField(max_length=12, choices=Seating, default=Seating.LOT)
    chosen_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=True)
    message = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    secret = models.CharField(max_length=64, default=new_secret)
    game = models.OneToOneField("Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="proposal")
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status", "-created_at"])]

    def __str__(self) -> str:
        return f"Proposal {self.pk}"

    @property
    def commitment(self) -> str:
        """What seals the secret of the lot and the dice, from the proposal on."""
        return dice.commit(self.secret)


class Invitation(models.Model):
    """One seat of a proposal besides the proposer's: whom it waits for, or who has taken it."""

    class Answer(models.TextChoices):
        WAITING = "waiting"
        ACCEPTED = "accepted"
        DECLINED = "declined"

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="invitations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["proposal", "player"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.player} to {self.proposal}: {self.answer}"


class Game(models.Model):
    """One game being played or played."""

    class Status(models.TextChoices):
        RUNNING = "running"
        FINISHED = "finished"

    rules = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField(default=dict)
    title = models.CharField(max_length=120, blank=True)
    rated = models.BooleanField(default=True)
    secret = models.CharField(max_length=64, default=new_secret)  # lots and dice; published when the game is over

    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    position = models.JSONField()
    ply = models.PositiveIntegerField(default=0)  # steps, rolls and undos recorded so far
    seq = models.PositiveIntegerField(default=0)  # events recorded so far
    receipt = models.CharField(max_length=64, blank=True)  # of the newest event: the head of the hash chain
    to_act = models.PositiveSmallIntegerField(null=True, blank=True)
    held = models.ForeignKey(  # the move that waits to be published; only its player knows of it
        "Submission", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    held_until = models.DateTimeField(null=True, blank=True)
    agreements = models.JSONField(default=dict)  # {"draw": [seats], "abandon": ..., "undo": ...} with a yes so far

    control = models.JSONField()
    clocks = models.JSONField()  # milliseconds left by seat when its turn began or last ended
    turn_started_at = models.DateTimeField(null=True, blank=True)
    turn_time = models.PositiveBigIntegerField(null=True, blank=True)  # milliseconds it had then; null: no clock runs
    deadline = models.DateTimeField(null=True, blank=True)  # null: none runs, or it is paused until further notice
    calendar = models.JSONField(default=dict, blank=True)  # of the seat to act, as the game respects it this turn
    warned = models.JSONField(default=list, blank=True)  # the warnings of this turn that a mail host has accepted
    holds = models.JSONField(
        default=list, blank=True
    )  # games.clock.pauses.Rest of the whole game: pauses, outages, notices
    rest_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.RestRules
    leave_spent = models.JSONField(default=dict, blank=True)  # by seat: the days of leave that stopped its clock
    is_watched = models.BooleanField(default=False)  # by anybody, now or once: else a move need not look for watchers

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(status="running"), name="running_by_deadline"),
            models.Index(fields=["held_until"], condition=Q(held_until__isnull=False), name="held_by_time"),
            models.Index(fields=["finished_at"], condition=Q(status="finished"), name="finished_by_time"),
        ]

    def __str__(self) -> str:
        return f"Game {self.pk}"

    @property
    def game_rules(self) -> Rules[Any, Any]:
        return RULES[self.rules]

    @property
    def is_over(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.load(self.control)

    def load_position(self) -> Position[Any]:
        """The stored position as an object of the rules."""
        position: Position[Any] = self.game_rules.load(self.position)
        return position


class Seat(models.Model):
    """A place at a game. ``number`` counts from 0 in turn order."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    left_ply = models.PositiveIntegerField(null=True, blank=True)  # when it resigned or fell on time, in games of 3+
    left_reason = models.CharField(max_length=20, blank=True)
    standing_answer = models.CharField(max_length=40, blank=True)  # a wish that answers out of turn; blank: ask
    plan = models.TextField(blank=True)  # games.plans.language.Plan, private to the player
    plan_ply = models.PositiveIntegerField(null=True, blank=True)  # after which it begins
    plan_position = models.JSONField(null=True, blank=True)  # then
    plan_news = models.TextField(blank=True)  # what became of the last one, for the player alone, until the next move
    draft = models.TextField(blank=True)  # of a move, private to the player
    draft_ply = models.PositiveIntegerField(null=True, blank=True)  # the moment that it is for
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.IntegerField(null=True, blank=True)

    class Meta:
        ordering = ["game_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]

    def __str__(self) -> str:
        return f"Seat {self.number + 1} of game {self.game_id}"

    @property
    def colour(self) -> str:
        return self.game.game_rules.colours[self.number]

    @property
    def has_left(self) -> bool:
        return self.left_ply is not None


@append_only(rows="OLD.state = 'played'", words=("text", "message"))
class Submission(models.Model):
    """What somebody sent for a game, through whichever door, and what became of it. Never changed afterwards."""

    class State(models.TextChoices):
        PLAYED = "played"
        PREVIEWED = "previewed"
        HELD = "held"
        REJECTED = "rejected"
        DUPLICATE = "duplicate"
        IGNORED = "ignored"

    class Door(models.TextChoices):
        PAGE = "page"
        API = "api"
        MAIL = "mail"
        SERVICE = "service"  # house bots, clocks

    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.SET_NULL, related_name="submissions")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="submissions")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    door = models.CharField(max_length=10, choices=Door)
    key = models.CharField(max_length=120, null=True, blank=True)  # the same key again is the same submission
    verb = models.CharField(max_length=20)
    text = models.TextField(blank=True)
    ply = models.PositiveIntegerField(null=True, blank=True)  # that the player saw
    received_at = models.DateTimeField()  # when it arrived, not when it was worked on
    state = models.CharField(max_length=10, choices=State)
    code = models.CharField(max_length=30, blank=True)
    message = models.TextField(blank=True)
    first_seq = models.PositiveIntegerField(null=True, blank=True)
    last_seq = models.PositiveIntegerField(null=True, blank=True)
    receipt = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], condition=Q(key__isnull=False), name="submitted_once")
        ]
        indexes = [models.Index(fields=["game", "ply"])]

    def __str__(self) -> str:
        return f"Submission {self.pk} ({self.state})"


@append_only(words=("reason",))
class GameEvent(models.Model):
    """One line of a game's log. Written once, never changed; each carries the hash chain on."""

    class Kind(models.TextChoices):
        STARTED = "started"
        STEP = "step"
        ROLL = "roll"
        RESIGNED = "resigned"
        FLAGGED = "flagged"
        DRAW_OFFERED = "draw offered"
        DRAW_ACCEPTED = "draw accepted"
        DRAW_DECLINED = "draw declined"
        ABANDON_OFFERED = "abandonment offered"
        ABANDON_ACCEPTED = "abandonment accepted"
        ABANDON_DECLINED = "abandonment declined"
        UNDO_ASKED = "undo asked"
        UNDO_ACCEPTED = "undo accepted"
        UNDO_DECLINED = "undo declined"
        UNDONE = "undo"
        PAUSED = "paused"
        RESUMED = "resumed"
        TIME_ADDED = "time added"
        SUBSTITUTED = "substituted"
        FORFEITED = "forfeited"
        ADJUDICATED = "adjudicated"
        ANNULLED = "annulled"
        FINISHED = "finished"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    ply = models.PositiveIntegerField(null=True, blank=True)  # steps, rolls and undos only, counted from 1
    kind = models.CharField(max_length=24, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    cause = models.CharField(max_length=20, blank=True, choices=[(cause.value, cause.value) for cause in Cause])
    actor = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")  # a director
    reason = models.CharField(max_length=200, blank=True)  # that the director gave, for everybody to read
    key = models.CharField(max_length=80, null=True, blank=True)  # the same key again is the same deed of a director
    door = models.CharField(max_length=10, choices=Submission.Door)
    submission = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.SET_NULL, related_name="events")
    at = models.DateTimeField()  # when the move or request arrived
    receipt = models.CharField(max_length=64)

    class Meta:
        ordering = ["game_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_event_a_seq"),
            models.UniqueConstraint(fields=["game", "ply"], condition=Q(ply__isnull=False), name="one_step_a_ply"),
            models.UniqueConstraint(fields=["game", "key"], condition=Q(key__isnull=False), name="directed_once"),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} #{self.seq}: {self.kind} {self.text}".rstrip()


class Remark(models.Model):
    """Something that a player said in a game, for everybody to read. No part of the log: it can be removed."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="remarks")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    text = models.TextField()  # lines without control characters: see games.conversation.remarks
    submission = models.OneToOneField(Submission, null=True, blank=True, on_delete=models.SET_NULL)
    at = models.DateTimeField()  # when it arrived

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["game", "player", "at"], name="remark_by_player")]

    def __str__(self) -> str:
        return f"Remark {self.pk} in game {self.game_id}"


class Note(models.Model):
    """What a player has written down about a game, for nobody else."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="one_note_a_game")]

    def __str__(self) -> str:
        return f"Note of {self.player} on game {self.game_id}"


class Mute(models.Model):
    """A player does not want to hear what the others say in a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.player} hears nobody in game {self.game_id}"


class Watch(models.Model):
    """Somebody who does not play in a game wants to be told how it ends, or of each turn."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="watches")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="watches")
    each_turn = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="watched_once")]

    def __str__(self) -> str:
        return f"{self.player} watches game {self.game_id}"


class ImportedGame(models.Model):
    """Marks a game as played elsewhere: its record as it was read, and the digest by which it is known again."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="imported")
    digest = models.CharField(max_length=64, unique=True)
    record = models.JSONField()
    imported_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Game {self.game_id}, imported"


class Heartbeat(models.Model):
    """When a part of the service was last known to work, and up to when everything that arrived has been read."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    clear_until = models.DateTimeField()
    ticks = models.FloatField(default=0)  # seconds of a counter that nobody can set, since ``boot``
    boot = models.CharField(max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A line of the public ledger: a part of the service was not there, and every running clock gets the time back."""

    part = models.CharField(max_length=40)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    grace_seconds = models.PositiveIntegerField(default=0)  # that every clock has left at least after it
    noted_at = models.DateTimeField()
    credited_at = models.DateTimeField(null=True, blank=True)  # to every game that ran then

    class Meta:
        ordering = ["-starts_at", "part"]
        constraints = [models.UniqueConstraint(fields=["part", "starts_at"], name="one_outage_a_gap")]
        indexes = [models.Index(fields=["ends_at"], condition=Q(credited_at=None), name="outage_to_credit")]

    def __str__(self) -> str:
        return f"{self.part}, {self.starts_at:%Y-%m-%d %H:%M} to {self.ends_at:%Y-%m-%d %H:%M}"

    @property
    def rest(self) -> Rest:
        return Rest(self.starts_at, self.ends_at, Reason.OUTAGE, timedelta(seconds=self.grace_seconds))

    @property
    def length(self) -> timedelta:
        return self.ends_at - self.starts_at


class ClockJump(models.Model):
    """The system clock of a machine was moved. While the moves do not add up to nothing, no flag falls."""

    boot = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()  # by the clock after it
    seconds = models.FloatField()  # forwards is positive
    after_restart = models.BooleanField(default=False)
    believed_at = models.DateTimeField(null=True, blank=True)  # when the operator said that the clock is right

    class Meta:
        ordering = ["-at"]
        constraints = [
            models.UniqueConstraint(fields=["boot"], condition=Q(after_restart=True), name="one_jump_a_restart")
        ]

    def __str__(self) -> str:
        return f"{self.seconds:+.0f} s at {self.at:%Y-%m-%d %H:%M}"


class PuzzleSolution(models.Model):
    """A solution of a solo puzzle that a player has found. Turned, mirrored or moved it is the same one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="puzzle_solutions")
    puzzle = models.CharField(max_length=20)
    figure = models.CharField(max_length=500)  # its placements in normal form
    score = models.PositiveSmallIntegerField()
    found_at = models.DateTimeField()

    class Meta:
        ordering = ["found_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["player", "puzzle", "figure"], name="found_once")]
        indexes = [models.Index(fields=["puzzle", "-score", "found_at"])]

    def __str__(self) -> str:
        return f"{self.puzzle} by {self.player_id}: {self.score}"


@append_only(rows="NOT OLD.is_open")
class Erasure(models.Model):
    """Words of a person were erased from a line of a log (see ``games.erasing``). While it is open, and so within its
    own transaction only, lines of logs can be changed."""

    table = models.CharField(max_length=60)
    row = models.PositiveBigIntegerField()
    field = models.CharField(max_length=40)
    operator = models.CharField(max_length=60)  # a person with access to the machine, who need have no account
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    is_open = models.BooleanField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["table", "row"], name="games_erasure_by_row")]

    def __str__(self) -> str:
        return f"{self.field} of line {self.row} of {self.table}, by {self.operator} at {self.at:%Y-%m-%d %H:%M}"
