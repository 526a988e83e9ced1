"""A flag falls only on a player who was warned, once, and never while the service or its clock is in doubt."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.clock.heartbeats import STALE, name_of_part
from games.clock.longest_end import MOST_NOTICES
from games.clock.pauses import Reason
from games.models import ClockJump, Outage, Player
from games.play import directing, moving, timeouts
from games.timekeeping import leave, turn_clock
from games.uptime import outages
from games.uptime.outages import record_heartbeat
from tests.games.conftest import NOON, THREE_DAYS, Start, after, all_read, pk, play, warn

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def overdue(now: datetime) -> list[int]:
    all_read(now)
    return timeouts.flag_overdue(now=now)


# Warnings -------------------------------------------------------------------------------------------------------------


def test_player_whom_no_warning_reached_gets_a_notice_and_a_grace(start: Start) -> None:
    game = start("anna", "bert")
    assert overdue(after(73)) == []
    game.refresh_from_db()
    assert game.deadline == after(73 + 24)
    assert [rest.reason for rest in turn_clock.stands_at(game, after(72.5))] == [Reason.NOTICE]
    assert overdue(after(80)) == []
    assert overdue(after(97.2)) == [game.pk]
    game.refresh_from_db()
    assert (game.end_reason, game.finished_at) == ("time", after(97))


def test_time_added_in_a_grace_that_is_longer_is_kept_for_the_next_turn(start: Start) -> None:
    game = start("anna", "bert")
    overdue(after(73))
    directing.add_time(game_id=game.pk, seat=0, span=5 * HOUR, actor_id=None, reason="A flood.", at=after(74))
    game.refresh_from_db()
    assert (game.deadline, game.clocks[0]) == (after(73 + 24), 77 * 3_600_000)


def test_notice_of_one_turn_is_no_warning_for_the_next(start: Start) -> None:
    game = start("anna", "bert")
    overdue(after(73))
    play(game, "anna", "null d3", 90)
    play(game, "bert", "root e2", 91)
    assert overdue(after(164)) == []


def test_flag_falls_without_a_warning_in_the_turn_after_the_most_notices(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox")
    at = 0.0
    for number in range(MOST_NOTICES):
        assert overdue(after(at + 73)) == []
        at += 90
        play(game, "anna", f"L {1 + number},1,1", at)
        play(game, "bert", f"L {1 + number},4,1", at)
    assert game.seats.get(number=0).notices == MOST_NOTICES
    assert overdue(after(at + 73)) == [game.pk]


def test_substitute_has_notices_of_their_own(start: Start) -> None:
    game = start("anna", "bert")
    overdue(after(73))
    assert game.seats.get(number=0).notices == 1
    cleo = Player.objects.create(username="cleo")
    directing.substitute_seat(game_id=game.pk, seat=0, player_id=cleo.pk, actor_id=None, reason="Ill.", at=after(74))
    assert game.seats.get(number=0).notices == 0


def test_warning_counts_for_its_own_turn_only_and_once(start: Start, settings: Any) -> None:
    settings.FLAG_WARNINGS = 2
    game = start("anna", "bert")
    for warning, began in (("80", NOON), ("80", NOON), ("95", after(-1))):
        timeouts.record_warning(game_id=game.pk, turn_started_at=began, warning=warning)
    game.refresh_from_db()
    assert game.turn.warned == ["80"]
    timeouts.record_warning(game_id=game.pk, turn_started_at=NOON, warning="95")
    assert overdue(after(73)) == [game.pk]


def test_warning_that_bounced_is_none(start: Start) -> None:
    game = start("anna", "bert")
    warn(game)
    timeouts.withdraw_warning(game_id=game.pk, turn_started_at=NOON, warning="95")
    assert overdue(after(73)) == []


def test_no_warning_needed_where_the_operator_says_so(start: Start, settings: Any) -> None:
    settings.FLAG_WARNINGS = 0
    game = start("anna", "bert")
    assert overdue(after(73)) == [game.pk]


# Hard ends ------------------------------------------------------------------------------------------------------------


def ending(hours: float) -> TimeControl:
    base = THREE_DAYS.base
    return TimeControl(base=base, increment=base, cap=base, ends=after(hours))


def test_time_is_over_at_the_hard_end_whoever_is_to_move(start: Start) -> None:
    game = start("anna", "bert", control=ending(100))
    assert game.deadline == after(72)
    play(game, "anna", "null d3", 50)
    assert game.deadline == after(100)
    warn(game)
    assert overdue(after(101)) == [game.pk]
    game.refresh_from_db()
    assert list(game.seats.values_list("place", flat=True)) == [1, 2]


def test_hard_end_moves_with_outages_of_the_whole_game_and_with_nothing_else(start: Start) -> None:
    game = start("anna", "bert", control=ending(100))
    record_heartbeat(name="web", at=after(1), clear_until=after(1))
    record_heartbeat(name="web", at=after(3), clear_until=after(3))
    play(game, "anna", "null d3", 50)
    assert game.deadline == after(102)
    leave.book_leave(player_id=pk("bert"), first=date(2026, 3, 5), last=date(2026, 3, 8), now=after(51))
    game.refresh_from_db()
    assert game.deadline == after(102)


# In doubt -------------------------------------------------------------------------------------------------------------


def beat(name: str, at: datetime, **counter: Any) -> None:
    record_heartbeat(name=name, at=at, clear_until=at, **counter)


@pytest.mark.parametrize("silent", ["web", "worker", "beat"])
def test_no_flag_falls_while_any_part_is_silent(start: Start, silent: str) -> None:
    game = start("anna", "bert")
    warn(game)
    for name in ("web", "worker", "beat"):
        beat(name, after(73) - (timedelta() if name != silent else 2 * STALE))
    assert overdue(after(73)) == []
    assert f"{name_of_part(silent)}: no heartbeat since" in outages.doubts(after(73))[0]


JUMPS = [HOUR, timedelta(days=365), -timedelta(days=365)]


@pytest.mark.parametrize("jump", JUMPS)
def test_no_flag_falls_after_the_system_clock_was_moved(start: Start, jump: timedelta) -> None:
    game = start("anna", "bert")
    warn(game)
    for name in ("web", "worker", "beat"):
        beat(name, after(71), ticks=0, boot="1")
    moved = after(71) + jump
    for seconds in range(20, 400, 20):
        for name in ("web", "worker", "beat"):
            beat(name, moved + timedelta(seconds=seconds), ticks=seconds, boot="1")
        assert timeouts.flag_overdue(now=moved + timedelta(seconds=seconds)) == []
    assert ClockJump.objects.count() == 1
    assert Outage.objects.count() == 0
    if jump > timedelta(hours=1):
        play(game, "anna", "null d3", (moved - NOON) / HOUR + 1)  # what the clock says is late is taken all the same
        assert game.ply == 1


def test_flag_falls_again_once_the_clock_is_back(start: Start) -> None:
    game = start("anna", "bert")
    warn(game)
    beat("web", after(71), ticks=0, boot="1")
    beat("web", after(71) + timedelta(days=365), ticks=20, boot="1")
    for seconds in range(40, 5000, 80):
        beat("web", after(71) + timedelta(seconds=seconds), ticks=seconds, boot="1")
    now = after(71) + timedelta(seconds=4950)
    assert outages.doubts(now) == []
    assert timeouts.flag_overdue(now=now) == [game.pk]


@pytest.mark.parametrize("jump", JUMPS[:2])
def test_clock_that_is_believed_gives_back_what_it_skipped(start: Start, jump: timedelta) -> None:
    game = start("anna", "bert")
    beat("web", after(60), ticks=0, boot="1")
    now = after(60) + jump + timedelta(seconds=20)
    beat("web", now, ticks=20, boot="1")
    assert outages.believe_clock(now=now) == jump
    outages.credit_outages(now=now)
    game.refresh_from_db()
    assert outages.doubts(now) == []
    assert game.deadline is not None
    assert game.deadline >= after(72) + jump
    assert outages.believe_clock(now=now) == timedelta(0)


def test_turn_that_began_in_a_future_that_never_came_begins_when_the_clock_is_believed(start: Start) -> None:
    game = start("anna", "bert")
    moving.play_move(
        game_id=game.pk, player_id=pk("anna"), text="null d3", ply=0, at=after(1), source="page", now=after(9000)
    )
    outages.believe_clock(now=after(2))
    game.refresh_from_db()
    assert (game.turn.started_at, game.deadline) == (after(2), after(74))
    assert check_game(game) == []


def test_restart_of_the_machine_with_a_wrong_clock_holds_the_flags_once_for_all_parts(start: Start) -> None:
    start("anna", "bert")
    for name in ("web", "worker", "beat"):
        beat(name, after(1), ticks=500, boot="1")
    for name in ("web", "worker", "beat"):
        beat(name, after(1) + timedelta(days=365), ticks=10, boot="2")
    assert [jump.seconds for jump in ClockJump.objects.all()] == [365 * 86400]
    assert Outage.objects.count() == 0
