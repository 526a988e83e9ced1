"""Documents in Markdown, translated block by block: a change of one leaves the translations of the others."""

from __future__ import annotations

from django.utils.translation import gettext


def blocks_of(text: str) -> list[str]:
    """What stands between empty lines."""
    return [block for block in text.strip("\n").split("\n\n") if block.strip()]


def translated(text: str) -> str:
    """A document in the language of the reader; blocks without a translation as they are."""
    return "\n\n".join(gettext(block) for block in blocks_of(text)) + "\n"
