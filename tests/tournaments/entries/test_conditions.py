"""Conditions of entry: finished games, losses on time, an invitation code; at all doors; invited players need none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game, Seat
from tests.notifications.mailbox import Correspondent, PostOffice
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.entries.test_entering import open_event, steps
from tests.tournaments.playing import lose, running, started
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.entries import admission
from tournaments.event_log.describing import describe
from tournaments.event_rules.conditions import EntryConditions
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EntryRefused, EventError
from tournaments.models import Event
from tournaments.running import editing, services
from tournaments.setup.planning import plan_event

pytestmark = pytest.mark.django_db

CODE = "Blue-Heron"


def enter(event: Event, name: str, code: str = "", at: datetime | None = None) -> None:
    services.enter_event(event_id=event.pk, player=friend(name), at=at or after(9), code=code)


def finish_games(count: int) -> None:
    """anna and bert finish so many games of an event."""
    before = started(Layout(cycles=2), 2)
    for game in running(before)[:count]:
        lose(game, "anna", after(1))


def test_player_with_too_few_finished_games_reads_how_many_are_asked_for() -> None:
    finish_games(1)
    event = open_event(conditions=EntryConditions(least_games=2))
    with pytest.raises(EntryRefused, match="It asks for 2 finished games against other players; you have 1"):
        enter(event, "anna")
    Event.objects.filter(pk=event.pk).update(conditions=EntryConditions(least_games=1).dump())
    enter(event, "anna")
    with pytest.raises(EntryRefused, match="It asks for 1 finished game against other players; you have 0"):
        enter(event, "dora")


@pytest.mark.parametrize(("days", "refused"), [(10, True), (31, False)])
def test_losses_on_time_count_within_their_period(days: int, refused: bool) -> None:
    finish_games(2)
    Seat.objects.filter(player=friend("anna")).update(left_reason="time")
    Game.objects.update(finished_at=NOON)
    event = open_event(conditions=EntryConditions(most_time_losses=1, loss_days=30))
    at = NOON + timedelta(days=days)
    if refused:
        with pytest.raises(EntryRefused, match="It allows 1 loss on time in 30 days; you have 2"):
            enter(event, "anna", at=at)
    else:
        enter(event, "anna", at=at)
    enter(event, "bert", at=at)


def by_service(event: Event, code: str) -> bool:
    try:
        enter(event, "anna", code)
    except EntryRefused:
        return False
    return True


def by_page(event: Event, code: str) -> bool:
    signed_in("anna").post(f"/events/{event.slug}/enter/", {"code": code})
    return event.entrants.filter(player=friend("anna")).exists()


def by_rest(event: Event, code: str) -> bool:
    status = 200 if code.casefold() == CODE.casefold() else 409
    call("anna", f"{event.slug}/enter/", status, **({"code": code} if code else {}))
    return event.entrants.filter(player=friend("anna")).exists()


@pytest.mark.parametrize("door", [by_service, by_page, by_rest])
def test_code_opens_an_event_at_every_door(door: Callable[[Event, str], bool]) -> None:
    event = open_event(entry_code=CODE)
    assert not door(event, "")
    assert not door(event, "red-heron")
    assert door(event, "blue-HERON")


def test_code_is_asked_for_where_one_enters_and_shown_nowhere() -> None:
    event = open_event(entry_code=CODE)
    page = shown_to("anna", "/events/spring/")
    assert 'name="code"' in page
    assert "An invitation code from the director" in words_of(page)
    assert CODE not in page
    assert CODE not in str(call("anna", "spring/", method="get"))
    assert CODE in shown_to("cleo", "/events/spring/edit/")
    assert steps(event, "anna") == ["enter", "standby"]


def test_player_who_stands_by_is_not_asked_for_the_code_again() -> None:
    event = open_event(entry_code=CODE)
    services.enter_event(event_id=event.pk, player=friend("anna"), at=after(1), standby=True, code=CODE)
    enter(event, "anna")
    assert event.entrants.get(player=friend("anna")).status == "active"


def test_invited_players_need_neither_code_nor_conditions() -> None:
    event = open_event(entry_code=CODE, conditions=EntryConditions(least_games=50, most_time_losses=0))
    for name in ("anna", "cleo"):
        admission.invite(event_id=event.pk, player=friend("cleo"), usernames=[friend(name).username], at=NOON)
    enter(event, "anna")
    with pytest.raises(EntryRefused, match=r"50 finished games.*you cannot yourself"):
        enter(event, "cleo", CODE)


def test_conditions_stand_on_the_page_in_words() -> None:
    open_event(conditions=EntryConditions(least_games=10, most_time_losses=0, loss_days=90))
    page = words_to("bert", "/events/spring/")
    assert "At least 10 finished games against other players and no loss on time in the last 90 days" in page


def test_codes_cannot_be_tried_out() -> None:
    event = open_event(entry_code=CODE)
    for number in range(services.WRONG_CODES):
        with pytest.raises(EntryRefused, match="not the invitation code"):
            services.enter_event(event_id=event.pk, player=friend("anna"), at=after(1), code=f"guess{number}")
    with pytest.raises(EntryRefused, match="too many wrong codes"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=after(1), code=CODE)
    services.enter_event(event_id=event.pk, player=friend("bert"), at=after(1), code=CODE)


@pytest.mark.parametrize("code", ["short", "with space", "x" * 41, "bell\x07ring"])
def test_code_that_cannot_be_typed_is_refused(code: str) -> None:
    with pytest.raises(EventError, match="6 to 40 characters") as refused:
        open_event(entry_code=code)
    assert refused.value.field == "entry_code"


def test_changed_conditions_are_in_the_log_and_the_code_is_not() -> None:
    event = open_event()
    values: dict[str, Any] = {"rules": "btt", "most_entrants": 2, "layout": Layout(), "control": THREE_DAYS}
    planned = plan_event(
        name="Spring", director=friend("cleo"), at=after(1), conditions=EntryConditions(least_games=3),
        entry_code=CODE, **values,
    )  # fmt: skip
    editing.edit_event(event_id=event.pk, player=friend("cleo"), planned=planned)
    (said,) = describe(event, event.log_entries.filter(kind="terms_changed"))
    assert "conditions of entry: none, now at least 3 finished games against other players" in said.text
    assert "invitation code: no, now yes" in said.text
    assert CODE not in said.text


def test_event_is_made_with_conditions_by_rest() -> None:
    asked = {"least_games": 5, "most_time_losses": 1, "loss_days": 60}
    call("cleo", "", 201, name="Spring", rules="btt", form="swiss", conditions=asked, entry_code=CODE)
    event = Event.objects.get()
    assert (event.entry_conditions.dump(), event.entry_code) == (asked, CODE)
    plan = call("cleo", "", name="Summer", rules="btt", form="swiss", conditions=asked, dry_run=True)
    assert plan["conditions"] == asked


def test_code_is_written_after_the_name_in_a_mail() -> None:
    office = PostOffice(now=after(1))
    anna = Correspondent(office, "anna")
    anna.join()
    event = open_event(entry_code=CODE)
    anna.write("join Spring")
    assert not event.entrants.exists()
    anna.write(f"join Spring code {CODE.lower()}")
    assert event.entrants.filter(player=friend("anna")).exists()
