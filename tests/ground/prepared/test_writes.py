"""Statements that are compiled once store what Django's own way stores, and refuse what it refuses."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, models, transaction

from games.models import CurrentTurn, Game, GameEvent, Player, StoredAnswer, Submission
from games.play.log import CHANGING
from games.play.moving import play_move
from ground.prepared.writes import insert, update
from notifications.models import OutboundMail
from tests.games.conftest import NOON, Start

pytestmark = pytest.mark.django_db


def columns(row: models.Model) -> dict[str, Any]:
    stored = type(row)._base_manager.get(pk=row.pk)
    return {field.attname: getattr(stored, field.attname) for field in row._meta.concrete_fields}


def new_rows(game: Game, number: int) -> list[models.Model]:
    """One of each kind that a move writes, with awkward words; ``number`` makes them differ where they must."""
    words, player = "Ä \"quote\" 'single' % %s \\ ☘", Player.objects.get(username="anna")
    return [
        Submission(game=game, player=player, verb="move", text=words, ply=7, key=f"k{number}", source="api",
                   received_at=NOON, state="rejected", code="illegal", message=words),
        GameEvent(game=game, seq=100 + number, ply=50 + number, kind="step", seat=0, source="page", at=NOON, text=words,
                  receipt="0" * 64),
        OutboundMail(kind="turn", reader=player, game=game, ply=3, context={"a": [1, None, words]}, due_at=NOON,
                     created_at=NOON, dedupe_key=f"d{number}"),
        StoredAnswer(player=player, key=f"s{number}", request="0" * 64, status=200, body=words, made_at=NOON),
    ]  # fmt: skip


UNLIKE = {"id", "key", "dedupe_key", "seq", "ply"}


def check_writes(start: Start) -> None:
    game = start("anna", "bert")
    for ours, theirs in zip(new_rows(game, 1), new_rows(game, 2), strict=True):
        insert([ours])
        theirs.save(force_insert=True)
        assert not ours._state.adding
        stored, by_the_orm = columns(ours), columns(theirs)
        for name in UNLIKE & stored.keys():
            del stored[name], by_the_orm[name]
        assert stored == by_the_orm
    rows = [new_rows(game, number)[2] for number in (3, 4, 5)]
    insert(rows)
    assert [OutboundMail.objects.get(pk=row.pk).dedupe_key for row in rows] == ["d3", "d4", "d5"]
    check_updates(game)


def check_updates(game: Game) -> None:
    mover = game.seats.get(number=game.to_act).player
    before = columns(game)
    play_move(game_id=game.pk, player_id=mover.pk, text="null d3", ply=0, at=NOON, source="api", key="k")
    played, turn = Game.objects.get(pk=game.pk), CurrentTurn.objects.get(game=game)
    for row, names in ((played, CHANGING), (turn, [field.name for field in turn._meta.concrete_fields[1:]])):
        stored = columns(row)
        other = deepcopy(row)
        type(row)._base_manager.filter(pk=row.pk).update(**(
            {"seq": 0, "ply": 0, "receipt": "", "agreements": {"draw": [0]}} if row is played else {"warned": ["50"]}
        ))  # fmt: skip
        assert columns(row) != stored
        update(row, names)
        by_prepared = columns(row)
        other.save(update_fields=names)
        assert by_prepared == columns(row) == stored
    assert columns(played) != before


def test_rows_are_stored_as_the_orm_stores_them(start: Start) -> None:
    check_writes(start)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_rows_are_stored_as_the_orm_stores_them_on_postgresql(postgres_database: str, start: Start) -> None:
    check_writes(start)


def test_row_that_breaks_a_constraint_is_refused(start: Start) -> None:
    game = start("anna", "bert")
    insert([new_rows(game, 1)[2]])
    with pytest.raises(IntegrityError), transaction.atomic():
        insert([new_rows(game, 1)[2]])
    assert OutboundMail.objects.filter(dedupe_key="d1").count() == 1


def test_row_that_is_gone_cannot_be_changed(start: Start) -> None:
    game = start("anna", "bert")
    turn = CurrentTurn.objects.get(game=game)
    CurrentTurn.objects.all().delete()
    with pytest.raises(DatabaseError, match="did not affect any rows"), transaction.atomic():
        update(turn)
