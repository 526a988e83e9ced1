"""The words of mails that we sent, to recognise them in answers that quote them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.rules.folding import fold

KNOWN_PART = 20  # characters from which on a piece of our own mail, wrapped anew, is recognised


_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class SentText:
    """The words of the mails that an answer may quote."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        lines = [fold(line) for text in texts for line in text.splitlines()]
        # What the reader wrote and we quoted, after a bar, and moves in brackets: both may be written again.
        described = [line for line in lines if not line.startswith("|")]
        self._lines = frozenset(described) - {""}
        self._whole = " ".join(described)
        self._in_brackets = frozenset(inside.strip() for inside in _BRACKETS.findall(self._whole))
        # A search through the whole text is long: only for what begins like something in it.
        self._beginnings = frozenset(self._whole[at : at + KNOWN_PART] for at in range(len(self._whole)))

    def has(self, line: str) -> bool:
        """Whether the folded line stands in one of them, or is a longer part of one."""
        if line in self._lines:
            return True
        if len(line) < KNOWN_PART or line[:KNOWN_PART] not in self._beginnings:
            return False
        return line in self._whole and line not in self._in_brackets

    def has_between(self, above: str, line: str, below: str) -> bool:
        """Whether a folded line is a piece of one of them that was broken anew: together with a line beside it."""
        return any(
            len(both) >= KNOWN_PART and both[:KNOWN_PART] in self._beginnings and both in self._whole
            for both in (f"{above} {line}" if above else "", f"{line} {below}" if below else "")
        )
