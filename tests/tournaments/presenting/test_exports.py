"""Events as files: read back by programs that are not ours, or by what is published alone."""

from __future__ import annotations

import csv
import hashlib
import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from gacrux.trf2json import trf2json
from icalendar import Calendar
from py4swiss.trf import TrfParser

from games.models import Game
from tests.tournaments.acting import act, leaves
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tournaments.entries.byes import ask_to_sit_out
from tournaments.event_log import kinds
from tournaments.event_log.kinds.folding import LogEntry, account
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.presenting.exports import as_csv, safe
from tournaments.queries import divisions_of
from tournaments.running import services
from tournaments.standings.points import POINT
from tournaments.standings.ranking import standings
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Pairing, Roster

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)
ATOM = "{http://www.w3.org/2005/Atom}"


def file_of(client: Client, event: Event, name: str) -> str:
    division = divisions_of(event)[0]
    answer = client.get(f"/events/{event.slug}/divisions/{division.pk}/{name}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_text_in_a_spreadsheet_is_a_formula(text: str) -> None:
    assert safe(text) == "'" + text
    (row,) = csv.reader(io.StringIO(as_csv([[text, -19, 1.5]])))
    assert row == ["'" + text, "-19", "1.5"]


def test_standings_are_a_table_of_plain_numbers(client: Client) -> None:
    event = started(Layout(), 3)
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    text = file_of(client, event, "standings.csv")
    head, first, *_ = csv.reader(io.StringIO(text.removeprefix("\N{BYTE ORDER MARK}")))
    assert head == [
        "place", "shared", "player", "points", "played", "won", "drawn", "lost", "forfeits_won", "forfeits_lost",
        "byes", "provisional", "DE", "WIN", "SB", "KS",
    ]  # fmt: skip
    assert first[:8] == ["1", "no", better_of(game)[0], "1", "1", "1", "0", "0"]


def test_crosstable_and_results_have_everybody_and_every_game(client: Client) -> None:
    event = started(Layout(cycles=2), 3)
    play_all(event, AT)
    crosstable = list(csv.reader(io.StringIO(file_of(client, event, "crosstable.csv"))))
    assert crosstable[1][1:] == ["anna", "", "1 1", "1 1", "4"]
    results = list(csv.reader(io.StringIO(file_of(client, event, "results.csv"))))
    assert len(results) == 7
    assert {row[-2] for row in results[1:]} == {"finished"}
    assert results[0][4:10] == ["player 1", "on board 1", "place 1", "player 2", "on board 2", "place 2"]
    assert {row[6 if row[4] == "anna" else 9] for row in results[1:] if "anna" in row} == {"1"}


def test_crosstable_has_points_that_a_spreadsheet_can_add(client: Client) -> None:
    event = started(Layout(), 3)
    for game in running(event):
        winner, (loser,) = better_of(game)
        if winner == "anna":
            lose(game, loser, AT)
    (level,) = running(event)
    act("adjudicate", event, game=level.pk, places=(1, 1))
    settle(event, AT)
    head, *rows = csv.reader(io.StringIO(file_of(client, event, "crosstable.csv")))
    assert rows[0] == ["1", "anna", "", "1", "1", "2"]
    assert [sorted(row[2:]) for row in rows[1:]] == [["", "0", "0.5", "0.5"]] * 2
    assert head[2:-1] == [row[1] for row in rows]


@pytest.mark.parametrize(
    ("layout", "players", "rules"),
    [
        (Layout(form="swiss", rounds=3), 7, "btt"),
        (Layout(cycles=2), 4, "btt"),
        (Layout(), 3, "treeblox"),
    ],
    ids=["swiss", "double", "matches of two games"],
)
def test_report_is_read_by_other_programs_with_the_same_points(
    client: Client, layout: Layout, players: int, rules: str, tmp_path: Path
) -> None:
    event = started(layout, players, rules=rules)
    if layout.form == "swiss":
        ask_to_sit_out(event_id=event.pk, player=friend("bert"), round_number=2, at=AT)
    play_all(event, AT)
    text = file_of(client, event, "tournament.trf").replace("\r\n", "\n")
    read = trf2json()
    read.parse_file(text, False)
    assert read.get_status() == 0
    tournament: dict[str, Any] = read.get_tournament(1)
    stored = StandingSnapshot.objects.get(division__event=event).standings.rows
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    expected = {numbers[row.entrant]: row.points / POINT for row in stored}
    assert {each["cid"]: float(each["gamePoints"]) for each in tournament["competitors"]} == expected
    worth = {"W": 1.0, "D": 0.5, "U": 1.0, "P": 1.0, "F": 1.0, "H": 0.5, "A": 0.5}
    sums = dict.fromkeys(expected, 0.0)
    for game in tournament["gameList"]:
        for side in ("white", "black"):
            if game.get(side) and game[side]["cid"]:
                sums[game[side]["cid"]] += worth.get(game[side].get("result", ""), 0.0)
    assert sums == expected
    (tmp_path / "tournament.trf").write_text(text)
    report = TrfParser.parse(tmp_path / "tournament.trf")
    assert {each.starting_number: each.points_times_ten / 10 for each in report.player_sections} == expected


def test_report_of_a_round_that_is_played_names_opponents_without_a_result(client: Client) -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    won, _ = running(event)
    lose(won, better_of(won)[1][0], AT)
    settle(event, AT)
    lines = file_of(client, event, "tournament.trf").splitlines()
    cells = {line[14:48].strip(): line[91:] for line in lines if line.startswith("001")}
    numbers = dict(event.entrants.values_list("player__username", "number"))
    for game in Game.objects.all():
        first, second = (seat.player.username for seat in game.seats.order_by("number"))
        described = {
            name: "" if game.status == "running" else str(int(name == better_of(game)[0])) for name in (first, second)
        }
        assert cells[first] == f"{numbers[second]:>4} w {described[first]}".rstrip()
        assert cells[second] == f"{numbers[first]:>4} b {described[second]}".rstrip()


def test_game_that_is_void_is_a_round_not_played_in_the_report(client: Client) -> None:
    event = started(Layout(), 4)
    game = running(event)[0]
    winner, (loser,) = better_of(game)
    lose(game, loser, AT)
    leaves(event, winner, by="cleo", at=AT)
    settle(event, AT)
    (line,) = (line for line in file_of(client, event, "tournament.trf").splitlines() if line[14:48].strip() == winner)
    assert line[91:].split("  ") == ["0000 - Z"] * 3


@pytest.mark.parametrize("layout", [Layout(seats=3), Layout(form="knockout")])
def test_report_is_there_only_where_it_can_say_it(client: Client, layout: Layout) -> None:
    event = started(layout, 3)
    division = divisions_of(event)[0]
    assert client.get(f"/events/{event.slug}/divisions/{division.pk}/tournament.trf").status_code == 404


def test_seed_can_be_checked_from_what_is_published(client: Client) -> None:
    event = started(Layout(), 3)
    described = json.loads(b"".join(client.get(f"/events/{event.slug}/event.json")))
    assert hashlib.sha256(bytes.fromhex(described["nonce"])).hexdigest() == described["commitment"]
    entrants = ",".join(map(str, sorted(one["entrant"] for one in described["log"][0]["payload"]["starters"])))
    seed = hashlib.sha256(f"{described['event']}:{entrants}:{described['nonce']}".encode()).hexdigest()
    assert seed == described["seed"] == described["log"][0]["payload"]["seed"]


def test_whole_event_can_be_counted_again_from_its_file(client: Client) -> None:
    event = started(Layout(form="swiss", rounds=3), 5)
    play_all(event, AT)
    data = json.loads(b"".join(client.get(f"/events/{event.slug}/event.json")))
    (division,) = data["divisions"]
    lines = [LogEntry(one["seq"], kinds.load(one["kind"], one["payload"]), AT) for one in data["log"]]
    known = account(lines)
    roster = Roster(
        entrants=tuple(one["entrant"] for one in division["entrants"]),
        pairings=tuple(
            Pairing(one["fixture"], tuple(one["entrants"]), one["round"], one["table"]) for one in division["fixtures"]
        ),
        byes=known.byes,
        ratings={one["entrant"]: one["rating"] for one in division["entrants"]},
        void=known.void,
    )
    table = standings(Ruleset.load(division["ruleset"]), roster, known.results).dump()
    assert json.loads(json.dumps(table)) == {name: division["standings"][name] for name in ("rows", "ties")}


def test_file_of_many_divisions_asks_the_database_no_more_often_than_one_of_few(client: Client) -> None:
    asked = []
    for name, players in (("Few", 6), ("Many", 12)):
        event = started(Layout(form="league", pool_size=3), players, name=name)
        with CaptureQueriesContext(connection) as statements:
            described = json.loads(b"".join(client.get(f"/events/{event.slug}/event.json")))
        assert len(described["divisions"]) == players // 3
        for division in described["divisions"]:
            own = {one["entrant"] for one in division["entrants"]}
            met = [frozenset(one["entrants"]) for one in division["fixtures"]]
            assert len(own) == len(met) == len(set(met)) == 3
            assert own == frozenset.union(*met)
            assert all(
                set(game["seating"]) == set(one["entrants"]) for one in division["fixtures"] for game in one["games"]
            )
        asked.append(len(statements))
    assert asked[0] == asked[1]


def test_calendar_has_the_deadline_under_a_name_that_stays(client: Client) -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 4)
    (before,) = dates_in(client, f"/events/{event.slug}/calendar.ics")
    assert str(before["summary"]) == "Autumn: round 1 ends"
    assert before.decoded("dtstart") == NOON + timedelta(days=30)
    act("move-deadline", event, round=1, deadline=NOON + timedelta(days=40))
    (after,) = dates_in(client, f"/events/{event.slug}/calendar.ics")
    assert str(after["uid"]) == str(before["uid"])
    assert after.decoded("dtstart") == NOON + timedelta(days=40)
    assert [str(date["uid"]) for date in dates_in(client, "/events/calendar.ics")] == [str(before["uid"])]
    assert dates_in(client, "/events/calendar.ics?rules=twigs") == []


