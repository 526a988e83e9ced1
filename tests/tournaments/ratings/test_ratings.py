"""Ratings through the services: what is counted, when, once, and again when a result has changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, GameEvent, Player, Seat
from games.play import agreements
from games.play import directing as referee
from seeds.celery import app
from tests.built_once import built_once
from tests.games.playing import play_on
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import League, after, end_with, friend, game_of, play
from tests.tournaments.rating_games import ended
from tournaments.glicko2 import PERIODS_A_DAY, Rating, aged
from tournaments.models import Event
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.ratings import services
from tournaments.ratings.days import RatedResult, rate_day
from tournaments.ratings.queries import ratings_of
from tournaments.ratings.records import record_of
from tournaments.ratings.results import results_of_day
from tournaments.tasks import check_ratings, count_ratings

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)
FRIENDS = ("anna", "bert", "cora", "dora")


def on(days: float = 0, hours: float = 12) -> datetime:
    """So many days and hours after the beginning of MONDAY."""
    return datetime(2026, 3, 2, tzinfo=UTC) + timedelta(days=days, hours=hours)


def pool_of(rules: str = "btt", field: str = "2p") -> RatingPool:
    return next(pool for pool in services.all_pools() if (pool.rules, pool.field) == (rules, field))


def count(days: float = 1, rules: str = "btt", field: str = "2p") -> RatingPool:
    """The pool, brought up to date in the night that begins so many days after MONDAY."""
    pool = pool_of(rules, field)
    services.bring_up_to_date(pool.pk, now=on(days, hours=1))
    pool.refresh_from_db()
    return pool


def everything(pool: RatingPool) -> list[Any]:
    """All that is stored of a pool's ratings, to the last bit."""
    numbers = ("player", "day", "rating", "deviation", "volatility", "total")
    return [
        sorted(RatingRow.objects.filter(pool=pool).values_list(*numbers, "games")),
        sorted(PlayerRating.objects.filter(pool=pool).values_list(*numbers)),
        sorted(RatingPeriod.objects.filter(pool=pool).values_list("day", "digest")),
    ]


def rated_names(pool: RatingPool) -> set[str]:
    return set(PlayerRating.objects.filter(pool=pool).values_list("player__username", flat=True))


