"""What a director's actions are in a game's log: their texts, there and back, and their words. Pure.

The texts name players by their numbers, since names can change and the log cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from ground.wording import gettext, time_in_words

ADJUDICATED, ANNULLED, FORFEIT = "adjudicated", "annulled", "forfeit"  # reasons for which a game ends or a seat leaves

NameOf = Callable[[int], str]  # a player's number -> the name to show


def parse_span(text: str) -> timedelta:
    """The inverse."""
    return timedelta(seconds=int(text))


def format_numbers(numbers: Sequence[int]) -> str:
    """Places by seat, or who left a seat and who took it over: "1 2"."""
    return " ".join(map(str, numbers))


def parse_numbers(text: str) -> tuple[int, ...]:
    """The inverse."""
    return tuple(map(int, text.split()))


def has_numbers(text: str) -> bool:
    """Whether a text is one of ours: an imported record has words in its place."""
    return bool(text) and all(word.isdecimal() and word.isascii() for word in text.split())


def span_in_words(text: str) -> str:
    """ "1 day more"."""
    return gettext("{span} more").format(span=time_in_words(parse_span(text))) if has_numbers(text) else text


def takeover_in_words(text: str, name_of: NameOf) -> str:
    """ "carl plays on for anna"."""
    if not has_numbers(text):
        return text
    old, new = parse_numbers(text)
    return gettext("{new} plays on for {old}").format(new=name_of(new), old=name_of(old))


def places_in_words(text: str, colours: Sequence[str]) -> str:
    """ "places: red 1, blue 2"."""
    if not has_numbers(text):
        return text
    ranked = sorted(zip(parse_numbers(text), colours, strict=False))
    return gettext("places: {places}").format(places=", ".join(f"{gettext(seat)} {place}" for place, seat in ranked))
