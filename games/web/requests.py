"""What pages ask of a request: who is there, and whether a form was sent before."""

from __future__ import annotations

import hashlib
import secrets
from typing import cast

from django.core.cache import cache
from django.http import HttpRequest

from games.models import Player

FORM_REMEMBERED_SECONDS = 3600


def player_of(request: HttpRequest) -> Player:
    """The logged-in player; for views that let nobody else in."""
    return cast(Player, request.user)


def new_nonce() -> str:
    """The mark of one form on one page."""
    return secrets.token_urlsafe(12)


def submission_key(nonce: str, verb: str, text: str = "") -> str:
    """The key of what a form sends: a second click sends the same, a corrected text something else."""
    return "page:" + hashlib.sha256(f"{nonce}\n{verb}\n{text}".encode()).hexdigest()[:40]


def is_first_sending(player: Player, nonce: str) -> bool:
    """Whether a form is new, for actions that have no key of their own. While the cache is away, every form is."""
    key = f"form:{player.pk}:{hashlib.sha256(nonce.encode()).hexdigest()}"
    return cache.add(key, 1, FORM_REMEMBERED_SECONDS) or cache.get(key) is None
