"""What a caller cannot do: a code for programs and a sentence for people that says what would be right. Pure."""

from __future__ import annotations


class Refusal(Exception):
    """Something that cannot be done now. ``field`` names the value that is wrong, if it is one."""

    code = "refused"
    is_forbidden = False  # to this caller, whenever they ask

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message, self.field = message, field
