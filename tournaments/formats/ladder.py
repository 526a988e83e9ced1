"""A ladder: whoever wins against somebody on a higher rung takes it. Nobody pairs it; players challenge each other."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import ClassVar

from django.utils.translation import gettext_lazy

from tournaments.event_log.kinds import Departure, Entered, LadderEnded, OfGame
from tournaments.event_log.kinds.folding import Account
from tournaments.formats.base import Draw, Field, Format, Input
from tournaments.pairing.ladder import Joined, Ladder, LadderEvent, Left, Played, ladder
from tournaments.standings.matches import FORFEIT, TIME, Match
from tournaments.standings.ranking import Standings, rows_of, table_of


class LadderFormat(Format):
    """Rungs follow from the log: who came, who left, who won against whom."""

    slug: ClassVar[str] = "ladder"
    title = gettext_lazy("ladder")
    algorithm: ClassVar[str] = "ladder/1"
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 1000
    by_rating: ClassVar[bool] = True
    has_points: ClassVar[bool] = False  # but of rungs

    def pairing_input(self, field: Field) -> Input | None:
        return None

    def draw(self, given: Input) -> Draw:
        return Draw(())

    def is_over(self, field: Field) -> bool:
        """It goes on until its director ends it, and then until the challenges are played that were open by then."""
        return is_ending(field.account) and field.is_played_out

    def table(self, field: Field) -> Standings:
        """By rungs; players who have left are not shown."""
        table = table_of(field.ruleset, field.roster, field.account.results)
        rungs = ladder_of(field).rungs
        return Standings(rows_of(table, [(entrant, rung, False) for rung, entrant in enumerate(rungs, 1)]), ())


def is_ending(known: Account) -> bool:
    """Whether the director has ended it: nobody enters or challenges any more."""
    return any(isinstance(entry.payload, LadderEnded) for entry in known.entries)


def ladder_of(field: Field) -> Ladder:
    """The rungs after everything in the log."""
    return ladder(_events(field))


def _events(field: Field) -> Iterator[LadderEvent]:
    """What moves somebody, in order. A corrected match counts as it does now, at the time when it was played out."""
    payloads = [entry.payload for entry in field.account.entries]
    later = {one.entrant for one in payloads if isinstance(one, Entered) and not one.again}
    yield from (Joined(entrant) for entrant in field.roster.entrants if entrant not in later)
    matches = {match.fixture: match for match in field.matches}
    ended: dict[int, set[int]] = {}
    for entry in field.account.entries:
        payload = entry.payload
        if isinstance(payload, Entered):
            yield Joined(payload.entrant)
        elif isinstance(payload, Departure):
            yield Left(payload.entrant)
        elif isinstance(payload, OfGame):
            match = matches[payload.result.fixture]
            known = ended.setdefault(match.fixture, set())
            is_new = payload.result.game not in known
            known.add(payload.result.game)
            if is_new and len(known) == len(match.games) and match.points is not None:
                yield _played(match, entry.at)


def _played(match: Match, at: datetime) -> Played:
    challenger, defender = match.entrants
    level = match.points is None or match.points[0] == match.points[1]
    winner = None if level or match.points is None else match.entrants[match.points[1] > match.points[0]]
    lost_late = [game.result for game in match.games if game.result.reason in (TIME, FORFEIT)]
    late = any(winner != result.entrants[seat] for result in lost_late for seat in result.left)
    return Played(challenger, defender, winner, at, is_on_time=winner is not None and late)
