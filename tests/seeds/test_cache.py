"""The cache holds what it is told while Redis runs, and gets in nobody's way while it is away."""

from __future__ import annotations

import time

import pytest

from seeds.cache import ForgetfulRedisCache

WAIT = 20.0  # seconds, longer than a busy machine takes for what does not wait
OPTIONS = {"OPTIONS": {"socket_connect_timeout": WAIT, "socket_timeout": WAIT}}


@pytest.mark.services
def test_cache_keeps_what_it_is_told(broker_url: str) -> None:
    cache = ForgetfulRedisCache(broker_url, dict(OPTIONS))
    cache.set("calls", 3)
    assert cache.get("calls") == 3
    assert cache.get_many(["calls", "other"]) == {"calls": 3}
    assert not cache.add("calls", 4)
    assert cache.delete("calls")
    assert cache.get("calls", "none") == "none"


def test_cache_without_a_server_is_empty_and_quick() -> None:
    cache = ForgetfulRedisCache("redis://127.0.0.1:1/0", dict(OPTIONS))
    started = time.monotonic()
    cache.set("calls", 3)
    assert cache.get("calls", "none") == "none"
    assert cache.get_many(["calls"]) == {}
    assert not cache.add("calls", 3)
    assert not cache.delete("calls")
    assert time.monotonic() - started < 5 * WAIT, "five times something was waited for"
