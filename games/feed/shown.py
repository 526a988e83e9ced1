"""What an answer to a visitor shows, so that it can be kept until something of that changes.

A view says which topics its answer depends on. Each change of them is an entry of the feed in the transaction of the
change; what no log has, such as the name of an account, is an entry of the topic ``PUBLIC`` (``games.feed.changes``).
So the newest entries of the topics are the version of the answer, whichever process has written them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

from games.feed import topics
from games.feed.entries import NEWEST

KEY = "seeds.shows"  # in the environment of a request: what its answer depends on
UPTO = "seeds.upto"  # the number of the moment at which it was made


def may_wait(path: str) -> bool:
    """Whether a part of the feed is at this address: its readers wait for news, each for as long as they like."""
    return path.startswith("/api/") and path.endswith("/feed/")


def keep_while_same(request: Any, *shown: str) -> None:
    """The answer is the same for all visitors until one of the topics has a new entry, or anything has, without one.

    What only the clock changes may be some seconds old.
    """
    found = (topics.PUBLIC, *shown) if shown else ()
    getattr(request, "_request", request).META[KEY] = found


def question(shown: Sequence[str]) -> str:
    """The statement that finds the version of an answer, a row of numbers; its parameters are the topics."""
    mark = "?" if connection.vendor == "sqlite" else "%s"
    each = [f"({NEWEST} WHERE topic = {mark})" for _ in shown]
    return f"SELECT {', '.join(each)}" if each else NEWEST
