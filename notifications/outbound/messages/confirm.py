"""Asks a player whether a mail that nothing proves is their own."""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext

from notifications.addresses import held_mails
from notifications.addresses.reply_addresses import answer_address
from notifications.models import OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import Message, NotWanted, moment, own_words, plain

MOST_LINES = 5  # of the held mail; a yes carries out what stands in the first lines
_LINK = re.compile(r"://|www\.", re.IGNORECASE)


def _without_links(text: str) -> list[str]:
    """The first lines of a mail that anybody may have written, but none that leads anywhere."""
    return [line for line in text.splitlines() if line.strip() and not _LINK.search(line)][:MOST_LINES]


def subject_of(game_id: int | None) -> str:
    """The subject of a question about a held mail, for a game or for none."""
    if game_id is None:
        return gettext("Was this mail yours?")
    return gettext("Game {game_id}: was this mail yours?").format(game_id=game_id)


class Confirm(Message):
    """One mail to the registered address about one mail that is held. A yes counts by its link, or as an answer."""

    kind = OutboundMail.Kind.CONFIRM
    keep = False  # its link moves

    def check_wanted(self) -> None:
        """Raises NotWanted when there is nothing left to confirm."""
        if self.answers is None or held_mails.standing(self.answers, now=self.now) is not held_mails.Standing.OPEN:
            raise NotWanted(gettext("There is nothing left to confirm."))

    @property
    def is_awaited(self) -> bool:
        return True  # whoever wrote it has just sent a mail

    @property
    def headline(self) -> str:
        return gettext("Did you write this mail?")

    @property
    def subject(self) -> str:
        return subject_of(self.mail.game_id)

    @property
    def reply_to(self) -> str:
        return answer_address(self.mail)

    @property
    def taps(self) -> list[str]:
        return phrases.yes_or_no()

    def values(self) -> dict[str, Any]:
        held = self.answers
        if held is None:  # check_wanted has seen to it
            raise NotWanted(gettext("The mail is gone."))
        return {
            "headline": self.headline,
            "mail_came": phrases.held_mail_came(self.mail.game_id),
            "came": moment(held.received_at, self.reader),
            "domain": plain(self.mail.context["domain"], 100),
            "reason": plain(held.reason, 300),
            "says": own_words(_without_links(held.submission.text if held.submission else "")),
            "until": moment(held.received_at + held_mails.CONFIRMABLE, self.reader),
            "confirm_link": held_mails.link_to(held.pk),
        }
