"""What each kind of mail says."""

from __future__ import annotations

from datetime import datetime

from notifications.models import OutboundMail
from notifications.outbound.messages.base import ForDigest, Message, NotWanted, NotYet
from notifications.outbound.messages.digest import Digest
from notifications.outbound.messages.kinds import KINDS_FOR_DIGESTS

__all__ = ["KINDS", "ForDigest", "Message", "NotWanted", "NotYet", "message_for"]

KINDS: dict[str, type[Message]] = {**KINDS_FOR_DIGESTS, Digest.kind: Digest}


def message_for(mail: OutboundMail, now: datetime) -> Message:
    """The mail as the object that knows what it says at ``now``."""
    return KINDS[mail.kind](mail, now)
