"""Checking the games of an event against its log: who sits at them, and how they have ended. Part of ``verifying``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from games.log_kinds.director_texts import ANNULLED
from games.models import Game
from tournaments.event_log.kinds import GameFinished, Substituted
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form
from tournaments.models import Event, FixtureGame
from tournaments.queries import games_of_event
from tournaments.standings.matches import CALLED_OFF, FORFEIT, TIME, WITHDRAWN

# What a log may call the reason for which a game has ended, besides the game's own word for it.
LOGGED_AS = {TIME: (FORFEIT,), FORFEIT: (WITHDRAWN,), ANNULLED: (CALLED_OFF,)}


class End(NamedTuple):
    """A game that is over; ``scores`` and ``places`` by seat, ``left`` are the seats that have left it."""

    number: int  # in its fixture
    at: datetime | None
    scores: Sequence[int]
    places: Sequence[int]
    left: Sequence[int]


class Sitting(NamedTuple):
    """The entrants and players of a game by seat, how it has ended, and the reason for that."""

    entrants: Sequence[int]
    players: Mapping[int, int]
    end: End | None = None
    reason: str = ""


def games_unlike_log(event: Event) -> Iterator[str]:
    """A sentence for each game that others play than have the places, or that has ended otherwise than the log tells.

    Ratings are made from what is compared here. What ends or changes hands while this looks is left out.
    """
    has_teams = event.form == Form.TEAMS  # whose players ``boards`` looks at
    stored = dict(_stored(event))
    now = dict(event.entrants.values_list("pk", "player"))
    described, moved = _described(event, now)
    for game, held in stored.items():
        due = described.get(game, _sitting(held.entrants, now))
        if due is None or (due.end is None and moved.intersection(held.entrants)):
            continue
        if (held.entrants != due.entrants) if has_teams else (held[:2] != due[:2]):
            yield f"Others sit at game {game} than the log says."
        if held.end != due.end or due.reason not in (held.reason, *LOGGED_AS.get(held.reason, ())):
            yield f"Game {game} has not ended as the log says."
    gone = sorted(game for game, due in described.items() if due is not None and game not in stored)
    yield from (f"Game {game}, of whose end the log tells, is not there." for game in gone)
    other = games_of_event(event).exclude(rules=event.rules, rated=event.rated).order_by("pk")
    yield from (f"Game {game} is not of the kind that the event plays." for game in other.values_list("pk", flat=True))


def _described(event: Event, now: dict[int, int]) -> tuple[dict[int, Sitting | None], set[int]]:
    """The games that are over, None for those that have ended since, and the places that have changed hands since.

    ``now`` says who has each place; the log, the last to be read, is gone back to its start from there.
    """
    then, moved = dict(now), set()
    described: dict[int, Sitting | None] = {}
    for seq, payload, at, _ in reversed(read(event.log_entries.all(), GameFinished, Substituted)):
        if isinstance(payload, Substituted):
            then[payload.entrant] = payload.old
            moved |= {payload.entrant} if seq > event.log_seq else set()
        elif seq > event.log_seq:
            described[payload.result.game] = None
        else:
            result = payload.result
            end = End(result.number, at, list(result.scores), list(result.places), list(result.left))
            sitting = _sitting(list(result.entrants), then)
            described[result.game] = sitting._replace(end=end, reason=result.reason)
    return described, moved


def _sitting(entrants: Sequence[int], players: Mapping[int, int]) -> Sitting:
    return Sitting(entrants, {seat: players[entrant] for seat, entrant in enumerate(entrants)})


def _stored(event: Event) -> Iterator[tuple[int, Sitting]]:
    """The games as they are, in one look at them and their seats."""
    games = FixtureGame.objects.filter(fixture__round__division__event=event)
    own = ("game", "number", "seating", "game__status", "game__finished_at", "game__end_reason")
    seat = ("game__seats__player", "game__seats__points", "game__seats__place", "game__seats__left_ply")
    rows = games.order_by("game", "game__seats__number").values_list(*own, *seat, "game__seats__number")
    for game, of_game in groupby(rows, key=itemgetter(0)):
        seats = list(of_game)
        _, number, entrants, status, at, reason, *_ = seats[0]
        players, points, places, left, numbers = zip(*(row[len(own) :] for row in seats), strict=True)
        sitting = Sitting(entrants, dict(zip(numbers, players, strict=True)))
        if status == Game.Status.FINISHED:
            gone = [number for number, ply in zip(numbers, left, strict=True) if ply is not None]
            scores = [one or 0 for one in points]
            end = End(number, at, scores, [place for place in places if place is not None], gone)
            sitting = sitting._replace(end=end, reason=reason)
        yield game, sitting
