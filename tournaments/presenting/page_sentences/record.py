"""Sentences of a player's record in an event."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments.wording.decisions import points_in_words


def place(rank: int, total: int, *, is_ladder: bool, is_shared: bool, points: str = "") -> SafeString:
    """Which place, of how many; with the ``points`` (a written number) where points decide."""
    if is_ladder:
        text = gettext("Rung <b>{rank}</b> of {total}")
    elif is_shared:
        text = gettext("Shared place <b>{rank}</b> of {total}")
    else:
        text = gettext("Place <b>{rank}</b> of {total}")
    words = format_html(text, rank=rank, total=total)
    if not points:
        return words
    return format_html(gettext("{place} with <b>{points}</b>"), place=words, points=points_in_words(points))


def games(place: SafeString, score: str) -> SafeString:
    """A place with the results behind it."""
    return format_html(gettext("{place}: {score}."), place=place, score=score)


def outlook(zone: str, certain: Sequence[str], *, is_final: bool) -> str:
    """Where the place leads to (``zone``, empty for nowhere), and what is certain already."""
    sentences = []
    if zone:
        text = gettext("{zone}.") if is_final else gettext("As it stands, {zone}.")
        sentences.append(text.format(zone=capfirst(zone) if is_final else zone))
    sentences += [gettext("{certain}.").format(certain=capfirst(words)) for words in certain]
    return " ".join(sentences)
