"""Records of a game over all events: the biggest win, the longest streak, the most titles and so on. Read from the
results as directors have corrected them. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.core.cache import cache

from games.models import Game, Player, Seat
from games.rules import RULES
from ground.canonical import digest_of
from tournaments.history.titles import MOST_EVENTS, events_with_titles, most_titles, titles_in
from tournaments.models import FixtureGame
from tournaments.queries import events_over
from tournaments.ratings.results import changed_results
from tournaments.standings.records import FEWEST, AllTimeRecord, Played, RecordKind, records_in

KEPT_SECONDS = 86_400
MOST_GAMES = 20_000  # of a game that are looked through, the latest
PLAYED_OUT = frozenset({"score", "no active leaves"})  # how a game ends by its rules


def records_of(rules: str) -> list[AllTimeRecord]:
    """The records of a game in events that are over, in the order of ``RecordKind``; those that nobody has set are left
    out. The last ``MOST_GAMES`` games count."""
    titles = most_titles(titles_in(events_with_titles().filter(rules=rules)[:MOST_EVENTS]))
    over = events_over().filter(rules=rules).order_by("pk").values_list("pk", "log_digest")
    key = f"all-time-records:{digest_of([rules, *map(list, over)])}"  # what is over changes by its log alone
    if (of_numbers := cache.get(key)) is None:
        of_numbers = records_in(_games(rules), has_aggregates=RULES[rules].is_uneven)
        cache.set(key, of_numbers, KEPT_SECONDS)
    found = _named(of_numbers)
    if titles and titles[0].count >= FEWEST:
        best = [one.player for one in titles if one.count == titles[0].count]
        found.append(AllTimeRecord(RecordKind.MOST_TITLES, titles[0].count, tuple(best)))
    return found


def _named(records: list[AllTimeRecord]) -> list[AllTimeRecord]:
    """The same with the names that players have now, in the place of their numbers."""
    names = Player.objects.in_bulk({int(number) for one in records for number in one.players})
    found = [(one, [names[int(number)].username for number in one.players]) for one in records]
    return [replace(one, players=tuple(named if one.scores else sorted(named))) for one, named in found]


def _games(rules: str) -> Iterator[Played]:
    """The last games of events that are over, in the order in which they ended. Players are called by their numbers."""
    over = events_over().filter(rules=rules).order_by()
    of_events = FixtureGame.objects.filter(fixture__round__division__event__in=over.values("pk"))
    ended = of_events.filter(game__status=Game.Status.FINISHED).order_by("-game__finished_at", "-game")
    rows = ended.values_list(
        "game", "fixture", "fixture__round__division__event__slug", "game__finished_at", "game__ply", "game__end_reason"
    )[:MOST_GAMES]
    known = {row[0]: row for row in reversed(rows)}
    changed = changed_results(of_events.values("game"))
    seats: dict[int, list[tuple[str, int, int | None, bool]]] = {}
    at_games = Seat.objects.filter(game__in=of_events.values("game")).order_by("game", "number")
    for game, player, points, place, left_ply in at_games.values_list(
        "game", "player_id", "points", "place", "left_ply"
    ):
        if game in known:
            seats.setdefault(game, []).append((str(player), points or 0, place, left_ply is not None))
    for game, (_, fixture, event, at, steps, reason) in known.items():
        if at is None:
            continue
        players, scores, places, left = (tuple(column) for column in zip(*seats[game], strict=True))
        if (correction := changed.get(game)) is not None:
            scores, places, reason = correction.scores, correction.places, correction.reason
        has_result = all(places) and len(places) == len(players)
        yield Played(
            game, fixture, event, at, players, scores, places if has_result else (), steps,
            is_played_out=has_result and reason in PLAYED_OUT and not any(left) and correction is None,
        )  # fmt: skip
