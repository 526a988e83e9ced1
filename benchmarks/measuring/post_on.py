"""The measuring process of ``benchmarks.post``, on the database that DATABASE_URL names. Prints one line of JSON."""

from __future__ import annotations

import contextlib
import json
import os
import smtplib
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import override_settings  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.measuring import moves_on  # noqa: E402
from games.models import Game, Player, Seat  # noqa: E402
from notifications.addresses import reply_addresses  # noqa: E402
from notifications.addresses.preferences import choose  # noqa: E402
from notifications.choices.topics import Pace, Topic  # noqa: E402
from notifications.models import InboundMail, OutboundMail  # noqa: E402
from notifications.outbound import sending  # noqa: E402
from notifications.outbound.envelopes import render  # noqa: E402
from seeds import embedded  # noqa: E402

SENDERS = 4  # connections of the flood, and of the moves that are counted
PROBES = 30  # moves of others that are timed, each in a game of its own
PAUSE = 0.05  # seconds between two of them
LATEST = 300.0  # seconds after which a move counts as lost


def main() -> None:
    mails, flood = int(sys.argv[1]), int(sys.argv[2])
    call_command("migrate", verbosity=0)
    players = [moves_on.make_player(name) for name in moves_on.NAMES]
    for player in players:  # so that each move has two mails
        choose(player_id=player.pk, paces={Topic.RECEIPTS: Pace.NOW}, at=timezone.now())
    measured = {"load of the machine at the start": os.getloadavg()[0]}
    measured |= drained(players, mails)
    with source() as process:
        measured["MB of the server after its start"] = memory(process)
        measured |= stored(players, mails)
        measured["MB of the server after small mails"] = memory(process)
        large(players)
        measured["MB of the server after mails of 250 kB"] = memory(process)
        with sink() as port, workers(port):
            measured |= at_once(players, mails)
            over_bare = measured["mails/s out at once with them"] / measured["mails/s, the same bytes sent bare"]
            measured["mails out at once over bare"] = over_bare
            quiet = latencies(players)
            taken: list[bool] = []
            done = threading.Event()
            flooding = [players, flood // SENDERS, taken, done]
            senders = [threading.Thread(target=flood_with, args=flooding) for _ in range(SENDERS)]
            for sender in senders:
                sender.start()
            busy = latencies(players)
            done.set()
            for sender in senders:
                sender.join()
        measured["MB of the server after the flood"] = memory(process)
    measured["mails that the flood tried"] = float(len(taken))
    measured["of them taken"] = float(sum(taken))
    for name, found in (("quiet", quiet), ("in the flood", busy)):
        measured[f"s from SMTP to played, median, {name}"] = statistics.median(found)
        measured[f"s from SMTP to played, worst, {name}"] = max(found)
    measured["median in the flood over quiet"] = statistics.median(busy) / statistics.median(quiet)
    print(json.dumps(measured))


# Programs -------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def source() -> Iterator[int]:
    """The SMTP server as ``bin/serve`` starts it; its process id."""
    with moves_on.running([sys.executable, "manage.py", "mail_smtp"], moves_on.DOOR) as program:
        yield program.pid


@contextlib.contextmanager
def workers(port: int) -> Iterator[None]:
    """The workers of mail as ``bin/serve`` starts them, whose mails go to the mail server at this port."""
    several = [sys.executable, "-m", "seeds.processes.workers"]
    with (
        mock.patch.dict(os.environ, EMAIL_URL=f"smtp://127.0.0.1:{port}"),
        moves_on.running([*several, "worker", "mail-in"], None),
        moves_on.running([*several, "mail-out"], None),
    ):
        yield


def memory(pid: int) -> float:
    """Resident memory of a process in MB (Linux)."""
    lines = (Path("/proc") / str(pid) / "status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


# Mail that goes out -----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def sink() -> Iterator[int]:
    """Another mail server, in a process of its own, that takes every mail and forgets it; its port."""
    port = embedded.free_port()
    command = [sys.executable, "-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", f"127.0.0.1:{port}"]
    with moves_on.running(command, port):
        yield port


def drained(players: list[Player], mails: int) -> dict[str, float]:
    """Turn mails a second from the outbox to another mail server, beside the bare sending of the same bytes."""
    games = [moves_on.new_game(players) for _ in range(mails)]
    turns = OutboundMail.objects.filter(game__in=games, kind="turn").order_by("pk")
    OutboundMail.objects.exclude(pk__in=turns.values("pk")).delete()
    smtp = {
        "EMAIL_BACKEND": "notifications.outbound.mail_hosts.PipeliningBackend", "EMAIL_HOST": "127.0.0.1",
        "EMAIL_HOST_USER": "", "EMAIL_USE_TLS": False,
    }  # fmt: skip
    numbers = list(turns.values_list("pk", flat=True))
    with sink() as port, override_settings(EMAIL_PORT=port, **smtp), connection.execute_wrapper(counted := Counted()):
        sending.send(numbers[:1], now=timezone.now())  # the first loads what is loaded once
        counted.statements, begun, cpu = 0, time.perf_counter(), time.process_time()
        sent = sending.send_waiting(now=timezone.now())
        spent, cpu = time.perf_counter() - begun, time.process_time() - cpu
        last = render(OutboundMail.objects.get(pk=numbers[-1]), to="b@bench.localhost", now=timezone.now())
        raw = last.message.message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]  # Django's message knows it
        bare, pooled = _bare_sending(raw, port, mails), _bare_sending(raw, port, mails, a_connection_each=False)
    assert sent == mails - 1, f"{sent} of {mails - 1} mails went out"
    return {
        "turn mails/s out of the outbox": sent / spent,
        "ms of CPU for each": cpu / sent * 1000,
        "SQL statements for each": counted.statements / sent,
        "mails/s, the same bytes sent bare": bare,
        "mails/s, the same bytes sent bare over one connection": pooled,
        "outbox over bare": sent / spent / bare,
        "kB of each mail": len(raw) / 1000,
    }


class Counted:
    """Counts statements, as a wrapper of Django's around each."""

    statements = 0

    def __call__(self, execute: Callable[..., Any], *details: Any) -> Any:
        self.statements += 1
        return execute(*details)


def _bare_sending(raw: bytes, port: int, mails: int, *, a_connection_each: bool = True) -> float:
    begun = time.perf_counter()
    line = smtplib.SMTP("127.0.0.1", port)
    for _ in range(mails):
        line.sendmail("a@bench.localhost", ["b@bench.localhost"], raw)
        if a_connection_each:
            line.quit()
            line = smtplib.SMTP("127.0.0.1", port)
    line.quit()
    return mails / (time.perf_counter() - begun)


# Mail that comes in -----------------------------------------------------------------------------------------------


def stored(players: list[Player], mails: int) -> dict[str, float]:
    """Mails a second that the server stores on one connection, with nobody reading them."""
    games = [Game.objects.get(pk=moves_on.new_game(players)) for _ in range(mails)]
    to = [reply_addresses.turn_address(_mover(game), 0) for game in games]
    with smtplib.SMTP("127.0.0.1", moves_on.DOOR) as line:
        begun = time.perf_counter()
        for address in to:
            moves_on.send_mail(line, players[0].email, address, "help")
        spent = time.perf_counter() - begun
    InboundMail.objects.all().delete()
    return {"mails/s stored by the server": mails / spent}


def large(players: list[Player]) -> None:
    """Some mails as large as the server takes them."""
    with smtplib.SMTP("127.0.0.1", moves_on.DOOR) as line:
        for _ in range(40):
            game = Game.objects.get(pk=moves_on.new_game(players))
            words = "\r\n".join(["0123456789" * 7] * 3400)
            moves_on.send_mail(line, players[0].email, reply_addresses.turn_address(_mover(game), 0), words)
    InboundMail.objects.all().delete()


def at_once(players: list[Player], mails: int) -> dict[str, float]:
    """Moves a second from SMTP to the log, over several connections, and mails a second out at the same time: the two
    of each move, from the first move that is sent until the last mail is out."""
    text = moves_on.random_turns()[0][1]
    first = Game.objects.get(pk=moves_on.new_game(players))
    with smtplib.SMTP("127.0.0.1", moves_on.DOOR) as line:
        _play_by_mail(line, first, text)
    _wait_for([first.pk])  # the workers are up
    games = [Game.objects.get(pk=moves_on.new_game(players)) for _ in range(mails)]
    moves = [(seat.player.email, reply_addresses.turn_address(seat, 0)) for seat in map(_mover, games)]
    waiting = OutboundMail.objects.filter(state=OutboundMail.State.WAITING)
    _wait_while(waiting.exists)  # what tells of the new games is out
    newest = OutboundMail.objects.latest("pk").pk

    def bring(part: list[tuple[str, str]]) -> None:
        with smtplib.SMTP("127.0.0.1", moves_on.DOOR) as line:
            for sender, to in part:
                moves_on.send_mail(line, sender, to, text)

    begun = time.perf_counter()
    senders = [threading.Thread(target=bring, args=[moves[number::SENDERS]]) for number in range(SENDERS)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    brought = time.perf_counter() - begun
    _wait_for([game.pk for game in games])
    moved = time.perf_counter() - begun
    _wait_while(waiting.exists)
    out = time.perf_counter() - begun
    sent = OutboundMail.objects.filter(pk__gt=newest, state=OutboundMail.State.SENT).count()
    assert sent == 2 * mails, f"{sent} of {2 * mails} mails went out"
    return {
        "moves/s by mail that the server takes meanwhile": mails / brought,
        "moves/s from SMTP to the log": mails / moved,
        "mails/s out at once with them": sent / out,
    }


def latencies(players: list[Player]) -> list[float]:
    """Seconds from the end of the SMTP conversation to the played move, one move at a time."""
    text = moves_on.random_turns()[0][1]
    found = []
    for _ in range(PROBES):
        game = Game.objects.get(pk=moves_on.new_game(players))
        with smtplib.SMTP("127.0.0.1", moves_on.DOOR) as line:
            begun = time.perf_counter()
            _play_by_mail(line, game, text)
        _wait_for([game.pk])
        found.append(time.perf_counter() - begun)
        time.sleep(PAUSE)
    return found


def flood_with(players: list[Player], mails: int, taken: list[bool], done: threading.Event) -> None:
    """Different mails to one seat, as fast as the server answers: so many at least, and until the others are timed."""
    game = Game.objects.filter(ply=0).order_by("pk")[0]
    address = reply_addresses.turn_address(_mover(game), 0)
    with contextlib.closing(smtplib.SMTP("127.0.0.1", moves_on.DOOR)) as line:
        for number in count():
            if number >= mails and done.is_set():
                break
            try:
                moves_on.send_mail(line, players[0].email, address, f"show {number}")
                taken.append(True)
            except smtplib.SMTPException:
                taken.append(False)
    connection.close()


def _mover(game: Game) -> Seat:
    return next(seat for seat in game.seats.select_related("player") if seat.number == game.to_act)


def _play_by_mail(line: smtplib.SMTP, game: Game, text: str) -> None:
    seat = _mover(game)
    moves_on.send_mail(line, seat.player.email, reply_addresses.turn_address(seat, 0), text)


def _wait_for(games: list[int]) -> None:
    _wait_while(Game.objects.filter(pk__in=games, ply=0).exists)


def _wait_while(is_so: Callable[[], bool]) -> None:
    until = time.perf_counter() + LATEST
    while is_so():
        if time.perf_counter() > until:
            raise AssertionError("The moves by mail were not played, or not reported, in time.")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
