"""Announcements: to everybody, to a division, to the players for whom open games wait."""

from __future__ import annotations

import re

import pytest

from games.models import Player
from games.moderation import blocks
from notifications.models import OutboundMail
from notifications.outbound import sending
from tests.notifications.mailbox import PostOffice
from tests.tournaments.acting import act, assist, begun, cannot, dry_run, give
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import running, started
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.directing import director_notes
from tournaments.directing.director_notes import delete_note, write_note
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import DirectorNote, Event
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def readers() -> set[str]:
    mails = OutboundMail.objects.filter(kind="announcement")
    return set(mails.values_list("reader__username", flat=True))


def said(event: Event) -> str:
    return describe(event, [event.log_entries.get(kind="announced")])[0].text


def to_move(event: Event) -> set[str]:
    return {game.seats.get(number=game.to_act).player.username for game in running(event)}


def groups() -> Event:
    return started(Layout(form="groups", pool_size=3, qualifiers=1), 6)


def test_everybody_reads_what_is_announced() -> None:
    event = begun("round robin", ended=0)
    act("announce", event, text="Hello.")
    everybody = set(event.entrants.values_list("player__username", flat=True))
    assert readers() == everybody | {"cleo"}
    assert said(event) == "Announced: Hello."


def test_division_reads_what_is_announced_to_it() -> None:
    event = groups()
    first = event.divisions.order_by("number")[0]
    own = set(first.entrants.values_list("player__username", flat=True))
    assert "mailed to 3 players and to cleo" in dry_run("announce", event, text="x", division=first.pk).sentences[0]
    act("announce", event, text="Hello.", division=first.pk)
    assert readers() == own | {"cleo"}
    assert said(event) == "Announced to the players of Group 1: Hello."


def test_players_who_are_to_move_are_reminded() -> None:
    event = groups()
    first = event.divisions.order_by("number")[0]
    own = set(first.entrants.values_list("player__username", flat=True))
    act("announce", event, text="Hurry.", division=first.pk, to_move=True)
    assert readers() == (to_move(event) & own) | {"cleo"}
    assert said(event) == "Announced to the players of Group 1 who are to move: Hurry."


def test_nobody_is_reminded_where_no_game_is_open() -> None:
    event = begun("round robin", ended=0)
    for game in running(event):
        act("annul", event, game=game.pk)
    event.refresh_from_db()
    with pytest.raises(EventError, match="No open game waits"):
        dry_run("announce", event, text="Hurry.", to_move=True)


def test_division_that_there_is_not_is_an_error_of_its_field() -> None:
    begun("round robin", ended=0)
    answer = call("cleo", "autumn/actions/announce/", 400, text="Hello.", division=999_999)
    assert [error["field"] for error in answer["errors"]] == ["division"]


def test_form_asks_which_players_are_meant() -> None:
    event = groups()
    first = event.divisions.order_by("number")[0]
    page = words_to("cleo", "/events/autumn/console/announce/")
    assert "All divisions" in page
    assert "Only to players who are to move" in page
    sent = {"nonce": "n", "text": "Hurry.", "division": str(first.pk), "to_move": "on", "confirm": "1"}
    signed_in("cleo").post("/events/autumn/console/announce/", sent)
    assert "Group 1 who are to move" in said(event)


def test_player_who_has_blocked_the_author_gets_no_mail() -> None:
    event, office = begun("round robin", ended=0), PostOffice(now=after(3))
    office.box("anna")
    blocks.block(player=friend("anna"), username="cleo", at=after(1))
    act("announce", event, text="Hello.")
    mail = OutboundMail.objects.get(kind="announcement", reader=friend("anna"))
    assert not sending.send([mail.pk], now=after(3))
    mail.refresh_from_db()
    assert mail.reason == "The reader has blocked the author of the announcement."


def test_announcement_can_be_withdrawn_and_is_struck_through() -> None:
    """Mails stay with their readers, and nobody is mailed again; once more it cannot be withdrawn."""
    event = begun("round robin", ended=0)
    seq = act("announce", event, text="Hello.").seq
    mailed = OutboundMail.objects.count()
    assert "Mails that have been sent stay" in dry_run("revert-entry", event, entry=seq).sentences[-1]
    console = shown_to("cleo", "/events/autumn/console/")
    assert f"/console/revert-entry/?entry={seq}" in console
    act("revert-entry", event, entry=seq, reason="Too early.")
    assert OutboundMail.objects.count() == mailed
    page = shown_to("anna", "/events/autumn/log/")
    assert re.search(r'class="grow reverted">\s*<span class="said">Announced: Hello.</span>', page)
    cannot("revert-entry", event, "reverted already", entry=seq)
    assert verify_event(event) == []


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
        page = words_to(name, "/events/autumn/console/notes/")
        assert page.index("From arno.") < page.index("From asta.") < page.index("From cleo.")
        assert "From arno." in words_to(name, "/events/autumn/console/")
    assert [note["author"] for note in call("arno", "autumn/notes/", method="get")] == ["arno", "asta", "cleo"]


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
