"""From finished games to stored standings: the log, its hash chain, the workers' tasks, the end of an event."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from games.models import Game, Player, Seat
from games.play import agreements, creation
from games.play.log import OpenGame
from ground.background import Publisher
from tests.tournaments.acting import act
from tests.tournaments.conftest import League, after, end_with, friend, game_of, play
from tests.tournaments.playing import better_of, lose, payload_of, running, started
from tournaments import tasks
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event, EventLogEntry, StandingSnapshot
from tournaments.queries import stale_divisions
from tournaments.running import services
from tournaments.signals import round_advanced
from tournaments.standings.points import POINT
from tournaments.tasks import compute_stale_standings, compute_standings

pytestmark = pytest.mark.django_db


def table_of(event: Event) -> list[tuple[int, str, int]]:
    """The stored table: rank, player, points in 1/840."""
    names = dict(event.entrants.values_list("pk", "player__username"))
    snapshot = StandingSnapshot.objects.get(division__event=event)
    return [(row.rank, names[row.entrant], row.points) for row in snapshot.standings.rows]


def test_finished_game_is_one_line_of_the_log(league: League) -> None:
    event = league("anna", "bert")
    game = end_with(game_of(event, "anna", "bert"), 3, 2)
    result = EventLogEntry.objects.get(kind="game_finished")
    anna, bert = (event.entrants.get(player=friend(name)).pk for name in ("anna", "bert"))
    described = payload_of(result).result
    assert (described.entrants, described.scores, described.places) == ((anna, bert), (3, 2), (1, 2))
    assert (described.left, described.reason) == ((), game.end_reason)
    assert (result.seq, result.game, result.at) == (3, game, game.finished_at)  # after the start and the pairing
    lose(game_of(event, "bert", "anna"), "bert", after(1))
    given_up = EventLogEntry.objects.get(seq=4)
    assert payload_of(given_up).result.left == (0,)
    assert given_up.payload["result"]["left"] == [1], "seats count from 1 in what is stored and published"


def test_move_that_ends_nothing_asks_nothing_of_events(
    league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    from tournaments.receivers import note_ends

    event = league("anna", "bert")
    game = play(game_of(event, "anna", "bert"), "L 1,1,1")
    seats, events = list(Seat.objects.filter(game=game)), list(game.events.all())
    with django_assert_num_queries(0):
        note_ends(Game, advanced=[OpenGame(game=game, seats=seats, position=game.load_position(), events=events)])


def test_result_costs_four_statements(league: League, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = league("anna", "bert")
    game = game_of(event, "anna", "bert")
    game.status, game.end_reason, game.finished_at = Game.Status.FINISHED, "score", after(1)
    seats = list(Seat.objects.filter(game=game))
    with django_assert_num_queries(4):  # the game in its event, the entry, the head of the log, the feed
        services.record_result(game=game, seats=seats)


def test_game_of_no_event_leaves_no_result(league: League) -> None:
    event = league("anna", "bert")
    game = creation.create_game(
        rules="btt", players=[friend("anna"), friend("bert")], control=event.time_control, at=after(0)
    )
    agreements.resign(game_id=game.pk, player_id=friend("bert").pk, at=after(1), source="page")
    assert not EventLogEntry.objects.filter(kind="game_finished").exists()


def test_log_is_a_hash_chain_that_anybody_can_recompute(league: League) -> None:
    event = league("anna", "bert", "dora")
    for pair in (("anna", "bert"), ("bert", "anna"), ("dora", "anna")):
        end_with(game_of(event, *pair), 2, 1)
    digest = ""
    for number, result in enumerate(EventLogEntry.objects.order_by("seq"), 1):
        at = f"{result.at:%Y-%m-%dT%H:%M:%S}.{result.at.microsecond // 1000:03}Z"
        about = [result.division_id, result.game_id, at]
        content = [digest, event.pk, number, result.kind, *about, result.payload]
        digest = hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
        assert (result.seq, result.digest) == (number, digest)
    event.refresh_from_db()
    assert (event.log_seq, event.log_digest) == (5, digest)


def test_worker_is_hinted_and_computes_the_table(
    league: League, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def publish(_: Publisher, task: str, args: tuple[int, ...], trace: str = "") -> None:
        if task == tasks.compute_standings.name:
            tasks.compute_standings(*args)

    monkeypatch.setattr(Publisher, "publish", publish)  # here and now
    event = league("anna", "bert", "dora")
    assert [points for _, _, points in table_of(event)] == [0, 0, 0]
    end_with(game_of(event, "anna", "bert"), 3, 1)
    with django_capture_on_commit_callbacks(execute=True):
        end_with(game_of(event, "bert", "anna"), 2, 1)
    assert table_of(event)[0] == (1, "anna", POINT)
    with django_capture_on_commit_callbacks(execute=True):
        act("annul", event, game=game_of(event, "anna", "bert").pk, by=friend("cleo"), reason="No.", at=after(2))
    assert table_of(event)[0] == (1, "bert", POINT)


@pytest.mark.usefixtures("unguarded_logs")
def test_slow_worker_never_puts_an_older_table_over_a_newer(league: League) -> None:
    event = league("anna", "bert")
    division = event.divisions.get()
    end_with(game_of(event, "anna", "bert"), 2, 1)
    services.compute_standings(division.pk, at=after(3))
    EventLogEntry.objects.all().delete()  # what a worker saw that read the log before the result was there
    services.compute_standings(division.pk, at=after(4))
    assert StandingSnapshot.objects.get().computed_at == after(3)


def test_sweep_finds_what_no_hint_announced(league: League) -> None:
    event = league("anna", "bert")
    end_with(game_of(event, "anna", "bert"), 3, 1)
    assert list(stale_divisions()) == [event.divisions.get()]
    compute_stale_standings()
    assert not stale_divisions().exists()
    end_with(game_of(event, "bert", "anna"), 1, 1)
    compute_stale_standings()
    event.refresh_from_db()
    assert (event.state, table_of(event)[0]) == ("finished", (1, "anna", POINT))


@pytest.mark.parametrize(("more", "waits"), [(196, False), (197, True)])
def test_young_table_of_a_large_swiss_tournament_waits_for_the_sweep_unless_the_round_is_over(
    more: int, waits: bool
) -> None:
    event = started(Layout(form="swiss", rounds=1), 4)
    division = event.divisions.get()
    Player.objects.bulk_create(Player(username=f"player {number}") for number in range(more))
    Entrant.objects.bulk_create(
        Entrant(event=event, player=player, division=division, number=5 + number, entered_at=after(0))
        for number, player in enumerate(Player.objects.filter(username__startswith="player "))
    )
    one, two = running(event)
    for game, may_wait in ((one, waits), (two, False)):
        StandingSnapshot.objects.update(computed_at=timezone.now() + timedelta(hours=1))  # as young as can be
        lose(game, better_of(game)[1][0], after(1))
        compute_standings(division.pk)
        assert stale_divisions().exists() == may_wait
        compute_stale_standings()
        assert not stale_divisions().exists()


def test_event_ends_once_with_its_final_table_stored(league: League) -> None:
    event = league("anna", "bert")
    described: list[tuple[str, Any]] = []

    def listen(sender: object, *, event: Event, kind: str, **facts: Any) -> None:
        described.append((kind, table_of(event)))

    end_with(game_of(event, "anna", "bert"), 3, 1)
    end_with(game_of(event, "bert", "anna"), 3, 1)
    round_advanced.connect(listen)
    try:
        compute_standings(event.divisions.get().pk)
        compute_standings(event.divisions.get().pk)
        compute_stale_standings()
    finally:
        round_advanced.disconnect(listen)
    ((kind, table),) = described
    assert (kind, sorted(table)) == ("finished", [(1, "anna", POINT // 2), (1, "bert", POINT // 2)])
    event.refresh_from_db()
    assert event.finished_at == event.log_entries.order_by("-seq")[0].at


def test_abandoned_match_is_void_and_still_lets_the_event_end(league: League) -> None:
    event = league("anna", "bert")
    for game in Game.objects.all():
        for name in ("anna", "bert"):
            agreements.offer_abandonment(game_id=game.pk, player_id=friend(name).pk, at=after(1), source="page")
    compute_standings(event.divisions.get().pk)
    event.refresh_from_db()
    assert (event.state, [points for _, _, points in table_of(event)]) == ("finished", [0, 0])
