"""The measuring process of ``benchmarks.hostile``, on the database that DATABASE_URL names. Prints one line of JSON."""

from __future__ import annotations

import contextlib
import http.client
import json
import smtplib
import socket
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import urlencode

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.measuring import moves_on, pages_on, post_on  # noqa: E402
from games.accounts.api_keys import create_token  # noqa: E402
from games.clock.controls import TimeControl  # noqa: E402
from games.models import Game, Player, Seat  # noqa: E402
from games.play.creation import create_game  # noqa: E402
from games.play.moving import play_move  # noqa: E402
from games.rules import RULES  # noqa: E402
from notifications.addresses import reply_addresses  # noqa: E402
from tournaments.event_rules.layouts import Layout  # noqa: E402
from tournaments.models import Event, Fixture  # noqa: E402

ENTRANTS = 300  # of the event that is exported, explained and supposed about
MOVES_BETWEEN = 0.25  # seconds between two honest moves: fewer than the rate of a player
LOOKS_BETWEEN = 0.1  # seconds between two looks at /healthz
ATTACKERS = 8  # accounts
LINES = 1  # connections that each kind of attack uses at once
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={'a' * 32}"}

Request = tuple[str, str, str | None, dict[str, str]]  # method, path, body, headers


class Answers:
    """What one kind of attack was answered."""

    def __init__(self) -> None:
        self.statuses: Counter[str] = Counter()
        self.longest = 0.0

    def add(self, status: object, seconds: float) -> None:
        self.statuses[str(status)] += 1
        self.longest = max(self.longest, seconds)


def main() -> None:
    seconds = float(sys.argv[1])
    call_command("migrate", verbosity=0)
    players = [moves_on.make_player(name) for name in moves_on.NAMES]
    attackers = [moves_on.make_player(f"attacker{number}") for number in range(ATTACKERS)]
    requests = hostile_requests(attackers)
    mails = hostile_mails(attackers)
    turns, keys = moves_on.random_turns(), [create_token(player, name="bench")[1] for player in players]
    games = [moves_on.new_game(players) for _ in range(int(seconds / MOVES_BETWEEN / len(turns)) + 4)]
    connection.close()
    measured: dict[str, Any] = {"attack": {}}
    with moves_on.web(), post_on.source(), post_on.sink() as port, post_on.workers(port):
        time.sleep(3)  # until the workers are up
        measured["quiet"] = probed(min(seconds, 5), games[:2], turns, keys)
        done, answers = threading.Event(), {kind: Answers() for kind in (*requests, "mails", "slow readers")}
        attack = [
            threading.Thread(target=ask, args=[make, answers[kind], done, number, f"127.0.1.{place}"])
            for place, (kind, make) in enumerate(requests.items(), start=1)
            for number in range(LINES)
        ]
        attack.append(threading.Thread(target=send_mails, args=[mails, answers["mails"], done]))
        slow = f"/events/{Event.objects.get().slug}/event.json"
        attack += [
            threading.Thread(target=read_slowly, args=[slow, answers["slow readers"], done]) for _ in range(LINES)
        ]
        connection.close()
        for thread in attack:
            thread.start()
        measured["under attack"] = probed(seconds, games[2:], turns, keys)
        done.set()
        for thread in attack:
            thread.join()
    measured["attack"] = {kind: vars(found) for kind, found in answers.items()}
    print(json.dumps(measured))


# What is honest -------------------------------------------------------------------------------------------------------


def probed(seconds: float, games: list[int], turns: list[tuple[int, str]], keys: list[str]) -> dict[str, Any]:
    """Looks at /healthz and moves by REST for so many seconds: how many, and how long they took."""
    until = time.perf_counter() + seconds
    looks: list[float] = []
    moves: list[float] = []
    looking = threading.Thread(target=_look, args=[looks, until])
    looking.start()
    for game in games:
        for ply, (seat, text) in enumerate(turns):
            if time.perf_counter() > until:
                break
            body = json.dumps({"text": text, "ply": ply})
            headers = {"Authorization": f"Bearer {keys[seat]}", "Content-Type": "application/json"}
            status, spent = asked("POST", f"/api/v1/games/{game}/play/", body, headers)
            if status != 200:
                raise AssertionError(f"An honest move was answered {status}.")
            moves.append(spent)
            time.sleep(MOVES_BETWEEN)
    looking.join()
    return {"/healthz": _summary(looks), "an honest move": _summary(moves)}


def _look(looks: list[float], until: float) -> None:
    while time.perf_counter() < until:
        status, spent = asked("GET", "/healthz", None, {})
        if status != 200:
            raise AssertionError(f"/healthz answered {status}.")
        looks.append(spent)
        time.sleep(LOOKS_BETWEEN)


