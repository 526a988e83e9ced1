"""Forms that are sent once: a mark on each page, and whether it came before."""

from __future__ import annotations

import hashlib
import secrets

from django.core.cache import cache
from django.db.models import Model

FORM_REMEMBERED_SECONDS = 3600


def new_nonce() -> str:
    """The mark of one form on one page."""
    return secrets.token_urlsafe(12)


def submission_key(nonce: str, verb: str, text: str = "") -> str:
    """The key of what a form sends: a second click sends the same, a corrected text something else."""
    return "page:" + hashlib.sha256(f"{nonce}\n{verb}\n{text}".encode()).hexdigest()[:40]


def is_first_sending(player: Model, nonce: str) -> bool:
    """Whether a form is new, for actions that have no key of their own. While the cache is away, every form is."""
    key = f"form:{player.pk}:{hashlib.sha256(nonce.encode()).hexdigest()}"
    return cache.add(key, 1, FORM_REMEMBERED_SECONDS) or cache.get(key) is None
