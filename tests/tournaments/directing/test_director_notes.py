"""Notes that the directors and arbiters of an event write for each other."""

from __future__ import annotations

import pytest

from games.models import Player
from tests.tournaments.acting import assist, begun, give
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.directing import director_notes
from tournaments.directing.director_notes import delete_note, write_note
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import DirectorNote, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    found = begun("round robin", ended=0)
    assist(found, "asta")
    give(Role.ARBITER, found, "arno")
    return found


def write(event: Event, author: Player, text: str = "Look at game 3.") -> DirectorNote:
    return write_note(event_id=event.pk, player=author, text=text, at=after(1))


def test_directors_and_arbiters_read_who_wrote_what(event: Event) -> None:
    for name in ("cleo", "asta", "arno"):
        write(event, friend(name), f"From {name}.")
    for name in ("cleo", "asta", "arno"):
        page = words_of(signed_in(name).get("/events/autumn/console/notes/").content.decode())
        assert page.index("From arno.") < page.index("From asta.") < page.index("From cleo.")
        assert "From arno." in words_of(signed_in(name).get("/events/autumn/console/").content.decode())
    assert [note["author"] for note in call("arno", "autumn/notes/", method="get")] == ["arno", "asta", "cleo"]


def test_nobody_else_reads_or_writes_notes(event: Event) -> None:
    write(event, friend("cleo"))
    assert signed_in("anna").get("/events/autumn/console/notes/").status_code == 403
    assert call("anna", "autumn/notes/", 403, method="get")["code"] == "not_director"
    call("anna", "autumn/notes/", 403, text="Mine.")
    assert DirectorNote.objects.count() == 1


def test_note_is_written_once_for_each_form(event: Event) -> None:
    browser = signed_in("asta")
    for _ in range(2):
        browser.post("/events/autumn/console/notes/", {"nonce": "n", "text": "Call anna."})
    assert [note.text for note in DirectorNote.objects.all()] == ["Call anna."]
    assert "Write a note first." in words_of(
        browser.post("/events/autumn/console/notes/", {"nonce": "m", "text": " "}).content.decode()
    )


def test_author_and_director_delete_a_note_and_others_do_not(event: Event) -> None:
    first, second = write(event, friend("asta")), write(event, friend("arno"))
    with pytest.raises(NotDirector, match="Only its author and the director"):
        delete_note(event_id=event.pk, player=friend("arno"), note_id=first.pk)
    signed_in("cleo").post(f"/events/autumn/console/notes/{first.pk}/discard/")
    signed_in("arno").post(f"/events/autumn/console/notes/{second.pk}/discard/")
    delete_note(event_id=event.pk, player=friend("arno"), note_id=second.pk)
    assert not DirectorNote.objects.exists()


def test_notes_of_an_event_have_a_limit(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director_notes, "MOST_NOTES", 1)
    write(event, friend("cleo"))
    with pytest.raises(EventError, match="at most 1 notes"):
        write(event, friend("cleo"))
