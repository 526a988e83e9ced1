"""A Swiss tournament that does not wait for its slowest games: until they end, they count as draws."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from tests.tournaments.acting import act, dry_run
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after
from tests.tournaments.directing.test_pairing_by_hand import cup, pairs_of
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.playing import better_of, lose, payload_of, play_all, running, settle, started
from tests.tournaments.web.test_pages import words_of
from tournaments.event_rules.layouts import Layout, LayoutError
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, StandingSnapshot
from tournaments.presenting.explanations import facts_of, facts_of_some
from tournaments.standings.outlook import settled_points
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

HALF, ONE = 420, 840


def with_one_open(event: Event) -> tuple[Game, str, str]:
    """All games of round 1 but one are over; that one, and its players."""
    slow, *others = running(event)
    for game in others:
        lose(game, better_of(game)[1][0], after(2))
    settle(event, after(2))
    one, (other,) = better_of(slow)
    return slow, one, other


def points_of(event: Event) -> dict[str, int]:
    names = dict(event.entrants.values_list("pk", "player__username"))
    rows = StandingSnapshot.objects.get(division__event=event).standings.rows
    return {names[row.entrant]: row.points for row in rows}


def test_director_pairs_the_next_round_and_an_open_game_is_a_draw_until_it_ends(client: Client) -> None:
    event = cup()
    slow, one, other = with_one_open(event)
    assert (points_of(event)[one], pairs_of(event, 2)) == (0, set())
    shown = dry_run("pair-now", event)
    assert shown.sentences[0] == "1 meeting is not over: its open games count as draws until they end."
    call("cleo", "autumn/actions/pair-now/", reason="We go on.")
    settle(event, after(3))
    listed = shown.sentences[1].removeprefix("Round 2 would be: ").rstrip(".").split("; ")
    assert {frozenset(pair.split(" and ")) for pair in listed} == pairs_of(event, 2)
    assert frozenset((one, other)) not in pairs_of(event, 2)
    assert (points_of(event)[one], points_of(event)[other]) == (HALF, HALF)
    lines = {line["player"]: line for line in call("", "autumn/standings/", method="get")["standings"]}
    assert (lines[one]["points"], lines[one]["provisional"]) == ("½", 0.5)
    page = words_of(client.get("/events/autumn/standings/").content.decode())
    assert "½*" in page.replace(" ", "")
    assert "* A match is still open: its open games count as draws until they end" in page
    assert "not over yet; open games count as draws until they end" in page
    assert f"{one} ½* ½* #" in words_of(client.get("/events/autumn/crosstable/").content.decode())
    report = client.get(f"/events/autumn/divisions/{event.divisions.get().pk}/tournament.trf").content.decode()
    assert " 0.0 " in next(line for line in report.splitlines() if f" {one} " in line)
    assert verify_event(event) == []
    lose(slow, one, after(4))
    settle(event, after(4))
    assert (points_of(event)[one], points_of(event)[other]) == (0, ONE)
    assert "½*" not in words_of(client.get("/events/autumn/standings/").content.decode()).replace(" ", "")
    play_all(event, after(5))
    assert (event.state, verify_event(event)) == (Event.State.FINISHED, [])


def test_open_game_makes_nothing_certain_and_a_large_table_says_the_same() -> None:
    event = cup()
    _slow, one, _other = with_one_open(event)
    act("pair-now", event)
    settle(event, after(3))
    division = Division.objects.select_related("stage", "event").get()
    entrant = event.entrants.get(player__username=one)
    whole = facts_of(division, division.snapshot, [entrant.pk])
    large = facts_of_some(division, division.snapshot, [entrant.pk])
    assert (whole.table.points[entrant.pk], settled_points(whole.table)[entrant.pk]) == (HALF, 0)
    assert whole.outlooks[entrant.pk] == large.outlooks[entrant.pk]
    assert whole.outlooks[entrant.pk].most == 4 * ONE


def test_event_goes_on_by_itself_as_soon_as_few_enough_games_are_open() -> None:
    event = started(Layout(form="swiss", rounds=3, open_percent=25), 8)
    for game in (games := running(event))[:2]:
        lose(game, better_of(game)[1][0], after(1))
        settle(event, after(1))
    assert pairs_of(event, 2) == set()
    lose(games[2], better_of(games[2])[1][0], after(2))
    settle(event, after(2))
    line = payload_of(event.log_entries.get(kind="went_on"))
    assert (line.round, line.fixtures, line.actor) == (2, (games[3].fixture_game.fixture_id,), None)
    assert len(pairs_of(event, 2)) == 4
    assert verify_event(event) == []
    play_all(event, after(5))
    assert (event.state, verify_event(event)) == (Event.State.FINISHED, [])


@pytest.mark.usefixtures("unguarded_logs")
def test_check_finds_games_left_open_that_were_over_or_too_many() -> None:
    event = started(Layout(form="swiss", rounds=3, open_percent=25), 8)
    with_one_open(event)
    line = event.log_entries.get(kind="went_on")
    line.payload["fixtures"] = []
    line.save()
    chained_anew(event)
    assert "leaves other games open than were open" in verify_event(event)[0]


def test_nothing_goes_on_without_games_to_wait_for_rounds_to_pair_or_while_paused() -> None:
    event = cup(rounds=2)
    with_one_open(event)
    act("pause", event)
    with pytest.raises(EventError, match="is paused; resume it before you pair a round"):
        dry_run("pair-now", Event.objects.get())
    act("resume", Event.objects.get())
    act("pair-now", Event.objects.get())
    with pytest.raises(EventError, match="Round 2 waits for no game"):
        act("pair-now", Event.objects.get())
    settle(event, after(3))
    with pytest.raises(EventError, match="The last round of Autumn is paired already"):
        dry_run("pair-now", Event.objects.get())
    with pytest.raises(LayoutError, match="Only a Swiss tournament pairs a round while games are open"):
        Layout(form="knockout", open_percent=10)
    with pytest.raises(LayoutError, match="0 to 50 percent of its games open"):
        Layout(form="swiss", open_percent=51)


def test_round_that_directors_see_first_waits_for_its_release_with_games_open() -> None:
    event = started(Layout(form="swiss", rounds=3, preview_hours=24), 6)
    act("release-round", event, at=after(1))
    with_one_open(event)
    act("pair-now", event, at=after(3))
    settle(event, after(3))
    assert call("cleo", "autumn/next-round/", method="get")["number"] == 2
    act("release-round", event, at=after(4))
    assert len(pairs_of(event, 2)) == 3
    assert verify_event(event) == []
