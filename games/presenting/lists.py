"""Words and links in a row. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def code_list(steps: Iterable[str]) -> SafeString:
    """Steps of a move as code: "a1; b2"."""
    return format_html("<code>{steps}</code>", steps="; ".join(steps))


def dotted(parts: Iterable[str]) -> SafeString:
    """Facts in one line with dots between, without the empty ones."""
    return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def link(address: str, words: str) -> SafeString:
    """Words that lead to a page."""
    return format_html('<a href="{address}">{words}</a>', address=address, words=words)
