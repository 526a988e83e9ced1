"""Playing the demo league: only its own games, and only while nobody has played other moves in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from demo.clients import MailPlayer, mail_player
from games.models import Game, Player
from games.play.moving import play_move
from tests.demo.test_load_demo import loaded

MAIL = """From: seeds@play.localhost
To: anna@demo.localhost
Reply-To: turn-x@play.localhost
Subject: Game 15: anna against fern, Treeblox

It is your turn in game 15.
"""


def anna(folder: Path, *, is_ours: bool) -> MailPlayer:
    """Anna at her mail program, with the mails in a folder and no door."""
    return mail_player(
        "anna", "anna@demo.localhost", folder=folder, host="127.0.0.1", port=1, program="gmail",
        is_ours=lambda address: is_ours,
    )  # fmt: skip


def test_games_outside_the_league_are_left_to_their_players(tmp_path: Path) -> None:
    (tmp_path / "1.log").write_text(MAIL + "\n" + "-" * 79 + "\n")
    assert [mail.subject for mail in anna(tmp_path, is_ours=True).box.new_mails()] == [
        "Game 15: anna against fern, Treeblox"
    ]
    assert anna(tmp_path, is_ours=True).play_waiting() == []


def test_mails_of_another_database_are_not_answered(tmp_path: Path) -> None:
    of_the_league = MAIL.replace("anna against fern, Treeblox", "chloe against anna, Treeblox, Garden League, season 2")
    (tmp_path / "1.log").write_text(of_the_league + "\n" + "-" * 79 + "\n")
    assert anna(tmp_path, is_ours=False).play_waiting() == []
    with pytest.raises(ConnectionRefusedError):
        anna(tmp_path, is_ours=True).play_waiting()


@pytest.mark.django_db
def test_league_with_other_moves_is_refused_and_the_way_out_named() -> None:
    loaded()
    anna = Player.objects.get(username="anna")
    game = Game.objects.filter(
        turn__player=anna, rules="treeblox", seats__number=0, seats__player__username="chloe"
    ).get()
    play_move(game_id=game.pk, player_id=anna.pk, text="pass", ply=game.ply, at=timezone.now(), source="page")
    with pytest.raises(CommandError, match=rf"In game {game.pk} somebody has played other moves.*remove the folder"):
        call_command("play_demo")
