"""How soon all who watch a game see a move: visitors' streams on a service as ``./bin/serve`` starts it.

    .venv/bin/python -m benchmarks.watchers --watchers 1000 --moves 5

With DATABASE_URL it is PostgreSQL, else a file of SQLite. The watchers are one process beside it, on the same machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from seeds import embedded

GOAL = 2.0  # seconds


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--watchers", type=int, default=1000)
    options.add_argument("--moves", type=int, default=5)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port, mail_port, live = (embedded.free_port() for _ in range(3))
        os.environ |= {"SEEDS_VAR": folder, "LIVE": f"127.0.0.1:{live}", "LIVE_URL": f"http://127.0.0.1:{live}"}
        os.environ |= {"SITE_URL": f"http://127.0.0.1:{port}", "GRANIAN_PORT": str(port)}
        command = [sys.executable, "-u", "-m", "seeds.serve", "--port", str(port), "--mail-port", str(mail_port)]
        service = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert service.stdout
            next(line for line in service.stdout if "Ctrl-C" in line)
            threading.Thread(target=service.stdout.read, daemon=True).start()
            asyncio.run(_measure(asked.watchers, asked.moves, port, live))
        finally:
            service.send_signal(signal.SIGINT)
            service.wait(30)


async def _measure(watchers: int, moves: int, port: int, live: int) -> None:
    game_id, play = await asyncio.to_thread(_game)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/streams/?topics=game:{game_id}") as answer:
        stream = urlsplit(json.load(answer)["stream"])
    await asyncio.sleep(12)  # then nothing that has happened before belongs to a new stream
    before = _memory(live)
    seen: asyncio.Queue[float] = asyncio.Queue()
    tasks = []
    for number in range(watchers):
        tasks.append(asyncio.create_task(_watch(live, f"{stream.path}?{stream.query}", seen)))
        if number % 50 == 49:
            await asyncio.sleep(0.1)
    for _ in range(watchers):
        await seen.get()  # each has its first bytes
    held = _memory(live)
    worst = 0.0
    for _ in range(moves):
        began, played = await asyncio.to_thread(play)
        times = sorted([await asyncio.wait_for(seen.get(), 60) - began for _ in range(watchers)])
        worst = max(worst, times[-1])
        seen_after = f"{statistics.median(times):.2f} s by half, {times[-1]:.2f} s by all"
        print(f"move in {played - began:.2f} s; seen after {seen_after}")
    for task in tasks:
        task.cancel()
    memory = f"{before:.0f} MB without, {held:.0f} MB with them, {_memory(live):.0f} MB at the end"
    print(f"{watchers} watchers; memory {memory}")
    print(f"all see a move within {worst:.2f} s; the goal is {GOAL:.0f} s: {'met' if worst <= GOAL else 'NOT MET'}")


def _game() -> tuple[int, Any]:
    """A game, and what plays its next move and says when that began and was committed."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "seeds.settings"
    import django

    django.setup()
    from django.utils import timezone

    from games.clock.controls import TimeControl
    from games.models import Player
    from games.play.creation import create_game
    from games.play.moving import play_move

    players = [Player.objects.get_or_create(username=name)[0] for name in ("watched-one", "watched-two")]
    control = TimeControl.days_per_turn(3)
    game = create_game(rules="treeblox", players=players, control=control, at=timezone.now())

    def play() -> tuple[float, float]:
        game.refresh_from_db()
        position = game.load_position()
        step = game.game_rules.format(next(iter(position.legal_moves())), position)
        began = time.monotonic()
        mover = players[position.seat_to_act or 0]
        play_move(game_id=game.pk, player_id=mover.pk, text=step, ply=game.ply, at=timezone.now(), source="api")
        return began, time.monotonic()

    return game.pk, play


async def _watch(port: int, path: str, seen: asyncio.Queue[float]) -> None:
    """One visitor's stream: a moment for its first bytes, and for every entry that has come whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000_000)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode())
    await reader.readuntil(b"retry:")
    seen.put_nowait(time.monotonic())
    while True:
        await reader.readuntil(b"data: ")
        await reader.readuntil(b"\n\n")
        seen.put_nowait(time.monotonic())


def _memory(port: int) -> float:
    """Megabytes of the processes that hold the streams."""
    total = 0.0
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            command, status = folder.joinpath("cmdline").read_bytes(), folder.joinpath("status").read_text()
        except OSError:
            continue
        if b"seeds.live.process" in command and str(port).encode() in command:
            total += next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0)
    return total


if __name__ == "__main__":
    main()
