"""An event that its director pauses: no clock runs and nothing is paired until it goes on, and deadlines wait, too."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.timekeeping.turn_clock import is_paused
from tests.tournaments.acting import act
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import better_of, lose, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry, Round
from tournaments.running import settling
from tournaments.scheduling import timetable

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Event:
    return started(Layout(form="swiss", rounds=2, round_days=10), 4)


def pause(event: Event, hours: float) -> EventLogEntry:
    return act("pause", event, by=friend("cleo"), reason="A storm.", at=after(hours))


def resume(event: Event, hours: float) -> EventLogEntry:
    return act("resume", event, by=friend("cleo"), reason="It is over.", at=after(hours))


def standing_still(event: Event) -> set[bool]:
    return {is_paused(game) for game in running(event)}


def test_clocks_stand_from_the_moment_of_the_pause_and_run_from_the_moment_it_ends(cup: Event) -> None:
    pause(cup, 1)
    assert standing_still(cup) == {True}
    resume(cup, 5)
    assert standing_still(cup) == {False}


def test_games_that_the_pause_did_not_reach_are_stopped_by_the_sweep(cup: Event) -> None:
    Event.objects.filter(pk=cup.pk).update(paused_at=after(1))  # the server stopped before it came to the games
    timetable.follow(now=after(2))
    assert standing_still(cup) == {True}


def test_nothing_is_paired_in_a_pause(cup: Event) -> None:
    pause(cup, 1)
    for game in running(cup):
        lose(game, better_of(game)[1][0], after(2))
    settle(cup, after(2))
    assert cup.divisions.get().rounds.count() == 1
    resume(cup, 3)
    settle(cup, after(3))
    assert cup.divisions.get().rounds.count() == 2


def test_deadline_moves_by_as_long_as_the_event_was_paused_and_is_not_followed_meanwhile(cup: Event) -> None:
    pause(cup, 9 * 24)
    timetable.follow(now=after(11 * 24))
    assert Round.objects.get().deadline == NOON + timedelta(days=10)
    resume(cup, 12 * 24)
    assert Round.objects.get().deadline == NOON + timedelta(days=13)


def test_deadline_that_was_over_before_the_pause_stays(cup: Event) -> None:
    pause(cup, 11 * 24)
    resume(cup, 11.5 * 24)
    assert Round.objects.get().deadline == NOON + timedelta(days=10)


def test_what_runs_is_paused_once_and_what_is_paused_goes_on_once(cup: Event) -> None:
    with pytest.raises(EventError, match="is not paused"):
        resume(cup, 1)
    pause(cup, 1)
    with pytest.raises(EventError, match="is paused already"):
        pause(cup, 2)
    act("call-off", cup, by=friend("cleo"), reason="Enough.", at=after(3))
    assert not Game.objects.filter(status="running").exists()
    for action in (pause, resume):
        with pytest.raises(EventError, match="is called off"):
            action(cup, 4)


@pytest.mark.parametrize("goes_on", [False, True])
def test_how_many_games_are_in_line_with_their_event_costs_the_sweep_no_further_statement(goes_on: bool) -> None:
    statements = set()
    for players in (4, 6):
        event = started(Layout(), players, name=f"League of {players}")
        pause(event, 1)
        if goes_on:
            resume(event, 2)
        event.refresh_from_db()
        with CaptureQueriesContext(connection) as asked:
            settling.settle(event, at=after(3))
        statements.add(len(asked))
    assert len(statements) == 1
