"""Sentences of pages on mails, and of mails, that depend on what there is to say."""

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
OFF = "<b>No mail goes to a@seeds.example</b> since Tuesday 3 March 2026, 12:00 UTC"
PLAYED = Submission(pk=5, state="played", receipt="ab" * 32)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (mail_pages.no_mail_goes_to("a@seeds.example", NOON, "it does not exist", status="5.1.1", until=NOON),
         f"{OFF}: it does not exist (5.1.1). It is tried again on 3 March."),
        (mail_pages.no_mail_goes_to("a@seeds.example", NOON, "a complaint", status="", until=None),
         f"{OFF}: a complaint."),
        (mail_pages.call("turn", 7), "your turn, game 7"), (mail_pages.call("test", None), "a test"),
        (mail_pages.submission_words(PLAYED), f"5, played, receipt {'ab' * 8}"),
        (mail_pages.submission_words(Submission(pk=5, state="rejected")), "5, rejected"),
        (phrases.and_more(19), "and 19 more"), (phrases.and_more(0), ""),
        (phrases.moves_heading(is_by_nearness=False), "Your legal moves"),
        (phrases.rest_heading(is_after_a_line=False), "What we read:"),
        (phrases.held_mail_came(None), "A mail came to your reply address."),
        (confirmation.mail_came("anna", None, NOON).partition(" came on ")[0], "A mail for anna"),
        (confirmation.mail_came("anna", LINK, NOON).partition(" came on ")[0], f"A mail for anna and {LINK}"),
    ],
)  # fmt: skip
def test_page_or_mail_says(said: str, sentence: str) -> None:
    assert said == sentence
