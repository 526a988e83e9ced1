"""Tables of circuits over events that are played to their end."""

from __future__ import annotations

import pytest

from games.models import Game
from tests.tournaments.acting import act
from tests.tournaments.circuits_of_friends import end, made, over
from tests.tournaments.conftest import after, friend, game_of
from tests.tournaments.playing import better_of, lose, play_all, ranks, running, settle, started
from tournaments.circuits.tables import circuit_titles, circuit_titles_of, tables_of
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Circuit, Entrant, Event
from tournaments.queries import divisions_of

pytestmark = pytest.mark.django_db


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
    for game in running(event):
        for name in better_of(game)[1]:
            lose(game, name, after(1))
    settle(event, after(1))
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
