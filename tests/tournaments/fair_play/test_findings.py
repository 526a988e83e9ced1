"""What moderators see about fair play: each finding with its reasons, numbers and games, and none without cause."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games.accounts.login_traces import keep_trace
from games.models import Game, GameEvent, Player, Seat
from tests.second_factor import sign_in
from tests.tournaments.rating_games import ended
from tournaments.fair_play.clock_use import clock_use
from tournaments.fair_play.devices import CROWD, shared_devices
from tournaments.fair_play.findings import LOOKED_BACK, Finding, played_since
from tournaments.fair_play.rating_trades import rating_trades
from tournaments.fair_play.thrown_games import thrown_games
from tournaments.ratings.services import all_pools, bring_up_to_date

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 6, 20, 12, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def lost_by_resigning(loser: str, winner: str, *, turns: int = 12, points: tuple[int, int] = (0, 0)) -> Game:
    game = ended([loser, winner], [2, 1], NOW - DAY, turns=turns, end_reason="resignation")
    game.seats.filter(number=0).update(left_ply=2 * turns, left_reason="resignation", points=points[0])
    game.seats.filter(number=1).update(points=points[1])
    return game


def thrown() -> list[Finding]:
    return thrown_games(played_since(NOW))


# Games thrown ---------------------------------------------------------------------------------------------------------


def test_resignation_after_few_turns_is_shown_with_its_numbers() -> None:
    game = lost_by_resigning("anna", "bert", turns=2)
    (finding,) = thrown()
    assert finding.players == ("anna", "bert")
    assert finding.reasons == ("anna resigned after 2 turns of their own; 16 are usual.",)
    assert finding.games == (game.pk,)


def test_resignation_with_the_higher_score_is_shown_and_a_usual_one_is_not() -> None:
    lost_by_resigning("anna", "bert", points=(3, 9))
    assert thrown() == []
    lost_by_resigning("anna", "bert", points=(9, 3))
    (finding,) = thrown()
    assert finding.reasons == ("anna resigned with the higher score on the board, 9 to 3.",)


def test_win_against_the_ratings_is_shown() -> None:
    for day in range(40, 10, -1):
        ended(["anna", "bert"], [1, 2], NOW - day * DAY)
    (pool,) = [pool for pool in all_pools() if (pool.rules, pool.field) == ("btt", "2p")]
    bring_up_to_date(pool.pk, now=NOW)
    assert thrown() == []
    game = ended(["anna", "bert"], [2, 1], NOW - DAY)
    (finding,) = thrown()
    assert finding.players == ("anna", "bert")
    assert finding.reasons[0].startswith("bert won although only ")
    assert finding.games == (game.pk,)


def test_games_of_long_ago_unrated_ones_and_those_of_house_bots_are_left_out() -> None:
    Player.objects.create(username="robot", is_bot=True)
    ended(["anna", "robot"], [2, 1], NOW - DAY)
    ended(["anna", "bert"], [2, 1], NOW - LOOKED_BACK - DAY)
    ended(["anna", "bert"], [2, 1], NOW - DAY, rated=False)
    ended(["anna", "bert", "cleo"], [2, 1, 3], NOW - DAY)
    assert played_since(NOW) == []


# Rating trades --------------------------------------------------------------------------------------------------------


def test_pair_that_takes_turns_in_winning_is_shown() -> None:
    games = [ended(["anna", "bert"], [1 + n % 2, 2 - n % 2], NOW - (n + 1) * DAY).pk for n in range(4)]
    (finding,) = rating_trades(played_since(NOW))
    assert finding.players == ("anna", "bert")
    assert finding.reasons == (
        "4 of the 4 rated games of anna are with this opponent.",
        "4 of the 4 rated games of bert are with this opponent.",
        "They won alternately, in all 4 decided games.",
        "anna won 2, bert won 2.",
    )
    assert finding.games == tuple(games)


def test_pair_among_many_opponents_is_not_shown() -> None:
    for n in range(4):
        ended(["anna", "bert"], [1, 2], NOW - (n + 1) * DAY)
        for other in ("cleo", "dora"):
            ended(["anna", other], [1, 2], NOW - (n + 1) * DAY)
            ended(["bert", other], [1, 2], NOW - (n + 1) * DAY)
    assert all({"anna", "bert"} != set(finding.players) for finding in rating_trades(played_since(NOW)))


# Clocks ---------------------------------------------------------------------------------------------------------------


def take_turns(game: Game, spans: list[timedelta]) -> None:
    """bert answers within an hour; anna's turns take so long."""
    at = NOW - 80 * DAY
    events = []
    for number, span in enumerate(spans):
        for seat, took in ((1, HOUR), (0, span)):
            at += took
            seq = 2 * number + (1 - seat) + 1
            events.append(GameEvent(game=game, seq=seq, ply=seq, kind=GameEvent.Kind.STEP, seat=seat, text="any",
                                    source="page", at=at, receipt=""))  # fmt: skip
    GameEvent.objects.bulk_create(events)


def slow_game(last: timedelta) -> Game:
    """A game that anna lost to bert: nine turns of an hour, then three that took ``last`` each."""
    game = ended(["anna", "bert"], [2, 1], NOW - DAY, turns=0)
    take_turns(game, [HOUR] * 9 + [last] * 3)
    return game


