"""One more kind of entry is one file: a kind that only the tests have goes through every part of the service."""

from __future__ import annotations

import json
from inspect import getsource
from pathlib import Path
from textwrap import indent
from xml.etree import ElementTree

import pytest
from django.test import Client

import tournaments.event_log
from games.models import Game
from games.play import agreements
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.notifications.outbound.test_event_news import about
from tests.tournaments.acting import act
from tests.tournaments.event_log.samples import FixtureVoided
from tests.tournaments.playing import ranks, settle, started
from tournaments.event_log.append import append
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import KINDS
from tournaments.event_log.reading import of_kind, read
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, EventLogEntry, StandingSnapshot
from tournaments.queries import running_games
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

SENTENCE = "The fixture of anna and bert was declared void."


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, FixtureVoided.slug, FixtureVoided)


@pytest.fixture
def office() -> PostOffice:
    return PostOffice()


def box(office: PostOffice, name: str) -> Mailbox:
    return office.box(name)


def event_in_which_anna_has_won(office: PostOffice) -> tuple[Event, Game]:
    event = started(Layout(), 3)
    settle(event, office.now)
    (game,) = [
        game for game in running_games(event)
        if set(game.seats.values_list("player__username", flat=True)) == {"anna", "bert"}
    ]  # fmt: skip
    bert = game.seats.get(player__username="bert").player
    agreements.resign(game_id=game.pk, player_id=bert.pk, at=office.now, source="page")
    settle(event, office.now)
    return event, game


def declare_void(event: Event, game: Game, office: PostOffice) -> EventLogEntry:
    """What an action of a director would do."""
    event.refresh_from_db()
    played = game.fixture_game
    voided = FixtureVoided(
        fixture=played.fixture_id, entrants=tuple(sorted(played.seating)), actor=event.director_id, why="Same person."
    )
    line = append(event, voided, at=office.now, division=event.divisions.get())
    settle(event, office.now)
    return line


def points_of(event: Event, name: str) -> int:
    rows = StandingSnapshot.objects.get(division__event=event).standings.rows
    return next(row.points for row in rows if row.entrant == event.entrants.get(player__username=name).pk)


def test_table_counts_it_and_reverting_it_counts_as_before(office: PostOffice) -> None:
    event, game = event_in_which_anna_has_won(office)
    won = points_of(event, "anna")
    line = declare_void(event, game, office)
    assert won > 0
    assert points_of(event, "anna") == 0
    assert verify_event(event) == []
    act("revert-entry", event, entry=line.seq, by=event.director, reason="They are two.", at=office.now)
    settle(event, office.now)
    assert points_of(event, "anna") == won
    assert verify_event(event) == []
    voided, reverted = describe(event)[-2:]
    assert (voided.text, voided.is_reverted, voided.actor, voided.why) == (SENTENCE, True, "cleo", "Same person.")
    assert reverted.text == f"Entry {line.seq} was reverted: “{SENTENCE}”"


def test_it_is_read_back_and_found_by_what_it_says(office: PostOffice) -> None:
    event, game = event_in_which_anna_has_won(office)
    line = declare_void(event, game, office)
    (entry,) = read(event.log_entries.all(), FixtureVoided)
    assert (entry.seq, entry.payload) == (line.seq, line.entry.payload)
    assert of_kind(event.log_entries.all(), FixtureVoided, fixture=entry.payload.fixture).get() == line
    assert not of_kind(event.log_entries.all(), FixtureVoided, fixture=0).exists()
    with pytest.raises(LookupError):
        of_kind(event.log_entries.all(), FixtureVoided, round=1)


def test_pages_rest_files_and_feed_have_it(office: PostOffice, client: Client) -> None:
    event, game = event_in_which_anna_has_won(office)
    line = declare_void(event, game, office)
    page, api = f"/events/{event.slug}/", f"/api/v1/events/{event.slug}/"
    assert SENTENCE in client.get(f"{page}log/").content.decode()
    client.force_login(event.director)
    assert f"?entry={line.seq}" in client.get(f"{page}log/").content.decode()
    assert client.get(f"{api}log/?since={line.seq - 1}").json()[0]["text"] == SENTENCE
    published = client.get(f"{api}results/?since={line.seq - 1}").json()[0]
    assert (published["kind"], published["payload"]) == (FixtureVoided.slug, line.entry.payload.dump())
    whole = json.loads(b"".join(client.get(f"{page}event.json")))
    assert whole["log"][-1]["payload"] == published["payload"]
    feed = ElementTree.fromstring(client.get(f"{page}feed.atom").content)
    assert SENTENCE in {title.text for title in feed.iter("{http://www.w3.org/2005/Atom}title")}


def test_players_whom_it_concerns_are_mailed_in_default_words_also_when_it_is_reverted(office: PostOffice) -> None:
    boxes = {name: box(office, name) for name in ("anna", "bert", "dora", "cleo")}
    event, game = event_in_which_anna_has_won(office)
    line = declare_void(event, game, office)
    for name in ("anna", "bert"):
        (mail,) = about(boxes[name], "was declared void")
        assert mail.startswith(f"{SENTENCE} ===")
        assert "Why: Same person." in mail
    assert about(boxes["dora"], "was declared void") == []
    assert about(boxes["cleo"], "was declared void") == [], "the director has done it"
    act("revert-entry", event, entry=line.seq, by=event.director, reason="They are two.", at=office.now)
    (mail,) = about(boxes["anna"], "an entry was reverted")
    assert "Something that concerned you in an event was reverted." in mail
    assert "Why: They are two." in mail
    assert ranks(event.divisions.get())


def test_readme_shows_it_as_it_is() -> None:
    readme = Path(tournaments.event_log.__path__[0]) / "README.md"
    code = getsource(FixtureVoided).replace("= REVERTED\n", "= REVERTED  # leave it out for what cannot be reverted\n")
    assert indent(code, "   ", lambda line: bool(line.strip())) in readme.read_text()
