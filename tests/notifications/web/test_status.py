"""The status page in plain words, and the pictures by which links are shown elsewhere."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.models import Heartbeat, Outage
from notifications.models import OutboundMail
from tests.games.browsing import Page
from tests.games.conftest import Start
from tests.tournaments.conftest import after
from tests.tournaments.playing import better_of, lose, play_all, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Division
from tournaments.presenting.table_picture import LINES, table_svg
from tournaments.presenting.tables import standing_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _all_parts_live() -> None:
    now = timezone.now()
    for name in ("web", "worker", "worker of mail in", "worker of mail out", "mail intake"):
        Heartbeat.objects.create(name=name, at=now, clear_until=now)


def page() -> str:
    return Page(200, Client().get("/status/").content.decode(), "/status/").text


def test_all_is_well() -> None:
    said = page()
    for sentence in (
        "Everything works.",
        "Mails go out within minutes.",
        "All clocks run as they should.",
        "None so far.",
    ):
        assert sentence in said


def test_mail_that_does_not_leave_is_said_with_its_time(start: Start) -> None:
    start("anna", "bert")
    OutboundMail.objects.update(state="waiting", sent_at=None, due_at=timezone.now() - timedelta(hours=2))
    said = page()
    assert "Mails are late: the oldest has waited since" in said
    assert "Mails that you send are read within minutes." in said
    assert "Everything works." not in said


def test_silent_intake_is_said_and_that_mail_is_not_lost() -> None:
    Heartbeat.objects.filter(name="mail intake").update(at=timezone.now() - timedelta(minutes=30))
    said = page()
    assert "Mails have not been read since" in said
    assert "Send yours anyway" in said
    assert "At this moment nobody can lose on time:" in said


@pytest.mark.parametrize(("credited", "sentence"), [(True, "was given back"), (False, "is being given back")])
def test_outages_are_listed_with_what_became_of_them(credited: bool, sentence: str) -> None:
    now = timezone.now()
    ended = now - timedelta(days=1)
    Outage.objects.create(
        part="web",
        starts_at=ended - timedelta(hours=3),
        ends_at=ended,
        noted_at=ended,
        credited_at=ended if credited else None,
    )
    said = page()
    assert "Without an outage since" in said
    assert "3 hours" in said
    assert sentence in said


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
