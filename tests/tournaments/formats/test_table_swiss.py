"""Swiss tournaments of games for three and more: played, explained, counted once more by hand, and with leavers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import count
from random import Random

import pytest
from django.test import Client

from games.models import Game
from games.play import agreements
from tests.quick_first import quick_first
from tests.tournaments.acting import leave_event
from tests.tournaments.conftest import THREE_DAYS, after, friend
from tests.tournaments.playing import play_all, running, settle, started
from tournaments.event_rules.layouts import Layout, LayoutError
from tournaments.exceptions import EventError
from tournaments.formats import FORMATS
from tournaments.formats.base import CannotStart
from tournaments.formats.swiss import rounds_of
from tournaments.models import Event, FixtureGame, FixtureSeat, PairingRun, StandingSnapshot
from tournaments.setup.planning import plan_event, ruleset_for
from tournaments.standings.points import POINT
from tournaments.verifying.events import verify_event
from tournaments.wording.decisions import play_in_words

pytestmark = pytest.mark.django_db


def swiss(seats: int, **values: object) -> Layout:
    return Layout(form="swiss", seats=seats, **{"rounds": 3, **values})  # type: ignore[arg-type]


def recount(event: Event) -> dict[str, Fraction]:
    """Points by player from the places of the games alone: the share of the others at the table who were left behind;
    half for every player who was left over in a round."""
    names = set(event.entrants.values_list("player__username", flat=True))
    points = dict.fromkeys(names, Fraction(0))
    seated: dict[int, set[str]] = {}
    held = FixtureGame.objects.filter(fixture__round__division__event=event)
    for played in held.select_related("game", "fixture__round"):
        places = dict(played.game.seats.values_list("player__username", "place"))
        seated.setdefault(played.fixture.round.number, set()).update(places)
        for name, place in places.items():
            others = [other or 0 for one, other in places.items() if one != name]
            behind = sum(other > (place or 0) for other in others)
            points[name] += (behind + Fraction(others.count(place or 0), 2)) / len(others)
    for present in seated.values():
        for name in names - present:
            points[name] += Fraction(1, 2)
    return points


@pytest.mark.parametrize(
    ("rules", "seats", "players", "small"),
    [
        ("btt", 3, 7, False),
        ("roots", 4, 7, True),
        pytest.param("twigs", 3, 9, False, marks=pytest.mark.slow),
    ],
)
def test_event_is_played_counted_and_verified(rules: str, seats: int, players: int, small: bool) -> None:
    event = started(swiss(seats, small_tables=small), players, rules=rules)
    play_all(event, after(1))
    assert event.state == "finished"
    division = event.divisions.get()
    table = StandingSnapshot.objects.get(division=division).standings
    names = dict(division.entrants.values_list("pk", "player__username"))
    assert {names[row.entrant]: Fraction(row.points, POINT) for row in table.rows} == recount(event)
    tables = Counter(FixtureSeat.objects.filter(fixture__round__division=division).values_list("fixture", flat=True))
    assert set(tables.values()) <= ({seats, seats - 1} if small else {seats})
    assert verify_event(event) == []


@pytest.mark.parametrize("chance", quick_first(range(2)))
def test_nobody_gains_by_leaving_and_the_others_play_on(chance: int) -> None:
    luck = Random(chance)
    event = started(swiss(3, rounds=3), 8)
    division = event.divisions.get()
    gone: list[str] = []
    for at in count(1):
        settle(event, after(at))
        games = running(event)
        if not games:
            break
        if at in (1, 3):
            leaver = luck.choice(list(division.entrants.filter(status="active").order_by("pk")))
            gone.append(leaver.player.username)
            leave_event(event_id=event.pk, entrant_id=leaver.pk, player=leaver.player, reason="No time.", at=after(at))
            continue
        for game in games:
            game.refresh_from_db()
            here = [seat.player.username for seat in game.seats.filter(left_ply=None).select_related("player")]
            for name in luck.sample(here, len(here) - 1):
                agreements.resign(game_id=game.pk, player_id=friend(name).pk, at=after(at), source="page")
    assert event.state == "finished"
    places = {seat: seat.place or 0 for game in Game.objects.all() for seat in game.seats.select_related("player")}
    for seat, place in places.items():
        if seat.player.username in gone and seat.left_ply is not None:
            assert place > min(other for one, other in places.items() if one.game_id == seat.game_id)
    for name, left_in in zip(gone, (1, 2), strict=True):  # nobody is dealt in again
        assert not FixtureSeat.objects.filter(entrant__player=friend(name), fixture__round__number__gt=left_in).exists()
    assert verify_event(event) == []


def test_what_cannot_be_played_is_refused_with_the_reason() -> None:
    with pytest.raises(LayoutError, match="4 or more"):
        swiss(3, small_tables=True)
    with pytest.raises(LayoutError, match="4 or more"):
        Layout(form="league", seats=4, pool_size=4, small_tables=True)
    with pytest.raises(CannotStart, match="needs 4 players, not 3"):
        FORMATS["swiss"].check_size(3, swiss(4))
    layout = swiss(4, small_tables=True)
    with pytest.raises(EventError, match="tables of one size"):
        plan_event(
            name="Autumn", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=after(0),
            layout=layout, ruleset=ruleset_for(layout, "btt", points=(6, 3, 1, 0)),
        )  # fmt: skip


def test_as_many_rounds_as_find_a_winner() -> None:
    assert [rounds_of(Layout(form="swiss", seats=seats), 27) for seats in (2, 3, 4)] == [5, 3, 3]


def test_seats_change_and_pages_show_rounds_and_say_how_it_is_played(client: Client) -> None:
    event = started(swiss(3), 7)
    play_all(event, after(1))
    for entry in PairingRun.objects.latest("pk").given["entries"]:  # seats are shared out by those that all have had
        own = FixtureSeat.objects.filter(entrant__number=entry["number"], fixture__round__number__lt=3)
        assert [seat for seat in entry["seats"] if seat is not None] == list(
            own.order_by("fixture__round__number").values_list("number", flat=True)
        )
    page = client.get(f"/events/{event.slug}/crosstable/").content.decode()
    assert "Round 3" in page
    (words, *_) = play_in_words(event.event_ruleset, event.event_layout)
    assert words.startswith("3 rounds. In each, everybody plays at a table of 3")
    for address in ("", "standings/", "fixtures/", "log/", "players/anna/", "event.json"):
        assert client.get(f"/events/{event.slug}/{address}").status_code == 200
