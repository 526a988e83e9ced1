"""Lists of what organisers make: nothing is skipped or repeated while more of it is made."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from tests.tournaments.circuits_of_friends import add, made
from tests.tournaments.clubs.clubs_of_friends import founded
from tests.tournaments.conftest import NOON, friend
from tests.tournaments.playing import started
from tournaments.event_rules.layouts import Layout

pytestmark = pytest.mark.django_db


def new_club(name: str) -> None:
    founded(name=name)


def new_circuit(name: str) -> None:
    add(made(name=name), started(Layout(), 2, name=f"Event of {name}"))


def new_event(name: str) -> None:
    started(Layout(), 2, name=name)


@pytest.mark.parametrize(("address", "make"), [("clubs", new_club), ("circuits", new_circuit), ("events", new_event)])
def test_next_page_goes_on_where_the_last_one_ended(address: str, make: Callable[[str], None]) -> None:
    cleo = friend("cleo")
    cleo.date_joined = NOON - timedelta(days=365)  # players of long standing can have four
    cleo.save()
    for name in ("Oak", "Elm", "Ash"):
        make(name)
    first = Client().get(f"/api/v1/{address}/?page_size=2").json()
    make("Fir")
    second = Client().get(first["next"]).json()
    assert [one["name"] for one in (*first["results"], *second["results"])] == ["Ash", "Elm", "Oak"]
    assert (first["count"], second["count"], second["next"]) == (3, 4, None), "the count is of the whole list"
    for wrong in ("page_size=201", "page=1.0", "page=٢", "before=+2"):
        assert Client().get(f"/api/v1/{address}/?{wrong}").status_code == 400
