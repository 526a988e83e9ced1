"""Every page of events in every form: that it is there, what it says, and that its numbers add up."""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.play.timeouts import resolve_timeout
from games.templatetags import components
from tests.built_once import built_once
from tests.games.conftest import all_read, warn
from tests.tournaments.acting import act, leaves
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import (
    better_of,
    lose,
    next_season,
    opened,
    play_all,
    play_round,
    ranks,
    running,
    settle,
    started,
)
from tests.tournaments.web.test_pages import get, signed_in, tables_of, words_of, words_to
from tournaments.event_rules.layouts import Layout
from tournaments.models import Division, Event, Fixture, Round
from tournaments.presenting import brackets
from tournaments.presenting.page_sentences import event
from tournaments.queries import divisions_of
from tournaments.running import ladders
from tournaments.web.page_context import sources_of_pages

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)

FORMS: dict[str, tuple[Layout, int, str, str]] = {
    # scheme, players, game, and a sentence that tells how it is played
    "round robin": (Layout(), 4, "btt", "Everybody plays one game against everybody else."),
    "double": (Layout(cycles=2), 3, "btt", "two games against everybody else, all at once, and moves first in one"),
    "matches": (Layout(), 3, "treeblox", "a match of 2 games against everybody else"),
    "league": (Layout(form="league", pool_size=3, season_days=180), 9, "btt", "in a division of 3, the first goes up"),
    "swiss": (Layout(form="swiss", rounds=3, round_days=30), 5, "btt", "against somebody with as many points"),
    "knockout": (Layout(form="knockout"), 5, "btt", "Lose a match of 2 games and you are out."),
    "double elimination": (Layout(form="double-elimination"), 5, "btt", "before the second lost match of 2 games"),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6, "btt", "the first of each goes on to the finals"),
    "ladder": (Layout(form="ladder"), 5, "btt", "Everybody stands on a rung"),
    "match": (Layout(form="match"), 2, "treeblox", "Two players, a match of 2 games"),
    "teams": (Layout(form="teams", boards=2), 3, "btt", "Teams of 2 boards. Every team meets every other once"),
    "tables": (Layout(seats=4), 7, "btt", "Games for 4, all at once. The tables are balanced"),
}


@built_once
def begun(form: str) -> Event:
    """An event of that form with its first game, or first challenge, played."""
    layout, players, rules, _ = FORMS[form]
    event = started(layout, players, rules=rules)
    settle(event, NOON)
    if form == "ladder":
        first, second = (row["entrant"] for row in divisions_of(event).get().snapshot.table["rows"][:2])
        names = dict(event.entrants.values_list("pk", "player__username"))
        ladders.challenge(event_id=event.pk, player=friend(names[second]), username=names[first], at=NOON)
    game = running(event)[0]
    for name in better_of(game)[1]:
        game.refresh_from_db()
        if game.status == Game.Status.RUNNING:
            lose(game, name, AT)
    settle(event, AT)
    return event


def pages_of(event: Event) -> list[str]:
    """The addresses of all pages and files of an event."""
    start = f"/events/{event.slug}/"
    addresses = [start + page for page in ("", "log/", "log/?only=actions", "event.json", "calendar.ics", "feed.atom")]
    addresses += [f"{start}fixtures/{pk}/" for pk in Fixture.objects.values_list("pk", flat=True)[:3]]
    name = event.entrants.all()[0].player.username
    addresses += [start + page for page in (f"players/{name}/", "standings/", "fixtures/")]
    for division in divisions_of(event):
        own = f"{start}divisions/{division.pk}/"
        addresses += [own + page for page in ("standings/", "fixtures/", "what-if/", "standings.csv", "results.csv")]
        if division.stage.format == "round-robin" and event.event_layout.seats == 2:
            addresses += [own + "crosstable/", own + "crosstable.csv"]
        if division.stage.stage_format.has_bracket:
            addresses.append(own + "bracket/")
        if division.rounds.exists():
            addresses.append(own + "rounds/1/")
    return addresses


