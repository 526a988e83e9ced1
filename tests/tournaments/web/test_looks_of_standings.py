"""What a table shows beside its numbers: form, bars, zones in words, places by round, and what is open."""

from __future__ import annotations

import pytest

from tests.built_once import built_once
from tests.tournaments.conftest import after, end_with, game_of
from tests.tournaments.playing import play_all, settle, started
from tests.tournaments.web.test_pages import shown_to
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Division, Event, StandingSnapshot
from tournaments.presenting.form_and_places import course_of, recent_of
from tournaments.presenting.tables import standing_table
from tournaments.web.page_rows.standings import chart_of

pytestmark = pytest.mark.django_db


def division_of(event: Event) -> Division:
    return Division.objects.select_related("event", "stage").get(event=event)


def page_of(event: Event) -> str:
    return shown_to("", f"/events/{event.slug}/standings/")


@built_once
def treeblox_of_three() -> Event:
    """Anna has won her match against bert by 9:5; the other two are open."""
    event = started(Layout(), 3, rules="treeblox")
    for first, second, dark, light in (("anna", "bert", 5, 3), ("bert", "anna", 2, 4)):
        end_with(game_of(event, first, second), dark, light)
    settle(event, after(2))
    return event


def test_form_and_leaf_difference_of_everybody() -> None:
    event = treeblox_of_three()
    names = {entrant.pk: entrant.player.username for entrant in event.entrants.select_related("player")}
    recent = {names[key]: (one.form, one.leaves) for key, one in recent_of(division_of(event), names).items()}
    assert recent == {"anna": (("won",), 4), "bert": (("lost",), -4)}


def test_table_shows_form_bars_and_what_is_open() -> None:
    page = page_of(treeblox_of_three())
    assert '<abbr class="came won" title="won">W</abbr>' in page
    assert 'class="behind" x="0"' in page
    assert "2 of 3 meetings are open." in page


def test_places_after_each_round_are_those_of_a_table_that_ended_there() -> None:
    event = started(Layout(form=Form.SWISS, rounds=3), 6)
    settle(event, after(1))
    division = division_of(event)
    assert course_of(division, StandingSnapshot.objects.get(division=division)) is None, "no round is over"
    play_all(event, after(2))
    division = division_of(event)
    snapshot = StandingSnapshot.objects.get(division=division)
    course = course_of(division, snapshot)
    assert course is not None
    assert course.rounds == (1, 2, 3)
    assert {row.entrant: row.rank for row in snapshot.standings.rows} == {
        entrant: places[-1] for entrant, places in course.places.items()
    }
    chart = chart_of(course, {entrant: str(entrant) for entrant in course.places})
    assert [len(thread.points.split()) for thread in chart.threads] == [3] * 6
    page = page_of(event)
    assert "Places by round" in page
    assert "The places as a table" in page


def test_tie_says_what_did_not_separate_the_players_and_what_did() -> None:
    event = treeblox_of_three()
    end_with(game_of(event, "anna", "dora"), 3, 5)
    end_with(game_of(event, "dora", "anna"), 5, 3)
    end_with(game_of(event, "bert", "dora"), 7, 2)
    end_with(game_of(event, "dora", "bert"), 2, 7)
    settle(event, after(3))
    table = standing_table(division_of(event))
    assert any(
        "were level on points, and direct encounter did not separate them. What decided was" in tie
        for tie in table.ties
    ), table.ties
    assert all(decided.startswith("DELD ") for decided in table.decided.values())
    assert '<td class="number deciding">DELD ' in page_of(event)
