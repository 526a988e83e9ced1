"""Milliseconds of script a frame while 64 cubes of Treeblox are turned, in Chromium on a processor that is made slower.

    python -m benchmarks.treeblox_frames [--slower 4] [--frames 240]

The page has the drawing of the rules, the buttons of the template and the scripts of the site, and needs no server. A
mouse drags the board round and over; the same bytes as on the site are served. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import re
import shutil
from math import sin
from pathlib import Path
from random import Random
from statistics import median, quantiles

from playwright.sync_api import Page, Route, sync_playwright

from games.rules.treeblox import TREEBLOX
from games.rules.treeblox.cubes import Place
from games.rules.treeblox.position import Position

ROOT = Path(__file__).parents[1]
SITE = "http://board.test/"
TYPES = {".js": "text/javascript", ".css": "text/css"}
COUNT_FRAMES = """(() => {
  const wait = window.requestAnimationFrame.bind(window);
  window.spent = [];
  window.requestAnimationFrame = (act) => wait((now) => {
    const begin = performance.now();
    act(now);
    window.spent.push(performance.now() - begin);
  });
})()"""


def sixty_four_cubes() -> Position:
    """A random game in which both seats place all their cubes."""
    for seed in range(1000):
        random, position = Random(seed), TREEBLOX.start(2)
        while position.to_act is not None:
            moves = list(position.legal_moves())
            position = position.play(random.choice([move for move in moves if isinstance(move, Place)] or moves))
        if len(position.forest.cubes) == 64:
            return position
    raise RuntimeError("No random game has placed all cubes.")


def board_page(position: Position) -> str:
    """The part of a game's page that shows the board."""
    buttons = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", "", (ROOT / "templates/games/_space.html").read_text())  # no words
    style = "".join(f'<link rel="stylesheet" href="{name}">' for name in ("seeds.css", "board.css", "treeblox3d.css"))
    figure = f'<figure class="board-figure">{buttons}<div class="picture">{TREEBLOX.svg(position)}</div></figure>'
    return f'<!doctype html>{style}{figure}<script type="module" src="board/treeblox3d.js"></script>'


def turn(page: Page, frames: int) -> None:
    """Drag the board round and up and down, a little each frame, also from below."""
    stage = page.locator(".stage").bounding_box()
    if stage is None:
        raise RuntimeError("The board in space is not shown.")
    middle, top, height = stage["x"] + stage["width"] / 2, stage["y"], stage["height"]
    page.mouse.move(middle, top + height / 2)
    page.mouse.down()
    for frame in range(frames):
        page.mouse.move(middle + 7 * frame, top + height * (0.5 + 0.4 * sin(frame / 20)))
        page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
    page.mouse.up()


def main() -> None:
    """Measure and print how long frames took to draw, and the processor time of all script."""
    parser = argparse.ArgumentParser(description="Frames of the board of Treeblox in space.")
    parser.add_argument("--slower", type=float, default=4, help="how many times slower the processor is made")
    parser.add_argument("--frames", type=int, default=240)
    options = parser.parse_args()
    html = board_page(sixty_four_cubes())

    def serve(route: Route) -> None:
        path = ROOT / "static" / route.request.url.removeprefix(SITE)
        if path.is_file():
            route.fulfill(body=path.read_bytes(), content_type=TYPES[path.suffix])
        else:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.route("**/*", serve)
        page.add_init_script(COUNT_FRAMES)
        page.goto(SITE)
        page.locator(".stage .face").first.wait_for(state="attached")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})  # not what others do on this machine
        session.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        turn(page, 30)
        page.evaluate("() => { window.spent.length = 0; }")
        before = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        turn(page, options.frames)
        after = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        spent = [time for time in page.evaluate("() => window.spent") if time > 0.05]  # those that drew
        faces = page.locator(".stage .face").count()
        browser.close()
    script = (after["ScriptDuration"] - before["ScriptDuration"]) * 1000 / options.frames
    print(f"{faces} faces of 64 cubes, processor {options.slower:g} times slower, {len(spent)} frames drawn")
    most = quantiles(spent, n=20)[-1]
    print(f"drawing a frame: median {median(spent):.2f} ms, 95 % within {most:.2f} ms, worst {max(spent):.2f} ms")
    print(f"all script, in processor time of the page: {script:.2f} ms a frame")


if __name__ == "__main__":
    main()
