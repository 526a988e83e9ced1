"""Loading the demo: once, with everything a newcomer needs, and never into an installation for real players."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from demo.league import CONTROL, PASSWORD, SLUG
from demo.script import PLAYERS
from games.models import CurrentTurn, Game, Player, Proposal, Remark
from games.rules import RULES
from notifications.models import OutboundMail
from tests.built_once import built_once
from tournaments.models import Event
from tournaments.presenting.match_scores import match_of
from tournaments.queries import games_of_event
from tournaments.running.services import create_event

pytestmark = pytest.mark.django_db


def load(*arguments: str) -> str:
    said = StringIO()
    call_command("load_demo", *arguments, stdout=said)
    return said.getvalue()


@built_once
def loaded() -> Event:
    """The league of a demo that has been loaded."""
    assert load() == "The demo league is loaded.\n"
    return Event.objects.get(slug=SLUG)


def people() -> list[str]:
    return list(Player.objects.filter(is_bot=False).values_list("username", flat=True))


def test_demo_is_loaded_once() -> None:
    loaded()
    before = (Player.objects.count(), Game.objects.count(), Event.objects.count())
    assert load() == "The demo league had been loaded before.\n"
    assert (Player.objects.count(), Game.objects.count(), Event.objects.count()) == before


def test_league_is_in_the_third_round_of_its_second_season() -> None:
    loaded()
    first, second = Event.objects.filter(form="league").order_by("pk")
    assert (first.state, second.state, second.slug) == ("finished", "running", SLUG)
    assert tiers(first) == [{"anna", "ben", "chloe", "emil"}, {"dora", "fay", "gus", "hana"}]
    assert tiers(second) == [{"anna", "ben", "chloe", "dora"}, {"emil", "fay", "gus", "hana"}]
    rounds = games_of_event(second).filter(status="running").values_list("fixture_game__fixture__round__number")
    assert [number for (number,) in rounds] == [3] * 7


def tiers(event: Event) -> list[set[str]]:
    return [
        set(division.entrants.values_list("player__username", flat=True))
        for division in event.divisions.order_by("tier")
    ]


def test_logs_and_tables_agree_with_what_is_stored() -> None:
    loaded()
    call_command("check_games", stdout=StringIO())
    call_command("verify_event", stdout=StringIO())


def test_match_stands_at_twenty_to_twenty_one() -> None:
    loaded()
    game = Game.objects.filter(fixture_game__fixture__round__division__event__form="match").latest("pk")
    match = match_of(game)
    assert match is not None
    assert (match.table.totals, match.after) == (("20", "21"), "after 4 of 6 games")


def test_nobody_is_late_and_the_four_of_the_tour_have_games_to_move_in() -> None:
    loaded()
    turns = list(CurrentTurn.objects.select_related("player"))
    assert min(turn.deadline for turn in turns if turn.deadline) > timezone.now() + timedelta(days=1)
    assert {turn.player.username for turn in turns if turn.player} >= {"anna", "ben", "chloe", "dora"}
    assert not OutboundMail.objects.exclude(kind="turn").exists()  # of what happened long ago


def test_newcomer_finds_talk_games_to_join_and_a_league_to_enter() -> None:
    loaded()
    assert Remark.objects.count() == 5
    assert {proposal.rules for proposal in Proposal.objects.filter(status="open")} == set(RULES)
    assert Event.objects.get(state="open").name == "Open League"
    assert "Garden League, season 2" in Client().get("/").content.decode()


def test_demo_players_can_sign_in_with_verified_addresses() -> None:
    loaded()
    for name in PLAYERS:
        address = EmailAddress.objects.get(user__username=name)
        assert (address.email, address.verified, address.primary) == (f"{name}@demo.localhost", True, True)
        client = Client()
        client.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert client.get("/").context["user"].username == name


def test_logins_are_shown_once_it_is_loaded() -> None:
    assert load("--show-logins") == ""
    loaded()
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
