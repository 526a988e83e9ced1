"""How Django is to use a database that a URL names."""

from __future__ import annotations

from typing import Any

import environ

SQLITE = "django.db.backends.sqlite3"


def database_of(url: str, *, pool: int | None = None) -> dict[str, Any]:
    """The entry of ``DATABASES`` for the database of a URL; ``pool`` is how many connections to PostgreSQL threads
    share, None for one that is opened as it is needed."""
    entry: dict[str, Any] = environ.Env.db_url_config(url)
    return entry | {"OPTIONS": options_of(entry["ENGINE"], pool=pool)}


def options_of(engine: str, *, pool: int | None = None) -> dict[str, Any]:
    """The options of the database's driver."""
    if engine == SQLITE:
        return {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;",
        }
    # Threads share a pool: a new connection per request cost five times the throughput in our benchmark.
    return {} if pool is None else {"pool": {"min_size": 1, "max_size": pool, "timeout": 5}}
