"""Beat twice, workers twice, reports twice, all at once: one digest, one call, one notice. On PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from games.play.creation import create_game
from notifications.addresses import address_health, preferences
from notifications.channels.webhooks import calls, hooks, notify
from notifications.choices.topics import Topic
from notifications.models import AddressHealth, OutboundMail, Unreachable, Webhook, WebhookCall
from notifications.outbound import digests
from seeds.celery import app
from tests.at_once import at_once
from tests.games.conftest import NOON, THREE_DAYS
from tests.notifications.addresses.test_health import dsn
from tests.notifications.channels.test_webhooks import trickling
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.service import wait_for

pytestmark = [pytest.mark.services]

EIGHT = datetime(2026, 3, 3, 8, tzinfo=UTC)


@pytest.fixture
def anna(postgres_database: str, office: PostOffice) -> Mailbox:
    """anna, whose turn it is."""
    anna, bert = office.box("anna"), office.box("bert")
    create_game(rules="btt", players=[anna.player, bert.player], control=THREE_DAYS, at=NOON)
    return anna


def test_digest_is_written_once_by_many_schedulers(anna: Mailbox, office: PostOffice) -> None:
    preferences.set_digest(player_id=anna.player.pk, hour=8, at=NOON)
    office.work()
    written = at_once(*[lambda: digests.write_due(now=EIGHT)] * 6)
    assert sorted(written) == [0, 0, 0, 0, 0, 1]
    assert OutboundMail.objects.filter(kind="digest").count() == 1


def test_opponent_is_told_once_however_many_reports_come_at_once(anna: Mailbox, office: PostOffice) -> None:
    office.work()
    mail = OutboundMail.objects.get(kind="turn")
    reports = [dsn("failed", "5.1.1", str(number)) for number in range(5)]
    at_once(*[lambda raw=raw: address_health.take_report(mail, raw, at=NOON) for raw in reports])  # type: ignore[misc]
    assert AddressHealth.objects.get().reason == "gone"
    assert Unreachable.objects.count() == 1
    assert OutboundMail.objects.filter(kind="unreachable").count() == 1


def test_passing_failures_are_all_counted(anna: Mailbox, office: PostOffice) -> None:
    office.work()
    mail = OutboundMail.objects.get(kind="turn")
    at_once(*[lambda: address_health.take_report(mail, dsn("failed", "4.4.7"), at=NOON)] * 2)
    assert AddressHealth.objects.get().score == 2


def test_call_is_written_and_taken_once(anna: Mailbox) -> None:
    hooks.add_hook(player_id=anna.player.pk, url="https://hooks.example.org/", at=NOON)
    WebhookCall.objects.all().delete()
    Webhook.objects.update(confirmed_at=NOON)
    mail = OutboundMail.objects.select_related("reader").get(kind="turn")
    at_once(*[lambda: notify([mail], now=NOON)] * 5)
    waiting = WebhookCall.objects.get()
    claims = at_once(*[lambda: calls.claim(waiting.pk, NOON)] * 5)
    assert sum(claim is not None for claim in claims) == 1


@pytest.mark.slow
def test_mail_goes_out_while_a_program_trickles(anna: Mailbox, office: PostOffice) -> None:
    """A real server that never ends its answer; the call is still made when the mail is out."""
    with trickling(b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n") as url, ThreadPoolExecutor(1) as webhooks:
        hook = Webhook.objects.create(player=anna.player, created_at=NOON, confirmed_at=NOON)
        hook.url = url
        hook.save()
        call = WebhookCall.objects.create(hook=hook, payload={}, dedupe_key="x", created_at=NOON, due_at=NOON)

        def make() -> bool:
            try:
                return calls.make_call(call.pk, now=NOON, may_reach=lambda address: True)
            finally:
                connection.close()

        making = webhooks.submit(make)
        wait_for(lambda: WebhookCall.objects.get().attempts == 1)
        office.work()
        assert OutboundMail.objects.get(kind="turn").state == "sent"
        assert not making.done()
        assert making.result() is False


def test_calls_are_no_business_of_the_workers_that_read_and_send_mail() -> None:
    app.loader.import_default_modules()
    routes = {name: app.amqp.router.route({}, name)["queue"].name for name in app.tasks if name.startswith("notif")}
    at_webhooks = {name.rpartition(".")[2] for name, queue in routes.items() if queue == "webhooks"}
    assert at_webhooks == {"send_calls", "deliver_waiting"}
    assert "webhooks" not in {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_links_and_words_that_end_mails_at_once_leave_one_wish_a_topic(anna: Mailbox) -> None:
    player = anna.player.pk

    def link(topic: Topic) -> Any:
        return preferences.unsubscribe(player_id=player, topic=topic, at=NOON)

    at_once(*[lambda: link(Topic.TURNS)] * 4, *[lambda: link(Topic.NEWS)] * 4)
    assert preferences.own_paces(player) == {Topic.TURNS: "digest", Topic.NEWS: "off"}
