"""ntfy: a message to a topic of a server that runs it, with a token where the topic is protected."""

from __future__ import annotations

from datetime import datetime
from email.header import Header
from urllib.parse import SplitResult

from django.conf import settings
from django.utils.translation import gettext

from notifications.channels.messengers import Message, Messenger, Sending, token_of
from notifications.models import Webhook


class Ntfy(Messenger):
    """https://docs.ntfy.sh/publish/"""

    slug = "ntfy"
    title = "ntfy"
    example = "https://ntfy.sh/a-name-that-nobody-guesses"
    takes_token = True

    def check(self, parts: SplitResult, token: str) -> str:
        if parts.query or not parts.path.strip("/") or "/" in parts.path.strip("/"):
            return gettext("The address is that of a topic, such as {example}.").format(example=self.example)
        return ""

    def sending(self, hook: Webhook, message: Message, *, key: str, at: datetime) -> Sending:
        headers = {
            "Content-Type": "text/plain; charset=utf-8",
            "Title": Header(settings.SITE_NAME).encode(),
            "Click": message.link,
        }
        if token := token_of(hook):
            headers["Authorization"] = f"Bearer {token}"
        return Sending("POST", hook.url, headers, message.text.encode())
