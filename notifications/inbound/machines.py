"""Which mails come from a machine. Asked before anything could answer, in this order: loops, bounces, automatic mail.

``X-Auto-Response-Suppress`` and ``Feedback-ID`` on a mail that comes in are no evidence: mail providers set them on
what people write, too.
"""

from __future__ import annotations

from enum import StrEnum

from notifications.inbound.parsing import ParsedMail
from notifications.inbound.senders import sender_of


class Sort(StrEnum):
    """What kind of mail it is. Only a reply is ever read for commands, or answered."""

    REPLY = "reply"
    LOOP = "loop"
    BOUNCE = "bounce"
    AUTO = "auto"
    UNREADABLE = "unreadable"


LOOP_HEADER = "X-Seeds-Loop"

_DAEMONS = ("mailer-daemon", "postmaster", "mailerdaemon", "mail-daemon", "bounce", "bounces", "double-bounce")
_BULK = ("bulk", "junk", "list", "auto_reply", "auto-reply")
_AUTO_HEADERS = (
    "X-Autoreply",
    "X-Autorespond",
    "X-Autoresponder",
    "X-Auto-Reply-From",
    "X-Mail-Autoreply",
    "X-FC-MachineGenerated",
    "List-Id",
    "List-Unsubscribe",
)
# fmt: off
_AUTO_SUBJECTS = (
    "automatic reply", "auto reply", "auto-reply", "autoreply", "auto:", "out of office", "out of the office",
    "automatische antwort", "abwesenheit", "abwesend", "réponse automatique", "respuesta automática",
    "risposta automatica", "automatisch antwoord",
)
_BOUNCE_SUBJECTS = (
    "undeliverable", "undelivered mail", "mail delivery failed", "mail delivery failure",
    "delivery status notification", "returned mail", "failure notice", "delivery failure", "delivery has failed",
    "unzustellbar",
)
# fmt: on


def sort_of(mail: ParsedMail, envelope_from: str, address_kind: str) -> Sort:
    """What kind of mail it is, for one that came to an address of that kind."""
    if mail.has(LOOP_HEADER):
        return Sort.LOOP
    if _is_bounce(mail, envelope_from, address_kind):
        return Sort.BOUNCE
    if _is_automatic(mail):
        return Sort.AUTO
    return Sort.REPLY


def _is_bounce(mail: ParsedMail, envelope_from: str, address_kind: str) -> bool:
    if address_kind == "bounce" or envelope_from.strip() in ("", "<>"):
        return True
    if mail.content_type == "multipart/report" or mail.has("X-Failed-Recipients"):
        return True
    sender = sender_of(mail)
    local = sender.address.partition("@")[0].lower() if sender else mail.header("From").partition("@")[0].lower()
    return local in _DAEMONS or mail.header("Subject").lower().startswith(_BOUNCE_SUBJECTS)


def _is_automatic(mail: ParsedMail) -> bool:
    if mail.header("Auto-Submitted").partition(";")[0].strip().lower() not in ("", "no"):
        return True
    if mail.header("Precedence").lower() in _BULK or any(map(mail.has, _AUTO_HEADERS)):
        return True
    return mail.header("Subject").lower().startswith(_AUTO_SUBJECTS)
