"""Supposed results: the table is the one that they would give, and nothing is written."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.play import directing as games
from tests.tournaments.conftest import NOON, end_with
from tests.tournaments.playing import better_of, lose, running, settle, started
from tests.tournaments.web.test_pages import tables_of, words_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, EventLogEntry, Fixture
from tournaments.presenting import tables
from tournaments.queries import divisions_of
from tournaments.wording.decisions import with_minus

pytestmark = pytest.mark.django_db

AT = NOON + timedelta(hours=1)


def supposed(client: Client, event: Event, suppositions: dict[int, str], status: int = 200) -> str:
    address = reverse("tournaments:what_if", args=[event.slug])
    query = urlencode({f"f{fixture}": text for fixture, text in suppositions.items()})
    answer = client.get(f"{address}?{query}")
    assert answer.status_code == status
    return answer.content.decode()


def lines_of(page: str) -> list[list[str]]:
    """Place, player, points and tie-breaks of the supposed table."""
    return [[row[0], row[2], *row[3:]] for row in tables_of(page)[0][1:]]


def stored(event: Event) -> list[list[str]]:
    rows = []
    for line in tables.standing_table(divisions_of(event)[0]).lines:
        values = [with_minus(value.text) or "\N{EN DASH}" for value in line.values]
        rows.append([f"{line.rank}{'=' if line.is_shared else ''}", line.player, line.points, *values])
    return rows


def finish(game: Game, *places: int) -> None:
    games.adjudicate_game(game_id=game.pk, places=places, actor_id=None, reason="Decided.", at=AT)


def test_supposed_table_is_the_one_that_comes_about(client: Client) -> None:
    event = started(Layout(), 4)
    settle(event, AT)
    outcomes = {"1": (1, 2), "=": (1, 1), "0": (2, 1)}
    fixtures = dict(zip(Fixture.objects.order_by("pk"), "1=0=10", strict=True))
    page = supposed(client, event, {fixture.pk: text for fixture, text in fixtures.items()})
    log = EventLogEntry.objects.count()
    for fixture, text in fixtures.items():
        finish(fixture.games.get().game, *outcomes[text])
    settle(event, AT)
    assert lines_of(page) == stored(event)
    assert EventLogEntry.objects.count() == log + 6


def test_leaves_of_a_match_can_be_supposed(client: Client) -> None:
    event = started(Layout(), 3, rules="treeblox")
    settle(event, AT)
    fixture = Fixture.objects.order_by("pk")[0]
    page = supposed(client, event, {fixture.pk: "6:3"})
    for played in fixture.games.order_by("number"):
        end_with(played.game, 4, 1) if played.number == 1 else end_with(played.game, 2, 2)
    settle(event, AT)
    assert lines_of(page) == stored(event)


def test_finished_game_can_be_supposed_to_have_ended_otherwise(client: Client) -> None:
    event = started(Layout(), 3)
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    fixture = game.fixture_game.fixture
    first, second = (seat.entrant.player.username for seat in fixture.seats.order_by("number"))
    before = stored(event)
    loser = better_of(game)[1][0]
    page = supposed(client, event, {fixture.pk: "1" if loser == first else "0"})
    assert next(line for line in lines_of(page) if line[1] == loser)[2] == "1"
    assert {first, second} >= {loser}
    assert stored(event) == before


def test_match_of_a_knockout_can_be_supposed(client: Client) -> None:
    event = started(Layout(form="knockout"), 4)
    settle(event, AT)
    fixture = Fixture.objects.order_by("pk")[0]
    first, second = (seat.entrant.player.username for seat in fixture.seats.order_by("number"))
    places = {line[1]: line[0] for line in lines_of(supposed(client, event, {fixture.pk: "0"}))}
    assert places[second] == "1"
    assert places[first] not in ("1", "1=")
    assert not EventLogEntry.objects.filter(kind="game_finished").exists()


@pytest.mark.parametrize(
    ("rules", "text", "sentence"),
    [
        ("btt", "2", "Suppose 1, = or 0 for the first of the two, not"),
        ("treeblox", "1", "the leaves of both over the whole match, such as 9:5"),
        ("treeblox", "9:5:1", "such as 9:5"),
        ("treeblox", "1000:1", "such as 9:5"),
        ("treeblox", "33:1", "at most 32 for each"),
    ],
)
def test_supposition_that_cannot_be_says_what_would_be_right(
    client: Client, rules: str, text: str, sentence: str
) -> None:
    event = started(Layout(), 3, rules=rules)
    settle(event, AT)
    page = supposed(client, event, {Fixture.objects.order_by("pk")[0].pk: text}, status=400)
    assert sentence in words_of(page)


def test_only_fixtures_of_the_table_and_not_too_many_can_be_supposed(client: Client) -> None:
    event = started(Layout(), 3)
    settle(event, AT)
    assert "There is no fixture 999999" in words_of(supposed(client, event, {999999: "1"}, status=400))
    many = dict.fromkeys(range(1, 60), "1")
    assert "Suppose 40 results at most, not 59." in words_of(supposed(client, event, many, status=400))


def test_form_offers_what_is_open_and_keeps_what_was_supposed(client: Client) -> None:
    event = started(Layout(), 4)
    settle(event, AT)
    address = reverse("tournaments:what_if", args=[event.slug])
    page = client.get(address).content.decode()
    assert page.count("<select") == 6
    fixture = Fixture.objects.order_by("pk")[0]
    page = supposed(client, event, {fixture.pk: "="})
    assert '<option value="=" selected>' in page
    page = client.get(address + "?player=anna").content.decode()
    assert page.count("<select") == 3
    first = running(event)[0]
    lose(first, better_of(first)[1][0], AT)
    settle(event, AT)
    assert client.get(address).content.decode().count("<select") == 5
    assert client.get(address + "?finished=1").content.decode().count("<select") == 6
