"""A Swiss tournament of teams: matches of teams with as many match points, board points as the first tie-break."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from django.db import transaction

from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, after
from tests.tournaments.playing import lose, play_all, running, settle
from tests.tournaments.team_leagues import CITIES, league, team
from tournaments.entries import teams
from tournaments.models import Event, Fixture, PairingRun
from tournaments.queries import divisions_of
from tournaments.running.decisions import Decision
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def meetings(event: Event) -> list[tuple[int, list[str]]]:
    fixtures = Fixture.objects.filter(round__division__event=event).order_by("round__number", "number")
    return [
        (one.round.number, [seat.entrant.team_name for seat in one.seats.order_by("number").select_related("entrant")])
        for one in fixtures.select_related("round")
    ]


@pytest.mark.parametrize(
    ("count", "rounds", "values"),
    [
        (6, 3, {}),
        (5, 3, {"rules": "treeblox"}),
        (5, 4, {"boards": 3}),
    ],
)
def test_tournament_is_played_to_its_end_with_no_team_at_home_or_away_three_times_in_a_row(
    count: int, rounds: int, values: dict[str, Any]
) -> None:
    event = league(count, rounds=rounds, **values)
    play_all(event, after(1))
    assert event.state == "finished"
    assert verify_event(event) == []
    met = meetings(event)
    assert {number for number, _ in met} == {*range(1, rounds + 1)}
    assert len(met) == rounds * (count // 2)
    pairs = [frozenset(pair) for _, pair in met]
    assert len(set(pairs)) == len(pairs)
    for city in CITIES[:count]:
        seats = [pair.index(city) for _, pair in met if city in pair]
        assert abs(seats.count(0) - seats.count(1)) <= 2
        assert not any(len({*three}) == 1 for three in zip(seats, seats[1:], seats[2:], strict=False)), (city, seats)
    assert set(PairingRun.objects.values_list("algorithm", flat=True)) == {"team-swiss/1", "team-swiss/2"}
    division = divisions_of(event)[0]
    assert division.stage.stage_ruleset.tie_breaks[0] == "BP"
    rows = division.snapshot.standings.rows
    order = [(row.points, row.values["BP"] or 0) for row in rows]
    assert order == sorted(order, reverse=True)


@pytest.mark.parametrize("is_whole_team", [True, False])
def test_team_gains_nothing_if_it_or_a_player_leaves(is_whole_team: bool) -> None:
    """From some moment on the event is played twice: a team, or a player of it, leaves, or loses every game."""
    luck = Random(1)
    event = league(6, rounds=3)
    strength = luck.sample([f"{city.lower()}{number}" for city in CITIES for number in (1, 2)], 12)
    leaver = team(event, luck.choice(CITIES))
    members = [one.player for one in leaver.squad.all()]
    leaving = members if is_whole_team else members[1:]

    def play(hours: range, losing: Sequence[str] = ()) -> None:
        """In each of these hours some of the open games end, the better of the two players winning."""
        for hour in hours:
            settle(event, after(hour))
            for game in running(event)[hour % 2 :: 2] or running(event):
                names = [seat.player.username for seat in game.seats.select_related("player")]
                game.refresh_from_db()
                if game.status == "running":
                    loser = max(names, key=lambda name: (name in losing, strength.index(name)))
                    lose(game, loser, after(hour))
        settle(event, after(hours.stop))

    def end(losing: Sequence[str] = ()) -> tuple[int, int]:
        """The team's match points and board points in the end; nothing of it stays."""
        play(range(10, 40), losing)
        assert event.state == "finished"
        assert verify_event(event) == []
        rows = divisions_of(event)[0].snapshot.standings.rows
        (row,) = [row for row in rows if row.entrant == leaver.pk]
        transaction.savepoint_rollback(point)
        event.refresh_from_db()
        return row.points, row.values["BP"] or 0

    play(range(1, luck.randint(2, 6)))
    point = transaction.savepoint()
    if is_whole_team:
        leave_event(event_id=event.pk, entrant_id=leaver.pk, player=leaver.player, reason="No time.", at=after(9))
    else:
        decision = Decision(leaving[0], "No time.", after(9))
        teams.leave_team(event_id=event.pk, entrant_id=leaver.pk, username=leaving[0].username, decision=decision)
    gone = end()
    point = transaction.savepoint()
    stayed = end([player.username for player in leaving])
    assert gone <= stayed


def test_match_of_a_team_that_leaves_stands_and_it_is_paired_no_more() -> None:
    event = league(5, rounds=3)
    settle(event, NOON)
    act("withdraw", event, player=team(event, "Ulm").player.username, at=after(1))
    play_all(event, after(2))
    assert event.state == "finished"
    assert verify_event(event) == []
    assert "Ulm" not in {city for number, pair in meetings(event) if number > 1 for city in pair}
    # A league of so many teams would have no result of Ulm's: here its opponent of round 1 keeps the win.
    opponents = [pair for number, pair in meetings(event) if number == 1 and "Ulm" in pair]
    for pair in opponents:
        (other,) = set(pair) - {"Ulm"}
        rows = divisions_of(event)[0].snapshot.standings.rows
        (row,) = [row for row in rows if row.entrant == team(event, other).pk]
        assert row.points > 0
