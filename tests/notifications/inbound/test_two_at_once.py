"""One mail in many hands at once, and workers that die: one effect. On PostgreSQL: SQLite hides such races."""

from __future__ import annotations

from typing import Any

import pytest

from games.archive.checks import check_game
from games.models import Game, GameEvent, Submission
from games.play.creation import create_game
from games.play.moving import play_move
from games.play.submissions import Receipt
from notifications.inbound import intake, processing
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail, Reminder
from notifications.outbound import reminders, sending
from tests.at_once import at_once
from tests.games.conftest import NOON, THREE_DAYS
from tests.notifications.mailbox import Mailbox, PostOffice

pytestmark = [pytest.mark.services]


@pytest.fixture
def anna(postgres_database: str, office: PostOffice) -> Mailbox:
    """Anna, who is to move first in a new game of BTT."""
    anna, bert = office.box("anna"), office.box("bert")
    players = [anna.player, bert.player]
    create_game(rules="btt", players=players, control=THREE_DAYS, at=NOON, rated=False)
    office.work()
    return anna


def store(raw: bytes, to: str) -> InboundMail:
    return intake.receive(
        raw, envelope_from="anna@example.org", envelope_to=to, source="smtp", peer="127.0.0.1", at=NOON
    )


def outcome_rows() -> dict[str, Any]:
    return {
        "steps": list(GameEvent.objects.filter(ply__isnull=False).values_list("text", flat=True)),
        "submissions": list(Submission.objects.order_by("pk").values_list("state", flat=True)),
        "mails": sorted(OutboundMail.objects.values_list("kind", flat=True)),
        "inbound": list(InboundMail.objects.values_list("state", "outcome")),
    }


PLAYED_ONCE = {
    "steps": ["null d3"],
    "submissions": ["played"],
    "mails": ["receipt", "started", "turn", "turn"],
    "inbound": [("done", "played")],
}


def test_same_mail_many_times_at_once_through_all_doors_is_one_move_and_one_answer(
    anna: Mailbox, office: PostOffice
) -> None:
    raw, to = answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(), anna.newest.reply_to

    def bring(number: int) -> int:
        name = ("smtp", "lmtp", "imap")[number % 3]
        trace = f"Received: by {name} {number}\r\n".encode()  # every way leaves its own trace on the mail
        values = {"envelope_from": anna.address, "envelope_to": to, "source": name, "peer": "127.0.0.1", "at": NOON}
        stored = intake.receive(trace + raw, **values)
        processing.read(stored.pk, now=NOON, names=office.zone)
        return stored.pk

    said = at_once(*[lambda number=number: bring(number) for number in range(20)])
    assert len(set(said)) == 1
    assert (outcome_rows(), check_game(Game.objects.get())) == (PLAYED_ONCE, [])


def test_claim_that_has_run_out_cannot_play_a_second_time(anna: Mailbox) -> None:
    """A slow worker and the one that takes over from it: whoever comes second finds the mail done."""
    mail = store(answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(), anna.newest.reply_to)
    slow = intake.claim(mail.pk, NOON)
    assert slow is not None
    processing.read(mail.pk, now=NOON + intake.RETRIES[0])
    processing.read(mail.pk, now=NOON + intake.RETRIES[0])
    assert outcome_rows() == PLAYED_ONCE


def test_two_moves_for_one_ply_by_mail_and_page_at_once_play_one(anna: Mailbox) -> None:
    mail = store(answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(), anna.newest.reply_to)
    game = Game.objects.get()

    def on_the_page() -> Receipt:
        return play_move(game_id=game.pk, player_id=anna.player.pk, text="null e3", ply=0, at=NOON, source="page")

    at_once(lambda: processing.read(mail.pk, now=NOON), on_the_page)
    rows = outcome_rows()
    assert len(rows["steps"]) == 1
    assert sorted(rows["submissions"]) == ["played", "rejected"]
    assert rows["inbound"] == [("done", "played" if rows["steps"] == ["null d3"] else "refused")]


def test_one_mail_sent_by_many_workers_at_once_goes_out_once(anna: Mailbox, office: PostOffice) -> None:
    from django.core import mail as django_mail

    anna.want_receipts()
    play_move(game_id=Game.objects.get().pk, player_id=anna.player.pk, text="null d3", ply=0, at=NOON, source="page")
    before = len(django_mail.outbox)
    waiting = list(OutboundMail.objects.filter(state="waiting").values_list("pk", flat=True))
    at_once(*[lambda: [sending.send([pk], now=NOON) for pk in waiting]] * 4)
    assert len(django_mail.outbox) == before + len(waiting) == before + 2


def test_reminders_written_by_many_schedulers_at_once_are_one_mail(anna: Mailbox) -> None:
    later = NOON + 0.6 * THREE_DAYS.base
    bert = Game.objects.get().seats.get(number=1).player
    create_game(rules="btt", players=[anna.player, bert], control=THREE_DAYS, at=NOON)
    at_once(*[lambda: reminders.remind(now=later)] * 6)
    assert OutboundMail.objects.filter(kind="reminder").count() == 1
    assert sorted(Reminder.objects.values_list("seat__game", "stage")) == [
        (game, "50") for game in sorted(Game.objects.values_list("pk", flat=True))
    ]
