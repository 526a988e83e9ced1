"""What each command of a mail does: one module a group of verbs, one handler a verb.

A verb is declared in ``mail_format.commands``, which is pure; what it does stands in ``HANDLERS`` of its group. All
of it happens in the transaction in which the mail is read.
"""

from __future__ import annotations

from ground import features
from notifications.inbound.verbs import account, conversation, events, lobby, moves
from notifications.inbound.verbs.base import Handler

GROUPS = (moves, conversation, lobby, events, account, *features.modules("mail"))
HANDLERS: dict[str, Handler] = {verb: handler for group in GROUPS for verb, handler in group.HANDLERS.items()}
