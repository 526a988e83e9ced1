"""Whole games as records, played at random from a seed with throws from a secret, as the service would write them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

from games.records import dice
from games.records.record import ROLL, STEP, Entry, Place, Record
from games.rules import RULES
from games.rules.base import Roll
from games.rules.replay import format_roll

SECRET = "0f1e2d3c" * 8
WORDS = ("tulip", "Regen!")  # of the first two seats
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
HEADERS: dict[str, Any] = {
    "version": 1,
    "site": "Seeds at seeds.example",
    "number": "7",
    "title": 'Winter "cup", round 3, game 1 of 2',
    "rated": True,
    "control": {"base": 259200, "increment": 259200, "cap": 259200},
}


@cache
def sample(slug: str, seats: int, seed: int = 1, **options: str | int) -> Record:
    """A finished game; some of its steps were played by the service, and something was offered on the way."""
    rules, random = RULES[slug], Random(seed)
    position = rules.start(seats, options)
    entries: list[Entry] = []
    at, ply, key = NOON, 0, dice.mix(SECRET, WORDS)
    while (acting := position.to_act) is not None:
        at += timedelta(milliseconds=random.choice([0, 0, 1, 3_600_000]))
        if isinstance(acting, Roll):
            faces = [dice.throw(key, ply, die, sides) for die, sides in enumerate(acting.dice)]
            rolled = [format_roll(sides, face) for sides, face in zip(acting.dice, faces, strict=True)]
            entries += [Entry(ROLL, text, at=at) for text in rolled]
            position = position.roll(faces)
            ply += len(faces)
            continue
        if random.random() < 0.05:
            entries.append(Entry("draw_offered", seat=random.randrange(seats), at=at))
        move = position.random_move(random)
        cause = "forced" if random.random() < 0.1 else ""
        entries.append(Entry(STEP, rules.format(move, position), acting, cause, at))
        position = position.play(move)
        ply += 1
    outcome = position.outcome()
    assert outcome is not None
    places = zip(outcome.places, position.scores, strict=True)
    return Record(
        game=slug,
        options={"players": seats, **rules.check_options(seats, options)},
        entries=tuple(entries),
        places=tuple(
            Place(f"player {seat}", str(40 + seat), seat == 1, place, points, word=WORDS[seat] if seat < 2 else "")
            for seat, (place, points) in enumerate(places)
        ),
        started=NOON,
        finished=at,
        reason=outcome.reason,
        commitment=dice.commit(SECRET),
        secret=SECRET,
        **HEADERS,
    )
