"""A hard end of an event: it leaves time to move, and a new season has one of its own."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.acting import act, dry_run
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import NAMES, next_season, play_all, running
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.running import services

pytestmark = pytest.mark.django_db

END = NOON + timedelta(days=30)


def open_league() -> Event:
    event = services.create_event(
        name="Autumn", director=friend("cleo"), rules="btt", control=replace(THREE_DAYS, ends=END), at=NOON,
        layout=Layout(form="league", pool_size=3, season_days=180),
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    for name in NAMES[:3]:
        services.enter_event(event_id=event.pk, player=friend(name), at=NOON)
    return event


def test_event_does_not_begin_when_its_hard_end_leaves_no_time_for_a_turn() -> None:
    event = open_league()
    with pytest.raises(EventError, match="must leave time for the first turn"):
        services.start_event(event_id=event.pk, player=friend("cleo"), at=END - timedelta(days=2))
    event.refresh_from_db()
    assert (event.state, event.log_entries.count()) == ("open", 0)


def test_hard_end_moves_on_with_the_season() -> None:
    event = services.start_event(event_id=open_league().pk, player=friend("cleo"), at=after(1))
    play_all(event, after(2))
    season = next_season(event.pk, now=after(100))
    assert season.time_control.ends == END + timedelta(days=180)


def test_time_for_a_player_who_has_until_the_hard_end_is_refused_before_it_is_confirmed() -> None:
    event = services.start_event(event_id=open_league().pk, player=friend("cleo"), at=END - timedelta(days=4))
    game = running(event)[0]
    asked: dict[str, Any] = {"game": game.pk, "seat": (game.to_act or 0) + 1, "span": timedelta(days=2)}

    def add(key: str) -> None:
        act("add-time", event, **asked, by=friend("cleo"), reason="A flood.", at=END - timedelta(days=3), key=key)

    add("first")
    game.refresh_from_db()
    assert game.deadline == END
    with pytest.raises(EventError, match="has a hard end, and that does not move"):
        dry_run("add-time", event, **asked, at=END - timedelta(days=3))
    with pytest.raises(EventError, match="has a hard end, and that does not move"):
        add("second")


def test_hard_end_that_nobody_could_mean_is_refused() -> None:
    far = replace(THREE_DAYS, ends=NOON.replace(year=9999))
    with pytest.raises(EventError, match="before the year 2200"):
        services.create_event(name="Autumn", director=friend("cleo"), rules="btt", control=far, at=NOON)


@pytest.mark.parametrize("form", ["swiss", "knockout", "groups", "ladder"])
def test_hard_end_is_refused_where_games_begin_later(form: str) -> None:
    with pytest.raises(EventError, match="games that begin later"):
        services.create_event(
            name="Autumn", director=friend("cleo"), rules="btt", control=replace(THREE_DAYS, ends=END), at=NOON,
            layout=Layout(form=form, pool_size=4), most_entrants=8,
        )  # fmt: skip
