"""The pictures by which links are shown elsewhere."""

from __future__ import annotations

import io

import pytest
from django.test import Client
from PIL import Image

from tests.tournaments.conftest import after
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Division
from tournaments.presenting.history.table_picture import LINES, table_svg
from tournaments.presenting.tables import standing_table

pytestmark = pytest.mark.django_db


def test_table_is_a_picture_that_is_kept_until_the_table_changes() -> None:
    event = started(Layout(), 3)
    address = f"/events/{event.slug}/divisions/{event.divisions.get().pk}/table.png"
    settle(event, after(1))
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(answer.content)).width >= 160
    etag = {"If-None-Match": answer.headers["ETag"]}
    assert Client().get(address, headers=etag).status_code == 304
    game = running(event)[0]
    lose(game, better_of(game)[1][0], after(1))
    settle(event, after(2))
    assert Client().get(address, headers=etag).status_code == 200
    page = Client().get(f"/events/{event.slug}/standings/").content.decode()
    assert '<meta property="og:image" content="http' in page
    assert f"{address}?at=" in page


def test_picture_has_the_first_lines_and_escapes_names() -> None:
    event = started(Layout(form="swiss", rounds=3), 10, name="Cup <b> of the longest of all the names of it")
    play_all(event, after(1))
    division = Division.objects.select_related("event", "stage").get(event=event)
    drawn = table_svg(division, standing_table(division, stop=LINES))
    assert "Cup &lt;b&gt; of the longest of all the…" in drawn
    assert "Final standings" in drawn
    assert drawn.count('text-anchor="end"') == 2 * LINES + 1
    assert ">and 2 more<" in drawn
    assert ">anna<" in drawn


@pytest.mark.parametrize("form", ["knockout", "ladder"])
def test_picture_of_a_table_without_points_has_places_alone(form: str) -> None:
    event = started(Layout(form=form), 4)
    settle(event, after(1))
    division = Division.objects.select_related("event", "stage").get(event=event)
    assert table_svg(division, standing_table(division)).count('text-anchor="end"') == 4 + 1
