"""Lines for the person at the terminal, written from a thread of their own.

A terminal that is stopped (Ctrl-S) or a pipe that nobody reads takes no more: then only these lines wait.
"""

from __future__ import annotations

import contextlib
import os
import threading
from queue import Full, Queue

MOST_WAITING = 1000  # lines; further ones are dropped, and stand in the logs
SECONDS_TO_END = 1.0  # for what still waits when everything ends


class Notices:
    """Lines for the file ``number``, as a rule standard output, in the order in which they are said."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._waiting = Queue[str | None](MOST_WAITING)
        self._writer = threading.Thread(target=self._write, name="notices", daemon=True)

    def say(self, text: str) -> None:
        """Show ``text`` and the end of a line as soon as that is possible. Never waits."""
        if not self._writer.ident:  # with the first line, so that a process can fork before it
            self._writer.start()
        with contextlib.suppress(Full):
            self._waiting.put_nowait(f"{text}\n")

    def end(self) -> None:
        """Return when everything said is shown, or after SECONDS_TO_END."""
        with contextlib.suppress(Full):
            self._waiting.put_nowait(None)
        if self._writer.ident:
            self._writer.join(SECONDS_TO_END)

    def _write(self) -> None:
        while (text := self._waiting.get()) is not None:
            rest = text.encode(errors="replace")
            with contextlib.suppress(OSError):  # it cannot be shown now, perhaps never again: the service goes on
                while rest:
                    rest = rest[os.write(self._number, rest) :]  # no buffer, whose lock would hold up the end
