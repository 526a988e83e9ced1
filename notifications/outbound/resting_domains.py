"""Domains whose mail host takes no mail at the moment, or only slowly, rest: their mails wait, and no others with them.

All senders share what they have found, in the cache. If it forgets, a domain is tried too early.
"""

from __future__ import annotations

import re
import smtplib
from datetime import datetime, timedelta

from django.core.cache import cache

FIRST_REST, LONGEST_REST = timedelta(minutes=1), timedelta(hours=1)  # doubled with each refusal in a row
SLOW = 1.0  # seconds for one mail
REST_OF_A_SECOND = 10  # seconds of rest for each that a slow domain takes, so that it gets a tenth of our time at most

# Trouble of a host, of the way to it, or of its policy (RFC 3463); trouble of one mailbox is none of its domain.
_OF_THE_HOST = re.compile(rb"4\.[347]\.\d")


class Rests:
    """Which domains rest, as one sender knows it for the length of a sweep."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[datetime, timedelta] | None] = {}  # until when, and how long the rest was

    def until(self, domain: str, now: datetime) -> datetime | None:
        """When a domain will have rested; None for one that does not rest."""
        if domain not in self._known:
            self._known[domain] = cache.get(_key(domain))
        rest = self._known[domain]
        # One that would last for longer was noted before the clock was set back.
        return rest[0] if rest is not None and now < rest[0] <= now + LONGEST_REST else None

    def record(self, domain: str, *, seconds: float, now: datetime, error: Exception | None = None) -> None:
        """Count one mail that was brought to a domain: how long it took, and the error if it was not taken."""
        last = self._known.get(domain)
        if error is not None and _is_of_the_host(error):
            span = min(2 * last[1], LONGEST_REST) if last else FIRST_REST
        elif seconds > SLOW:
            span = min(timedelta(seconds=REST_OF_A_SECOND * seconds), LONGEST_REST)
        elif error is None and last is not None:
            self._known[domain] = None
            cache.delete(_key(domain))
            return
        else:
            return
        self._known[domain] = (now + span, span)
        cache.set(_key(domain), (now + span, span), 2 * LONGEST_REST.total_seconds())


def _key(domain: str) -> str:
    return f"resting-domain:{domain}"


def _is_of_the_host(error: Exception) -> bool:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        answers: list[tuple[int, bytes | str]] = list(error.recipients.values())
    elif isinstance(error, smtplib.SMTPDataError):
        answers = [(error.smtp_code, error.smtp_error)]
    else:
        return False
    return any(code == 421 or _OF_THE_HOST.match(_bytes(words)) for code, words in answers)


def _bytes(words: bytes | str) -> bytes:
    return words.encode() if isinstance(words, str) else words
