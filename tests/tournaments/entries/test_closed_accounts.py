"""Whoever closes the account leaves every event by its rules, and nobody meets him there any more."""

from __future__ import annotations

import pytest

from games.models import Game, Player
from tests.tournaments.acting import act, dry_run, leaves
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.entries.test_entering import box
from tests.tournaments.playing import lose, opened, payload_of, play_all, ranks, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, Fixture
from tournaments.queries import divisions_of
from tournaments.running import ladders, progress, services
from tournaments.running.decisions import Decision
from tournaments.running.substitution import replace_player
from tournaments.scheduling import closed_accounts, timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def close(name: str) -> None:
    Player.objects.filter(username=name).update(is_active=False)


def settle_division_of(event: Event, name: str) -> None:
    """Let the workers look at one division alone."""
    division = event.entrants.get(player__username=name).division
    assert division is not None
    services.compute_standings(division.pk, at=after(1))
    progress.advance(division.pk, at=after(1))


def status_of(event: Event, name: str) -> str:
    return event.entrants.filter(player__username=name).latest_stage_first()[0].status


@pytest.mark.parametrize("form", ["swiss", "knockout", "ladder"])
def test_whoever_closes_the_account_leaves_the_event_by_its_rules_once(form: str) -> None:
    event = started(Layout(form=form, rounds=3, round_days=30), 4)
    close("bert")
    (entrant,) = closed_accounts.left_behind()
    timetable.follow(now=after(1))
    closed_accounts.withdraw(entrant, at=after(2))  # another scheduler that has looked at the same time
    (line,) = event.log_entries.filter(kind="withdrawn")
    assert (payload_of(line).actor, payload_of(line).why) == (None, closed_accounts.CLOSED)
    assert status_of(event, "bert") == Entrant.Status.WITHDRAWN
    assert not Game.objects.filter(status="running", seats__player=friend("bert")).exists()
    assert closed_accounts.left_behind() == []
    settle(event, after(2))
    assert verify_event(event) == []


def test_event_that_is_over_stays_as_it_was_when_an_account_is_closed_later() -> None:
    event = started(Layout(), 3)
    play_all(event, after(1))
    close("bert")
    lines = event.log_entries.count()
    timetable.follow(now=after(2))
    assert (status_of(event, "bert"), event.log_entries.count()) == (Entrant.Status.ACTIVE, lines)


def test_entry_of_a_closed_account_frees_its_place_before_the_start() -> None:
    event = opened("Autumn", "anna", "bert", "dora", "emil", most_entrants=2)
    close("anna")
    close("dora")
    for hours in (1, 2):
        timetable.follow(now=after(hours))
    assert [status_of(event, name) for name in ("anna", "bert", "dora", "emil")] == [
        "withdrawn", "active", "withdrawn", "active",
    ]  # fmt: skip


def test_nobody_is_paired_in_the_next_round_with_a_closed_account_also_before_the_sweep_has_come_by() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 6)
    for game in running(event):
        lose(game, game.seats.get(number=0).player.username, after(1))
    close("bert")
    settle(event, after(1))
    assert divisions_of(event).get().rounds.count() == 1
    timetable.follow(now=after(2))
    settle(event, after(2))
    assert divisions_of(event).get().rounds.count() == 2
    assert not Fixture.objects.filter(round__number=2, seats__entrant__player=friend("bert")).exists()
    assert verify_event(event) == []


def test_finals_are_played_by_a_player_who_has_an_account() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    groups = [list(one.entrants.values_list("player__username", flat=True)) for one in divisions_of(event)]
    first = min(groups[0])
    for game in running(event):
        seated = sorted(game.seats.values_list("player__username", flat=True))
        lose(game, seated[1], after(1))
    settle_division_of(event, first)
    close(first)
    settle(event, after(2))
    assert event.stages.count() == 1
    timetable.follow(now=after(2))
    play_all(event, after(3))
    second = sorted(groups[0])[1]
    finalists = set(event.entrants.filter(division__stage__number=2).values_list("player__username", flat=True))
    assert finalists == {second, min(groups[1])}
    assert event.state == Event.State.FINISHED
    assert verify_event(event) == []


def test_closed_account_cannot_be_challenged() -> None:
    event = started(Layout(form="ladder"), 4)
    settle(event, NOON)
    order = [name for _, name in ranks(divisions_of(event)[0])]
    close(order[1])
    own = event.entrants.get(player__username=order[2])
    may = ladders.may_challenge(divisions_of(event)[0], own, at=after(1))
    assert [other.player.username for other in may] == [order[0]]
    with pytest.raises(EventError, match="has closed the account"):
        ladders.challenge(event_id=event.pk, player=friend(order[2]), username=order[1], at=after(1))


def test_closed_account_is_no_substitute_neither_by_the_rules_nor_by_the_director() -> None:
    event = started(Layout(seats=3), 4, rules="btt")
    for hours, name in enumerate(("kurt", "lena")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(hours), standby=True)
    leaves(event, "bert", at=after(2))
    entrant = event.entrants.select_related("player", "event").get(player__username="bert")
    close("kurt")
    with pytest.raises(EventError, match="open account"):
        replace_player(entrant, friend("kurt"), Decision(None, "Stands by.", after(3)))
    with pytest.raises(EventError, match="no player called"):
        dry_run("substitute", event, player="dora", substitute="kurt", at=after(3))
    timetable.follow(now=after(4))
    entrant.refresh_from_db()
    assert entrant.player == friend("lena")
    assert status_of(event, "kurt") == Entrant.Status.WITHDRAWN


def test_account_that_is_opened_again_is_where_the_director_takes_it_back() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 6)
    close("bert")
    timetable.follow(now=after(1))
    Player.objects.filter(username="bert").update(is_active=True)
    assert f"You were taken out: “{closed_accounts.CLOSED}”" in box(event, "bert").described[0]
    seq = event.log_entries.get(kind="withdrawn").seq
    act("revert-entry", event, entry=seq)
    timetable.follow(now=after(3))
    assert status_of(event, "bert") == Entrant.Status.ACTIVE


def test_player_who_has_taken_over_the_place_of_a_closed_account_stays() -> None:
    event = started(Layout(), 4)
    close("bert")
    (found,) = closed_accounts.left_behind()
    replace_player(found, friend("kurt"), Decision(friend("cleo"), "Plays on.", after(1)))
    with pytest.raises(EventError, match="kurt has taken over the place of bert"):
        closed_accounts.withdraw(found, at=after(2))
    assert status_of(event, "kurt") == Entrant.Status.ACTIVE
