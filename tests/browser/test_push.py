"""Messages of a browser: its address is given on a page, and what it is woken for is shown without one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from notifications.models import Webhook
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin
from tests.browser.test_game_pages import LAYOUT_SHIFTS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
}"""
# Chromium asks servers of its maker for an address: here it has one, or nobody allows it.
ALLOWED = """PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if (applicationServerKey.length !== 65) throw new Error("not a key");
  return { endpoint: "https://push.example/wpush/1" };
};"""
REFUSED = 'PushManager.prototype.subscribe = async () => { throw new DOMException("permission denied"); };'


def ada(chromium: Browser, live_server: LiveServer) -> Reader:
    reader = Reader(chromium, live_server.url, "phone", service_workers=True)
    sign_in(reader, Player.objects.get(username="ada"))
    reader.context.grant_permissions(["notifications"], origin=live_server.url)
    return reader


def wake(page: Page, origin: str) -> None:
    """What comes from a push service: an empty message for the worker of the site."""
    session = page.context.new_cdp_session(page)
    numbers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: numbers.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    while not numbers:
        page.wait_for_timeout(20)
    session.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": numbers[-1], "data": ""})


@pytest.mark.slow
def test_browser_that_is_woken_shows_which_game_waits(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada(chromium, live_server)
    page = reader.page
    reader.open("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wake(page, live_server.url)
    for _ in range(600):
        if shown := page.evaluate(SHOWN):
            break
        page.wait_for_timeout(50)
    assert shown == [{"title": "Seeds", "body": "1 game waits for you", "data": f"/games/{game.pk}/"}]
    assert reader.complaints == []


@pytest.mark.slow
def test_address_of_a_browser_is_added_where_it_allows_messages(chromium: Browser, live_server: LiveServer) -> None:
    begin("btt")
    reader = ada(chromium, live_server)
    page = reader.page
    page.add_init_script(ALLOWED)
    reader.open("/settings/integrations/")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator(".notes .success")).to_be_visible()
    assert [(hook.player.username, hook.kind, hook.url) for hook in Webhook.objects.all()] == [
        ("ada", "push", "https://push.example/wpush/1")
    ]
    reader.check_width()
    assert reader.complaints == []


@pytest.mark.slow
def test_browser_that_refuses_messages_says_so_and_nothing_is_added(chromium: Browser, live_server: LiveServer) -> None:
    begin("btt")
    reader = ada(chromium, live_server)
    page = reader.page
    page.add_init_script(REFUSED)
    reader.open("/settings/integrations/")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.locator("[data-push-problem]")).to_contain_text("Allow notifications for this site")
    assert not Webhook.objects.exists()


@pytest.mark.slow
def test_offer_of_messages_moves_nothing_on_its_page(chromium: Browser, live_server: LiveServer) -> None:
    begin("btt")
    reader = ada(chromium, live_server)
    reader.page.add_init_script(LAYOUT_SHIFTS)
    reader.open("/settings/integrations/")
    reader.page.wait_for_load_state("networkidle")
    expect(reader.page.get_by_role("button", name="Notify me in this browser")).to_be_visible()
    assert reader.page.evaluate("window.shifts") == []