def test_slow_end_of_lost_games_is_shown_once_it_happens_again() -> None:
    first = slow_game(2 * DAY)
    assert clock_use(played_since(NOW), now=NOW) == []
    second = slow_game(3 * DAY)
    (finding,) = clock_use(played_since(NOW), now=NOW)
    assert finding.players == ("anna",)
    (reason,) = finding.reasons
    assert reason == "In 2 lost games the last quarter of the turns took 60 times as long as the turns before."
    assert finding.games == (second.pk, first.pk)


def test_player_who_is_always_slow_is_not_shown() -> None:
    for _ in range(2):
        game = ended(["anna", "bert"], [2, 1], NOW - DAY, turns=0)
        take_turns(game, [2 * DAY] * 12)
    assert clock_use(played_since(NOW), now=NOW) == []


def test_requests_notices_and_leave_are_shown_with_their_numbers() -> None:
    game = ended(["anna", "bert"], [2, 1], NOW - DAY, turns=2)
    GameEvent.objects.bulk_create(
        GameEvent(game=game, seq=10 + n, kind=GameEvent.Kind.UNDO_ASKED, seat=0, source="page", at=NOW - 2 * DAY,
                  receipt="") for n in range(4)
    )  # fmt: skip
    Seat.objects.filter(game=game, number=0).update(notices=2)
    Game.objects.filter(pk=game.pk).update(leave_spent={"0": [f"2026-05-{day:02}" for day in range(1, 13)]})
    (finding,) = clock_use(played_since(NOW), now=NOW)
    assert finding.players == ("anna",)
    assert finding.reasons == (
        "Asked 4 times to take back a move, in 1 game.",
        "2 grace periods because no warning was delivered, in 1 game.",
        "Leave stopped the clock on 12 days, in 1 lost game.",
    )


def test_time_that_directors_gave_the_loser_is_shown_and_other_gifts_are_not() -> None:
    def given(seat: int | None, times: int) -> Game:
        game = ended(["anna", "bert"], [2, 1], NOW - DAY, turns=2)
        GameEvent.objects.bulk_create(
            GameEvent(game=game, seq=10 + n, kind=GameEvent.Kind.TIME_ADDED, seat=seat, text="1 day", source="director",
                      reason="A flood.", at=NOW - 2 * DAY, receipt="") for n in range(times)
        )  # fmt: skip
        return game

    given(1, 5)  # the winner
    given(None, 5)  # everybody
    first = given(0, 2)
    assert clock_use(played_since(NOW), now=NOW) == []
    second = given(0, 1)
    (finding,) = clock_use(played_since(NOW), now=NOW)
    assert finding.players == ("anna",)
    assert finding.reasons == ("Got more time from a director 3 times, in 2 lost games.",)
    assert finding.games == (second.pk, first.pk)


# Devices --------------------------------------------------------------------------------------------------------------


def signed_in(*names: str, address: str = "192.0.2.1", program: str = "Fox", at: datetime = NOW) -> None:
    for name in names:
        keep_trace(Player.objects.get_or_create(username=name)[0], address, program, at=at)


def test_accounts_with_one_program_at_one_address_are_shown_with_their_games() -> None:
    game = ended(["anna", "bert"], [1, 2], NOW - DAY)
    signed_in("bert", "anna")
    (finding,) = shared_devices(played_since(NOW), now=NOW)
    assert finding.players == ("anna", "bert")
    assert finding.reasons == (
        "Signed in with the same program from the same address within 30 days. 2 accounts share it.",
        "They have 1 rated game with each other.",
    )
    assert finding.games == (game.pk,)


def test_accounts_at_one_address_are_shown_only_where_they_are_few() -> None:
    signed_in("anna", program="Fox")
    signed_in("bert", program="Bear")
    (finding,) = shared_devices([], now=NOW)
    assert finding.reasons[0] == "Signed in from the same address within 30 days. 2 accounts share it."
    for number in range(CROWD):
        signed_in(f"member{number}", program=f"Program {number}")
    assert shared_devices([], now=NOW) == []


def test_accounts_that_signed_in_long_ago_share_nothing() -> None:
    signed_in("anna", "bert", at=NOW - 31 * DAY)
    assert shared_devices([], now=NOW) == []


# The page -------------------------------------------------------------------------------------------------------------


def test_page_is_for_moderators_alone_and_says_that_nothing_is_a_verdict(client: Client) -> None:
    assert client.get("/moderation/fair-play/").status_code == 302
    client.force_login(Player.objects.create(username="erna", is_staff=True))
    assert client.get("/moderation/fair-play/").status_code == 403
    sign_in(client, Player.objects.create(username="mona", is_superuser=True))
    signed_in("anna", "bert", at=datetime.now(UTC))
    answer = client.get("/moderation/fair-play/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert "Nothing here is a verdict" in page
    assert 'href="/moderation/players/anna/"' in page
    assert "/moderation/fair-play/" in client.get("/moderation/").content.decode()


def test_page_asks_the_database_as_often_for_many_games(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    sign_in(client, Player.objects.create(username="mona", is_superuser=True))
    now = datetime.now(UTC)
    for number in range(12):
        ended([f"a{number}", f"b{number}"], [1, 2], now - HOUR)
    with django_assert_max_num_queries(30):
        client.get("/moderation/fair-play/")
