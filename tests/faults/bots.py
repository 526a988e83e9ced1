"""Bots that live through a campaign: the loop of our library and the thirty lines of the guide, each in a process of
its own, behind a gate that notes and counts what they ask; and opponents who are a nuisance on purpose.

The sleep of bots is ``SPEED`` times as short as they think, so that minutes show what an hour does to them.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle, islice
from pathlib import Path
from random import Random

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import call_command
from django.db.models import Q
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.clock.controls import TimeControl
from games.models import Game, Player
from games.rules import RULES
from seeds.embedded import LOOPBACK
from tests.faults.campaign import SETTLES_IN, Campaign
from tests.faults.clients import NO_ANSWER, Account, Client, Refused, RestClient, ask
from tests.faults.journal import Journal, Sent
from tests.faults.kinds import Harm, kind
from tests.faults.stage import Stage
from tests.faults.world import DAYS, SLEEPERS, World

BOTS = tuple(f"soak{number:02}-bot" for number in range(1, 21))
NUISANCES = SLEEPERS  # the judge lets these lose on time
GAMES_AT_ONCE = 24  # between bots; and each of the nuisances has one with every fifth bot
SPEED = 10
TURN = timedelta(minutes=10)
CONTROL = TimeControl(base=TURN, increment=TURN, cap=TURN, answer=TURN)
PLAY, NUMBERS = re.compile(r"games/(\d+)/play/"), re.compile(r"\d+")
CLIENT = settings.ROOT / "bin/packages/client"
LULLABY = f"""
import os, socket, time
doze, resolve = time.sleep, socket.getaddrinfo
def nap(seconds):
    doze(seconds / {SPEED})
def look_up(*given, **more):
    if os.path.exists("no-names"):
        raise socket.gaierror(-3, "Temporary failure in name resolution")
    return resolve(*given, **more)
