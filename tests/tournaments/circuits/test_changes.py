"""Making a circuit, its events, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import ModerationEntry, Player
from tests.tournaments.acting import act, assist
from tests.tournaments.circuits_of_friends import SCALE, add, end, made, over, take_out
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import started
from tests.tournaments.web.test_pages import signed_in
from tournaments.circuits import services as changes
from tournaments.event_rules.layouts import Form, Layout
from tournaments.exceptions import EventError, NotAllowed, NotDirector, NotNeutral
from tournaments.models import Circuit, Event
from tournaments.running import services

pytestmark = pytest.mark.django_db


def edit(circuit: Circuit, *, by: str = "cleo", **values: Any) -> Circuit:
    known = {"name": circuit.name, "about": circuit.about, "points": SCALE, "best": None}
    return changes.edit_circuit(circuit_id=circuit.pk, player=friend(by), at=after(1), **{**known, **values})


def events_of(circuit: Circuit) -> list[str]:
    return sorted(circuit.events.values_list("name", flat=True))


def opened(name: str) -> Event:
    """An event of cleo's that takes entries."""
    event = services.create_event(name=name, director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    return services.open_entries(event_id=event.pk, player=friend("cleo"))


def test_circuit_has_a_name_of_its_own_and_a_scale_that_can_be() -> None:
    made()
    with pytest.raises(EventError, match="There is a circuit 'Tour' already"):
        made()
    with pytest.raises(EventError, match="Points by place are 1 to 20 whole numbers") as refused:
        changes.make_circuit(player=friend("cleo"), name="Cup", about="", points=(1, 2), best=None, at=NOON)
    assert refused.value.field == "points"


def test_circuit_is_not_renamed_to_the_name_of_another() -> None:
    made()
    cup = made(name="Cup")
    for name in ("Tour", " tour "):
        with pytest.raises(EventError, match="There is a circuit"):
            edit(cup, name=name)
    edit(cup, name="Cup!")


def test_player_can_direct_some_circuits_at_a_time() -> None:
    circuits = [made(name=f"Tour {number}") for number in range(2)]
    with pytest.raises(NotAllowed, match="You can have 2 running circuits"):
        made(name="One more")
    changes.delete_circuit(circuit_id=circuits[0].pk, player=friend("cleo"))
    made(name="One more")


def test_circuit_that_is_reopened_is_one_more_that_goes_on() -> None:
    ended = end(made(over("Autumn"), name="Tour 1"))
    made(name="Tour 2"), made(name="Tour 3")
    with pytest.raises(NotAllowed, match="You can have 2 running circuits"):
        changes.reopen_circuit(circuit_id=ended.pk, player=friend("cleo"), at=after(99))
    ended.refresh_from_db()
    assert ended.ended_at is not None


def test_player_who_may_not_talk_gives_a_circuit_no_other_name() -> None:
    circuit = made()
    ModerationEntry.objects.create(
        player=friend("cleo"), kind=ModerationEntry.Kind.MUTED, moderator=friend("dora"), at=NOON, reason="Insults."
    )
    assert list(edit(circuit, points=(5, 3)).points) == [5, 3]
    for words in ({"name": "An insult"}, {"about": "An insult."}):
        with pytest.raises(NotAllowed):
            edit(circuit, points=(5, 3), **words)


def test_only_its_director_changes_a_circuit() -> None:
    event = started(Layout(), 3)
    circuit = made(event)
    for change in (
        lambda: edit(circuit, by="anna"),
        lambda: add(circuit, event, by="anna"),
        lambda: end(circuit, by="anna"),
        lambda: changes.reopen_circuit(circuit_id=circuit.pk, player=friend("anna"), at=NOON),
        lambda: changes.delete_circuit(circuit_id=circuit.pk, player=friend("anna")),
    ):
        with pytest.raises(NotDirector, match="Only the director of Tour can do that"):
            change()
    with pytest.raises(NotDirector, match="Only directors of Tour and of Autumn can do that"):
        take_out(circuit, event, by="anna")
    assert events_of(circuit) == ["Autumn"]


def test_directors_of_its_events_direct_a_circuit_while_the_account_of_its_director_is_closed() -> None:
    event = over("Autumn")
    circuit = made(event)
    Event.objects.filter(pk=event.pk).update(director=friend("dean"))
    with pytest.raises(NotDirector):
        end(circuit, by="dean")
    Player.objects.filter(username="cleo").update(is_active=False)
    assert Client().get("/circuits/tour/").status_code == 200
    with pytest.raises(NotDirector):
        end(circuit, by="anna")
    end(circuit, by="dean")
    assert "End the circuit" not in signed_in("dean").get("/circuits/tour/").content.decode()
    changes.reopen_circuit(circuit_id=circuit.pk, player=friend("dean"), at=NOON)
    assert "End the circuit" in signed_in("dean").get("/circuits/tour/").content.decode()
    assert "End the circuit" not in signed_in("anna").get("/circuits/tour/").content.decode()


def test_director_of_an_event_agrees_by_naming_an_assistant_and_can_take_it_out() -> None:
    event, circuit = started(Layout(), 3), made(by="emil")
    with pytest.raises(NotDirector, match=r"You do not direct Autumn\. Its director agrees"):
        add(circuit, event, by="emil")
    assist(event, "emil")
    add(circuit, event, by="emil")
    assert events_of(add(circuit, event, by="emil")) == ["Autumn"], "twice changes nothing"
    assert events_of(take_out(circuit, event, by="cleo")) == []


def test_event_without_a_table_of_players_cannot_be_added() -> None:
    circuit = made()
    teams = started(Layout(form=Form.TEAMS, boards=2, season_days=60), 4, name="League")
    with pytest.raises(EventError, match="League is played by teams"):
        add(circuit, teams)
    called_off = opened("Cup")
    Event.objects.filter(pk=called_off.pk).update(state=Event.State.CALLED_OFF, finished_at=NOON)
    with pytest.raises(EventError, match="Cup was called off"):
        add(circuit, called_off)


def test_points_are_fixed_once_an_event_is_over() -> None:
    running = started(Layout(), 3, name="Spring")
    circuit = made(running)
    assert edit(circuit, points=(5, 3), best=2, name="Grand Tour").best == 2
    edit(circuit)
    add(circuit, over("Autumn"))
    for values, field in (({"points": (5, 3)}, "points"), ({"best": 1}, "best")):
        with pytest.raises(EventError, match=r"Autumn is over\. Its players knew what they played for") as refused:
            edit(circuit, **values)
        assert refused.value.field == field
    assert edit(circuit, about="For all.").about == "For all."


def test_director_who_plays_does_not_decide_about_events_that_have_started() -> None:
    event, circuit = over("Autumn"), made(by="anna")
    running, still_open = started(Layout(), 3, name="Spring"), opened("Summer")
    for one in (event, running, still_open):
        one.assistants.add(friend("anna"))
    for one in (event, running):
        with pytest.raises(NotNeutral, match=f"{one.name} has started, and you play in events of Tour"):
            add(circuit, one, by="anna")
    assert events_of(add(circuit, still_open, by="anna")) == ["Summer"]
    circuit.events.add(event, running)
    for one in (event, running):
        with pytest.raises(NotNeutral):
            take_out(circuit, one, by="anna")
    assert events_of(take_out(circuit, event, by="cleo")) == ["Spring", "Summer"], "who directs it and does not play"
    act("call-off", running)
    assert events_of(take_out(circuit, running, by="anna")) == ["Summer"], "it gives points to nobody"


def test_director_who_plays_in_one_event_does_not_decide_about_the_points_of_others_in_another() -> None:
    finished, running, circuit = over("Autumn"), started(Layout(), 4, name="Spring"), made(by="emil")
    assist(finished, "emil")
    circuit.events.add(running)
    with pytest.raises(NotNeutral):
        add(circuit, finished, by="emil")
    circuit.events.add(finished)
    with pytest.raises(NotNeutral):
        take_out(circuit, finished, by="emil")


def test_circuit_ends_when_its_events_are_over_and_stays_as_it_is_until_it_is_reopened() -> None:
    running, finished, circuit = started(Layout(), 3, name="Spring"), over("Autumn"), made()
    with pytest.raises(EventError, match="No event of Tour is over"):
        end(circuit)
    add(circuit, finished), add(circuit, running)
    with pytest.raises(EventError, match="Not yet over: Spring"):
        end(circuit)
    take_out(circuit, running)
    assert end(circuit).ended_at is not None
    late: list[Callable[[], object]] = [
        lambda: add(circuit, running), lambda: take_out(circuit, finished), lambda: edit(circuit)
    ]  # fmt: skip
    for change in late:
        with pytest.raises(EventError, match="Tour has ended"):
            change()
    changes.reopen_circuit(circuit_id=circuit.pk, player=friend("cleo"), at=after(99))
    assert events_of(add(circuit, running)) == ["Autumn", "Spring"]


def test_circuit_with_events_is_not_deleted() -> None:
    circuit = made(started(Layout(), 3))
    with pytest.raises(EventError, match="Tour has events"):
        changes.delete_circuit(circuit_id=circuit.pk, player=friend("cleo"))
