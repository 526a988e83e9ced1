"""Events in a real browser: nothing sticks out on a phone, and a page that somebody looks at keeps up with them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.tournaments.acting import act
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.directing.test_before_start import entered
from tests.tournaments.directing.test_neutrality import lost_match, sixteen
from tests.tournaments.directing.test_pairing_by_hand import held, pairs_of
from tests.tournaments.playing import better_of, lose, running, settle, started
from tests.tournaments.rating_games import ended
from tests.tournaments.web.test_pages_of_forms import begun, pages_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, Round
from tournaments.ratings.services import all_pools, bring_up_to_date
from tournaments.web import divisions

pytestmark = pytest.mark.browser

AT = NOON + timedelta(hours=1)
FILES = ("csv", "json", "ics", "atom")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["league", "groups", "double elimination", "ladder", "tables"])
def test_pages_of_every_form_fit(visit: Visit, form: str) -> None:
    reader = visit("desktop", "dark")
    for path in ("/events/calendar/", *pages_of(begun(form))):
        if not path.endswith(FILES):
            reader.open(path)
            reader.check_width("phone", "desktop")


@pytest.mark.slow
def test_long_tag_of_a_log_and_pages_of_its_director_fit_a_phone(visit: Visit) -> None:
    event, (game, _) = lost_match()
    act("correct-result", event, by=friend("cleo"), game=game.pk, scores=sixteen(game, "anna"))
    Event.objects.update(name="Earlier", slug="earlier")
    waiting = entered()
    act("seed-players", waiting, players=["jack", "ines"])
    act("place-player", waiting, player="anna", tier=2, pool=2)
    swiss = started(Layout(form="swiss", rounds=3, round_days=10), 5, most=9, name="Spring")
    paired = Round.objects.get(division__event=swiss)
    director = friend("cleo")
    director.language = "de"
    director.save()
    reader = visit()
    reader.open("/events/earlier/log/")
    tag = "not rated until another director or staff confirms it"
    expect(reader.page.locator(".tag", has_text=tag)).to_be_visible()
    reader.sign_in("cleo")
    for page in (
        f"{waiting.slug}/console/before-start/",
        f"{waiting.slug}/console/place-player/?player=anna",
        f"{swiss.slug}/console/divisions/{paired.division_id}/rounds/1/",
        f"{swiss.slug}/console/",
    ):
        reader.open(f"/events/{page}")


@pytest.mark.slow
def test_ratings_fit_a_phone(visit: Visit) -> None:
    ended(("anna", "bert"), (1, 2), NOON)
    for pool in all_pools():
        bring_up_to_date(pool.pk, now=NOON + timedelta(days=2))
    reader = visit()
    for path in ("btt/2p/", "of/anna/btt/2p/", f"of/anna/btt/2p/{NOON:%Y-%m-%d}/", "of/anna/against/bert/"):
        reader.open(f"/ratings/{path}")
        tables = reader.page.locator(".wide")
        expect(tables.first).to_be_visible()
        assert tables.evaluate_all("all => all.filter((one) => one.scrollWidth > one.clientWidth).length") == 0


def end_a_game(event: Event) -> None:
    game = running(event)[0]
    lose(game, better_of(game)[1][0], AT)
    settle(event, AT)


@pytest.mark.slow
def test_table_that_is_looked_at_keeps_up_and_what_is_open_stays_open(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(divisions, "ROWS_EXPLAINED", 0)  # of large tables it comes when a line is opened
    event = started(Layout(), 3)
    end_a_game(event)
    reader = visit()
    page = reader.page
    page.set_viewport_size({"width": 500, "height": 740})  # a phone has so few columns that nothing scrolls sideways
    reader.open(f"/events/{event.slug}/standings/")
    page.get_by_text("Where the numbers come from").click()
    expect(page.get_by_text("After 1 finished game,")).to_be_visible()
    line, table = page.locator("details[id^=why]").first, page.get_by_role("region", name="Table")
    expect(line.locator("table")).to_have_count(0)
    line.locator("> summary").click()
    expect(line.get_by_text("By winning everything that is open")).to_be_visible()
    opened = line.get_attribute("id")
    assert table.evaluate("one => { one.scrollLeft = 40; return one.scrollLeft }") == 40
    end_a_game(event)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as when somebody comes back to the page
    expect(page.get_by_text("After 2 finished games,")).to_be_visible()
    expect(page.locator(f"#{opened} table")).to_be_visible()
    assert table.evaluate("one => one.scrollLeft") == 40


def test_page_of_an_event_is_printed_without_what_can_be_done_on_it(visit: Visit) -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    settle(event, AT)
    reader = visit("desktop", player="anna")
    reader.open(f"/events/{event.slug}/")
    doing = [reader.page.get_by_role("button", name="Sit out a round"), reader.page.get_by_text("Mail settings")]
    for one in doing:
        expect(one).to_be_visible()
    reader.page.emulate_media(media="print")
    for one in doing:
        expect(one).to_be_hidden()
    expect(reader.page.get_by_text("You take part.")).to_be_visible()


@pytest.mark.slow
def test_player_chosen_in_the_table_of_a_round_changes_places_and_the_checks_follow(visit: Visit) -> None:
    event = held(7)
    one, other = sorted(min(pairs_of(event, 1), key=sorted))
    reader = visit(player="cleo")
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
    page.wait_for_url("**/console/")
    assert event.log_entries.filter(kind="pairing_set").count() == 1
