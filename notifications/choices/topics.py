"""What a player can be notified of by mail, and how soon. Pure: the words and what goes with what."""

from __future__ import annotations

from django.db.models import TextChoices


class Topic(TextChoices):
    """Kinds of mail as players think of them: each can come at its own pace."""

    TURNS = "turns", "It is your turn"
    REMINDERS = "reminders", "Your time is running out"
    RECEIPTS = "receipts", "A receipt for each of your moves"
    NEWS = "news", "A game has begun, an offer was made, a seat has left"
    RESULTS = "results", "A game is over"
    ABSENCES = "absences", "An opponent takes leave, or cannot be reached by mail"
    CHALLENGES = "challenges", "Somebody wants to play with you"
    EVENTS = "events", "An event begins, ends, or its director announces something"
    WATCHED = "watched", "Something you watch has moved on"


class Pace(TextChoices):
    """How soon a mail comes."""

    NOW = "now", "at once"
    DIGEST = "digest", "in the digest"
    URGENT = "urgent", "only when it is urgent"
    OFF = "off", "not at all"


class Every(TextChoices):
    """How often a digest comes."""

    DAY = "day", "once a day"
    HOUR = "hour", "every hour"


# How each can come. Urgent is a turn with less than a day left, and the last reminder of a turn.
PACES: dict[Topic, tuple[Pace, ...]] = {
    **dict.fromkeys(Topic, (Pace.NOW, Pace.DIGEST, Pace.OFF)),
    Topic.TURNS: (Pace.NOW, Pace.DIGEST, Pace.URGENT, Pace.OFF),
    Topic.REMINDERS: (Pace.NOW, Pace.URGENT, Pace.OFF),
}

# What can be said of one game, and of one event and all its games. Absences concern several games at once.
OF_GAME = (Topic.TURNS, Topic.REMINDERS, Topic.RECEIPTS, Topic.NEWS, Topic.RESULTS, Topic.WATCHED)
OF_EVENT = (*OF_GAME, Topic.EVENTS)
