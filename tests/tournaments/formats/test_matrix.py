"""Every game in every form and with every number of seats, from the entries to the final table."""

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
    "swiss": (Layout(form="swiss", rounds=2), 5),
    "knockout": (Layout(form="knockout"), 5),
    "double-elimination": (Layout(form="double-elimination"), 5),
    "groups": (Layout(form="groups", pool_size=3, qualifiers=1), 6),
    "match": (Layout(form="match"), 2),
    "teams": (Layout(form="teams", boards=2), 3),
}


def everything() -> Iterator[Any]:
    """Game, seats, form, scheme and number of players; one game in each form is quick enough for every day."""
    for slug, rules in RULES.items():
        for name, (layout, players) in FOR_TWO.items() if 2 in rules.seats else ():
            marks = [] if slug == "btt" else [pytest.mark.slow]
            yield pytest.param(slug, layout, players, id=f"{slug}-{name}", marks=marks)
        for seats in [count for count in rules.seats if count > 2]:
            layout = Layout(form="swiss", seats=seats, rounds=2)
            yield pytest.param(slug, layout, seats + 2, id=f"{slug}-swiss-{seats}", marks=pytest.mark.slow)
        for seats in rules.seats:
            size = next(iter(pool_sizes(seats)), 0)
            for form in ("round-robin", "league") if seats > 2 and size else ():
                layout = Layout(form=form, seats=seats, pool_size=size if form == "league" else 0)
                yield pytest.param(slug, layout, size, id=f"{slug}-{form}-{seats}", marks=pytest.mark.slow)


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
    assert ranks(last)[0][0] == 1


def event_games(event: Event) -> Iterable[FixtureGame]:
    """All games of the event."""
    return FixtureGame.objects.filter(fixture__round__division__event=event)
