"""Players from a list of comma-separated values."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.moderation import blocks
from tests.notifications.mailbox import PostOffice
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.entries.test_entering import open_event
from tests.tournaments.playing import opened
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.directing.entrant_lists import LineResult, enter_list, try_list
from tournaments.event_log.kinds import Placed, Seeded
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Event, Invitation
from tournaments.running import services

pytestmark = pytest.mark.django_db

PEOPLE = ("anna", "bert", "dora")


@pytest.fixture(autouse=True)
def people() -> None:
    for name in PEOPLE:
        friend(name)


def league() -> Event:
    return open_event(layout=Layout(form="league", pool_size=3), most_entrants=12)


def enter(event: Event, *lines: str) -> list[LineResult]:
    return enter_list(event_id=event.pk, player=friend("cleo"), text="\n".join(lines), at=after(1))


def look(event: Event, *lines: str) -> list[LineResult]:
    return try_list(event_id=event.pk, player=friend("cleo"), text="\n".join(lines), at=after(1))


def statuses(event: Event) -> dict[str, str]:
    return dict(event.entrants.values_list("player__username", "status"))


def test_players_of_a_list_are_invited_seeded_and_placed_and_enter_by_themselves() -> None:
    event = league()
    found = enter(event, "username,seed,tier,division", "anna,2,,", "bert,1,1,2", "", "dora,,,")
    assert [(one.line, one.sentence) for one in found] == [
        (2, "Is asked by mail to enter. Seed 2."),
        (3, "Is asked by mail to enter. Seed 1. Tier 1. Division 2."),
        (5, "Is asked by mail to enter."),
    ]
    assert statuses(event) == dict.fromkeys(PEOPLE, "asked")
    assert set(event.invitations.values_list("player__username", flat=True)) == set(PEOPLE)
    number = {name: event.entrants.get(player__username=name).pk for name in PEOPLE}
    (seeded,) = read(event.log_entries.all(), Seeded)
    assert seeded.payload.entrants == (number["bert"], number["anna"])
    (placed,) = read(event.log_entries.all(), Placed)
    assert (placed.payload.entrant, placed.payload.tier, placed.payload.pool) == (number["bert"], 1, 2)
    services.enter_event(event_id=event.pk, player=friend("anna"), at=after(2))
    assert event.entrants.get(player__username="anna").pk == number["anna"]
    assert statuses(event)["anna"] == "active"


def test_player_who_has_entered_stays_entered_and_is_seeded() -> None:
    event = league()
    services.enter_event(event_id=event.pk, player=friend("anna"), at=after(1))
    assert [one.sentence for one in enter(event, "username;seed", "anna;1")] == ["Has entered already. Seed 1."]
    assert statuses(event) == {"anna": "active"}
    assert not event.invitations.exists()


@pytest.mark.parametrize(
    ("lines", "wrong", "sentence"),
    [
        (("username", "anna", "nobody"), 3, "There is no player called 'nobody'."),
        (("username,seed", "anna,first"), 2, "seed is a number from 1, not “first”."),
        (("username,seed", "anna,0"), 2, "seed is a number from 1, not “0”."),
        (("username,seed", "anna,1", "bert,1"), 3, "Seed 1 is given in line 2."),
        (("username", "anna", "ANNA"), 3, "This is the player of line 2."),
        (("username", "anna,1"), 2, "There are 2 values for 1 columns."),
        (("username,address", "anna,anna@example.org"), 2, "Give a username or an address, one of them."),
        (("address,seed", "a@example.org,1"), 2, "A player can be seeded or placed by username only, not by address."),
    ],
)
def test_line_that_is_wrong_says_what_would_be_right_and_nothing_is_done(
    lines: tuple[str, ...], wrong: int, sentence: str
) -> None:
    event = league()
    assert [(one.line, one.sentence) for one in look(event, *lines) if one.is_wrong] == [(wrong, sentence)]
    with pytest.raises(EventError, match=f"Line {wrong}: ") as refused:
        enter(event, *lines)
    assert sentence in refused.value.message
    assert (statuses(event), event.invitations.count(), event.log_entries.count()) == ({}, 0, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The first line names the columns"),
        ("anna\nbert", "The first line names the columns"),
        ("username,colour\nanna,red", "The first line names the columns"),
        ("username\n\n", "The list has no players"),
        ("username\n" + "anna\n" * 101, "A list has at most 100 players"),
    ],
)
def test_list_that_cannot_be_read_is_an_error(text: str, sentence: str) -> None:
    with pytest.raises(EventError, match=sentence):
        look(league(), text)


def test_columns_of_other_forms_are_left_out() -> None:
    (found,) = look(league(), "team,username", "Ulm,anna")
    assert found.sentence == "Only team leagues have teams; leave the team out."
    (found,) = look(opened("Summer"), "username,tier", "anna,1")
    assert found.sentence == "Only leagues and groups have divisions; leave tier and division out."


def test_address_says_the_same_whether_a_player_has_it_or_not() -> None:
    office = PostOffice(now=after(1))
    office.box("anna")
    event = league()
    known, unknown = (look(event, "address", address)[0] for address in ("anna@example.org", "nobody@example.org"))
    assert known.sentence == unknown.sentence == "If a player has this address, they are invited by mail."
    enter(event, "address", "anna@example.org", "nobody@example.org")
    assert [one.player.username for one in Invitation.objects.all()] == ["anna"]
    assert statuses(event) == {}


def test_player_who_has_blocked_the_director_is_not_put_on_the_list() -> None:
    event = league()
    blocks.block(player=friend("anna"), username="cleo", at=after(1))
    with pytest.raises(EventError, match="anna does not take challenges or invitations now"):
        enter(event, "username", "anna", "bert")
    assert statuses(event) == {}


def test_only_directors_enter_lists_and_only_while_entries_are_open() -> None:
    event = league()
    with pytest.raises(NotDirector):
        enter_list(event_id=event.pk, player=friend("anna"), text="username\nbert", at=after(1))
    Event.objects.filter(pk=event.pk).update(state="draft")
    with pytest.raises(EventError, match="A list can be entered while it takes entries"):
        enter(event, "username", "bert")


def test_page_shows_each_line_before_it_is_done() -> None:
    event, cleo = open_event(entry="invited", most_entrants=12), signed_in("cleo")
    sent = {"file": SimpleUploadedFile("players.csv", "\ufeffusername\nanna".encode())}
    page = cleo.post("/events/spring/console/entrant-list/", sent).content.decode()
    assert "anna Is asked by mail to enter." in words_of(page)
    assert statuses(event) == {}
    page = cleo.post("/events/spring/console/entrant-list/", {"list": "username\nanna\nnobody"}).content.decode()
    assert "There is no player called" in words_of(page)
    assert 'name="confirm"' not in page
    binary = {"file": SimpleUploadedFile("players.csv", b"\xff\xfe\x00")}
    page = cleo.post("/events/spring/console/entrant-list/", binary).content.decode()
    assert "The file is not text in UTF-8." in words_of(page)
    cleo.post("/events/spring/console/entrant-list/", {"list": "username\nanna", "confirm": "1"})
    assert statuses(event) == {"anna": "asked"}
    assert "You are invited." in words_to("anna", "/events/spring/")
    signed_in("anna").post("/events/spring/enter/")
    assert statuses(event) == {"anna": "active"}


def test_rest_shows_each_line_and_refuses_a_wrong_list() -> None:
    event = league()
    shown = call("cleo", "spring/entrant-list/", list="username\nanna\nnobody", dry_run=True)
    assert [one["is_wrong"] for one in shown] == [False, True]
    call("cleo", "spring/entrant-list/", 400, list="username\nanna\nnobody")
    assert statuses(event) == {}
    call("cleo", "spring/entrant-list/", list="username\nanna")
    assert statuses(event) == {"anna": "asked"}


def teams() -> Event:
    return open_event(layout=Layout(form="teams", boards=2), most_entrants=8)


def test_team_of_a_list_is_entered_by_its_captain_and_its_players_accept() -> None:
    event = teams()
    found = enter(event, "team;username", "Ulm;anna", "ulm;bert", "Bonn;dora")
    assert [one.sentence for one in found] == [
        "Is asked by mail to enter Ulm as its captain.",
        "Is asked by mail to play for Ulm.",
        "Is asked by mail to enter Bonn as its captain.",
    ]
    ulm = event.entrants.get(team_name="Ulm")
    assert (ulm.player, ulm.status, ulm.squad.count()) == (friend("anna"), "asked", 2)
    anna, bert = signed_in("anna"), signed_in("bert")
    assert "The director asks you to enter Ulm as its captain." in words_of(
        anna.get("/events/spring/").content.decode()
    )
    anna.post("/events/spring/enter/")
    bert.post(f"/events/spring/teams/{ulm.pk}/accept/")
    ulm.refresh_from_db()
    assert (ulm.status, ulm.team_name) == ("active", "Ulm")
    assert ulm.squad.filter(accepted_at__isnull=False).count() == 2
    again = look(event, "team;username", "Ulm;anna", "Ulm;bert")
    assert [one.sentence for one in again] == ["Plays for Ulm already."] * 2


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        (("username", "anna"), "In a team league each line has a team and a username."),
        (("team,username", "Ulm/Neu-Ulm,anna"), "Teams play in Spring: enter one, under a name"),
        (("team,address", "Ulm,anna@example.org"), "In a team league each line has a team and a username."),
    ],
)
def test_line_of_a_team_league_names_a_team_and_a_player(lines: tuple[str, ...], sentence: str) -> None:
    (found,) = look(teams(), *lines)
    assert found.is_wrong
    assert sentence in found.sentence


def test_line_with_one_player_too_many_for_a_team_is_named() -> None:
    event = teams()
    names = [friend(f"ulm{number}").username for number in range(13)]
    enter(event, "team,username", *(f"Ulm,{name}" for name in names[:2]))
    lines = [f"Ulm,{name}" for name in names[2:]]
    found = look(event, "team,username", "Bonn,anna", *lines)
    assert [(one.line, one.sentence) for one in found if one.is_wrong] == [
        (len(lines) + 2, "A team has at most 12 players.")
    ]


def test_unanswered_invitation_can_be_withdrawn() -> None:
    event = league()
    enter(event, "username", "anna", "bert", "dora")
    services.enter_event(event_id=event.pk, player=friend("bert"), at=after(1))
    page = shown_to("cleo", "/events/spring/console/")
    assert "Withdraw the invitation of anna" in page
    assert "Withdraw the invitation of bert" not in page
    shown = call("cleo", "spring/uninvite/", players=["Anna"], dry_run=True)
    assert shown["consequences"][0] == "Not invited any more: Anna."
    signed_in("cleo").post("/events/spring/manage/uninvite/", {"names": "anna"})
    call("cleo", "spring/uninvite/", players=["dora"])
    assert statuses(event) == {"bert": "active"}
    assert list(event.invitations.values_list("player__username", flat=True)) == ["bert"]
    refused = call("cleo", "spring/uninvite/", 400, players=["bert"])
    assert "has no unanswered invitation" in refused["message"]
