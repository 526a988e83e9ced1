"""What stands behind the lines of a table, whether all of the division is read for it or only what concerns them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tournaments import directing, explaining, services, tables
from tournaments.models import Event, StandingSnapshot
from tournaments.queries import divisions_of
from tournaments.schemes import Scheme
from tournaments.wording import write_points

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)


def swiss_with_everything() -> Event:
    """Two rounds of a Swiss tournament and a part of the third: byes, a withdrawal, a correction, a late entry."""
    event = started(Scheme(form="swiss", rounds=4), 7, most=9)
    services.enter_event(event_id=event.pk, player=friend("zoe"), at=AT)
    services.ask_to_sit_out(event_id=event.pk, player=friend("bert"), round_number=2)
    settle(event, AT)
    for game in running(event):
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    dora = event.entrants.get(player=friend("dora"))
    directing.withdraw(event_id=event.pk, entrant_id=dora.pk, player=friend("dora"), reason="Gone.", at=AT)
    settle(event, AT)
    for game in running(event):
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    corrected = Game.objects.filter(status=Game.Status.FINISHED, fixture_game__fixture__round__number=1)[0]
    directing.correct_result(
        event_id=event.pk, game_id=corrected.pk, places=(1, 1), player=friend("cleo"), reason="Agreed.", at=AT
    )
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    for division in divisions_of(event):
        services.compute_standings(division.pk, at=AT)
    return event


@pytest.mark.parametrize("form", ["swiss", "round robin", "tables"])
def test_lines_of_a_large_table_are_explained_like_those_of_a_small_one(
    monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    if form == "swiss":
        event = swiss_with_everything()
    else:
        event = started(Scheme(seats=4) if form == "tables" else Scheme(), 7)
        for game in running(event)[:4]:
            for name in better_of(game)[1]:
                game.refresh_from_db()
                if game.status == Game.Status.RUNNING:
                    lose(game, name, AT)
        settle(event, AT)
    division = divisions_of(event).get()
    whole = tables.standing_table(division, explained=True)
    monkeypatch.setattr(explaining, "MANY", 0)  # every table is a large one
    for start in range(0, whole.total, 2):
        part = tables.standing_table(division, start=start, stop=start + 2, explained=True)
        assert part.lines == whole.lines[start : start + 2]


def test_last_total_is_that_of_the_table_and_what_was_no_game_is_named() -> None:
    event = swiss_with_everything()
    table = tables.standing_table(divisions_of(event).get(), explained=True)
    rows = StandingSnapshot.objects.get(division__event=event).standings.rows
    assert len({line.player for line in table.lines}) == len(rows) == 8
    for line, row in zip(table.lines, rows, strict=True):
        assert line.rounds[-1].total == line.points
        assert write_points(row.points) == line.points
    notes = {held.note for line in table.lines for held in line.rounds}
    assert any("corrected: Agreed." in note for note in notes)
    assert "sat out: a half-point bye" in notes
    assert "had left" in notes
    play_all(event, AT)
    assert not tables.standing_table(divisions_of(event).get(), explained=True).is_open
