"""The services that bring messages, by the kind of a webhook."""

from __future__ import annotations

from notifications.channels.discord import Discord
from notifications.channels.matrix import Matrix
from notifications.channels.messengers import Messenger
from notifications.channels.ntfy import Ntfy
from notifications.channels.push import Push

MESSENGERS: dict[str, Messenger] = {one.slug: one for one in (Ntfy(), Discord(), Matrix(), Push())}
CHOSEN_BY_HAND = [one for one in MESSENGERS.values() if one.slug != Push.slug]  # a browser gives its address itself
