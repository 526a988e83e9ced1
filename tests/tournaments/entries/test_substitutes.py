"""Another player on somebody's place: whom a director may put there, and whom the rules do at tables of three."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.play.timeouts import resolve_timeout
from games.timekeeping import leave
from tests.games.conftest import all_read, play_first, warn
from tests.tournaments.acting import act, leaves
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import lose, payload_of, play_all, ranks, running, settle, started
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_log.kinds import Substituted, Withdrawn
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.models.ratings import PlayerRating, RatingPool, RatingRow
from tournaments.queries import divisions_of
from tournaments.ratings.days import SYSTEM
from tournaments.running import services
from tournaments.running.decisions import Decision
from tournaments.scheduling import standby, timetable
from tournaments.verifying.events import verify_event

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
    return act("substitute", event, player=old, substitute=new, by=friend(by))


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
    act("disqualify", pool, player="bert", at=after(1))
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
    act("pause", pool, at=LATER)
    assert standby.places_to_fill() == []


def test_nobody_takes_over_if_the_event_is_paused_while_a_sweep_goes_through_the_places(pool: Event) -> None:
    lose_on_time(pool, "bert")
    (place,) = standby.places_to_fill()
    act("pause", pool, at=LATER)
    assert standby.fill(place, at=LATER) is None
    assert entrant_of(pool, "bert") == place


def test_second_player_who_stands_by_comes_in_where_the_first_may_not(pool: Event) -> None:
    services.enter_event(event_id=pool.pk, player=friend("lena"), at=after(1), standby=True)
    lose_on_time(pool, "bert")
    friend("kurt").entry_blocks.create(game=games_of(pool, "anna")[0], since=after(1), until=after(999))
    assert standby.fill(entrant_of(pool, "bert"), at=LATER) is not None
    assert len(games_of(pool, "lena")) == 3


def test_player_who_is_back_is_replaced_by_nobody_though_the_house_bot_plays_on(pool: Event) -> None:
    left = leaves(pool, "bert", at=after(1))
    place = entrant_of(pool, "bert")
    assert standby.places_to_fill() == [place]
    act("revert-entry", pool, entry=left.seq)
    assert standby.places_to_fill() == []
    assert standby.fill(place, at=after(3)) is None
    assert entrant_of(pool, "bert").status == Entrant.Status.ACTIVE


@pytest.fixture
def cup() -> Event:
    """Four play a knockout; kurt, who offered first, and lena stand by."""
    event = started(Layout(form="knockout"), 4)
    for number, name in enumerate(("kurt", "lena")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(number), standby=True)
    return event


def withdraw(event: Event, name: str) -> str:
    return leaves(event, name).kind


def running_of(name: str) -> list[Game]:
    return list(Game.objects.filter(seats__player=friend(name), status="running"))


def test_the_first_player_who_offered_takes_the_place_and_the_games_among_equals(cup: Event) -> None:
    open_games = running_of("bert")
    assert withdraw(cup, "bert") == Substituted.slug
    assert running_of("kurt") == open_games
    assert running_of("bert") == []
    play_all(cup, after(4))
    assert {name for _, name in ranks(divisions_of(cup)[0])} == {"anna", "kurt", "dora", "emil"}
    assert verify_event(cup) == []


def test_the_highest_rated_comes_before_the_player_who_offered_first(cup: Event) -> None:
    pool = RatingPool.objects.create(rules="btt", field="2p", system=SYSTEM)
    figures = {"rating": 1700, "deviation": 60, "volatility": 0.06, "total": 20, "player": friend("lena"), "pool": pool}
    yesterday = after(-24).date()
    RatingRow.objects.create(day=yesterday, games=1, **figures)
    PlayerRating.objects.create(day=yesterday, **figures)
    withdraw(cup, "bert")
    assert running_of("lena")
    assert not running_of("kurt")


def test_dry_run_shows_that_nothing_changes_in_the_table(cup: Event) -> None:
    shown = dry_run_of_leaving(cup.entrants.get(player__username="bert"), at=after(3))
    assert shown.sentences == (
        "No move has been made in the games of bert, so kurt, who stands by, takes over the place and plays on.",
    )
    assert shown.changes == ()


def test_the_same_request_twice_calls_one_reserve(cup: Event) -> None:
    entrant = cup.entrants.get(player__username="bert")
    for _ in range(2):
        withdraw_entrant(entrant, Decision(friend("cleo"), "Ill.", after(3), "once"))
    line = cup.log_entries.get(kind=Substituted.slug)
    assert (payload_of(line).actor, payload_of(line).why) == (friend("cleo").pk, "Ill.")
    assert cup.entrants.filter(status=Entrant.Status.STANDBY).count() == 1


def test_page_and_rest_answer_a_player_who_leaves_twice_like_once(cup: Event) -> None:
    anna = signed_in("anna")
    for _ in range(2):
        page = anna.post("/events/autumn/withdraw/", {"nonce": "n", "reason": "No time."}, follow=True)
        assert "You have left Autumn." in words_of(page.content.decode())
    first, second = (call("bert", "autumn/withdraw/", key="once", reason="Ill.") for _ in range(2))
    assert first == second
    assert cup.log_entries.filter(kind=Substituted.slug).count() == 2


def test_after_a_move_the_opponent_goes_on(cup: Event) -> None:
    game = running_of("bert")[0]
    play_first(game)
    assert withdraw(cup, "bert") == Withdrawn.slug
    assert not running_of("kurt")


def test_a_move_that_is_held_counts_as_made(cup: Event) -> None:
    game = running_of("bert")[0]
    mover = game.seats.get(number=game.to_act).player
    leave.change_settings(player_id=mover.pk, hold_minutes=30)
    play_first(game, 3)
    assert game.ply == 0
    assert withdraw(cup, "bert") == Withdrawn.slug


def test_in_the_second_round_the_opponent_goes_on(cup: Event) -> None:
    for game in running(cup):
        lose(game, max(game.seats.values_list("player__username", flat=True)), after(1))
    settle(cup, after(2))
    assert withdraw(cup, "anna") == Withdrawn.slug


def test_player_who_may_not_enter_is_no_reserve(cup: Event) -> None:
    cup.entrants.filter(player=friend("lena")).delete()
    cup.entry = Event.Entry.INVITED
    cup.save()
    assert withdraw(cup, "bert") == Withdrawn.slug


def test_player_who_closes_the_account_is_replaced_too(cup: Event) -> None:
    open_games = running_of("bert")
    Player.objects.filter(username="bert").update(is_active=False)
    for _ in range(2):
        timetable.follow(now=after(3))
    assert running_of("kurt") == open_games
    assert not running_of("lena")


def test_in_other_events_for_two_a_place_is_filled_by_the_director_alone() -> None:
    event = started(Layout(), 4)
    services.enter_event(event_id=event.pk, player=friend("kurt"), at=NOON, standby=True)
    assert withdraw(event, "bert") == Withdrawn.slug