def _summary(found: list[float]) -> dict[str, float]:
    return {"count": len(found), "median": statistics.median(found), "worst": max(found)}


def asked(
    method: str, path: str, body: str | None, headers: dict[str, str], caller: str = "127.0.0.1"
) -> tuple[int, float]:
    """The status of an answer, and the seconds until all of it was there, with a connection of its own.

    ``caller`` is the address of this machine that asks: each has limits of its own.
    """
    begun, to = time.perf_counter(), ("127.0.0.1", moves_on.PORT)
    with contextlib.closing(http.client.HTTPConnection(*to, timeout=120, source_address=(caller, 0))) as line:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        answer.read()
    return answer.status, time.perf_counter() - begun


# What is hostile ------------------------------------------------------------------------------------------------------


def _by_key(
    keys: list[str], method: str, path: str, body: object = None, callers: int = ATTACKERS
) -> Callable[[int], Request]:
    """A request of programs, each with a key of its own in turn."""
    sent = None if body is None else json.dumps(body)

    def make(number: int) -> Request:
        headers = {"Authorization": f"Bearer {keys[number % callers]}", "Content-Type": "application/json"}
        return method, path, sent, headers

    return make


def _page(path: str, **form: str) -> Callable[[int], Request]:
    fields = urlencode({"csrfmiddlewaretoken": "a" * 32, **form})
    return lambda number: ("POST", path, fields, FORM) if form else ("GET", path, None, {})


def _varied(path: Callable[[int], str]) -> Callable[[int], Request]:
    return lambda number: ("GET", path(number), None, {})


def hostile_requests(attackers: list[Player]) -> dict[str, Callable[[int], Request]]:
    """By kind of attack the request with a number; each takes the keys of the attackers in turn."""
    keys = [create_token(attacker, name="bench")[1] for attacker in attackers]
    far, steps = far_game(attackers[:4])
    record = json.dumps({"game": "twigs", "options": {"players": 4}, "steps": [*steps, "undo to 0"] * 130})
    moves = [str(move) for move in Game.objects.get(pk=far).load_position().legal_moves()]
    plan = " else ".join(f"if {move} then resign" for move in moves[-100:])
    roots = create_game(
        rules="roots", players=attackers[:2], control=TimeControl.days_per_turn(3), at=timezone.now()
    ).pk
    event = pages_on.make_event(f"Swiss of {ENTRANTS}", Layout(form="swiss", rounds=pages_on.ROUNDS), ENTRANTS)
    division = event.divisions.get().pk
    fixtures = Fixture.objects.filter(round__division=division).order_by("-pk").values_list("pk", flat=True)[:20]
    supposed = urlencode({f"f{fixture}": "1" for fixture in fixtures})
    division_path, api_path = f"/events/{event.slug}/divisions/{division}", f"/api/v1/events/{event.slug}"

    by_key = partial(_by_key, keys)
    attempts = [urlencode({"text": "; ".join(steps[:count])}) for count in (1, 10, 40)]
    return {
        "records by REST": by_key("POST", "/api/v1/records/", {"record": record}),
        "records on the page": _page("/records/", record=record),
        "previews of moves": by_key(
            "POST", f"/api/v1/games/{roots}/preview/", {"text": "; ".join(["bead 3,9"] * 60), "ply": 0}, 2
        ),
        "previews of plans": by_key("POST", f"/api/v1/games/{far}/plan/preview/", {"text": plan[:3900]}, 4),
        "boards of the past": _page(f"/games/{far}/?ply=40"),
        "pictures": _page(f"/games/{far}/board.svg"),
        "what if": _page(f"/events/{event.slug}/what-if/?{supposed}"),
        "explained standings": by_key("GET", f"{api_path}/divisions/{division}/standings/"),
        "results as CSV": _page(f"{division_path}/results.csv"),
        "TRF": _page(f"{division_path}/tournament.trf"),
        "event as JSON": _page(f"/events/{event.slug}/event.json"),
        "iCal": _page("/events/calendar.ics"),
        "records of all games": _page(f"/events/{event.slug}/games.jsonl"),
        "searches": _page("/events/?" + urlencode({"q": "%_" * 30})),
        "analyses": _page(f"/games/{far}/analysis/?" + urlencode({"ply": 0, "after": "; ".join(steps[:40])})),
        "lines of analyses": _page(
            f"/games/{far}/analysis/?"
            + urlencode([("ply", 0)] + [("line", "; ".join(steps[:n])) for n in range(20, 40)])
        ),
        "legal steps": _varied(lambda number: f"/api/v1/games/{far}/steps/?ply={number % 44}"),
        "boards to replay": _varied(lambda number: f"/games/{far}/boards/?ply={8 * (number % 6)}"),
        "attempts at lessons": _varied(
            lambda number: f"/learn/twigs/{1 + number % 9}/?" + attempts[number % len(attempts)]
        ),
        "attempts at daily puzzles": _varied(
            lambda number: f"/puzzle/{1 + number % 60}/?" + attempts[number % len(attempts)]
        ),
        "records of a player": _page(f"/players/{attackers[0].username}/games.jsonl"),
        "proposals": by_key(
            "POST",
            "/api/v1/proposals/",
            {"rules": "roots", "seats": 8, "control": {"base": 600, "increment": 60, "cap": 600}},
        ),
        "rating lists": _page("/ratings/btt/2p/ratings.csv"),
        "pages of events": _varied(lambda number: f"{division_path}/standings/?page={1 + number % 6}"),
        "puzzles": by_key("POST", "/api/v1/puzzles/ring/solve/", {"text": "; ".join(["C0@9999,9999"] * 270)}),
    }


