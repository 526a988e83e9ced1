"""Events end within a season by default, and one that may not says so before it is made."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client

from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.formats.test_duration import usual_layouts
from tests.tournaments.playing import running, started
from tournaments.event_rules.layouts import EXTENSION, Form, Layout
from tournaments.queries import slowest_ends_of
from tournaments.setup.planning import plan_event
from tournaments.setup.templates import usual_most

pytestmark = pytest.mark.django_db

LONGEST = timedelta(weeks=14)


@pytest.mark.parametrize("form", [form for form in Form if form != Form.LADDER])  # that goes on until it is ended
def test_games_that_begin_with_a_usual_event_are_over_within_fourteen_weeks(form: Form) -> None:
    for layout, rules in usual_layouts(form):
        event = plan_event(
            name="Spring", director=friend("cleo"), rules=rules, control=THREE_DAYS, at=NOON, layout=layout,
            most_entrants=usual_most(layout, rules),
        )  # fmt: skip
        ends = slowest_ends_of(event, started=NOON)
        assert ends.is_decided
        assert ends.rested <= NOON + LONGEST


NOTHING_ENDS = "since no deadline ends it. Give each round a number of days"


@pytest.mark.parametrize(
    ("form", "values", "warnings"),
    [
        ("round-robin", {}, []),
        ("round-robin", {"round_days": "0"}, [NOTHING_ENDS, "Not enough finished games to estimate the length."]),
        ("knockout", {}, ["If matches are level and played again, the event can last longer than half a year: 4"]),
        ("knockout", {"round_days": "60"}, ["By its deadlines the event can last longer than half a year: 4 rounds"]),
        ("knockout", {"round_days": "16"}, []),
    ],
)
def test_making_an_event_warns_of_games_without_end_and_rounds_longer_than_half_a_year(
    client: Client, form: str, values: dict[str, str], warnings: list[str]
) -> None:
    client.force_login(friend("cleo"))
    address = f"/events/new/btt/{form}/"
    asked = client.get(address).context["form"]
    filled = {name: asked[name].value() for name in asked.fields}
    sent = {name: value for name, value in filled.items() if value is not None and value is not False}
    page = client.post(address, sent | {"name": "Autumn", "review": "1", **values}).content.decode()
    assert all(warning in page for warning in warnings)
    assert ("longer than half a year" in page or NOTHING_ENDS in page) == bool(warnings)


def test_page_says_how_long_games_take_before_the_latest_end(client: Client) -> None:
    event = started(Layout(), 3)
    page = client.get(f"/events/{event.slug}/").content.decode()
    start = page.index("<dt>A game takes</dt>")
    usual, sign = page.index("Not enough finished games", start), page.index("<details>", start)
    assert start < usual < sign < page.index("latest", start)


@pytest.mark.parametrize("days", [0, 30])
def test_game_is_over_at_the_latest_when_its_round_ends_for_good(days: int) -> None:
    event = started(Layout(form="swiss", rounds=2, round_days=days), 4)
    held = event.divisions.get().rounds.get()

    def latest_end() -> datetime:
        answer = Client().get(f"/api/v1/games/{running(event)[0].pk}/").json()["latest_end"]
        return datetime.fromisoformat(answer)

    if not days:
        assert latest_end() > NOON + timedelta(days=365)
        return
    assert held.deadline is not None
    assert latest_end() == held.deadline + EXTENSION
    held.is_extended = True
    held.save()
    assert latest_end() == held.deadline
