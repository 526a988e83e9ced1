"""Rounds that players sit out, and what they ask directors for, by mail."""

from __future__ import annotations

import pytest

from games.models import Game
from notifications.addresses.reply_addresses import personal_address
from tests.notifications.mailbox import PostOffice
from tests.tournaments.acting import begun
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import started
from tournaments.entries.byes import requests_of
from tournaments.event_rules.layouts import Layout
from tournaments.running.requests import requests_in

pytestmark = pytest.mark.django_db


def write(office: PostOffice, name: str, line: str, number: int) -> str:
    """The answer to a mail of one line."""
    box, office.now = office.box(name), after(1)
    to = personal_address(box.player.pk)
    raw = f"From: {box.address}\r\nTo: {to}\r\nMessage-ID: <{number}@x>\r\n\r\n{line}\r\n"
    office.deliver(raw.encode(), to, sender=box.address)
    office.work()
    return " ".join(list(office.sent_to(box.address))[-1].text.split())


@pytest.mark.parametrize("lines", [("away 3", "cancel away 3"), ("Ich fehle in Runde 3", "Ich spiele doch in Runde 3")])
def test_round_is_sat_out_and_taken_back(office: PostOffice, lines: tuple[str, str]) -> None:
    event = started(Layout(form="swiss", rounds=4), 6, most=9)
    assert "round 3 of Autumn" in write(office, "anna", lines[0], 1)
    entrant = event.entrants.get(player=friend("anna"))
    assert requests_of(entrant).asked == (3,)
    write(office, "anna", lines[1], 2)
    assert requests_of(entrant).asked == ()
    assert "not the last one" in write(office, "anna", "away 4 in Autumn", 3)


def test_directors_are_asked(office: PostOffice) -> None:
    event = begun("round robin", ended=0)
    friend("kurt")
    game = Game.objects.filter(seats__player=friend("anna")).earliest("pk").pk
    for number, line in enumerate((
        f"ask time {game} 2 days because I am ill.",
        f"Ich bitte um Zeit {game} 2 Tage, weil I am ill.",
        "ask substitute kurt because I move.",
        "ask withdrawal in Autumn: No time.",
    )):  # fmt: skip
        write(office, "anna", line, number)
    assert [(one.asked.what, one.why) for one in requests_in([event.pk])] == [
        ("time", "I am ill."), ("substitute", "I move."), ("withdrawal", "No time.")
    ]  # fmt: skip
    assert "Write" in write(office, "bert", "ask time because I am ill.", 9)