@pytest.mark.parametrize("form", ["league", "swiss", "double elimination", "groups", "ladder", "teams", "tables"])
def test_every_page_is_there(client: Client, form: str) -> None:
    for address in pages_of(begun(form)):
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("form", FORMS)
def test_event_says_how_it_is_played(form: str) -> None:
    layout, players, rules, sentence = FORMS[form]
    started(layout, players, rules=rules)
    assert sentence in words_to("", "/events/autumn/")


def test_rounds_of_a_season_have_one_deadline_told_once(client: Client) -> None:
    event = begun("league")
    held = Round.objects.filter(division__event=event)
    page = get(client, "event", event.slug)
    assert page.count(f"{held[0].deadline:%H:%M}.</p>") == 1
    assert ["Round", "Begun", "Games"] in [table[0] for table in tables_of(page)]
    held.filter(number=1).update(deadline=AT)
    heads = [table[0] for table in tables_of(get(client, "event", event.slug))]
    assert ["Round", "Begun", "Deadline", "Games"] in heads


@pytest.mark.parametrize("form", ["swiss", "tables"])
def test_rounds_of_a_record_add_up_to_the_points_of_the_table(client: Client, form: str) -> None:
    event = begun(form)
    play_all(event, AT)
    for division in divisions_of(event):
        table = tables_of(client.get(f"/events/{event.slug}/divisions/{division.pk}/standings/").content.decode())[0]
        points = {row[1].split()[0]: row[2] for row in table[1:]}
        for name, total in points.items():
            rounds = tables_of(get(client, "record", event.slug, name))[0]
            assert rounds[-1][3] == total
            assert sum((number(row[2]) for row in rounds[1:]), Fraction()) == number(total)


def number(text: str) -> Fraction:
    """What a page wrote as "1½" or "2 2/3"."""
    for vulgar, plain in (("½", "1/2"), ("¼", "1/4"), ("¾", "3/4"), ("⅓", "1/3"), ("⅔", "2/3")):
        text = text.replace(vulgar, f" {plain}")
    return sum((Fraction(part) for part in text.split()), Fraction())


def test_table_says_what_is_still_possible_until_all_is_over(client: Client) -> None:
    event = begun("round robin")
    table = tables_of(get(client, "standings", event.slug))[0]
    assert table[0][-2:] == ["Most", "Places"]
    leader = table[1]
    assert (leader[2], leader[-2], leader[-1]) == ("1", "3", "1 to 4")
    play_all(event, AT)
    page = get(client, "standings", event.slug)
    assert "Final standings" in page
    assert "Most" not in tables_of(page)[0][0]


def test_lines_of_promotion_and_relegation_stand_where_they_will_be_drawn(client: Client) -> None:
    event = begun("league")
    play_all(event, AT)
    upper, lower = (divisions_of(event).filter(tier=tier)[0] for tier in (1, 2))
    marks = {
        division.tier: [" ".join(row[1].split()[1:]) for row in standings_of(client, event, division)[1:]]
        for division in (upper, lower)
    }
    assert marks == {1: ["", "▼ goes down", "▼ goes down"], 2: ["▲ goes up", "", ""]}


def standings_of(client: Client, event: Event, division: Division) -> list[list[str]]:
    page = client.get(reverse("tournaments:standings", args=[event.slug, division.pk])).content.decode()
    return tables_of(page)[0]


def test_groups_mark_who_goes_on_and_the_finals_have_a_bracket(client: Client) -> None:
    event = begun("groups")
    play_all(event, AT)
    finals = divisions_of(event)[0]
    group = divisions_of(event).get(stage__number=1, number=1)
    table = standings_of(client, event, group)
    assert [row[1].endswith("▲ goes on to the finals") for row in table[1:]] == [True, False, False]
    first = table[1][1].split()[0]
    bracket = words_of(client.get(reverse("tournaments:bracket", args=[event.slug, finals.pk])).content.decode())
    assert first in bracket
    assert "Finals" in words_of(get(client, "standings", event.slug))


def test_bracket_tells_byes_winners_and_what_is_not_known_yet(client: Client) -> None:
    event = begun("knockout")
    text = words_of(get(client, "bracket", event.slug))
    assert text.count("✓ no opponent") == text.count("no opponent") == 3
    assert "not known yet" in text
    assert "Semi-finals" in text
    assert "Third place" in text
    play_all(event, AT)
    text = words_of(get(client, "bracket", event.slug))
    assert "not known yet" not in text
    assert "anna ✓" in text


