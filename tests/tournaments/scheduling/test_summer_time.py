"""Events across the days on which clocks change: spans are real time, and everybody reads the own local time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.tournaments.conftest import THREE_DAYS, friend
from tests.tournaments.playing import next_season, play_all, running
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Round
from tournaments.running import seasons, services
from tournaments.scheduling import timetable

pytestmark = pytest.mark.django_db

# Nine days before clocks go forward in Europe (29 March), twelve days after they did in America (8 March).
BEFORE = datetime(2026, 3, 20, 12, tzinfo=UTC)
ZONES = {"anna": "Europe/Berlin", "bert": "America/New_York", "dora": "UTC"}

Clock = Callable[[datetime], None]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Sets the time at which pages are looked at."""

    def show(at: datetime) -> None:
        monkeypatch.setattr("django.utils.timezone.now", lambda: at)

    show(BEFORE)
    return show


def begun(layout: Layout, at: datetime = BEFORE) -> Event:
    """An event of three players in three zones; its director lives in Berlin."""
    director = friend("cleo")
    event = services.create_event(
        name="Spring", director=director, rules="btt", control=THREE_DAYS, at=at, layout=layout, most_entrants=3
    )
    services.open_entries(event_id=event.pk, player=director)
    for name, zone in {**ZONES, "cleo": "Europe/Berlin"}.items():
        player = friend(name)
        player.time_zone = zone
        player.save()
        if name in ZONES:
            services.enter_event(event_id=event.pk, player=player, at=at)
    return services.start_event(event_id=event.pk, player=director, at=at)


def test_round_ends_after_its_days_in_hours_and_its_end_is_told_in_local_time(clock: Clock) -> None:
    event = begun(Layout(form="swiss", rounds=2, round_days=10))
    assert Round.objects.get().deadline == BEFORE + timedelta(hours=240)
    for name, hour in (("anna", "14:00"), ("bert", "08:00"), ("dora", "12:00")):
        page = words_of(signed_in(name).get(f"/events/{event.slug}/fixtures/").content.decode())
        assert f"Until 30 March 2026, {hour}" in page
    timetable.follow(now=BEFORE + timedelta(hours=239))
    assert not event.log_entries.filter(kind="deadline_moved").exists()
    timetable.follow(now=BEFORE + timedelta(hours=240))
    assert event.log_entries.filter(kind="deadline_moved").count() == 1
    assert len(running(event)) == 1


def test_season_begins_so_many_days_after_the_one_before_whatever_the_clocks_did(clock: Clock) -> None:
    event = begun(Layout(form="league", pool_size=3, season_days=60), at=datetime(2026, 9, 10, 12, tzinfo=UTC))
    play_all(event, datetime(2026, 9, 11, tzinfo=UTC))
    season = next_season(event.pk, now=datetime(2026, 10, 1, tzinfo=UTC))
    for name in ZONES:
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=datetime(2026, 10, 2, tzinfo=UTC))
    begins = datetime(2026, 11, 9, 12, tzinfo=UTC)
    assert season.starts_at == begins
    clock(begins - timedelta(days=3))
    page = words_of(signed_in("anna").get(f"/events/{season.slug}/").content.decode())
    assert "9 Nov" in page
    timetable.follow(now=begins - timedelta(hours=1))
    season.refresh_from_db()
    assert season.state == "open"
    timetable.follow(now=begins)
    season.refresh_from_db()
    assert season.state == "running"


def asked_for(event: Event, local: str, **more: str) -> str:
    """What the director in Berlin is told who gives round 1 this deadline."""
    form = {"round": "1", "deadline": local, "reason": "So.", "nonce": "n1", **more}
    page = signed_in("cleo").post(f"/events/{event.slug}/console/move-deadline/", form, follow=True)
    return words_of(page.content.decode())


def test_deadline_in_local_time_is_told_and_kept_as_that_moment_unless_the_hour_comes_twice_or_not(
    clock: Clock,
) -> None:
    event = begun(Layout(form="swiss", rounds=2, round_days=10))
    assert "Round 1 ends on 29 March 2026, 01:30 UTC" in asked_for(event, "2026-03-29T03:30")
    for local in ("2026-03-29T02:30", "2026-10-25T02:30"):
        assert "Clocks change in that night" in asked_for(event, local)
    described = asked_for(event, "2026-03-29T03:30", confirm="1")
    assert "The deadline of round 1 is now 29 March 2026, 01:30 UTC." in described
    assert Round.objects.get().deadline == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
