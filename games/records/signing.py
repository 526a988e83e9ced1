"""Records signed with Ed25519 (RFC 8032) by the service that kept the game, and what a signature tells of a record.

A signature covers the canonical text of everything else in the JSON record, the public key that it was made with
included. The public key alone proves nothing: a reader compares it with those that the record's site publishes.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from enum import Enum

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from games.records.json_form import KEY, SIGNATURE, to_json
from games.records.record import Record
from games.rules.base import JSON
from ground.canonical import canonical_text
from ground.wording import gettext_noop


class Verdict(Enum):
    """What the signature of a record is worth, in words for its reader."""

    UNSIGNED = gettext_noop("It has no signature, so nobody vouches for its names, times and result.")
    BROKEN = gettext_noop("Its signature does not fit: something was changed, added or left out after it was signed.")
    UNCONFIRMED = gettext_noop(
        "Its signature fits the key that it names. Whether that is a key of its site was not checked."
    )
    FOREIGN = gettext_noop("Its signature was made with another key than those that were given.")
    GOOD = gettext_noop("Its signature fits, and the key is one of those that were given.")


def read_private_key(pem: str) -> Ed25519PrivateKey:
    """The key of a PEM file, as ``openssl genpkey -algorithm ed25519`` writes it. Raises ValueError."""
    key = load_pem_private_key(pem.encode(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("The key is not an Ed25519 key.")
    return key


def is_private_key(pem: str) -> bool:
    """Whether ``read_private_key`` can read it."""
    try:
        read_private_key(pem)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return False
    return True


def public_key_of(key: Ed25519PrivateKey) -> str:
    """The public half of a key, 64 hexadecimal digits."""
    return key.public_key().public_bytes_raw().hex()


def is_public_key(text: str) -> bool:
    """Whether the text is a public key: 32 bytes in small hexadecimal digits."""
    return len(text) == 64 and not set(text) - set("0123456789abcdef")


def sign(record: Record, key: Ed25519PrivateKey) -> Record:
    """The record with the public key and the signature."""
    named = replace(record, key=public_key_of(key), is_as_written=True)
    return replace(named, signature=key.sign(signed_text(named)).hex())


def signed_text(record: Record) -> bytes:
    """What a signature covers: the canonical text of everything but the signature itself."""
    return canonical_text(_without(record, SIGNATURE)).encode()


def unsigned(record: Record) -> dict[str, JSON]:
    """What a record says of its game, whoever signed it."""
    return _without(record, SIGNATURE, KEY)


def judge(record: Record, trusted: Collection[str] = ()) -> Verdict:
    """What the signature of a record is worth to a reader who trusts these public keys."""
    if not record.signature:
        return Verdict.UNSIGNED
    if not (record.is_as_written and _fits(record)):
        return Verdict.BROKEN
    if not trusted:
        return Verdict.UNCONFIRMED
    return Verdict.GOOD if record.key in trusted else Verdict.FOREIGN


def _fits(record: Record) -> bool:
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record.key))
        key.verify(bytes.fromhex(record.signature), signed_text(record))
    except (InvalidSignature, ValueError):
        return False
    return True


def _without(record: Record, *names: str) -> dict[str, JSON]:
    return {name: value for name, value in to_json(record).items() if name not in names}
