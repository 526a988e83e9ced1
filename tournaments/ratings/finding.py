"""Finding what an address of ratings names, for pages and REST."""

from __future__ import annotations

from datetime import date

from django.http import Http404
from django.urls import register_converter
from django.utils import timezone
from django.utils.translation import gettext

from games.models import Player
from games.play.queries import player_named
from tournaments.models.ratings import RatingPool
from tournaments.ratings import queries
from tournaments.ratings.results import day_of


def today() -> date:
    """The day as ratings count days, in UTC."""
    return day_of(timezone.now())


def found_player(username: str) -> Player:
    """The player of that name. Raises Http404."""
    found = player_named(username)
    if found is None:
        raise Http404(gettext("There is no player called {username}.").format(username=username))
    return found


def found_versions(bot: Player, pool: RatingPool, than: str) -> list[queries.VersionLine]:
    """The versions of a bot, compared with the one called ``than``; nobody else has any. Raises Http404."""
    lines = queries.versions_in(bot, pool, than)
    if than and than not in [line.version for line in lines]:
        known = ", ".join(line.version for line in lines)
        problem = gettext("{bot} has no version {version}. Its versions: {known}.")
        raise Http404(problem.format(bot=bot.username, version=than, known=known or "-"))
    return lines


def found_pool(rules: str, field: str) -> RatingPool:
    """The pool of a game and a kind of table. Raises Http404."""
    found = queries.pool_named(rules, field)
    if found is None:
        raise Http404(
            gettext("There are no ratings of {rules} for {label}.").format(
                rules=rules, label=RatingPool.Field(field).label
            )
        )
    return found


class FieldConverter:
    """The size of a pool's tables in an address."""

    regex = "|".join(RatingPool.Field.values)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return str(value)


class DayConverter:
    """A day in an address, such as 2026-03-02; a date that does not exist is no address."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(FieldConverter, "field")
register_converter(DayConverter, "day")