def test_tie_that_only_a_lot_could_decide_says_so(client: Client) -> None:
    event = started(Layout(form="knockout"), 2)
    for _ in range(2):
        for game in running(event):
            lose(game, game.seats.get(number=0).player.username, AT)
        settle(event, AT)
    assert "level twice, decided by lot" in words_of(get(client, "bracket", event.slug))
    winner = next(name for rank, name in ranks(divisions_of(event).get()) if rank == 1)
    fixture = Fixture.objects.get()
    described = f"The match is drawn. The lot decided for {winner}."
    assert described in words_of(get(client, "match", event.slug, fixture.pk))
    assert client.get(f"/api/v1/events/{event.slug}/fixtures/{fixture.pk}/").json()["verdict"] == described


def test_ladder_tells_each_player_whom_he_can_challenge(client: Client) -> None:
    event = started(Layout(form="ladder"), 4)
    settle(event, NOON)
    rungs = [row[1] for row in tables_of(get(client, "standings", event.slug))[0][1:]]
    page = get(signed_in(rungs[3]), "standings", event.slug)
    assert f"You can challenge {rungs[1]} or {rungs[2]}." in words_of(page)
    assert [row[1] for row in tables_of(page)[0] if "you can challenge" in row[1]] == [
        f"{rungs[1]} you can challenge",
        f"{rungs[2]} you can challenge",
    ]
    assert "can challenge" not in words_of(get(client, "standings", event.slug))


@pytest.mark.parametrize(
    ("form", "head"),
    [("ladder", ["Against", "Result"]), ("knockout", ["Round", "Against", "Result"]),
     ("swiss", ["Round", "Against", "Points", "Total"])],
)  # fmt: skip
def test_where_points_decide_nothing_the_explanation_says_who_won(form: str, head: list[str], client: Client) -> None:
    event = begun(form)
    ended = Game.objects.filter(status=Game.Status.FINISHED)[0]
    winner, loser = (ended.seats.get(place=place).player.username for place in (1, 2))
    for game in running(event):
        if game.fixture_game.fixture_id == ended.fixture_game.fixture_id:
            lose(game, loser, AT)
    settle(event, AT)
    table = tables_of(get(client, "record", event.slug, winner))[0]
    assert table[0] == head
    assert table[1][-1] == ("won" if head[-1] == "Result" else "1")


def test_table_of_four_shows_every_seat(client: Client) -> None:
    event = begun("tables")
    fixture = Fixture.objects.filter(games__game__status=Game.Status.FINISHED)[0]
    totals, games = tables_of(get(client, "match", event.slug, fixture.pk))[:2]
    names = [seat.entrant.player.username for seat in fixture.seats.all()]
    assert [row[0] for row in totals[1:]] == names
    assert {row[0]: row[2] for row in totals[1:]}[min(names)] == "1"
    assert games[0][-4:] == names
    assert games[1][1:5] == names
    page = get(client, "crosstable", event.slug)
    (table, *_) = tables_of(page)
    assert table[0][:3] == ["Place", "Player", "Points"]
    assert len({len(row) for row in table}) == 1
    assert 'aria-label="no game in this round"' in page
    assert page.count(f'href="/events/{event.slug}/fixtures/{fixture.pk}/"') == 4


def test_actions_stand_on_the_page_with_the_director_and_the_reason(client: Client) -> None:
    event = begun("round robin")
    game = Game.objects.filter(status=Game.Status.FINISHED)[0]
    act("announce", event, text="Welcome, friends.")
    act("correct-result", event, game=game.pk, places=(1, 1), reason="They agreed to a draw.")
    settle(event, AT)
    about = words_of(get(client, "event", event.slug))
    assert "Welcome, friends." in about
    assert "They agreed to a draw. (cleo)" in about
    name = game.seats.all()[0].player.username
    record = words_of(get(client, "record", event.slug, name))
    assert f"game {game.pk} corrected: They agreed to a draw." in record
    assert "Shared place 1 of 4" in record


