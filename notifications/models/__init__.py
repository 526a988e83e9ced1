"""The tables of notifications: mail out and in, the addresses that take answers, what players want, other channels.

One module for each subject; it imports pure modules, the tables of ``games`` and ``tournaments``, and those above it in
this list alone: ``nonces``, ``preferences``, ``outbound``, ``addresses``, ``inbound``, ``channels``, ``joining``.
"""

from __future__ import annotations

from notifications.models.addresses import AddressHealth, MailToken, Unreachable, new_nonce
from notifications.models.channels import CHALLENGE, CallLease, FeedKey, Webhook, WebhookCall
from notifications.models.inbound import InboundMail
from notifications.models.joining import JoiningCode
from notifications.models.outbound import OutboundMail, Reminder
from notifications.models.preferences import MailPreference, TopicPreference
