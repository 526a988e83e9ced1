"""What became of reminders: one that a mail host accepted counts as a warning, one that came back does not."""

from __future__ import annotations

from games.play import timeouts
from notifications.addresses import preferences
from notifications.choices.topics import Pace, Topic
from notifications.models import OutboundMail


def record_accepted(mail: OutboundMail) -> None:
    """The next mail host has taken a reminder: the games may count it as a warning."""
    chosen = preferences.preferences_of(mail.reader_id or 0, Topic.REMINDERS)
    for reminder in mail.reminders.select_related("seat"):
        if chosen.pace(reminder.seat.game_id) == Pace.OFF:  # the mail left it out
            continue
        timeouts.record_warning(
            game_id=reminder.seat.game_id, turn_started_at=reminder.turn_started_at, warning=reminder.stage
        )


def record_bounced(mail: OutboundMail) -> None:
    """A reminder has come back: it was no warning."""
    for reminder in mail.reminders.select_related("seat"):
        timeouts.withdraw_warning(
            game_id=reminder.seat.game_id, turn_started_at=reminder.turn_started_at, warning=reminder.stage
        )
