"""One mail in many hands at once, and workers that die: one effect. On PostgreSQL: SQLite hides such races."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Game, GameEvent, Submission
from games.play.creation import create_game
from games.play.moving import play_move
from games.play.submissions import Receipt
from games.timekeeping import turn_clock
from ground import append_only
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
    create_game(rules="btt", players=[anna.player, bert.player], control=THREE_DAYS, at=NOON)
    office.work()
    return anna


def store(raw: bytes, to: str) -> InboundMail:
    return intake.receive(
        raw, envelope_from="anna@example.org", envelope_to=to, source="smtp", peer="127.0.0.1", at=NOON
    ).mail


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


def test_one_mail_stored_by_many_doors_at_once_is_one_row(anna: Mailbox) -> None:
    raw = answer_to(anna.newest, "null d3", sender=anna.address).as_bytes()
    to = anna.newest.reply_to
    at_once(*[lambda: store(raw, to)] * 8)
    assert InboundMail.objects.count() == 1


def test_one_mail_read_by_many_workers_at_once_is_played_once(anna: Mailbox) -> None:
    mail = store(answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(), anna.newest.reply_to)
    at_once(*[lambda: processing.read(mail.pk, now=NOON)] * 6)
    assert outcome_rows() == PLAYED_ONCE


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


class WorkerDied(BaseException):
    """What SIGKILL is to a transaction: it ends here, and nobody cleans up but the database."""


@pytest.mark.slow
def test_worker_that_dies_at_any_statement_leaves_a_mail_that_is_then_played_once(anna: Mailbox) -> None:
    raw, to = answer_to(anna.newest, "null d3", sender=anna.address).as_bytes(), anna.newest.reply_to
    deaths = 0
    for fatal in range(1, 100):
        mail = store(raw, to)
        count = 0

        def dying(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal count
            count += 1
            if count == fatal:  # noqa: B023 - used within the round
                raise WorkerDied
            return execute(sql, params, many, context)

        try:
            with connection.execute_wrapper(dying):
                processing.read(mail.pk, now=NOON)
        except WorkerDied:
            deaths += 1
            processing.read(mail.pk, now=NOON + intake.RETRIES[0])
        assert outcome_rows() == PLAYED_ONCE, f"died at statement {fatal}"
        if count < fatal:
            break
        with transaction.atomic():
            reset()
    assert deaths > 10


def reset() -> None:
    """Back to before the answer: the game at its start, its first mails sent, nothing come in."""
    InboundMail.objects.all().delete()
    OutboundMail.objects.filter(kind="receipt").delete()
    OutboundMail.objects.filter(kind="turn", reader__username="bert").delete()
    append_only.TRIGGERS.remove()
    GameEvent.objects.filter(seq__gt=1).delete()
    Submission.objects.all().delete()
    game = Game.objects.get()
    game.ply, game.seq, game.to_act = 0, 1, 0
    game.receipt = GameEvent.objects.get().receipt
    game.position = game.game_rules.start(2).dump()
    game.save()
    turn_clock.start_turn(game, game.seats.get(number=0).player, THREE_DAYS.base, NOON)
    game.turn.save()


def test_reminders_written_by_many_schedulers_at_once_are_one_mail(anna: Mailbox) -> None:
    later = NOON + 0.6 * THREE_DAYS.base
    bert = Game.objects.get().seats.get(number=1).player
    create_game(rules="btt", players=[anna.player, bert], control=THREE_DAYS, at=NOON)
    at_once(*[lambda: reminders.remind(now=later)] * 6)
    assert OutboundMail.objects.filter(kind="reminder").count() == 1
    assert sorted(Reminder.objects.values_list("seat__game", "stage")) == [
        (game, "50") for game in sorted(Game.objects.values_list("pk", flat=True))
    ]
