"""What the pages on mails say, and the sentences that the text and the HTML of a mail share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from games.models import Submission
from notifications.outbound.messages import phrases
from notifications.templatetags import mail_pages
from notifications.web import confirmation

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
LINK = SafeString('<a href="/games/7/">game 7</a>')


def test_address_that_gets_no_mail_shows_why_and_when_it_is_tried_again() -> None:
    words = mail_pages.no_mail_goes_to("a@seeds.example", NOON, "it does not exist", status="5.1.1", until=NOON)
    assert words == (
        "<b>No mail goes to a@seeds.example</b> since Tuesday 3 March 2026, 12:00 UTC: it does not exist (5.1.1)."
        " It is tried again on 3 March."
    )


def test_address_without_an_answer_of_its_host_shows_no_empty_brackets() -> None:
    words = mail_pages.no_mail_goes_to("a@seeds.example", NOON, "a complaint", status="", until=None)
    assert words.endswith("12:00 UTC: a complaint.")


def test_held_mail_names_its_game_where_it_has_one() -> None:
    assert confirmation.mail_came("anna", LINK, NOON).startswith(f"A mail for anna and {LINK} came on 3 March 2026")
    assert confirmation.mail_came("anna", None, NOON).startswith("A mail for anna came on 3 March 2026")
    assert f"use the page of {LINK}." in confirmation.too_late(NOON, LINK)
    assert "use the pages of your games." in confirmation.too_late(NOON, None)


def test_mail_that_was_confirmed_before_is_not_confirmed_again() -> None:
    assert confirmation.confirmed(is_first=True).startswith("Thank you.")
    assert confirmation.confirmed(is_first=False).startswith("You have confirmed this mail already.")


def test_program_that_is_called_no_more_is_called_again_with_a_new_secret() -> None:
    assert mail_pages.call("turn", 7) == "your turn, game 7"
    assert mail_pages.call("test", None) == "a test"


def test_mail_lab_shows_reasons_and_receipts_where_there_are_some() -> None:
    played = Submission(pk=5, state="played", receipt="ab" * 32)
    assert mail_pages.submission_words(played) == f"5, played, receipt {'ab' * 8}"
    assert mail_pages.submission_words(Submission(pk=5, state="rejected")) == "5, rejected"
    assert mail_pages.recipient(None) == "to a new address"


@pytest.mark.parametrize(
    ("what", "asked"),
    [
        ("draw", "offered a draw"),
        ("undo", "asked to let a move be taken back"),
        ("abandon", "asked to abandon the game"),
    ],
)
def test_offer_in_a_mail_can_be_accepted_or_declined(what: str, asked: str) -> None:
    assert phrases.offer_to_answer(what) == f"You are {asked}: answer with [accept] or [decline]."


def test_moves_that_are_not_listed_are_counted() -> None:
    assert phrases.and_more(19) == "and 19 more"
    assert phrases.and_more(0) == ""
    assert phrases.moves_heading(is_by_nearness=True) == "Your legal moves, those near the last moves first"
    assert phrases.moves_heading(is_by_nearness=False) == "Your legal moves"


def test_lines_that_were_not_looked_at_have_a_heading() -> None:
    assert phrases.rest_heading(is_after_a_line=True) == "Not looked at after it:"
    assert phrases.rest_heading(is_after_a_line=False) == "What we read:"


def test_question_about_a_mail_names_its_game_where_it_has_one() -> None:
    assert phrases.held_mail_came(7) == "A mail for game 7 came to your reply address."
    assert phrases.held_mail_came(None) == "A mail came to your reply address."
