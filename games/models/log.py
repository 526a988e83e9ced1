"""The append-only log of a game: one row for each event."""

from __future__ import annotations

from typing import TypeAlias

from django.db import models
from django.db.models import Q

from games.append_only import append_only
from games.log_kinds import kinds as log_kinds
from games.models.games import MOST_SEATS, Game
from games.models.players import Player
from games.models.submissions import Submission
from games.turns.playing import Cause

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
