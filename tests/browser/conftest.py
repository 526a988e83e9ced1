"""A real browser: Debian's Chromium, driven by Playwright, at phone and desktop width.

Without Chromium these tests are skipped and say so; with SEEDS_REQUIRE_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from games.models import Player

SCREENS = {"phone": (360, 740), "desktop": (1280, 900)}
EXPECTED = (  # of what the console says
    "status of 4",  # refusals have a status, and are tested
    "net::ERR_",  # no connection
    "Service Worker registration blocked",  # see Reader
)

AXE = {"resultTypes": ["violations"]}  # of everything else it names one node
PATIENCE = 90_000  # milliseconds, on a loaded machine; most things are there at once
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Chromium, started once, and gone before other tests run."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        reason = "Chromium is not installed: on Debian, apt install chromium."
        if os.environ.get("SEEDS_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        # Playwright's event loop lives in this thread, and Django would take its own calls for asynchronous code.
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        browser = playwright.chromium.launch(
            executable_path=program, args=["--disable-quic", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield browser
        browser.close()


class Reader:
    """One person at a browser of the given width, signed in as a player if one is named. Whatever the console complains
    about is kept."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        screen: str = "phone",
        layout: str = "light",
        *,
        player: str = "",
        scripts: bool = True,
        service_workers: bool = False,
    ) -> None:
        width, height = SCREENS[screen]
        self.address = address
        self.complaints: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if layout == "dark" else "light",
            java_script_enabled=scripts,
            has_touch=screen == "phone",
            service_workers="allow" if service_workers else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        if player:
            self.sign_in(player)

    def _heard(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning") and not any(known in text for known in EXPECTED):
            self.complaints.append(f"{kind}: {text}")

    def sign_in(self, name: str) -> None:
        """Give the browser a session of the player."""
        client = Client()
        client.force_login(Player.objects.get_or_create(username=name)[0], settings.AUTHENTICATION_BACKENDS[0])
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": self.address}])

    def open(self, path: str) -> None:
        """Go to a path of the service and see that nothing sticks out at the side."""
        self.page.goto(self.address + path)
        self.check_width()

    def check_width(self, *screens: str) -> None:
        """Nothing may be wider than the screen, on each of these screens one after the other."""
        root = "document.documentElement"
        for screen in screens or ("",):
            if screen:
                width, height = SCREENS[screen]
                self.page.set_viewport_size({"width": width, "height": height})
            assert self.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), f"{self.page.url} is too wide"

    def barriers(self) -> list[str]:
        """What axe calls serious or critical: everything in the light scheme, and contrast in the dark one."""
        found = []
        self.page.evaluate(AXE_SCRIPT)
        for scheme, options in (("light", AXE), ("dark", AXE | {"runOnly": ["color-contrast"]})):
            self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            violations = self.page.evaluate("async (options) => (await axe.run(options)).violations", options)
            serious = (one for one in violations if one["impact"] in ("serious", "critical"))
            found += [
                f"{self.page.url}: {scheme}: {one['id']}: {node['html'][:150]}"
                for one in serious
                for node in one["nodes"]
            ]
        return found


Visit: TypeAlias = Callable[..., Reader]


@pytest.fixture
def visit(chromium: Browser, live_server: LiveServer, transactional_db: None) -> Iterator[Visit]:
    """What opens a browser for a reader, as ``Reader`` says. When the test is over no page asks for anything any more,
    and none may have complained."""
    readers: list[Reader] = []

    def begin(*given: str, **more: object) -> Reader:
        readers.append(Reader(chromium, live_server.url, *given, **more))
        return readers[-1]

    yield begin
    for reader in readers:
        reader.context.close()
    assert [complaint for reader in readers for complaint in reader.complaints] == []
