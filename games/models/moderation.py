"""Fairness between players: what counts towards quotas, blocks, reports, and what moderators decide."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.models.players import Player
from ground.append_only import append_only


class QuotaUse(models.Model):
    """Something that a player did and that counts for a while: see ``games.moderation.quotas``, the only writer."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="quota_uses", db_index=False)
    quota = models.CharField(max_length=20)
    towards = models.ForeignKey(Player, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "quota", "at"], name="games_quotause_by_player")]

    def __str__(self) -> str:
        return f"{self.quota} of {self.player}"


class Block(models.Model):
    """A player wants nothing to do with another one. Nobody but the player who blocks gets to see it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    at = models.DateTimeField()

    class Meta:
        ordering = ["blocked__username"]
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="games_block_once"),
            models.CheckConstraint(condition=~Q(player=F("blocked")), name="games_block_somebody_else"),
        ]

    def __str__(self) -> str:
        return f"{self.player} blocks {self.blocked}"


@append_only(words=("reason",))
class ModerationEntry(models.Model):
    """Something that a moderator decided. Written once; a later entry reverts it."""

    class Kind(models.TextChoices):
        WARNED = "warned", gettext_lazy("warned")
        MUTED = "muted", gettext_lazy("muted")
        SUSPENDED = "suspended", gettext_lazy("suspended")
        CLOSED = "closed", gettext_lazy("account closed")
        DISMISSED = "dismissed", gettext_lazy("report dismissed")
        REVERTED = "reverted", gettext_lazy("reverted")

    player = models.ForeignKey(  # null: a report about nobody in particular was dismissed
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="moderation_entries"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=500)  # as the player reads it
    until = models.DateTimeField(null=True, blank=True)  # null: until it is reverted
    reverts = models.PositiveBigIntegerField(null=True, blank=True)  # the number of an earlier entry
    moderator = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+", db_index=False)
    key = models.CharField(max_length=120, null=True, blank=True)  # the same key again is the same decision
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["reverts"], condition=Q(reverts__isnull=False), name="games_moderationentry_reverted_once"
            ),
            models.UniqueConstraint(
                fields=["moderator", "key"], condition=Q(key__isnull=False), name="games_moderationentry_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="reverted", reverts__isnull=False) | (~Q(kind="reverted") & Q(reverts=None)),
                name="games_moderationentry_reverts_another",
            ),
            models.CheckConstraint(
                condition=Q(until=None) | Q(kind__in=("muted", "suspended"), until__gt=F("at")),
                name="games_moderationentry_until",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind}"


class Report(models.Model):
    """A player tells the moderators of something: once for each subject."""

    class Reason(models.TextChoices):
        ABUSE = "abuse", gettext_lazy("insults, threats or harassment")
        SPAM = "spam", gettext_lazy("advertising or unwanted messages")
        CHEATING = "cheating", gettext_lazy("unfair play, such as games lost on purpose or several accounts")
        STALLING = "stalling", gettext_lazy("keeps a game from ending")
        NAME = "name", gettext_lazy("an offensive or misleading name")
        OTHER = "other", gettext_lazy("something else")

    reporter = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="reports", db_index=False)
    kind = models.CharField(max_length=20)  # of subjects: see games.moderation.subjects
    subject = models.CharField(max_length=120)  # its number or name
    about = models.ForeignKey(  # the player who answers for it, where there is one
        Player, null=True, blank=True, on_delete=models.CASCADE, related_name="reports_about"
    )
    quoted = models.CharField(max_length=500, blank=True)  # what it said when it was reported
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.CharField(max_length=1000, blank=True)
    at = models.DateTimeField()
    closed_by = models.ForeignKey(
        ModerationEntry, null=True, blank=True, on_delete=models.PROTECT, related_name="reports"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["reporter", "kind", "subject"], name="games_report_once")]
        indexes = [models.Index(fields=["id"], condition=Q(closed_by=None), name="games_report_open")]
        permissions = [("moderate", "Can moderate players")]

    def __str__(self) -> str:
        return f"Report {self.pk} on {self.kind} {self.subject}"