time.sleep, socket.getaddrinfo = nap, look_up
"""
LOOP = """
from random import choice
from seeds_client import Client, keep_playing
keep_playing(Client(os.environ["SEEDS_SITE"], os.environ["SEEDS_KEY"]), lambda turn: choice(turn.moves))
"""
AWAKE_SECONDS = 60.0  # of the longest wait on the feed and the longest pause, with time for a machine that is busy
MOST_FOR_A_MOVE = 8  # requests, those that wait on the feed aside: two or three questions, the move, and tries again
MOST_AT_REST = 15 * SPEED  # requests a minute of a bot with nothing to do: two after each pause of 10 s, and some more


@dataclass
class Bot:
    """A bot and what is known of it from outside."""

    account: Account
    process: subprocess.Popen[bytes]
    said: Path
    asked: Counter[str] = field(default_factory=Counter)  # requests, by their path without numbers
    moves: dict[tuple[int, int], str] = field(default_factory=dict)  # what was acknowledged, by game and ply
    last_at: float = field(default_factory=time.time)
    not_before: float = 0.0


class Gate(ThreadingHTTPServer):
    """What bots see of the service: their requests pass through it, unless it is in a mood."""

    daemon_threads = True

    def __init__(self, site: str, journal: Journal) -> None:
        super().__init__((LOOPBACK, 0), _Request)
        self.journal, self.refuses, self.loses_answers = journal, 0, False
        self.bots: dict[str, Bot] = {}
        self._to = site.removeprefix("http://")
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def answer(self, bot: Bot, method: str, path: str, body: bytes, given: dict[str, str]) -> tuple[int, bytes, str]:
        """Status, body and ``Retry-After``. Raises NO_ANSWER."""
        now = time.time()
        if now < bot.not_before - 0.05:
            self.journal.complain(f"{bot.account.name} asked again {bot.not_before - now:.1f} s too soon: {path}")
        bot.last_at = now
        bot.asked[NUMBERS.sub("N", path.partition("?")[0].removeprefix("/api/v1/"))] += 1
        if self.refuses:
            return self._put_off(bot, self.refuses, b"{}", "5")
        sent = self._begin(bot, path, body) if method == "POST" else None
        line = http.client.HTTPConnection(self._to, timeout=90)
        try:
            line.request(method, path, body or None, given)
            answer = line.getresponse()
            status, said, later = answer.status, answer.read(), answer.getheader("Retry-After") or ""
        finally:
            line.close()
        if sent is not None and status < 429:
            sent.answer, sent.answered_at = ("yes", time.time()) if status < 300 else ("no", time.time())
            sent.said = str(json.loads(said).get("receipt", said))
        if self.loses_answers:
            raise ConnectionAbortedError("the answer is lost")
        if status in (400, 401, 405, 406, 413, 415, 422):
            self.journal.complain(f"{bot.account.name} sent {body!r} to {path} and read {said!r}")
        if sent is not None and sent.answer == "yes":
            bot.moves[sent.game, sent.ply] = sent.text
        return self._put_off(bot, status, said, later)

    def _put_off(self, bot: Bot, status: int, said: bytes, later: str) -> tuple[int, bytes, str]:
        if status in (429, 503):
            bot.not_before = time.time() + float(later or 0) / SPEED
            bot.asked[str(status)] += 1
        return status, said, later

    def _begin(self, bot: Bot, path: str, body: bytes) -> Sent | None:
        """Note a move, and complain of another one where the bot has played; sent again after a broken line it is the
        same."""
        if not (found := PLAY.search(path)):
            return None
        move, game = json.loads(body), int(found[1])
        if bot.moves.get((game, move["ply"]), move["text"]) != move["text"]:
            self.journal.complain(f"{bot.account.name} moved twice in game {game} at ply {move['ply']}")
        return self.journal.begin(Sent("rest", bot.account.name, game, move["ply"], "move", move["text"], tries=1))


class _Request(BaseHTTPRequestHandler):
    server: Gate

    def do_GET(self) -> None:
        gate, body = self.server, self.rfile.read(int(self.headers.get("Content-Length") or 0))
        names = ("Accept", "Authorization", "Content-Type", "Idempotency-Key")
        given = {name: self.headers[name] for name in names if name in self.headers}
        bot = gate.bots[given["Authorization"].removeprefix("Bearer ")]
        with suppress(*NO_ANSWER):  # it is closed without a word, then
            status, said, later = gate.answer(bot, self.command, self.path, body, given)
            self.send_response(status)
            if later:
                self.send_header("Retry-After", later)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        return


class Colony:
    """All bots of a campaign."""

    def __init__(self, stage: Stage, accounts: dict[str, Account]) -> None:
        self.folder, self.gate = stage.place.folder, Gate(stage.site, stage.journal)
        guide = re.search(r"```python\n(.*?)```", (settings.ROOT / "docs/bots.md").read_text(), re.DOTALL)
        assert guide
        for number, name in enumerate(BOTS):
            program, said = guide[1] if number % 2 else LOOP, self.folder / f"{name}.txt"
            environment = os.environ | {
                "SEEDS_SITE": f"http://localhost:{self.gate.server_port}",
                "SEEDS_KEY": accounts[name].key,
                "PYTHONPATH": str(CLIENT),
            }
            with said.open("wb") as output:
                process = subprocess.Popen(
                    [sys.executable, "-c", LULLABY + program], env=environment, cwd=self.folder,
                    stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                )  # fmt: skip
            self.gate.bots[accounts[name].key] = Bot(accounts[name], process, said)

    @property
    def bots(self) -> list[Bot]:
        return list(self.gate.bots.values())

    def judge(self, minutes: float) -> Iterator[str]:
        """What is wrong with the bots, once all faults are over."""
        for bot in self.bots:
            name, done = bot.account.name, len(bot.moves)
            if bot.process.poll() is not None:
                yield f"{name} has died: {bot.said.read_text(errors='replace')[-600:]}"
            elif time.time() - bot.last_at > AWAKE_SECONDS:
                yield f"{name} has asked nothing for {time.time() - bot.last_at:.0f} s"
            waits = bot.asked["players/me/feed/"] + bot.asked["players/me/"]
            if not done:
                yield f"{name} has made no move"
            if bot.asked.total() - waits > MOST_FOR_A_MOVE * (done + 10):
                yield f"{name} made {done} moves with {dict(bot.asked)}"
            if waits > MOST_FOR_A_MOVE * (done + 10) + MOST_AT_REST * minutes:
                yield f"{name} loops: {done} moves in {minutes:.1f} minutes with {dict(bot.asked)}"

    def asked(self) -> Counter[str]:
        """What all of them have asked."""
        return sum((bot.asked for bot in self.bots), Counter())

    def end(self) -> None:
        for bot in self.bots:
            bot.process.kill()
            bot.process.wait()
        self.gate.shutdown()


class Nuisance(RestClient):
    """An opponent who offers every second, floods the talk, answers twice, stalls, and gives up now and then."""

    _games: Sequence[int] = ()

    def step(self) -> None:
        me = ask(self._site, "/api/v1/players/me/", key=self.account.key)
        self._games = sorted({*self._games, *me["to_move"]})
        for number in self._chance.sample(self._games, min(2, len(self._games))):
            for verb in self._chance.choices(("draw", "undo", "abandon", "decline", "accept"), k=2):
                self._try(f"games/{number}/{verb}/", {"offer": self._chance.randint(1, 9)} if "c" in verb else {})
            for _ in range(3):
                self._try(f"games/{number}/talk/", {"text": "Move! " * self._chance.randint(1, 30)})
        control = {"base": 240, "increment": 240, "cap": 240}
        self._try("proposals/", {"rules": "btt", "invited": [self._chance.choice(BOTS)], "control": control})
        if me["to_move"] and self._chance.random() < 0.7:
            super().step()

    def _try(self, path: str, body: dict[str, object]) -> None:
        with suppress(Refused, *NO_ANSWER):
            ask(self._site, f"/api/v1/{path}", key=self.account.key, body=body)


@dataclass
class Village(World):
    """Bots of five owners with games against each other, and against the nuisances."""

    @property
    def control(self) -> TimeControl:
        return CONTROL if self.hurries else DAYS

    def make_players(self) -> None:
        call_command("migrate", verbosity=0)
        joined = timezone.now() - timedelta(days=400)
        owner = Player.objects.create_user(username="owner", date_joined=joined)
        for name in (*BOTS, *NUISANCES):
            account = Account(name)
            if name in BOTS:
                player = Player.objects.create(username=name, owner=owner, about="Lives here.", date_joined=joined)
            else:
                player = Player.objects.create_user(username=name, email=account.address, date_joined=joined)
                EmailAddress.objects.create(user=player, email=account.address, verified=True, primary=True)
            self.accounts[name] = Account(name, create_token(player, name="soak", scopes=["read", "play"])[1])
        for number, slug in enumerate(islice(cycle(RULES), len(BOTS))):  # a ring: each has somebody to play
            self._begin(self._players([BOTS[number - 1], BOTS[number]]), self.control, "bots", rules=(slug,))
        for nuisance in NUISANCES:
            for bot in BOTS[NUISANCES.index(nuisance) :: 5]:
                self._begin(self._players([nuisance, bot]), self.control, "asleep", rules=tuple(RULES))

    def top_up(self) -> None:
        running = Game.objects.filter(Q(turn__isnull=False) & Q(title="bots")).count()
        for _ in range(GAMES_AT_ONCE - running):
            self._begin(self._players(self.chance.sample(BOTS, 2)), self.control, "bots", rules=tuple(RULES))


@dataclass
class Soak(Campaign):
    """A campaign whose players are bots and those who bother them."""

    def _clients(self) -> list[Client]:
        self._top_up()
        stage, accounts = self.stage, self.world.accounts
        self.begun, stage.colony = time.time(), Colony(stage, accounts)
        given = ((accounts[name], stage.site, stage.journal, Random(f"{self.seed}:{name}")) for name in NUISANCES)
        return [Nuisance(*each) for each in given]

    def _settle(self, clients: list[Client]) -> None:
        """The bots have a while without faults, in which each must be heard of."""
        self.stage.service.keep_running()
        self.stage.service.await_start()
        self.stage.colony.gate.refuses = 0
        time.sleep(AWAKE_SECONDS / 4)
        limit = time.time() + SETTLES_IN
        while found := list(self.stage.colony.judge((time.time() - self.begun) / 60)):
            if time.time() > limit:
                self.stage.journal.found += found
                break
            time.sleep(1)
        self.stage.colony.end()
        super()._settle(clients)


# What happens to bots -------------------------------------------------------------------------------------------------


def has_bots(stage: Stage) -> bool:
    return stage.colony is not None


@kind("laptops are closed", longest=20, weight=3, lane="bots", needs=has_bots)
def close_laptops(stage: Stage, chance: Random) -> Iterator[str]:
    asleep = chance.sample(stage.colony.bots, 5)
    for bot in asleep:
        bot.process.send_signal(signal.SIGSTOP)
    yield ", ".join(bot.account.name for bot in asleep)
    for bot in asleep:
        bot.process.send_signal(signal.SIGCONT)


@kind("bots find no name", longest=10, weight=2, lane="bots", needs=has_bots)
def take_names(stage: Stage, chance: Random) -> Iterator[str]:
    (mark := stage.colony.folder / "no-names").touch()
    yield "DNS"
    mark.unlink()


def _refusing(status: int) -> Harm:
    def refuse(stage: Stage, chance: Random) -> Iterator[str]:
        stage.colony.gate.refuses = status
        yield str(status)
        stage.colony.gate.refuses = 0

    return refuse


kind("bots are throttled", longest=8, weight=2, lane="bots", needs=has_bots)(_refusing(429))
kind("bots find the service busy", longest=8, weight=2, lane="bots", needs=has_bots)(_refusing(503))


@kind("answers to bots are lost", longest=5, weight=3, lane="bots", needs=has_bots)
def lose_answers(stage: Stage, chance: Random) -> Iterator[str]:
    stage.colony.gate.loses_answers = True
    yield "all"
    stage.colony.gate.loses_answers = False
