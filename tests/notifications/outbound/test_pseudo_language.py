"""Whatever a mail says is marked for translation: it is read in a language whose letters all have accents."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Player
from games.rules import RULES
from notifications.channels.messengers import WORTH, code_of, message_of
from notifications.mail_format.quotation import MARKERS
from notifications.models import Webhook
from tests.notifications.mailbox import without_drawing
from tests.notifications.outbound.test_every_kind import Sent, mails_of_all_kinds
from tests.pseudo_language import CODE, has_english, instead_of_german, names, plain_english, plain_english_lines

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# What people are called and have written, and what the tests of all kinds have put into mails.
KNOWN = names(
    {"anna", "bert", "cora", "mia", "Resign Cup", "resign-cup", "We meet at noon.", "A new password", "A code"}
    | {
        "Somebody asked for it.", "It is noted.", "It is not allowed.", "Another leaf.", "nonsense", "resign now",
        "resign", "accept",
    }
    | {"example.org", "null d3", "null", "root"}  # moves are in no language
    | {marker.strip("= ") for marker in MARKERS.values()}  # which programs must not change, and we must know again
    | {rules.title for rules in RULES.values()}
)  # fmt: skip


@pytest.fixture(scope="module")
def sent(django_db_setup: None, django_db_blocker: Any) -> list[Sent]:
    with django_db_blocker.unblock(), instead_of_german(), without_drawing():
        return mails_of_all_kinds(CODE)


def test_mails_have_no_words_that_are_not_marked(sent: list[Sent]) -> None:
    found: dict[str, set[str]] = {}
    for one in sent:
        of_html = "\n\n".join(plain_english(one.mail.html))
        texts = {line for text in (one.mail.subject, one.mail.text, of_html) for line in plain_english_lines(text)}
        english = {text for text in texts if has_english(text, KNOWN)}
        if english:
            found.setdefault(one.name, set()).update(english)
    assert found == {}, "Mark these texts."


@pytest.mark.parametrize("what", sorted(map(str, WORTH)))
def test_messages_of_other_services_have_no_words_that_are_not_marked(what: str) -> None:
    hook = Webhook(player=Player(username="anna", language=CODE), kind="ntfy", nonce="n" * 32)
    with instead_of_german():
        messages = [message_of(hook, {"what": what, **about}, is_challenge=False) for about in ({}, {"game": 5})]
        messages.append(message_of(hook, {"what": what}, is_challenge=True))
    assert {
        message.text for message in messages if has_english(message.text.replace(code_of(hook), ""), KNOWN)
    } == set()
