"""The challenge by which the program at a new address shows that it wants to be called.

It has to answer with a keyed hash of what it was sent, so that a server which knows nothing of us, or repeats whatever
it is sent, confirms nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import datetime

from ground.background import enqueue_after_commit
from notifications.models import CHALLENGE, Webhook, WebhookCall, new_nonce

ATTEMPTS = 3  # then its player has to ask again


def write_challenge(hook: Webhook, at: datetime) -> None:
    """Ask a program to confirm its address: the only call of it until it has."""
    text = new_nonce()
    payload = {"what": CHALLENGE, "challenge": text, "at": at.isoformat()}
    call = WebhookCall.objects.create(
        hook=hook, payload=payload, dedupe_key=f"{hook.pk}:{CHALLENGE}:{text}", created_at=at, due_at=at
    )
    enqueue_after_commit("notifications.tasks.send_calls", (call.pk,))


def right_answer(secret: str, challenge: str) -> str:
    """HMAC-SHA256 of a challenge with the secret of the program, in hexadecimal digits."""
    return hmac.new(secret.encode(), challenge.encode(), hashlib.sha256).hexdigest()


def is_answered(secret: str, challenge: str, body: bytes) -> bool:
    """Whether a body answers a challenge: with the hash alone, or as ``{"answer": "..."}``."""
    text = body.decode("utf-8", "replace").strip()
    if text.startswith("{"):
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return False
        text = str(found.get("answer", ""))
    return hmac.compare_digest(text.lower().encode(), right_answer(secret, challenge).encode())
