"""Work for the workers is asked for by name: each name must be that of a task, in the queue that is meant for it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings

ASKED_FOR = re.compile(r'enqueue_after_commit\(\s*"([^"]+)"')


def names_asked_for() -> set[str]:
    """The names of tasks in calls of ``enqueue_after_commit`` in our packages."""
    root: Path = settings.ROOT
    modules = [path for app in ("games", "tournaments", "notifications") for path in (root / app).rglob("*.py")]
    return {name for path in modules for name in ASKED_FOR.findall(path.read_text())}


@pytest.mark.parametrize("name", sorted(names_asked_for()))
def test_every_task_that_services_ask_for_exists(name: str) -> None:
    current_app.loader.import_default_modules()
    assert name in current_app.tasks


def test_services_ask_for_work_by_name() -> None:
    assert "games.tasks.play_house_bot" in names_asked_for()
