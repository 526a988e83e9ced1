"""An event that takes entries is changed with its players notified; a new season is a draft first."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.clock.controls import TimeControl
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import play_all, started
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.running import seasons, services
from tournaments.running.editing import delete_draft, edit_event
from tournaments.scheduling import timetable
from tournaments.setup.planning import plan_event, ruleset_for
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

SMALL = Layout(form="league", pool_size=3)


def plan(**values: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "name": "Spring", "director": friend("cleo"), "rules": "btt", "control": THREE_DAYS, "at": NOON,
        "layout": Layout(form="league", pool_size=5),
    }  # fmt: skip
    return usual | values


def open_league(*names: str, **values: Any) -> Event:
    event = services.create_event(**plan(**values))
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    for name in names:
        services.enter_event(event_id=event.pk, player=friend(name), at=NOON)
    return event


def edit(event: Event, at: datetime = NOON, by: str = "cleo", **values: Any) -> Event:
    planned = plan_event(**plan(**values) | {"at": at})
    return edit_event(event_id=event.pk, player=friend(by), planned=planned)


def test_open_event_is_changed_and_says_in_its_log_what() -> None:
    event = open_league("anna", "bert", "dora")
    commitment, slug = event.commitment, event.slug
    control = TimeControl.days_per_turn(5)
    edit(event, name="Summer", control=control, layout=Layout(form="league", pool_size=3), most_entrants=12)
    event.refresh_from_db()
    assert (event.name, event.slug, event.commitment) == ("Summer", slug, commitment)
    assert event.event_layout.pool_size == 3
    (entry,) = describe(event)
    assert entry.text == (
        "The event was changed before its start. name: Spring, now Summer; players at most: 9, now 12; time to think: "
        f"{THREE_DAYS.describe()}, now {control.describe()}; players in a pool: 5, now 3."
    )
    services.withdraw_entry(event_id=event.pk, player=friend("dora"))  # players are free to leave
    assert event.entrants.get(player=friend("dora")).status == Entrant.Status.WITHDRAWN
    services.enter_event(event_id=event.pk, player=friend("dora"), at=NOON)
    assert verify_event(services.start_event(event_id=event.pk, player=friend("cleo"), at=after(1))) == []


def test_change_of_how_the_games_of_a_match_follow_each_other_is_described() -> None:
    at_once, in_turn = Layout(form="match"), Layout(form="match", in_turn=True)
    usual, best = (ruleset_for(in_turn, "btt", games_per_fixture=games, best_of=games == 3) for games in (2, 3))
    event = open_league("anna", layout=at_once, ruleset=usual, most_entrants=2)
    edit(event, layout=in_turn, ruleset=best, most_entrants=2)
    assert event.log_entries.get(kind="terms_changed").entry.payload.changes == (
        "games one after another: no, now yes",
        "games of each meeting: 2, now 3",
        "end as soon as nobody can catch up: no, now yes",
    )


def test_change_of_nothing_is_no_entry() -> None:
    event = open_league("anna")
    edit(event)
    assert not event.log_entries.exists()


@pytest.mark.parametrize(
    ("values", "described", "field"),
    [
        ({"most_entrants": 3, "layout": SMALL}, "4 players have entered already", "most_entrants"),
        ({"layout": Layout(form="swiss")}, "make a new event for another form", "form"),
        ({"rules": "roots"}, "make a new one for another game", "rules"),
    ],
)
def test_what_stays_of_an_event_that_takes_entries(values: dict[str, Any], described: str, field: str) -> None:
    event = open_league("anna", "bert", "dora", "emil", layout=SMALL)
    with pytest.raises(EventError, match=described) as refused:
        edit(event, **values)
    assert refused.value.field == field


def test_more_places_are_given_to_those_who_wait() -> None:
    event = open_league("anna", "bert", "dora", "emil", most_entrants=3, layout=SMALL)
    assert event.entrants.get(player=friend("emil")).status == Entrant.Status.WAITING
    edit(event, most_entrants=4, layout=SMALL)
    assert event.entrants.get(player=friend("emil")).status == Entrant.Status.ACTIVE


def test_first_pairing_fixes_how_an_event_is_played() -> None:
    event = open_league("anna", "bert", "dora")
    services.start_event(event_id=event.pk, player=friend("cleo"), at=after(1))
    with pytest.raises(EventError, match="was fixed when its first games were paired"):
        edit(event, most_entrants=12)


def test_next_season_is_a_draft_that_its_director_changes_and_that_opens_by_itself() -> None:
    event = started(Layout(form="league", pool_size=4, season_days=90), 4)
    play_all(event, after(5))
    now = after(6)
    timetable.follow(now=now)
    season = Event.objects.get(previous=event)
    assert season.state == Event.State.DRAFT
    control = TimeControl.days_per_turn(7)
    layout = Layout(form="league", pool_size=3, season_days=60)
    edit(season, at=now, name="Autumn, season 2", control=control, layout=layout, starts_at=season.starts_at)
    season.refresh_from_db()
    assert (season.time_control, season.event_layout.pool_size, season.previous) == (control, 3, event)
    with pytest.raises(EventError, match="archive that season first"):
        delete_draft(event_id=season.pk, player=friend("cleo"))
    timetable.follow(now=now + timedelta(days=2))
    season.refresh_from_db()
    assert season.state == Event.State.DRAFT
    timetable.follow(now=now + seasons.TIME_TO_CHANGE)
    season.refresh_from_db()
    assert season.state == Event.State.OPEN
    assert set(season.entrants.values_list("status", flat=True)) == {Entrant.Status.ASKED}
    assert season.event_layout.pool_size == 3


def test_tie_breaks_are_chosen_in_their_order_before_the_start() -> None:
    layout = Layout(form="swiss", rounds=3)
    ruleset = ruleset_for(layout, "btt", tie_breaks=["SB", "BH-M1", "PS"])
    event = started(layout, 4, ruleset=ruleset)
    play_all(event, after(2))
    snapshot = StandingSnapshot.objects.get(division__event=event).standings
    assert list(snapshot.rows[0].values) == ["SB", "BH-M1", "PS"]
    assert verify_event(event) == []
