"""Whatever anybody sends is read, or refused by an error of our own, and no single text takes long.

Each test reads texts that are made from good ones by chance: pieces left out, doubled, exchanged, joined with pieces of
other languages. Which ones follows from a seed. ``FUZZ_CASES=100000 pytest tests/across/test_fuzz.py`` looks at more.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from icalendar import Calendar

from games.exceptions import RefusedMove, TooMuchWork
from games.plans.language import PlanError, read_plan
from games.plans.matching import check_plan
from games.records.json_form import to_json
from games.records.reading import look_at
from games.records.record import last_position
from games.records.text_form import to_text
from games.rules import RULES
from games.rules.base import MoveError, Position
from games.rules.playout import random_game
from games.rules.replay import RecordError
from games.rules.twigs.figures import svg_attempt
from games.rules.twigs.puzzles import PUZZLES, solve
from games.turns.playing import read_turn
from games.work import Budget
from notifications.inbound.authentication.dmarc import reported, signatures_of, tags_of
from notifications.inbound.inspect import inspect, is_some_move
from notifications.mail_format.bounce_reports import read_refusal, read_report
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.commands import read_hour, read_line, read_subject
from notifications.mail_format.dates import read_span
from notifications.mail_format.parsing import UnreadableMail, decoded, headers_of, text_of_html
from notifications.mail_format.senders import sender_in
from notifications.mail_format.trimming import own_lines
from tests.games.conftest import Start
from tests.games.records.samples import sample
from tests.pace import scaled
from tournaments.models import Event
from tournaments.presenting.calendar import Date, What
from tournaments.presenting.feeds import as_ical

CASES = int(os.environ.get("FUZZ_CASES", "60"))  # of each kind
MOST_SECONDS = 0.2  # of processor time for one text, in the best of three tries: a busy machine makes one longer

ODD = [
    "", " ", "\t", "\n", "\r\n", "\0", "\x1b", "\x7f", "\x85", "\u2028", "\u200b", "\u202e",
    "\ufeff", "\ud800", "\ufdfa",
    "\N{MINUS SIGN}", "²", "\u0661", "\uff19", "ß", "İ", "e\u0301" * 9, "🌱", "%", "%00",
    "{}", "{0}", "\\", '"', "'", "<", ">", "&",
    ";", ";;;", ",", ":", "(", ")", "((((", "[", "]", "@", "=", "==", "#1", "*", "+", "-", "--", "-0", "0", "1", "00",
    "9" * 20, "9" * 5000, "1e999", "NaN", "-1", "null", "true", "undo to 0", "undo to 999999999",
    "roll d20 20", "roll d0 0",
    "if", "then", "else", "resign", "=?utf-8?b?A?=",
    "=?utf-8?q?=ff?=", "=?x?b?!!?=", "From: a@b", "\n\n",
    "\n.\n", "a" * 300,
]  # fmt: skip


def mixed(chance: random.Random, corpus: list[str], longest: int = 4000) -> str:
    """A text made by chance from those of the corpus."""
    text = chance.choice(corpus)
    for _ in range(chance.choice([0, 1, 1, 2, 3, 5, 9])):
        start, end = sorted(chance.choices(range(len(text) + 1), k=2))
        end = min(end, start + chance.choice([0, 1, 3, 30, 3000]))
        match chance.randrange(6):
            case 0:
                new = chance.choice(ODD)
            case 1:
                new = chance.choice(ODD) * chance.choice([2, 9, 400])
            case 2:
                new = text[start:end] * chance.choice([2, 3, 50])
            case 3:
                other = chance.choice(corpus)
                at = chance.randrange(len(other) + 1)
                new = other[at : at + chance.choice([1, 9, 200])]
            case 4:
                new = "".join(chance.sample(text[start:end], end - start))
            case _:
                new = "".join(chr(chance.choice([chance.randrange(128), chance.randrange(0x3000)])) for _ in range(5))
        text = (text[:start] + new + text[end:])[:longest]
    return text


def fuzz(
    seed: str, corpus: list[str], read: Callable[[str], object], *errors: type[Exception], longest: int = 4000
) -> None:
    """Read texts made from the corpus: only these errors may come out, and none may take long."""
    chance = random.Random(seed)
    for _ in range(CASES):
        check_time(read, mixed(chance, corpus, longest), errors)


@pytest.mark.parametrize("letters", ["\r", "\n", " ", "a", "=", ";", "(", "[", ">", "if ", "a ", "#1 "])
def test_long_text_of_the_same_letters_takes_no_longer(letters: str) -> None:
    text = letters * (200_000 // len(letters))
    for read in (
        lambda text: look_at(text, Budget()),
        lambda text: read_plan(text, RULES["roots"].omens),
        lambda text: read_orders(own_lines(text), is_some_move, game_first=True),
        lambda text: inspect(f"{HEADERS}\n{text}".encode()),
        text_of_html,
        tags_of,
    ):
        check_time(read, text, (PlanError, RecordError, TooMuchWork))


def test_plan_of_many_lines_takes_no_longer() -> None:
    text = "\n".join(["if M e3>e2 then M e3>e2"] * 8000)
    check_time(lambda text: read_plan(text, RULES["btt"].omens), text, (PlanError,))


def check_time(read: Callable[[str], object], text: str, errors: tuple[type[Exception], ...]) -> None:
    """Reading takes no longer than it may, in one of three tries."""
    seconds = 0.0
    for _ in range(3):
        if (seconds := time_of(read, text, errors)) < scaled(MOST_SECONDS):
            return
    pytest.fail(f"{seconds:.2f} s for {text!r}"[:3000])


def time_of(read: Callable[[str], object], text: str, errors: tuple[type[Exception], ...]) -> float:
    """The seconds of processor time that reading takes; only these errors may come out."""
    begun = time.process_time()
    try:
        read(text)
    except errors:
        pass
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error}, from {text!r}"[:3000])
    return time.process_time() - begun


# Games ----------------------------------------------------------------------------------------------------------------


def some_positions(slug: str) -> list[tuple[Position[Any], list[str]]]:
    """Moments of a game of that kind with some legal steps of each."""
    rules, chance = RULES[slug], random.Random(slug)
    found = []
    for seats in (rules.seats[0], rules.seats[-1]):
        for position in list(random_game(rules.start(seats), chance))[:: 9 if slug != "roots" else 90]:
            moves = list(position.legal_moves())
            few = [rules.format(move, position) for move in chance.sample(moves, min(3, len(moves)))]
            found.append((position, few))
    return found


@pytest.mark.parametrize("slug", RULES)
def test_moves_turns_and_plans(slug: str) -> None:
    rules, chance = RULES[slug], random.Random(slug)
    positions = [(position, few) for position, few in some_positions(slug) if few]

    def read_move(text: str) -> None:
        position, _ = chance.choice(positions)
        rules.read_preference(text)
        rules.ignores(text, position)
        rules.format(rules.parse(text, position), position)

    def read_turn_of(text: str) -> None:
        position, _ = chance.choice(positions)
        assert position.seat_to_act is not None
        read_turn(rules, position, position.seat_to_act, text, 0, None, budget=Budget())

    def read_plan_of(text: str) -> None:
        position, _ = chance.choice(positions)
        seat = chance.randrange(len(position.scores))
        plan = check_plan(rules, position, seat, read_plan(text, rules.omens), Budget())
        assert read_plan(str(plan), rules.omens) == plan

    plans = []
    for _, few in positions:
        branches = [f"if {step} then {few[0]}" for step in few]
        plans += [" else ".join(branches), f"{branches[0]} (if * then resign) else resign; wait if they write"]
        plans += [f"if {few[0]} and roll >= 4 then {few[-1]}", " (".join(branches * 4) + ")" * 11]
    fuzz(f"moves of {slug}", [step for _, few in positions for step in few], read_move, MoveError)
    turns = ["; ".join(few * 2) for _, few in positions]
    fuzz(f"turns of {slug}", turns, read_turn_of, RefusedMove, TooMuchWork)
    fuzz(f"plans of {slug}", plans, read_plan_of, PlanError, TooMuchWork)


@pytest.mark.parametrize("slug", RULES)
def test_records(slug: str) -> None:
    record = sample(slug, RULES[slug].seats[0])
    corpus = [to_text(record), json.dumps(to_json(record)), json.dumps(to_json(record), indent=1)]
    corpus += [text[:1000] for text in corpus]

    def read(text: str) -> None:
        look = look_at(text, Budget())
        assert look.checked is not None
        assert look.positions[-1] == last_position(look.record)
        to_json(look.record)
        to_text(look.record)

    fuzz(f"records of {slug}", corpus, read, RecordError, TooMuchWork, longest=60_000)


@pytest.mark.parametrize("slug", PUZZLES)
def test_solutions_of_puzzles(slug: str) -> None:
    puzzle = PUZZLES[slug]

    def read(text: str) -> None:
        svg_attempt(puzzle, text)
        solve(puzzle, text)

    fuzz(f"puzzle {slug}", [puzzle.best_known or "C0@0,0; H3@4,1", puzzle.example or "I1@5,-1"], read, MoveError)


# Mails ----------------------------------------------------------------------------------------------------------------

LINES = [
    "M e3>e2", "#17 M e3>e2", "game 12 resign", "[resign]", "accept", "draw", "undo", "preview M e3>e2", "show 7",
    "games", "leave 3 March to 9 March", "leave 2026-03-01", "quiet 22 to 7", "mail digest daily",
    "say Good luck\nsecond line",
    "note remember the corner", "plan if * then resign\nelse if M e3>e2 then resign", "help", "stop",
    "table spring-cup",
    "On 1 Jan 2026 at 10:00, Seeds <a@b.c> wrote:\n> your turn\n>> M e3>e2",
    "-----Original Message-----\nFrom: x\nTo: y",
]  # fmt: skip
HEADERS = (
    "From: =?utf-8?q?Ann=C3=A4?= <anna@example.org>\nTo: \"Seeds\" <abc.def@play.localhost>\nSubject: Re: your turn\n"
    "Message-ID: <1@example.org>\nIn-Reply-To: <2@example.org>\nDate: Mon, 2 Mar 2026 12:00:00 +0100\n"
    "Return-Path: <anna@example.org>\nAuto-Submitted: no\nReceived: from a by b; Mon, 2 Mar 2026 12:00:00 +0100\n"
    "Authentication-Results: mx.example; dkim=pass header.d=example.org; spf=pass smtp.mailfrom=example.org;"
    " dmarc=pass\n"
    "DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=k1; h=from:to; bh=AAAA=; b=AAAA; l=1; t=1; x=2\n"
)  # fmt: skip
MAILS = [
    f"{HEADERS}Content-Type: text/plain; charset=utf-8; format=flowed\n"
    "Content-Transfer-Encoding: quoted-printable\n\nM e3=3Ee2\n",
    f"{HEADERS}Content-Type: text/html; charset=iso-8859-1\n"
    "Content-Transfer-Encoding: base64\n\nPHA+TSBlMz5lMjwvcD4=\n",
    f'{HEADERS}MIME-Version: 1.0\nContent-Type: multipart/alternative; boundary="b"\n\n--b\n'
    "Content-Type: text/plain\n\n"
    "M e3>e2\n--b\nContent-Type: text/html\n\n<blockquote>x</blockquote><p>M e3>e2\n--b--\n",
    f'{HEADERS}Content-Type: multipart/report; report-type=delivery-status; boundary="b"\n\n--b\n\nnot delivered\n--b\n'
    "Content-Type: message/delivery-status\n\nReporting-MTA: dns;x\n\nFinal-Recipient: rfc822; a@b\nAction: failed\n"
    "Status: 5.1.1\nDiagnostic-Code: smtp; 550 no such user\n\n--b\n"
    "Content-Type: message/rfc822\n\nFrom: x\n\ny\n--b--\n",
]


def test_mails() -> None:
    def read(text: str) -> None:
        raw = text.encode("utf-8", "surrogatepass")
        for one in (raw, raw.replace(b"\n", b"\r\n")):
            json.dumps(inspect(one))
            read_report(one)

    fuzz("mails", MAILS, read, longest=60_000)


def test_headers() -> None:
    def read(text: str) -> None:
        headers = headers_of(text.encode("utf-8", "surrogatepass"))
        sender_in(headers)
        list(signatures_of(headers, "example.org"))
        reported(headers, "example.org", authserv_id="mx.example", hops=1)
        for value in headers.values():
            decoded(value)
            tags_of(str(value))

    fuzz("headers", [*(f"{mail}" for mail in MAILS), HEADERS + "\nx"], read, UnreadableMail, longest=20_000)


def test_commands() -> None:
    def read(text: str) -> None:
        read_orders(own_lines(text), is_some_move, game_first=True)
        read_orders(text.splitlines(), is_some_move)
        read_line(text, is_some_move)
        read_subject(text, is_some_move)
        read_refusal(text)
        read_hour(text)
        text_of_html(text)

    fuzz("commands", [*LINES, "\n".join(LINES), *MAILS], read, longest=20_000)


def test_spans_of_days() -> None:
    today = date(2026, 3, 2)
    corpus = ["3 March to 9 March", "2026-03-01", "March 3-9", "tomorrow", "29 February", "31.12. - 2.1.", "9999-12-31"]
    fuzz("spans", corpus, lambda text: read_span(text, today), ValueError)


# What is written ------------------------------------------------------------------------------------------------------


def test_names_of_events_in_calendars() -> None:
    event, at = Event(slug="cup", pk=1), datetime(2026, 3, 2, 12, tzinfo=UTC)

    def write(text: str) -> None:
        name = text.replace("\0", "").encode("utf-8", "ignore").decode()
        written = as_ical([Date(at, event, next(iter(What)), name, "key")], name=name, at=at)
        [calendar] = Calendar.from_ical(written, multiple=True)
        [entry] = calendar.walk("VEVENT")
        assert entry["uid"].startswith("key@"), "nothing in a name ends the line that it stands in"
        assert len(calendar.walk()) == 2

    fuzz("iCal", ["Spring cup", "BEGIN:VEVENT\r\nUID:x\r\nEND:VEVENT", "a;b,c\\n:d", "END:VCALENDAR\n"], write)


# Addresses ------------------------------------------------------------------------------------------------------------

QUERIES = [
    "/games/?rules=btt&status=running&page=1", "/events/?q=cup&state=open&form=swiss&rules=twigs&whose=mine&page=2",
    "/events/calendar/?rules=roots", "/events/calendar.ics?rules=btt", "/games/1/?ply=1", "/outages/?page=1",
    "/puzzles/ring/best/?show=1",
    "/api/v1/games/?rules=btt&status=finished&player=anna&to_move=bert&page=1&page_size=5",
    "/api/v1/events/?q=a&player=anna",
    "/api/v1/games/1/events/?since=1", "/api/v1/games/1/record/?form=text", "/api/v1/puzzles/ring/hall/?show=true",
    "/api/v1/events/calendar/?rules=btt", "/ratings/btt/2p/?player=anna&page=1", "/players/anna/?x=1", "/lobby/?page=1",
    "/api/v1/games/1/positions/1/?x=1", "/players/anna/games.txt?x=1",
]  # fmt: skip


@pytest.mark.django_db
def test_queries(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    start("anna", "bert")
    client = Client()

    def ask(query: str) -> None:
        path, _, values = query.encode("utf-8", "ignore").decode().partition("?")
        answer = client.get(path or "/", QUERY_STRING=values.encode().decode("latin-1"))
        assert answer.status_code < 500, answer.status_code

    fuzz("queries", QUERIES, ask)
