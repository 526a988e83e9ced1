"""Seconds for the standings of a big Swiss event and for pairing its next round.

    python -m benchmarks.standings [--players 100,1000,3000] [--runs 3] [--profile]

Pure functions only: no database, no pages. Events are played by lot, a stronger player winning more often, and
paired by our own engine. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random

from tournaments.pairing.swiss import FIRST, SECOND, Entry, Pairs, pair_swiss
from tournaments.running.gc_pause import gc_paused
from tournaments.standings.matches import GameResult
from tournaments.standings.points import POINT
from tournaments.standings.ranking import standings
from tournaments.standings.rulesets import usual_ruleset
from tournaments.standings.tables import Bye, Kind, Pairing, Roster

Work = Callable[[], object]

SEED = "5eed"
STANDINGS_ROUNDS = 9
PAIRED_ROUND = 6
DRAWS = 0.3  # performances that close are a draw


def main() -> None:
    """Measure and print one line for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", default="100,1000,3000", help="numbers of players, by commas")
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the best counts")
    parser.add_argument("--profile", action="store_true", help="show where the time goes, which takes longer")
    options = parser.parse_args()
    print(f"{'players':>8}  {f'round {PAIRED_ROUND}, s':>12}  {f'standings of {STANDINGS_ROUNDS} rounds, s':>26}")
    for players in map(int, options.players.split(",")):
        work: list[Work] = [partial(_pair, _play(players, PAIRED_ROUND - 1), PAIRED_ROUND), _ranking(players)]
        paired, ranked = (_best(each, options.runs) for each in work)
        print(f"{players:>8}  {paired:>12.3f}  {ranked:>26.3f}", flush=True)
        for each in work if options.profile else ():
            _profile(each)


def _ranking(players: int) -> Work:
    roster, results = _drawn_event(players)
    compute = partial(standings, usual_ruleset("swiss", "btt"), roster, results)
    return gc_paused()(compute)  # as a worker does it


def _best(work: Work, runs: int) -> float:
    """Processor seconds of the quickest run."""
    seconds = []
    for _ in range(runs):
        started = time.process_time()
        work()
        seconds.append(time.process_time() - started)
    return min(seconds)


def _profile(work: Work) -> None:
    profile = cProfile.Profile()
    profile.runcall(work)
    pstats.Stats(profile).sort_stats("tottime").print_stats(12)


def _pair(entries: list[Entry], number: int) -> Pairs:
    return pair_swiss(entries, seed=SEED, stage=1, round_number=number)


def _play(players: int, rounds: int) -> list[Entry]:
    """The entries of an event after so many rounds."""
    random = Random(players)
    strength = {number: random.gauss() for number in range(1, players + 1)}
    entries = {number: Entry(number, 0) for number in strength}
    for number in range(1, rounds + 1):
        paired = _pair(list(entries.values()), number)
        before = entries.copy()
        for first, second in paired.pairs:
            points = _points(strength[first] - strength[second], random)
            entries[first] = _after(before[first], before[second], FIRST, points)
            entries[second] = _after(before[second], before[first], SECOND, POINT - points)
        if paired.bye is not None:
            entry = before[paired.bye]
            entries[paired.bye] = replace(
                entry, score=entry.score + POINT, seats=(*entry.seats, None), floats=(*entry.floats, 0), had_bye=True
            )
    return list(entries.values())


def _points(edge: float, random: Random) -> int:
    performance = edge + random.gauss()
    return POINT if performance > DRAWS else 0 if performance < -DRAWS else POINT // 2


def _after(own: Entry, other: Entry, seat: int, points: int) -> Entry:
    drift = (own.score > other.score) - (own.score < other.score)
    return replace(
        own,
        score=own.score + points,
        met=(*own.met, other.number),
        seats=(*own.seats, seat),
        floats=(*own.floats, drift),
    )


def _drawn_event(players: int) -> tuple[Roster, list[GameResult]]:
    """Rounds in which neighbours in the order of points meet, and one in twenty sits out with half a point."""
    random = Random(players)
    points = dict.fromkeys(range(1, players + 1), 0)
    pairings: list[Pairing] = []
    results: list[GameResult] = []
    byes: list[Bye] = []
    for number in range(1, STANDINGS_ROUNDS + 1):
        there = sorted(points, key=lambda player: (-points[player], random.random()))
        absent = set(random.sample(there, players // 20))
        byes += [Bye(player, number, Kind.HALF_BYE) for player in sorted(absent)]
        there = [player for player in there if player not in absent]
        if len(there) % 2:
            byes.append(Bye(there.pop(), number, Kind.PAIRING_BYE))
        for pair in zip(there[::2], there[1::2], strict=True):
            places = random.choice([(1, 2), (1, 1), (2, 1)])
            points[pair[0]] += places[1]
            points[pair[1]] += places[0]
            fixture = len(pairings) + 1
            pairings.append(Pairing(fixture, pair, number))
            results.append(GameResult(fixture, fixture, 1, pair, (2 - places[0], 2 - places[1]), places, (), "score"))
    return Roster(tuple(points), tuple(pairings), tuple(byes)), results


if __name__ == "__main__":
    main()
