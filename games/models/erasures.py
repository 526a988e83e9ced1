"""Which words of people were erased from logs."""

from __future__ import annotations

from django.db import models

from games.append_only import append_only


@append_only(rows="NOT OLD.is_open")
class Erasure(models.Model):
    """Words of a person were erased from an entry of a log (see ``games.erasing``). While it is open, and so within its
    own transaction only, entries of logs can be changed."""

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
        return f"{self.field} of entry {self.row} of {self.table}, by {self.operator} at {self.at:%Y-%m-%d %H:%M}"
