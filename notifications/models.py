"""Mail out, mail in, the addresses that take answers, and what each player wants to be told."""

from __future__ import annotations

import secrets
from datetime import time
from typing import ClassVar

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import Game, Player, Seat, Submission
from notifications.choices.schedules import USUAL, write_schedule
from notifications.choices.topics import Every, Pace, Topic
from notifications.mail_format import automatic_mail
from tournaments.models import Event


def new_nonce() -> str:
    """A fresh random number of a mail token: 128 bits as hex."""
    return secrets.token_hex(16)


class MailPreference(models.Model):
    """When a player's mails come; what comes is in ``MailWish``. No row: the usual."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="mail_preference"
    )
    only_proven = models.BooleanField(
        "ask me to confirm a mail when nothing proves that it is mine",
        default=False,
        help_text="Most mail providers sign what you write, and nothing is asked. In rated games we always ask where "
        "yours does not.",
    )
    digest_every = models.CharField("the digest comes", max_length=10, choices=Every, default=Every.DAY)
    digest_hour = models.PositiveSmallIntegerField(
        "at this hour of the day", default=8, help_text="In your time zone. One mail with all games that wait for you."
    )
    digested_until = models.DateTimeField(null=True, blank=True)  # every digest up to this moment is written
    schedule = models.CharField(
        "remind me when so much of a turn's time is gone, in per cent",
        max_length=40,
        default=write_schedule(USUAL),
        help_text="The last one is also shown on every page of the site.",
    )
    quiet_from = models.TimeField("no mails from", null=True, blank=True)
    quiet_until = models.TimeField(
        "until",
        null=True,
        blank=True,
        help_text="In your time zone. Left empty: your sleep hours. What you ask for by mail is answered all the same.",
    )
    urgent_at_night = models.BooleanField(
        "send me what cannot wait all the same",
        default=False,
        help_text="When your time would be over before the quiet hours are, or within an hour of them. Without it the "
        "reminder comes before they begin.",
    )

    class Meta:
        constraints = [
            models.CheckConstraint(name="digest_hour_is_of_a_day", condition=Q(digest_hour__lte=23)),
        ]

    def __str__(self) -> str:
        return f"Mail for {self.player}"

    @property
    def quiet(self) -> tuple[time, time] | None:
        """The quiet hours, if the player has set any."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return self.quiet_from, self.quiet_until


