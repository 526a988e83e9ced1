"""Making a circuit, its events, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.models import Game, ModerationEntry, Player
from tests.tournaments.acting import act, assist
from tests.tournaments.circuits_of_friends import SCALE, add, end, made, over, take_out
from tests.tournaments.conftest import NOON, after, friend, game_of
from tests.tournaments.playing import opened, play_all, play_round, ranks, settle, started
from tests.tournaments.web.test_pages import shown_to
from tournaments.circuits import services as changes
from tournaments.circuits.tables import circuit_titles, circuit_titles_of, tables_of
from tournaments.event_rules.layouts import Form, Layout
from tournaments.exceptions import EventError, NotAllowed, NotDirector, NotNeutral
from tournaments.models import Circuit, Entrant, Event
from tournaments.queries import divisions_of

pytestmark = pytest.mark.django_db


def edit(circuit: Circuit, *, by: str = "cleo", **values: Any) -> Circuit:
    known = {"name": circuit.name, "about": circuit.about, "points": SCALE, "best": None}
    return changes.edit_circuit(circuit_id=circuit.pk, player=friend(by), at=after(1), **{**known, **values})


def events_of(circuit: Circuit) -> list[str]:
    return sorted(circuit.events.values_list("name", flat=True))


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
    ended = end(add(circuits[1], over("Autumn")))
    with pytest.raises(EventError, match="Tour 1 has events"):
        changes.delete_circuit(circuit_id=ended.pk, player=friend("cleo"))
    made(name="One more"), made(name="And one more")
    with pytest.raises(NotAllowed, match="You can have 2 running circuits"):
        changes.reopen_circuit(circuit_id=ended.pk, player=friend("cleo"), at=after(99))


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
    assert "End the circuit" not in shown_to("dean", "/circuits/tour/")
    changes.reopen_circuit(circuit_id=circuit.pk, player=friend("dean"), at=NOON)
    assert "End the circuit" in shown_to("dean", "/circuits/tour/")
    assert "End the circuit" not in shown_to("anna", "/circuits/tour/")


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


def table_of(circuit: Circuit) -> list[tuple[int, str, int, list[int | None]]]:
    """Rank, player, points, and the place in each event."""
    (table,) = tables_of([Circuit.objects.get(pk=circuit.pk)])
    return [
        (line.rank, line.player, line.points, [one.place if one else None for one in line.results])
        for line in table.lines
    ]


def game_between(event: Event, one: str, two: str) -> Game:
    try:
        return game_of(event, one, two)
    except LookupError:
        return game_of(event, two, one)


def win(event: Event, winner: str, loser: str) -> None:
    """Correct a game that has ended, as the director, so that the other player has won."""
    game = game_between(event, winner, loser)
    seats = [seat.player.username for seat in game.seats.select_related("player").order_by("number")]
    act("correct-result", event, game=game.pk, places=[1 if name == winner else 2 for name in seats], at=after(50))
    settle(event, after(50))


def test_circuit_over_two_events_of_different_games_and_forms() -> None:
    robin, cup = over("Autumn"), over("Winter", Layout(form=Form.KNOCKOUT), 4, at=2, rules="twigs")
    circuit = made(cup, robin, started(Layout(), 3, name="Spring"))
    assert [event.name for event in tables_of([circuit])[0].events] == ["Autumn", "Winter"], "as they have ended"
    assert table_of(circuit)[0] == (1, "anna", 20, [1, 1])
    assert {player: of_event[1] for _, player, _, of_event in table_of(circuit)} == {
        player: rank for rank, player in ranks(divisions_of(cup)[0])
    }
    assert [player for _, player, _, of_event in table_of(circuit) if of_event[0] is None] == ["emil"]


def test_corrected_result_changes_the_table_of_the_circuit_and_its_champion() -> None:
    event = over("Autumn")
    circuit = end(made(event))
    assert table_of(circuit) == [(1, "anna", 10, [1]), (2, "bert", 6, [2]), (3, "dora", 3, [3])]
    win(event, "bert", "anna")
    assert table_of(circuit) == [(1, "bert", 10, [1]), (2, "anna", 6, [2]), (3, "dora", 3, [3])]
    assert circuit_titles_of(friend("anna")) == []
    assert [one.champions for one in circuit_titles_of(friend("bert"))] == [("bert",)]


def test_disqualified_player_gets_nothing_and_those_behind_move_up() -> None:
    event = over("Autumn")
    circuit = made(event)
    event.entrants.filter(player=friend("anna")).update(status=Entrant.Status.DISQUALIFIED)
    assert table_of(circuit) == [(1, "bert", 10, [1]), (2, "dora", 6, [2])]


def test_places_of_a_league_are_those_of_its_tiers_one_after_another() -> None:
    event = over("Autumn", Layout(form=Form.LEAGUE, pool_size=3, season_days=180), 6)
    upper, lower = (ranks(division) for division in divisions_of(event))
    in_order = [(place, player) for _, player, _, (place,) in table_of(made(event)) for place in [place or 0]]
    assert in_order == sorted([*upper, *[(rank + 3, player) for rank, player in lower]])


def test_places_after_groups_are_those_of_the_finals_first() -> None:
    event = over("Autumn", Layout(form=Form.GROUPS, pool_size=3, qualifiers=1), 6)
    finals, *groups = divisions_of(event)
    in_finals = [player for _, player in ranks(finals)]
    second = sorted(ranks(group)[1][1] for group in groups)
    placed = [(place, player) for _, player, _, (place,) in table_of(made(event))]
    assert [player for _, player in placed[:2]] == in_finals
    assert [place for place, _ in placed] == [1, 2, 3, 3, 5, 5]
    assert sorted(player for _, player in placed[2:4]) == second


def in_finals_of_groups() -> tuple[Event, Circuit, str]:
    """An event of two groups whose finals have begun, the circuit that it counts for, and a finalist."""
    event = started(Layout(form=Form.GROUPS, pool_size=3, qualifiers=1), 6)
    circuit = made(event)
    play_round(event, after(1))
    finals = divisions_of(event)[0].entrants.order_by("player__username")
    return event, circuit, finals.values_list("player__username", flat=True)[0]


@pytest.mark.parametrize("leaves", ["withdraw", "disqualify"])
def test_finalist_who_leaves_the_finals_has_no_place_from_the_groups_either(leaves: str) -> None:
    event, circuit, finalist = in_finals_of_groups()
    act(leaves, event, player=finalist, at=after(2))
    play_all(event, after(3))
    placed = table_of(circuit)
    assert finalist not in [player for _, player, _, _ in placed]
    assert [place for *_, (place,) in placed] == [1, 2, 2, 4, 4]


def test_finalist_whose_place_somebody_takes_over_keeps_none_from_the_groups() -> None:
    event, circuit, old = in_finals_of_groups()
    act("substitute", event, player=old, substitute=friend("zoe").username, at=after(2))
    play_all(event, after(3))
    placed = [player for _, player, _, _ in table_of(circuit)]
    assert old not in placed
    assert "zoe" in placed[:2]


def test_event_that_was_called_off_counts_for_nothing() -> None:
    event = started(Layout(), 3)
    circuit = made(event)
    act("call-off", event)
    assert table_of(circuit) == []


def test_only_circuits_that_have_ended_have_champions() -> None:
    robin, twigs = over("Autumn"), over("Winter", at=2, rules="twigs")
    mixed, single = made(robin, twigs, name="Mixed"), made(robin, name="Single")
    assert circuit_titles() == []
    assert circuit_titles_of(friend("anna")) == []
    end(mixed), end(single)
    made(robin, name="Going on")
    assert [title.circuit.name for title in circuit_titles()] == ["Single", "Mixed"]
    assert [title.circuit.name for title in circuit_titles("btt")] == ["Single"]
    assert circuit_titles("treeblox") == []
    assert {title.champions for title in circuit_titles()} == {("anna",)}
