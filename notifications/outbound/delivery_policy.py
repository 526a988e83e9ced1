"""Whether a mail goes out now, later, with the digest, or not at all: what the player prefers, and the game's clock.

It is decided when a mail is due, not when it is written: by then a player may have moved, or want something else.
"""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from games.models import Player
from notifications.addresses import preferences
from notifications.choices.schedules import SPARE, next_digest, quiet_until
from notifications.choices.topics import Every, Pace
from notifications.models import MailPreference
from notifications.outbound.messages.base import ForDigest, Message, NotWanted, NotYet


def check_pace(about: Message, now: datetime) -> None:
    """Raises NotWanted, NotYet or ForDigest if the reader does not want this mail at this moment."""
    if about.topic is None or not about.is_paced:
        return
    mail, deadline = about.mail, about.deadline
    pace = preferences.chosen_by(about.reader, about.topic).pace(mail.game_id, about.event_id)
    preference = preferences.times_of(about.reader)
    if pace == Pace.OFF:
        raise NotWanted(gettext("The player has switched these mails off."))
    if pace == Pace.URGENT:
        about.check_urgent(now)
    if pace == Pace.DIGEST and not (deadline and deadline <= coming_digest(about.reader, preference, now)):
        raise ForDigest(gettext("It is kept for the digest."))
    if about.is_awaited:
        return
    until = quiet_until(now, about.reader.time_zone, preferences.quiet_of(about.reader))
    cannot_wait = deadline is not None and deadline - until < SPARE
    if until > now and not (cannot_wait and preference.urgent_at_night):
        raise NotYet(until, gettext("It waits for the end of the quiet hours."))


def coming_digest(player: Player, preference: MailPreference, now: datetime) -> datetime:
    """When the player's next digest comes: one for every hour keeps quiet at night (``digests``)."""
    due = next_digest(now, player.time_zone, preference.digest_every, preference.digest_hour)
    if preference.digest_every == Every.DAY:
        return due
    return quiet_until(due, player.time_zone, preferences.quiet_of(player))