class MailWish(models.Model):
    """How soon a player is told of a topic: in one game, in one event and its games, or anywhere.

    The nearest counts: game, event, player. No row: at once.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_wishes")
    topic = models.CharField(max_length=10, choices=Topic)
    pace = models.CharField(max_length=10, choices=Pace)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_wishes")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_wishes")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="wish_of_a_game_or_an_event", condition=Q(game=None) | Q(event=None)),
            models.UniqueConstraint(
                fields=["player", "topic"], condition=Q(game=None, event=None), name="one_wish_a_topic"
            ),
            models.UniqueConstraint(
                fields=["player", "topic", "game"], condition=Q(game__isnull=False), name="one_wish_a_topic_and_game"
            ),
            models.UniqueConstraint(
                fields=["player", "topic", "event"], condition=Q(event__isnull=False), name="one_wish_a_topic_and_event"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.pace} for {self.player}"


class OutboundMail(models.Model):
    """One mail to one reader. Written in the transaction of what it tells; rendered and sent afterwards."""

    class Kind(models.TextChoices):
        TURN = "turn", "your turn"
        RECEIPT = "receipt", "receipt of a move"
        PLAN = "plan", "a plan that cannot be played"
        STARTED = "started", "a game has started"
        OFFER = "offer", "an offer was made or declined"
        LEFT = "left", "a seat has left"
        RESULT = "result", "a game is over"
        REMINDER = "reminder", "your time is running out"
        DIGEST = "digest", "your games in one mail"
        LEAVE = "leave", "an opponent takes leave"
        UNREACHABLE = "unreachable", "a player cannot be reached by mail"
        CHALLENGE = "challenge", "somebody wants to play"
        CHALLENGE_CLOSED = "challenge-closed", "a challenge is off"
        ROUND = "round", "your games of an event have begun"
        STANDINGS = "standings", "an event is over"
        ANNOUNCEMENT = "announcement", "the director of an event announces something"
        EVENT = "event", "something in an event concerns its reader"
        PROBLEM = "problem", "a mail that did nothing"
        CONFIRM = "confirm", "a mail that waits for a yes"
        HELP = "help", "help that was asked for"
        SHOW = "show", "a board that was asked for"
        PREVIEW = "preview", "a preview that was asked for"
        GAMES = "games", "a list of games that was asked for"
        TABLE = "table", "standings that were asked for"
        DONE = "done", "what was asked for is done"
        SAID = "said", "a remark in a game that is over"
        WATCHED = "watched", "a game that is watched"
        RECHECK = "recheck", "whether an address takes mail again"
        ACCOUNT = "account", "about the account"
        SIGN_UP = "sign-up", "to confirm an address"
        LOGIN_CODE = "login-code", "a code to log in"

    # The only mails that may go to an address that no account has verified: their purpose is to verify it.
    EXEMPT: ClassVar = (Kind.SIGN_UP, Kind.LOGIN_CODE)
    # Mails that answer a mail: what a machine at the other end could make us send without end.
    ANSWERS: ClassVar = (Kind.PROBLEM, Kind.HELP, Kind.SHOW, Kind.PREVIEW, Kind.GAMES, Kind.TABLE, Kind.DONE)

    class State(models.TextChoices):
        WAITING = "waiting"
        COLLECTED = "collected", "kept for the digest"
        SENT = "sent"
        DROPPED = "dropped", "not sent, see reason"

    kind = models.CharField(max_length=20, choices=Kind)
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="mails"
    )
    to = models.EmailField(max_length=254, blank=True)  # of the exempt kinds only
    address = models.ForeignKey(EmailAddress, null=True, blank=True, on_delete=models.SET_NULL)  # once it was sent
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    ply = models.PositiveIntegerField(null=True, blank=True)  # of the game when the mail was written down
    context = models.JSONField(default=dict)
    dedupe_key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField()

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
            models.CheckConstraint(
                name="mail_goes_to_an_account",
                condition=Q(kind__in=("sign-up", "login-code"), reader=None) & ~Q(to="")
                | Q(reader__isnull=False, to=""),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="waiting_mail_by_time"),
            models.Index(fields=["reader"], condition=Q(state="collected"), name="collected_mail_by_reader"),
            models.Index(fields=["reader", "game", "-id"], name="mail_of_reader_by_game"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} mail {self.pk}"


class Reminder(models.Model):
    """A turn was reminded of at one stage, in one mail with whatever else was due to its player: once."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reminders")
    turn_started_at = models.DateTimeField()
    stage = models.CharField(max_length=20)  # per cent of the turn's time, or a return from leave
    mail = models.ForeignKey(OutboundMail, on_delete=models.CASCADE, related_name="reminders")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "turn_started_at", "stage"], name="reminded_once_a_stage")
        ]

    def __str__(self) -> str:
        return f"{self.stage} of {self.seat}"


class AddressHealth(models.Model):
    """What has come back from an address. No row: nothing. An address that is off gets no mail but a recheck."""

    class Reason(models.TextChoices):
        GONE = "gone", "its mail host says for good that it takes no mail"
        FULL = "full", "its mailbox is full"
        WEAK = "weak", "too many mails to it have failed"
        COMPLAINT = "complaint", "a mail of ours was reported there as unwanted"

    address = models.OneToOneField(
        EmailAddress, primary_key=True, on_delete=models.CASCADE, related_name="mail_health"
    )  # fmt: skip
    score = models.FloatField(default=0)  # of passing failures, at scored_at: it halves every week
    scored_at = models.DateTimeField(null=True, blank=True)
    full_at = models.DateTimeField(null=True, blank=True)  # when it was last said to be full
    off_since = models.DateTimeField(null=True, blank=True)
    off_until = models.DateTimeField(null=True, blank=True)  # tried again then; null: until its player asks for it
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    status = models.CharField(max_length=100, blank=True)  # as the mail host said it, without addresses
    asked_at = models.DateTimeField(null=True, blank=True)  # of the newest recheck

    def __str__(self) -> str:
        return f"Health of address {self.address_id}"


class Unreachable(models.Model):
    """A span in which no mail reached a player, for those who play with him: stands beside his clocks."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="unreachable")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-since", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["player"], condition=Q(until=None), name="unreachable_once_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.player} was not reachable"


class Webhook(models.Model):
    """A program of a player's that is told what happens. What signs the calls is derived from ``nonce``."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(max_length=500)
    nonce = models.CharField(max_length=32, default=new_nonce)
    created_at = models.DateTimeField()
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)  # it failed for too long

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["player", "url"], name="one_webhook_an_address")]

    def __str__(self) -> str:
        return f"Webhook {self.pk}"


