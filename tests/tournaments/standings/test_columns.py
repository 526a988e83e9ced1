"""One more column of the standings is one class: a sample stands here, and in no other file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext_lazy

from tests.tournaments.conftest import NOON, after
from tests.tournaments.playing import play_all, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, StandingSnapshot
from tournaments.running import services
from tournaments.standings.columns import COLUMNS, Column, register, table_format
from tournaments.standings.tables import Table
from tournaments.tasks import compute_stale_standings
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds_without_defeat() -> Iterator[None]:
    """A table with a column more, as if the code had been changed."""
    before = dict(COLUMNS)

    @register
    class Undefeated(Column):
        code = "undefeated"
        title = gettext_lazy("Undefeated")
        meaning = gettext_lazy("Rounds that the player has not lost.")
        since = table_format() + 1

        def values(self, table: Table) -> Mapping[int, int]:
            return {one: len([own for own in results if own.first]) for one, results in table.rounds.items()}

        def write(self, value: int) -> str:
            return f"{value} of all"

    yield
    COLUMNS.clear()
    COLUMNS.update(before)


def league_over() -> Event:
    event = started(Layout(), 3)
    play_all(event, after(1))
    return event


def page(event: Event) -> str:
    return Client().get(reverse("tournaments:standings", args=[event.slug])).content.decode()


def address_of(event: Event) -> str:
    return reverse("tournaments-api:division-standings", args=[event.slug, event.divisions.get().pk])


def rest(event: Event) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = Client().get(address_of(event)).json()["standings"]
    return lines


def csv_of(event: Event) -> list[dict[str, str]]:
    answer = Client().get(reverse("tournaments:standings_csv", args=[event.slug, event.divisions.get().pk]))
    return list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))


@pytest.mark.usefixtures("rounds_without_defeat")
def test_column_that_is_registered_is_on_the_page_rest_and_csv() -> None:
    event = league_over()
    said = page(event)
    assert '<abbr title="Rounds that the player has not lost.">Undefeated</abbr>' in said
    assert "<dt>Undefeated</dt><dd>Rounds that the player has not lost.</dd>" in said
    assert '<td class="number more">2 of all</td>' in said
    assert [line["undefeated"] for line in rest(event)] == [2, 1, 0]
    assert [line["undefeated"] for line in csv_of(event)] == ["2", "1", "0"]
    assert verify_event(event) == []


def test_table_stored_before_a_column_was_there_is_shown_verified_and_made_again_and_copies_are_old(
    request: pytest.FixtureRequest,
) -> None:
    event = league_over()
    before = StandingSnapshot.objects.get()
    copy = {"If-None-Match": Client().get(address_of(event)).headers["ETag"]}
    assert Client().get(address_of(event), headers=copy).status_code == 304
    request.getfixturevalue("rounds_without_defeat")
    assert [line["undefeated"] for line in rest(event)] == [None, None, None]
    assert [line["undefeated"] for line in csv_of(event)] == ["", "", ""]
    assert '<abbr title="Rounds that the player has not lost.">Undefeated</abbr>' in page(event)
    assert verify_event(event) == []
    compute_stale_standings()  # the sweep of the workers
    assert Client().get(address_of(event), headers=copy).status_code == 200
    stored = StandingSnapshot.objects.get()
    assert (stored.format, stored.version, stored.digest) == (before.format + 1, before.version, before.digest)
    assert [row.columns["undefeated"] for row in stored.standings.rows] == [2, 1, 0]
    assert [line["undefeated"] for line in rest(event)] == [2, 1, 0]
    assert verify_event(event) == []


def test_tables_of_an_older_format_are_made_again_by_the_command(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    event = league_over()
    call_command("rebuild_standings")
    request.getfixturevalue("rounds_without_defeat")
    call_command("rebuild_standings", event.slug)
    call_command("rebuild_standings", "--all")
    assert capsys.readouterr().out.splitlines() == [f"{made} tables were rebuilt." for made in (0, 1, 1)]
    assert StandingSnapshot.objects.get().format == table_format()


def test_older_code_leaves_a_table_of_a_newer_format_alone() -> None:
    event = started(Layout(), 3)
    settle(event, NOON)
    StandingSnapshot.objects.update(format=table_format() + 1)
    assert services.compute_standings(event.divisions.get().pk, at=NOON + timedelta(days=1)) is None


@pytest.mark.parametrize("changed", ["won", "points"])
def test_another_number_in_a_stored_table_is_found(changed: str) -> None:
    event = league_over()
    stored = StandingSnapshot.objects.get()
    row = stored.table["rows"][0]
    (row["columns"] if changed == "won" else row)[changed] += 1
    stored.save()
    assert verify_event(event) == ["The table of division 1.1 comes out differently when computed again."]
    assert not running(event)
