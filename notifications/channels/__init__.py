"""Other ways than mail to be notified. One more channel is a folder here with a ``Channel``, and a line below."""

from __future__ import annotations

from notifications.channels.base import Channel
from notifications.channels.webhooks import Webhooks

CHANNELS: list[Channel] = [Webhooks()]
