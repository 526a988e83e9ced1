"""Mails as the servers of their senders sign them, with keys that were made for the tests alone."""

from __future__ import annotations

import base64
from functools import cache

import dkim
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

SELECTOR = "s1"
HEADERS = [b"from", b"to", b"subject", b"date", b"message-id"]


@cache
def _key(number: int, bits: int) -> rsa.RSAPrivateKey:
    """Another number is another key. Where nothing is said of its length it is short, and signs in no time."""
    return rsa.generate_private_key(65_537, bits)


@cache
def private_key(number: int, bits: int = 1024) -> bytes:
    return _key(number, bits).private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


@cache
def public_record(number: int, bits: int = 1024) -> str:
    """What a domain publishes of a key."""
    made = _key(number, bits).public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return f"v=DKIM1; k=rsa; p={base64.b64encode(made).decode()}"


def key_name(domain: str) -> str:
    return f"{SELECTOR}._domainkey.{domain}"


def sign(raw: bytes, domain: str, *, headers: list[bytes] | None = None, length: bool = False, key: int = 0) -> bytes:
    """The mail with a signature of ``domain`` on top."""
    signature = dkim.sign(
        raw,
        SELECTOR.encode(),
        domain.encode(),
        private_key(key),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=headers or HEADERS,
        length=length,
    )
    return bytes(signature) + raw
