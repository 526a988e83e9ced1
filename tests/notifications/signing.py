"""Mails as the servers of their senders sign them, with keys that were made for the tests alone."""

from __future__ import annotations

import base64
import subprocess
from functools import cache

import dkim

SELECTOR = "s1"
HEADERS = [b"from", b"to", b"subject", b"date", b"message-id"]


@cache
def private_key(number: int) -> bytes:
    """An RSA key; another number is another key."""
    made = subprocess.run(["openssl", "genrsa", "2048"], capture_output=True, check=True)
    return made.stdout


@cache
def public_record(number: int) -> str:
    """What a domain publishes of a key."""
    taken = subprocess.run(
        ["openssl", "rsa", "-pubout", "-outform", "DER"], input=private_key(number), capture_output=True, check=True
    )
    return f"v=DKIM1; k=rsa; p={base64.b64encode(taken.stdout).decode()}"


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
