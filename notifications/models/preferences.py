"""When mails come to a player, and which."""

from __future__ import annotations

from datetime import UTC, datetime, time

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from games.models import Game
from notifications.choices.schedules import USUAL, write_schedule
from notifications.choices.topics import Every, Pace, Topic
from tournaments.models import Event

AT_ONCE = datetime(2000, 1, 1, tzinfo=UTC)  # a moment that has come, whatever the time is


class MailPreference(models.Model):
    """When a player's mails come; what comes is in ``TopicPreference``. No row: the usual."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="mail_preference"
    )
    only_proven = models.BooleanField(
        gettext_lazy("ask me to confirm a mail when nothing proves that it is mine"),
        default=False,
        help_text=gettext_lazy(
            "Most mail providers sign what you write, and nothing is asked. In rated games we always ask where "
            "yours does not."
        ),
    )
    digest_every = models.CharField(gettext_lazy("the digest comes"), max_length=10, choices=Every, default=Every.DAY)
    digest_hour = models.PositiveSmallIntegerField(
        gettext_lazy("at this hour of the day"),
        default=8,
        help_text=gettext_lazy("In your time zone. One mail with all games that wait for you."),
    )
    board_sheet = models.BooleanField(
        gettext_lazy("show me the boards of all games that wait for me"),
        default=False,
        help_text=gettext_lazy("In the digest, which then comes even if your other mails come at once."),
    )
    digested_until = models.DateTimeField(null=True, blank=True)  # every digest up to this moment is written
    digest_due_at = models.DateTimeField(  # the earliest moment at which one may have to be written; null: none is kept
        null=True, blank=True, default=AT_ONCE
    )
    schedule = models.CharField(
        gettext_lazy("remind me when this much of a turn's time is gone, in per cent"),
        max_length=40,
        default=write_schedule(USUAL),
        help_text=gettext_lazy("The last one is also shown on every page of the site."),
    )
    quiet_from = models.TimeField(gettext_lazy("no mails from"), null=True, blank=True)
    quiet_until = models.TimeField(
        gettext_lazy("until"),
        null=True,
        blank=True,
        help_text=gettext_lazy(
            "In your time zone. Left empty: your sleep hours. What you ask for by mail is always answered."
        ),
    )
    urgent_at_night = models.BooleanField(
        gettext_lazy("send me urgent mails even then"),
        default=False,
        help_text=gettext_lazy(
            "If your time would run out during quiet hours or within an hour after them. Otherwise the reminder comes "
            "before they start."
        ),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(name="mailpreference_hour_is_of_a_day", condition=Q(digest_hour__lte=23)),
            models.CheckConstraint(
                name="mailpreference_quiet_hours_begin_and_end",
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                fields=["digest_due_at"], condition=Q(digest_due_at__isnull=False), name="mailpreference_digest_due"
            )
        ]

    def __str__(self) -> str:
        return f"Mail for {self.player}"

    @property
    def quiet(self) -> tuple[time, time] | None:
        """The quiet hours, if the player has set any."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        return self.quiet_from, self.quiet_until


class TopicPreference(models.Model):
    """How soon a player is notified of a topic: in one game, in one event and its games, or anywhere.

    The nearest counts: game, event, player. No row: at once.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="topic_preferences")
    topic = models.CharField(max_length=10, choices=Topic)
    pace = models.CharField(max_length=10, choices=Pace)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="topic_preferences")
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="topic_preferences")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="mailwish_of_a_game_or_an_event", condition=Q(game=None) | Q(event=None)),
            models.UniqueConstraint(
                fields=["player", "topic"], condition=Q(game=None, event=None), name="mailwish_once_a_topic"
            ),
            models.UniqueConstraint(
                fields=["player", "topic", "game"], condition=Q(game__isnull=False), name="mailwish_once_a_topic_a_game"
            ),
            models.UniqueConstraint(
                fields=["player", "topic", "event"],
                condition=Q(event__isnull=False),
                name="mailwish_once_a_topic_an_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.pace} for {self.player}"
