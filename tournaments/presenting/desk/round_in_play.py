"""A round that is being played, as its directors look at it: what holds it up, and until when at the latest. Writes
nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from games.models import Game
from tournaments.event_log.kinds.words import round_in_words
from tournaments.models import Division, Event, FixtureGame, Round
from tournaments.queries import account_of, end_of_round, names_in, open_rounds, slowest_ends_of


@dataclass(frozen=True, slots=True)
class RoundInPlay:
    """A round with how many of its ``games`` are ``open``; ``latest_end``: when what is open then is decided by what
    stands on the board, or the longest that its games can last (``is_decided`` false). ``waits_for`` are the players to
    act, each with the number of games, the one with most first; ``byes`` are players who sit it out, and what as."""

    number: int
    deadline: datetime | None
    is_extended: bool
    latest_end: datetime
    is_decided: bool
    games: int
    open: int
    waits_for: tuple[tuple[str, int], ...]
    byes: tuple[tuple[str, str], ...]


def rounds_in_play(event: Event) -> list[Round]:
    """The rounds of which games are open, by division and number, with how many ``open_games`` they have."""
    count = Count("fixtures__games", filter=Q(fixtures__games__game__status=Game.Status.RUNNING))
    found = open_rounds(event).annotate(open_games=count).select_related("division__stage", "division__event")
    return list(found.order_by("division__stage__number", "division__tier", "division__number", "number"))


def round_in_play(held: Round) -> RoundInPlay:
    """The round as it stands."""
    games = FixtureGame.objects.filter(fixture__round=held)
    running = games.filter(game__status=Game.Status.RUNNING)
    ends, is_decided = _latest_end(held)
    return RoundInPlay(
        number=held.number,
        deadline=held.deadline,
        is_extended=held.is_extended,
        latest_end=ends,
        is_decided=is_decided,
        games=games.count(),
        open=running.count(),
        waits_for=_waits_for(running.select_related("game").prefetch_related("game__seats__player")),
        byes=_byes(held.division, held.number),
    )


def _latest_end(held: Round) -> tuple[datetime, bool]:
    if (end := end_of_round(held)) is not None:
        return end, True
    event = held.division.event
    return slowest_ends_of(event, started=held.started_at or event.created_at).rested, False


def _waits_for(played: Iterable[FixtureGame]) -> tuple[tuple[str, int], ...]:
    acting = Counter(
        seat.player.username
        for one in played
        for seat in one.game.seats.all()
        if seat.number == one.game.to_act and not seat.has_left
    )
    return tuple(sorted(acting.items(), key=lambda one: (-one[1], one[0])))


def _byes(division: Division, number: int) -> tuple[tuple[str, str], ...]:
    names = names_in(division)
    byes = [bye for bye in account_of(division).byes if bye.round == number and bye.entrant in names]
    return tuple(sorted((names[bye.entrant], round_in_words(bye.kind)) for bye in byes))
