"""Loading the demo: once, with everything a newcomer needs, and never into an installation for real players."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from demo.league import CONTROL, PASSWORD
from demo.script import PLAYERS
from games.models import Game, Player, Proposal
from tournaments.models import Event
from tournaments.running.services import create_event

pytestmark = pytest.mark.django_db


def load(*arguments: str) -> str:
    said = StringIO()
    call_command("load_demo", *arguments, stdout=said)
    return said.getvalue()


def people() -> list[str]:
    return list(Player.objects.filter(is_bot=False).values_list("username", flat=True))


def test_demo_is_loaded_once() -> None:
    assert load() == "The demo league is loaded.\n"
    before = (Player.objects.count(), Game.objects.count(), Event.objects.count())
    assert load() == "The demo league had been loaded before.\n"
    assert (Player.objects.count(), Game.objects.count(), Event.objects.count()) == before


def test_league_of_four_runs_with_all_its_games() -> None:
    load()
    league = Event.objects.get(slug="demo-league")
    assert league.state == "running"
    assert sorted(league.entrants.values_list("player__username", flat=True)) == list(PLAYERS)
    assert Game.objects.filter(fixture_game__isnull=False, rules="treeblox", status="running").count() == 12


def test_newcomer_finds_something_to_look_at_to_join_and_to_enter() -> None:
    load()
    assert Game.objects.filter(rules="btt").count() == 2
    assert Proposal.objects.get().status == "open"
    assert Event.objects.get(state="open").name == "Open League"


def test_demo_players_can_sign_in_with_verified_addresses() -> None:
    load()
    for name in PLAYERS:
        address = EmailAddress.objects.get(user__username=name)
        assert (address.email, address.verified, address.primary) == (f"{name}@demo.localhost", True, True)
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert client.get("/").context["user"].username == name


def test_logins_are_shown_once_it_is_loaded() -> None:
    assert load("--show-logins") == ""
    load()
    said = load("--show-logins")
    assert "anna@demo.localhost" in said
    assert PASSWORD in said


def test_demo_refuses_an_installation_for_real_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "PRODUCTION", True)
    with pytest.raises(CommandError, match="PRODUCTION=1"):
        load()
    assert people() == []


def test_demo_says_in_a_sentence_that_its_names_are_taken() -> None:
    Player.objects.create(username="ben")
    with pytest.raises(CommandError, match=r"^The demo needs players of its own, and there is somebody called ben alr"):
        load()
    assert people() == ["ben"]


def test_demo_says_in_a_sentence_that_the_name_of_its_second_league_is_taken() -> None:
    director = Player.objects.create(username="zoe")
    create_event(name="Open League", director=director, rules="btt", control=CONTROL, at=timezone.now())
    Event.objects.update(state=Event.State.OPEN)  # a draft is shown to nobody else
    with pytest.raises(CommandError, match="There is an event 'Open League' already"):
        load()
    assert people() == ["zoe"]
