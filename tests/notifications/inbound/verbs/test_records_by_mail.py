"""Boards of any game and any moment by mail, and what mails say of the secret that dice follow from."""

from __future__ import annotations

import pytest

from games.models import Game
from games.play import queries
from games.play.agreements import resign
from games.records import dice
from tests.games.conftest import Start, after
from tests.games.playing import SHORT_ROOTS, play_on
from tests.notifications.mailbox import Mailbox, PostOffice

pytestmark = pytest.mark.django_db


@pytest.fixture
def boxes(office: PostOffice) -> tuple[Mailbox, Mailbox, Mailbox]:
    anna, bert, cleo = office.box("anna"), office.box("bert"), office.box("cleo")
    anna.want_receipts()
    return anna, bert, cleo


def board_lines(game: Game, ply: int) -> set[str]:
    """The lines of the text board after a move."""
    lines = game.game_rules.text(queries.position_at(game, ply)).splitlines()
    return {line.strip() for line in lines}


def shown_lines(box: Mailbox) -> set[str]:
    return {line.strip() for line in box.newest.text.splitlines()}


@pytest.mark.parametrize("text", ["show {game}#3", "show {game} #3", "game {game} show #3", "board {game}#3"])
def test_a_player_is_shown_the_board_of_any_game_after_any_move(
    boxes: tuple[Mailbox, Mailbox, Mailbox], start: Start, text: str
) -> None:
    cleo = boxes[2]
    own = start("cleo", "bert")
    mail = cleo.newest
    other = play_on(start("anna", "bert"), 5)
    assert cleo.answer(text.format(game=other.pk), mail).outcome == "answered"
    assert board_lines(other, 3) <= shown_lines(cleo)
    assert f"The board of game {other.pk} after move 3 of 5." in cleo.newest.text
    assert f"3. blue [{other.events.get(ply=3).text}]" in cleo.newest.text
    assert f"/games/{other.pk}/?ply=3" in cleo.newest.text
    assert "resign" not in cleo.newest.text, "it is not cleo's game"
    assert cleo.newest.picture
    assert cleo.answer("null d3", mail).outcome == "played", "the own game is still the one of this address"
    own.refresh_from_db()
    assert own.ply == 1


def test_the_present_of_another_game_and_the_past_of_the_own(
    boxes: tuple[Mailbox, Mailbox, Mailbox], start: Start
) -> None:
    anna, _, cleo = boxes
    start("cleo", "bert")
    other = play_on(start("anna", "bert"), 4)
    cleo.answer(f"show {other.pk}")
    assert board_lines(other, 4) <= shown_lines(cleo)
    anna.answer("show #2")
    assert board_lines(other, 2) <= shown_lines(anna)
    assert "You have" not in anna.newest.text


@pytest.mark.parametrize(("text", "said"), [
    ("show {game}#6", "has the moves 0 to 5, and no 6."),
    ("show 77777", "There is no game 77777."),
])  # fmt: skip
def test_what_cannot_be_shown_is_said(
    boxes: tuple[Mailbox, Mailbox, Mailbox], start: Start, text: str, said: str
) -> None:
    anna = boxes[0]
    game = play_on(start("anna", "bert"), 5)
    assert anna.answer(text.format(game=game.pk)).outcome == "refused"
    assert said in " ".join(anna.newest.text.split())


def test_the_first_mail_of_a_game_with_dice_has_the_seal_and_the_last_says_where_the_proof_is(
    office: PostOffice, boxes: tuple[Mailbox, Mailbox, Mailbox], start: Start
) -> None:
    anna, bert, _ = boxes
    game = start("anna", "bert", rules="roots", options=SHORT_ROOTS)
    commitment = dice.commit(game.secret)
    for box in (anna, bert):
        assert "".join(f"| {commitment[at : at + 16]}\n" for at in (0, 16, 32, 48)) in box.newest.text
        assert commitment[48:] in box.newest.html
    play_on(game, 2)
    assert commitment[:16] not in anna.newest.text, "once is enough"
    resign(game_id=game.pk, player_id=anna.player.pk, at=after(9), source="page")
    office.wait(hours=10)
    for box in (anna, bert):
        assert f"/games/{game.pk}/dice/" in box.newest.text


def test_games_without_dice_do_not_speak_of_them(
    office: PostOffice, boxes: tuple[Mailbox, Mailbox, Mailbox], start: Start
) -> None:
    anna, bert, _ = boxes
    game = start("anna", "bert")
    assert all("secret" not in box.newest.text for box in (anna, bert))
    resign(game_id=game.pk, player_id=anna.player.pk, at=after(9), source="page")
    office.wait(hours=10)
    assert "dice" not in bert.newest.text
