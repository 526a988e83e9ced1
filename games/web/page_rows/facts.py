"""Facts in a table of two columns."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a proposal or an event: what it is called, and what it is."""

    term: str
    words: str | SafeString
