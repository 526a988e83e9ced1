"""What a phone has to do for a page: bytes, largest contentful paint and layout shift, on a slow line and processor.

    .venv/bin/python -m benchmarks.screens [--site http://127.0.0.1:8000] [PATH ...]

Asks a running service (``./bin/serve``), as a visitor, with Chromium at 360 x 740: 1.6 Mbit/s, 150 ms to and fro, a
processor four times slower than this one. Without paths: the first page, and one running and one finished game of each
kind. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import urllib.request
from typing import Any

from playwright.sync_api import Browser, sync_playwright

BYTES_A_SECOND = 1_600_000 / 8
LATENCY = 150  # ms
SLOWER = 4  # times
TIMES = 3
OBSERVE = """
    window.measured = {paint: 0, shift: 0};
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) measured.paint = entry.startTime;
    }).observe({type: "largest-contentful-paint", buffered: true});
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) measured.shift += entry.value;
    }).observe({type: "layout-shift", buffered: true});
"""


def main() -> None:
    """Print a line for each page."""
    parser = argparse.ArgumentParser(description="What a phone has to do for a page.")
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="a running service")
    parser.add_argument("paths", nargs="*", help="of its pages")
    options = parser.parse_args()
    program = shutil.which("chromium") or sys.exit("Chromium is not installed: on Debian, apt install chromium.")
    paths = options.paths or _pages_of_games(options.site)
    print(f"{'page':<24} {'kB':>7} {'largest paint s':>16} {'layout shift':>13}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        for path in paths:
            loads = [_load(browser, options.site + path) for _ in range(TIMES)]
            weight, paint, shift = (statistics.median(values) for values in zip(*loads, strict=True))
            print(f"{path:<24} {weight / 1000:>7.1f} {paint / 1000:>16.2f} {shift:>13.4f}")
        browser.close()


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


def _load(browser: Browser, address: str) -> tuple[float, float, float]:
    """Load a page with nothing kept from before: bytes on the wire, ms to the largest paint, sum of layout shifts."""
    context = browser.new_context(viewport={"width": 360, "height": 740}, device_scale_factor=2, has_touch=True)
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
