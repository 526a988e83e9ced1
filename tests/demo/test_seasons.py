"""Whole seasons on a simulated clock, through the real services."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from demo.seasons import play_seasons
from games.models import Game
from games.rules import RULES
from tournaments.models import EntryBlock, Event, EventLogEntry
from tournaments.models.ratings import RatingPool

pytestmark = pytest.mark.django_db

NEW_YEAR = datetime(2027, 1, 4, 9, 0, tzinfo=UTC)


def kinds() -> set[str]:
    return set(EventLogEntry.objects.values_list("kind", flat=True))


@pytest.mark.slow
def test_two_seasons_of_leagues_of_all_games() -> None:
    broken = play_seasons(rules=list(RULES), at=NEW_YEAR, seed=7, tiers=2)
    assert broken == []
    assert Event.objects.filter(state="finished").count() == 2 * len(RULES) + 1
    assert not Game.objects.filter(status="running").exists()
    assert {"withdrawn", "substituted", "game_corrected", "reverted", "entered"} <= kinds()
    assert EntryBlock.objects.exists()  # somebody lost on time
    assert {pool.rules for pool in RatingPool.objects.filter(players__isnull=False)} == set(RULES)
