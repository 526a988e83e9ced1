"""What services that bring messages to people have in common: one short message for whatever a player waits for.

A message says what has happened in which game, with a link; what is on the board stays with us. Addresses, attempts,
rests and the guard against private networks are those of webhooks. One more service is a folder with a ``Messenger``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import datetime
from typing import Any, ClassVar, NamedTuple
from urllib.parse import SplitResult

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from ground.encryption import UnreadableError, decrypted, encrypted
from notifications.models import OutboundMail, Webhook

Kind = OutboundMail.Kind
MOST_TOKEN = 200  # characters
_TOKENS = "tokens of messengers"

# What is worth a message; receipts, standings and the rest are for mails and programs.
WORTH = frozenset({Kind.TURN, Kind.STARTED, Kind.OFFER, Kind.LEFT, Kind.RESULT, Kind.REMINDER, Kind.CHALLENGE,
                   Kind.CHALLENGE_CLOSED, Kind.ROUND, Kind.ANNOUNCEMENT, Kind.SAID, Kind.WATCHED, "test"})  # fmt: skip


class Message(NamedTuple):
    """What is brought: a sentence, and the page to look at."""

    text: str
    link: str


class Sending(NamedTuple):
    """One request: what is sent to which address."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


class Messenger(ABC):
    """A service that brings messages to people."""

    slug: ClassVar[str]
    title: ClassVar[str]
    example: ClassVar[str]  # of an address
    takes_token: ClassVar[bool] = False

    def check(self, parts: SplitResult, token: str) -> str:
        """What is wrong with an address that may be called; blank if nothing is."""
        return ""

    @abstractmethod
    def sending(self, hook: Webhook, message: Message, *, key: str, at: datetime) -> Sending:
        """The request that brings a message; ``key`` is the same when it is tried again."""


def code_of(hook: Webhook) -> str:
    """What its player reads in the first message and types on our page: it shows that they can read the address."""
    return salted_hmac("notifications.messengers", hook.nonce, algorithm="sha256").hexdigest()[:8]


def kept_token(token: str) -> str:
    """A token as ``Webhook.encrypted_token`` keeps it; blank for none."""
    return encrypted(token, _TOKENS) if token else ""


def token_of(hook: Webhook) -> str:
    """The token with which a service lets us in. Blank if there is none, and after the secret key with which it was
    encrypted has gone: the service then refuses us, and the player gives a new one."""
    try:
        return decrypted(hook.encrypted_token, _TOKENS) if hook.encrypted_token else ""
    except UnreadableError:
        return ""


def message_of(hook: Webhook, payload: dict[str, Any], *, is_challenge: bool) -> Message:
    """A call in words, in the language of its player."""
    with translation.override(hook.player.language):
        if is_challenge:
            text = gettext("{site}: your code is {code}. Write it under Programs and feeds to get messages here.")
            return Message(
                text.format(site=settings.SITE_NAME, code=code_of(hook)), _page("notifications:integrations")
            )
        what = payload["what"]
        words = str(Kind(what).label) if what in Kind.values else gettext("this is a test")
        if game := payload.get("game"):
            text = gettext("Game {number}: {what}").format(number=game, what=words)
            return Message(text, _page("games:game", game))
        return Message(gettext("{site}: {what}").format(site=settings.SITE_NAME, what=words), _page("games:home"))


def _page(name: str, *arguments: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"
