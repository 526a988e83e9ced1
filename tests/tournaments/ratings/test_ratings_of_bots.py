"""Ratings of players' bots: apart from those of people, and of one version after another."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.accounts.bots import declare_bot, describe_bot
from games.models import Player
from tests.games.browsing import Browser
from tests.tournaments.conftest import friend
from tests.tournaments.rating_games import ended
from tournaments.glicko2 import Rating, difference, expected_score
from tournaments.models.ratings import PlayerRating, RatingPool, RatingRow
from tournaments.ratings import services
from tournaments.ratings.days import RatedResult, Standing, rate_day, value_on
from tournaments.ratings.queries import account_of, changes_of, pools_with_players
from tournaments.ratings.results import day_of

pytestmark = pytest.mark.django_db
MONDAY = date(2026, 3, 2)
LIST = "/api/v1/ratings/btt/2p-bots/"
VERSIONS = f"{LIST}greedy-bot/versions/"


def on(days: int) -> datetime:
    """Noon, so many days after MONDAY."""
    return datetime(2026, 3, 2, 12, tzinfo=UTC) + timedelta(days=days)


@pytest.fixture(autouse=True)
def greedy(monkeypatch: pytest.MonkeyPatch) -> Player:
    """A bot of anna's, on a day soon after its games."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: on(30))
    declare_bot(owner=friend("anna"), username="other-bot", about="Plays.", at=on(0))
    return declare_bot(owner=friend("anna"), username="greedy-bot", about="Takes what it can.", at=on(0))


def count(days: int = 20) -> dict[str, RatingPool]:
    """All pools of BTT by field, counted in the night after so many days."""
    pools = {pool.field: pool for pool in services.all_pools() if pool.rules == "btt"}
    for pool in pools.values():
        services.bring_up_to_date(pool.pk, now=on(days + 1))
        pool.refresh_from_db()
    return pools


def rated(pool: RatingPool) -> set[str]:
    return set(PlayerRating.objects.filter(pool=pool).values_list("player__username", flat=True))


def an_old_and_a_new_version(greedy: Player) -> None:
    """Version 1 loses 12 games in 6 days, version 2 wins 36 in 6 days."""
    for number in range(12):
        ended(("greedy-bot", "other-bot"), (2, 1), on(number % 6))
    describe_bot(greedy, version="2", at=on(8))
    for number in range(36):
        ended(("greedy-bot", "other-bot"), (1, 2), on(8 + number % 6))


def test_game_with_a_bot_changes_no_rating_among_people(greedy: Player) -> None:
    ended(("anna", "bert"), (1, 2), on(0))
    among_people = ended(("anna", "bert", "cora"), (1, 2, 3), on(0))
    with_bot = ended(("bert", "greedy-bot"), (2, 1), on(1))
    ended(("bert", "greedy-bot", "other-bot"), (1, 2, 3), on(1))
    pools = count()
    assert {field: rated(pool) for field, pool in pools.items()} == {
        "2p": {"anna", "bert"},
        "multi": {"anna", "bert", "cora"},
        "2p-bots": {"bert", "greedy-bot"},
        "multi-bots": {"bert", "greedy-bot", "other-bot"},
    }
    assert RatingRow.objects.filter(pool=pools["2p"], player=friend("bert")).count() == 1
    first, second = changes_of(with_bot, list(with_bot.seats.order_by("number")))
    assert (first.player, first.before, first.after.rating < 1500 < second.after.rating) == ("bert", Rating(), True)
    assert len(changes_of(among_people, list(among_people.seats.order_by("number")))) == 3


def test_list_of_bots_has_no_people_and_those_of_people_no_bots(greedy: Player) -> None:
    ended(("anna", "bert"), (1, 2), on(0))
    ended(("bert", "greedy-bot"), (2, 1), on(1))
    count()
    assert [(pool.field, pool.listed) for pool in pools_with_players(day_of(on(30)))] == [("2p", 2), ("2p-bots", 1)]  # type: ignore[attr-defined]
    assert [line["player"] for line in Client().get(LIST).json()["results"]] == ["greedy-bot"]
    page = Browser().get("/ratings/")
    assert [card.text() for card in page.tree.css("#bots + ul h2")] == [
        f"{RatingPool.objects.get(rules='btt', field='2p-bots')}"
    ]
    assert "It has bots with a rated game" in Browser().get("/ratings/btt/2p-bots/?player=bert").note()
    assert Client().get("/ratings/btt/2p-bots/ratings.csv").status_code == 200
    assert Browser().get("/ratings/of/bert/btt/2p-bots/").status == 200


