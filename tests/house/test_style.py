"""Every message keeps the rules of docs/style.md that a program can check."""

from __future__ import annotations

import re

import pytest
from babel.messages.catalog import Catalog

from seeds.translation import extraction

# What the style guide asks for, what breaks it, and an example that does.
RULES = {
    "Write “players who”, never “who” alone": (
        r"(?:^|[.;:!] |\b(?:for|of|to|by) )who\b(?![^.]*\?)",
        "A mail is sent to who asked.",
    ),
    "Write “notify” or “show” instead of “tell”": (r"\b(?:told|tells?|telling)\b", "You are told by mail."),
    "Write “they” for a player": (r"\b(?:he|she|him|his|hers?)\b", "The player loses his turn."),
    "Leave “please” out": (r"\bplease\b", "Please try again."),
    "End sentences with a full stop, not an exclamation mark": (r"!(?![\[=])", "You have won!"),
    "Name the interface or the action instead of “door” or “deed”": (r"\b(?:doors?|deeds?)\b", "A mail door."),
    "Say in the text of a link where it leads": (r">here<", "<a href='/help/'>here</a>"),
    "Write “cannot” and “do not” in full": (
        "\\b(?:can|don|won|isn|doesn|aren|couldn|shouldn)['\N{RIGHT SINGLE QUOTATION MARK}]t\\b",
        "You can't undo this.",
    ),
    "Write the word of the field, no metaphor": (
        r"\b(?:signs? of life|holds? (?:it|them) up|mend(?:s|ed)?|riddles?)\b",
        "What holds it up:",
    ),
    "Put the subject before the verb": (
        r"\bso (?:long|often|many|much) (?:took|takes?|has|have|is|are|do|does)\b",
        "So long took the last ten of them.",
    ),
    "Say what a thing is not: “is not a”": (
        r"(?<!there )\bis no (?!longer\b|room\b|limit\b)",
        "This is no web address.",
    ),
    "Say where a text is, not where it stands": (
        r"\bstands? (?:in the (?:log|hall|address)|at %|beside it|on the (?:page|site))|\bnotice stands?\b",
        "A notice stands on the site.",
    ),
    "Call the time of a warning a grace period": (
        r"\b(?:a|and) grace\b(?! period)",
        "A notice and a grace come first.",
    ),
    "Use one word: preference, spam folder, calculated ratings": (
        r"\bwish(?:es|ed)?\b|\bjunk\b|\bratings? (?:is|are) counted\b",
        "Look in your junk folder.",
    ),
    "Say “empty”, not that there are no words in it": (r"\bno words in (?:it|them)\b", "There are no words in it."),
    "Say on a button what happens": (r"^(?:OK|Submit|Go on)$", "Submit"),
}
ABOUT_DESIGNERS = ("credits.html", "RULINGS.md")  # whose gender is known


@pytest.fixture(scope="module")
def messages() -> Catalog:
    return extraction.messages()


@pytest.mark.parametrize("rule", RULES)
def test_messages_keep_the_rule(rule: str, messages: Catalog) -> None:
    pattern, example = RULES[rule]
    breaks = re.compile(pattern, re.IGNORECASE)
    assert breaks.search(example), "the rule finds nothing"
    found = [
        (path, form)
        for message in messages
        if message.id
        for form in extraction.forms(message.id)
        for path, _ in message.locations[:1]
        if breaks.search(form) and not ("they" in rule and path.endswith(ABOUT_DESIGNERS))
    ]
    assert found == []
