"""Games that begin together are stored as games that begin one by one, by statements that do not grow with them."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.feed import topics
from games.models import CurrentTurn, FeedEntry, Game, GameEvent, Player, Seat
from games.play.creation import NewGame, create_game, create_games
from games.play.log import chain
from notifications.models import OutboundMail
from tests.games.conftest import NOON, THREE_DAYS

NEW = 12
OWN = {"id", "game_id", "receipt", "entry", "dedupe_key", "title"}


def new_games(rules: str) -> list[NewGame]:
    players = [Player.objects.get_or_create(username=name)[0] for name in ("anna", "bert", "clio")]
    seated = [players[:2], players[1:], players] if rules == "roots" else [players[:2], players[1:]]
    return [NewGame(seated[number % len(seated)], secret=f"{number:064x}") for number in range(NEW)]


def rows_of(game: Game) -> list[Any]:
    """All that is stored of a game and its mails, without the numbers that differ from game to game."""
    found: list[Any] = []
    for model, of_game in ((Game, "pk"), (Seat, "game"), (GameEvent, "game"), (CurrentTurn, "game"),
                           (OutboundMail, "game")):  # fmt: skip
        for row in model._default_manager.filter(**{of_game: game.pk}).order_by("pk").values():
            if model is OutboundMail:
                found.append(FeedEntry.objects.get(pk=row["entry"]).topic)
                assert row["dedupe_key"] == f"{row['kind']}:{row['reader_id']}:game:{game.pk}:{game.seq}"
            found.append({name: value for name, value in row.items() if name not in OWN})
    entry = FeedEntry.objects.get(topic=topics.of_game(game.pk))
    return [*found, entry.what, {**entry.facts, "game": None}]


@pytest.mark.parametrize("rules", ["btt", "roots"])
@pytest.mark.django_db
def test_games_that_begin_together_are_as_those_that_begin_one_by_one(rules: str) -> None:
    new = new_games(rules)
    by_one = [create_game(rules=rules, control=THREE_DAYS, at=NOON, **vars(one)) for one in new]
    together = create_games(new, rules=rules, control=THREE_DAYS, at=NOON)
    assert [rows_of(game) for game in together] == [rows_of(game) for game in by_one]
    for game in together:
        receipt = ""
        for event in game.events.order_by("seq"):
            receipt = chain(receipt, event)
            assert event.receipt == receipt
        assert Game.objects.get(pk=game.pk).receipt == receipt
    assert create_game(rules=rules, control=THREE_DAYS, at=NOON, **vars(new[0])).pk not in {one.pk for one in together}


def check_statements() -> None:
    new = new_games("btt")
    with CaptureQueriesContext(connection) as few:
        create_games(new[:2], rules="btt", control=THREE_DAYS, at=NOON)
    with CaptureQueriesContext(connection) as many:
        create_games(new, rules="btt", control=THREE_DAYS, at=NOON)
    assert len(many) == len(few) <= 10


@pytest.mark.django_db
def test_games_that_begin_together_cost_the_statements_of_one() -> None:
    check_statements()


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_games_that_begin_together_cost_the_statements_of_one_on_postgresql(postgres_database: str) -> None:
    check_statements()
