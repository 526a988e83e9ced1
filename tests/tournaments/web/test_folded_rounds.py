"""Pages of many matches are folded by round: what is being played, and what a reader has supposed, is shown at once."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.conftest import NOON
from tests.tournaments.playing import better_of, lose, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Fixture

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)

SUMMARY = re.compile(r'<details class="part[^>]*?( open)?>\s*<summary><h[24]>Round (\d+)')


def unfolded(event: Event, page: str) -> dict[int, bool]:
    """Whether each round is unfolded on a page of the event, by number."""
    text = Client().get(f"/events/{event.slug}/{page}").content.decode()
    return {int(number): bool(is_open) for is_open, number in SUMMARY.findall(text)}


def of_six() -> Event:
    event = started(Layout(), 6)
    settle(event, NOON)
    return event


def test_first_round_that_is_still_played_is_unfolded() -> None:
    event = of_six()
    assert unfolded(event, "fixtures/") == {1: True, 2: False, 3: False, 4: False, 5: False}
    for fixture in Fixture.objects.filter(round__number=1, round__division__event=event):
        game = fixture.games.get().game
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    assert unfolded(event, "fixtures/") == {1: False, 2: True, 3: False, 4: False, 5: False}


def test_few_rounds_are_all_unfolded() -> None:
    event = started(Layout(), 4)
    assert unfolded(event, "fixtures/") == {1: True, 2: True, 3: True}


def test_rounds_with_assumptions_are_unfolded() -> None:
    event = of_six()
    fixture = Fixture.objects.filter(round__number=3, round__division__event=event)[0]
    assert unfolded(event, "what-if/") == {1: True, 2: False, 3: False, 4: False, 5: False}
    assert unfolded(event, f"what-if/?f{fixture.pk}=1") == {1: True, 2: False, 3: True, 4: False, 5: False}
