"""Beat twice, workers twice, reports twice, all at once: one digest, one call, one notice. On PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from games.play.creation import create_game
from notifications.addresses import address_health, preferences
from notifications.channels.webhooks import Webhooks, calls, hooks
from notifications.choices.topics import Topic
from notifications.models import AddressHealth, OutboundMail, Unreachable, WebhookCall
from notifications.outbound import digests
from tests.at_once import at_once
from tests.games.conftest import NOON, THREE_DAYS
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.notifications.test_health import dsn

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
    hooks.add_hook(player_id=anna.player.pk, url="https://192.0.2.1/", at=NOON)
    mail = OutboundMail.objects.select_related("reader").get(kind="turn")
    at_once(*[lambda: Webhooks().notify(mail, now=NOON)] * 5)
    waiting = WebhookCall.objects.get()
    claims = at_once(*[lambda: calls.claim(waiting.pk, NOON)] * 5)
    assert sum(claim is not None for claim in claims) == 1


def test_links_and_words_that_end_mails_at_once_leave_one_wish_a_topic(anna: Mailbox) -> None:
    player = anna.player.pk

    def link(topic: Topic) -> Any:
        return preferences.unsubscribe(player_id=player, topic=topic, at=NOON)

    at_once(*[lambda: link(Topic.TURNS)] * 4, *[lambda: link(Topic.NEWS)] * 4)
    assert preferences.own_paces(player) == {Topic.TURNS: "digest", Topic.NEWS: "off"}
