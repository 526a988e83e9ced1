"""Sentences that are stored are read in the language of the reader; work is asked for by the name of a task."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.utils import translation

from games.play.outcome import NOT_PLAYABLE
from ground.wording import reread
from tests.pseudo_language import CODE, accented, instead_of_german
from tournaments.formats.base import WRONG_SIZE
from tournaments.running.services import CANNOT_START
from tournaments.scheduling.timetable import NO_SHOW, ROUND_IS_OVER


@pytest.mark.parametrize(
    ("message", "values"),
    [
        (NO_SHOW, {}),
        (ROUND_IS_OVER, {"number": 3}),
        (NOT_PLAYABLE, {"ply": 4, "reply": "M c4>c5; could not be played."}),
    ],
)
def test_a_stored_sentence_is_put_into_the_language_of_its_reader(message: str, values: dict[str, object]) -> None:
    with instead_of_german(), translation.override(CODE):
        assert reread(message.format(**values)) == accented(message).format(**values)


def test_the_reason_of_a_refusal_inside_of_another_is_put_into_it_too() -> None:
    inner = {"fewest": 3, "most": 64, "entrants": 2}
    stored = CANNOT_START.format(event="Spring", error=WRONG_SIZE.format(form="knockout", **inner))
    with instead_of_german(), translation.override(CODE):
        said = accented(CANNOT_START).format(
            event="Spring", error=accented(WRONG_SIZE).format(form=accented("knockout"), **inner)
        )
        assert reread(stored) == said


@pytest.mark.parametrize("words", ["A flood.", "Is back again.", "", "The time of round 3 is over."])
def test_what_people_wrote_stays_as_it_is(words: str) -> None:
    with instead_of_german(), translation.override(CODE):
        assert reread(words) == words


ASKED_FOR = re.compile(r'enqueue_after_commit\(\s*"([^"]+)"')


def names_asked_for() -> set[str]:
    """The names of tasks in calls of ``enqueue_after_commit`` in our packages."""
    root: Path = settings.ROOT
    packages = ("ground", "games", "tournaments", "notifications")
    modules = [path for package in packages for path in (root / package).rglob("*.py")]
    return {name for path in modules for name in ASKED_FOR.findall(path.read_text())}


@pytest.mark.parametrize("name", sorted(names_asked_for()))
def test_every_task_that_services_ask_for_exists(name: str) -> None:
    current_app.loader.import_default_modules()
    assert name in current_app.tasks


def test_services_ask_for_work_by_name() -> None:
    assert "games.tasks.play_house_bot" in names_asked_for()
