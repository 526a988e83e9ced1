"""The append-only log of a game, what was erased from logs, and the feed of what has happened."""

from __future__ import annotations

from typing import TypeAlias

from django.db import models
from django.db.models import Q

from games.log_kinds import kinds as log_kinds
from games.models.games import MOST_SEATS, Game
from games.models.players import Player
from games.models.submissions import Submission
from games.turns.playing import Cause
from ground.append_only import append_only

_KINDS, _CAUSES = sorted(kind.value for kind in log_kinds.Kind), sorted(cause.value for cause in Cause)
_PLIES, _DIRECTED = (sorted(kind.value for kind in kinds) for kinds in (log_kinds.PLIES, log_kinds.DIRECTED))


@append_only(words=("reason",))
class GameEvent(models.Model):
    """One line of a game's log. Written once, never changed; each carries the hash chain on."""

    Kind: TypeAlias = log_kinds.Kind

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="events", db_index=False)
    seq = models.PositiveIntegerField()
    ply = models.PositiveIntegerField(null=True, blank=True)  # steps, rolls and undos only, counted from 1
    kind = models.CharField(max_length=24, choices=[(kind.value, kind.value) for kind in log_kinds.Kind])
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    cause = models.CharField(max_length=20, blank=True, choices=[(cause.value, cause.value) for cause in Cause])
    actor = models.ForeignKey(  # a director
        Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    reason = models.CharField(max_length=200, blank=True)  # that the director gave, for everybody to read
    key = models.CharField(max_length=80, null=True, blank=True)  # the same key again is the same action of a director
    source = models.CharField(max_length=10, choices=Submission.Source)
    submission = models.ForeignKey(  # that brought it; none where the service or a director acted
        Submission, null=True, blank=True, on_delete=models.PROTECT, related_name="events", db_index=False
    )
    at = models.DateTimeField()  # when the move or request arrived
    receipt = models.CharField(max_length=64)

    class Meta:
        ordering = ["game_id", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="games_gameevent_seq"),
            models.UniqueConstraint(
                fields=["game", "ply"], condition=Q(ply__isnull=False), name="games_gameevent_one_a_ply"
            ),
            models.UniqueConstraint(
                fields=["game", "key"], condition=Q(key__isnull=False), name="games_gameevent_directed_once"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=_PLIES, ply__isnull=False, ply__gte=1) | (~Q(kind__in=_PLIES) & Q(ply=None)),
                name="games_gameevent_ply_of_a_step",
            ),
            models.CheckConstraint(condition=Q(kind__in=_KINDS), name="games_gameevent_kind"),
            models.CheckConstraint(condition=Q(cause__in=_CAUSES), name="games_gameevent_cause"),
            models.CheckConstraint(condition=Q(seat=None) | Q(seat__lt=MOST_SEATS), name="games_gameevent_seat"),
            models.CheckConstraint(
                condition=Q(actor=None, key=None) | Q(kind__in=_DIRECTED), name="games_gameevent_director"
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.game_id} #{self.seq}: {self.kind} {self.text}".rstrip()


class FeedEntry(models.Model):
    """One line of the feed, written in the transaction of what it reports. Its number, ``pk``, only grows."""

    topic = models.CharField(max_length=40)  # see games.feed.topics
    what = models.CharField(max_length=24)
    facts = models.JSONField()  # numbers and slugs: words are read where they stand, by those who may read them
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["topic", "id"], name="games_feedentry_by_topic")]

    def __str__(self) -> str:
        return f"Entry {self.pk} of {self.topic}: {self.what}"


@append_only(rows="NOT OLD.is_open", is_exceptions=True)
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