def far_game(players: list[Player]) -> tuple[int, list[str]]:
    """A game of Twigs that has gone as far in one direction as it can, short of its end; all steps of such a game."""
    control, rules = TimeControl.days_per_turn(3), RULES["twigs"]
    game = create_game(rules="twigs", players=players, control=control, at=timezone.now())
    position: Any = rules.start(len(players))
    steps: list[str] = []
    while position.to_act is not None:
        move = max(position.legal_moves(), key=lambda move: (move.q, move.r))
        steps.append(rules.format(move, position))
        position = position.play(move)
    for ply, step in enumerate(steps[:44]):
        seat = Seat.objects.get(game=game, number=ply % len(players))
        play_move(
            game_id=game.pk, player_id=seat.player_id, text=step, ply=ply, at=timezone.now(), source="api",
            key=f"far:{ply}",
        )  # fmt: skip
    return game.pk, steps


def ask(make: Callable[[int], Request], answers: Answers, done: threading.Event, first: int, caller: str) -> None:
    """One request after the other, as fast as they are answered."""
    for number in count(first):
        if done.is_set():
            return
        begun = time.perf_counter()
        try:
            answers.add(*asked(*make(number), caller))
        except OSError as error:
            answers.add(type(error).__name__, time.perf_counter() - begun)


def read_slowly(path: str, answers: Answers, done: threading.Event) -> None:
    """A large file, a kilobyte a second."""
    while not done.is_set():
        begun = time.perf_counter()
        with socket.create_connection(("127.0.0.1", moves_on.PORT)) as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            status = line.recv(64).split(b" ")[1].decode()
            while not done.is_set() and line.recv(1024):
                time.sleep(1)
        answers.add(status, time.perf_counter() - begun)


# Hostile mails --------------------------------------------------------------------------------------------------------


def hostile_mails(attackers: list[Player]) -> Iterator[tuple[str, str, str]]:
    """Sender, address and text of mails that take long to read: many parts, deep ones, words in codes, quotations."""
    game = moves_on.new_game(attackers[:2])
    seat = Seat.objects.get(game=game, number=0)
    to = reply_addresses.turn_address(seat, 0)
    nested = "".join(
        f'--b{depth}\r\nContent-Type: multipart/mixed; boundary="b{depth + 1}"\r\n\r\n' for depth in range(400)
    )
    parts = "--b0\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA\r\n" * 2000
    bodies = [
        f'Content-Type: multipart/mixed; boundary="b0"\r\n\r\n{nested}',
        f'Content-Type: multipart/related; boundary="b0"\r\n\r\n{parts}--b0--\r\n',
        f"Content-Type: text/html\r\n\r\n{'<div><blockquote>' * 12_000}",
        f"Content-Type: text/plain\r\nX-Words: {'=?utf-8?q?=C3=A4?= ' * 40}\r\n\r\n{'> ' * 60_000}",
        f"Content-Type: text/plain\r\n\r\n{'(if * then ' * 15_000}",
    ]
    for number in count():
        sender, body = seat.player.email, bodies[number % len(bodies)]
        yield sender, to, f"From: {sender}\r\nTo: {to}\r\nMessage-ID: <h{number}@bench>\r\nSubject: x\r\n{body}\r\n"


def send_mails(mails: Iterator[tuple[str, str, str]], answers: Answers, done: threading.Event) -> None:
    """One mail after the other, as fast as the SMTP server takes them."""
    for sender, to, text in mails:
        if done.is_set():
            return
        begun = time.perf_counter()
        try:
            with smtplib.SMTP("127.0.0.1", moves_on.DOOR, timeout=60) as line:
                line.sendmail(sender, [to], text.replace("\r\n", "\n"))
            answers.add("taken", time.perf_counter() - begun)
        except (OSError, smtplib.SMTPException) as error:
            answers.add(type(error).__name__, time.perf_counter() - begun)


if __name__ == "__main__":
    main()
