"""The pages of directors beside the console fit on a phone, and have nothing to complain about."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.conftest import SCREENS, Reader, sign_in
from tests.tournaments.acting import act
from tests.tournaments.conftest import friend
from tests.tournaments.directing.test_before_start import entered
from tests.tournaments.directing.test_pairing_by_hand import held, pairs_of
from tests.tournaments.playing import started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("language", ["en-gb", "de"])
def test_list_before_the_start_and_page_of_a_round_fit(
    chromium: Browser, live_server: LiveServer, language: str
) -> None:
    waiting = entered()
    act("seed-players", waiting, players=["jack", "ines"])
    act("place-player", waiting, player="anna", tier=2, pool=2)
    swiss = started(Layout(form="swiss", rounds=3, round_days=10), 5, most=9, name="Spring")
    held = Round.objects.get(division__event=swiss)
    director = friend("cleo")
    director.language = language
    director.save()
    for screen, layout in zip(SCREENS, ("light", "dark"), strict=True):
        reader = Reader(chromium, live_server.url, screen, layout)
        sign_in(reader, director)
        reader.open(f"/events/{waiting.slug}/console/before-start/")
        reader.open(f"/events/{waiting.slug}/console/place-player/?player=anna")
        reader.open(f"/events/{swiss.slug}/console/divisions/{held.division_id}/rounds/1/")
        reader.open(f"/events/{swiss.slug}/console/")
        assert reader.complaints == []


@pytest.mark.parametrize("screen", SCREENS)
def test_player_chosen_in_the_table_of_a_round_changes_places_and_the_checks_follow(
    chromium: Browser, live_server: LiveServer, screen: str
) -> None:
    event = held(7)
    one, other = sorted(min(pairs_of(event, 1), key=sorted))
    reader = Reader(chromium, live_server.url, screen)
    sign_in(reader, friend("cleo"))
    reader.open("/events/autumn/console/set-pairing/")
    selects, page = reader.page.locator("[data-pairs] select"), reader.page
    before = [select.input_value() for select in selects.all()]
    place = before.index(one)
    partner = place + 1 if place % 2 == 0 else place - 1
    if partner == len(before):  # a bye
        place, partner = before.index(other), before.index(other) ^ 1
        one, other = other, one
    selects.nth(partner).select_option(other)
    after = [select.input_value() for select in selects.all()]
    assert sorted(after) == sorted(before)
    assert (after[partner], after[before.index(other)]) == (other, before[partner])
    expect(page.locator("[data-checks]")).to_contain_text("Have been paired with each other before")
    reader.check_width()
    page.get_by_label("Reason").fill("A request.")
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Set pairings").click()
    reader.page.wait_for_url("**/console/")
    assert event.log_entries.filter(kind="pairing_set").count() == 1
    assert reader.complaints == []