def test_void_meetings_are_shown_but_do_not_count(client: Client) -> None:
    event = started(Layout(), 5)
    leaves(event, "emil", at=AT)
    settle(event, AT)
    assert words_of(get(client, "record", event.slug, "anna")).count("void, does not count") == 1
    assert "emil withdrawn" in [row[1] for row in tables_of(get(client, "standings", event.slug))[0]]


def test_seasons_lead_to_each_other(client: Client) -> None:
    event = begun("league")
    play_all(event, AT)
    following = next_season(event.pk, now=AT)
    assert f"/events/{following.slug}/" in get(client, "event", event.slug)
    listed = words_of(client.get("/events/").content.decode())
    assert f"{event.entrants.count()} players of the previous season have been asked to stay" in listed
    assert f"starts {following.starts_at:%-d %b %Y}" in listed
    assert f"/events/{event.slug}/" in get(client, "event", following.slug)


def test_page_that_is_made_otherwise_in_a_new_release_is_sent_again() -> None:
    pages = (
        "standings",
        "fixtures",
        "match",
        "crosstable",
        "bracket",
        "record",
        "log",
    )  # what ``frames.answer`` answers
    parts, todo = set[str](), [f"tournaments/{page}.html" for page in pages]
    while todo:
        source = get_template(todo.pop()).template.source  # type: ignore[attr-defined]
        new = {name for name in re.findall(r'{% (?:include|extends) "([^"]+)"', source) if name not in parts}
        parts |= new
        todo += new
    assert "base.html" in parts
    sources = {str(path) for path in sources_of_pages()}
    assert {get_template(part).template.origin.name for part in parts} <= sources  # type: ignore[attr-defined]
    assert {event.__file__, components.__file__} <= sources


def test_visitor_is_told_when_nothing_has_changed(client: Client) -> None:
    event = begun("round robin")
    address = reverse("tournaments:crosstable", args=[event.slug])
    etag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200


def test_page_that_is_not_there_yet_says_why_and_a_wrong_address_that_it_may_be_wrong(client: Client) -> None:
    opened("Spring")
    described = words_of(client.get("/events/spring/standings/").content.decode())
    assert "Spring has not started yet." in described
    assert "slip" not in described
    assert "There is nothing here" in words_of(client.get("/events/autumn/").content.decode())
    assert "may be mistyped" in words_of(client.get("/nowhere/").content.decode())


@pytest.mark.parametrize(
    ("form", "page"),
    [("knockout", "crosstable/"), ("round robin", "bracket/"), ("swiss", "rounds/9/")],
)
def test_page_that_an_event_cannot_have_is_not_there(client: Client, form: str, page: str) -> None:
    event = begun(form)
    division = divisions_of(event)[0]
    assert client.get(f"/events/{event.slug}/divisions/{division.pk}/{page}").status_code == 404
    assert client.get(f"/events/{event.slug}/divisions/999999/standings/").status_code == 404
    assert client.get(f"/events/{event.slug}/players/nobody/").status_code == 404


def test_large_bracket_is_shown_in_sections_and_its_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = begun("knockout")
    whole = words_of(get(client, "bracket", event.slug))
    monkeypatch.setattr(brackets, "TIES_AT_ONCE", 2)  # a bracket of more than four is a large one
    address = reverse("tournaments:bracket", args=[event.slug])
    first, second, end = (
        words_of(client.get(address + query).content.decode()) for query in ("?section=1", "?section=2", "?section=end")
    )
    names = {entrant.player.username for entrant in event.entrants.select_related("player")}
    halves = [
        {name for name in names if f" {name} " in text.partition("Quarter-finals")[2]} for text in (first, second)
    ]
    assert halves[0] | halves[1] == names
    assert halves[0] & halves[1] == set()
    assert "Quarter-finals" in whole
    assert "Quarter-finals" not in end
    assert "Final" in end
    found = words_of(client.get(address, {"player": min(halves[1]).upper()}).content.decode())
    assert found.partition("Quarter-finals")[2] == second.partition("Quarter-finals")[2]
    assert "There is no nobody in this bracket." in words_of(client.get(address, {"player": "nobody"}).content.decode())


