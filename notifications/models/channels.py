"""Channels besides mail: webhooks with their calls, and feeds."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from ground.encryption import UnreadableError, decrypted, encrypted
from notifications.models.addresses import new_nonce

ADDRESSES = "addresses of webhooks"  # the purpose of their encryption
CHALLENGE = "challenge"  # what a call is about that confirms an address


class Webhook(models.Model):
    """A program of a player's that is notified of what happens. What signs the calls is derived from ``nonce``.

    Of another kind than a program it is an address of a service that brings messages: see ``channels/messengers.py``.
    """

    class Kind(models.TextChoices):
        PROGRAM = "program", gettext_lazy("a program of yours")
        NTFY = "ntfy", "ntfy"
        DISCORD = "discord", "Discord"
        MATRIX = "matrix", "Matrix"
        PUSH = "push", gettext_lazy("a browser")

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks", db_index=False
    )
    encrypted_url = models.CharField(max_length=1000)  # those of Discord and of browsers open what they lead to
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.PROGRAM)
    # With which the service lets us in, where it asks for one: see ``messengers.token_of``.
    encrypted_token = models.CharField(max_length=400, blank=True)
    nonce = models.CharField(max_length=32, default=new_nonce)
    created_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)  # when it answered the challenge; nothing is sent before
    failures = models.PositiveSmallIntegerField(default=0)  # in a row
    rests_until = models.DateTimeField(null=True, blank=True)  # after a failure
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)  # it failed for too long

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["player"], name="webhook_by_player")]

    def __str__(self) -> str:
        return f"Webhook {self.pk}"

    @property
    def url(self) -> str:
        """Its address; blank after the secret key with which it was encrypted has gone: nothing can be called then."""
        try:
            return decrypted(self.encrypted_url, ADDRESSES)
        except UnreadableError:
            return ""

    @url.setter
    def url(self, url: str) -> None:
        self.encrypted_url = encrypted(url, ADDRESSES)


class WebhookCall(models.Model):
    """One call of a webhook. Written in the transaction of what it tells, made afterwards, at least once."""

    class State(models.TextChoices):
        WAITING = "waiting", gettext_lazy("waiting")
        DONE = "done", gettext_lazy("done")
        FAILED = "failed", gettext_lazy("given up")

    hook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls")
    payload = models.JSONField()
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)  # also the claim, as with mails
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["dedupe_key"], name="webhookcall_dedupe_key"),
            models.CheckConstraint(
                name="webhookcall_failed_has_a_reason", condition=~Q(state="failed") | ~Q(reason="")
            ),
        ]
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waiting"), name="webhookcall_waiting_by_time")]

    def __str__(self) -> str:
        return f"Call {self.pk} of {self.hook}"

    @property
    def is_challenge(self) -> bool:
        """Whether it asks the program to confirm its address, and reports nothing."""
        return "challenge" in self.payload  # an entry about a challenge to a game has none


class CallLease(models.Model):
    """Somebody calls a player's program, or a host, until then; nobody else does meanwhile."""

    key = models.CharField(max_length=300)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key"], name="calllease_key")]

    def __str__(self) -> str:
        return f"{self.key} until {self.until:%H:%M:%S}"


class FeedKey(models.Model):
    """What the addresses of a player's feeds contain, until they make a new one. Only a keyed hash of it is kept."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="feed_key"
    )
    nonce = models.CharField(max_length=32, default=new_nonce)
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["digest"], name="feedkey_digest")]

    def __str__(self) -> str:
        return f"Feeds of {self.player}"
