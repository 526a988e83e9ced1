"""Clubs on pages and in REST, their events, and what they are for at a director's desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.circuits.test_circuit_pages import page_of
from tests.tournaments.circuits_of_friends import over
from tests.tournaments.clubs.clubs_of_friends import founded, join, members_of
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.entries.test_entering import open_event
from tests.tournaments.playing import started
from tests.tournaments.web.test_pages import signed_in, tables_of, words_of
from tournaments.event_rules.layouts import Form, Layout
from tournaments.exceptions import EntryRefused, EventError
from tournaments.models import Club, Event
from tournaments.running import services
from tournaments.setup.settings_of_events import plan_with, settings_of

pytestmark = pytest.mark.django_db


def test_club_is_founded_listed_and_joined_on_its_page() -> None:
    cleo, anna = signed_in("cleo"), signed_in("anna")
    assert "A club is a group of players with events of its own" in page_of(Client(), "/clubs/")
    assert "Give the club a name." in cleo.post("/clubs/new/", {"name": ""}).content.decode()
    cleo.post("/clubs/new/", {"name": "Ulm", "about": "We play on Fridays."})
    club = Club.objects.get()
    assert "Ulm We play on Fridays. 1 member" in words_of(page_of(Client(), "/clubs/"))
    assert club.code in page_of(cleo, "/clubs/ulm/")
    assert club.code not in page_of(anna, "/clubs/ulm/")
    assert f'value="{club.code}"' in page_of(anna, f"/clubs/ulm/?code={club.code}")
    anna.post("/clubs/ulm/join/", {"code": club.code})
    cleo.post("/clubs/ulm/members/", {"player": "anna", "what": "organise"})
    assert members_of(club) == {"cleo": True, "anna": True}
    assert cleo.post("/clubs/ulm/members/", {"player": "anna", "what": "praise"}).status_code == 400
    assert "Clubs Ulm" in words_of(page_of(Client(), "/players/anna/"))
    cleo.post("/clubs/ulm/edit/", {"name": "Ulm 1920", "about": ""})
    assert "Ulm 1920" in page_of(anna, "/clubs/ulm/")
    for client in (cleo, anna):
        client.post("/clubs/ulm/leave/")
    assert not Club.objects.exists()


def test_table_of_a_club_counts_its_present_members_in_its_events_that_are_over() -> None:
    club = founded("anna", "dora")
    event = over("Autumn")
    Event.objects.filter(pk=event.pk).update(club=club)
    (table,) = tables_of(page_of(Client(), "/clubs/ulm/"))
    assert [line[:8] for line in table] == [
        ["Player", "Points", "Titles", "Events", "Played", "Won", "Drawn", "Lost"],
        ["anna", "2", "1", "1", "2", "2", "0", "0"],
        ["dora", "0", "0", "1", "2", "0", "0", "2"],
    ]
    assert [line[8] for line in table[1:]] == ["1", "3"], "bert, who is no member, was second"
    assert "Autumn" in page_of(Client(), "/clubs/ulm/")
    assert "Club Ulm" in words_of(page_of(Client(), "/events/autumn/"))


def test_event_for_members_is_closed_to_others_whom_nobody_invites() -> None:
    club = founded("anna")
    event = open_event(club=club, entry=Event.Entry.MEMBERS)
    with pytest.raises(EntryRefused, match="Spring is for members of Ulm"):
        services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON)
    services.enter_event(event_id=event.pk, player=friend("anna"), at=NOON)
    join(club, "bert")
    services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON)
    assert "Members of Ulm may enter" in words_of(page_of(signed_in("cleo"), "/events/spring/console/"))


def test_only_organisers_hold_events_of_a_club() -> None:
    club = founded("dora")
    values = {"rules": "btt", "control": THREE_DAYS, "at": NOON}
    with pytest.raises(EventError, match="Only organisers of Ulm can hold events of it; dora is none"):
        services.create_event(name="Cup", director=friend("dora"), club=club, **values)
    with pytest.raises(EventError, match="Choose the club"):
        services.create_event(name="Cup", director=friend("dora"), entry=Event.Entry.MEMBERS, **values)
    settings = settings_of(open_event(club=club, entry=Event.Entry.MEMBERS))
    own = plan_with(settings, name="Next", director=friend("cleo"), at=NOON)
    other = plan_with(settings, name="Next", director=friend("dora"), at=NOON)
    assert (own.club, own.entry) == (club, "members")
    assert (other.club, other.entry) == (None, "invited"), "a copy by another director belongs to no club"


def test_form_of_an_event_asks_organisers_for_the_club() -> None:
    address = "/events/new/btt/round-robin/"
    assert "Event of a club" not in page_of(signed_in("cleo"), address)
    founded()
    page = page_of(signed_in("cleo"), address)
    assert "Event of a club" in page
    assert "Only members of the club" in page
    assert "Event of a club" not in page_of(signed_in("anna"), address)


def test_members_of_a_club_are_kept_apart_without_typing_their_names() -> None:
    founded("anna", "dora", "nina")
    started(Layout(form=Form.SWISS, rounds=3), 4)
    page = page_of(signed_in("cleo"), "/events/autumn/console/keep-apart/")
    assert "Members of Ulm" in page
    filled_in = "?players=anna%2C+dora&amp;reason=Members+of+Ulm"
    assert filled_in in page
    page = page_of(signed_in("cleo"), f"/events/autumn/console/keep-apart/{filled_in.replace('&amp;', '&')}")
    assert 'value="anna, dora"' in page
    assert 'value="Members of Ulm"' in page
