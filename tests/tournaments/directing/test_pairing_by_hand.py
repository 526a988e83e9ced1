"""Directors keep players apart and set pairings of the next round; all others are paired around them."""

from __future__ import annotations

import re
from itertools import combinations, permutations
from typing import Any

import pytest

from tests.built_once import built_once
from tests.tournaments.acting import act, cannot, dry_run
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.clubs.clubs_of_friends import founded
from tests.tournaments.conftest import after, friend
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.playing import NAMES, payload_of, play_all, play_round, started
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.entries.byes import ask_to_sit_out
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError, NotNeutral
from tournaments.models import Entrant, Event, EventLogEntry, FixtureSeat
from tournaments.queries import account_of, active_entrants
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

Pairs = set[frozenset[str]]


def cup(players: int = 6, rounds: int = 4) -> Event:
    return started(Layout(form="swiss", rounds=rounds), players, most=9)


def next_round(event: Event) -> None:
    """Every running game is lost by the later in the alphabet, and the next round is paired."""
    play_round(event, after(3))


def pairs_of(event: Event, number: int) -> Pairs:
    seats = FixtureSeat.objects.filter(fixture__round__division__event=event, fixture__round__number=number)
    meetings: dict[int, set[str]] = {}
    for fixture, player in seats.values_list("fixture", "entrant__player__username"):
        meetings.setdefault(fixture, set()).add(player)
    return set(map(frozenset, meetings.values()))


def last_pairing(event: Event) -> EventLogEntry:
    return event.log_entries.filter(kind="round_paired").latest("seq")


def winners_of(event: Event) -> list[str]:
    """Of each pair of round 1 the one who comes first in the alphabet, and so wins: they would meet in round 2."""
    return sorted(min(pair) for pair in pairs_of(event, 1))


def test_two_players_meet_in_the_next_round_as_a_director_has_set_it() -> None:
    event = cup(players=8)
    winner, *others = winners_of(event)
    loser = max(max(pair) for pair in pairs_of(event, 1) if winner not in pair)
    words = through_the_page(signed_in("cleo"), event, "set-pairing", list=f"1. {winner} - {loser}\n")
    assert "1 pair of round 2 is set. Round 2 is paired when the round that is being played is over." in words
    next_round(event)
    assert frozenset((winner, loser)) in pairs_of(event, 2)
    assert sum(pair <= set(others) for pair in pairs_of(event, 2)) == 1
    assert verify_event(event) == []


@pytest.mark.usefixtures("unguarded_logs")
def test_club_is_kept_apart_as_long_as_that_is_possible_and_then_it_is_said() -> None:
    event = cup(players=4, rounds=3)
    club = winners_of(event)
    call("cleo", "autumn/actions/keep-apart/", players=club, reason="A family.")
    next_round(event)
    assert frozenset(club) not in pairs_of(event, 2)
    assert payload_of(last_pairing(event)).together == ()
    next_round(event)
    paired = last_pairing(event)
    assert len(payload_of(paired).together) == 1
    described = describe(event, [paired])[0].text
    assert any(
        f"{one} and {other} meet, although they are kept apart." in described for one, other in permutations(club)
    )
    assert verify_event(event) == []
    paired.payload["together"] = []
    chained_anew(event, paired)
    assert "although they are kept apart" in verify_event(event)[0]


def test_reverted_decisions_do_not_count_and_a_paired_round_stays() -> None:
    event = cup(players=4, rounds=3)
    winners = winners_of(event)
    entry = act("keep-apart", event, players=winners)
    act("revert-entry", event, entry=entry.seq)
    decided = act("set-pairing", event, pairs=[winners])
    other = act("set-pairing", event, pairs=[(winners[0], next(max(pair) for pair in pairs_of(event, 1)))])
    act("revert-entry", event, entry=other.seq)
    next_round(event)
    assert frozenset(winners) in pairs_of(event, 2)
    cannot("revert-entry", event, "Round 2 is paired already", entry=decided.seq)


def test_set_pairing_of_a_player_who_leaves_is_none() -> None:
    event = cup()
    act("set-pairing", event, pairs=[["anna", "bert"]])
    act("withdraw", event, player="bert")
    next_round(event)
    assert "anna" in set().union(*pairs_of(event, 2))
    assert verify_event(event) == []


