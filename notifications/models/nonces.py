"""What secrets of mail addresses, feeds and webhooks are derived from, with the server's key."""

from __future__ import annotations

import secrets


def new_nonce() -> str:
    """A fresh random number of a mail token: 128 bits as hex."""
    return secrets.token_hex(16)
