"""How Django is to use a database that a URL names."""

from __future__ import annotations

from typing import Any

import environ

SQLITE = "django.db.backends.sqlite3"
BOUNDED = "seeds.databases.postgresql"  # Django's for PostgreSQL, with an end to every wait


def database_of(url: str, *, pool: int | None = None, patience: int = 0) -> dict[str, Any]:
    """The entry of ``DATABASES`` for the database of a URL; ``pool`` is how many connections to PostgreSQL threads
    share, None for one that is opened as it is needed. ``patience``: seconds that one statement may take; 0 for all."""
    entry: dict[str, Any] = environ.Env.db_url_config(url)
    return entry | options_of(entry["ENGINE"], pool=pool, patience=patience)


def options_of(engine: str, *, pool: int | None = None, patience: int = 0) -> dict[str, Any]:
    """The driver and its options, for an entry with Django's own ``engine``."""
    if engine == SQLITE:
        options: dict[str, Any] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-20000;",
        }
        return {"ENGINE": engine, "OPTIONS": options}
    if pool is None:
        return {"ENGINE": engine, "OPTIONS": {"connect_timeout": 5}}
    # Threads share a pool: a new connection per request cost five times the throughput in our benchmark.
    pooled = {"min_size": 1, "max_size": pool, "timeout": 5}
    return {"ENGINE": BOUNDED, "OPTIONS": {"pool": pooled, "patience": patience}}
