"""The words of mails that we sent, to recognise them in answers that quote them. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from games.rules.folding import fold

KNOWN_PART = 20  # characters from which on a piece of our own mail, wrapped anew, is recognised
QUICK_SEARCHES = 50  # after which an index is made: it takes longer than these, and a text can ask for thousands


_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class SentText:
    """The words of the mails that an answer may quote."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._texts = texts
        self._searches = 0

    @cached_property
    def _described(self) -> list[str]:
        """The lines of all of them but what the reader wrote and we quoted, after a bar: they may write that again."""
        lines = [line for text in self._texts for line in text.splitlines()]
        folded = {line: fold(line) for line in set(lines)}
        return [folded[line] for line in lines if not folded[line].startswith("|")]

    @cached_property
    def _lines(self) -> frozenset[str]:
        return frozenset(self._described) - {""}

    @cached_property
    def _whole(self) -> str:
        return " ".join(self._described)

    @cached_property
    def _in_brackets(self) -> frozenset[str]:
        """Moves in brackets, which may be written again."""
        return frozenset(inside.strip() for inside in _BRACKETS.findall(self._whole))

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        return frozenset(self._whole[at : at + KNOWN_PART] for at in range(len(self._whole)))

    def has(self, line: str) -> bool:
        """Whether the folded line stands in one of them, or is a longer part of one."""
        return line in self._lines or (self._has_part(line) and line not in self._in_brackets)

    def has_between(self, above: str, line: str, below: str) -> bool:
        """Whether a folded line is a piece of one of them that was broken anew: together with a line beside it."""
        return any(map(self._has_part, (f"{above} {line}" if above else "", f"{line} {below}" if below else "")))

    def _has_part(self, part: str) -> bool:
        """Whether words that are long enough stand somewhere in them."""
        if len(part) < KNOWN_PART:
            return False
        self._searches += 1
        if self._searches > QUICK_SEARCHES and part[:KNOWN_PART] not in self._beginnings:
            return False
        return part in self._whole
