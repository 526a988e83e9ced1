"""How games lie in the database: what it refuses by itself, which index answers what, what a move rewrites."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import permutations
from typing import Any, NamedTuple

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.db.models import QuerySet

from games.models import CurrentTurn, Game, GameEvent, Player, Seat
from games.models.games import MOST_SEATS
from games.play import queries
from games.play.creation import create_game
from games.play.moving import play_move
from games.timekeeping import leave
from tests.games.conftest import NOON, THREE_DAYS, Start, after

OURS = ("games", "tournaments", "notifications")


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.django_db), pytest.param("postgresql", marks=pytest.mark.services)]
)
def vendor(request: pytest.FixtureRequest) -> str:
    """A test on each kind of database."""
    request.getfixturevalue("db" if request.param == "sqlite" else "postgres_database")
    return str(request.param)


# Indexes --------------------------------------------------------------------------------------------------------------


class Index(NamedTuple):
    """An index of a table over all its rows. ``orders`` are those of its columns."""

    name: str
    columns: tuple[str, ...]
    orders: tuple[str, ...]
    is_unique: bool


def indexes_of(table: str) -> Iterator[Index]:
    """The indexes of a table but for those over some of its rows, which no other one can replace."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
        partial = _partial_indexes(cursor, table)
    for name, facts in found.items():
        if (facts["index"] or facts["unique"]) and name not in partial and all(facts["columns"]):
            orders = tuple(facts.get("orders") or ["ASC"] * len(facts["columns"]))
            unique = facts["unique"] or facts["primary_key"]
            yield Index(name, tuple(facts["columns"]), orders, unique)


def _partial_indexes(cursor: Any, table: str) -> set[str]:
    cursor.execute("SELECT name FROM pragma_index_list(%s) WHERE partial", [table])
    return {name for (name,) in cursor.fetchall()}


def is_redundant(index: Index, other: Index) -> bool:
    """Whether all that an index does is done by another one that begins with its columns."""
    size = len(index.columns)
    begins = other.columns[:size] == index.columns and other.orders[:size] == index.orders
    is_less = size < len(other.columns) or index.is_unique < other.is_unique
    return begins and not index.is_unique and is_less


@pytest.mark.django_db
def test_no_index_is_the_beginning_of_another_one() -> None:
    tables = [model._meta.db_table for app in OURS for model in apps.get_app_config(app).get_models()]
    redundant = {
        f"{table}: {', '.join(index.columns)}"
        for table in tables
        for index, other in permutations(indexes_of(table), 2)
        if is_redundant(index, other)
    }
    assert redundant == set()


@pytest.mark.slow
def test_games_of_a_player_are_ranges_of_an_index_however_many_are_over(vendor: str) -> None:
    assert connection.vendor == vendor
    anna = many_games(finished=1000, running=5, others=500)
    waiting, together = queries.games_to_move(anna), leave.running_games_of(anna)
    assert (len(waiting), len(together)) == (3, 5)
    assert "games_currentturn_by_player" in plan_of(waiting)
    assert "games_seat_of_running_game" in plan_of(together)
    assert all("SCAN" not in line and "Seq Scan" not in line for line in plan_of(waiting).splitlines())


@pytest.mark.slow
def test_sweep_asks_an_index_for_what_is_due(vendor: str) -> None:
    assert connection.vendor == vendor
    many_games(finished=0, running=5, others=1000)
    found = queries.games_to_look_at(now=after(1))
    assert len(found) == 5
    assert "games_currentturn_due" in plan_of(found)


def many_games(*, finished: int, running: int, others: int) -> Player:
    """A player with so many games; in more than half of those that run they are to act, and something is due in each.

    Of ``others`` as many games are over and as many run, in which nothing is due. All statistics are up to date.
    """
    players = [Player.objects.create(username=name) for name in ("anna", "bert", "cora", "dora")]
    template = create_game(rules="btt", players=players[:2], control=THREE_DAYS, at=NOON)
    values = {
        field.attname: getattr(template, field.attname) for field in Game._meta.concrete_fields if not field.primary_key
    }
    over = values | {"status": "finished", "to_act": None, "finished_at": after(9), "end_reason": "time"}
    for pair, ended, going_on, due in (
        (players[:2], finished, running, NOON), (players[2:], others, others, after(70)),
    ):  # fmt: skip
        games = Game.objects.bulk_create(
            [*(Game(**over) for _ in range(ended)), *(Game(**values) for _ in range(going_on))]
        )
        Seat.objects.bulk_create(
            Seat(game=game, number=(place + n) % 2, player=player, points=0 if game.is_over else None)
            for n, game in enumerate(games, start=ended % 2)
            for place, player in enumerate(pair)
        )
        seats = Seat.objects.filter(game__in=[game for game in games if not game.is_over], number=0)
        CurrentTurn.objects.bulk_create(
            CurrentTurn(game_id=seat.game_id, player_id=seat.player_id, started_at=NOON, time=1, due_at=due,
                        deadline=NOON + timedelta(days=3))
            for seat in seats.order_by("game")
        )  # fmt: skip
    template.seats.all().delete()
    template.turn.delete()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return players[0]


def plan_of(found: QuerySet[Any]) -> str:
    """How the database finds these rows."""
    return str(found.prefetch_related(None).explain())


# What is written ------------------------------------------------------------------------------------------------------


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_move_leaves_the_indexes_of_the_game_alone() -> None:
    anna, bert = (Player.objects.create(username=name) for name in ("anna", "bert"))
    game = create_game(rules="btt", players=[anna, bert], control=THREE_DAYS, at=NOON)
    asked = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = 'games_game'"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(asked)
        before = cursor.fetchone()
        play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(1), source="api")
        cursor.execute(asked)
        assert [now - then for now, then in zip(cursor.fetchone(), before, strict=True)] == [1, 1]


# What the database refuses --------------------------------------------------------------------------------------------


REFUSED: list[tuple[type[models.Model], dict[str, Any]]] = [
    (Game, {"status": "finished"}),
    (Game, {"to_act": None}),
    (Game, {"finished_at": NOON}),
    (Game, {"end_reason": "time"}),
    (Game, {"to_act": MOST_SEATS}),
    (Seat, {"number": MOST_SEATS}),
    (Seat, {"left_ply": 3}),
    (Seat, {"place": 1}),
    (CurrentTurn, {"player": None}),
    (CurrentTurn, {"time": None}),
    (CurrentTurn, {"held_until": after(1)}),
    (CurrentTurn, {"due_at": after(999)}),
    (CurrentTurn, {"due_at": None}),
    (GameEvent, {"kind": "applauded"}),
    (GameEvent, {"kind": "step"}),
    (GameEvent, {"ply": 1}),
    (GameEvent, {"cause": "a whim"}),
    (GameEvent, {"key": "1"}),
    (GameEvent, {"seat": MOST_SEATS}),
    (Player, {"hold_minutes": 1441}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "change"), REFUSED)
def test_database_refuses_what_cannot_be(start: Start, model: type[models.Model], change: dict[str, Any]) -> None:
    game = start("anna", "bert")
    rows: QuerySet[Any] = model._default_manager.all()
    first = rows.filter(pk=rows.order_by("pk").values("pk")[:1]) if model is not Game else rows.filter(pk=game.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        first.update(**change)
