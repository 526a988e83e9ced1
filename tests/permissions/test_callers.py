"""Who is let in: forms of other sites never; keys in REST alone, each for what it was made for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts import api_keys
from ground.rest.scopes import Scope
from tests.contract_changes import present_schema
from tests.permissions.test_permissions import read_table
from tests.permissions.trying import Browser, Trial
from tests.tournaments.conftest import friend

pytestmark = pytest.mark.django_db

TOKEN = "t" * 32
HERE = "http://testserver"
REST = "api/v1/"
# Forms that other sites may send, and why.
FROM_ANYWHERE = {
    "POST mail/off/<code>/": "mail programs switch mails off with one click (RFC 8058); the code is the permission",
    "POST mail/on/<code>/": "the code is the permission, with or without a session",
    "POST mail/confirm/<code>/": "the code is the permission, with or without a session",
    "POST mail/events/": "providers report bounces and complaints; the signature is the permission",
    "POST push/": "a service worker has no token; it changes nothing but for a subscription, whose address is secret",
}


def lines(*methods: str) -> Iterator[tuple[str, str, list[str]]]:
    """The operations of the table with these methods, each with its path and its answers."""
    for operation, answers in read_table().items():
        method, _, path = operation.partition(" ")
        if method in methods:
            yield operation, path, answers


def sent_from(trial: Trial, operation: str, role: str, origin: str, token: str) -> Any:
    """What is answered to a form of that origin, with or without the token of our pages."""
    client = trial.client(role, enforce_csrf_checks=True)
    if token:
        client.cookies["csrftoken"] = token
    headers = {"Origin": origin, "X-CSRFToken": token}
    return trial.attempt(operation, role, client, headers=headers, filled_in=False).response


@pytest.mark.slow
def test_no_form_of_another_site_is_taken(trial: Trial) -> None:
    """Whoever is signed in: without the token of a form, and with it from another origin, none is."""
    taken = set()
    for operation, path, _ in lines("POST", "PUT", "PATCH", "DELETE"):
        refusal = "CSRF Failed" if path.startswith(REST) else "The form was too old"
        for origin, token in ((HERE, ""), ("https://elsewhere.example", TOKEN)):
            answer = sent_from(trial, operation, "superuser", origin, token)
            if answer.status_code != 403 or refusal not in answer.text:
                taken.add(operation)
    assert taken == set(FROM_ANYWHERE)


def test_forms_of_our_own_pages_are_taken(trial: Trial) -> None:
    """So what is refused above is refused for where it comes from."""
    for operation, role in {"POST games/<pk>/say/": "player", "POST events/<slug>/enter/": "other director"}.items():
        assert sent_from(trial, operation, role, HERE, TOKEN).status_code == 302


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def documented_scopes() -> dict[str, str]:
    """The scope that the description of REST names, by operation; parts of paths have no names here."""
    schema = present_schema()
    return {
        f"{method.upper()} {re.sub(r'{.*?}', '<>', path)}".replace(" /", " "): described["x-key-scope"]
        for path, methods in schema["paths"].items()
        for method, described in methods.items()
        if path.startswith(f"/{REST}")
    }


@pytest.mark.slow
def test_key_opens_what_its_scope_is_documented_for_and_nothing_else(trial: Trial) -> None:
    keys = {scope: api_keys.create_token(friend("anna"), name="one", scopes=[scope])[1] for scope in Scope}
    documented = documented_scopes()
    problems = []
    for operation, path, _ in lines("GET", "POST", "PUT", "PATCH", "DELETE"):
        if not path.startswith(REST):
            continue
        opened = []
        for scope, secret in keys.items():
            answer = trial.attempt(operation, "player", Browser(), headers=bearer(secret))
            missing = answer.code == "403" and json.loads(answer.response.content)["code"] == "missing_scope"
            if missing and answer.written - {"games_apitoken"}:  # when it was used last
                problems.append(f"{operation} is refused for the scope {scope} and writes {answer.written}.")
            if not missing:
                opened.append(scope)
        expected = documented.get(re.sub("<.*?>", "<>", operation))
        if opened != [expected]:
            problems.append(f"{operation} takes {opened}, documented is {expected}.")
    assert problems == []


def test_key_that_has_ended_is_refused_everywhere(trial: Trial) -> None:
    _, secret = api_keys.create_token(
        friend("anna"), name="old", scopes=list(Scope), expires_at=timezone.now() - timedelta(days=1)
    )
    problems = []
    for operation, path, _ in lines("GET", "POST", "PUT", "PATCH", "DELETE"):
        if path.startswith(REST):
            answer = trial.attempt(operation, "player", Browser(), headers=bearer(secret))
            if answer.code != "login" or answer.written:
                problems.append(f"{operation}: {answer.code}")
    assert problems == []


def test_key_opens_no_page(trial: Trial) -> None:
    """With a key alone, pages answer as they answer to a visitor."""
    secret = api_keys.create_token(friend("anna"), name="all", scopes=list(Scope))[1]
    problems = []
    for operation, path, answers in lines("GET"):
        if not path.startswith("api/") and answers[0] == "login":
            answer = trial.attempt(operation, "anonymous", Browser(), headers=bearer(secret))
            if answer.code != "login":
                problems.append(f"{operation}: {answer.code}")
    assert problems == []
