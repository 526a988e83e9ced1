"""Asks a player whether a mail that nothing proves is his own."""

from __future__ import annotations

from typing import Any

from notifications.addresses import held_mails
from notifications.models import OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import Message, NotWanted, moment, plain


class Confirm(Message):
    """One mail to the registered address about one mail that is held. It takes no answer: only the link counts."""

    kind = OutboundMail.Kind.CONFIRM
    keep = False  # its link moves

    def check_wanted(self) -> None:
        """Raises NotWanted when there is nothing left to confirm."""
        if self.answers is None or held_mails.standing(self.answers, now=self.now) is not held_mails.Standing.OPEN:
            raise NotWanted("There is nothing left to confirm.")

    @property
    def is_awaited(self) -> bool:
        return True  # whoever wrote it has just sent a mail

    @property
    def headline(self) -> str:
        return "Did you write this mail?"

    @property
    def subject(self) -> str:
        return f"Game {self.mail.game_id}: was this mail yours?" if self.mail.game_id else "Was this mail yours?"

    @property
    def reply_to(self) -> str:
        return ""

    def values(self) -> dict[str, Any]:
        held = self.answers
        if held is None:  # check_wanted has seen to it
            raise NotWanted("The mail is gone.")
        return {
            "headline": self.headline,
            "mail_came": phrases.held_mail_came(self.mail.game_id),
            "came": moment(held.received_at, self.reader),
            "domain": plain(self.mail.context["domain"], 100),
            "reason": plain(held.reason, 300),
            "until": moment(held.received_at + held_mails.CONFIRMABLE, self.reader),
            "confirm_link": held_mails.link_to(held.pk),
        }
