"""What a player can be notified of by mail, and how soon. Pure: the words and what goes with what."""

from __future__ import annotations

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy


class Topic(TextChoices):
    """Kinds of mail as players think of them: each can come at its own pace."""

    TURNS = "turns", gettext_lazy("It is your turn")
    REMINDERS = "reminders", gettext_lazy("Your time is running out")
    RECEIPTS = "receipts", gettext_lazy("A receipt for each of your moves")
    NEWS = "news", gettext_lazy("A game has begun, an offer was made, a seat has left")
    RESULTS = "results", gettext_lazy("A game is over")
    ABSENCES = "absences", gettext_lazy("An opponent takes leave, or cannot be reached by mail")
    CHALLENGES = "challenges", gettext_lazy("Somebody wants to play with you")
    EVENTS = "events", gettext_lazy("An event begins, ends, or its director announces something")
    WATCHED = "watched", gettext_lazy("Something you watch has moved on")


class Pace(TextChoices):
    """How soon a mail comes."""

    NOW = "now", gettext_lazy("at once")
    DIGEST = "digest", gettext_lazy("in the digest")
    URGENT = "urgent", gettext_lazy("only when it is urgent")
    OFF = "off", gettext_lazy("not at all")


class Every(TextChoices):
    """How often a digest comes."""

    DAY = "day", gettext_lazy("once a day")
    HOUR = "hour", gettext_lazy("every hour")
    ONCE = "once", gettext_lazy("once, and then not until you come")


# How each can come. Urgent is a turn with less than a day left, the last reminder of a turn, and a receipt after which
# no other mail about the game has come for a day.
PACES: dict[Topic, tuple[Pace, ...]] = {
    **dict.fromkeys(Topic, (Pace.NOW, Pace.DIGEST, Pace.OFF)),
    Topic.TURNS: (Pace.NOW, Pace.DIGEST, Pace.URGENT, Pace.OFF),
    Topic.REMINDERS: (Pace.NOW, Pace.URGENT, Pace.OFF),
    Topic.RECEIPTS: (Pace.NOW, Pace.DIGEST, Pace.URGENT, Pace.OFF),
}
USUAL_PACES = {**dict.fromkeys(Topic, Pace.NOW), Topic.RECEIPTS: Pace.URGENT}  # of those who have chosen nothing

# What can be said of one game, and of one event and all its games. Absences concern several games at once.
OF_GAME = (Topic.TURNS, Topic.REMINDERS, Topic.RECEIPTS, Topic.NEWS, Topic.RESULTS, Topic.WATCHED)
OF_EVENT = (*OF_GAME, Topic.EVENTS)
