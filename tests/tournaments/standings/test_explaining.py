"""What stands behind the lines of a table, whether all of the division is read for it or only what concerns them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.models import Game
from tests.built_once import built_once
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tournaments.entries.byes import ask_to_sit_out
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, StandingSnapshot
from tournaments.pairing.seasons import target_tier
from tournaments.presenting import explanations, tables
from tournaments.queries import divisions_of
from tournaments.running import progress, services
from tournaments.setup.seeding import finishes_of
from tournaments.web import divisions
from tournaments.wording.decisions import write_points

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)


@built_once
def swiss_with_everything() -> Event:
    """Two rounds of a Swiss tournament and a part of the third: byes, a withdrawal, a correction, a late entry."""
    event = started(Layout(form="swiss", rounds=4), 7, most=9)
    services.enter_event(event_id=event.pk, player=friend("zoe"), at=AT)
    ask_to_sit_out(event_id=event.pk, player=friend("bert"), round_number=2, at=AT)
    settle(event, AT)
    for game in running(event):
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    dora = event.entrants.get(player=friend("dora"))
    leave_event(event_id=event.pk, entrant_id=dora.pk, player=friend("dora"), reason="Gone.", at=AT)
    settle(event, AT)
    for game in running(event):
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    corrected = Game.objects.filter(status=Game.Status.FINISHED, fixture_game__fixture__round__number=1)[0]
    act("correct-result", event, game=corrected.pk, places=(1, 1), by=friend("cleo"), reason="Agreed.", at=AT)
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
        event = started(Layout(seats=4) if form == "tables" else Layout(), 7)
        for game in running(event)[:4]:
            for name in better_of(game)[1]:
                game.refresh_from_db()
                if game.status == Game.Status.RUNNING:
                    lose(game, name, AT)
        settle(event, AT)
    division = divisions_of(event).get()
    whole = tables.standing_table(division, explained=True)
    monkeypatch.setattr(explanations, "MANY", 0)  # every table is a large one
    for start in range(0, whole.total, 2):
        part = tables.standing_table(division, start=start, stop=start + 2, explained=True)
        assert part.lines == whole.lines[start : start + 2]


def test_what_is_possible_in_a_large_table_is_as_of_that_table(monkeypatch: pytest.MonkeyPatch) -> None:
    event = started(Layout(form="swiss", rounds=3), 5, rules="treeblox")
    settle(event, AT)
    (division,) = divisions_of(event)

    def possible() -> list[tuple[str, str, str]]:
        lines = tables.standing_table(division, ahead=True).lines
        return [(line.player, line.most, line.places) for line in lines]

    def is_the_same_read_by_itself_or_as_a_whole() -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(explanations, "MANY", 0)
            return possible() == whole

    whole = possible()
    for game in running(event)[:3]:  # a whole match and one game of another
        lose(game, better_of(game)[1][0], AT)
        assert is_the_same_read_by_itself_or_as_a_whole()
    for game in running(event):
        lose(game, better_of(game)[1][0], AT)
    services.compute_standings(division.pk, at=AT)
    whole = possible()
    assert {most for _, most, _ in whole} == {"2", "3"}
    progress.advance(division.pk, at=AT)  # the next round is paired, one sits out
    assert is_the_same_read_by_itself_or_as_a_whole()


@pytest.mark.parametrize(("form", "zone"), [("league", "goes up"), ("groups", "goes on to the finals")])
def test_player_who_is_second_to_somebody_who_has_left_goes_on(form: str, zone: str) -> None:
    event = started(Layout(form=form, pool_size=4, qualifiers=1), 12)
    division = event.divisions.order_by("tier", "number").last()
    assert division is not None
    members = {one.player.username: one for one in division.entrants.select_related("player")}
    first, second, *_, last = sorted(members)
    for game in running(event):
        winner, (loser,) = better_of(game)
        if winner in members and {winner, loser} != {first, last}:
            lose(game, loser, AT)
    leader = members[first]
    leave_event(event_id=event.pk, entrant_id=leader.pk, player=leader.player, reason="Moved.", at=AT)
    services.compute_standings(division.pk, at=AT)
    lines = tables.standing_table(division, ahead=True).lines
    assert [(line.rank, line.player, line.zone) for line in lines[:2]] == [(1, first, ""), (2, second, zone)]
    (record,) = tables.record_of(event, [members[second]])
    assert record.line is not None
    assert record.line.zone == zone
    if form == "league":
        finish = finishes_of(event)[members[second].player_id]
        assert (finish.rank, target_tier(finish)) == (1, 1)


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


def test_line_of_a_large_table_leads_to_what_is_behind_it(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = swiss_with_everything()
    (division,) = divisions_of(event)
    address = f"/events/{event.slug}/standings/"
    explained = client.get(address).content.decode()
    monkeypatch.setattr(divisions, "ROWS_EXPLAINED", 0)  # every table is a large one
    page = client.get(address).content.decode()
    assert "By winning everything that is open" in explained
    assert "By winning everything that is open" not in page
    whole = tables.standing_table(division, explained=True)
    for line in whole.lines:
        assert f'href="/events/{event.slug}/players/{line.player}/#why-{line.entrant}"' in page
        record = client.get(f"/events/{event.slug}/players/{line.player}/").content.decode()
        arithmetic = record.partition(f'<div id="why-{line.entrant}">')[2].partition("</div>\n")[0]
        assert arithmetic.count("<tr>") == len(line.rounds) + 1
    ahead = tables.standing_table(division, ahead=True)
    assert [(line.most, line.places) for line in ahead.lines] == [(line.most, line.places) for line in whole.lines]


@pytest.mark.parametrize("many", [200, 0], ids=["small", "large"])
def test_round_of_a_knockout_that_somebody_won_because_another_had_left_is_named(
    monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(explanations, "MANY", many)
    event = started(Layout(form="knockout"), 3)
    first = event.entrants.get(number=1)  # who has no opponent in round 1
    leave_event(event_id=event.pk, entrant_id=first.pk, player=first.player, reason="Gone.", at=AT)
    play_all(event, AT)
    table = tables.standing_table(divisions_of(event).get(), explained=True)
    winner, second, _ = table.lines
    assert second.player == first.player.username
    assert [(held.number, held.note) for held in winner.rounds] == [
        (1, ""), (2, "no game: the opponent had left"),
    ]  # fmt: skip
    assert [(held.number, held.note) for held in second.rounds] == [
        (1, "no opponent: a bye"), (2, "had left"),
    ]  # fmt: skip


def test_column_and_explanation_show_what_parted_players_who_were_still_level_after_a_direct_encounter(
    client: Client,
) -> None:
    event = started(Layout(), 6)
    beats = {
        "anna": "dora emil", "bert": "anna dora", "dora": "emil fred", "emil": "bert gina", "fred": "anna bert emil",
        "gina": "anna bert dora fred",
    }  # fmt: skip
    for game in running(event):
        one, other = (seat.player.username for seat in game.seats.select_related("player"))
        lose(game, other if other in beats[one].split() else one, AT)
    settle(event, AT)
    (division,) = divisions_of(event)
    lines = {line.player: line.values[0] for line in tables.standing_table(division, explained=True).lines}
    assert {name: value.shown for name, value in lines.items()} == {
        "gina": "", "fred": "", "bert": "2, then 1", "anna": "2, then 0", "dora": "1, then 1", "emil": "1, then 0",
    }  # fmt: skip
    (again,) = lines["bert"].again
    assert again.among == ("bert", "anna")
    assert [(part.opponent, part.amount) for part in again.parts] == [("anna", "1")]
    page = " ".join(client.get(f"/events/{event.slug}/standings/").content.decode().split())
    link = f'<a href="/events/{event.slug}/fixtures/{again.parts[0].fixture}/">1 against anna</a>'
    assert f"Then direct encounter among bert, anna <b>1</b>: {link}" in page
    rest = client.get(f"/api/v1/events/{event.slug}/divisions/{division.pk}/standings/").json()["standings"]
    (anna,) = [line["tie_breaks"][0] for line in rest if line["player"] == "anna"]
    assert (anna["value"], [each["value"] for each in anna["again"]]) == ("2, then 0", ["0"])
    rows = client.get(f"/events/{event.slug}/divisions/{division.pk}/standings.csv").content.decode().splitlines()
    parted = rows[0].split(",").index("DE")
    assert [row.split(",")[parted] for row in rows[1:]] == ["", "", "2; 1", "2; 0", "1; 1", "1; 0"]
