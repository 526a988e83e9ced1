"""Discord: a message to a channel by the webhook that its owner has made there."""

from __future__ import annotations

import json
import re
from datetime import datetime
from urllib.parse import SplitResult

from django.utils.translation import gettext

from notifications.channels.messengers import Message, Messenger, Sending
from notifications.models import Webhook

PATH = re.compile(r"/api/webhooks/\d+/[\w-]+")


class Discord(Messenger):
    """https://docs.discord.com/developers/resources/webhook"""

    slug = "discord"
    title = "Discord"
    example = "https://discord.com/api/webhooks/123/abc"

    def check(self, parts: SplitResult, token: str) -> str:
        if parts.query or not PATH.fullmatch(parts.path):
            return gettext("The address is that of a webhook of the channel, such as {example}.").format(
                example=self.example
            )
        return ""

    def sending(self, hook: Webhook, message: Message, *, key: str, at: datetime) -> Sending:
        said = {"content": f"{message.text}\n<{message.link}>", "allowed_mentions": {"parse": []}}
        return Sending("POST", hook.url, {"Content-Type": "application/json"}, json.dumps(said).encode())