def dates_in(client: Client, address: str) -> list[Any]:
    answer = client.get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_feed_tells_results_and_announcements_once_each(client: Client) -> None:
    event = started(Layout(), 3)
    act("announce", event, text="Five\x07 more minutes & then <tea>.\nBye!")
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    feed = ElementTree.fromstring(client.get(f"/events/{event.slug}/feed.atom").content)
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in entries]
    assert any("Five more minutes & then <tea>. Bye!" in title for title in titles)
    (said,) = [described for entry in entries if "tea" in (described := entry.findtext(f"{ATOM}summary") or "")]
    assert said.endswith("Five more minutes &amp; then &lt;tea&gt;.<br>Bye!")  # the type of a summary is HTML
    assert any(better_of(game)[0] in title for title in titles)
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(ids)) == len(ids) == 3


def test_feed_writes_names_as_players_write_them(client: Client) -> None:
    event = started(Layout(), 3)
    leaves(event, "anna", at=AT)
    feed = ElementTree.fromstring(client.get(f"/events/{event.slug}/feed.atom").content)
    assert any((title.text or "").startswith("anna withdrew.") for title in feed.iter(f"{ATOM}title"))


def test_drafts_are_in_no_calendar(client: Client) -> None:
    services.create_event(
        name="Secret", director=friend("cleo"), rules="btt", control=started(Layout(), 2).time_control, at=NOON,
        starts_at=NOON + timedelta(days=9),
    )  # fmt: skip
    assert dates_in(client, "/events/calendar.ics") == []
    assert client.get("/events/secret/calendar.ics").status_code == 404
