"""One throw, one number: nothing that can happen to a message makes a die fall twice, or fall another way."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.archive import stored_records
from games.exceptions import GameError
from games.models import Game, Player
from games.play import moving
from games.records import dice
from games.records.throws import faults_of, throws_of
from games.rules.roots.stages import Choosing
from tests.at_once import at_once
from tests.games.conftest import Start, after
from tests.games.playing import SHORT_ROOTS, play_on

SECRET = "0f1e2d3c" * 8


def before_the_first_growth(start: Start) -> Game:
    """A game in which red is about to choose a die: beads are placed, and nutrients have spawned as their dice fell."""
    game = start("anna", "bert", rules="roots", options=SHORT_ROOTS, secret=SECRET)
    while not isinstance(game.load_position().stage, Choosing):
        game = play_on(game, 1)
    assert game.to_act == 0
    return game


@pytest.fixture
def growing(start: Start) -> Game:
    return before_the_first_growth(start)


def send(game: Game, text: str, source: str = "page", **values: Any) -> Any:
    player = Player.objects.get(username="anna")
    return moving.play_move(
        game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=after(1), source=source, **values
    )


def rolls(game: Game) -> list[tuple[int, str]]:
    return list(game.events.filter(kind="roll").order_by("ply").values_list("ply", "text"))


def faces_of_the_growth(game: Game, die: int) -> str:
    """The die that falls after it is chosen at the game's present ply."""
    return f"roll d{die} {dice.throw(dice.mix(SECRET), game.ply + 1, 0, die)}"


class PowerCut(Exception):
    """Something that ends a transaction before it commits."""


@pytest.mark.django_db
@pytest.mark.parametrize("doors", [("page", "page"), ("mail", "api"), ("api", "page")])
def test_a_transaction_that_is_tried_again_throws_the_same_face(growing: Game, doors: tuple[str, str]) -> None:
    before, seen = rolls(growing), []
    for source, fails in zip(doors, (True, False), strict=True):
        try:
            with transaction.atomic():
                send(growing, "d8", source)
                seen.append(rolls(growing))
                if fails:
                    raise PowerCut
        except PowerCut:
            assert rolls(growing) == before, "nothing of it is left"
    assert seen[0] == seen[1]
    assert (growing.ply + 2, faces_of_the_growth(growing, 8)) in seen[1]


@pytest.mark.django_db
def test_a_preview_throws_nothing_and_changes_no_throw(growing: Game) -> None:
    before = rolls(growing)
    player = Player.objects.get(username="anna")
    for die in ("d4", "d6", "d8", "d10"):
        seen = moving.preview_move(
            game_id=growing.pk, player_id=player.pk, text=die, ply=growing.ply, at=after(1), source="page"
        )
        assert seen.steps == (die,), "no face is shown"
    assert rolls(growing) == before
    send(growing, "d8")
    assert (growing.ply + 2, faces_of_the_growth(growing, 8)) in rolls(growing)


@pytest.mark.django_db
def test_sending_it_again_throws_nothing_again(growing: Game) -> None:
    send(growing, "d8", "mail", key="mail:1")
    after_first = rolls(growing)
    assert send(growing, "d8", "mail", key="mail:1").repeated
    assert send(growing, "D8", "page").repeated, "the same words for the same ply are the same move"
    with pytest.raises(GameError):
        send(growing, "d6", "api")
    assert rolls(growing) == after_first


@pytest.mark.django_db
def test_what_is_refused_before_the_roll_leaves_no_throw_behind(growing: Game) -> None:
    before = rolls(growing)
    with pytest.raises(GameError):
        send(growing, "bead 0,0; d8")
    assert rolls(growing) == before


@pytest.mark.django_db
def test_every_die_of_a_game_is_the_one_that_its_secret_gives(start: Start) -> None:
    game = play_on(start("anna", "bert", "cleo", rules="roots", options=SHORT_ROOTS))
    assert game.status == Game.Status.FINISHED
    record = stored_records.record_of(game)
    throws = throws_of(record)
    assert len(throws) > 2 * 3  # those of the setup
    assert faults_of(record, throws) == []
    assert len({(throw.ply, throw.die) for throw in throws}) == len(throws)


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_of_many_at_once_one_throws(start: Start) -> None:
    game = before_the_first_growth(start)
    before = rolls(game)
    at_once(*(lambda source=source: send(game, "d8", source) for source in ("page", "mail", "api") * 3))
    assert len({ply for ply, _ in rolls(game)}) == len(rolls(game))
    assert rolls(game)[len(before)] == (game.ply + 2, faces_of_the_growth(game, 8))
    assert len({event.submission_id for event in game.events.filter(ply__gt=game.ply)}) == 1
