"""What all findings have, and the games that they are made from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Prefetch

from games.models import Game, Seat

LOOKED_BACK = timedelta(days=90)
MOST_GAMES = 2000  # of the newest, from which findings are made
MOST_SHOWN = 50  # findings of a kind
MOST_LINKED = 12  # games of one finding


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to look at: the ``players`` concerned, the ``reasons`` with their numbers, the newest games first.

    ``weight`` orders findings, the heaviest first; it is no measure of guilt and is not shown.
    """

    players: tuple[str, ...]
    reasons: tuple[str, ...]
    games: tuple[int, ...] = ()
    weight: float = 0.0


@dataclass(slots=True)
class Played:
    """A finished game of two people as far as fair play is concerned. ``winner`` is a seat, None for a draw or none.

    ``turns`` are those that each seat took, ``scores`` stand on the board at the end, ``left`` says how a seat left.
    """

    game: Game
    players: tuple[int, int]
    names: tuple[str, str]
    scores: tuple[int, int]
    left: tuple[str, str]
    winner: int | None
    turns: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def loser(self) -> int | None:
        return None if self.winner is None else 1 - self.winner


def played_since(now: datetime) -> list[Played]:
    """The newest finished games of two people that were rated, the newest first."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    ended = Game.objects.filter(status=Game.Status.FINISHED, rated=True, finished_at__gte=now - LOOKED_BACK)
    found = []
    for game in ended.order_by("-finished_at", "-pk").prefetch_related(seats)[:MOST_GAMES]:
        both = list(game.seats.all())
        if len(both) == 2 and not any(seat.player.is_program for seat in both):
            found.append(_played(game, both))
    return found


def _played(game: Game, seats: list[Seat]) -> Played:
    first, second = seats
    places = (first.place, second.place)
    is_decided = None not in places and places[0] != places[1]
    return Played(
        game=game,
        players=(first.player_id, second.player_id),
        names=(first.player.username, second.player.username),
        scores=(first.points or 0, second.points or 0),
        left=(first.left_reason, second.left_reason),
        winner=places.index(1) if is_decided else None,
    )


def heaviest(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that are shown, in their order."""
    return sorted(findings, key=lambda finding: (-finding.weight, finding.players))[:MOST_SHOWN]