class WebhookCall(models.Model):
    """One call of a webhook. Written in the transaction of what it tells, made afterwards, at least once."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed", "given up"

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls")
    payload = models.JSONField()
    dedupe_key = models.CharField(max_length=120, unique=True)
    created_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)  # also the claim, as with mails
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waiting"), name="waiting_call_by_time")]

    def __str__(self) -> str:
        return f"Call {self.pk} of {self.hook}"


class FeedKey(models.Model):
    """What the addresses of a player's feeds contain, until he makes a new one. Only a keyed hash of it is kept."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="feed_key"
    )
    nonce = models.CharField(max_length=32, default=new_nonce)
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Feeds of {self.player}"


class MailToken(models.Model):
    """An address that takes mail. Only a keyed hash of it is kept.

    The letters are derived from ``nonce`` and the server's key (see ``addresses``), so that a mail which is rendered
    again carries the same address, and whoever reads the table alone knows none.
    """

    class Kind(models.TextChoices):
        TURN = "turn", "one seat at one ply"
        GAME = "game", "one seat for the life of the game"
        PERSONAL = "personal", "one account"
        BOUNCE = "bounce", "the return path of one mail"

    kind = models.CharField(max_length=10, choices=Kind)
    nonce = models.CharField(max_length=32, default=new_nonce)
    digest = models.CharField(max_length=64, unique=True)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    ply = models.PositiveIntegerField(null=True, blank=True)
    mail = models.OneToOneField(
        OutboundMail, null=True, blank=True, on_delete=models.CASCADE, related_name="return_path"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "player", "ply"], condition=Q(kind="turn"), name="one_turn_token"),
            models.UniqueConstraint(fields=["seat", "player"], condition=Q(kind="game"), name="one_game_token"),
            models.UniqueConstraint(fields=["player"], condition=Q(kind="personal"), name="one_personal_token"),
            models.CheckConstraint(
                name="token_has_its_object",
                condition=Q(kind="turn", seat__isnull=False, player__isnull=False, ply__isnull=False)
                | Q(kind="game", seat__isnull=False, player__isnull=False, ply=None)
                | Q(kind="personal", seat=None, player__isnull=False, ply=None)
                | Q(kind="bounce", mail__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} address {self.pk}"


class InboundMail(models.Model):
    """One mail as it came in for one of our addresses. Stored before it is read, and before the door says yes."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed", "could not be worked on"

    class Door(models.TextChoices):
        SMTP = "smtp"
        LMTP = "lmtp"
        IMAP = "imap"

    class Proof(models.TextChoices):
        PASS = "pass", "proven"
        NONE = "none", "nothing says so or otherwise"
        FAIL = "fail", "proven to be false"

    class Sort(models.TextChoices):
        REPLY = automatic_mail.Sort.REPLY, "from a person"
        LOOP = automatic_mail.Sort.LOOP, "one of our own mails"
        BOUNCE = automatic_mail.Sort.BOUNCE, "could not be delivered"
        AUTO = automatic_mail.Sort.AUTO, "written by a machine"
        UNREADABLE = automatic_mail.Sort.UNREADABLE, "no mail that can be read"

    class Outcome(models.TextChoices):
        PLAYED = "played"
        ANSWERED = "answered"
        REFUSED = "refused", "refused and said why"
        HELD = "held", "not believed, nothing done"
        IGNORED = "ignored"

    raw = models.BinaryField()
    raw_key = models.CharField(max_length=64, unique=True)  # SHA-256 of recipient and bytes
    message_key = models.CharField(max_length=64, unique=True)  # of recipient and Message-ID, else the content
    envelope_from = models.CharField(max_length=320, blank=True)
    token = models.ForeignKey(MailToken, on_delete=models.CASCADE, related_name="mails")
    door = models.CharField(max_length=10, choices=Door)
    peer = models.CharField(max_length=45, blank=True)  # IP address that brought it
    received_at = models.DateTimeField()  # as of when it counts: a mail that was held, as of its confirmation

    proof = models.CharField(max_length=4, choices=Proof, blank=True)  # of its sender; blank: not looked for yet
    proof_note = models.CharField(max_length=200, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)  # its player has said that it is his own
    arrived_at = models.DateTimeField(null=True, blank=True)  # of a confirmed mail

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    sort = models.CharField(max_length=12, choices=Sort, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    message_id = models.CharField(max_length=300, blank=True)  # that answers refer to
    own_text = models.TextField(blank=True)  # the lines that the sender wrote
    unread = models.JSONField(default=list)  # those of them that were no command
    submission = models.ForeignKey(Submission, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails")

    class Meta:
        ordering = ["-id"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="unread_mail_by_time"),
            models.Index(fields=["token"], condition=Q(state="waiting"), name="unread_mail_by_token"),
            models.Index(fields=["token", "received_at"], name="mail_of_token_by_time"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk} in"
