"""A table as it would be with more entries in the log, computed by appending them in memory: so a dry run shows what
happens when it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext_noop

from games.log_kinds.director_texts import ADJUDICATED
from games.models import Game
from tournaments.event_log.kinds import GameFinished, Kind
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.event_rules.layouts import Form
from tournaments.formats.base import Draw, Field
from tournaments.models import Division
from tournaments.pairing.seasons import leads_of
from tournaments.queries import field_of, lines_of
from tournaments.running.reopening import due_again
from tournaments.setup.seeding import pools_of
from tournaments.standings.matches import ANNULLED, GameResult
from tournaments.standings.ranking import Row, Standings


@dataclass(frozen=True, slots=True)
class Change:
    """What would change for one entrant: ranks, and points in 1/840."""

    entrant: int
    rank_before: int
    rank_after: int
    points_before: int
    points_after: int

    @property
    def is_none(self) -> bool:
        """Whether rank and points stay as they were."""
        return self.rank_before == self.rank_after and self.points_before == self.points_after


class Way(StrEnum):
    """Where a place leads to."""

    UP = gettext_noop("goes up")
    STAYS = gettext_noop("stays")
    DOWN = gettext_noop("goes down")


@dataclass(frozen=True, slots=True)
class Projection:
    """What entries would come to: the places that ``changes``, the entrants who have left and are ``leaders`` of the
    table by it, and who has to play again by meeting, since the division is over and that is ``due``.

    Of a finished event: the ``winners`` before and after, who share the best place of all who have not left, if these
    are others; and the entrants who go another ``Way`` in the next season than before.
    """

    changes: Sequence[Change]
    leaders: Sequence[int]
    due: Sequence[tuple[int, ...]]
    winners: tuple[Sequence[int], Sequence[int]] | None = None
    ways: Sequence[tuple[int, Way]] = ()


def projection_of(division: Division, payloads: Sequence[Kind], *, at: datetime) -> Projection:
    """What entries with these payloads would come to; nothing is written. The table is in its present order."""
    form, lines, entrants = division.stage.stage_format, lines_of(division), list(division.entrants.order_by("number"))
    field = field_of(division, lines=lines, entrants=entrants)
    later = field_of(division, lines=_with_more(lines, payloads, at), entrants=entrants)
    before, after = form.standings(field), form.standings(later)
    new = {row.entrant: row for row in after.rows}
    changes = [
        Change(row.entrant, row.rank, new[row.entrant].rank, row.points, new[row.entrant].points)
        for row in before.rows
        if row.entrant in new
    ]
    known = {row.entrant for row in before.rows if row.rank == 1 and row.entrant in field.account.gone}
    first = [row.entrant for row in after.rows if row.rank == 1 and row.entrant in later.account.gone]
    leaders = [entrant for entrant in first if entrant not in known]
    projected = Projection([change for change in changes if not change.is_none], leaders, due_again(division, later))
    if division.finished_at is None or projected.due:
        return projected
    active = [
        [row for row in rows if row.entrant not in gone]
        for rows, gone in ((before.rows, field.account.gone), (after.rows, later.account.gone))
    ]
    is_last = not division.event.stages.filter(number__gt=division.stage.number).exists() and division.tier == 1
    first, then = ([row.entrant for row in rows if row.rank == rows[0].rank] for rows in active)
    was, will = (_ways(division, rows) for rows in active)
    return replace(
        projected,
        winners=(first, then) if is_last and first != then else None,
        ways=[(entrant, way) for entrant, way in will.items() if way != was.get(entrant, way)],
    )


def _ways(division: Division, rows: Sequence[Row]) -> dict[int, Way]:
    """Where the places of a league lead to in the next season, by entrant; nowhere in another form."""
    event = division.event
    if event.form != Form.LEAGUE or not event.event_layout.season_days:
        return {}
    leads = leads_of(pools_of(event), division.tier, size=event.event_layout.pool_size)
    return {
        row.entrant: Way.UP if place <= leads.up else Way.STAYS if place <= leads.staying else Way.DOWN
        for place, row in enumerate(rows, 1)
    }


def table_with(division: Division, payloads: Sequence[Kind], *, at: datetime) -> Standings:
    """The table if entries with these payloads were in the log."""
    return division.stage.stage_format.standings(field_with(division, payloads, at))


def draw_with(division: Division, payloads: Sequence[Kind], *, at: datetime) -> Draw | None:
    """The next pairing if entries with these payloads were in the log; None if nothing can be paired yet."""
    form = division.stage.stage_format
    given = form.pairing_input(field_with(division, payloads, at))
    return None if given is None else form.draw(given)


def field_with(division: Division, payloads: Sequence[Kind], at: datetime) -> Field:
    """The state of a division if entries with these payloads were in its log."""
    return field_of(division, lines=_with_more(lines_of(division), payloads, at))


def _with_more(lines: Sequence[LogEntry[Kind]], payloads: Sequence[Kind], at: datetime) -> list[LogEntry[Kind]]:
    """Entries of a log, and behind them new ones with these payloads."""
    seq = lines[-1].seq if lines else 0
    return [*lines, *(LogEntry(seq + index, payload, at) for index, payload in enumerate(payloads, 1))]


def ending(game: Game, places: Sequence[int], scores: Sequence[int] | None = None) -> GameFinished:
    """The entry that a running game would leave if it ended now with these places, or with none if it were annulled;
    with these scores instead of those on the board, where a director gives them."""
    return ended(game, tuple(places), left=(), reason=ADJUDICATED if places else ANNULLED, scores=scores)


def ended(
    game: Game, places: tuple[int, ...], *, left: tuple[int, ...], reason: str, scores: Sequence[int] | None = None
) -> GameFinished:
    """The entry that a running game would leave if it ended so, with the scores on the board unless ``scores`` are
    given; ``left`` are the seats whose players have left by then."""
    played = game.fixture_game
    result = GameResult(
        fixture=played.fixture_id,
        game=game.pk,
        number=played.number,
        entrants=tuple(played.seating),
        scores=tuple(game.load_position().scores if scores is None else scores),
        places=places,
        left=left,
        reason=reason,
    )
    return GameFinished(result=result)
