"""The cache on Redis, as something one can do without: while Redis is away it holds nothing, and no request fails.

Only counts live there (how often somebody has called or tried to log in); the truth is in the database.
"""

from __future__ import annotations

import contextlib
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache


class ForgetfulRedisCache(RedisCache):
    """Django's Redis cache; what cannot be read from the server counts as not found, what cannot be written is lost."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        with contextlib.suppress(redis.RedisError):
            return super().add(*args, **kwargs)
        return False

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        with contextlib.suppress(redis.RedisError):
            return super().get(key, default, version)
        return default

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        with contextlib.suppress(redis.RedisError):
            return super().get_many(*args, **kwargs)
        return {}

    def set(self, *args: Any, **kwargs: Any) -> None:
        with contextlib.suppress(redis.RedisError):
            super().set(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        with contextlib.suppress(redis.RedisError):
            return super().delete(*args, **kwargs)
        return False
