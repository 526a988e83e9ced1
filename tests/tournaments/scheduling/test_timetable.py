"""What a clock decides about events: when they start, and when a round is over."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import CurrentTurn, Game, Player
from games.play import directing as games
from games.play import timeouts
from games.play.moving import play_move
from tests.games.conftest import all_read, warn
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, THREE_DAYS, friend, play
from tests.tournaments.playing import lose, play_all, ranks, running, settle, started
from tournaments.event_log.kinds import DeadlineMoved, StartMoved, slugs_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Round
from tournaments.queries import divisions_of
from tournaments.running import ladders, services
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


def day(number: float) -> datetime:
    return NOON + timedelta(days=number)


def moved(event: Event) -> int:
    """How often a deadline or the start was moved by the clock."""
    return event.log_entries.filter(kind__in=slugs_of(DeadlineMoved, StartMoved)).count()


def test_round_gets_a_week_more_once_and_is_then_decided_by_the_scores_on_the_board() -> None:
    event = started(Layout(form="swiss", rounds=1, round_days=60), 4, rules="treeblox")
    ahead = play(running(event)[0], "L 1,1,1")  # one leaf against none
    leader = ahead.seats.get(number=0).player.username
    for at in (day(59), day(60), day(60), day(66)):
        timetable.follow(now=at)
    assert (moved(event), len(running(event))) == (1, 4)
    assert {held.deadline for held in Round.objects.all()} == {day(60) + WEEK}
    timetable.follow(now=day(67))
    timetable.follow(now=day(67))
    settle(event, day(67))
    assert (event.state, moved(event)) == ("finished", 1)
    table = ranks(divisions_of(event).get())
    assert (table[0], [rank for rank, _ in table]) == ((1, leader), [1, 2, 2, 4])
    assert verify_event(event) == []


def test_move_that_is_held_when_a_round_ends_is_played_before_the_board_decides() -> None:
    event = started(Layout(form="swiss", rounds=1, round_days=30), 3)
    held = event.divisions.get().rounds.get()
    assert held.deadline is not None
    timetable.end_round(held.pk, now=held.deadline)
    held.refresh_from_db()
    assert held.deadline is not None
    (game,) = running(event)
    at = held.deadline - timedelta(minutes=5)
    CurrentTurn.objects.filter(game=game).update(deadline=held.deadline + timedelta(days=1), time=10**10)
    mover = game.turn.player_id
    assert mover is not None
    values = {"ply": 0, "at": at, "source": "mail", "night": (time(22), time(8))}
    assert play_move(game_id=game.pk, player_id=mover, text="null d3", **values).submission.state == "held"
    timetable.end_round(held.pk, now=held.deadline)
    told = game.events.filter(kind__in=("step", "adjudicated")).order_by("seq").values_list("kind", "at")
    assert list(told) == [("step", at), ("adjudicated", held.deadline)]


def test_games_that_are_added_because_a_match_is_level_have_the_time_of_a_round() -> None:
    event = started(Layout(form="knockout", round_days=60), 2)
    for game in running(event):
        games.adjudicate_game(game_id=game.pk, places=[1, 1], actor_id=None, reason="Level.", at=day(59))
    settle(event, day(59))
    timetable.follow(now=day(118))
    assert (moved(event), len(running(event))) == (0, 2)
    assert Round.objects.get().deadline == day(59 + 60)


def test_tie_that_is_paired_late_has_the_time_of_a_round() -> None:
    event = started(Layout(form="knockout", round_days=60, third_place=False), 5)
    assert Round.objects.get(number=2).deadline == day(60)  # the second seed meets the third at once
    fourth_and_fifth = [game for game in running(event) if game.fixture_game.fixture.round.number == 1]
    loser = fourth_and_fifth[0].seats.get(number=0).player.username
    for game in fourth_and_fifth:
        lose(game, loser, day(50))
    settle(event, day(50))
    assert Round.objects.get(number=2).deadline == day(110)


def test_every_challenge_on_a_ladder_has_the_time_of_a_round() -> None:
    event = started(Layout(form="ladder", round_days=30), 3)
    settle(event, NOON)
    first, second, third = (name for _, name in ranks(divisions_of(event).get()))
    ladders.challenge(event_id=event.pk, player=friend(second), username=first, at=NOON)
    lose(running(event)[0], second, day(1))
    ladders.challenge(event_id=event.pk, player=friend(third), username=second, at=day(50))
    timetable.follow(now=day(79))
    assert (moved(event), len(running(event))) == (0, 1)


def planned(*names: str) -> Event:
    """An event that starts after a day, for which these have entered."""
    director = friend("cleo")
    event = services.create_event(
        name="Winter", director=director, rules="btt", control=THREE_DAYS, at=NOON, starts_at=day(1)
    )
    services.open_entries(event_id=event.pk, player=director)
    for name in names:
        services.enter_event(event_id=event.pk, player=friend(name), at=NOON)
    return event


def test_event_for_which_too_few_have_entered_starts_a_week_later_and_after_a_month_not_at_all() -> None:
    event = planned("anna")
    for number in (1, 1, 8, 15, 22):
        timetable.follow(now=day(number))
    event.refresh_from_db()
    assert (event.state, event.starts_at, moved(event)) == ("open", day(29), 4)
    timetable.follow(now=day(29))
    event.refresh_from_db()
    assert event.state == "called_off"


def test_event_starts_by_itself_once_enough_are_there() -> None:
    event = planned("anna", "bert")
    timetable.follow(now=day(0.9))
    assert not running(event)
    timetable.follow(now=day(1))
    timetable.follow(now=day(1))
    timetable.start_on_time(event.pk, now=day(1))  # another scheduler, who had found it not yet started
    event.refresh_from_db()
    assert (len(running(event)), event.state, moved(event)) == (1, "running", 0)


def test_league_goes_on_though_another_event_is_called_like_its_next_season() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=90), 3)
    services.create_event(name="Autumn, season 2", director=friend("mara"), rules="btt", control=THREE_DAYS, at=NOON)
    play_all(event, day(1))
    timetable.follow(now=day(2))
    season = Event.objects.get(previous=event)
    assert season.name == "Autumn, season 2 (2)"
    Event.objects.filter(pk=season.pk).update(state="finished", started_at=day(2), seed="00", finished_at=day(2))
    timetable.follow(now=day(3))
    assert Event.objects.get(previous=season).name == "Autumn, season 3"


@pytest.mark.parametrize(("season_days", "seasons_made"), [(90, 1), (0, 0)])
def test_next_season_is_made_once_this_one_is_over_if_the_league_goes_on(season_days: int, seasons_made: int) -> None:
    event = started(Layout(form="league", pool_size=3, season_days=season_days), 3)
    timetable.follow(now=day(1))
    assert not Event.objects.exclude(pk=event.pk).exists()
    play_all(event, day(1))
    for _ in range(2):
        timetable.follow(now=day(2))
    assert Event.objects.filter(previous=event).count() == seasons_made


def late_without_a_move(layout: Layout, players: int) -> tuple[Event, Game, Player]:
    """An event, a game of it whose first seat loses it on time on the third day, and that seat's player."""
    event = started(layout, players)
    game = running(event)[0]
    warn(game)
    all_read(day(5))
    assert timeouts.flag_overdue(now=day(5)) == [game.pk]
    game.refresh_from_db()
    return event, game, game.seats.get(number=0).player


