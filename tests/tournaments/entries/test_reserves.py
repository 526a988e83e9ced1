"""A player who withdraws from a knockout before anything was played is replaced by the highest seeded reserve."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from games.timekeeping import leave
from tests.games.conftest import play_first
from tests.tournaments.acting import act, leave_event
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import lose, payload_of, play_all, ranks, running, settle, started
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.event_log.kinds import Substituted, Withdrawn
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event
from tournaments.models.ratings import PlayerRating, RatingPool, RatingRow
from tournaments.queries import divisions_of
from tournaments.ratings.days import SYSTEM
from tournaments.running import services
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Event:
    """Four play a knockout; kurt, who offered first, and lena stand by."""
    event = started(Layout(form="knockout"), 4)
    for number, name in enumerate(("kurt", "lena")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(number), standby=True)
    return event


def entrant_of(event: Event, name: str) -> Entrant:
    return event.entrants.get(player__username=name)


def withdraw(event: Event, name: str, key: str | None = None) -> str:
    entrant = entrant_of(event, name)
    line = leave_event(
        event_id=event.pk, entrant_id=entrant.pk, player=friend(name), reason="No time.", at=after(3), key=key
    )
    return line.kind


def games_of(name: str) -> list[Game]:
    return list(Game.objects.filter(seats__player=friend(name), status="running"))


def test_the_first_player_who_offered_takes_the_place_and_the_games_among_equals(cup: Event) -> None:
    open_games = games_of("bert")
    assert withdraw(cup, "bert") == Substituted.slug
    assert games_of("kurt") == open_games
    assert games_of("bert") == []
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
    assert games_of("lena")
    assert not games_of("kurt")


def test_dry_run_shows_that_nothing_changes_in_the_table(cup: Event) -> None:
    shown = dry_run_of_leaving(entrant_of(cup, "bert"), at=after(3))
    assert shown.sentences == (
        "No move has been made in the games of bert, so kurt, who stands by, takes over the place and plays on.",
    )
    assert shown.changes == ()


def test_the_same_request_twice_calls_one_reserve(cup: Event) -> None:
    entrant = entrant_of(cup, "bert")
    for _ in range(2):
        leave_event(
            event_id=cup.pk, entrant_id=entrant.pk, player=friend("cleo"), reason="Ill.", at=after(3), key="once"
        )
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


def test_director_who_withdraws_somebody_twice_calls_one_reserve(cup: Event) -> None:
    for _ in range(2):
        act("withdraw", cup, player="bert", by=friend("cleo"), reason="Ill.", at=after(3), key="once")
    line = cup.log_entries.get(kind=Substituted.slug)
    assert (payload_of(line).actor, payload_of(line).why) == (friend("cleo").pk, "Ill.")


def test_after_a_move_the_opponent_goes_on(cup: Event) -> None:
    game = games_of("bert")[0]
    play_first(game)
    assert withdraw(cup, "bert") == Withdrawn.slug
    assert not games_of("kurt")


def test_a_move_that_is_held_counts_as_made(cup: Event) -> None:
    game = games_of("bert")[0]
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
    open_games = games_of("bert")
    Player.objects.filter(username="bert").update(is_active=False)
    for _ in range(2):
        timetable.follow(now=after(3))
    assert games_of("kurt") == open_games
    assert not games_of("lena")


def test_in_other_events_for_two_a_place_is_filled_by_the_director_alone() -> None:
    event = started(Layout(), 4)
    services.enter_event(event_id=event.pk, player=friend("kurt"), at=NOON, standby=True)
    assert withdraw(event, "bert") == Withdrawn.slug
