"""Words and links in a row, and facts in a table of two columns. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Row = Mapping[str, object]  # of a page: what its template shows, by name


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a proposal or an event: what it is called, and what it is."""

    term: str
    words: str | SafeString


def code_list(steps: Iterable[str]) -> SafeString:
    """Steps of a move as code: "a1; b2"."""
    return format_html("<code>{steps}</code>", steps="; ".join(steps))


def dotted(parts: Iterable[str]) -> SafeString:
    """Facts in one line with dots between, without the empty ones."""
    return format_html_join(" · ", "{}", ((part,) for part in parts if part))


def link(address: str, words: str) -> SafeString:
    """Words that lead to a page."""
    return format_html('<a href="{address}">{words}</a>', address=address, words=words)
