"""Python's search for garbage, and work that it only holds up."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def gc_paused() -> Iterator[None]:
    """Do something without Python looking for objects that refer to each other in circles.

    For work that makes hundreds of thousands of objects which all live until it is done: to go through them, and
    through all of Django, again and again takes as long as the work itself. Nothing is lost by it: what nobody refers
    to is freed at once as ever, and circles are found at the next search.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
