"""Secrets that must be read again, as the database keeps them: encrypted, so that the database gives none away."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class UnreadableError(Exception):
    """What was encrypted with a secret key that is set no more, neither as the present nor as a former one."""


def encrypted(text: str, purpose: str) -> str:
    """``text`` under the present secret key; what is encrypted for one ``purpose`` is not readable for another."""
    return _cipher(purpose).encrypt(text.encode()).decode()


def decrypted(kept: str, purpose: str) -> str:
    """The text that was encrypted, with the present secret key or a former one. Raises UnreadableError."""
    try:
        return _cipher(purpose).decrypt(kept.encode()).decode()
    except InvalidToken as error:
        raise UnreadableError(f"There is no key for these {purpose}.") from error


def _cipher(purpose: str) -> MultiFernet:
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    digests = [hashlib.sha256(purpose.encode() + b"\0" + secret.encode()).digest() for secret in secrets]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
