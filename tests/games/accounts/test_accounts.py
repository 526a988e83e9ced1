"""Accounts: joining with a checked address, signing in by password or mailed code, settings, keys for programs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.utils import timezone

from games.accounts import api_keys
from games.models import ApiToken, Player
from notifications.lab.mail_client import ReadMail
from tests.games.browsing import Browser, Page
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

PASSWORD = "correct-horse-9-battery"


def newest_mail(address: str) -> ReadMail:
    """The newest mail that really went out to an address."""
    from django.core import mail

    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    sent = [ReadMail(message.message().as_bytes()) for message in mail.outbox]
    return [read for read in sent if read.to == address][-1]


def code_in(mail: ReadMail) -> str:
    """The code that stands on a line of its own."""
    [code] = re.findall(r"^\s*([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})\s*$", mail.text, re.MULTILINE)
    return str(code)


def join(browser: Browser, name: str = "ada", address: str = "ada@example.org") -> Page:
    page = browser.get("/accounts/signup/")
    return browser.fill(page, "/accounts/signup/", username=name, email=address, password1=PASSWORD)


def joined(name: str = "ada") -> Browser:
    """A browser whose owner has just joined."""
    browser = Browser()
    page = join(browser, name, f"{name}@example.org")
    browser.fill(page, "/accounts/confirm-email/", code=code_in(newest_mail(f"{name}@example.org")))
    return browser


def test_joining_takes_a_code_from_the_mail() -> None:
    browser = Browser()
    assert join(browser, "Director").has(".errorlist")
    assert not Player.objects.filter(is_bot=False).exists()
    page = join(browser, "Ada")
    assert "We have mailed a code to ada@example.org" in page.text
    assert not EmailAddress.objects.get().verified
    mail = newest_mail("ada@example.org")
    assert mail.subject == "Seeds: the code for your mail address"
    assert "for the player ada" in mail.text
    assert browser.get("/settings/").path == "/accounts/confirm-email/", "not in yet"
    page = browser.fill(page, "/accounts/confirm-email/", code="WRONGX")
    assert page.has(".errorlist")
    assert not EmailAddress.objects.get().verified
    page = browser.fill(page, "/accounts/confirm-email/", code=code_in(mail))
    assert EmailAddress.objects.get().verified
    assert "Hold my moves" in browser.get("/settings/").text
    browser.fill(browser.get("/accounts/logout/"), "/accounts/logout/")
    page = browser.get("/settings/")
    assert page.path == "/accounts/login/"
    page = browser.fill(page, "/accounts/login/", login="ada", password=PASSWORD)
    assert "You are signed in as ada." in page.note("success")


def test_an_address_can_belong_to_one_account_only_and_nobody_learns_that_it_does() -> None:
    joined("ada")
    cache.clear()  # a second mail to the same address within seconds would be one too many
    page = join(Browser(), "eve", "ada@example.org")
    assert "We have mailed a code to ada@example.org" in page.text
    assert not Player.objects.filter(username="eve").exists()


def test_signing_in_with_a_mailed_code_works_in_the_browser_that_asked_for_it_only() -> None:
    joined("ada")
    asking, other = Browser(), Browser()
    page = asking.fill(asking.get("/accounts/login/code/"), "/accounts/login/code/", email="ada@example.org")
    assert "Type the code from the mail" in page.text
    code = code_in(newest_mail("ada@example.org"))
    other.fill(other.get("/accounts/login/code/"), "/accounts/login/code/", email="ben@example.org")
    assert "You are signed in" not in other.send("/accounts/login/code/confirm/", code=code).text
    assert "Hold my moves" not in other.get("/settings/").text
    page = asking.fill(page, "/accounts/login/code/confirm/", code=code)
    assert "You are signed in as ada." in page.note("success")


def test_pages_of_the_account_keep_to_the_policy() -> None:
    browser = joined("ada")
    for path in ("accounts/email", "accounts/password/change", "accounts/password/reset", "settings", "settings/mail"):
        page = browser.get(f"/{path}/")
        assert page.status == 200
        assert not page.has("script:not([src]), style, [style], [onclick]")
        assert page.has("main form button")


def test_the_time_zone_counts_for_all_pages() -> None:
    browser = joined("ada")
    page = browser.fill(browser.get("/settings/"), time_zone="America/Sao_Paulo")
    assert "Times are now shown in America/Sao_Paulo." in page.note("success")
    assert Player.objects.get(is_bot=False).time_zone == "America/Sao_Paulo"
    assert "Times are in America/Sao_Paulo." in browser.get("/").text
    assert browser.fill(browser.get("/settings/"), time_zone="Moon/Sea_of_Tranquility").status == 400


def key_of(browser: Browser, name: str = "my bot") -> Page:
    """The page that follows on making a key and typing the password again."""
    page = browser.fill(browser.get("/settings/keys/"), name=name)
    return browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)


def test_a_key_is_shown_once_and_only_its_hash_is_kept_until_its_player_revokes_it() -> None:
    browser = joined("ada")
    page = key_of(browser)
    secret = page.one(".note pre").text()
    assert secret.startswith("seeds_")
    assert secret not in browser.get("/settings/keys/").html
    token = ApiToken.objects.get()
    assert secret not in str(vars(token))
    assert token.player == Player.objects.get(is_bot=False)
    Browser("ben").send(f"/settings/keys/{token.pk}/revoke/")
    assert api_keys.key_with(secret, at=timezone.now()) == token
    page = browser.send(f"/settings/keys/{token.pk}/revoke/")
    assert "The key is revoked." in page.note("success")
    assert api_keys.key_with(secret, at=timezone.now()) is None
    assert "revoked" in page.text


def test_a_player_has_a_bounded_number_of_keys() -> None:
    browser = joined("ada")
    for number in range(api_keys.MOST_TOKENS):
        api_keys.create_token(Player.objects.get(is_bot=False), name=str(number))
    page = key_of(browser, "one more")
    assert page.status == 400
    assert "Revoke one that you no longer use." in page.note("error")


def test_keys_of_a_bot_open_nothing_while_its_owner_is_closed_and_end_with_all_keys_of_its_owner() -> None:
    owner = Player.objects.create(username="ben")
    bot = Player.objects.create(username="greedy-bot", owner=owner)
    _, secret = api_keys.create_token(bot, name="bot")
    _, other = api_keys.create_token(Player.objects.create(username="ada"), name="other")
    _, own = api_keys.create_token(owner, name="own")
    now = timezone.now()
    for is_active in (False, True):
        Player.objects.filter(pk=owner.pk).update(is_active=is_active)
        assert (api_keys.key_with(secret, at=now) is not None) is is_active
        assert (api_keys.key_with(own, at=now) is not None) is is_active
    assert api_keys.revoke_all(owner, at=now) == 2
    assert [api_keys.key_with(key, at=now) is not None for key in (secret, other)] == [False, True]


def test_the_last_use_of_a_key_is_noted_hourly(django_capture_on_commit_callbacks: Any) -> None:
    token, secret = api_keys.create_token(Player.objects.create(username="ben"), name="bot")
    noon = timezone.now()
    for minutes, noted in ((0, 0), (59, 0), (61, 61)):
        with django_capture_on_commit_callbacks(execute=True):
            api_keys.key_with(secret, at=noon + timedelta(minutes=minutes))
        token.refresh_from_db()
        assert token.last_used_at == noon + timedelta(minutes=noted)
