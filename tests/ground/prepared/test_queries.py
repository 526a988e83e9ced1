"""Queries that are compiled once find what Django's own way finds, with any values, in every thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, models, transaction

from games.models import CurrentTurn, Game, Player, Seat
from games.play.log import open_game, read_game
from games.play.moving import play_move
from ground.prepared.queries import Asked, Prepared
from tests.games.conftest import NOON, Start

pytestmark = pytest.mark.django_db


def columns(row: models.Model) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_query_is_made_once_and_asked_with_other_values(start: Start) -> None:
    start("anna", "bert")
    made: list[int] = []

    def make() -> models.QuerySet[Player]:
        made.append(1)
        return Player.objects.filter(username=Asked("name", models.CharField))

    named = Prepared(make)
    assert [[player.username for player in named.ask(name=name)] for name in ("anna", "bert", "cora")] == [
        ["anna"], ["bert"], []
    ]  # fmt: skip
    assert len(made) == 1


def check_opened_games(start: Start) -> None:
    first, second = start("anna", "bert"), start("cora", "dora", "emil")
    mover = first.seats.get(number=first.to_act).player
    played = play_move(game_id=first.pk, player_id=mover.pk, text="null d3", ply=0, at=NOON, source="api", key="k")
    for game, key in ((first, "k"), (second, "k"), (first, "other"), (first, None)):
        with transaction.atomic():
            opened = open_game(game.pk, player_id=mover.pk, key=key)
        assert columns(opened.game) == columns(Game.objects.get(pk=game.pk))
        assert columns(opened.game.turn) == columns(CurrentTurn.objects.get(game=game))
        by_the_orm = list(Seat.objects.filter(game=game).order_by("number"))
        assert [columns(seat) for seat in opened.seats] == [columns(seat) for seat in by_the_orm]
        assert [columns(seat.player) for seat in opened.seats] == [columns(seat.player) for seat in by_the_orm]
        assert opened.earlier_id == (played.number if key == "k" else None)
        assert (opened.all_well_at, opened.is_clock_moved) == (None, False)


def test_opened_game_is_what_the_orm_finds(start: Start) -> None:
    check_opened_games(start)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("postgres_database")
def test_opened_game_is_what_the_orm_finds_on_postgresql_in_another_thread(start: Start) -> None:
    check_opened_games(start)
    game = Game.objects.order_by("pk")[0]

    def position_elsewhere() -> Any:
        try:
            return read_game(game.pk).game.position
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(position_elsewhere).result() == game.position
