"""Open seeks and challenges, and the answers to them."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy

from games.models.games import new_secret
from games.models.players import Player
from games.records import dice
from games.rules import RULES
from games.rules.base import Rules


class Proposal(models.Model):
    """An open seek or a challenge: a game, or a match of several, that starts once every seat has a player. ``game``
    is then the first one."""

    class Status(models.TextChoices):
        OPEN = "open"
        STARTED = "started"
        WITHDRAWN = "withdrawn"
        DECLINED = "declined"

    class Seating(models.TextChoices):
        CHOSEN = "chosen", gettext_lazy("the proposer chooses a seat")
        ALTERNATING = "alternating", gettext_lazy("seats change from your last game together")
        LOT = "lot", gettext_lazy("drawn by lot")

    class Schedule(models.TextChoices):
        AT_ONCE = "at-once", gettext_lazy("all at once")
        IN_TURN = "in-turn", gettext_lazy("one after another")
        BEST_OF = "best-of", gettext_lazy("one after another, until the match is decided")

    proposer = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="proposals")
    rules = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    seats = models.PositiveSmallIntegerField()
    control = models.JSONField()
    pause_rules = models.JSONField(default=dict, blank=True)  # games.clock.calendars.PauseRules
    seating = models.CharField(max_length=12, choices=Seating, default=Seating.LOT)
    chosen_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    games = models.PositiveSmallIntegerField(default=1)  # of a match of two
    schedule = models.CharField(max_length=8, choices=Schedule, default=Schedule.AT_ONCE)  # of the games of a match
    rated = models.BooleanField(default=True)
    people_only = models.BooleanField(default=False)  # no bot takes an open seat
    message = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    secret = models.CharField(max_length=64, default=new_secret)
    word = models.CharField(max_length=dice.LONGEST_WORD, blank=True)  # the proposer's, for the dice
    nonce = models.CharField(max_length=32, blank=True, default="", db_default="")  # for dice; see games.play.renewing
    game = models.OneToOneField("Game", null=True, blank=True, on_delete=models.SET_NULL, related_name="proposal")
    created_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status", "-created_at"], name="games_proposal_by_status")]
        constraints = [
            models.UniqueConstraint(fields=["secret"], name="games_proposal_secret"),
            models.CheckConstraint(
                condition=Q(status="open", closed_at=None) | (~Q(status="open") & Q(closed_at__isnull=False)),
                name="games_proposal_open_or_closed",
            ),
            models.CheckConstraint(
                condition=Q(seating="chosen", chosen_seat__isnull=False, chosen_seat__lt=F("seats"))
                | (~Q(seating="chosen") & Q(chosen_seat=None)),
                name="games_proposal_chosen_seat",
            ),
            models.CheckConstraint(
                condition=Q(games=1, schedule="at-once") | Q(games__gt=1, seats=2, seating="lot"),
                name="games_proposal_of_a_match_is_for_two",
            ),
        ]

    def __str__(self) -> str:
        return f"Proposal {self.pk}"

    @property
    def game_rules(self) -> Rules[Any, Any]:
        return RULES[self.rules]

    @property
    def is_match(self) -> bool:
        """Whether several games are proposed, whose results are added up."""
        return self.games > 1

    @property
    def has_bots(self) -> bool:
        """Whether a program proposes the game, is asked or has a seat: then it is never rated among people."""
        return any(player.is_program for player in (self.proposer, *(one.player for one in self.invitations.all())))

    @property
    def commitment(self) -> str:
        """What seals the secret of the lot and the dice, from the proposal on."""
        return dice.commit(self.secret)


class Invitation(models.Model):
    """One seat of a proposal besides the proposer's: whom it waits for, or who has taken it."""

    class Answer(models.TextChoices):
        WAITING = "waiting", gettext_lazy("waiting")
        ACCEPTED = "accepted", gettext_lazy("accepted")
        DECLINED = "declined", gettext_lazy("declined")

    class Reason(models.TextChoices):
        """Why a challenge is declined, as its proposer reads it."""

        GENERIC = "generic", gettext_lazy("No reason given.")
        LATER = "later", gettext_lazy("Not now; ask again later.")
        TOO_FAST = "too-fast", gettext_lazy("This time control is too fast for me.")
        TOO_SLOW = "too-slow", gettext_lazy("This time control is too slow for me.")
        TIME_CONTROL = "time-control", gettext_lazy("I would like another time control.")
        OPTIONS = "options", gettext_lazy("I would like other options of the game.")
        RATED = "rated", gettext_lazy("I would like a rated game.")
        CASUAL = "casual", gettext_lazy("I would like a casual game.")
        NO_BOTS = "no-bots", gettext_lazy("I do not play bots.")
        ONLY_BOTS = "only-bots", gettext_lazy("I play only bots.")

    proposal = models.ForeignKey(Proposal, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="invitations")
    answer = models.CharField(max_length=10, choices=Answer, default=Answer.WAITING)
    reason = models.CharField(max_length=12, choices=Reason, blank=True, default="", db_default="")  # once declined
    word = models.CharField(max_length=dice.LONGEST_WORD, blank=True)  # for the dice

    class Meta:
        constraints = [models.UniqueConstraint(fields=["proposal", "player"], name="games_invitation_once")]

    def __str__(self) -> str:
        return f"{self.player} to {self.proposal}: {self.answer}"

    @property
    def reason_given(self) -> str:
        """Why it was declined, as a sentence; empty where the player did not say."""
        return "" if self.reason == self.Reason.GENERIC else self.get_reason_display()