def test_large_bracket_opens_where_something_is_known(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    event = started(Layout(form="knockout"), 8)
    settle(event, NOON)
    monkeypatch.setattr(brackets, "TIES_AT_ONCE", 2)
    address = reverse("tournaments:bracket", args=[event.slug])

    def shown_to(reader: Client, query: str = "") -> str:
        return words_of(reader.get(address + query).content.decode()).partition("Quarter-finals")[2]

    first, second = shown_to(client, "?section=1"), shown_to(client, "?section=2")
    assert shown_to(client) == first
    names = [entrant.player.username for entrant in event.entrants.select_related("player")]
    assert shown_to(signed_in(next(name for name in names if f" {name} " in second))) == second
    for game in running(event)[:2]:
        lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    assert shown_to(client) == "", "somebody has reached the end, which is shown"


def test_nobody_is_called_first_while_many_are_level(client: Client) -> None:
    event = started(Layout(form="swiss", rounds=3), 10)
    play_round(event, AT)
    page = words_of(client.get(f"/events/{event.slug}/").content.decode())
    assert page.count(" 1= ") == 5
    assert "First now" not in page


def test_players_find_themselves_in_an_event(client: Client) -> None:
    event = started(Layout(), 4)
    settle(event, NOON)
    address, name = f"/events/{event.slug}/", event.entrants.all()[0].player.username
    assert "Autumn" in words_to(name, "/events/?whose=mine")
    assert "Autumn" not in words_to("zoe", "/events/?whose=mine")
    own, own_row = signed_in(name), r'<tr id="entrant-\d+" class="own">'
    assert f'href="{address}players/{name}/">Your games and points' in own.get(address).content.decode()
    assert len(re.findall(own_row, own.get(f"{address}standings/").content.decode())) == 1
    assert not re.search(own_row, client.get(f"{address}standings/").content.decode())
    found = client.get(address, {"player": f" {name.upper()} "})
    assert found.headers["Location"] == f"{address}players/{name}/"
    assert "nobody does not take part." in words_to("", address, {"player": "nobody"})
    assert "Only your own games" in words_of(own.get(f"{address}what-if/").content.decode())
    assert "Only your own games" not in words_to("zoe", f"{address}what-if/")


def test_swiss_tournament_has_its_rounds_as_columns(client: Client) -> None:
    event = started(Layout(form="swiss", rounds=3), 5, rules="btt")
    play_round(event, AT)
    page = client.get(f"/events/{event.slug}/crosstable/").content.decode()
    words = words_of(page)
    (name,) = event.entrants.exclude(fixture_seats__fixture__round__number=1).values_list("player__username", flat=True)
    assert f"Without an opponent: {name} (pairing bye)" in words_of(get(client, "fixtures", event.slug))
    assert "no opponent: a bye" in words_of(get(client, "record", event.slug, name))
    assert "Round 1" in words
    assert "Round 2" in words
    assert "pairing bye" in page
    assert page.count('<th scope="row">') == 5
    assert "#2" in words
    assert f'data-live="event:{event.slug}"' in page
    assert "Rounds" in words_of(client.get(f"/events/{event.slug}/").content.decode())


def test_played_forfeits_and_byes_add_up_to_the_points_of_the_table(client: Client) -> None:
    event = begun("swiss")
    idle, *others = running(event)
    late = idle.turn.player.username
    for game in others:
        lose(game, better_of(game)[1][0], AT)
    warn(idle)
    all_read(after(100))
    assert resolve_timeout(idle.pk, now=after(100))
    play_all(event, after(101))
    head, *rows = tables_of(get(client, "standings", event.slug))[0]
    for row in rows:
        line = dict(zip(head, row, strict=True))
        won, drawn, forfeits, byes = (
            number(line.get(title, "0")) for title in ("Won", "Drawn", "Won by forfeit", "Byes")
        )
        assert won + drawn / 2 + forfeits + byes == number(line["Points"])
    assert {row[1].split()[0]: row[head.index("Lost by forfeit")] for row in rows}[late] == "1"
