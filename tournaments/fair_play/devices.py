"""Accounts that were signed in to from the same address, or with the same program at it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import combinations

from games.accounts.login_traces import KEPT_FOR
from games.models import LoginTrace
from tournaments.fair_play import words as sentences
from tournaments.fair_play.findings import MOST_LINKED, Finding, Played, heaviest

CROWD = 6  # accounts at one address that are rather a club, a school or a provider


def shared_devices(games: Sequence[Played], *, now: datetime) -> list[Finding]:
    """A finding for each two accounts that share a program at an address, or an address that few use."""
    together = _shared(LoginTrace.Kind.PROGRAM, now)
    nearby = {pair: count for pair, count in _shared(LoginTrace.Kind.ADDRESS, now).items() if count <= CROWD}
    between = _games_between(games)
    found = []
    for pair in sorted(together.keys() | nearby.keys()):
        crowd = together.get(pair) or nearby[pair]
        played = between.get(pair, [])
        reasons = [sentences.shared(is_program=pair in together, accounts=crowd, days=KEPT_FOR.days)]
        reasons.append(sentences.met(len(played)))
        weight = (2.0 if pair in together else 1.0) + len(played)
        found.append(Finding(pair, tuple(reasons), tuple(played[:MOST_LINKED]), weight))
    return heaviest(found)


def _shared(kind: str, now: datetime) -> dict[tuple[str, str], int]:
    """Pairs of names that share a trace, each with how many accounts share it at most."""
    traces = LoginTrace.objects.filter(kind=kind, last_at__gte=now - KEPT_FOR, player__is_active=True)
    by_digest: dict[str, set[str]] = defaultdict(set)
    for digest, name in traces.values_list("digest", "player__username"):
        by_digest[digest].add(name)
    pairs: dict[tuple[str, str], int] = {}
    for names in by_digest.values():
        for pair in _pairs(names):
            pairs[pair] = max(pairs.get(pair, 0), len(names))
    return pairs


def _pairs(names: Iterable[str]) -> list[tuple[str, str]]:
    """Every two of these, where they are few enough to mean something."""
    known = sorted(names)
    return list(combinations(known, 2)) if len(known) <= 4 * CROWD else []


def _games_between(games: Iterable[Played]) -> dict[tuple[str, str], list[int]]:
    between: dict[tuple[str, str], list[int]] = defaultdict(list)
    for played in games:
        first, second = sorted(played.names)
        between[first, second].append(played.game.pk)
    return between
