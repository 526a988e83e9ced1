"""Mails that come several times, in any order, through two servers at once, to workers that die: the same rows.

On PostgreSQL, with processes that are killed; see ``test_faults`` for how.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from email.utils import format_datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import connection
from django.utils import timezone

from games.archive.checks import check_game
from games.models import Game, Player
from notifications.addresses import reply_addresses
from notifications.inbound import intake, processing
from notifications.models import InboundMail, OutboundMail
from tests.across.test_faults import LATER, dies, game, outbox_id, outgoing, sent_ids, work  # noqa: F401 - fixtures
from tests.across.test_faults import _again as start_again
from tests.notifications.mailbox import waiting

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]

# What anna and bert send, and to which address: each does its own in any order.
LETTERS = (
    ("anna", "turn", "null d3\nsay good luck\nand have fun"),
    ("anna", "game", "note d3 was the best"),
    ("bert", "game", "say thank you\nanna"),
    ("bert", "game", "nul d4"),
    ("carl", "personal", "watch {game}"),
)


def letters_of(game: Game) -> list[tuple[str, bytes]]:  # noqa: F811
    """Recipient and bytes of each mail."""
    seats = {seat.player.username: seat for seat in game.seats.select_related("player", "game")}
    found, now = [], format_datetime(timezone.now())
    for number, (who, kind, words) in enumerate(LETTERS):
        if kind == "personal":
            to = reply_addresses.personal_address(carl().pk)
        else:
            to = (
                reply_addresses.turn_address(seats[who], 0)
                if kind == "turn"
                else reply_addresses.game_address(seats[who])
            )
        head = f"From: {who}@example.org\r\nTo: {to}\r\nMessage-ID: <{game.pk}-{number}@example.org>\r\nDate: {now}"
        found.append((to, f"{head}\r\n\r\n{words.format(game=game.pk)}\r\n".encode()))
    return found


def carl() -> Player:
    """A player who only watches."""
    player, is_new = Player.objects.get_or_create(username="carl", email="carl@example.org")
    if is_new:
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


PROVEN = b"Authentication-Results: mx.example.org; dmarc=pass header.from=example.org\r\n"


@pytest.fixture(autouse=True)
def own_mail_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes through LMTP has been judged by a mail host of our own."""
    monkeypatch.setattr(settings, "MAIL_AUTHSERV_ID", "mx.example.org")


def bring(source: str, letters: Sequence[tuple[str, bytes]]) -> None:
    """One server takes them in, one after the other; each delivery has trace lines of its own."""
    try:
        for number, (to, raw) in enumerate(letters):
            traced = f"Received: by {source} with number {number}\r\n".encode() + raw
            intake.receive(
                PROVEN + traced if source == "lmtp" else traced,
                envelope_from="relay@example.org",
                envelope_to=to,
                source=source,
                peer="127.0.0.1",
                at=timezone.now(),
            )
    finally:
        connection.close()


def deliver_all(game: Game, choice: random.Random) -> None:  # noqa: F811
    """Every mail one to five times, in any order, through two servers at once."""
    copies = [letter for letter in letters_of(game) for _ in range(choice.randint(1, 5))]
    choice.shuffle(copies)
    half = choice.randrange(len(copies) + 1)
    with ThreadPoolExecutor(2) as servers:
        list(servers.map(bring, ("smtp", "lmtp"), (copies[:half], copies[half:])))


def rows_of(game: Game) -> dict[str, Any]:  # noqa: F811
    """What must be the same however the mails came; but for the number of the game and the time."""
    game.refresh_from_db()
    submissions = game.submissions.exclude(code="stale")
    return {
        "game": (game.ply, game.status, game.position, game.is_watched),
        "steps": list(game.events.exclude(ply=None).values_list("ply", "text", "seat")),
        "mails": sorted(InboundMail.objects.filter(token__seat__game=game).values_list("state", "outcome")),
        "remarks": sorted(game.remarks.values_list("player__username", "text")),
        "notes": sorted(game.notes.values_list("player__username", "text")),
        "watches": sorted(game.watches.values_list("player__username", "each_turn")),
        "sent": sorted((sent.player.username if sent.player else "", sent.verb, sent.state) for sent in submissions),
        "out": sorted(game.mails.exclude(kind="started").values_list("kind", "reader__username", "state")),
        "faults": check_game(game),
    }


@pytest.mark.slow
def test_mails_in_any_number_and_order_through_two_servers_to_dying_workers_leave_the_same_rows(
    game: Game,  # noqa: F811
    outgoing: Path,  # noqa: F811
) -> None:
    choice = random.Random(16)
    work()
    wanted: dict[str, Any] = {}
    for chance in count(0, 31):
        deliver_all(game, choice)
        died = dies(chance, work) if wanted else False
        work(LATER)
        work(LATER + timedelta(hours=1))
        found = rows_of(game)
        wanted = wanted or found
        assert found == wanted, f"killed at chance {chance}"
        if chance and not died:
            break
        game, _ = start_again(game)
        InboundMail.objects.all().delete()  # what is repeated in three mails is furniture
        OutboundMail.objects.update(created_at=timezone.now() - 2 * LATER)  # a day has its number of answers
    assert chance > 100, "so few statements: was anything killed?"
    assert wanted["steps"] == [(1, "null d3", 0)]
    assert wanted["remarks"] == [("anna", "good luck\nand have fun"), ("bert", "thank you\nanna")]
    assert set(sent_ids(outgoing)) == {outbox_id(mail) for mail in OutboundMail.objects.filter(state="sent")}


def test_two_workers_at_one_mail_obey_it_once(game: Game, outgoing: Path) -> None:  # noqa: F811
    """Claims that run out while a worker still works: the second finds what the first has done."""
    work()
    deliver_all(game, random.Random(3))
    mails = waiting(timezone.now())

    def read_all(late: timedelta) -> None:
        try:
            for mail in mails:
                processing.read(mail, now=timezone.now() + late)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as workers:
        list(workers.map(read_all, (timedelta(0), LATER, LATER)))
    work(LATER)
    found = rows_of(game)
    assert (found["steps"], len(found["remarks"]), found["notes"]) == (
        [(1, "null d3", 0)],
        2,
        [("anna", "d3 was the best")],
    )
    assert {state for state, _ in found["mails"]} == {"done"}
