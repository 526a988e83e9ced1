"""What stands behind the numbers of a table is the same whether all of it is read or only what a few lines need."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import better_of, lose, running, settle, started
from tournaments import directing, services
from tournaments.explaining import facts, facts_of_some
from tournaments.models import Division, Event, StandingSnapshot
from tournaments.queries import divisions_of, field_of, lines_of
from tournaments.rulesets import Ruleset
from tournaments.schemes import Scheme
from tournaments.standings.ranking import parts_of
from tournaments.standings.tie_breaks import TIE_BREAKS

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)
SWISS = Ruleset(
    scoring="places",
    games_per_fixture=1,
    tie_breaks=tuple(code for code, tie_break in TIE_BREAKS.items() if not tie_break.counts_leaves),
    predetermined=False,
)


def compare(division: Division) -> None:
    """Each line's parts are those of the whole event, and what is not left out of them comes to the stored amounts."""
    snapshot = StandingSnapshot.objects.get(division=division)
    lines = [line for line in lines_of(division) if line.seq <= snapshot.version]
    whole = facts(field_of(division, lines=lines), division.stage.format)
    for row in snapshot.standings.rows:
        some = facts_of_some(division, snapshot, [row.entrant])
        assert parts_of(some.table, row) == parts_of(whole.table, row)
        assert some.table.rounds[row.entrant] == whole.table.rounds[row.entrant]
        assert some.outlooks.get(row.entrant) == whole.outlooks.get(row.entrant)
        for code, parts in parts_of(some.table, row).items():
            counted = [part.amount for part in parts if not part.is_cut]
            if code != "ARO":  # a mean
                assert sum(counted) == (row.values[code] or 0)


def play_half(event: Event) -> None:
    games = running(event)
    for game in games[: (len(games) + 1) // 2]:
        lose(game, better_of(game)[1][0], AT)


def test_a_few_lines_of_a_swiss_event_are_explained_as_in_the_whole_of_it() -> None:
    event = started(Scheme(form="swiss", rounds=4), 9, ruleset=SWISS)
    division = divisions_of(event).get()
    entrant = division.entrants.get(player=friend("emil"))
    services.ask_to_sit_out(event_id=event.pk, player=friend("bert"), round_number=3)
    services.ask_to_sit_out(event_id=event.pk, player=friend("gina"), round_number=2)
    for number in range(1, 5):
        play_half(event)
        settle(event, AT)
        compare(division)
        if number == 2:
            directing.withdraw(
                event_id=event.pk, entrant_id=entrant.pk, player=event.director, reason="moved away", at=AT
            )
        while any(running(event)) and division.rounds.count() == number:
            play_half(event)
            settle(event, AT)
    compare(division)