def test_players_who_cannot_meet_are_refused_at_their_field() -> None:
    event = cup()
    ask_to_sit_out(event_id=event.pk, player=friend("dora"), round_number=2, at=after(1))
    act("withdraw", event, player="emil")
    for pairs, sentence in (
        ([["anna", "ANNA"]], "anna is named twice; everybody has one opponent."),
        ([["bert", "fred"], ["gina", "bert"]], "bert is named twice; everybody has one opponent."),
        ([["dora", "anna"]], "dora has asked to sit out round 2."),
        ([["anna", "emil"]], "emil has left the event."),
        ([["anna", "zeno"]], "zeno does not play in Autumn."),
    ):
        answer = call("cleo", "autumn/actions/set-pairing/", 400, reason="x", pairs=pairs)
        assert [(error["field"], error["detail"]) for error in answer["errors"]] == [("pairs", sentence)]
    for players in ([], ["anna"], ["anna", "ANNA"], ["anna", "zeno"], "anna"):
        answer = call("cleo", "autumn/actions/keep-apart/", 400, reason="x", players=players)
        assert answer["errors"][0]["field"] == "players"
    assert "Name at least two players who are to be kept apart." in words_of(
        signed_in("cleo").post("/events/autumn/console/keep-apart/", {"nonce": "n", "reason": "x"}).content.decode()
    )


@built_once
def held(players: int) -> Event:
    """Round 2 waits for its release."""
    event = started(Layout(form="swiss", rounds=4, preview_hours=24), players, most=players)
    act("release-round", event, at=after(1))
    next_round(event)
    return event


def selected(page: str) -> list[str]:
    return re.findall(r"<option selected>([^<]*)", page)


def test_whole_round_is_rearranged_in_its_table_with_one_entry() -> None:
    event, client = held(7), signed_in("cleo")
    names = selected(shown_to("cleo", "/events/autumn/console/set-pairing/"))
    assert (len(names), sorted(names)) == (7, sorted(NAMES[:7]))
    *turned, bye = [*names[1:6], names[0], names[6]]
    sent = {"nonce": "n", "reason": "As agreed.", "pairs": [*turned, bye], "list": ""}
    preview = client.post("/events/autumn/console/set-pairing/", sent).content.decode()
    assert "3 pairs of round 2 are set." in words_of(preview)
    assert preview.count('name="pairs"') == 7
    client.post("/events/autumn/console/set-pairing/", {**sent, "confirm": "1"})
    act("release-round", event, at=after(5))
    assert pairs_of(event, 2) == {frozenset(turned[at : at + 2]) for at in (0, 2, 4)}
    assert event.log_entries.filter(kind="pairing_set").count() == 1
    assert verify_event(event) == []


def test_dry_run_says_what_speaks_against_the_round() -> None:
    event = held(5)
    first = sorted(map(sorted, pairs_of(event, 1)))
    (bye,) = set(NAMES[:5]) - {player for pair in first for player in pair}
    act("keep-apart", event, players=[first[0][0], first[1][0]], at=after(4))
    again = "; ".join(" and ".join(pair) for pair in first)
    said = " ".join(dry_run("set-pairing", event, pairs=first, at=after(4)).sentences)
    assert "Have been paired with each other before: " in said
    assert set(again.split("; ")) == set(said.partition("before: ")[2].partition(". ")[0].split("; "))
    assert f"Would have a second bye: {bye}." in said
    crossed = list(zip(*first, strict=True))
    said = " ".join(dry_run("set-pairing", event, pairs=crossed, at=after(4)).sentences)
    assert f"Are kept apart, and would meet: {' and '.join(sorted(crossed[0]))}." in said


def test_list_that_is_no_list_of_pairs_is_answered_with_what_would_be_right() -> None:
    event, client = held(4), signed_in("cleo")
    for listed in ("anna", "anna, bert, dora"):
        sent = {"nonce": "n", "reason": "x", "list": listed}
        page = client.post("/events/autumn/console/set-pairing/", sent).content.decode()
        assert f"Write two names in each line, such as “anna, bert”, not “{listed}”." in words_of(page)
    sent = {"nonce": "n", "reason": "x", "list": ""}
    assert "Set at least one pair." in words_of(
        client.post("/events/autumn/console/set-pairing/", sent).content.decode()
    )
    assert event.log_entries.filter(kind="pairing_set").count() == 0


def test_director_who_plays_sets_no_pairing() -> None:
    event = cup()
    event.assistants.add(friend("anna"))
    cannot("set-pairing", event, error=NotNeutral, by=friend("anna"), pairs=[["bert", "dora"]])
    cannot("keep-apart", event, error=NotNeutral, by=friend("anna"), players=["bert", "dora"])


def test_nothing_is_set_where_no_round_is_left_or_everybody_meets_everybody() -> None:
    event = cup(players=4, rounds=1)
    with pytest.raises(EventError, match="The last round of Autumn is paired already"):
        dry_run("set-pairing", event, pairs=[["anna", "bert"]])
    pool = started(Layout(), 4, name="Winter")
    with pytest.raises(EventError, match="Only a running Swiss tournament"):
        dry_run("keep-apart", pool, players=["anna", "bert"])


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
    event, form = cup(players=6), "/events/autumn/console/keep-apart/"
    assert "Players who met in" not in words_to("cleo", form)
    pools = last_season()
    assert "Players who met in" in words_to("cleo", form)
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
