"""Whatever a page says is marked for translation: it is read in a language whose letters all have accents."""

from __future__ import annotations

import re
from unittest.mock import patch

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.messages import get_messages

from games.models import ApiToken, Player, Submission
from games.rules import RULES
from notifications.channels.webhooks.hooks import CHOSEN_BY_HAND
from notifications.models import InboundMail
from tests.permissions.operations import routes
from tests.permissions.test_permissions import read_table
from tests.permissions.trying import Trial
from tests.pseudo_language import CODE, WORD, has_english, instead_of_german, names, plain_english
from tournaments.models import Circuit, Club, DirectorNote, Entrant, Event, EventLogEntry
from tournaments.standings.tie_breaks import TIE_BREAKS

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

OTHERS = ("api/", "admin/", "mail-lab/")  # programs, operators and developers read English
SCOPES = {"read", "play", "organise"}  # words of the REST interface
EXAMPLES = {"greedy-bot", "null", "root"}  # of names and moves
READERS = ("player", "director", "moderator", "anonymous")  # the first who may see a page reads it


def english_of(trial: Trial, route: str, known: re.Pattern[str]) -> set[str]:
    """The texts of a page or a feed that are not translated, as the first reader sees it who may."""
    for role in READERS:
        answer = trial.ask(f"GET {route}", role, HTTP_ACCEPT_LANGUAGE=CODE)
        if answer.status_code == 200 and not answer.streaming:
            texts = texts_of(answer.content.decode(errors="replace"), answer.headers.get("Content-Type", ""))
            return {text for text in texts if has_english(text, known)}
    return set()


def english_of_answers(trial: Trial, operation: str, known: re.Pattern[str]) -> set[str]:
    """What is not translated in the answers to a form, filled in as its owner would and not at all."""
    found, owner = set(), "director" if operation.startswith("POST events/") else "player"
    for role, is_blank in (("player", False), ("director", False), ("stranger", False), (owner, True)):
        with patch.dict(trial.world.bodies, {operation: {}} if is_blank else {}):
            answer = trial.ask(operation, role, HTTP_ACCEPT_LANGUAGE=CODE)
        if not answer.streaming:
            found |= texts_of(answer.content.decode(errors="replace"), answer.headers.get("Content-Type", ""))
        found |= {str(message) for message in get_messages(answer.wsgi_request)}
    return {text for text in found if has_english(text, known)}


def texts_of(content: str, kind: str) -> set[str]:
    """What people read of a page, of a feed or of a calendar; nothing of other files."""
    if "html" in kind:
        return plain_english(content)
    if "atom" in kind:
        return set(re.findall(r"<(?:title|subtitle|summary|content)[^>]*>([^<]+)<", content))
    unfolded = content.replace("\r\n ", "").replace("\\,", ",")
    return set(re.findall(r"SUMMARY:(.*)", unfolded)) if "calendar" in kind else set()


def kept_as_they_are() -> set[str]:
    """What is in no language, or in that of somebody else: names, and what was written or answered before."""
    titles = {one.title for one in (*RULES.values(), *CHOSEN_BY_HAND)}
    found = titles | set(TIE_BREAKS) | SCOPES | EXAMPLES
    for model, field in (
        (Event, "name"), (Player, "username"), (Player, "about"), (ApiToken, "name"), (Authenticator, "data__name"),
        (Entrant, "team_name"), (DirectorNote, "text"), (Club, "name"), (Club, "about"),
        (Circuit, "name"), (Circuit, "about"),
        (Submission, "message"),  # an answer stays as it was given
        (InboundMail, "reason"), (InboundMail, "own_text"),
    ):  # fmt: skip
        found |= set(model.objects.values_list(field, flat=True))
    found |= set(EventLogEntry.objects.filter(kind="requested").values_list("payload__why", flat=True))
    return {text for text in found if text}


def test_answers_to_what_is_sent_have_no_words_that_are_not_marked(trial: Trial) -> None:
    Player.objects.update(language=CODE)
    trial = Trial(trial.world, trial.sessions)  # one that has filled in no form of a page in another language
    written = {str(value) for body in trial.world.bodies.values() for value in body.values() if WORD.search(str(value))}
    answers = {preference.text for rules in RULES.values() for preference in rules.preferences}
    known = names(kept_as_they_are() | written | answers | {"authenticator"})
    with instead_of_german():
        sent = [f"POST {route}" for route in routes() if not route.startswith((*OTHERS, "records/"))]
        forms = [operation for operation in sent if operation in read_table()]
        found = {form: texts for form in forms if (texts := english_of_answers(trial, form, known))}
    assert found == {}, "Mark these texts."


def test_pages_have_no_words_that_are_not_marked(trial: Trial) -> None:
    Player.objects.update(language=CODE)
    known = names(kept_as_they_are())
    with instead_of_german():
        read = [route for route in routes() if not route.startswith(OTHERS)]
        found = {f"/{route}": texts for route in read if (texts := english_of(trial, route, known))}
    assert found == {}, "Mark these texts."
