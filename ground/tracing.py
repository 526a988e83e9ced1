"""The id under which logs and mails show what belongs together: from a mail or a request that comes in, through every
task that it asks for, to the mails that go out. It is carried by context, and by a column of mails that wait."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

LENGTH = 16  # hexadecimal digits
HEADER = "seeds_trace"  # of a task that is asked for
_FORM = re.compile(rf"[0-9a-f]{{{LENGTH}}}")
_trace: ContextVar[str] = ContextVar("trace", default="")


def present() -> str:
    """The id of what is being worked on; blank for work that nobody asked for."""
    return _trace.get()


@contextmanager
def traced(known: str = "") -> Iterator[str]:
    """Work under an id: one that is ``known`` already, else that of the work around it, else a new one."""
    trace = known if _FORM.fullmatch(known) else present() or os.urandom(LENGTH // 2).hex()
    token = _trace.set(trace)
    try:
        yield trace
    finally:
        _trace.reset(token)