def test_first_loss_on_time_without_a_move_bars_like_two_whatever_is_corrected_until_it_is_annulled() -> None:
    event, game, loser = late_without_a_move(Layout(), 2)
    assert game.finished_at is not None
    assert services.block_of(loser, game.finished_at + timedelta(days=89)) is not None
    assert services.block_of(loser, game.finished_at + timedelta(days=91)) is None
    act("correct-result", event, game=game.pk, places=[1, 2], at=day(6))  # the time did run out
    assert services.block_of(loser, day(6)) is not None
    annulled = act("annul", event, game=game.pk, at=day(6))
    assert services.block_of(loser, day(6)) is None
    act("revert-entry", event, entry=annulled.seq, at=day(7))
    assert services.block_of(loser, day(7)) is not None


def test_table_that_is_annulled_while_others_play_on_bars_nobody() -> None:
    event, game, loser = late_without_a_move(Layout(seats=3), 3)
    assert services.block_of(loser, day(6)) is not None
    act("annul", event, game=game.pk, at=day(6))
    assert services.block_of(loser, day(6)) is None


def test_seat_that_somebody_has_left_costs_the_calendar_nothing_more() -> None:
    event = started(Layout(seats=3), 4)
    statements = []
    for leaver in (None, event.entrants.get(number=1)):
        if leaver:
            leave_event(event_id=event.pk, entrant_id=leaver.pk, player=leaver.player, reason="No time.", at=day(1))
        with CaptureQueriesContext(connection) as asked:
            timetable.follow(now=day(2))
        statements.append(len(asked))
    assert statements[0] == statements[1]
