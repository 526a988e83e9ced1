"""Programs on clients that generators make from our schema: they play a game against each other over HTTP, and read an
event."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import playwright
import pytest

from tests.contract_changes import present_schema
from tests.service import PATIENCE, Service

HERE = Path(__file__).parent
NODE = Path(playwright.__file__).parent / "driver" / "node"
GENERATOR = Path(sys.executable).with_name("openapi-python-client")
needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed, which fetches a generator.")


def run(*command: str | Path, cwd: Path) -> str:
    """What a program says; fails with it where the program does."""
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout + done.stderr


def started(*command: str | Path, cwd: Path) -> subprocess.Popen[str]:
    """A program that goes on running."""
    environment = os.environ | {"PYTHONPATH": str(cwd)}
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.Popen([*map(str, command)], cwd=cwd, env=environment, text=True, **streams)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The schema as programs load it, in a folder for what is made of it."""
    path = tmp_path_factory.mktemp("clients") / "schema.json"
    path.write_text(json.dumps(present_schema()))
    return path


@pytest.fixture(scope="module")
def python(schema: Path) -> list[str | Path]:
    """The start of commands for programs on the client in Python, all of which was made."""
    folder = schema.parent
    command = ["generate", "--path", schema, "--output-path", folder / "generated_seeds", "--meta", "none"]
    (folder / "generator.json").write_text('{"post_hooks": []}')
    said = run(GENERATOR, *command, "--config", folder / "generator.json", cwd=folder)
    assert "Warning" not in said, said
    for name in ("player.py", "reader.py"):
        shutil.copy(HERE / name, folder)
    return [sys.executable]


@pytest.fixture(scope="module")
def typescript(schema: Path) -> list[str | Path]:
    """The start of commands for programs on the client in TypeScript, whose types were checked."""
    folder = schema.parent
    configured = ("package.json", "package-lock.json", "openapi-ts.config.js", "tsconfig.json")
    for name in (*configured, "player.ts", "reader.ts"):
        shutil.copy(HERE / name, folder)
    run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)
    tools = folder / "node_modules"
    run(NODE, tools / "@hey-api" / "openapi-ts" / "bin" / "run.js", cwd=folder)
    run(NODE, tools / "typescript" / "bin" / "tsc", "--project", folder, cwd=folder)
    return [NODE]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service as a person starts it."""
    running = Service(tmp_path_factory.mktemp("service") / "var")
    running.start_and_wait()
    yield running
    running.discard()


A_GAME_OF_TWO_BOTS = """
import json
from django.utils import timezone
from games.accounts.api_keys import create_token
from games.accounts.bots import declare_bot
from games.clock.controls import TimeControl
from games.models import Player
from games.play.creation import create_game

owner, now = Player.objects.create(username="botanist"), timezone.now()
bots = [declare_bot(owner=owner, username=name, about="x", at=now) for name in ("python-bot", "typescript-bot")]
game = create_game(rules="btt", players=bots, control=TimeControl.days_per_turn(3), at=now, rated=False)
print(json.dumps([game.pk, *(create_token(bot, name="bot", scopes=["read", "play"])[1] for bot in bots)]))
"""


@pytest.mark.slow
@needs_npm
def test_generated_clients_play_a_game_to_its_end(
    service: Service, schema: Path, python: list[str | Path], typescript: list[str | Path]
) -> None:
    number, *keys = json.loads(service.manage("shell", "-c", A_GAME_OF_TWO_BOTS).splitlines()[-1])
    programs = [
        started(*command, service.site, key, str(number), cwd=schema.parent)
        for command, key in zip(((*python, "player.py"), (*typescript, "player.js")), keys, strict=True)
    ]
    try:
        said = [program.communicate(timeout=PATIENCE)[0] for program in programs]
    finally:
        for program in programs:
            program.kill()
            program.wait()
    assert [program.returncode for program in programs] == [0, 0], said
    assert service.ask(f"/api/v1/games/{number}/")["end_reason"] == "score"
    steps = [entry for entry in service.ask(f"/api/v1/games/{number}/events/") if entry["kind"] == "step"]
    assert [int(words) for words in said] == [sum(entry["seat"] == seat for entry in steps) for seat in (1, 2)]


A_SWISS_TOURNAMENT = """
from django.utils import timezone
from games.clock.controls import TimeControl
from games.models import Player
from tournaments.event_rules.layouts import Layout
from tournaments.running import progress, services

now, players = timezone.now(), [Player.objects.create(username=f"swiss{number}") for number in range(4)]
event = services.create_event(name="Autumn", director=players[0], rules="btt", control=TimeControl.days_per_turn(3),
                              at=now, layout=Layout(form="swiss", rounds=2), most_entrants=4)
services.open_entries(event_id=event.pk, player=players[0])
for player in players:
    services.enter_event(event_id=event.pk, player=player, at=now)
progress.advance(services.start_event(event_id=event.pk, player=players[0], at=now).divisions.get().pk, at=now)
"""


@pytest.mark.slow
@needs_npm
def test_generated_clients_know_what_an_entry_of_the_log_and_a_pairing_say(
    service: Service, schema: Path, python: list[str | Path], typescript: list[str | Path]
) -> None:
    service.manage("shell", "-c", A_SWISS_TOURNAMENT)
    for program in ((*python, "reader.py"), (*typescript, "reader.js")):
        said = run("env", f"PYTHONPATH={schema.parent}", *program, service.site, "autumn", cwd=schema.parent)
        assert said == "swiss 0 [1, 2, 3, 4]\n"
