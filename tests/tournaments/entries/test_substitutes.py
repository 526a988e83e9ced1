"""Another player on somebody's place: whom a director may put there, and whom the rules do at tables of three."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.play.timeouts import resolve_timeout
from tests.games.conftest import all_read, play_first, warn
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import payload_of, started
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.running import services
from tournaments.scheduling import standby

pytestmark = pytest.mark.django_db

LATER = after(100)  # when three days for a turn are over


@pytest.fixture
def pool() -> Event:
    """Four play at tables of three; kurt stands by."""
    event = started(Layout(seats=3), 4)
    services.enter_event(event_id=event.pk, player=friend("kurt"), at=NOON, standby=True)
    return event


def entrant_of(event: Event, name: str) -> Entrant:
    return event.entrants.select_related("player", "event", "division").get(player__username=name)


def put_in(event: Event, old: str, new: str, by: str = "cleo") -> EventLogEntry:
    return act(
        "substitute",
        event,
        player=entrant_of(event, old).player.username,
        substitute=new,
        by=friend(by),
        reason="Ill.",
        at=after(2),
    )


def games_of(event: Event, name: str) -> list[Game]:
    at_his_table = Game.objects.filter(fixture_game__fixture__round__division__event=event, status="running")
    return list(at_his_table.filter(seats__player=friend(name)).order_by("pk"))


def lose_on_time(event: Event, name: str, *, but: int = 0) -> None:
    """Somebody's clock runs out in all games, but for some, before LATER; the others move until it is his turn."""
    for game in games_of(event, name)[but:]:
        seat = game.seats.get(player__username=name)
        if seat.has_left:
            continue
        while game.to_act != seat.number:
            play_first(game)
        warn(game)
        all_read(LATER)
        assert resolve_timeout(game.pk, now=LATER)


def test_director_puts_in_another_person_with_an_account_who_does_not_play_there(pool: Event) -> None:
    bot = Player.objects.filter(is_bot=True)[0]
    for name, described in (
        (bot.username, "There is no player called"),
        ("bert", "somebody other than the present player"),
        ("dora", "dora plays in Autumn already"),
        ("nobody", "There is no player called 'nobody'"),
    ):
        with pytest.raises(EventError, match=described):
            put_in(pool, "bert", name)
    with pytest.raises(NotDirector):
        put_in(pool, "bert", "kurt", by="bert")
    assert payload_of(put_in(pool, "bert", " Kurt ")).new == friend("kurt").pk  # as people write names
    assert len(games_of(pool, "kurt")) == 3


def test_place_of_a_player_who_was_disqualified_is_filled_by_the_director_alone(pool: Event) -> None:
    act(
        "disqualify",
        pool,
        player=entrant_of(pool, "bert").player.username,
        by=friend("cleo"),
        reason="Rude.",
        at=after(1),
    )
    assert standby.places_to_fill() == []
    assert standby.fill(entrant_of(pool, "bert"), at=after(2)) is None
    put_in(pool, "bert", "kurt")
    assert entrant_of(pool, "kurt").status == Entrant.Status.ACTIVE


def test_player_who_lost_on_time_in_every_open_game_is_replaced_in_that_event_only(pool: Event) -> None:
    other = started(Layout(seats=3), 4, name="Winter")
    lose_on_time(pool, "bert", but=1)
    assert standby.places_to_fill() == []
    lose_on_time(pool, "bert")
    lose_on_time(other, "anna")
    place = entrant_of(pool, "bert")
    assert standby.places_to_fill() == [place]
    assert standby.fill(place, at=LATER) is not None
    assert len(games_of(pool, "kurt")) == 3
    assert games_of(other, "kurt") == []


def test_player_who_loses_on_time_at_a_table_is_barred_from_then_on_also_when_a_substitute_plays_on(
    pool: Event,
) -> None:
    lose_on_time(pool, "bert")
    assert services.block_of(friend("bert"), LATER) is not None
    assert standby.fill(entrant_of(pool, "bert"), at=LATER) is not None
    assert services.block_of(friend("bert"), LATER) is not None
    assert services.block_of(friend("kurt"), LATER) is None


def test_nobody_takes_over_while_the_event_is_paused(pool: Event) -> None:
    lose_on_time(pool, "bert")
    act("pause", pool, by=friend("cleo"), reason="A storm.", at=LATER)
    assert standby.places_to_fill() == []


def test_nobody_takes_over_if_the_event_is_paused_while_a_sweep_goes_through_the_places(pool: Event) -> None:
    lose_on_time(pool, "bert")
    (place,) = standby.places_to_fill()
    act("pause", pool, by=friend("cleo"), reason="A storm.", at=LATER)
    assert standby.fill(place, at=LATER) is None
    assert entrant_of(pool, "bert") == place


def test_second_player_who_stands_by_comes_in_where_the_first_may_not(pool: Event) -> None:
    services.enter_event(event_id=pool.pk, player=friend("lena"), at=after(1), standby=True)
    lose_on_time(pool, "bert")
    friend("kurt").entry_blocks.create(game=games_of(pool, "anna")[0], since=after(1), until=after(999))
    assert standby.fill(entrant_of(pool, "bert"), at=LATER) is not None
    assert len(games_of(pool, "lena")) == 3


def test_player_who_is_back_is_replaced_by_nobody_though_the_house_bot_plays_on(pool: Event) -> None:
    left = leave_event(
        event_id=pool.pk, entrant_id=entrant_of(pool, "bert").pk, player=friend("bert"), reason="Ill.", at=after(1)
    )
    place = entrant_of(pool, "bert")
    assert standby.places_to_fill() == [place]
    act("revert-entry", pool, entry=left.seq, by=friend("cleo"), reason="Well again.", at=after(2))
    assert standby.places_to_fill() == []
    assert standby.fill(place, at=after(3)) is None
    assert entrant_of(pool, "bert").status == Entrant.Status.ACTIVE
