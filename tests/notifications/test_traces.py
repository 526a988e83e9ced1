"""One id leads through the logs and the stored mails, from what comes in to the mails that go out."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
from celery import current_app

from ground import tracing
from notifications.models import OutboundMail
from seeds.logs import Discreet, Json
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """What our own loggers write, each entry formatted as it is written."""
    written: list[str] = []
    shape = Discreet("{trace} {name}: {message}", style="{")

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(shape.format(record))

    kept, loggers = Kept(), [logging.getLogger("notifications")]
    for logger in loggers:
        logger.addHandler(kept)
        logger.setLevel(logging.INFO)
    yield written
    for logger in loggers:
        logger.removeHandler(kept)
        logger.setLevel(logging.NOTSET)


def test_mailed_move_can_be_followed_to_the_mail_of_the_opponent(
    office: PostOffice, start: Start, lines: list[str]
) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    start("anna", "bert")
    move = anna.answer("null d3")
    his = OutboundMail.objects.get(kind="turn", reader=bert.player)
    assert move.trace
    assert his.trace == move.trace
    of_the_move = [line.removeprefix(move.trace) for line in lines if line.startswith(move.trace)]
    read = f"mail {move.pk} in was read: played"
    for said in (f"mail {move.pk} in came by smtp", read, f"turn mail {his.pk} went out"):
        assert any(said in line for line in of_the_move), said


def test_two_mails_have_two_ids(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    start("anna", "bert")
    assert anna.answer("null d3").trace != bert.answer("help").trace


def test_task_works_under_the_id_of_whoever_asked_for_it() -> None:
    seen: list[str] = []

    @current_app.task(name="tests.trace")
    def look() -> None:
        seen.append(tracing.present())

    with tracing.traced() as asked:
        look.apply(headers={tracing.HEADER: asked})
    assert seen == [asked]
    look.apply()
    assert len(seen[1]) == tracing.LENGTH
    assert seen[1] != asked
    assert tracing.present() == ""


def test_id_from_outside_must_look_like_one() -> None:
    with tracing.traced("0123456789abcdef") as known:
        assert known == "0123456789abcdef"
    with tracing.traced("x\nforged entry") as other:
        assert other != "x\nforged entry"


def test_entries_of_json_are_one_line_each_and_keep_secrets() -> None:
    record = logging.LogRecord("games", logging.INFO, "", 0, "Two\nlines about %s", ("/feeds/secret/",), None)
    with tracing.traced() as trace:
        written = Json().format(record)
    assert "\n" not in written
    entry = json.loads(written)
    assert (entry["trace"], entry["message"]) == (trace, "Two\nlines about /feeds/xxxx/")
