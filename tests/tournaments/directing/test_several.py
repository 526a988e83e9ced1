"""Several games or players at once: one dry run and one reason, all of them or none."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

import pytest

from games.models import Game, GameEvent
from tests.tournaments.acting import act, begun, cannot, dry_run
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.lives import clock_of
from tests.tournaments.playing import better_of, lose, ranks, running, started
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event
from tournaments.queries import divisions_of
from tournaments.running import services
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def happened_as_described(event: Event, described: DryRun) -> bool:
    """Whether the table has become what a dry run has said of those whose places change."""
    (division,) = divisions_of(event)
    services.compute_standings(division.pk, at=after(3))
    found = {name: rank for rank, name in ranks(division)}
    return verify_event(event) == [] and all(found[one.player] == one.rank_after for one in described.changes)


def test_twenty_silent_games_are_adjudicated_by_six_clicks() -> None:
    event, browser = started(Layout(), 7), signed_in("cleo")
    for name in better_of(running(event)[0])[1]:
        lose(running(event)[0], name, after(1))
    silent = [game.pk for game in running(event)]
    with clock_of(lambda: after(11 * 24)):
        console = browser.get("/events/autumn/console/").content.decode()
        page = browser.get(re.findall(r'"(/events/autumn/console/several-games/)"', console)[0]).content.decode()
        assert "Silent for 10 days: 20 games" in words_of(page)
        (suggestion,) = re.findall(r'"(/events/[^"]*)">Silent', page)
        page = browser.get(unescape(suggestion)).content.decode()
        checked = re.findall(r'name="games" value="(\d+)"[^>]* checked', page)
        assert sorted(map(int, checked)) == silent
        (nonce,) = re.findall(r'name="nonce" value="([^"]*)"', page)
        sent = {"nonce": nonce, "games": checked, "verdict": "to_move_loses", "reason": "Silent."}
        described = browser.post("/events/autumn/console/several-games/", sent).content.decode()
        assert words_of(described).count("ends at once") == 20
        assert not Game.objects.filter(pk__in=silent, status="finished").exists()
        for _ in range(2):
            browser.post("/events/autumn/console/several-games/", {**sent, "confirm": "1"})
    entries = event.log_entries.filter(kind="adjudicated", payload__why="Silent.")
    assert Counter(entry.game_id or entry.entry.payload.about_game for entry in entries) == Counter(silent)


@pytest.mark.parametrize(
    ("form", "verdict"),
    [
        ("round robin", "draw"),
        ("round robin", "annul"),
        ("Treeblox", "to_move_loses"),
        ("Treeblox", "board"),
        ("tables", "board"),
    ],
)
def test_dry_run_of_several_games_is_what_happens(form: str, verdict: str) -> None:
    event = begun(form, ended=1)
    games = [game.pk for game in running(event)]
    described = dry_run("several-games", event, games=games, verdict=verdict)
    act("several-games", event, games=games, verdict=verdict)
    assert not running(event)
    assert happened_as_described(event, described)


def test_player_to_move_loses_as_by_resigning_where_leaves_count() -> None:
    event = started(Layout(form="match"), 2, rules="treeblox")
    game = running(event)[0]
    (said,) = [one for one in dry_run("several-games", event, games=[game.pk], verdict="to_move_loses").sentences
               if "it counts" in one]  # fmt: skip
    names = [seat.player.username for seat in game.seats.order_by("number")]
    loser = names[game.to_act or 0]
    assert f"{loser} 0" in said
    assert said.count(" 8") == 1


def test_everybody_in_several_games_gets_more_time_once() -> None:
    begun("round robin", ended=0)
    first, second, third = Game.objects.order_by("pk")[:3]
    values = {"games": [first.pk, second.pk], "verdict": "add_time", "reason": "Outage."}
    (missing,) = call("cleo", "autumn/actions/several-games/", 400, **values)["errors"]
    assert missing["field"] == "span"
    for _ in range(2):
        call("cleo", "autumn/actions/several-games/", span=86_400, key="k", **values)
    added = GameEvent.objects.filter(kind=GameEvent.Kind.TIME_ADDED).values_list("game", flat=True)
    assert sorted(added) == [first.pk, second.pk]
    assert third.pk not in added


def test_nothing_is_done_to_any_game_if_one_is_over_or_the_directors_own() -> None:
    event = begun("round robin", ended=1)
    open_games = [game.pk for game in running(event)]
    over = Game.objects.get(status="finished")
    cannot("several-games", event, f"Game {over.pk} is over", games=[*open_games, over.pk], verdict="draw")
    call("anna", "autumn/actions/several-games/", 403, games=open_games, verdict="draw", reason="Mine.")
    assert [game.pk for game in running(event)] == open_games
    assert not event.log_entries.filter(kind="adjudicated").exists()


@pytest.mark.parametrize("form", ["Swiss", "ladder"])
def test_dry_run_of_several_who_withdraw_is_what_happens_where_they_play_each_other(form: str) -> None:
    event = begun(form, ended=2)
    gone = ["emil", "dora"]
    described = dry_run("several-players", event, players=gone)
    act("several-players", event, players=gone, reason="Silent.")
    assert happened_as_described(event, described)
    assert event.log_entries.filter(kind="withdrawn", payload__why="Silent.").count() == 2
    assert not Game.objects.filter(status="running", seats__player__username__in=gone, seats__left_ply=None,
                                   fixture_game__fixture__round__division__stage__format="swiss").exists()  # fmt: skip


def test_players_who_have_not_moved_for_ten_days_are_suggested() -> None:
    event = begun("round robin", ended=0)
    waited_for = {game.seats.get(number=game.to_act).player.username for game in running(event)}
    with clock_of(lambda: after(9 * 24)):
        assert "Silent" not in shown_to("cleo", "/events/autumn/console/several-players/")
    with clock_of(lambda: after(11 * 24)):
        page = shown_to("cleo", "/events/autumn/console/several-players/")
    (names,) = re.findall(r"\?players=([^\"]*)\"", page)
    assert set(names.replace("%2C", "").split("+")) == waited_for


def test_several_cannot_withdraw_at_tables_where_the_others_play_on() -> None:
    event = begun("tables")
    (problem,) = call("cleo", "autumn/actions/several-players/", 400, players=["anna"], dry_run=True)["errors"]
    assert problem["field"] == "players"
    assert friend("anna").username in {entrant.name for entrant in event.entrants.filter(status="active")}
