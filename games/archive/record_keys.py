"""The key with which this service signs records, and the public keys by which anybody can check them."""

from __future__ import annotations

import hmac
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from games.records.signing import public_key_of, read_private_key

_PURPOSE = b"seeds: signing records"


def signing_key() -> Ed25519PrivateKey:
    """The key of ``RECORD_KEY_FILE``; where there is none, a key that follows from ``SECRET_KEY``."""
    return _read(settings.RECORD_KEY) if settings.RECORD_KEY else _derived(settings.SECRET_KEY)


def public_keys() -> list[str]:
    """The public keys whose signatures are ours, as hex: the present one first, then the former ones."""
    present = public_key_of(signing_key())
    return list(dict.fromkeys([present, *settings.RECORD_FORMER_KEYS]))


_read = lru_cache(read_private_key)


@lru_cache
def _derived(secret_key: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(hmac.digest(secret_key.encode(), _PURPOSE, "sha256"))
