"""What every kind of mail has: a choice that switches it off, a subject, a reply address, values for templates."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar

from django.utils.formats import date_format
from django.utils.translation import gettext

from games.clock.calendars import zone_named
from games.models import Player
from games.rules.base import Sheet
from notifications.addresses import reply_addresses
from notifications.choices.topics import Topic
from notifications.models import InboundMail, OutboundMail

SHORT = 56  # characters
MOST_SHOWN = 10  # lines


class NotWanted(Exception):
    """The mail need not be sent any more; the message says why."""


class NotYet(Exception):
    """The mail is to be sent at a later moment; the message says why."""

    def __init__(self, until: datetime, message: str) -> None:
        super().__init__(message)
        self.until = until


class ForDigest(Exception):
    """The mail is reported in the reader's digest."""


def plain(text: str, limit: int = 120) -> str:
    """What somebody wrote, as one line without control characters: fit for a subject or a line of ours."""
    return " ".join("".join(mark if mark.isprintable() else " " for mark in text).split())[:limit]


def short_lines(text: str, limit: int = 120) -> list[str]:
    """What somebody wrote, on lines so short that no mail program breaks them and sets a word of it apart."""
    return textwrap.wrap(plain(text, limit), SHORT)


def own_words(lines: Iterable[str]) -> list[str]:
    """The first lines of what the reader wrote, quoted to them."""
    return [short for line in islice(lines, MOST_SHOWN) for short in short_lines(line)]


def moment(at: datetime, player: Player) -> str:
    """A time in the player's own zone: "Sat 21 November 2026, 14:05 (Europe/Berlin)"."""
    zone = zone_named(player.time_zone)
    return gettext("{moment} ({time_zone})").format(
        moment=date_format(at.astimezone(zone), gettext("D j F Y, H:i")), time_zone=zone.key
    )


@dataclass
class Message:
    """One kind of mail, about to be rendered for ``mail.reader``."""

    mail: OutboundMail
    now: datetime

    kind: ClassVar[str]
    topic: ClassVar[Topic | None] = None  # as players choose their mails; None: it always comes, and at once
    is_paced: ClassVar[bool] = True  # whether ``pacing`` decides when it goes out, and not the message
    template: ClassVar[str] = ""  # other than the kind's own name
    keep: ClassVar[bool] = True  # whether its words may be stored once it is sent

    @property
    def reader(self) -> Player:
        if self.mail.reader is None:  # the database sees to it for every kind that is not exempt
            raise TypeError(f"{self.mail} has no reader.")
        return self.mail.reader

    def check_wanted(self) -> None:
        """Raises NotWanted if there is nothing to tell any more."""

    def check_urgent(self, now: datetime) -> None:
        """Raises NotWanted or NotYet for a reader who wants mails like this only when they are urgent."""

    @property
    def unsubscribes(self) -> str:
        """What the link at its foot ends: see ``unsubscribing``."""
        return str(self.topic) if self.topic else ""

    @property
    def deadline(self) -> datetime | None:
        """When the reader's time is over, for a mail that asks for a move."""
        return None

    @property
    def is_awaited(self) -> bool:
        """Whether the reader has just done something that this mail answers: it comes in quiet hours, too."""
        return False

    @property
    def event_id(self) -> int | None:
        """The event that the mail is about; of a mail about a game it is looked up where it matters."""
        return None

    @property
    def headline(self) -> str:
        """What has happened, in a sentence: how the mail begins."""
        return self.subject

    @property
    def in_digest(self) -> str:
        """Its line among what else has happened."""
        return self.headline

    @property
    def last_word(self) -> str:
        """That mails like the one that this answers are not answered for now; empty while they are."""
        return ""

    @property
    def link(self) -> str:
        """Where the site has it."""
        return ""

    @property
    def subject(self) -> str:
        raise NotImplementedError

    @property
    def reply_to(self) -> str:
        """The address that takes answers; empty where there is nothing to answer."""
        return reply_addresses.personal_address(self.reader.pk)

    @property
    def taps(self) -> list[str]:
        """What the reader most likely answers: each is a link that begins such an answer."""
        return []

    @property
    def thread(self) -> str:
        """The fixed Message-ID that all mails of one thread refer to, without brackets; empty for a mail of its own."""
        return ""

    @cached_property
    def answers(self) -> InboundMail | None:
        """The mail that this one answers."""
        pk = self.mail.context.get("inbound")
        return InboundMail.objects.filter(pk=pk).first() if pk else None

    @property
    def picture(self) -> str:
        """The board as SVG; empty for a mail without one."""
        return ""

    @property
    def pictures(self) -> dict[str, str]:
        """All boards of the mail as SVG, by the names under which its HTML shows them."""
        return {"board": picture} if (picture := self.picture) else {}

    @property
    def sheet(self) -> Sheet | None:
        """The sheet of the game's pieces, where a mail carries it: not every mail, since it is large."""
        return None

    def values(self) -> dict[str, Any]:
        """What the templates of this kind show."""
        return {}
