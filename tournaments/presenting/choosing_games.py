"""The games of an event to choose from, for a director who has named none yet: a row for each, with what it counts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import F, QuerySet

from games.models import Game
from ground.wording import and_list
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import OfGame, slugs_of
from tournaments.models import Event
from tournaments.queries import games_of_event


@dataclass(frozen=True, slots=True)
class GameToChoose:
    """A game by its number: its round, who plays it, and the last entry of the log that says how it counts."""

    number: int
    round: int
    players: str
    counted: str


def games_to_choose(event: Event, *, statuses: Collection[str], player: str = "") -> QuerySet[Game]:
    """The games in one of these states, of one player if a name is given; the round that was paired last comes first,
    and of a round the games that ended last."""
    games = games_of_event(event).filter(status__in=statuses)
    if player:
        games = games.filter(seats__player__username__iexact=player)
    return games.order_by("-fixture_game__fixture__round__number", F("finished_at").desc(nulls_last=True), "pk")


def described(event: Event, games: Iterable[Game]) -> list[GameToChoose]:
    """The rows of these games, in their order, asked for with a few statements for all of them."""
    numbers = [game.pk for game in games]
    rows = games_of_event(event).filter(pk__in=numbers).select_related("fixture_game__fixture__round")
    found = {game.pk: game for game in rows.prefetch_related("seats__player")}
    entries = event.log_entries.filter(game__in=numbers, kind__in=slugs_of(OfGame)).order_by("seq")
    counted = {entry.game: entry.text for entry in describe(event, list(entries)) if not entry.is_reverted}
    return [
        GameToChoose(
            number=number,
            round=found[number].fixture_game.fixture.round.number,
            players=and_list([seat.player.username for seat in found[number].seats.all()]),
            counted=counted.get(number, ""),
        )
        for number in numbers
    ]
