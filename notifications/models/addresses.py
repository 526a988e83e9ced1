"""Addresses that take mail, those of players that do not, and who could not be reached."""

from __future__ import annotations

import secrets

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.models import Player, Seat
from notifications.models.outbound import OutboundMail


class MailToken(models.Model):
    """An address that takes mail. Only a keyed hash of it is kept.

    The letters are derived from what it stands for and the server's key (see ``reply_addresses``), so that a mail which
    is rendered again carries the same address, and whoever reads the table alone knows none.
    """

    class Kind(models.TextChoices):
        TURN = "turn", gettext_lazy("one seat at one ply")
        GAME = "game", gettext_lazy("one seat for the life of the game")
        PERSONAL = "personal", gettext_lazy("one account")
        BOUNCE = "bounce", gettext_lazy("the return path of one mail")
        ANSWER = "answer", gettext_lazy("what one mail of ours asks its reader")
        PLAY = "play", gettext_lazy("the address that everybody knows, as one account writes to it")
        OPERATORS = "postmaster", gettext_lazy("what is for the operators")

    kind = models.CharField(max_length=10, choices=Kind)
    digest = models.CharField(max_length=64)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="mail_tokens")
    ply = models.PositiveIntegerField(null=True, blank=True)
    mail = models.ForeignKey(
        OutboundMail, null=True, blank=True, on_delete=models.CASCADE, related_name="addresses", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="mailtoken_digest"),
            models.UniqueConstraint(fields=["mail", "kind"], name="mailtoken_once_a_mail"),
            models.CheckConstraint(
                name="mailtoken_has_its_object",
                condition=Q(kind="turn", seat__isnull=False, player__isnull=False, ply__isnull=False)
                | Q(kind="game", seat__isnull=False, player__isnull=False, ply=None)
                | Q(kind="personal", seat=None, player__isnull=False, ply=None)
                | Q(kind__in=("play", "postmaster"), seat=None, ply=None, mail=None)
                | Q(kind__in=("bounce", "answer"), mail__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} address {self.pk}"


class AddressHealth(models.Model):
    """What has come back from an address. No row: nothing. An address that is off gets no mail but a recheck."""

    class Reason(models.TextChoices):
        GONE = "gone", gettext_lazy("its mail host says for good that it takes no mail")
        FULL = "full", gettext_lazy("its mailbox is full")
        WEAK = "weak", gettext_lazy("too many mails to it have failed")
        COMPLAINT = "complaint", gettext_lazy("a mail of ours was reported there as unwanted")

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
            )
        ]

    def __str__(self) -> str:
        return f"Health of address {self.address_id}"


class Unreachable(models.Model):
    """A span in which no mail reached a player, as their opponents see it beside the clocks."""

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


def new_nonce() -> str:
    """A fresh random number of a mail token: 128 bits as hex."""
    return secrets.token_hex(16)
