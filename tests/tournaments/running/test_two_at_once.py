"""Two at once on PostgreSQL, where nothing but our own locks makes them wait."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from games.feed import reading, topics
from games.models import Game, GameEvent
from games.play import timeouts
from tests.at_once import at_once, in_the_middle
from tests.games.conftest import all_read, warn
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, THREE_DAYS, League, after, end_with, friend, game_of
from tests.tournaments.playing import play_all, running, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event, EventLogEntry, StandingSnapshot
from tournaments.running import services
from tournaments.scheduling import standby, timetable
from tournaments.standings.points import POINT
from tournaments.tasks import compute_standings

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


@pytest.fixture
def entries_open() -> Event:
    event = services.create_event(
        name="Spring", director=friend("cleo"), rules="treeblox", control=THREE_DAYS, at=NOON, most_entrants=2
    )
    return services.open_entries(event_id=event.pk, player=friend("cleo"))


def test_entrants_of_one_transaction_are_one_piece_of_news(entries_open: Event) -> None:
    with transaction.atomic():
        for name in ("anna", "bert"):
            services.enter_event(event_id=entries_open.pk, player=friend(name), at=NOON)
    services.withdraw_entry(event_id=entries_open.pk, player=friend("anna"))
    news = reading.read([topics.of_event(entries_open.pk)], after=0).entries
    assert [(entry.what, entry.facts["event"]) for entry in news] == [(topics.ENTRANTS, "spring")] * 2


def test_last_place_is_taken_once_and_nobody_enters_twice(entries_open: Event) -> None:
    players = [friend(f"player{n}") for n in (1, 1, 2, 3, 4)]
    enter = services.enter_event
    answers = at_once(*[lambda one=one: enter(event_id=entries_open.pk, player=one, at=NOON) for one in players])  # type: ignore[misc]
    assert all(isinstance(answer, Entrant) for answer in answers)
    statuses = Counter(entries_open.entrants.values_list("status", flat=True))
    assert statuses == {"active": 2, "waiting": 2}


def test_event_started_by_its_director_and_by_schedulers_starts_once(entries_open: Event) -> None:
    for name in ("anna", "bert"):
        services.enter_event(event_id=entries_open.pk, player=friend(name), at=NOON)
    Event.objects.filter(pk=entries_open.pk).update(starts_at=after(1))
    director = friend("cleo")
    at_once(
        *[lambda: services.start_event(event_id=entries_open.pk, player=director, at=after(2))] * 2,
        *[lambda: timetable.follow(now=after(2))] * 2,
    )
    entries_open.refresh_from_db()
    assert (entries_open.state, Game.objects.count(), entries_open.log_entries.count()) == ("running", 2, 2)


def test_games_that_end_together_all_reach_the_table_and_the_event_ends_once(league: League) -> None:
    event = league("anna", "bert", "dora")
    pairs = [(a, b) for a in ("anna", "bert", "dora") for b in ("anna", "bert", "dora") if a != b]
    games = [game_of(event, *pair) for pair in pairs]
    division = event.divisions.get().pk

    def finish(game: Game) -> None:
        end_with(game, 1, 1)
        compute_standings(division)

    at_once(*[lambda game=game: finish(game) for game in games])  # type: ignore[misc]
    assert list(EventLogEntry.objects.order_by("seq").values_list("seq", flat=True)) == [*range(1, 9)]
    event.refresh_from_db()
    snapshot = StandingSnapshot.objects.get()
    assert (event.state, snapshot.version) == ("finished", 8)
    assert [row.points for row in snapshot.standings.rows] == [POINT] * 3


def test_two_schedulers_end_a_round_once() -> None:
    event = started(Layout(form="swiss", rounds=1, round_days=10), 4)
    at_once(*[lambda: timetable.follow(now=after(24 * 10 + 1))] * 4)
    assert event.log_entries.filter(kind="deadline_moved").count() == 1
    assert len(running(event)) == 2
    at_once(*[lambda: timetable.follow(now=after(24 * 18))] * 4)
    assert not running(event)
    assert event.log_entries.filter(kind="game_finished").count() == 2


def test_two_schedulers_make_one_next_season() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=100), 3)
    play_all(event, after(1))
    at_once(*[lambda: timetable.follow(now=after(48))] * 4)
    season = Event.objects.get(previous=event)
    assert season.entrants.filter(status="asked").count() == 3
    assert season.name == "Autumn, season 2"


def test_action_sent_from_four_connections_with_one_key_is_done_once(league: League) -> None:
    event = league("anna", "bert", "dora")
    game = game_of(event, "anna", "bert")
    before = game.clocks

    def add() -> EventLogEntry:
        return act("add-time", event, game=game.pk, seat=1, span=timedelta(days=2), at=after(1), key="k1")

    answers = at_once(*[add] * 4)
    assert len({answer.pk for answer in answers}) == 1
    game.refresh_from_db()
    assert game.clocks[0] - before[0] == 2 * 86_400_000


def test_two_schedulers_fill_a_place_at_a_table_once() -> None:
    event = started(Layout(seats=3), 4)
    for name in ("kurt", "lena"):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(1), standby=True)
    entrant = event.entrants.get(player=friend("bert"))
    leave_event(event_id=event.pk, entrant_id=entrant.pk, player=friend("bert"), reason="Moving.", at=after(2))
    places = standby.places_to_fill()
    answers = at_once(*[lambda: [standby.fill(place, at=after(3)) for place in places]] * 3)
    assert sum(line is not None for answer in answers for line in answer) == 1
    assert event.log_entries.filter(kind="substituted").count() == 1


def test_director_writes_to_all_while_the_flag_of_one_of_them_falls(league: League) -> None:
    event = league("anna", "bert", rules="btt")
    (game,) = running(event)
    warn(game)
    all_read(after(100))
    fallen, line = in_the_middle(
        '"games_player"', "UPDATE",  # the flag has the player's lock, and wants the event's
        of=lambda: timeouts.flag_overdue(now=after(100)),
        do=lambda: act("announce", event, text="Hello.", by=friend("cleo"), at=after(99)),
    )  # fmt: skip
    assert (fallen, line.kind) == ([game.pk], "announced")
    assert list(event.log_entries.order_by("seq").values_list("kind", flat=True))[-2:] == ["announced", "game_finished"]


def sent_at_once(key: str, *requests: tuple[str, dict[str, Any]]) -> list[tuple[int, Any]]:
    """What REST answers to actions that the director sends at the same moment under one key."""

    def send(slug: str, data: dict[str, Any]) -> tuple[int, Any]:
        client = APIClient()
        client.force_authenticate(friend("cleo"))
        path = f"/api/v1/events/spring/actions/{slug}/"
        why = {} if slug == "announce" else {"reason": "So."}
        answer = client.post(path, {**why, **data}, format="json", HTTP_IDEMPOTENCY_KEY=key)
        return answer.status_code, answer.json()

    return at_once(*[lambda one=one: send(*one) for one in requests])  # type: ignore[misc]


def test_of_two_requests_with_one_key_one_is_done_and_the_other_refused(league: League) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    game, other, *_ = running(event)
    day = {"game": game.pk, "seat": 1, "span": 86_400}
    pairs: list[list[tuple[str, dict[str, Any]]]] = [
        [("announce", {"text": "Hello."}), ("announce", {"text": "Goodbye."})],
        [("add-time", {"span": 86_400}), ("add-time", {"span": 99_000})],
        [("add-time", day), ("add-time", {**day, "span": 99_000})],
        [("add-time", {**day, "game": other.pk}), ("adjudicate", {"game": game.pk, "places": [1, 2]})],
        [("withdraw", {"player": "anna"}), ("withdraw", {"player": "bert"})],
    ]
    for number, pair in enumerate(pairs):
        decided = event.log_entries.filter(payload__actor__isnull=False)
        before = decided.count()
        answers = sent_at_once(f"key {number}", *pair)
        assert sorted(status for status, _ in answers) == [200, 409], answers
        assert [said["code"] for status, said in answers if status == 409] == ["key_reused"], answers
        assert decided.count() == before + 1
    described = GameEvent.objects.filter(kind__in=("time_added", "adjudicated"), game__in=[game.pk, other.pk])
    assert described.count() == 2 + 1 + 1, "what was refused has left nothing in a game"
