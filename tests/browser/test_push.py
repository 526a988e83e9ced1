"""Messages of a browser: its address is given on a page, and what it is woken for is shown without one."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from notifications.models import Webhook
from tests.browser.conftest import Visit
from tests.browser.games import begin
from tests.browser.test_game_pages import LAYOUT_SHIFTS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data }));
}"""
# Chromium asks servers of its maker for an address: here it has one.
ALLOWED = """PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
  if (applicationServerKey.length !== 65) throw new Error("not a key");
  return { endpoint: "https://push.example/wpush/1" };
};"""


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


def test_address_of_a_browser_is_added_and_it_shows_which_game_waits_when_it_is_woken(visit: Visit) -> None:
    game = begin("btt")
    reader = visit(player="ada", service_workers=True)
    page, button = reader.page, reader.page.get_by_role("button", name="Notify me in this browser")
    reader.context.grant_permissions(["notifications"], origin=reader.address)
    page.add_init_script(ALLOWED)
    page.add_init_script(LAYOUT_SHIFTS)
    reader.open("/settings/integrations/")
    page.wait_for_load_state("networkidle")
    expect(button).to_be_visible()
    assert page.evaluate("window.shifts") == []
    button.click()
    expect(page.locator(".notes .success")).to_be_visible()
    assert [(hook.player.username, hook.kind, hook.url) for hook in Webhook.objects.all()] == [
        ("ada", "push", "https://push.example/wpush/1")
    ]
    reader.check_width()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    wake(page, reader.address)
    for _ in range(600):
        if shown := page.evaluate(SHOWN):
            break
        page.wait_for_timeout(50)
    assert shown == [{"title": "Seeds", "body": "1 game waits for you", "data": f"/games/{game.pk}/"}]
