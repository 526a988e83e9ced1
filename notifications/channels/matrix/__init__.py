"""Matrix: a message to a room, as the account whose access token is given."""

from __future__ import annotations

import json
from datetime import datetime
from urllib.parse import SplitResult, quote, unquote, urlsplit

from django.utils.translation import gettext

from notifications.channels.messengers import Message, Messenger, Sending, token_of
from notifications.models import Webhook


class Matrix(Messenger):
    """https://spec.matrix.org/latest/client-server-api/: the same transaction is the same message."""

    slug = "matrix"
    title = "Matrix"
    example = "https://matrix.example/!room:matrix.example"
    takes_token = True

    def check(self, parts: SplitResult, token: str) -> str:
        if parts.query or not unquote(parts.path).startswith("/!") or "/" in parts.path[1:]:
            return gettext(
                "The address is that of the server with the identifier of a room, such as {example}."
            ).format(example=self.example)
        return "" if token else gettext("Give the access token of the account that writes into the room.")

    def sending(self, hook: Webhook, message: Message, *, key: str, at: datetime) -> Sending:
        parts = urlsplit(hook.url)
        room, transaction = quote(unquote(parts.path[1:]), safe=""), quote(key, safe="")
        url = f"{parts.scheme}://{parts.netloc}/_matrix/client/v3/rooms/{room}/send/m.room.message/{transaction}"
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token_of(hook)}"}
        said = {"msgtype": "m.text", "body": f"{message.text}\n{message.link}"}
        return Sending("PUT", url, headers, json.dumps(said).encode())
