"""What if: the table that supposed results would give. Nothing is written.

A supposition is a text for each fixture, so that a page with them can be shared as an address: ``1``, ``=`` or ``0``
for the first of two who meet; two totals such as ``9:5`` where leaves are counted; places in the order of the fixture,
such as ``2-1-3``, at tables of more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.rules.base import places_of
from tournaments.event_log.kinds import GameCorrected, GameFinished, OfGame
from tournaments.exceptions import EventError
from tournaments.models import Division, Fixture
from tournaments.queries import fixtures_of
from tournaments.running.projection import table_with
from tournaments.standings.matches import MOST_LEAVES, GameResult
from tournaments.standings.ranking import Standings
from tournaments.standings.rulesets import Ruleset

SUPPOSED = "supposed"
MOST_FIXTURES = 40  # supposed at once
MOST_ENTRANTS = 1000  # of a division whose table is computed for a visitor

_OUTCOMES = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}

Suppositions = Mapping[int, str]
Lines = list[OfGame]


class CannotSuppose(EventError):
    """A supposition that cannot be; the message says what would be right."""

    code = "cannot_suppose"


def read_suppositions(pairs: Iterable[tuple[str, Any]]) -> dict[int, str]:
    """Suppositions by fixture from fields such as ``f12``; empty ones and fields of other names are left out."""
    return {int(name[1:]): text.strip()[:40] for name, text in pairs if names_fixture(name) and text.strip()}


def names_fixture(name: str) -> bool:
    """Whether a field is called as that of a fixture."""
    number = name[1:]
    return name[:1] == "f" and number.isascii() and number.isdecimal() and len(number) < 10


def supposed_standings(division: Division, supposed: Suppositions, *, at: datetime) -> Standings:
    """The table of a division if these fixtures ended like this, whatever they ended like. Raises CannotSuppose."""
    if division.entrants.count() > MOST_ENTRANTS:
        raise CannotSuppose(
            gettext("Tables of more than {most_entrants} players cannot be supposed.").format(
                most_entrants=MOST_ENTRANTS
            )
        )
    return table_with(division, supposed_lines(division, supposed), at=at)


def supposed_lines(division: Division, supposed: Suppositions) -> Lines:
    """The log lines that these suppositions would be. Raises CannotSuppose."""
    if len(supposed) > MOST_FIXTURES:
        raise CannotSuppose(
            gettext("Suppose {most_fixtures} results at most, not {count}.").format(
                most_fixtures=MOST_FIXTURES, count=len(supposed)
            )
        )
    fixtures = {fixture.pk: fixture for fixture in fixtures_of(division).filter(pk__in=list(supposed))}
    for pk in supposed:
        if pk not in fixtures:
            raise CannotSuppose(gettext("There is no fixture {pk} in this table.").format(pk=pk))
    ruleset = division.stage.stage_ruleset
    ended = division.log_entries.filter(kind=GameFinished.slug, game__fixture_game__fixture__in=list(supposed))
    finished = set(ended.values_list("game", flat=True))
    return [
        line
        for pk, text in sorted(supposed.items())
        for line in _lines_of(fixtures[pk], read_outcome(text, fixtures[pk], ruleset), finished)
    ]


def read_outcome(text: str, fixture: Fixture, ruleset: Ruleset) -> tuple[int, ...]:
    """Scores by player of the fixture, the highest first place, from what somebody typed. Raises CannotSuppose."""
    text, players = text.strip(), len(fixture.pairing.entrants)
    if ruleset.scoring == "leaves":
        most = MOST_LEAVES * len(fixture.games.all())
        what = gettext("the leaves of both over the whole match, such as 9:5, at most {most} for each").format(
            most=most
        )
        return _numbers(text, players, 0, most, what)
    if players == 2:
        if text not in _OUTCOMES:
            raise CannotSuppose(
                gettext("Suppose 1, = or 0 for the first of the two, not {text}.").format(text=f"{text!r}")
            )
        return tuple(-place for place in _OUTCOMES[text])
    example = "-".join(map(str, range(1, players + 1)))
    places = _numbers(
        text,
        players,
        1,
        players,
        gettext("the {players} places in order of seats, such as {example}").format(players=players, example=example),
    )
    return tuple(-place for place in places)


def _numbers(text: str, count: int, least: int, most: int, what: str) -> tuple[int, ...]:
    given = re.split(r"\s*[-:, ]\s*", text)
    if len(given) != count or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in given):
        raise CannotSuppose(gettext("Suppose {what}, not {text}.").format(what=what, text=f"{text!r}"))
    numbers = tuple(map(int, given))
    if not all(least <= number <= most for number in numbers):
        raise CannotSuppose(gettext("Suppose {what}, not {text}.").format(what=what, text=f"{text!r}"))
    return numbers


def _lines_of(fixture: Fixture, scores: Sequence[int], finished: set[int]) -> Lines:
    """One line for each game. Leaves all count in the first game, so that the others are empty draws."""
    entrants = fixture.pairing.entrants
    lines: Lines = []
    for index, played in enumerate(fixture.games.all()):
        by_entrant = dict(zip(entrants, scores, strict=True))
        if min(scores) >= 0 and index:
            by_entrant = dict.fromkeys(entrants, 0)
        seated = tuple(by_entrant[entrant] for entrant in played.seating)
        result = GameResult(
            fixture=fixture.pk,
            game=played.game_id,
            number=played.number,
            entrants=tuple(played.seating),
            scores=tuple(max(0, score) for score in seated),
            places=places_of(seated),
            left=(),
            reason=SUPPOSED,
        )
        is_over = played.game_id in finished
        lines.append(GameCorrected(result=result) if is_over else GameFinished(result=result))
    return lines
