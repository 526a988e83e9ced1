"""The roles in an event."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What somebody does in an event beside its director."""

    ASSISTANT = "assistant"  # all that the director does, but naming others
    ARBITER = "arbiter"  # decides about games
    NONE = "none"
