"""Mails to readers, and the reminders that some of them are."""

from __future__ import annotations

from typing import ClassVar

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from games.models import Game, Seat
from ground import tracing


class OutboundMail(models.Model):
    """One mail to one reader. Written in the transaction of what it tells; rendered and sent afterwards."""

    class Kind(models.TextChoices):
        TURN = "turn", gettext_lazy("your turn")
        RECEIPT = "receipt", gettext_lazy("receipt of a move")
        PLAN = "plan", gettext_lazy("a plan that cannot be played")
        STARTED = "started", gettext_lazy("a game has started")
        OFFER = "offer", gettext_lazy("an offer was made or declined")
        LEFT = "left", gettext_lazy("a seat has left")
        RESULT = "result", gettext_lazy("a game is over")
        REMINDER = "reminder", gettext_lazy("your time is running out")
        DIGEST = "digest", gettext_lazy("your games in one mail")
        LEAVE = "leave", gettext_lazy("an opponent takes leave")
        UNREACHABLE = "unreachable", gettext_lazy("a player cannot be reached by mail")
        CHALLENGE = "challenge", gettext_lazy("somebody wants to play")
        CHALLENGE_CLOSED = "challenge-closed", gettext_lazy("a challenge is off")
        ROUND = "round", gettext_lazy("your games of an event have begun")
        STANDINGS = "standings", gettext_lazy("an event is over")
        ANNOUNCEMENT = "announcement", gettext_lazy("the director of an event announces something")
        EVENT = "event", gettext_lazy("something in an event concerns its reader")
        PROBLEM = "problem", gettext_lazy("a mail that did nothing")
        CONFIRM = "confirm", gettext_lazy("a mail that waits for a yes")
        HELP = "help", gettext_lazy("help that was asked for")
        SHOW = "show", gettext_lazy("a board that was asked for")
        PREVIEW = "preview", gettext_lazy("a preview that was asked for")
        GAMES = "games", gettext_lazy("a list of games that was asked for")
        TABLE = "table", gettext_lazy("standings that were asked for")
        DONE = "done", gettext_lazy("what was asked for is done")
        LESSON = "lesson", gettext_lazy("an exercise of a lesson")
        SAID = "said", gettext_lazy("a remark in a game that is over")
        WATCHED = "watched", gettext_lazy("a game that is watched")
        RECHECK = "recheck", gettext_lazy("whether an address takes mail again")
        MODERATION = "moderation", gettext_lazy("a moderator has decided something about the reader")
        ACCOUNT = "account", gettext_lazy("about the account")
        SECURITY = "security", gettext_lazy("a change of the account")
        SIGN_UP = "sign-up", gettext_lazy("to confirm an address")
        LOGIN_CODE = "login-code", gettext_lazy("a code to log in")

    # The only mails that may go to an address that no account has verified: their purpose is to verify it.
    EXEMPT: ClassVar = (Kind.SIGN_UP, Kind.LOGIN_CODE)
    # Mails that answer a mail: what a machine at the other end could make us send without end.
    ANSWERS: ClassVar = (
        Kind.PROBLEM, Kind.HELP, Kind.SHOW, Kind.PREVIEW, Kind.GAMES, Kind.TABLE, Kind.DONE, Kind.LESSON
    )  # fmt: skip

    # What feeds and programs report: neither answers to mails of the player nor mails about the account.
    NEWS: ClassVar = frozenset(Kind) - {*ANSWERS, *EXEMPT, Kind.ACCOUNT, Kind.CONFIRM, Kind.DIGEST, Kind.MODERATION,
                                        Kind.RECHECK, Kind.SECURITY}  # fmt: skip

    IN_DIGEST: ClassVar = "Sent in the digest"  # how the reason of a mail begins that was dropped for one

    class State(models.TextChoices):
        WAITING = "waiting"
        COLLECTED = "collected", gettext_lazy("kept for the digest")
        SENT = "sent"
        DROPPED = "dropped", gettext_lazy("not sent, see reason")

    kind = models.CharField(max_length=20, choices=Kind)
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mails", db_index=False
    )
    to = models.EmailField(max_length=254, blank=True)  # of the exempt kinds, and of notices, which name theirs
    address = models.ForeignKey(EmailAddress, null=True, blank=True, on_delete=models.SET_NULL)  # once it was sent
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    ply = models.PositiveIntegerField(null=True, blank=True)  # of the game when the mail was written down
    context = models.JSONField(default=dict)
    entry = models.BigIntegerField(null=True, blank=True)  # the number of the same news in the reader's feed
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    trace = models.CharField(max_length=tracing.LENGTH, blank=True, default=tracing.present)  # of its cause

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    reason = models.CharField(max_length=200, blank=True)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)  # also the claim: a sender holds exactly one of them
    sent_at = models.DateTimeField(null=True, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)  # as sent, reply addresses blotted out
    html = models.TextField(blank=True)
    # The whole mail, reply address and all, in development; in production its header with the addresses blotted out.
    raw = models.BinaryField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["dedupe_key"], name="outboundmail_dedupe_key"),
            models.CheckConstraint(
                name="outboundmail_goes_to_an_account",
                condition=Q(kind__in=("sign-up", "login-code"), reader=None) & ~Q(to="")
                | Q(kind="security", reader__isnull=False) & ~Q(to="")
                | ~Q(kind="security") & Q(reader__isnull=False, to=""),
            ),
            models.CheckConstraint(
                name="outboundmail_sent_has_a_time",
                condition=Q(state="sent", sent_at__isnull=False) | ~Q(state="sent") & Q(sent_at=None),
            ),
            models.CheckConstraint(
                name="outboundmail_dropped_has_a_reason", condition=~Q(state="dropped") | ~Q(reason="")
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="outboundmail_waiting_by_time"),
            models.Index(fields=["reader"], condition=Q(state="collected"), name="outboundmail_kept_by_reader"),
            models.Index(fields=["reader", "game", "-id"], name="outboundmail_by_reader"),
            models.Index(  # what will have to be forgotten
                fields=["created_at"],
                condition=Q(raw__isnull=False) | ~Q(text="") | Q(kind__in=("sign-up", "login-code")),
                name="outboundmail_with_words",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} mail {self.pk}"

    @property
    def has_been_read(self) -> bool:
        """Whether what it says has gone out to its reader, by itself or in a digest."""
        return self.state == self.State.SENT or self.reason.startswith(self.IN_DIGEST)


class Reminder(models.Model):
    """A turn was reminded of at one stage, in one mail with whatever else was due to its player: once."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reminders", db_index=False)
    turn_started_at = models.DateTimeField()
    stage = models.CharField(max_length=20)  # per cent of the turn's time, or a return from leave
    mail = models.ForeignKey(OutboundMail, on_delete=models.CASCADE, related_name="reminders")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "turn_started_at", "stage"], name="reminder_once_a_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage} of {self.seat}"
