"""Pairs of players who may exchange rated results: many games with each other, few with anybody else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext

from tournaments.fair_play import words as sentences
from tournaments.fair_play.findings import MOST_LINKED, Finding, Played, heaviest

FEWEST = 4  # games of a pair
LARGE_SHARE = 0.5  # of all rated games of one of them


def rating_trades(games: Sequence[Played]) -> list[Finding]:
    """A finding for each pair that meets often, mostly each other, or takes turns in winning."""
    of_player: Counter[str] = Counter()
    of_pair: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for played in games:
        first, second = sorted(played.names)
        of_player.update((first, second))
        of_pair[first, second].append(played)
    found = []
    for pair, together in of_pair.items():
        if len(together) >= FEWEST and (finding := _look(pair, together, of_player)):
            found.append(finding)
    return heaviest(found)


def _look(pair: tuple[str, str], games: Sequence[Played], of_player: Counter[str]) -> Finding | None:
    reasons = []
    shares = {name: len(games) / of_player[name] for name in pair}
    weight = 0.0
    for name, share in shares.items():
        if share >= LARGE_SHARE:
            reasons.append(
                gettext("{games} of the {all} rated games of {player} are with this opponent.").format(
                    games=len(games), all=of_player[name], player=name
                )
            )
            weight += share
    winners = [played.names[played.winner] for played in games if played.winner is not None]
    changes = sum(first != second for first, second in pairwise(winners))
    if len(winners) >= FEWEST and changes == len(winners) - 1:
        reasons.append(gettext("They won alternately, in all {count} decided games.").format(count=len(winners)))
        weight += 1.0
    if not reasons:
        return None
    wins = Counter(winners)
    reasons.append(sentences.score(pair, wins[pair[0]], wins[pair[1]], len(games) - len(winners)))
    return Finding(
        pair, tuple(reasons), tuple(played.game.pk for played in games[:MOST_LINKED]), weight + len(games) / 100
    )
