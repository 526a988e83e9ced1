"""Who may enter an event, who has entered it, and who may not for a while."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, When
from django.utils.translation import gettext_lazy

from games.models import Game
from tournaments.models.events import Division, Event

FIRST_STAGE = Q(division=None) | Q(division__stage__number=1)
NAME = Case(When(team_name="", then=F("player__username")), default=F("team_name"))  # as ``Entrant.name``


class Invitation(models.Model):
    """A player may enter an event that is open to invited players only, or one with a band of ratings, which an
    invitation of oneself does not open."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="event_invitations")
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    invited_at = models.DateTimeField()

    class Meta:
        ordering = ["event_id", "id"]
        constraints = [models.UniqueConstraint(fields=["event", "player"], name="invitation_once_an_event")]

    def __str__(self) -> str:
        return f"Invitation of {self.player_id} to event {self.event_id}"


class EntrantQuerySet(models.QuerySet["Entrant"]):
    """Entrants of one or more events."""

    def of_first_stage(self) -> EntrantQuerySet:
        """Places in the first stage, and entries that have led to no place."""
        return self.filter(FIRST_STAGE)

    def latest_stage_first(self) -> EntrantQuerySet:
        """Places in a later stage before those in an earlier one, and before entries without a place."""
        return self.order_by(F("division__stage__number").desc(nulls_last=True))


class Entrant(models.Model):
    """A player in an event: an entry until a stage begins, then a place in a division of it. A player has a place for
    each stage reached. The stage is that of the division. In a team league it is a team, and the player its captain."""

    class Status(models.TextChoices):
        ACTIVE = "active", gettext_lazy("takes part")
        WAITING = "waiting", gettext_lazy("on the waiting list")
        STANDBY = "standby", gettext_lazy("stands by as a substitute")
        ASKED = "asked", gettext_lazy("asked whether they take part")
        WITHDRAWN = "withdrawn", gettext_lazy("withdrawn")
        DISQUALIFIED = "disqualified", gettext_lazy("disqualified")

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    team_name = models.CharField(max_length=40, blank=True)
    status = models.CharField(max_length=12, choices=Status, default=Status.ACTIVE)
    is_late = models.BooleanField(default=False)  # entered after the start
    rating = models.PositiveSmallIntegerField(null=True, blank=True)  # when the stage began
    entered_at = models.DateTimeField()
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.PROTECT, related_name="entrants", db_index=False
    )
    number = models.PositiveSmallIntegerField(null=True, blank=True)  # pairing number from 1, drawn by lot

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["event_id", "division_id", "number", "id"]
        constraints = [
            models.UniqueConstraint(fields=["division", "player"], name="entrant_once_a_division"),
            models.UniqueConstraint(
                fields=["event", "player"], condition=Q(division=None), name="entrant_once_without_a_place"
            ),
            models.UniqueConstraint(fields=["division", "number"], name="entrant_once_a_number"),
            models.CheckConstraint(
                name="entrant_has_a_number_in_a_division",
                condition=Q(division=None, number=None) | Q(division__isnull=False, number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Entrant {self.pk} of event {self.event_id}"

    @property
    def name(self) -> str:
        """What it is called in tables and pairings: the team, or the player."""
        return self.team_name or self.player.username

    @property
    def stage_number(self) -> int:
        """The number of the stage, 1 for an entry without a place."""
        return 1 if self.division is None else self.division.stage.number


class TeamPlayer(models.Model):
    """A player of a team, in the order of its list; ``accepted_at`` is None as long as they are only invited."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="squad", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="team_places")
    number = models.PositiveSmallIntegerField()
    invited_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["entrant_id", "number", "id"]
        constraints = [models.UniqueConstraint(fields=["entrant", "player"], name="teamplayer_once_a_team")]

    def __str__(self) -> str:
        return f"Player {self.player_id} of entrant {self.entrant_id}"


class LineUp(models.Model):
    """The players by board whom a captain has named for a round. Nobody else sees it until the round begins; then it
    stands in the log."""

    entrant = models.ForeignKey(Entrant, on_delete=models.CASCADE, related_name="line_ups", db_index=False)
    round = models.PositiveSmallIntegerField()
    players = models.JSONField()
    named_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField()

    class Meta:
        ordering = ["entrant_id", "round"]
        constraints = [models.UniqueConstraint(fields=["entrant", "round"], name="lineup_once_a_round")]

    def __str__(self) -> str:
        return f"Line-up of entrant {self.entrant_id} for round {self.round}"


class EntryBlock(models.Model):
    """Somebody who lost on time in an event may not enter another one for a while."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="entry_blocks", db_index=False
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entry_blocks")
    since = models.DateTimeField()
    until = models.DateTimeField()
    weight = models.PositiveSmallIntegerField(default=1)  # 2 for a game without a single move

    class Meta:
        ordering = ["player_id", "since"]
        constraints = [
            models.UniqueConstraint(fields=["player", "game"], name="entryblock_once_a_game"),
            models.CheckConstraint(name="entryblock_ends_after_it_begins", condition=Q(until__gt=F("since"))),
        ]

    def __str__(self) -> str:
        return f"Block of {self.player_id} until {self.until:%Y-%m-%d}"
