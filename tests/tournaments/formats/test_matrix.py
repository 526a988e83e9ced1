"""Every form, scoring and number of seats, from the entries to the final table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from games.rules import RULES
from tests.tournaments.conftest import NOON
from tests.tournaments.playing import play_all, ranks, started
from tournaments.event_rules.designs import pool_sizes
from tournaments.event_rules.layouts import FORM_TITLES, Layout
from tournaments.models import Event, FixtureGame
from tournaments.queries import divisions_of
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

FOR_TWO: dict[str, tuple[Layout, int]] = {
    "round-robin": (Layout(), 3),
    "double": (Layout(cycles=2), 3),
    "league": (Layout(form="league", pool_size=3), 9),
    "swiss": (Layout(form="swiss", rounds=2), 4),  # without a bye nobody else can win twice
    "knockout": (Layout(form="knockout"), 5),
    "double-elimination": (Layout(form="double-elimination"), 5),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6),
    "match": (Layout(form="match"), 2),
    "teams": (Layout(form="teams", boards=2), 3),
}


def everything() -> Iterator[Any]:
    """Game, layout and number of players: every form with one game, another kind of scoring in most of them, and every
    number of seats, the games taking turns."""
    for name, (layout, players) in FOR_TWO.items():
        yield pytest.param("btt", layout, players, id=name)
    for name in ("round-robin", "swiss", "knockout", "groups", "match"):
        yield pytest.param("treeblox", *FOR_TWO[name], id=f"treeblox-{name}", marks=pytest.mark.slow)
    for seats in range(3, 9):
        games = [slug for slug, rules in RULES.items() if seats in rules.seats]
        swiss, pool = Layout(form="swiss", seats=seats, rounds=2), next(iter(pool_sizes(seats)), 0)
        yield pytest.param(games[seats % len(games)], swiss, seats + 2, id=f"swiss-{seats}", marks=pytest.mark.slow)
        layout = Layout(form="league", seats=seats, pool_size=pool) if seats % 2 else Layout(seats=seats)
        yield pytest.param(games[-1], layout, pool, id=f"pool-{seats}", marks=pytest.mark.slow)


def test_no_form_is_forgotten() -> None:
    assert {layout.form for layout, _ in FOR_TWO.values()} | {"ladder"} == set(FORM_TITLES)  # a ladder has no end


@pytest.mark.parametrize(("rules", "layout", "players"), list(everything()))
def test_event_is_played_to_its_end(rules: str, layout: Layout, players: int) -> None:
    event = started(layout, players, rules=rules)
    assert {played.number for played in event_games(event)} >= ({1, 2} if rules == "treeblox" else {1})
    play_all(event, NOON + timedelta(hours=1))
    assert event.state == "finished"
    assert verify_event(event) == []
    last = divisions_of(event).first()
    assert last is not None
    place, name = ranks(last)[0]
    assert (place, name == "anna" or layout.form == "league") == (
        1,
        True,
    )  # in a league anna may be in another division


def event_games(event: Event) -> Iterable[FixtureGame]:
    """All games of the event."""
    return FixtureGame.objects.filter(fixture__round__division__event=event)
