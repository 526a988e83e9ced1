"""Nobody learns from signing in, resetting or joining whether an account exists: neither by answers nor by work."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.cache import cache
from django.test import Client

from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

KNOWN, UNKNOWN = "anna", "nora"
FORMS = {
    "/accounts/login/": {"login": "{name}", "password": "wrong-horse-9-battery"},
    "/accounts/password/reset/": {"email": "{name}@example.org"},
    "/accounts/login/code/": {"email": "{name}@example.org"},
    "/accounts/signup/": {
        "email": "{name}@example.org",
        "username": "newcomer",
        "password1": "correct-horse-9-battery",
        "password2": "correct-horse-9-battery",
    },
}


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A mark for each password that is hashed."""
    done: list[str] = []
    encode = PBKDF2PasswordHasher.encode

    def counted(self: PBKDF2PasswordHasher, *arguments: Any, **options: Any) -> str:
        done.append("hash")
        return encode(self, *arguments, **options)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", counted)
    return done


def answer_to(path: str, name: str) -> tuple[int, str, str]:
    """Status, where it leads, and the page that is seen in the end, without the name and what is new in every page."""
    cache.clear()
    client = Client()
    answer = client.post(path, {field: value.format(name=name) for field, value in FORMS[path].items()})
    target = answer.headers.get("Location", "")
    page = client.get(target).text if target else answer.text
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return answer.status_code, target, page.replace(name, "NAME")


@pytest.mark.parametrize("path", FORMS)
def test_answers_do_not_tell_whether_an_account_exists(path: str, hashes: list[str]) -> None:
    player = PostOffice().box(KNOWN).player
    player.set_password("correct-horse-9-battery")
    player.save()
    hashes.clear()
    known = answer_to(path, KNOWN)
    work = list(hashes)
    hashes.clear()
    assert answer_to(path, UNKNOWN) == known
    assert hashes == work
