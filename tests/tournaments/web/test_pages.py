"""What people see of events, and what they can do there, through the pages as a browser gets them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Game
from games.play import agreements, timeouts
from tests.built_once import built_once
from tests.games.browsing import Page
from tests.games.conftest import all_read, warn
from tests.tournaments.conftest import NOON, League, after, end_with, friend, game_of, play
from tests.tournaments.playing import opened, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Fixture
from tournaments.queries import slowest_ends_of
from tournaments.tasks import compute_standings

NONE = "\N{EN DASH}"  # a value that does not apply

pytestmark = pytest.mark.django_db


def tables_of(page: str) -> list[list[list[str]]]:
    return Page(200, page, "").tables


def words_of(page: str) -> str:
    """The text of a page's content on one line."""
    main = page[page.index("<main") :]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def get(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(friend(name))
    return client


def shown_to(name: str, address: str, query: dict[str, object] | None = None) -> str:
    """The page that a player gets, or without a name a visitor."""
    answer = (signed_in(name) if name else Client()).get(address, query)
    assert answer.status_code == 200, address
    return answer.content.decode()


def words_to(name: str, address: str, query: dict[str, object] | None = None) -> str:
    """The words of that page."""
    return words_of(shown_to(name, address, query))


def statements(address: str, name: str = "") -> int:
    """How often the database is asked for that page."""
    client = signed_in(name) if name else Client()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


@pytest.fixture
def entries_open() -> Event:
    return opened("Spring", rules="treeblox")


@pytest.fixture
def finished(db: None) -> Event:
    return of_three()


@built_once
def of_three() -> Event:
    """anna and bert draw their match 4:4, both beat dora; bert by more. Dora loses a game to anna on time."""
    event = started(Layout(), 3, rules="treeblox", name="Spring")
    end_with(game_of(event, "anna", "bert"), 3, 1)
    end_with(game_of(event, "bert", "anna"), 3, 1)
    end_with(game_of(event, "bert", "dora"), 9, 1)
    end_with(game_of(event, "dora", "bert"), 1, 4)
    end_with(game_of(event, "anna", "dora"), 2, 2)
    late = play(game_of(event, "dora", "anna"), "L 1,1,1", "L 4,4,1")
    warn(late)
    all_read(after(100))
    assert timeouts.flag_overdue(now=after(100)) == [late.pk]
    compute_standings(event.divisions.get().pk)
    event.refresh_from_db()
    return event


def test_events_are_listed_with_their_state(client: Client, entries_open: Event) -> None:
    enter = reverse("tournaments:enter", args=["spring"])
    signed_in("anna").post(enter)
    text = words_of(get(client, "events"))
    assert "Spring Treeblox, round robin 1 of 9 players open for entries" in text


def test_visitor_is_asked_to_sign_in_and_a_player_enters_with_a_button(client: Client, entries_open: Event) -> None:
    assert "Sign in to enter" in words_of(get(client, "event", "spring"))
    anna = signed_in("anna")
    assert "<button>Enter</button>" in get(anna, "event", "spring")
    answer = anna.post(reverse("tournaments:enter", args=["spring"]), follow=True)
    assert "You take part." in words_of(answer.content.decode())
    assert [entrant.player.username for entrant in entries_open.entrants.all()] == ["anna"]
    anna.post(reverse("tournaments:withdraw", args=["spring"]))
    assert entries_open.entrants.get().status == "withdrawn"


def test_event_page_says_time_control_slowest_end_and_how_it_counts(client: Client, entries_open: Event) -> None:
    text = words_of(get(client, "event", "spring"))
    assert "3 days a turn" in text
    assert re.search(r"Must end by \w+ \d+ \w+ \d{4} at the very latest, .* that the event starts now", text)
    assert "at least 8" in text
    assert "a cap of 12" in text
    assert "one after another: Direct encounter (DE). Points from" in text
    assert entries_open.commitment in text
    assert entries_open.nonce not in text


@pytest.mark.parametrize(
    "layout",
    [Layout(form="league", pool_size=5, season_days=100), Layout(form="swiss", round_days=100), Layout(form="ladder")],
    ids=lambda layout: layout.form,
)
def test_no_game_is_said_to_outlive_the_deadline_of_its_round_or_season(client: Client, layout: Layout) -> None:
    event = started(layout, 5)
    said_after = slowest_ends_of(event, started=NOON)
    event.started_at = None  # as long as it was open
    before = slowest_ends_of(event, started=NOON)
    assert said_after == before
    text = words_of(get(client, "event", event.slug))
    if layout.first_days:
        assert before.rested == NOON + timedelta(days=107)
        assert "at the latest: a game that is still running then is decided by the scores on the board" in text
    else:
        assert "if every turn takes all its time" in text


def test_standings_page_shows_the_table_worked_out_by_hand(client: Client, finished: Event) -> None:
    # anna-bert 3+1 : 1+3 = 4:4; bert-dora 9+4 : 1+1 = 13:2;
    # anna-dora 2+8 : 2+0 = 10:2, as dora lost the second game on time (0) with anna below par (8).
    page = get(client, "standings", "spring")
    table = tables_of(page)[0]
    assert [row[3] for row in table] == ["Decided by", "LD +11", "LD +8", NONE]
    assert table[0][4:6] == ["Form", "Leaves"]
    table = [[*row[:3], *row[6:]] for row in table]
    assert table[0] == ["Place", "Player", "Points", "Played", "Won", "Drawn", "Lost", "DE", "DELD", "LD", "LF", "SB"]
    assert table[1:] == [
        ["1", "bert", "1½", "2", "1", "1", "0", "½", "0", "+11", "17", "¾"],
        ["2", "anna", "1½", "2", "1", "1", "0", "½", "0", "+8", "14", "¾"],
        ["3", "dora", "0", "2", "0", "0", "2", NONE, NONE, "\N{MINUS SIGN}19", "4", "0"],
    ]
    text = words_of(page)
    assert (
        "bert and anna were level on points, and direct encounter and leaf difference among the tied did not separate "
        "them. What decided was leaf difference: bert +11 and anna +8."
    ) in text
    assert "After 6 finished games, calculated" in text


def test_pages_of_a_running_match_show_how_it_stands(client: Client, league: League) -> None:
    event, fixture = league("anna", "bert"), Fixture.objects.get()
    game = game_of(event, "anna", "bert")
    page = get(client, "event", "spring")
    assert event.nonce in page, "once the lots are drawn"
    assert "Standings in full" not in page
    assert "No game has ended yet." in words_of(get(client, "match", "spring", fixture.pk))
    assert f'href="/events/spring/fixtures/{fixture.pk}/"' in shown_to("", f"/games/{game.pk}/")
    end_with(game, 3, 1)
    text = words_of(get(client, "match", "spring", fixture.pk))
    assert "So far anna is ahead by 2." in text
    assert "so far" in text
    assert "1 more is being counted" in words_of(get(client, "standings", "spring"))
    compute_standings(event.divisions.get().pk)
    assert "being counted" not in words_of(get(client, "standings", "spring"))


def test_unchanged_standings_are_not_sent_again(client: Client, league: League) -> None:
    event = league("anna", "bert")
    address = reverse("tournaments:standings", args=["spring"])
    etag = client.get(address).headers["ETag"]
    again = client.get(address, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert signed_in("anna").get(address, headers={"If-None-Match": etag}).status_code == 200
    end_with(game_of(event, "anna", "bert"), 3, 1)
    waiting = client.get(address, headers={"If-None-Match": etag})
    assert waiting.status_code == 200
    compute_standings(event.divisions.get().pk)
    counted = client.get(address, headers={"If-None-Match": waiting.headers["ETag"]})
    assert counted.status_code == 200


def test_match_page_is_the_table_of_the_rulebook(client: Client, finished: Event) -> None:
    game = game_of(finished, "dora", "anna")
    fixture = Fixture.objects.get(games__game=game)
    page = get(client, "match", "spring", fixture.pk)
    table = [row for row in tables_of(page)[0] if len(row) > 1]  # without what is said below a game
    players = table[0][3:5]
    assert sorted(players) == ["anna", "dora"]
    by_dark = {row[1]: dict(zip(players, row[3:5], strict=True)) for row in table[1:3]}
    assert by_dark == {"anna": {"anna": "2", "dora": "2"}, "dora": {"anna": "8", "dora": "0"}}
    assert dict(zip(players, table[3][1:3], strict=True)) == {"anna": "10", "dora": "2"}
    text = words_of(page)
    assert "anna wins the match by 8." in text
    assert "dora lost on time; the winner counts at least 8 (dora 1, anna 1 on the board)" in text


def test_fixtures_are_listed_by_round(client: Client, league: League) -> None:
    event = league("anna", "bert", "dora", "emil")
    end_with(game_of(event, "anna", "bert"), 2, 1)
    page = get(client, "fixtures", "spring")
    rounds = page.split('class="rows card pairs"')[1:]
    assert [part.count("/fixtures/") for part in rounds[:2]] == [2, 2]
    assert len(rounds) == 3
    assert "So far anna is ahead by 1." in words_of(page)


def test_crosstable_shows_points_and_leaves_both_ways(client: Client, finished: Event) -> None:
    (table,) = tables_of(get(client, "crosstable", "spring"))
    assert table == [
        ["Place", "Player", "Points", "bert", "anna", "dora"],
        ["1", "bert", "1½", "·", "½ 4:4", "1 13:2"],
        ["2", "anna", "1½", "½ 4:4", "·", "1 10:2"],
        ["3", "dora", "0", "0 2:13", "0 2:10", "·"],
    ]


def test_league_of_btt_is_told_in_games_not_in_matches(client: Client, league: League) -> None:
    league("anna", "bert", rules="btt")
    game = Game.objects.get()
    agreements.resign(game_id=game.pk, player_id=friend("bert").pk, at=after(1), source="page")
    shown = words_of(get(client, "fixtures", "spring"))
    assert "bert 0 : 1 anna" in shown or "anna 1 : 0 bert" in shown
    assert "anna wins the game." in words_of(get(client, "match", "spring", Fixture.objects.get().pk))
    assert "Everybody plays one game against everybody else." in words_of(get(client, "event", "spring"))


def test_page_of_a_large_event_asks_the_database_no_more_often(league: League) -> None:
    counts = []
    for names in (("anna", "bert"), ("anna", "bert", "dora", "emil", "fritz", "gina")):
        league(*names)
        counts.append([statements(f"/events/spring/{page}/") for page in ("standings", "fixtures", "crosstable")])
        Event.objects.filter(slug="spring").update(slug=f"of-{len(names)}", name=f"Of {len(names)}")
    assert counts[0] == counts[1]


def test_event_shows_the_head_of_its_only_table(finished: Event) -> None:
    page = get(signed_in("anna"), "event", finished.slug)
    head = "Final standings Place Player Points 1 bert 1½ 2 anna 1½ 3 dora 0 Standings in full"
    assert head in words_of(page)
    [own] = re.findall(r'<tr class="([^"]*)">\s*<td class="number">2</td>', page)
    assert own == "own"
