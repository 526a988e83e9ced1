"""Mails that came in."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from games.models import Submission
from ground import tracing
from notifications.mail_format import automatic_mail
from notifications.models.addresses import MailToken

CLOCKS_DIFFER = timedelta(minutes=2)  # those of people's computers and ours


class InboundMail(models.Model):
    """One mail as it came in for one of our addresses. Stored before it is read, and before the server says yes."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed", gettext_lazy("could not be worked on")

    class Source(models.TextChoices):
        SMTP = "smtp"
        LMTP = "lmtp"
        IMAP = "imap"

    class Proof(models.TextChoices):
        PASS = "pass", gettext_lazy("proven")
        NONE = "none", gettext_lazy("nothing says so or otherwise")
        FAIL = "fail", gettext_lazy("proven to be false")

    class Sort(models.TextChoices):
        REPLY = automatic_mail.Sort.REPLY, gettext_lazy("from a person")
        LOOP = automatic_mail.Sort.LOOP, gettext_lazy("one of our own mails")
        BOUNCE = automatic_mail.Sort.BOUNCE, gettext_lazy("could not be delivered")
        AUTO = automatic_mail.Sort.AUTO, gettext_lazy("written by a program")
        UNREADABLE = automatic_mail.Sort.UNREADABLE, gettext_lazy("no mail that can be read")

    class Outcome(models.TextChoices):
        PLAYED = "played"
        ANSWERED = "answered"
        REFUSED = "refused", gettext_lazy("refused, with the reason")
        HELD = "held", gettext_lazy("not believed, nothing done")
        IGNORED = "ignored"

    raw = models.BinaryField()
    raw_key = models.CharField(max_length=64)  # SHA-256 of recipient and bytes
    message_key = models.CharField(max_length=64)  # of recipient and Message-ID, else the content
    envelope_from = models.CharField(max_length=320, blank=True)
    token = models.ForeignKey(MailToken, on_delete=models.CASCADE, related_name="mails", db_index=False)
    source = models.CharField(max_length=10, choices=Source)
    peer = models.CharField(max_length=45, blank=True)  # IP address that brought it
    received_at = models.DateTimeField()  # as of when it counts: a mail that was held, as of its confirmation
    written_at = models.DateTimeField(null=True, blank=True)  # of a believed mail that is proven, as its header says

    proof = models.CharField(max_length=4, choices=Proof, blank=True)  # of its sender; blank: not looked for yet
    proof_note = models.CharField(max_length=200, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)  # its player has said that it is their own
    arrived_at = models.DateTimeField(null=True, blank=True)  # of a confirmed mail

    trace = models.CharField(max_length=tracing.LENGTH, blank=True, default=tracing.present)

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    faults = models.PositiveSmallIntegerField(default=0)  # errors of ours among them
    sort = models.CharField(max_length=12, choices=Sort, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    message_id = models.CharField(max_length=300, blank=True)  # that answers refer to
    own_text = models.TextField(blank=True)  # the lines that the sender wrote
    unread = models.JSONField(default=list)  # those of them that were no command
    submission = models.ForeignKey(  # null also once a refusal is not kept any more
        Submission, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["message_key"], name="inboundmail_message_key"),
            models.UniqueConstraint(fields=["raw_key"], name="inboundmail_raw_key"),
            models.CheckConstraint(
                name="inboundmail_confirmed_has_arrived",
                condition=Q(confirmed_at=None, arrived_at=None)
                | Q(confirmed_at__isnull=False, arrived_at__isnull=False),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state="waiting"), name="inboundmail_waiting_by_time"),
            models.Index(fields=["token"], condition=Q(state="waiting"), name="inboundmail_waiting_by_token"),
            models.Index(fields=["token", "received_at"], name="inboundmail_by_token"),
            models.Index(fields=["received_at"], condition=~Q(raw=b""), name="inboundmail_with_words"),
        ]

    def __str__(self) -> str:
        return f"mail {self.pk} in"

    @property
    def known_from(self) -> datetime:
        """The moment up to which its writer can have known a game, however late it came or was confirmed."""
        moments = (self.received_at, self.arrived_at, self.written_at and self.written_at + CLOCKS_DIFFER)
        return min(moment for moment in moments if moment)
