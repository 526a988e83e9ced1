"""The tour of README.md, typed as a newcomer types it: every command works, in the order in which they stand there."""

from __future__ import annotations

import re
import subprocess
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

from demo.clients import Browser, make_key
from demo.league import PASSWORD
from tests.service import PATIENCE, Service, wait_for

pytestmark = pytest.mark.services

README = settings.ROOT / "README.md"
GAME = "/api/v1/games/55/"


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "var")
    service.start_and_wait()
    yield service
    service.discard()


def commands(service: Service) -> list[str]:
    """The blocks of commands of the tour, for the ports of the test."""
    _, tour = README.read_text().split("## A tour", 1)
    blocks = re.findall(r"(?:^ {4}.*\n)+", tour, re.MULTILINE)
    ported = [
        block.replace("127.0.0.1:8000", f"127.0.0.1:{service.port}")
        .replace("127.0.0.1:8025", f"127.0.0.1:{service.mail_port}")
        for block in blocks
    ]  # fmt: skip
    return [textwrap.dedent(block) for block in ported]


def typed(block: str) -> str:
    """What a terminal shows for it."""
    ended = subprocess.run(["bash", "-euc", block], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def is_told(service: Service, *words: str) -> bool:
    """Whether the newest mail to Ben has gone out and has these words, as the mail lab lists it."""
    newest = service.get("/mail-lab/?player=ben").split("<li>")[1]
    return all(word in newest for word in ("out: sent", *words))


@pytest.mark.slow
def test_tour_plays_a_game_through_every_door(service: Service) -> None:
    by_mail, by_rest, league = commands(service)
    assert league == ".venv/bin/python manage.py play_demo\n"  # played in test_league

    anna = Browser(service.site)
    anna.sign_in("anna", PASSWORD)
    anna.submit(anna.get("/games/55/"), "/games/55/play/", text="M d1>c1", play="1")
    wait_for(lambda: is_told(service, "Game 55: anna against ben", "your turn"))

    typed(by_mail)
    wait_for(lambda: service.ask(GAME)["ply"] == 16)

    said = typed(by_rest.replace("KEY=seeds_...", f"KEY={make_key(anna, PASSWORD)}"))
    assert '"username":"anna"' in said
    assert '"L e1>d1"' in said
    assert '"state":"played"' in said
    assert [event["source"] for event in service.ask(f"{GAME}events/") if event["kind"] == "step"][-3:] == [
        "page", "mail", "api",
    ]  # fmt: skip


def test_readme_shows_pictures_and_pages_that_are_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)]+)\)", README.read_text())
    assert [link for link in links if not (settings.ROOT / link).is_file()] == []
    assert [link for link in links if (settings.ROOT / link).stat().st_size > 150_000] == []
