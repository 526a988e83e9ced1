"""Logs in the database: nothing changes or removes their lines, but for an erasure, which is logged."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError, QuerySet

from games.archive.checks import check_game
from games.erasing import ERASED, EraseError, erase_words
from games.models import Erasure, Game, GameEvent, Player, Submission
from games.play.directing import pause_game
from ground import append_only
from tests.games.conftest import Start, after
from tests.games.playing import play_on
from tests.tournaments.acting import act
from tests.tournaments.conftest import friend
from tests.tournaments.playing import play_all, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, EventLogEntry
from tournaments.verifying.events import verify_event

AT = datetime(2026, 3, 3, tzinfo=UTC)
Change = Callable[[QuerySet[Any]], object]

CHANGES: list[Change] = [
    lambda rows: rows._raw_delete(rows.db),
    lambda rows: _execute(f"UPDATE {rows.model._meta.db_table} SET id = id + 1000000"),
]


def _execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


LOGS: list[Callable[[], QuerySet[Any]]] = [
    lambda: GameEvent.objects.all(),
    lambda: EventLogEntry.objects.all(),
    lambda: Submission.objects.filter(state="played"),
    lambda: Erasure.objects.all(),
]


@pytest.fixture
def filled(db: None) -> None:
    """A line in every log."""
    fill()


def fill() -> None:
    event = started(Layout(), 2)
    play_on(Game.objects.earliest("pk"), 2)
    line = act("announce", event, text="Hi!", by=friend("cleo"), at=AT)
    erase_words(
        log="tournaments.eventlogentry", row=line.pk, field="payload.words", operator="root", reason="A request.", at=AT
    )


def refuses(rows: QuerySet[Any], change: Change) -> None:
    before = list(rows.order_by("pk").values_list())
    assert before
    with pytest.raises(IntegrityError, match="never changed or removed"), transaction.atomic():
        change(rows)
    assert list(rows.order_by("pk").values_list()) == before


@pytest.mark.usefixtures("filled")
def test_database_refuses_to_change_a_log() -> None:
    for rows in LOGS:
        for change in CHANGES:
            refuses(rows(), change)
    with pytest.raises((IntegrityError, ProtectedError)), transaction.atomic():
        Event.objects.get().delete()


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_postgresql_refuses_to_change_a_log() -> None:
    fill()
    for rows in LOGS:
        for change in CHANGES:
            refuses(rows(), change)
    call_command("flush", interactive=False, verbosity=0)
    assert (GameEvent.objects.count(), EventLogEntry.objects.count(), append_only.missing()) == (0, 0, [])


@pytest.mark.django_db
def test_submission_that_was_refused_is_no_log(start: Start) -> None:
    play_on(start("anna", "bert"), 1)
    Submission.objects.update_or_create(
        pk=9_999, defaults={"state": "rejected", "source": "page", "verb": "move", "received_at": AT}
    )
    assert Submission.objects.filter(pk=9_999).update(text="x") == 1
    Submission.objects.filter(pk=9_999).delete()


@pytest.mark.django_db(transaction=True)
def test_flush_empties_the_logs_and_guards_them_again() -> None:
    fill()
    call_command("flush", interactive=False, verbosity=0)
    assert (GameEvent.objects.count(), EventLogEntry.objects.count(), Erasure.objects.count()) == (0, 0, 0)
    assert append_only.missing() == []


@pytest.mark.django_db
def test_migrate_puts_back_triggers_that_are_gone_and_the_check_names_them() -> None:
    def warnings() -> list[str]:
        return [one.msg for one in run_checks(databases=["default"]) if one.id == "games.W001"]

    assert warnings() == []
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER games_gameevent_refuses_update")
    (said,) = warnings()
    assert "games_gameevent_refuses_update are missing" in said
    call_command("migrate", verbosity=0)
    assert warnings() == []


# Erasing --------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_words_that_a_director_wrote_are_erased_from_a_game_and_the_receipts_still_hold(start: Start) -> None:
    game, cleo = start("anna", "bert"), Player.objects.create_user("cleo")
    pause_game(game_id=game.pk, actor_id=cleo.pk, reason="Anna is in hospital.", at=after(1))
    line = GameEvent.objects.get(kind="paused")
    said = StringIO()
    call_command(
        "erase_words", "games.gameevent", line.pk, "reason", operator="root", reason="Mail of 3 March.", stdout=said
    )
    assert f"reason of entry {line.pk} of games_gameevent, by root" in said.getvalue()
    line.refresh_from_db()
    assert line.reason == ERASED
    assert check_game(Game.objects.get(pk=game.pk)) == []
    erasure = Erasure.objects.get()
    assert (erasure.row, erasure.field, erasure.operator, erasure.is_open) == (line.pk, "reason", "root", False)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameEvent.objects.filter(pk=line.pk).update(reason="Something else.")


@pytest.mark.django_db
def test_words_of_an_event_are_erased_and_it_is_still_as_published() -> None:
    event = started(Layout(), 3)
    line = act("announce", event, text="Bert is ill.", by=friend("cleo"), at=AT)
    play_all(event, AT)
    event = Event.objects.get(pk=event.pk)
    assert verify_event(event) == []
    call_command(
        "erase_words",
        "tournaments.eventlogentry",
        line.pk,
        "payload.words",
        operator="root",
        reason="x",
        stdout=StringIO(),
    )
    line.refresh_from_db()
    assert line.payload["words"] == ERASED
    assert verify_event(Event.objects.get(pk=event.pk)) == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (("games.gameevent", 1, "text"), "games.gameevent text is not a text that can be erased. These can be: "),
        (("games.player", 1, "username"), "games.player username is not a text"),
        (("games.gameevent", 7, "reason"), "There is no line 7 in games.gameevent."),
    ],
)
def test_what_cannot_be_erased_is_refused_with_what_could_be(said: tuple[Any, ...], answer: str) -> None:
    with pytest.raises(CommandError, match=answer):
        call_command("erase_words", *said, operator="root", reason="A request.")
    assert not Erasure.objects.exists()


@pytest.mark.django_db
def test_line_without_such_words_and_erasure_without_a_reason_are_refused(start: Start) -> None:
    line = GameEvent.objects.filter(game=start("anna", "bert")).earliest("pk")
    named = {"log": "games.gameevent", "row": line.pk, "field": "reason", "at": AT}
    with pytest.raises(EraseError, match="has no words in reason"):
        erase_words(**named, operator="root", reason="A request.")
    with pytest.raises(EraseError, match="names the operator and the reason"):
        erase_words(**named, operator="root", reason=" ")
