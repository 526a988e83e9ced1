"""What a password can be, and how long what replaces it lives."""

from __future__ import annotations

import pytest
from allauth.account import app_settings as account_settings
from django.conf import global_settings, settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client, override_settings

from games.models import Player
from seeds import settings as installation
from tests.games.browsing import Browser

ODD = " Zwölf Boxkämpfer jagen 'Viktor' quer über den großen Sylter Deich; \t\"1 & 2\" 𝄞 "


def problems(password: str) -> list[str]:
    try:
        validate_password(password, Player(username="annabelle", email="annabelle@example.org"))
    except ValidationError as error:
        return [str(problem.code) for problem in error.error_list]
    return []


@pytest.mark.parametrize(
    ("password", "problem"),
    [
        ("k7-pq-x31", "password_too_short"),
        ("k7-pq-x31b", ""),
        ("1q2w3e4r5t", "password_too_common"),
        ("annabelle1", "password_too_similar"),
        ("roots of an old oak", ""),
        *((word, "password_of_service_words") for word in ("Seeds-Seeds-1", "treeblox2026", "rootsshoots!!")),
    ],
)
def test_password_that_is_easy_to_guess_is_refused(password: str, problem: str) -> None:
    assert problem in problems(password) if problem else problems(password) == []


@pytest.mark.django_db
def test_password_of_any_characters_is_taken_whole(client: Client) -> None:
    assert problems(ODD) == []
    assert problems("lorries pears " * 10) == []
    player = Player.objects.create_user("anna", password=ODD)
    assert player.check_password(ODD)
    assert not player.check_password(ODD.strip())


@pytest.mark.django_db
def test_stored_password_is_a_slow_hash() -> None:
    hashers = getattr(installation, "PASSWORD_HASHERS", global_settings.PASSWORD_HASHERS)
    with override_settings(PASSWORD_HASHERS=hashers):  # tests have one of fewer rounds
        player = Player.objects.create_user("anna", password=ODD)
    algorithm, rounds, _ = player.password.split("$", 2)
    assert algorithm == "pbkdf2_sha256"
    assert int(rounds) == PBKDF2PasswordHasher.iterations >= 1_000_000


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/change/"])
def test_fields_of_passwords_are_masked_and_can_be_filled_by_managers(path: str) -> None:
    page = Browser("anna" if "change" in path else None).get(path)
    fields = [node.attributes for node in page.tree.css("main input") if "password" in str(node.attributes["name"])]
    assert fields
    for field in fields:
        assert field["type"] == "password"
        assert field["autocomplete"] in ("current-password", "new-password")


def test_codes_and_links_have_a_short_life() -> None:
    assert account_settings.LOGIN_BY_CODE_TIMEOUT <= 600
    assert account_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT <= 600
    assert settings.PASSWORD_RESET_TIMEOUT <= 3600
