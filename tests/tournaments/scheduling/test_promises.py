"""Days and games that the pages promise, to the day and to the game."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.models import Game
from games.play import agreements, creation
from games.play import directing as games
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import lose, next_season, play_all, ranks, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EntryRefused, EventError
from tournaments.models import EntryBlock, Event
from tournaments.queries import divisions_of
from tournaments.running import ladders, seasons
from tournaments.running.services import block_of
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def day(number: float) -> datetime:
    return NOON + timedelta(days=number)


def test_the_same_two_meet_on_a_ladder_again_after_fourteen_days() -> None:
    event = started(Layout(form="ladder"), 3)
    settle(event, NOON)
    first, second, _ = (name for _, name in ranks(divisions_of(event).get()))
    division, challenger = divisions_of(event).get(), event.entrants.get(player=friend(second))

    def challenge(at: datetime) -> None:
        ladders.challenge(event_id=event.pk, player=friend(second), username=first, at=at)

    challenge(NOON)
    lose(running(event)[0], second, day(1))
    with pytest.raises(EventError, match=f"You can challenge {first} again 14 days after your last game."):
        challenge(day(14.9))
    assert ladders.may_challenge(division, challenger, at=day(14.9)) == []
    assert [one.player.username for one in ladders.may_challenge(division, challenger, at=day(15))] == [first]
    challenge(day(15))


def test_player_who_is_barred_cannot_say_to_stay_but_can_leave() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=180), 3)
    play_all(event, after(1))
    season = next_season(event.pk, now=after(2))
    anna, asked = friend("anna"), season.entrants.get(player=friend("anna"))
    game = Game.objects.earliest("pk")
    block = EntryBlock.objects.create(player=anna, game=game, since=after(2), until=day(30))
    with pytest.raises(EntryRefused, match="You lost a game of an event on time"):
        seasons.stay(event_id=season.pk, player_id=anna.pk, stays=True, at=after(3))
    asked.refresh_from_db()
    assert asked.status == "asked"
    assert seasons.stay(event_id=season.pk, player_id=anna.pk, stays=False, at=after(3)).status == "withdrawn"
    assert seasons.stay(event_id=season.pk, player_id=anna.pk, stays=True, at=block.until).status == "active"


def test_ten_games_that_one_has_finished_lift_a_bar() -> None:
    anna, bert = friend("anna"), friend("bert")

    def finish(loser: str, hours: float) -> Game:
        game = creation.create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=NOON)
        agreements.resign(game_id=game.pk, player_id=friend(loser).pk, at=after(hours), source="page")
        return game

    EntryBlock.objects.create(player=anna, game=finish("anna", 1), since=after(1), until=day(30))
    for _ in range(9):
        finish("bert", 2)
    finish("bert", 0.5)  # before it
    finish("anna", 2)  # given up
    assert block_of(anna, after(3)) is not None
    finish("bert", 2)
    assert block_of(anna, after(3)) is None


def draw_all(event: Event, hours: float) -> None:
    for game in running(event):
        games.adjudicate_game(game_id=game.pk, places=[1, 1], actor_id=None, reason="Level.", at=after(hours))
    settle(event, after(hours))


def test_level_match_of_a_knockout_is_played_once_more_and_then_a_lot_from_the_seed_decides() -> None:
    event = started(Layout(form="knockout"), 2)
    for hours, played in ((1, 2), (2, 4)):
        assert (event.state, Game.objects.count(), len(running(event))) == ("running", played, 2)
        draw_all(event, hours)
    assert (event.state, Game.objects.count()) == ("finished", 4)
    assert event.log_entries.filter(kind="games_added").count() == 1
    assert sorted(rank for rank, _ in ranks(divisions_of(event).get())) == [1, 2]
    assert verify_event(event) == []
