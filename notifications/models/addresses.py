"""Addresses that take mail, those of players that do not, and who could not be reached."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import models
from django.db.models import F, Q

from games.models import Player, Seat
from notifications.models.nonces import new_nonce
from notifications.models.outbound import OutboundMail


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
    digest = models.CharField(max_length=64)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    ply = models.PositiveIntegerField(null=True, blank=True)
    mail = models.OneToOneField(
        OutboundMail, null=True, blank=True, on_delete=models.CASCADE, related_name="return_path"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="mailtoken_digest"),
            models.UniqueConstraint(
                fields=["seat", "player", "ply"], condition=Q(kind="turn"), name="mailtoken_once_a_turn"
            ),
            models.UniqueConstraint(fields=["seat", "player"], condition=Q(kind="game"), name="mailtoken_once_a_game"),
            models.UniqueConstraint(fields=["player"], condition=Q(kind="personal"), name="mailtoken_once_an_account"),
            models.CheckConstraint(
                name="mailtoken_has_its_object",
                condition=Q(kind="turn", seat__isnull=False, player__isnull=False, ply__isnull=False)
                | Q(kind="game", seat__isnull=False, player__isnull=False, ply=None)
                | Q(kind="personal", seat=None, player__isnull=False, ply=None)
                | Q(kind="bounce", mail__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} address {self.pk}"


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

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="addresshealth_off_has_a_reason",
                condition=Q(off_since=None, off_until=None, reason="") | Q(off_since__isnull=False) & ~Q(reason=""),
            ),
        ]

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
            models.UniqueConstraint(fields=["player"], condition=Q(until=None), name="unreachable_once_at_a_time"),
            models.CheckConstraint(
                name="unreachable_ends_after_it_begins", condition=Q(until=None) | Q(until__gte=F("since"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} was not reachable"