def test_new_version_starts_at_the_old_rating_less_sure_and_keeps_the_history(greedy: Player) -> None:
    an_old_and_a_new_version(greedy)
    pool = count()["2p-bots"]
    old = RatingRow.objects.filter(player=greedy, day__lt=day_of(on(8))).latest("day")
    first = account_of(greedy, pool, day_of(on(8)))
    assert first is not None
    assert (first.before.rating, first.before.deviation > old.deviation + 50) == (old.rating, True)
    second = account_of(greedy, pool, day_of(on(9)))
    assert second is not None
    assert second.before == first.after
    assert RatingRow.objects.filter(player=greedy).count() == 12
    assert services.check_pool(pool.pk, now=on(21)) == []
    services.recount_from(pool.pk)
    columns = ("day", "player", "rating", "deviation")
    rows = list(RatingRow.objects.order_by("day", "player").values_list(*columns))
    count()
    assert list(RatingRow.objects.order_by("day", "player").values_list(*columns)) == rows


def test_page_and_rest_say_whether_a_version_is_better(greedy: Player) -> None:
    an_old_and_a_new_version(greedy)
    describe_bot(greedy, version="3", at=on(25))
    count()
    third, second, first = Client().get(VERSIONS).json()
    assert [line["version"] for line in (first, second, third)] == ["1", "2", "3"]
    assert (first["games"], first["since"], first["difference"]) == (12, "2026-03-02", None)
    assert (second["games"], second["than"], second["difference"]["better"]) == (36, "1", True)
    assert 0 < second["difference"]["low"] < second["difference"]["points"] < second["difference"]["high"]
    assert (third["games"], third["rating"], third["than"]) == (0, None, "")
    other_way = Client().get(f"{VERSIONS}?than=2").json()[2]["difference"]
    assert (other_way["better"], other_way["points"]) == (False, -second["difference"]["points"])
    page = Browser().get("/ratings/of/greedy-bot/btt/2p-bots/versions/?than=2")
    assert "worse than 2" in page.text
    assert "better than 1" in Browser().get("/ratings/of/greedy-bot/btt/2p-bots/versions/").text
    refused = Client().get(f"{VERSIONS}?than=7")
    assert (refused.status_code, refused.json()["detail"][-9:]) == (404, " 3, 2, 1.")
    friend("bert")
    assert Client().get(f"{LIST}bert/versions/").json() == []
    assert "Only bots of players" in Browser().get("/ratings/of/bert/btt/2p-bots/versions/").text


def test_interval_holds_the_true_difference_at_least_as_often_as_it_says() -> None:
    """200 bots with a better, a worse or an equal second version, 40 games of each against opponents like them."""
    random, held = Random(40), 0
    for _ in range(200):
        truth = [1500 + random.gauss(0, 150)]
        truth.append(truth[0] + random.gauss(0, 100))
        standings: dict[int, Standing] = {}
        closing: list[Any] = []
        for day in range(10):
            results = []
            for _ in range(8):
                opponent = random.choice((2, 3, 4))
                wins = random.random() < expected_score(
                    Rating(truth[day // 5], 0), Rating((1400, 1500, 1600)[opponent - 2], 0)
                )
                results.append(RatedResult((1,), (1, opponent), (1, 2) if wins else (2, 1)))
            for opponent, strength in ((2, 1400.0), (3, 1500.0), (4, 1600.0)):
                standings[opponent] = Standing(Rating(strength, 45, 0.01), MONDAY, 0, 100)
            starts = {1: [MONDAY + timedelta(days=5)]}
            standings |= rate_day(standings, MONDAY + timedelta(days=day), results, starts)
            closing.append(standings[1].value)
        found = difference(closing[9], closing[4])
        held += found.low <= truth[1] - truth[0] <= found.high
    assert 0.95 <= held / 200 < 1


def test_rating_ages_with_a_new_version_once() -> None:
    old = Standing(Rating(1600, 60, 0.06), MONDAY, 1, 30)
    days = [MONDAY + timedelta(days=number) for number in range(5)]
    assert value_on(old, days[1], [days[0], days[2]]) == value_on(old, days[1])
    assert value_on(old, days[3], days[2:4]) == value_on(old, days[3], days[3:])
    assert value_on(old, days[3], days[2:3]).deviation == pytest.approx((60**2 + 150**2) ** 0.5, abs=1)
