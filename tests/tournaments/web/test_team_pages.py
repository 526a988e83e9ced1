"""The page of a team, what captains, players and directors do there, and the same by REST."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import settle
from tests.tournaments.team_leagues import league, person, team
from tests.tournaments.web.test_pages import get, signed_in, statements
from tournaments.entries import teams
from tournaments.models import Event, LineUp
from tournaments.running import services

pytestmark = pytest.mark.django_db


def page_of(client: Client, event: Event, city: str) -> str:
    """The words of the page of a team, without its tags."""
    page = get(client, "team", event.slug, team(event, city).pk)
    return " ".join(re.sub(r"<[^>]+>", " ", page[page.index("<main") :]).split())


def post(client: Client, event: Event, city: str, what: str, **values: str) -> str:
    """Send a form of the page of a team; the words of the page that follows."""
    address = reverse(f"tournaments:team_{what}", args=[event.slug, team(event, city).pk])
    answer = client.post(address, values, follow=True)
    assert answer.status_code == 200
    page = answer.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_lists_and_console_count_teams(client: Client) -> None:
    event = league(3, start=False)
    assert "3 of 8 teams" in get(client, "events")
    assert "Teams (3 of 8)" in get(signed_in("cleo"), "console", event.slug)
    services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON)
    assert "3 teams" in get(client, "events")


def test_captain_enters_a_team_and_invites_a_player_who_accepts() -> None:
    event = league(1, start=False)
    captain, friend_of_them = signed_in("anna"), signed_in("bert")
    assert "Name of the team" in get(captain, "event", event.slug)
    captain.post(reverse("tournaments:enter", args=[event.slug]), {"team": "Berlin"})
    assert "anna board 1, captain" in page_of(captain, event, "Berlin")
    assert "1 player is missing" in page_of(captain, event, "Berlin")
    assert "bert is invited" in post(captain, event, "Berlin", "invite", player="bert")
    assert "Berlin invites you to play for it." in get(friend_of_them, "event", event.slug)
    assert "You play for Berlin." in post(friend_of_them, event, "Berlin", "accept")
    assert "bert board 2" in page_of(Client(), event, "Berlin")


def test_page_of_a_team_leads_back_to_an_event_that_has_not_begun() -> None:
    event = league(1, start=False)
    page = get(Client(), "team", event.slug, team(event, "Ulm").pk)
    assert f'<a href="{reverse("tournaments:event", args=[event.slug])}">About</a>' in page


def test_invited_players_are_shown_to_the_team_alone() -> None:
    event = league(2, start=False)
    friend("anna")
    teams.invite_player(
        event_id=event.pk, entrant_id=team(event, "Ulm").pk, by=person("Ulm", 1), username="anna", at=after(1)
    )
    seen = {
        name: "anna invited" in page_of(signed_in(name), event, "Ulm") for name in ("ulm1", "ulm2", "anna", "bonn1")
    }
    assert seen == {"ulm1": True, "ulm2": True, "anna": True, "bonn1": False}
    assert "anna invited" not in page_of(Client(), event, "Ulm")


def test_captain_names_the_line_up_that_opponents_do_not_see() -> None:
    event = league(2, reserves=1, preview_hours=48)
    captain = signed_in("ulm1")
    assert "The captain has not named a line-up" in page_of(captain, event, "Ulm")
    done = post(captain, event, "Ulm", "line_up", round="1", players="ulm3, ulm1")
    assert "The line-up for round 1 is named." in done
    assert "The captain has named this line-up." in page_of(signed_in("ulm2"), event, "Ulm")
    for other in (signed_in("bonn1"), Client()):
        assert "Line-up" not in page_of(other, event, "Ulm")
    assert "Only the captain" in post(signed_in("bonn1"), event, "Ulm", "line_up", round="1", players="ulm3")
    assert LineUp.objects.get().players == [person("Ulm", 3).pk, person("Ulm", 1).pk]


def test_round_shows_matches_of_teams_with_their_boards() -> None:
    event = league(2)
    settle(event, after(1))
    page = " ".join(re.sub(r"<[^>]+>", " ", get(Client(), "fixtures", event.slug)).split())
    page = page.replace("\N{EN DASH}", "v")
    assert re.search(r"(Ulm v Bonn|Bonn v Ulm) 1\. (ulm1 v bonn1|bonn1 v ulm1) 2\.", page)


def test_player_leaves_the_team_on_its_page_and_the_captain_takes_one_off() -> None:
    event = league(2, reserves=2, start=False)
    assert "ulm4 does not play for Ulm any more." in post(signed_in("ulm4"), event, "Ulm", "leave")
    assert "ulm3 does not play for Ulm any more." in post(signed_in("ulm1"), event, "Ulm", "leave", player="ulm3")
    assert "Only the captain" in post(signed_in("bonn1"), event, "Ulm", "leave", player="ulm2")
    assert "Only the captain" in post(signed_in("bonn1"), event, "Ulm", "change", name="Other", order="")
    assert "SC Ulm" in post(signed_in("cleo"), event, "Ulm", "change", name="SC Ulm", order="ulm2")
    assert "ulm2 board 1 ulm1 board 2, captain" in page_of(Client(), event, "SC Ulm").replace("Take off the list ", "")


def test_own_team_is_found_from_the_event() -> None:
    event = league(2, start=False)
    answer = signed_in("bonn2").get(reverse("tournaments:my_team", args=[event.slug]))
    assert answer.headers["Location"] == reverse("tournaments:team", args=[event.slug, team(event, "Bonn").pk])


def test_games_of_a_match_have_boards_and_the_players_who_sit_there() -> None:
    event = league(2)
    (match,) = call("", f"{event.slug}/fixtures/", method="get")
    assert [one["board"] for one in match["games"]] == [1, 2]
    assert {name for one in match["games"] for name in one["seating"]} == {"ulm1", "ulm2", "bonn1", "bonn2"}


def test_more_teams_cost_no_more_statements() -> None:
    counts = []
    for number in (2, 5):
        event = league(number, start=False, name=f"League of {number}")
        counts.append(statements(f"/api/v1/events/{event.slug}/teams/", "ulm1"))
    assert counts[0] == counts[1]
