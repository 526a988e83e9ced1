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
ADDRESS = "<b>No mail goes to a@seeds.example</b> since Tuesday 3 March 2026, 12:00 UTC"

PLAYED = Submission(pk=5, state="played", receipt="ab" * 32)

SENTENCES = [
    (
        mail_pages.no_mail_goes_to("a@seeds.example", NOON, "it does not exist", status="5.1.1", until=NOON),
        f"{ADDRESS}: it does not exist (5.1.1). It is tried again on 3 March.",
    ),
    (
        mail_pages.no_mail_goes_to("a@seeds.example", NOON, "a complaint", status="", until=None),
        f"{ADDRESS}: a complaint.",
    ),
    (mail_pages.call("turn", 7), "your turn, game 7"),
    (mail_pages.call("test", None), "a test"),
    (
        mail_pages.submission_words(PLAYED),
        f"5, played, receipt {'ab' * 8}",
    ),
    (mail_pages.submission_words(Submission(pk=5, state="rejected")), "5, rejected"),
    (mail_pages.recipient(None), "to a new address"),
    (phrases.offer_to_answer("draw"), "You are offered a draw: answer with [accept] or [decline]."),
    (
        phrases.offer_to_answer("undo"),
        "You are asked to let a move be taken back: answer with [accept] or [decline].",
    ),
    (phrases.offer_to_answer("abandon"), "You are asked to abandon the game: answer with [accept] or [decline]."),
    (phrases.and_more(19), "and 19 more"),
    (phrases.and_more(0), ""),
    (phrases.moves_heading(is_by_nearness=True), "Your legal moves, those near the last moves first"),
    (phrases.moves_heading(is_by_nearness=False), "Your legal moves"),
    (phrases.rest_heading(is_after_a_line=True), "Not looked at after it:"),
    (phrases.rest_heading(is_after_a_line=False), "What we read:"),
    (phrases.held_mail_came(7), "A mail for game 7 came to your reply address."),
    (phrases.held_mail_came(None), "A mail came to your reply address."),
]


@pytest.mark.parametrize(("said", "sentence"), SENTENCES)
def test_page_or_mail_says(said: str, sentence: str) -> None:
    assert said == sentence


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (confirmation.mail_came("anna", LINK, NOON), f"A mail for anna and {LINK} came on 3 March 2026"),
        (confirmation.mail_came("anna", None, NOON), "A mail for anna came on 3 March 2026"),
        (confirmation.too_late(NOON, LINK), f"use the page of {LINK}."),
        (confirmation.too_late(NOON, None), "use the pages of your games."),
        (confirmation.confirmed(is_first=True), "Thank you."),
        (confirmation.confirmed(is_first=False), "You have confirmed this mail already."),
    ],
)
def test_page_says_among_other_things(said: str, words: str) -> None:
    assert words in said
