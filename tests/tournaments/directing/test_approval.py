"""Final tables are approved before an event is archived; a correction ends the approval. Undoing has a link."""

from __future__ import annotations

import pytest

from tests.tournaments.acting import act, begun, values_for
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.playing import play_all, settle
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def finished() -> Event:
    event = begun("round robin", ended=0)
    play_all(event, after(1))
    assert event.state == Event.State.FINISHED
    return event


@pytest.mark.usefixtures("unguarded_logs")
def test_tables_are_approved_on_the_page_and_what_was_approved_is_verified() -> None:
    event = finished()
    assert "anna first." in through_the_page(signed_in("cleo"), event, "approve-tables")
    with pytest.raises(EventError, match="approved already"):
        act("approve-tables", event)
    act("archive", event)
    event.refresh_from_db()
    assert verify_event(event) == []
    entry = event.log_entries.get(kind="tables_approved")
    entry.payload["digest"] = "0" * 64
    entry.save()
    chained_anew(event)
    assert [sentence.partition(" ")[2].partition(" ")[2] for sentence in verify_event(event)] == [
        "approves other tables than the log comes to.",
        "archives tables that nobody had approved.",
    ]


def test_console_says_whether_the_final_tables_are_approved() -> None:
    event = finished()
    page = "/events/autumn/console/"
    assert "finished tables not approved" in words_of(signed_in("cleo").get(page).content.decode())
    act("approve-tables", event)
    assert "finished tables approved" in words_of(signed_in("cleo").get(page).content.decode())


def test_correction_ends_an_approval_and_a_reverted_one_does_not_count() -> None:
    event = finished()
    first = act("approve-tables", event)
    act("correct-result", event, **values_for(event, "correct-result"))
    settle(event, after(3))
    with pytest.raises(EventError, match="not approved as they stand now"):
        act("archive", event)
    again = call("cleo", "autumn/actions/approve-tables/", reason="Looked at.")["entry"]["seq"]
    call("cleo", "autumn/actions/revert-entry/", entry=again, reason="Not yet.")
    with pytest.raises(EventError, match="not approved as they stand now"):
        act("archive", event)
    assert first.seq < again
    assert verify_event(event) == []


def test_entry_that_cannot_be_reverted_leads_to_the_action_that_undoes_it() -> None:
    event, cleo = begun("round robin", ended=1), signed_in("cleo")
    act("pause", event)
    console = cleo.get("/events/autumn/console/").content.decode()
    assert "Revert: Resume" in console
    act("resume", event)
    act("substitute", event, player="dora", substitute=friend("mara").username)
    console = cleo.get("/events/autumn/console/").content.decode()
    assert "Revert: Resume" not in console
    assert "console/substitute/?player=mara&amp;substitute=dora" in console
    assert 'value="dora"' in cleo.get("/events/autumn/console/substitute/?player=mara&substitute=dora").content.decode()


def test_what_another_action_undoes_is_not_reverted_and_the_refusal_names_it() -> None:
    event = begun("round robin", ended=0)
    number = act("pause", event).seq
    for dry in (True, False):
        refused = call("cleo", "autumn/actions/revert-entry/", 400, entry=number, reason="Wrong.", dry_run=dry)
        assert f"Entry {number} cannot be reverted; it is undone by the action “resume”." in refused["message"]
