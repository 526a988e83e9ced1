"""Games that may have been thrown: resigned early or while ahead, or won against the rating."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext

from games.models import GameEvent
from tournaments.fair_play import words as sentences
from tournaments.fair_play.findings import Finding, Played, heaviest
from tournaments.glicko2 import Rating, expected_score
from tournaments.ratings.queries import ratings_of
from tournaments.ratings.results import day_of, start_of

EARLY = 0.25  # of the usual turns of a game
UNLIKELY = 0.1  # of a point that the winner could hope for
_AT_ONCE = 400

Ratings = Mapping[tuple[str, date], Mapping[int, Rating]]


def thrown_games(games: Sequence[Played]) -> list[Finding]:
    """A finding for each game that was lost in a way that deserves a look."""
    lost = [played for played in games if played.loser is not None]
    _count_turns(lost)
    ratings = _ratings_then(lost)
    return heaviest(finding for played in lost if (finding := _look(played, ratings)))


def _look(played: Played, ratings: Ratings) -> Finding | None:
    winner, loser = played.winner, played.loser
    if winner is None or loser is None:
        return None
    reasons, weight = [], 0.0
    if played.left[loser] == "resignation":
        for reason, heavier in _resignation(played, winner, loser):
            reasons.append(reason)
            weight += heavier
    then = ratings[played.game.rules, _day(played)]
    own, other = then[played.players[winner]], then[played.players[loser]]
    hoped = expected_score(own, other)
    if hoped < UNLIKELY:
        reasons.append(
            gettext(
                "{player} won although only {percent} % of a point was expected ({own:.0f} against {other:.0f})."
            ).format(player=played.names[winner], percent=round(100 * hoped), own=own.rating, other=other.rating)
        )
        weight += 1 - hoped / UNLIKELY
    if not reasons:
        return None
    return Finding((played.names[loser], played.names[winner]), tuple(reasons), (played.game.pk,), weight)


def _resignation(played: Played, winner: int, loser: int) -> Iterator[tuple[str, float]]:
    """The reasons for which a resignation deserves a look, each with its weight."""
    rules = played.game.game_rules
    usual = rules.usual_turns(2, played.game.options) / 2
    name, turns = played.names[loser], played.turns[loser]
    if turns < EARLY * usual:
        yield sentences.resigned_early(name, turns, round(usual)), 1 - turns / (EARLY * usual)
    ahead = played.scores[loser] - played.scores[winner]
    if ahead > 0:
        yield (
            gettext("{player} resigned with the higher score on the board, {own} to {other}.").format(
                player=name, own=played.scores[loser], other=played.scores[winner]
            ),
            1.0 + ahead / 10,
        )


def _count_turns(games: Sequence[Played]) -> None:
    """How many turns each seat took; several steps in a row are one."""
    by_number = {played.game.pk: played for played in games}
    numbers = sorted(by_number)
    for start in range(0, len(numbers), _AT_ONCE):
        steps = GameEvent.objects.filter(game__in=numbers[start : start + _AT_ONCE], kind=GameEvent.Kind.STEP)
        last: tuple[int, int | None] | None = None
        for game, seat in steps.order_by("game", "seq").values_list("game", "seat"):
            if seat is not None and last != (game, seat):
                by_number[game].turns[seat] += 1
            last = game, seat


def _ratings_then(games: Sequence[Played]) -> Ratings:
    """The ratings of the players with which each day of their games began, by game and day."""
    wanted: dict[tuple[str, date], set[int]] = {}
    for played in games:
        wanted.setdefault((played.game.rules, _day(played)), set()).update(played.players)
    return {(rules, day): ratings_of(players, rules, 2, start_of(day)) for (rules, day), players in wanted.items()}


def _day(played: Played) -> date:
    return day_of(played.game.finished_at or played.game.started_at)
