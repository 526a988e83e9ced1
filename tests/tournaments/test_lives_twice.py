"""The same people who do the same have the same event: nothing but what is drawn by lot is left to chance.

On PostgreSQL, where rows come in any order that nobody asks for, and where numbers are not given out again.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.apps import apps
from hypothesis import Phase, given
from hypothesis import settings as hypothesis_settings

from games.feed import topics
from tests.tournaments.test_lives import LIVES, Setup, live, programs, setups

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.usefixtures("postgres_database")]


def stored() -> dict[str, list[Any]]:
    """Every row of games, mails and events, but when accounts were made and when the database noted a change of what
    everybody sees, entrants among it: Django and the database say that by clocks of their own."""
    rows = {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for label in ("games", "notifications", "tournaments")
        for model in apps.get_app_config(label).get_models()
    }
    for player in rows["Player"]:
        del player["date_joined"]
    for entry in rows["FeedEntry"]:
        if entry["topic"] == topics.PUBLIC or entry["what"] == topics.ENTRANTS:
            del entry["at"]
    return rows


@hypothesis_settings(max_examples=2, phases=[Phase.generate], **LIVES)  # type: ignore[arg-type]
@given(setups(), programs(20))
def test_life_is_the_same_twice(setup: Setup, program: list[tuple[str, int]]) -> None:
    first, second = (live(setup, program, tell=stored) for _ in range(2))
    assert first == second
