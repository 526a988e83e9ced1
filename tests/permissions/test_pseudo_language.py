"""Whatever a page says is marked for translation: it is read in a language whose letters all have accents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.models import Player
from games.rules import RULES
from tests.permissions.operations import routes
from tests.permissions.trying import Trial
from tests.pseudo_language import CODE, WORD, instead_of_german, plain_english
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STILL_ENGLISH = Path(__file__).with_name("still_english.txt")  # addresses with words that are not marked yet
OTHERS = ("api/", "admin/", "mail-lab/")  # programs, operators and developers read English
READERS = ("player", "director", "moderator", "anonymous")  # the first who may see a page reads it
NAMES = re.compile(  # of things and places, codes, hashes, what somebody wrote
    r"\S+@\S+|\b[0-9a-f]{12,}\b…?|\b[A-Z2-7]{32}\b|[A-Z][a-z]+/[A-Z][A-Za-z_]+|\b(?:Seeds|UTC|JSON|REST|SHA-256|BTT|Atom|"
    r"Europe|Buchholz|Sonneborn-Berger|Koya|FIDE|Glicko|house-\w+|guest-\w+|asta|Links|Be kind|[A-Z]{2,4})\b"
)


def english_of(trial: Trial, route: str, names: re.Pattern[str]) -> set[str]:
    """The texts of a page that are not translated, as the first reader sees it who may."""
    for role in READERS:
        answer = trial.ask(f"GET {route}", role, HTTP_ACCEPT_LANGUAGE=CODE)
        if answer.status_code == 200 and "html" in answer.headers.get("Content-Type", ""):
            texts = plain_english(answer.content.decode())
            return {text for text in texts if WORD.search(names.sub("", NAMES.sub("", text)))}
    return set()


def test_pages_have_no_words_that_are_not_marked(trial: Trial) -> None:
    Player.objects.update(language=CODE)
    known = [*Event.objects.values_list("name", flat=True), *Player.objects.values_list("username", flat=True)]
    known += [rules.title for rules in RULES.values()]
    names = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(known, key=len, reverse=True)))
    with instead_of_german():
        read = [route for route in routes() if not route.startswith(OTHERS)]
        found = {f"/{route}": texts for route in read if (texts := english_of(trial, route, names))}
    known_to_be = set(STILL_ENGLISH.read_text(encoding="utf-8").splitlines())
    assert {route: texts for route, texts in found.items() if route not in known_to_be} == {}, "Mark these texts."
    assert known_to_be - found.keys() == set(), f"These pages are done: take them out of {STILL_ENGLISH.name}."
