"""What a phone has to do for a page: bytes, largest contentful paint and layout shift, on a slow line and processor.

    .venv/bin/python -m benchmarks.screens [--site http://127.0.0.1:8000] [--every] [--as NAME PASSWORD] [PATH ...]

Asks a running service (``./bin/serve``), as a visitor or as the named player, with Chromium at 360 x 740: 1.6 Mbit/s,
150 ms to and fro, a processor four times slower than this one. Without paths: the first page, and one running and one
finished game of each kind; with ``--every`` a page of each pattern of addresses that links lead to, and the median of
their weights. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

import django
from django.urls import resolve
from playwright.sync_api import Browser, BrowserContext, StorageState, sync_playwright

BYTES_A_SECOND = 1_600_000 / 8
LATENCY = 150  # ms
SLOWER = 4  # times
OBSERVE = """
    window.measured = {paint: 0, shift: 0};
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) measured.paint = entry.startTime;
    }).observe({type: "largest-contentful-paint", buffered: true});
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
    }).observe({type: "layout-shift", buffered: true});
"""
LINK = re.compile(r'<a [^>]*?href="([^"#?]+)')
NO_PAGE = re.compile(r"^/(static|api/schema|api/v1|feeds|mail-lab|admin)|logout")


def crawl(read: Callable[[str], str | None]) -> dict[str, str]:
    """The path of a page of each pattern of addresses, by the pattern, that links lead to from the first page.

    ``read`` answers with the text of the page at a path, None where there is none.
    """
    waiting, seen, found = ["/"], {""}, dict[str, str]()
    while waiting:
        path = waiting.pop(0)
        if (text := read(path)) is None:
            continue
        found[resolve(path).route] = path
        for link in LINK.findall(text):
            other = urljoin(path, link)
            if urlsplit(other).netloc or NO_PAGE.search(other):
                continue
            if (route := resolve(other).route) not in seen:
                seen.add(route)
                waiting.append(other)
    return found


def main() -> None:
    """Print a line for each page, the slowest first, and what they weigh in the middle."""
    parser = argparse.ArgumentParser(description="What a phone has to do for a page.")
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="a running service")
    parser.add_argument("--every", action="store_true", help="a page of each pattern of addresses")
    parser.add_argument("--as", dest="player", nargs=2, metavar=("NAME", "PASSWORD"), help="an account to ask as")
    parser.add_argument("--times", type=int, default=3, help="that each page is loaded; the median counts (3)")
    parser.add_argument("paths", nargs="*", help="of its pages")
    options = parser.parse_args()
    program = shutil.which("chromium") or sys.exit("Chromium is not installed: on Debian, apt install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        context = browser.new_context(base_url=options.site)
        if options.player:
            _sign_in(context, *options.player)
        paths = options.paths or (_pages_of_all_kinds(context) if options.every else _pages_of_games(options.site))
        measured = []
        for path in paths:
            loads = [_load(browser, options.site + path, context.storage_state()) for _ in range(options.times)]
            weight, paint, shift = (statistics.median(values) for values in zip(*loads, strict=True))
            measured.append((paint / 1000, weight / 1000, shift, path))
        browser.close()
    print(f"{'page':<44} {'kB':>7} {'largest paint s':>16} {'layout shift':>13}")
    for seconds, kilobytes, shift, path in sorted(measured, reverse=True):
        print(f"{path:<44} {kilobytes:>7.1f} {seconds:>16.2f} {shift:>13.4f}")
    print(f"{len(measured)} pages, median {statistics.median(line[1] for line in measured):.1f} kB")


def _sign_in(context: BrowserContext, name: str, password: str) -> None:
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", password)
    page.press("[name=password]", "Enter")
    page.wait_for_url(lambda address: "login" not in address)
    page.close()


def _pages_of_all_kinds(context: BrowserContext) -> list[str]:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
    django.setup()

    def read(path: str) -> str | None:
        answer = context.request.get(path)
        while answer.status == HTTPStatus.TOO_MANY_REQUESTS:
            time.sleep(int(answer.headers.get("retry-after", 10)))
            answer = context.request.get(path)
        return answer.text() if answer.ok and answer.headers["content-type"].startswith("text/html") else None

    return list(crawl(read).values())


def _pages_of_games(site: str) -> list[str]:
    """The first page, and of each kind of game one that runs and one that is over."""
    found: dict[tuple[str, str], str] = {}
    address: str | None = f"{site}/api/v1/games/"
    while address:
        with urllib.request.urlopen(address) as answer:
            page: dict[str, Any] = json.load(answer)
        for game in page["results"]:
            found.setdefault((game["rules"], game["status"]), f"/games/{game['id']}/")
        address = page["next"]
    return ["/", *(path for _, path in sorted(found.items()))]


def _load(browser: Browser, address: str, state: StorageState) -> tuple[float, float, float]:
    """Load a page with nothing kept but cookies: bytes on the wire, ms to the largest paint, sum of layout shifts."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, has_touch=True, storage_state=state
    )
    page = context.new_page()
    wire, sizes = context.new_cdp_session(page), list[float]()
    wire.send("Network.enable")
    wire.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": LATENCY,
            "downloadThroughput": BYTES_A_SECOND,
            "uploadThroughput": BYTES_A_SECOND,
        },
    )
    wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.add_init_script(OBSERVE)
    page.goto(address, wait_until="networkidle")
    measured = page.evaluate("measured")
    context.close()
    return sum(sizes), measured["paint"], measured["shift"]


if __name__ == "__main__":
    main()
