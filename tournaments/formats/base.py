"""What a format is: pairing numbers in, meetings out. Pure; the database and the lots are the services' business."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Meeting:
    """One fixture to be played: its round from 1, and pairing numbers from 0 in seat order (first mover first)."""

    round: int
    seats: tuple[int, ...]


class Format(ABC):
    """One way to decide who meets whom."""

    slug: ClassVar[str]
    title: ClassVar[str]
    fewest: ClassVar[int]
    most: ClassVar[int]

    @abstractmethod
    def meetings(self, entrants: int) -> list[Meeting]:
        """Every fixture that is known before the first game, by round and table."""
