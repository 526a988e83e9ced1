"""Something that somebody can do about an event."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the viewer can do: a button that posts to the address ``name``, or a link to a page that asks.

    ``choices`` are values of the field ``field`` with their words, where there is something to choose; a field without
    choices is a text. ``asks_code``: the invitation code is typed in.
    """

    name: str
    label: str
    is_main: bool = False
    is_link: bool = False
    field: str = ""
    field_label: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    asks_code: bool = False
