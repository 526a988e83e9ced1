"""What players and the campaign note while it happens. The judge compares it with the database; nothing else does."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Sent:
    """One thing that a player has sent until it was answered, and what the answer was.

    ``answer``: "yes" (receipt, page or 250), "no" (refused for good), or "" while there is none.
    """

    door: str
    player: str
    game: int
    ply: int
    verb: str
    text: str
    tried_at: float = field(default_factory=time.time)
    answered_at: float = 0.0
    answer: str = ""
    said: str = ""  # the receipt, or why not
    message_id: str = ""
    tries: int = 0
    deadline: float = float("inf")  # of the turn, as the service showed it


@dataclass(frozen=True)
class Happened:
    """A fault, from its beginning to its end."""

    kind: str
    what: str
    begun: float
    ended: float


class Journal:
    """Notes in memory; ``keep`` writes them to a file of one JSON object a line."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.sent: list[Sent] = []
        self.happened: list[Happened] = []
        self.found: list[str] = []  # what went wrong while it ran
        self.unanswered: list[str] = []  # requests for pages and REST that failed, and were sent again
        self.over_at = float("inf")  # when the players stopped

    def begin(self, sent: Sent) -> Sent:
        with self._lock:
            self.sent.append(sent)
        return sent

    def note(self, happened: Happened) -> None:
        with self._lock:
            self.happened.append(happened)

    def complain(self, sentence: str) -> None:
        with self._lock:
            self.found.append(sentence)

    def clock_was_wrong(self, at: float) -> bool:
        """Whether it was within the minute before, in which a mail may have waited to be read."""
        return any("clock" in each.kind and each.begun - 60 < at < each.ended for each in self.happened)

    def acknowledged(self, verb: str = "move") -> Iterator[Sent]:
        return (sent for sent in self.sent if sent.answer == "yes" and sent.verb == verb)

    def keep(self, path: Path) -> None:
        with path.open("w") as file:
            for sent in self.sent:
                file.write(json.dumps(asdict(sent)) + "\n")
            for happened in self.happened:
                file.write(json.dumps(asdict(happened)) + "\n")
