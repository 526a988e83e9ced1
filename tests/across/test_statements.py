"""How often a move asks the database: a number that must not grow unnoticed."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Player
from games.play.moving import play_move
from notifications.models import OutboundMail
from tests.games.conftest import Start, after

pytestmark = pytest.mark.django_db

BRACKETS = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_move_on_postgresql_is_two_questions_and_seven_statements_that_write(
    postgres_database: str,
    start: Start,
) -> None:
    game = start("anna", "bert")
    first, second = Player.objects.get(username="anna"), Player.objects.get(username="bert")
    for ply, (player, text) in enumerate([(first, "null d3"), (second, "root e2")]):
        with CaptureQueriesContext(connection) as queries:
            play_move(
                game_id=game.pk, player_id=player.pk, text=text, ply=ply, at=after(ply), source="api", key=str(ply)
            )
        asked = [query["sql"].split()[0] for query in queries if not query["sql"].startswith(BRACKETS)]
        writing = ["INSERT", "INSERT", "UPDATE", "UPDATE", "WITH", "WITH", "INSERT"]
        assert asked == ["SELECT", "SELECT", *writing], "also those that the server has prepared"


def test_move_with_its_log_and_its_mails_is_nine_statements(start: Start) -> None:
    game = start("anna", "bert")
    anna = Player.objects.get(username="anna")
    with CaptureQueriesContext(connection) as queries:
        play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(1), source="api", key="1")
    tables = [
        # The last FROM: what a subquery asks before it is no statement of its own.
        (sql.split()[0], sql.rsplit('FROM "', 1)[-1].split('"')[0 if sql.startswith("SELECT") else 1])
        for sql in (query["sql"] for query in queries)
        if not sql.startswith(BRACKETS)
    ]
    assert tables == [
        ("SELECT", "games_game"),
        ("SELECT", "games_seat"),
        ("INSERT", "games_submission"),
        ("INSERT", "games_gameevent"),
        ("UPDATE", "games_game"),
        ("UPDATE", "games_currentturn"),
        ("INSERT", "games_feedentry"),  # of the game
        ("INSERT", "games_feedentry"),  # of its players
        ("INSERT", "notifications_outboundmail"),
    ]
    assert OutboundMail.objects.filter(game=game, ply=1).count() == 2
