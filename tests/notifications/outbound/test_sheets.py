"""The sheet of a game's pieces in mails: with the first turn of each seat, and on request; never with every mail."""

from __future__ import annotations

import pytest

from games.rules import RULES
from notifications.outbound import reminders
from tests.games.conftest import Start, after, play_first
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

TITLE = "The twelve twigs in all their orientations"


def test_each_seat_gets_the_sheet_with_its_first_turn_and_not_again(office: PostOffice, start: Start) -> None:
    boxes = [office.box(name) for name in ("anna", "bert", "cora")]
    game = start("anna", "bert", "cora", rules="twigs")
    office.now = after(9)
    for _ in range(5):
        office.work()
        play_first(game)
    sheets = [[TITLE in mail.text for mail in box.mails() if "It is your turn" in mail.text] for box in boxes]
    assert sheets == [[True, False]] * 3


def test_player_who_played_before_the_first_mail_went_out_gets_the_sheet_with_the_next(
    office: PostOffice, start: Start
) -> None:
    anna = office.box("anna")
    office.box("bert")
    game = start("anna", "bert", rules="twigs")
    office.now = after(9)
    play_first(game)
    play_first(game)
    assert [TITLE in mail.text for mail in anna.mails() if "It is your turn" in mail.text] == [True]


def test_sheet_is_a_small_picture_in_the_mail(office: PostOffice, start: Start, real_pictures: None) -> None:
    anna = office.box("anna")
    start("anna", "bert", rules="twigs")
    pictures = anna.newest.pictures
    assert list(pictures) == ["board", "sheet"]
    assert all(picture.startswith(b"\x89PNG") and len(picture) <= 40_000 for picture in pictures.values())
    assert "cid:sheet" in anna.newest.html


def test_reminder_of_the_first_turn_has_no_sheet(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    start("anna", "bert", rules="twigs")
    office.work()
    office.now = after(40)
    reminders.remind(now=office.now)
    assert "50 % of your time" in anna.newest.text
    assert list(anna.newest.pictures) == ["board"]


def test_help_sends_the_sheet_as_picture_and_as_text(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    start("anna", "bert", rules="twigs")
    anna.answer("help")
    sheet = RULES["twigs"].sheet()
    assert sheet is not None
    shown = {line.strip() for line in anna.newest.text.splitlines()}
    assert {line.strip() for line in sheet.text.splitlines()} <= shown
    assert "sheet" in anna.newest.pictures


@pytest.mark.parametrize("rules", [slug for slug, rules in RULES.items() if rules.sheet() is None])
def test_games_without_a_sheet_send_none(rules: str, office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    start("anna", "bert", rules=rules)
    assert list(anna.newest.pictures) == ["board"]
    anna.answer("help")
    assert list(anna.newest.pictures) == ["board"]
