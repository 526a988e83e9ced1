"""The life of an event: entries, the lots of its start, who meets whom."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clock.calendars import LeaveRule, PauseRules
from games.models import Game, Player, Seat
from games.timekeeping.leave import plan_leave
from tests.tournaments.conftest import NOON, THREE_DAYS, League, after, friend
from tests.tournaments.playing import running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.lots import event_seed
from tournaments.exceptions import EntriesClosed, EntryRefused, EventError, NotDirector
from tournaments.models import Entrant, Event, Fixture
from tournaments.running import progress, services
from tournaments.signals import round_advanced
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> Event:
    return services.create_event(
        name="Spring League", director=friend("cleo"), rules="treeblox", control=THREE_DAYS, at=NOON, most_entrants=2
    )


@pytest.fixture
def entries_open(draft: Event) -> Event:
    return services.open_entries(event_id=draft.pk, player=friend("cleo"))


def enter(event: Event, name: str) -> Entrant:
    return services.enter_event(event_id=event.pk, player=friend(name), at=NOON)


def test_address_of_a_long_name_is_cut_to_what_fits() -> None:
    name = "\u33c2" * 60  # each letter is "am" in plain ones
    event = services.create_event(name=name, director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    assert (event.name, event.slug) == (name, "am" * 30)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"rules": "chess"}, "There is no game 'chess'"),
        ({"name": "Spring League"}, "Choose another name"),
        ({"name": "!!"}, "letters a-z or digits"),
        ({"name": "Весна"}, "letters a-z or digits"),
        ({"options": {"wind": "north"}}, "no option 'wind'"),
        ({"most_entrants": 1}, "A round robin like this is for 2 to 21 players"),
        ({"most_entrants": 8, "layout": Layout(form="league", pool_size=9)}, "A league .* is for 9 to"),
        ({"most_entrants": 5, "layout": Layout(form="groups", pool_size=4)}, "finals like this is for 6 to"),
    ],
)
def test_event_that_cannot_be_says_what_would_be_right(draft: Event, values: dict[str, Any], sentence: str) -> None:
    usual: dict[str, Any] = {"name": "Autumn", "rules": "btt", "director": friend("cleo"), "control": THREE_DAYS}
    with pytest.raises(EventError, match=sentence):
        services.create_event(**{**usual, **values}, at=NOON)


def test_house_bot_does_not_enter(entries_open: Event) -> None:
    bot = Player.objects.create(username="plain", is_bot=True)
    with pytest.raises(EntryRefused, match="House bots do not play in events"):
        services.enter_event(event_id=entries_open.pk, player=bot, at=NOON)


def test_player_who_enters_a_full_event_waits_until_somebody_withdraws(entries_open: Event) -> None:
    for name in ("anna", "bert", "dora", "emil"):
        enter(entries_open, name)
    assert list(entries_open.entrants.values_list("status", flat=True)) == ["active", "active", "waiting", "waiting"]
    services.withdraw_entry(event_id=entries_open.pk, player=friend("anna"))
    assert entries_open.entrants.get(player=friend("dora")).status == "active"
    assert entries_open.entrants.get(player=friend("emil")).status == "waiting"


def test_player_who_only_stands_by_from_now_on_leaves_the_place_to_the_first_player_who_waits(
    entries_open: Event,
) -> None:
    for name in ("anna", "bert", "dora"):
        services.enter_event(event_id=entries_open.pk, player=friend(name), at=NOON)
    services.enter_event(event_id=entries_open.pk, player=friend("anna"), at=NOON, standby=True)
    statuses = dict(entries_open.entrants.values_list("player__username", "status"))
    assert statuses == {"anna": "standby", "bert": "active", "dora": "active"}


def test_withdrawn_entrant_is_not_paired_and_may_enter_again(entries_open: Event) -> None:
    anna, _ = (enter(entries_open, name) for name in ("anna", "bert"))
    services.withdraw_entry(event_id=entries_open.pk, player=friend("anna"))
    assert entries_open.entrants.get(player=friend("anna")).status == Entrant.Status.WITHDRAWN
    with pytest.raises(EventError, match="for 2 to 21 players, not 1"):
        services.start_event(event_id=entries_open.pk, player=friend("cleo"), at=NOON)
    again = enter(entries_open, "anna")
    assert (again, again.status, entries_open.entrants.count()) == (anna, Entrant.Status.ACTIVE, 2)
    assert enter(entries_open, "anna") == again  # entering twice is one entry


def test_only_the_director_opens_and_starts(draft: Event) -> None:
    with pytest.raises(EntriesClosed, match="takes no entries now: it is a draft"):
        enter(draft, "anna")
    with pytest.raises(NotDirector):
        services.open_entries(event_id=draft.pk, player=friend("anna"))
    with pytest.raises(NotDirector):
        services.start_event(event_id=draft.pk, player=friend("anna"), at=NOON)


def test_running_event_cannot_be_entered_left_or_started_again(league: League) -> None:
    event = league("anna", "bert")
    with pytest.raises(EntriesClosed):
        enter(event, "dora")
    with pytest.raises(EntriesClosed, match="before it starts"):
        services.withdraw_entry(event_id=event.pk, player=friend("anna"))
    with pytest.raises(EventError, match="only an event open for entries can start"):
        services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON)


def test_player_of_a_finished_event_reads_that_it_is_too_late_to_withdraw(league: League) -> None:
    event = league("anna", "bert")
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED, finished_at=NOON)
    with pytest.raises(EntriesClosed, match="Spring is finished: nobody can withdraw any more"):
        services.withdraw_entry(event_id=event.pk, player=friend("anna"))


def test_start_pairs_everybody_in_matches_with_colours_swapped_all_at_once(league: League) -> None:
    event = league("anna", "bert", "dora", "emil")
    assert event.state == Event.State.RUNNING
    fixtures = Fixture.objects.filter(round__division__event=event)
    assert fixtures.count() == 6
    for fixture in fixtures:
        first, second = fixture.games.all()
        assert first.seating == second.seating[::-1]
        assert first.seating == [seat.entrant_id for seat in fixture.seats.all()]
        assert [seat.player.username for seat in first.game.seats.all()] == [
            Entrant.objects.get(pk=entrant).player.username for entrant in first.seating
        ]
    assert Game.objects.filter(status=Game.Status.RUNNING, started_at=NOON).count() == 12
    darks = Counter(game.seats.get(number=0).player.username for game in Game.objects.all())
    assert darks == {"anna": 3, "bert": 3, "dora": 3, "emil": 3}


def test_lots_follow_from_the_seed_that_was_committed_to(league: League) -> None:
    event = league("anna", "bert", "dora", "emil")
    entrants = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    assert event.commitment == hashlib.sha256(bytes.fromhex(event.nonce)).hexdigest()
    assert event.seed == event_seed(event.pk, entrants, event.nonce)
    assert set(event.entrants.values_list("number", flat=True)) == {1, 2, 3, 4}


def test_seed_of_an_event_is_a_hash_that_anybody_can_compute() -> None:
    assert event_seed(7, [3, 12, 1], "00") == hashlib.sha256(b"7:1,3,12:00").hexdigest()


def test_start_withdraws_a_player_who_has_closed_the_account(league: League) -> None:
    Player.objects.create(username="bert", is_active=False)
    event = league("anna", "bert", "dora")
    assert {seat.player.username for seat in Seat.objects.all()} == {"anna", "dora"}
    assert event.entrants.get(player__username="bert").status == Entrant.Status.WITHDRAWN


@contextmanager
def told_of_starts() -> Iterator[list[tuple[str, str, int]]]:
    """What is told of events that advance: what happened, their state, and how many fixtures there are by then."""
    described: list[tuple[str, str, int]] = []

    def listen(sender: object, *, event: Event, kind: str, **facts: Any) -> None:
        described.append((kind, event.state, Fixture.objects.filter(round__division__event=event).count()))

    round_advanced.connect(listen)
    try:
        yield described
    finally:
        round_advanced.disconnect(listen)


def test_start_is_told_when_everything_is_there(league: League) -> None:
    with told_of_starts() as described:
        league.__wrapped__("anna", "bert")  # type: ignore[attr-defined] # a copy is told of nothing
    assert described == [("started", "running", 1)]


def filled(name: str, form: str, count: int) -> Event:
    """An event whose entries are open and for which so many have entered."""
    event = services.create_event(
        name=name, director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON, layout=Layout(form=form),
        most_entrants=count,
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    players = Player.objects.bulk_create(Player(username=f"{event.slug}-{number}") for number in range(count))
    Entrant.objects.bulk_create(Entrant(event=event, player=player, entered_at=NOON) for player in players)
    return event


def test_start_of_a_ladder_of_many_is_told() -> None:
    event = filled("Ladder", "ladder", progress.PAIRED_AT_ONCE + 1)
    with told_of_starts() as described:
        settle(services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON), after(1))
    assert described == [("started", "running", 0)]


def test_divisions_of_a_large_league_are_paired_one_by_one_and_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PAIRED_AT_ONCE", 8)
    event = started.__wrapped__(Layout(form="league", pool_size=3), 9)  # type: ignore[attr-defined]
    assert not running(event)
    assert progress.advance(event.divisions.latest("pk").pk, at=after(1))  # then the worker is stopped
    assert len(running(event)) == 3
    settle(event, after(2))
    kinds = Counter(event.log_entries.values_list("kind", flat=True))
    assert (len(running(event)), kinds) == (9, {"started": 1, "round_paired": 3})
    assert verify_event(event) == []


def test_more_pairings_are_no_more_statements() -> None:
    asked = []
    for count in (20, 60):
        event = filled(f"Round of {count}", "swiss", count)
        with CaptureQueriesContext(connection) as statements:
            services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON)
        asked.append(len(statements))
    assert asked[0] == asked[1] < 80
    assert Game.objects.count() == 40


def test_games_of_an_event_respect_what_it_says_and_leave_is_warned_of() -> None:
    cleo, dora = friend("cleo"), friend("dora")
    strict = PauseRules(LeaveRule.FORBIDDEN, pauses=False)
    event = services.create_event(
        name="Strict", director=cleo, rules="btt", control=THREE_DAYS, at=NOON, pause_rules=strict
    )
    services.open_entries(event_id=event.pk, player=cleo)
    for player in (cleo, dora):
        services.enter_event(event_id=event.pk, player=player, at=NOON)
    day = NOON.date() + timedelta(days=2)
    plan = plan_leave(player=dora, first=day, last=day, now=NOON)
    assert plan.warnings == ("Strict forbids leave: once it has started, your clocks in it run on.",)
    services.start_event(event_id=event.pk, player=cleo, at=NOON)
    game = Game.objects.get()
    assert PauseRules.load(game.pause_rules) == strict
    assert plan_leave(player=dora, first=day, last=day, now=NOON).warnings == (
        f"In game {game.pk} (Strict, round 1) leave does not count: your clock runs on.",
    )