def a_fortnight() -> None:
    """Twenty games of four friends on ten days of two weeks, several on some days."""
    for number in range(20):
        first, second = number % 4, (number + 1 + number // 4 % 3) % 4
        ended(
            (FRIENDS[first], FRIENDS[second]), ((1, 2), (2, 1), (1, 1))[number % 3], on(number * 7 // 10, number % 24)
        )


@built_once
def counted() -> RatingPool:
    """The pool of a fortnight, all of its days counted."""
    a_fortnight()
    return count(20)


# When -------------------------------------------------------------------------------------------------------------


def test_day_is_counted_once_it_is_over_and_settled() -> None:
    ended(("anna", "bert"), (1, 2), on())
    pool = pool_of()
    services.bring_up_to_date(pool.pk, now=on(1, hours=0.1))  # six minutes past midnight
    assert not RatingRow.objects.exists()
    services.bring_up_to_date(pool.pk, now=on(1, hours=0.2))
    assert {row.player.username: row.rating > 1500 for row in RatingRow.objects.all()} == {"anna": True, "bert": False}
    pool.refresh_from_db()
    assert pool.rated_through == MONDAY


def test_game_belongs_to_the_day_in_utc_on_which_it_ended() -> None:
    late, early = ended(("anna", "bert"), (1, 2), on(0, 23.99)), ended(("cora", "dora"), (1, 2), on(1, 0))
    pool = pool_of()
    assert [result.games for result in results_of_day(pool, MONDAY)] == [(late.pk,)]
    assert [result.games for result in results_of_day(pool, MONDAY + timedelta(1))] == [(early.pk,)]


def test_what_is_stored_is_what_the_pure_function_makes_of_the_results() -> None:
    ended(("anna", "bert"), (1, 2), on(0, 3))
    ended(("bert", "cora"), (1, 1), on(0, 1))
    count()
    anna, bert, cora = (friend(name).pk for name in ("anna", "bert", "cora"))
    expected = rate_day({}, MONDAY, [RatedResult((1,), (bert, cora), (1, 1)), RatedResult((2,), (anna, bert), (1, 2))])
    assert {row.player_id: row.value for row in RatingRow.objects.all()} == {p: s.value for p, s in expected.items()}
    assert RatingRow.objects.get(player=bert).games == 2


def test_counting_twice_changes_no_row() -> None:
    pool = counted()
    rows = list(RatingRow.objects.order_by("pk").values_list())
    assert rows
    count(20)
    count_ratings()
    assert list(RatingRow.objects.order_by("pk").values_list()) == rows
    assert PlayerRating.objects.filter(pool=pool).count() == 4


def test_days_that_were_missed_come_to_the_same_as_days_counted_one_by_one() -> None:
    a_fortnight()
    for day in range(1, 21):
        count(day)
    one_by_one, rows = everything(pool_of()), list(RatingRow.objects.order_by("pk").values_list("pk", flat=True))
    services.recount_from(pool_of().pk)
    assert everything(count(20)) == one_by_one
    assert list(RatingRow.objects.order_by("pk").values_list("pk", flat=True)) == rows  # nothing to write anew
    assert services.check_pool(pool_of().pk, now=on(20)) == []
    for stored in (RatingRow, PlayerRating, RatingPeriod, RatingPool):
        stored.objects.all().delete()  # type: ignore[attr-defined]
    assert everything(count(20)) == one_by_one
    assert len(one_by_one[2]) == len({on(number * 7 // 10).date() for number in range(20)})


def test_run_that_is_cut_short_goes_on_where_it_stopped() -> None:
    expected = everything(counted())
    services.recount_from(pool_of().pk)
    RatingRow.objects.update(rating=0)
    for _ in range(3):  # three days, then the worker is stopped
        services._count_next(pool_of().pk, MONDAY + timedelta(18), None)
    pool = pool_of()
    assert pool.dirty_from is not None
    assert pool.dirty_from > MONDAY
    assert not services.check_pool(pool.pk, now=on(20))  # it is known to be incomplete
    assert everything(count(20)) == expected


# What -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("values", "is_rated"),
    [
        ({}, True),
        ({"end_reason": "time"}, True),
        ({"rated": False}, False),
        ({"turns": 1}, False),
        ({"turns": 0, "end_reason": "time"}, False),
    ],
)
def test_game_is_rated_if_it_was_meant_to_be_and_was_played(values: dict[str, Any], is_rated: bool) -> None:
    ended(("anna", "bert"), (1, 2), on(), **values)
    assert bool(rated_names(count())) == is_rated


def test_game_without_a_result_or_against_a_house_bot_is_not_rated() -> None:
    Player.objects.create(username="plain", is_bot=True)
    ended(("anna", "bert"), None, on(), end_reason="annulled")
    ended(("anna", "bert"), None, on())
    ended(("anna", "plain"), (1, 2), on())
    assert not rated_names(count())


def test_two_steps_of_one_turn_are_one_turn() -> None:
    game = ended(("anna", "bert"), (1, 2), on(), turns=1)
    last = GameEvent.objects.filter(game=game).latest("seq")
    GameEvent.objects.create(game=game, seq=last.seq + 1, ply=9, kind="step", seat=last.seat, source="page", at=on())
    assert not rated_names(count())


@pytest.mark.usefixtures("unguarded_logs")
def test_what_the_house_bot_played_for_a_seat_that_left_is_no_turn_of_the_seat() -> None:
    game = ended(("anna", "bert", "cora"), (1, 2, 3), on(), turns=3)
    GameEvent.objects.filter(game=game, seat=2, ply__gt=3).update(cause="house_bot")
    assert not rated_names(count(field="multi"))


@pytest.mark.usefixtures("unguarded_logs")
def test_substitute_is_rated_for_turns_of_the_substitutes_own() -> None:
    early, late = ended(("anna", "bert"), (1, 2), on(), turns=3), ended(("cora", "dora"), (1, 2), on(), turns=3)
    for game, seq in ((early, 2), (late, 5)):
        GameEvent.objects.filter(game=game, seq=seq).update(kind="substituted", ply=None, seat=1)
    assert rated_names(count()) == {"anna", "bert"}


def test_tables_of_three_and_more_are_another_pool() -> None:
    ended(("anna", "bert", "cora"), (1, 2, 2), on())
    assert not rated_names(count())
    pool = count(field="multi")
    ratings = {each.player.username: each.rating for each in PlayerRating.objects.filter(pool=pool)}
    assert ratings["anna"] > 1500 > ratings["bert"] == ratings["cora"]


def test_there_is_no_pool_of_many_for_a_game_of_two() -> None:
    pools = {(pool.rules, pool.field) for pool in services.all_pools()}
    assert ("treeblox", "2p") in pools
    assert ("treeblox", "multi") not in pools
    assert len(pools) == 14  # without bots and with them


# Treeblox: single games and matches ----------------------------------------------------------------------------------


def test_single_game_of_treeblox_counts_what_it_is_worth_to_move_first() -> None:
    ended(("anna", "bert"), (1, 2), on(), rules="treeblox")
    ended(("cora", "dora"), (2, 1), on(), rules="treeblox")
    pool = count(rules="treeblox")
    ratings = {each.player.username: each.rating for each in PlayerRating.objects.filter(pool=pool)}
    assert ratings["dora"] > ratings["anna"] > 1500  # to win as Light is harder


def finish(event: Event, first: str, second: str, dark: int, light: int, day: float) -> Game:
    game = end_with(game_of(event, first, second), dark, light)
    Game.objects.filter(pk=game.pk).update(finished_at=on(day))
    return game


def test_match_of_treeblox_is_one_result_on_the_day_of_its_last_game(league: League) -> None:
    event = league("anna", "bert")
    one, two = finish(event, "anna", "bert", 5, 3, 0), finish(event, "bert", "anna", 7, 3, 2)
    pool = count(rules="treeblox")
    assert not rated_names(pool)
    count(3, rules="treeblox")
    (period,) = RatingPeriod.objects.all()
    assert period.day == MONDAY + timedelta(2)
    (result,) = [RatedResult.load(data) for data in period.results]
    assert sorted(result.games) == sorted([one.pk, two.pk])
    assert dict(zip(result.players, result.places, strict=True)) == {friend("anna").pk: 2, friend("bert").pk: 1}
    assert result.advantage == 0  # 8 leaves against 10


def test_game_of_a_match_that_was_given_up_counts_in_its_rating_as_in_the_event(league: League) -> None:
    event = league("anna", "bert")
    finish(event, "anna", "bert", 5, 2, 0)
    given_up = play(game_of(event, "bert", "anna"), "L 1,1,1", "L 1,4,1", "L 2,1,1", "L 2,4,1", "L 3,1,1")
    agreements.resign(game_id=given_up.pk, player_id=friend("anna").pk, at=on(0, 15), source="page")
    (result,) = results_of_day(count(rules="treeblox"), MONDAY)  # 5 leaves against 2 and at least 8
    assert dict(zip(result.players, result.places, strict=True)) == {friend("anna").pk: 2, friend("bert").pk: 1}


def test_match_in_which_somebody_was_substituted_is_rated_game_by_game(league: League) -> None:
    event = league("anna", "bert")
    one, two = game_of(event, "anna", "bert"), game_of(event, "bert", "anna")
    finish(event, "anna", "bert", 5, 3, 0)
    act("substitute", event, player="bert", substitute=friend("dora").username, reason="Bert is ill.")
    finish(event, "dora", "anna", 7, 3, 0)
    results = results_of_day(count(rules="treeblox"), MONDAY)
    anna, bert, dora = (friend(name).pk for name in ("anna", "bert", "dora"))
    assert results == sorted(
        [RatedResult((one.pk,), (anna, bert), (1, 2), 60.0), RatedResult((two.pk,), (dora, anna), (1, 2), 60.0)]
    )


def test_only_game_of_a_match_that_has_a_result_is_rated_like_a_single_one(league: League) -> None:
    event = league("anna", "bert")
    one, two = game_of(event, "anna", "bert"), game_of(event, "bert", "anna")
    finish(event, "anna", "bert", 5, 3, 0)
    referee.annul_game(game_id=two.pk, actor_id=None, reason="The event was called off.", at=on(0, 15))
    anna, bert = friend("anna").pk, friend("bert").pk
    assert results_of_day(count(rules="treeblox"), MONDAY) == [RatedResult((one.pk,), (anna, bert), (1, 2), 60.0)]


def test_game_that_an_event_no_longer_counts_because_somebody_withdrew_stays_rated(league: League) -> None:
    event = league("anna", "bert", "cora", "dora", rules="btt")
    played = play_on(Game.objects.filter(seats__player=friend("anna")).earliest("pk"), 4)
    winner = friend("anna").pk
    loser = played.seats.exclude(player=winner).get().player_id
    agreements.resign(game_id=played.pk, player_id=loser, at=on(0, 14), source="page")
    place = event.entrants.get(player=winner).pk
    leave_event(event_id=event.pk, entrant_id=place, player=friend("cleo"), reason="Anna has moved.", at=on(0, 15))
    assert Game.objects.filter(end_reason="forfeit").count() == 2  # without a move, so they are not rated
    (result,) = results_of_day(count(), MONDAY)
    assert result.games == (played.pk,)
    assert result.places[result.players.index(winner)] == 1


def test_match_that_nobody_played_is_not_rated(league: League) -> None:
    event = league("anna", "bert")
    for game in Game.objects.filter(fixture_game__fixture__round__division__event=event):
        agreements.resign(game_id=game.pk, player_id=friend("anna").pk, at=after(1), source="page")
    assert not rated_names(count(rules="treeblox"))


# When a result changes --------------------------------------------------------------------------------------------


def test_result_that_comes_late_is_counted_on_its_day_and_all_days_after_anew() -> None:
    a_fortnight()
    count(14)
    ended(("anna", "dora"), (2, 1), on(12))
    before = everything(count(14))
    pool = count(15)
    assert everything(pool)[0] != before[0]
    assert RatingPeriod.objects.get(day=on(12).date()).results[-1][1] == [friend("anna").pk, friend("dora").pk]
    assert services.check_pool(pool.pk, now=on(15)) == []


def test_correction_by_a_director_counts_from_the_day_of_the_game_on(league: League) -> None:
    event = league("anna", "bert", "cora", rules="btt")
    found = list(Game.objects.order_by("pk"))
    pairs = [list(game.seats.order_by("number").values_list("player__username", flat=True)) for game in found]
    for day, (game, (_, second)) in enumerate(zip(found, pairs, strict=True)):
        play_on(game, 4)
        agreements.resign(game_id=game.pk, player_id=friend(second).pk, at=on(day), source="page")
    before = everything(count(4))
    first, (winner, loser) = found[0], pairs[0]
    correction = act("correct-result", event, game=first.pk, places=(2, 1), at=on(4, 15))
    assert everything(count(4)) == before  # corrections are taken in with the next day
    assert everything(count(5)) != before
    rows = {row.player.username: row.rating for row in RatingRow.objects.filter(day=MONDAY)}
    assert rows[loser] > 1500 > rows[winner]
    assert record_of(friend(winner)).by_opponent[loser].lost == 1
    annulment = act("annul", event, game=first.pk, at=on(5, 15))
    count(6)
    assert not RatingRow.objects.filter(day=MONDAY).exists()
    for name in (winner, loser):
        assert PlayerRating.objects.get(player=friend(name)).total == 1
        assert record_of(friend(name)).by_pool["btt", "2p"].games == 1
    for line in (annulment, correction):
        act("revert-entry", event, entry=line.seq, at=on(6, 15))
    assert everything(count(7)) == before
    assert services.check_pool(pool_of().pk, now=on(7)) == []


def test_game_that_was_annulled_later_leaves_no_trace() -> None:
    ended(("anna", "bert"), (1, 2), on())
    game = ended(("cora", "dora"), (1, 2), on(1))
    ended(("cora", "anna"), (1, 2), on(2))
    pool = count(30)
    Seat.objects.filter(game=game).update(place=None)
    services.recount_from(pool.pk, on(1).date())
    services.recount_from(pool.pk, on(1).date())
    pool.refresh_from_db()
    assert pool.dirty_from == MONDAY + timedelta(1)
    count(30)
    assert rated_names(pool) == {"anna", "bert", "cora"}  # dora has played no other game
    assert services.check_pool(pool.pk, now=on(30)) == []


# Checking -------------------------------------------------------------------------------------------------------------


def test_check_finds_a_rating_that_was_tampered_with_and_the_next_run_sets_it_right() -> None:
    pool = counted()
    before = everything(pool)
    row = RatingRow.objects.order_by("day")[3]
    RatingRow.objects.filter(pk=row.pk).update(deviation=row.deviation + 1e-9)
    (finding,) = services.check_pool(pool.pk, now=on(20))
    assert f"the rating of player {row.player_id} on {row.day}" in finding
    pool.refresh_from_db()
    assert (pool.findings, pool.dirty_from) == (finding, row.day)
    assert everything(count(20)) == before


def test_day_that_a_wrong_clock_ended_too_early_is_counted_again() -> None:
    ended(("anna", "bert"), (1, 2), on(0))
    pool = count(1)
    ended(("anna", "emma"), (1, 2), on(0, hours=20))
    services.bring_up_to_date(pool.pk, now=on(0, hours=21))
    assert services.check_pool(pool.pk, now=on(0, hours=21)) == []
    assert rated_names(pool) == {"anna", "bert", "emma"}


def test_check_finds_a_list_that_is_behind_and_a_result_that_was_not_counted() -> None:
    pool = counted()
    PlayerRating.objects.filter(player=friend("anna")).update(total=1)
    assert "the list does not show" in services.check_pool(pool.pk, now=on(20))[0]
    count(20)
    assert services.check_pool(pool.pk, now=on(20)) == []
    ended(("anna", "bert"), (1, 2), on(1))
    assert "are not those that were rated" in services.check_pool(pool.pk, now=on(20))[0]


def test_constants_of_another_version_let_everything_be_counted_anew() -> None:
    before = everything(counted())
    RatingPool.objects.update(system=0)
    RatingRow.objects.update(rating=1)
    assert everything(count(20)) == before


def test_command_counts_recomputes_and_checks(capsys: pytest.CaptureFixture[str]) -> None:
    counted()
    call_command("ratings", "btt:2p", "--recompute", "--check")
    assert "4 players, counted through" in capsys.readouterr().out
    RatingRow.objects.filter(player=friend("anna")).update(rating=1800)
    with pytest.raises(CommandError, match="differences"):
        call_command("ratings", "btt:2p", "--check")
    call_command("ratings", "--recompute", "--check")
    with pytest.raises(CommandError, match=r"no pool 'chess'.*treeblox:2p"):
        call_command("ratings", "chess")


def test_one_pool_is_checked_each_night(caplog: pytest.LogCaptureFixture) -> None:
    a_fortnight()
    count_ratings()
    for pool in services.all_pools():
        PlayerRating.objects.filter(pool=pool).update(total=0)
    check_ratings()
    checked = RatingPool.objects.exclude(checked_at=None).get()
    assert bool(checked.findings) == (checked == pool_of())
    assert len(caplog.records) == bool(checked.findings)


# For events -----------------------------------------------------------------------------------------------------------


def test_rating_at_a_moment_is_the_one_with_which_the_day_began() -> None:
    ended(("anna", "bert"), (1, 2), on())
    ended(("anna", "bert"), (1, 2), on(4))
    count(10)
    anna = friend("anna").pk

    def rating_of(player: int, game: str, seats: int, at: datetime) -> Rating:
        return ratings_of([player], game, seats, at)[player]

    monday, friday = (row.value for row in RatingRow.objects.filter(player=anna).order_by("day"))
    assert rating_of(anna, "btt", 2, on(0, 23)) == Rating()
    assert rating_of(anna, "btt", 2, on(1)) == monday
    assert rating_of(anna, "btt", 2, on(4, 23)) == aged(monday, 3 * PERIODS_A_DAY)
    assert rating_of(anna, "btt", 2, on(5)) == friday
    assert rating_of(anna, "btt", 3, on(5)) == rating_of(anna, "twigs", 2, on(5)) == Rating()


def test_ratings_of_many_are_those_of_each() -> None:
    counted()
    players = [friend(name).pk for name in (*FRIENDS, "nobody")]
    for day in (0, 3, 9, 200):
        assert ratings_of(players, "btt", 2, on(day)) == {
            player: rating for one in players for player, rating in ratings_of([one], "btt", 2, on(day)).items()
        }


def test_nightly_work_is_known_to_the_workers() -> None:
    app.loader.import_default_modules()
    planned = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert {count_ratings.name, check_ratings.name} <= planned <= set(app.tasks)
