"""The read side of ratings: lists, histories, records. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery

from tournaments.ratings.days import Standing, value_on
from tournaments.ratings.glicko2 import Rating
from tournaments.ratings.models import PlayerRating, RatingPool, RatingRow
from tournaments.ratings.results import day_of

Field = RatingPool.Field

ACTIVE = timedelta(days=365)  # a rating that nothing was added to for longer is not in the list


def field_of(seats: int) -> RatingPool.Field:
    """In which pool of its game a table of so many counts."""
    return Field.TWO if seats == 2 else Field.MULTI


# Ratings for seeding --------------------------------------------------------------------------------------------------


def rating_of(player_id: int, game: str, seats: int, at: datetime) -> Rating:
    """The rating of a player at tables of so many seats with which the day of ``at`` (UTC) began."""
    return ratings_of([player_id], game, seats, at)[player_id]


def ratings_of(player_ids: Iterable[int], game: str, seats: int, at: datetime) -> dict[int, Rating]:
    """The same of many at once, by player; who has played nothing yet has the rating with which everybody begins."""
    wanted, day = list(player_ids), day_of(at)
    earlier = RatingRow.objects.filter(pool=OuterRef("pool"), player=OuterRef("player"), day__lt=day).order_by("-day")
    newest = (
        PlayerRating.objects.filter(pool__rules=game, pool__field=field_of(seats), player__in=wanted)
        .annotate(row=Subquery(earlier.values("pk")[:1]))
        .values("row")
    )
    rows = {row.player_id: row for row in RatingRow.objects.filter(pk__in=newest)}
    return {player: value_on(_standing(rows[player]) if player in rows else None, day) for player in wanted}


def _standing(row: RatingRow) -> Standing:
    return Standing(row.value, row.day, row.games, row.total)
