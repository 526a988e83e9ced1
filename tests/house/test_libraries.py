"""The libraries for programs, ``seeds-rules`` and ``seeds-client``: built, installed with nothing beside them, used."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
import venv
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.utils import timezone

import seeds
from games.accounts.api_keys import create_token
from games.accounts.bots import declare_bot
from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import ModerationEntry, Player
from games.play.agreements import offer_draw
from games.rules import RULES

pytestmark = pytest.mark.slow

LIBRARIES = settings.ROOT / "bin/packages"
ENGINE = """
import json, sys
for line in sys.stdin:
    turn = json.loads(line)
    assert turn["position"]["game"] == turn["game"]
    print(turn["moves"][turn["ply"] % len(turn["moves"])], flush=True)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has both libraries and nothing else."""
    wheels, home = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("environment")
    for library in ("rules", "client"):
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(wheels)]
        subprocess.run(build, cwd=LIBRARIES / library, check=True, capture_output=True)
    names = sorted(wheel.name for wheel in wheels.iterdir())
    assert names == [f"seeds_{name}-{seeds.__version__}-py3-none-any.whl" for name in ("client", "rules")]
    venv.create(home)
    (packages,) = home.glob("lib/python*/site-packages")
    for wheel in wheels.iterdir():  # to install a wheel of plain Python is to unpack it
        ZipFile(wheel).extractall(packages)
    return home / "bin/python"


def run(python: Path, folder: Path, *arguments: str, **environment: str) -> str:
    """What the installed program prints, in an environment of its own."""
    done = subprocess.run(
        [str(python), "-I", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def example(library: str) -> str:
    """The first indented program of its README."""
    found = re.search(r"\n\n((?: {4}.*\n|\n)+)", (LIBRARIES / library / "README.md").read_text())
    assert found
    return textwrap.dedent(found[1])


def test_the_example_of_the_rules_plays_a_game(python: Path, tmp_path: Path) -> None:
    printed = run(python, tmp_path, "-c", example("rules"))
    assert printed.startswith("1 bead ")
    assert "reason='score'" in printed


def test_the_library_has_each_game_with_its_advice_and_names_no_package_of_the_service(
    python: Path, tmp_path: Path
) -> None:
    from games.rules.playout import perft

    program = """
        import re, seeds_rules
        from pathlib import Path
        from seeds_rules.playout import perft
        assert all((rules.folder / "ADVICE.md").exists() for rules in seeds_rules.RULES.values())
        modules = Path(seeds_rules.__file__).parent.rglob("*.py")
        print([path.name for path in modules if re.search(r"\\bgames[.][a-z]", path.read_text())])
        print({slug: perft(rules.start(2), 2) for slug, rules in seeds_rules.RULES.items()})
    """
    counted = {slug: perft(rules.start(2), 2) for slug, rules in RULES.items()}
    assert run(python, tmp_path, "-c", textwrap.dedent(program)) == f"[]\n{counted}\n"
    assert int(run(python, tmp_path, "-m", "seeds_rules", "perft", "btt", "2")) == counted["btt"]


def test_an_engine_plays_the_house_without_a_server(python: Path, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(ENGINE)
    command = ["-m", "seeds_client", "simulate", "twigs", "--engine", f"{python} {engine}", "--games=3", "--seats=3"]
    printed = run(python, tmp_path, *command)
    found = re.fullmatch(r"won (\d), drawn (\d), lost (\d)\n", printed)
    assert found
    assert sum(map(int, found.groups())) == 3
    assert run(python, tmp_path, *command) == printed


@pytest.mark.parametrize(("engine", "words"), [("print('d4', flush=True)", "none of the moves"), ("", "has ended")])
def test_an_engine_that_plays_nothing_legal_is_told_so(python: Path, tmp_path: Path, engine: str, words: str) -> None:
    (tmp_path / "engine.py").write_text(engine)
    command = [str(python), "-m", "seeds_client", "simulate", "btt", "--engine", f"{python} {tmp_path / 'engine.py'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.django_db(transaction=True)
def test_bots_an_engine_and_a_terminal_play_over_http(live_server: Any, python: Path, tmp_path: Path) -> None:
    anna = Player.objects.create(username="anna", date_joined=timezone.now())
    bots = [declare_bot(owner=anna, username=name, about="x", at=timezone.now()) for name in ("one-bot", "two-bot")]
    one, two, own = (create_token(each, name="x", scopes=["read", "play"])[1] for each in (*bots, anna))
    terms: dict[str, Any] = {"rules": "btt", "seats": 2, "control": TimeControl.days_per_turn(3), "at": timezone.now()}
    challenge = propose_game(proposer=bots[0], invited=[bots[1]], **terms)
    (tmp_path / "engine.py").write_text(ENGINE)
    shown, loop = example("client").rsplit("\n\n\n", 1)
    assert loop.startswith("keep_playing(")
    in_turns = f"""
        from seeds_client import play_once
        from seeds_client.engine import Engine

        one, two = Client({live_server.url!r}, {one!r}), Client({live_server.url!r}, {two!r})
        with Engine({f"{python} {tmp_path / 'engine.py'}"!r}) as engine:
            while play_once(one, choose) + play_once(two, engine):
                pass
    """
    run(python, tmp_path, "-c", shown + textwrap.dedent(in_turns))
    challenge.refresh_from_db()
    assert challenge.game is not None
    assert challenge.game.end_reason == "score"

    site = {"SEEDS_SITE": live_server.url, "SEEDS_KEY": own}
    game = propose_game(proposer=anna, house="house-seedling", seating="chosen", chosen_seat=0, **terms).game
    assert game is not None
    assert run(python, tmp_path, "-m", "seeds_client", "games", **site) == f"{game.pk} btt\n"
    assert "null d3" in run(python, tmp_path, "-m", "seeds_client", "show", f"{game.pk}", **site)
    played = run(python, tmp_path, "-m", "seeds_client", "play", f"{game.pk}", "null d3", **site)
    assert played == "Played. The game is at ply 1.\n"
    game.refresh_from_db()
    assert game.position["tokens"] == {"d3": "null"}


@pytest.mark.django_db(transaction=True)
def test_what_comes_again_or_was_refused_once_is_answered(live_server: Any, python: Path, tmp_path: Path) -> None:
    anna = Player.objects.create(username="anna", date_joined=timezone.now())
    bot = declare_bot(owner=anna, username="one-bot", about="x", at=timezone.now())
    key = create_token(bot, name="x", scopes=["read", "play"])[1]
    terms: dict[str, Any] = {"control": TimeControl.days_per_turn(3), "at": timezone.now(), "invited": [bot]}
    challenge = propose_game(proposer=anna, rules="btt", seats=2, seating="chosen", chosen_seat=0, **terms)
    once = f"from seeds_client import *; print(play_once(Client({live_server.url!r}, {key!r}), lambda turn: 1 / 0))"

    def done() -> int:
        return int(run(python, tmp_path, "-c", once))

    suspended = {"player": anna, "moderator": anna, "reason": "x", "at": timezone.now()}
    entry = ModerationEntry.objects.create(kind="suspended", **suspended)
    assert done() == 0
    ModerationEntry.objects.create(kind="reverted", reverts=entry.pk, **suspended)
    assert [done(), done()] == [1, 0]
    challenge.refresh_from_db()
    assert challenge.game is not None
    for _ in range(2):  # at one ply
        offer_draw(game_id=challenge.game.pk, player_id=anna.pk, at=timezone.now(), source="page")
        assert [done(), done()] == [1, 0]


def test_the_notebook_has_the_results_that_its_cells_give(python: Path, tmp_path: Path) -> None:
    # To store new ones: python bin/packages/notebook.py bin/packages/rules/tour.ipynb, with seeds-rules installed.
    notebook = LIBRARIES / "rules/tour.ipynb"
    assert run(python, tmp_path, str(LIBRARIES / "notebook.py"), str(notebook)) == notebook.read_text("utf-8")


def test_reference_pages_are_made_from_the_docstrings(tmp_path: Path) -> None:
    pytest.importorskip("pdoc")
    asked = [str(tmp_path), "seeds_rules.base", "seeds_client.simulator"]
    command = [sys.executable, str(LIBRARIES / "reference.py"), *asked]
    subprocess.run(command, check=True, capture_output=True)
    pages = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    assert {"index.html", "seeds_rules/base.html", "seeds_client/simulator.html"} <= pages.keys()
    assert "One moment of a game: immutable to everybody outside" in pages["seeds_rules/base.html"]
    assert not [name for name, page in pages.items() if "games.rules" in page]
