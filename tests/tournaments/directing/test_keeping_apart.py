"""Directors keep players of the same club apart, and players who met in an earlier event, without typing names."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.tournaments.acting import act
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.clubs.clubs_of_friends import founded
from tests.tournaments.conftest import after
from tests.tournaments.directing.test_pairing_by_hand import cup, next_round, pairs_of, winners_of
from tests.tournaments.playing import play_all, started
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event
from tournaments.queries import account_of, active_entrants
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def kept_apart(event: Event) -> set[frozenset[str]]:
    """The pairs that the log of an event keeps apart."""
    names = dict(active_entrants(event).values_list("pk", "player__username"))
    return {frozenset(names[entrant] for entrant in pair) for pair in account_of(event.divisions.get()).apart}


def two_clubs(event: Event) -> list[list[str]]:
    """Ulm has the winners of two games of round 1, who would meet in round 2; Bonn has three others."""
    one, two, *_rest = winners_of(event)
    others = [entrant.name for entrant in active_entrants(event) if entrant.name not in (one, two)]
    clubs = [[one, two], sorted(others)[:3]]
    founded(*clubs[0])
    founded(*clubs[1], "nina", by="mara", name="Bonn")
    return clubs


def pairs_within(groups: list[list[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for group in groups for pair in combinations(group, 2)}


def last_season() -> list[list[str]]:
    """The two pools of a finished league of six; within a pool everybody has met everybody."""
    league = started(Layout(form="league", pool_size=3, season_days=90), 6, name="Spring")
    play_all(league, after(1))
    timetable.follow(now=after(2))
    pools: dict[int, list[str]] = {}
    for entrant in Entrant.objects.filter(event=league).order_by("player__username"):
        pools.setdefault(entrant.division_id or 0, []).append(entrant.name)
    return list(pools.values())


def test_players_of_each_club_are_kept_apart_on_the_page() -> None:
    event = cup(players=6)
    bonn, ulm = reversed(two_clubs(event))
    words = through_the_page(signed_in("cleo"), event, "keep-apart", same_club="on")
    listed = f"{bonn[0]}, {bonn[1]} and {bonn[2]}; {ulm[0]} and {ulm[1]}."
    assert f"these players do not meet each other, unless no other pairing is possible: {listed}" in words
    assert kept_apart(event) == pairs_within([bonn, ulm])
    entry = event.log_entries.get(kind="kept_apart")
    assert describe(event, [entry])[0].text == (
        "Players of the same club do not meet each other in later rounds, unless no other pairing is possible: "
        + listed
    )
    next_round(event)
    assert frozenset(ulm) not in pairs_of(event, 2)
    assert verify_event(event) == []
    act("revert-entry", event, entry=entry.seq)
    assert kept_apart(event) == set()


def test_players_who_met_last_season_are_kept_apart_by_rest() -> None:
    pools = last_season()
    event = cup(players=6)
    seen = call("cleo", "autumn/actions/keep-apart/", met_in="spring", dry_run=True)
    assert not seen["done"]
    assert seen["consequences"][0].count(" and ") == 6, "three meetings in each pool"
    assert kept_apart(event) == set()
    done = call("cleo", "autumn/actions/keep-apart/", met_in="spring", reason="As announced.")
    assert (done["entry"]["payload"]["met_in"], len(done["entry"]["payload"]["groups"])) == ("Spring", 6)
    assert kept_apart(event) == pairs_within(pools)
    entry = event.log_entries.get(kind="kept_apart")
    assert describe(event, [entry])[0].text.startswith("Players who met in Spring do not meet each other")
    next_round(event)
    assert verify_event(event) == []


def test_earlier_event_in_which_no_two_of_the_players_met_is_refused() -> None:
    pools = last_season()
    event = cup(players=6)
    for name in (*pools[0][1:], *pools[1][1:]):
        act("withdraw", event, player=name)
    answer = call("cleo", "autumn/actions/keep-apart/", 400, reason="x", met_in="spring")
    assert answer["errors"][0]["detail"] == "No two players of Autumn met in Spring."


def test_page_offers_the_events_in_which_players_met() -> None:
    event = cup(players=6)
    address = "/events/autumn/console/keep-apart/"
    assert "Players who met in" not in words_of(signed_in("cleo").get(address).content.decode())
    pools = last_season()
    through_the_page(signed_in("cleo"), event, "keep-apart", met_in="spring")
    assert kept_apart(event) == pairs_within(pools)


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"same_club": True}, "same_club", "No two players of Autumn are members of the same club."),
        ({"met_in": "spring"}, "met_in", "There is no earlier event “spring” that is over."),
        ({"met_in": "autumn"}, "met_in", "There is no earlier event “autumn” that is over."),
        (
            {"same_club": True, "players": ["anna", "bert"]},
            "players",
            "Name players, choose those of the same club, or choose an event: only one of these.",
        ),
        ({}, "players", "Name at least two players who are to be kept apart."),
    ],
)
def test_choice_that_no_two_players_match_is_refused(values: dict[str, Any], field: str, sentence: str) -> None:
    event = cup(players=4)
    answer = call("cleo", "autumn/actions/keep-apart/", 400, reason="x", **values)
    assert [(error["field"], error["detail"]) for error in answer["errors"]] == [(field, sentence)]
    assert not event.log_entries.filter(kind="kept_apart").exists()
