"""Titles: who has come first in events that are over."""

from __future__ import annotations

import pytest

from tests.tournaments.acting import act
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import play_all, ranks, settle, started
from tests.tournaments.team_leagues import league, person
from tournaments.event_rules.layouts import Form, Layout
from tournaments.history.titles import Titles, events_with_titles, most_titles, titles_in, titles_of
from tournaments.models import Event
from tournaments.queries import divisions_of

pytestmark = pytest.mark.django_db


def champions() -> dict[str, tuple[str, ...]]:
    return {title.event.name: title.champions for title in titles_in(events_with_titles())}


def over(layout: Layout, players: int, name: str) -> Event:
    event = started(layout, players, name=name)
    play_all(event, after(1))
    return event


@pytest.mark.parametrize(
    "layout",
    [
        Layout(),
        Layout(form=Form.SWISS, rounds=3),
        Layout(form=Form.KNOCKOUT),
        Layout(form=Form.GROUPS, pool_size=3, qualifiers=1),
        Layout(form=Form.LEAGUE, pool_size=3),
    ],
    ids=lambda layout: layout.form,
)
def test_first_of_the_last_table_has_the_title(layout: Layout) -> None:
    event = over(layout, 6, "Autumn")
    (_, best), *_ = ranks(divisions_of(event)[0])
    assert champions() == {"Autumn": (best,)}
    # The best may play in a lower division of a league; two with the same colours do not meet in a Swiss tournament.
    assert best == "anna" or layout.form in (Form.LEAGUE, Form.SWISS)


def test_event_that_runs_or_was_called_off_gives_no_title() -> None:
    running, ended = started(Layout(), 3, name="Running"), started(Layout(), 3, name="Ended")
    settle(running, after(1))
    act("call-off", ended, reason="Too few.")
    ended.refresh_from_db()
    assert ended.state == Event.State.CALLED_OFF
    Event.objects.filter(pk=ended.pk).update(state=Event.State.ARCHIVED)
    assert champions() == {}


def test_challenge_match_gives_no_title() -> None:
    over(Layout(form=Form.MATCH), 2, "Match")
    assert champions() == {}


def test_players_who_share_the_first_place_share_the_title() -> None:
    event = over(Layout(), 3, "Autumn")
    snapshot = event.divisions.get().snapshot
    for row in snapshot.table["rows"][:2]:
        row["rank"] = 1
    snapshot.save()
    assert champions() == {"Autumn": ("anna", "bert")}
    (title,) = titles_of(friend("bert"))
    assert (title.event, titles_of(friend("dora"))) == (event, [])


def test_title_of_a_player_who_has_left_goes_to_the_next_one() -> None:
    event = over(Layout(), 3, "Autumn")
    event.entrants.filter(player=friend("anna")).update(status="withdrawn")
    assert champions() == {"Autumn": ("bert",)}


def test_most_titles_are_first_and_those_held_alone_before_shared_ones() -> None:
    over(Layout(), 3, "Autumn")
    over(Layout(), 3, "Winter")
    shared = over(Layout(), 3, "Spring").divisions.get().snapshot
    for row in shared.table["rows"]:
        row["rank"] = 1
    shared.save()
    assert most_titles(titles_in(events_with_titles())) == [
        Titles("anna", 3, 2), Titles("bert", 1, 0), Titles("dora", 1, 0),
    ]  # fmt: skip


def test_title_of_a_team_is_one_of_all_its_players() -> None:
    event = league(3, reserves=1)
    play_all(event, after(1))
    (title,) = titles_in(events_with_titles())
    assert len(title.teams) == 1
    city = title.teams[0]
    assert title.champions == tuple(person(city, number).username for number in (1, 2, 3))
    assert not title.is_shared
    assert titles_of(person(city, 3)) == [title]
    other = next(one for one in ("Ulm", "Bonn", "Kiel") if one != city)
    assert titles_of(person(other, 1)) == []
    assert {(one.count, one.alone) for one in most_titles([title])} == {(1, 1)}
