"""Invitations to join, where not everybody can."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q


class JoiningCode(models.Model):
    """A code with which one person can join, once. Rows stay: they say by whom and for whom each code was made.

    Only a hash of the code is kept, so that nobody joins by reading the table.
    """

    digest = models.CharField(max_length=64)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="joining_codes"
    )  # null: by the operator, at the machine of the service
    note = models.CharField(max_length=60, blank=True)  # for whom, in its maker's words
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["digest"], name="joiningcode_digest"),
            models.CheckConstraint(
                name="joiningcode_is_used_by_somebody",
                condition=Q(used_at=None, used_by=None) | Q(used_at__isnull=False, used_by__isnull=False),
            ),
            models.CheckConstraint(name="joiningcode_is_not_both", condition=Q(used_at=None) | Q(withdrawn_at=None)),
        ]

    def __str__(self) -> str:
        return f"Code {self.pk} to join"
