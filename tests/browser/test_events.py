"""Events in a real browser: nothing sticks out on a phone, and a page that somebody looks at keeps up with them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import SCREENS, Reader
from tests.tournaments.acting import act
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.directing.test_neutrality import lost_match, sixteen
from tests.tournaments.playing import better_of, lose, running, settle, started
from tests.tournaments.rating_games import ended
from tests.tournaments.web.test_pages_of_forms import FORMS, begun, pages_of
from tournaments.event_rules.layouts import Layout
from tournaments.ratings.services import all_pools, bring_up_to_date
from tournaments.web import divisions

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AT = NOON + timedelta(hours=1)
FILES = ("csv", "json", "ics", "atom")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["league", "groups", "knockout", "double elimination", "ladder", "tables", "matches"])
def test_pages_of_every_form_fit(chromium: Browser, live_server: LiveServer, form: str) -> None:
    assert form in FORMS
    event = begun(form)
    paths = [path for path in pages_of(event) if not path.endswith(FILES)]
    for screen, layout in zip(SCREENS, ("light", "dark"), strict=True):
        reader = Reader(chromium, live_server.url, screen, layout)
        for path in ("/events/", "/events/calendar/", *paths):
            reader.open(path)
        assert reader.complaints == []


@pytest.mark.slow
def test_log_with_a_long_tag_fits_a_phone(chromium: Browser, live_server: LiveServer) -> None:
    event, (game, _) = lost_match()
    act("correct-result", event, by=friend("cleo"), game=game.pk, scores=sixteen(game, "anna"))
    reader = Reader(chromium, live_server.url, "phone")
    reader.open(f"/events/{event.slug}/log/")
    expect(
        reader.page.locator(".tag", has_text="not rated until another director or staff confirms it")
    ).to_be_visible()


@pytest.mark.slow
def test_ratings_fit_a_phone(chromium: Browser, live_server: LiveServer) -> None:
    ended(("anna", "bert"), (1, 2), NOON)
    for pool in all_pools():
        bring_up_to_date(pool.pk, now=NOON + timedelta(days=2))
    reader = Reader(chromium, live_server.url, "phone")
    for path in ("btt/2p/", "of/anna/btt/2p/", f"of/anna/btt/2p/{NOON:%Y-%m-%d}/", "of/anna/against/bert/"):
        reader.open(f"/ratings/{path}")
        tables = reader.page.locator(".wide")
        expect(tables.first).to_be_visible()
        assert tables.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


@pytest.mark.slow
def test_table_that_is_looked_at_keeps_up_and_what_is_open_stays_open(
    chromium: Browser, live_server: LiveServer
) -> None:
    event = started(Layout(), 3)
    settle(event, AT)
    reader = Reader(chromium, live_server.url, "phone")
    reader.open(f"/events/{event.slug}/standings/")
    page = reader.page
    page.set_viewport_size({"width": 500, "height": 740})  # a phone has so few columns that nothing scrolls sideways
    page.get_by_text("Where the numbers come from").click()
    expect(page.get_by_text("After 0 finished games")).to_be_visible()
    page.locator("details[id^=why]").first.locator("> summary").click()
    opened = page.locator("details[id^=why]").first.get_attribute("id")
    table = page.get_by_role("region", name="Table")
    assert table.evaluate("one => { one.scrollLeft = 40; return one.scrollLeft }") == 40
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when somebody comes back to the page
    expect(page.get_by_text("After 1 finished game,")).to_be_visible()
    assert page.locator(f"#{opened}").evaluate("one => one.open")
    assert table.evaluate("one => one.scrollLeft") == 40
    assert reader.complaints == []


@pytest.mark.slow
def test_what_is_behind_a_line_of_a_large_table_comes_when_it_is_opened(
    chromium: Browser, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(divisions, "ROWS_EXPLAINED", 0)  # every table is a large one
    event = started(Layout(), 3)
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    reader = Reader(chromium, live_server.url, "phone")
    reader.open(f"/events/{event.slug}/standings/")
    reader.page.get_by_text("Where the numbers come from").click()
    line = reader.page.locator("details[id^=why]").first
    expect(line.locator("table")).to_have_count(0)
    line.locator("summary").click()
    expect(line.get_by_text("By winning everything that is open")).to_be_visible()
    opened = line.get_attribute("id")
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)
    reader.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(reader.page.get_by_text("After 2 finished games,")).to_be_visible()
    expect(reader.page.locator(f"#{opened} table")).to_be_visible()
    assert reader.complaints == []


def test_page_of_an_event_is_printed_without_what_can_be_done_on_it(chromium: Browser, live_server: LiveServer) -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    settle(event, AT)
    visit = Client()
    visit.force_login(friend("anna"))
    reader = Reader(chromium, live_server.url, "desktop")
    session = visit.cookies["sessionid"].value
    reader.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    reader.open(f"/events/{event.slug}/")
    doing = [reader.page.get_by_role("button", name="Sit out a round"), reader.page.get_by_text("Mail settings")]
    for one in doing:
        expect(one).to_be_visible()
    reader.page.emulate_media(media="print")
    for one in doing:
        expect(one).to_be_hidden()
    expect(reader.page.get_by_text("You take part.")).to_be_visible()
