"""A real browser: Debian's Chromium, driven by Playwright, at phone and desktop width.

Without Chromium these tests are skipped and say so; with SEEDS_REQUIRE_BROWSER=1 they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from games.models import Player

SCREENS = {"phone": (360, 740), "desktop": (1280, 900)}
EXPECTED = (  # of what the console says
    "status of 4",  # refusals have a status, and are tested
    "Service Worker registration blocked",  # see Reader
)

PATIENCE = 90_000  # milliseconds, on a loaded machine; most things are there at once
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
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


@pytest.fixture(autouse=True)
def closed_pages(chromium: Browser, transactional_db: None) -> Iterator[None]:
    """No page asks for anything any more when its test is over and the database is emptied."""
    yield
    for context in chromium.contexts:
        context.close()


class Reader:
    """One person at a browser of the given width. Whatever the console complains about is kept."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        screen: str,
        layout: str = "light",
        *,
        touch: bool = False,
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
            has_touch=touch,
            service_workers="allow" if service_workers else "block",
        )
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: object) -> None:
        kind, text = getattr(message, "type", ""), getattr(message, "text", "")
        if kind in ("error", "warning") and not any(known in text for known in EXPECTED):
            self.complaints.append(f"{kind}: {text}")

    def open(self, path: str) -> None:
        """Go to a path of the service and see that nothing sticks out at the side."""
        self.page.goto(self.address + path)
        self.check_width()

    def check_width(self) -> None:
        """Nothing may be wider than the screen."""
        root = "document.documentElement"
        assert self.page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"), f"{self.page.url} is too wide"


def sign_in(reader: Reader, player: Player) -> None:
    """Give the reader's browser a session of the player."""
    client = Client()
    client.force_login(player)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    reader.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": reader.address}])
