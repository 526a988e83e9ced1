"""Ratings on PostgreSQL, counted by several schedulers at once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.at_once import at_once
from tests.tournaments.rating_games import ended
from tests.tournaments.ratings.test_ratings import a_fortnight, count, everything, on, pool_of
from tournaments.models.ratings import PlayerRating, RatingPool, RatingRow
from tournaments.ratings import services

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


def run() -> None:
    services.bring_up_to_date(pool_of().pk, now=on(20, hours=1))


@pytest.mark.slow
def test_four_schedulers_at_once_count_every_day_once() -> None:
    a_fortnight()
    at_once(run, run, run, run)
    together = everything(pool_of())
    assert RatingPool.objects.count() == 14
    for stored in (RatingRow, PlayerRating, RatingPool):
        stored.objects.all().delete()  # type: ignore[attr-defined]
    assert everything(count(20)) == together
    assert len(together[0]) == len({row[:2] for row in together[0]})


def test_new_day_and_a_mark_at_the_same_moment_both_count() -> None:
    a_fortnight()
    count(7)
    pool = pool_of()
    ended(("anna", "dora"), (2, 1), on(1))

    def mark() -> None:
        services.recount_from(pool.pk, on(1).date())

    at_once(run, mark, run, mark)
    run()
    assert services.check_pool(pool.pk, now=on(20)) == []
    assert RatingRow.objects.filter(day=on(1).date()).exists()
    assert pool_of().rated_through == on(20).date() - timedelta(1)
