"""The cache on Redis, as something one can do without: while Redis is away it holds nothing, and no request fails.

What lives there can be done without: counts (how often somebody has called or tried to log in), pictures of boards, the
rests of mail hosts. The truth is in the database. A server that
hangs is waited for once in a while, and not by every request.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import redis
from django.core.cache.backends.redis import RedisCache, RedisCacheClient

SECONDS_OF_REST = 5.0  # for which a server that did not answer is not asked again

T = TypeVar("T")


class OneClient(RedisCacheClient):
    """Django's way to one server; Django makes a client for each word with it."""

    _made: redis.Redis | None = None

    def get_client(self, key: Any = None, *, write: bool = False) -> redis.Redis:
        if self._made is None:
            self._made = super().get_client(key, write=write)
        return self._made


class ForgetfulRedisCache(RedisCache):
    """Django's Redis cache; what cannot be read from the server counts as not found, what cannot be written is lost."""

    _rests_until: ClassVar[dict[str, float]] = {}  # by server: every thread has a cache of its own

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = OneClient
        self._server = server

    def _ask(self, call: Callable[[], T], otherwise: T) -> T:
        if time.monotonic() < self._rests_until.get(self._server, 0.0):
            return otherwise
        try:
            return call()
        except redis.RedisError:
            self._rests_until[self._server] = time.monotonic() + SECONDS_OF_REST
            return otherwise

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(lambda: super(ForgetfulRedisCache, self).add(*args, **kwargs), False)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask(lambda: super(ForgetfulRedisCache, self).get(key, default, version), default)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self._ask(lambda: super(ForgetfulRedisCache, self).get_many(*args, **kwargs), {})

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._ask(lambda: super(ForgetfulRedisCache, self).set(*args, **kwargs), None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return self._ask(lambda: super(ForgetfulRedisCache, self).delete(*args, **kwargs), False)
