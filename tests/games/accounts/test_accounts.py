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
    page = join(browser)
    assert "We have mailed a code to ada@example.org" in page.text
    assert not EmailAddress.objects.get().verified
    mail = newest_mail("ada@example.org")
    assert mail.subject == "Seeds: the code for your mail address"
    assert "for the player ada" in mail.text
    assert browser.get("/settings/").path == "/accounts/confirm-email/", "not in yet"
    page = browser.fill(page, "/accounts/confirm-email/", code=code_in(mail))
    assert EmailAddress.objects.get().verified
    assert "Hold my moves" in browser.get("/settings/").text


def test_a_wrong_code_does_not_let_in() -> None:
    browser = Browser()
    page = join(browser)
    page = browser.fill(page, "/accounts/confirm-email/", code="WRONGX")
    assert page.has(".errorlist")
    assert not EmailAddress.objects.get().verified


@pytest.mark.parametrize(
    "name", ["me", "admin", "a", "Ädä", "../etc", "ada b", "-ada", "postmaster", "Director", "m0derator", "x" * 31]
)
def test_names_that_cannot_be(name: str) -> None:
    page = join(Browser(), name)
    assert page.path == "/accounts/signup/"
    assert page.has(".errorlist")
    assert not Player.objects.filter(is_bot=False).exists()


def test_names_are_written_small() -> None:
    join(Browser(), "Ada")
    assert Player.objects.get(is_bot=False).username == "ada"


def test_an_address_can_belong_to_one_account_only_and_nobody_learns_that_it_does() -> None:
    joined("ada")
    cache.clear()  # a second mail to the same address within seconds would be one too many
    page = join(Browser(), "eve", "ada@example.org")
    assert "We have mailed a code to ada@example.org" in page.text
    assert not Player.objects.filter(username="eve").exists()


def test_signing_in_with_the_password() -> None:
    joined("ada")
    browser = Browser()
    page = browser.get("/accounts/login/")
    page = browser.fill(page, "/accounts/login/", login="ada", password=PASSWORD)
    assert "You are signed in as ada." in page.note("success")


def test_signing_in_with_a_mailed_code() -> None:
    joined("ada")
    browser = Browser()
    page = browser.get("/accounts/login/code/")
    page = browser.fill(page, "/accounts/login/code/", email="ada@example.org")
    assert "Type the code from the mail" in page.text
    page = browser.fill(page, "/accounts/login/code/confirm/", code=code_in(newest_mail("ada@example.org")))
    assert "You are signed in as ada." in page.note("success")


def test_a_code_is_good_in_the_browser_that_asked_for_it_only() -> None:
    joined("ada")
    asking, other = Browser(), Browser()
    asking.fill(asking.get("/accounts/login/code/"), "/accounts/login/code/", email="ada@example.org")
    code = code_in(newest_mail("ada@example.org"))
    other.fill(other.get("/accounts/login/code/"), "/accounts/login/code/", email="ben@example.org")
    page = other.send("/accounts/login/code/confirm/", code=code)
    assert "You are signed in" not in page.text
    assert "Hold my moves" not in other.get("/settings/").text


def test_signing_out() -> None:
    browser = joined("ada")
    browser.fill(browser.get("/accounts/logout/"), "/accounts/logout/")
    assert browser.get("/settings/").path == "/accounts/login/"


@pytest.mark.parametrize(
    "path",
    ["/accounts/email/", "/accounts/password/change/", "/accounts/password/reset/", "/settings/", "/settings/mail/"],
)
def test_pages_of_the_account_keep_to_the_policy(path: str) -> None:
    page = joined("ada").get(path)
    assert page.status == 200
    assert not page.has("script:not([src]), style, [style], [onclick]")
    assert page.has("main form button")


def test_the_time_zone_counts_for_all_pages() -> None:
    browser = joined("ada")
    page = browser.fill(browser.get("/settings/"), time_zone="America/Sao_Paulo")
    assert "Times are now shown in America/Sao_Paulo." in page.note("success")
    assert Player.objects.get(is_bot=False).time_zone == "America/Sao_Paulo"
    assert "Times are in America/Sao_Paulo." in browser.get("/").text


def test_a_time_zone_that_does_not_exist_is_refused() -> None:
    browser = joined("ada")
    page = browser.fill(browser.get("/settings/"), time_zone="Moon/Sea_of_Tranquility")
    assert page.status == 400
    assert Player.objects.get(is_bot=False).time_zone == "UTC"


def key_of(browser: Browser, name: str = "my bot") -> Page:
    """The page that follows on making a key and typing the password again."""
    page = browser.fill(browser.get("/settings/keys/"), name=name)
    return browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)


def test_a_key_is_shown_once_and_only_its_hash_is_kept() -> None:
    browser = joined("ada")
    page = key_of(browser)
    secret = page.one(".note pre").text()
    assert secret.startswith("seeds_")
    assert secret not in browser.get("/settings/keys/").html
    token = ApiToken.objects.get()
    assert secret not in str(vars(token))
    assert api_keys.key_with(secret, at=timezone.now()) == token
    assert token.player == Player.objects.get(is_bot=False)


def test_a_revoked_key_opens_nothing() -> None:
    browser = joined("ada")
    secret = key_of(browser).one(".note pre").text()
    page = browser.send(f"/settings/keys/{ApiToken.objects.get().pk}/revoke/")
    assert "The key is revoked." in page.note("success")
    assert api_keys.key_with(secret, at=timezone.now()) is None
    assert "revoked" in page.text


def test_nobody_revokes_the_key_of_another() -> None:
    _, secret = api_keys.create_token(Player.objects.create(username="ben"), name="bot")
    browser = joined("ada")
    browser.send(f"/settings/keys/{ApiToken.objects.get().pk}/revoke/")
    assert api_keys.key_with(secret, at=timezone.now()) is not None


def test_a_player_has_a_bounded_number_of_keys() -> None:
    browser = joined("ada")
    for number in range(api_keys.MOST_TOKENS):
        api_keys.create_token(Player.objects.get(is_bot=False), name=str(number))
    page = key_of(browser, "one more")
    assert page.status == 400
    assert "Revoke one that you no longer use." in page.note("error")


def test_a_key_of_a_closed_account_opens_nothing() -> None:
    player = Player.objects.create(username="ben")
    _, secret = api_keys.create_token(player, name="bot")
    Player.objects.update(is_active=False)
    assert api_keys.key_with(secret, at=timezone.now()) is None


def test_keys_of_a_bot_open_nothing_while_its_owner_is_closed_and_end_with_all_keys_of_its_owner() -> None:
    owner = Player.objects.create(username="ben")
    bot = Player.objects.create(username="greedy-bot", owner=owner)
    _, secret = api_keys.create_token(bot, name="bot")
    _, other = api_keys.create_token(Player.objects.create(username="ada"), name="other")
    now = timezone.now()
    for is_active in (False, True):
        Player.objects.filter(pk=owner.pk).update(is_active=is_active)
        assert (api_keys.key_with(secret, at=now) is not None) is is_active
    assert api_keys.revoke_all(owner, at=now) == 1
    assert [api_keys.key_with(key, at=now) is not None for key in (secret, other)] == [False, True]


def test_the_last_use_of_a_key_is_noted_hourly(django_capture_on_commit_callbacks: Any) -> None:
    token, secret = api_keys.create_token(Player.objects.create(username="ben"), name="bot")
    noon = timezone.now()
    for minutes, noted in ((0, 0), (59, 0), (61, 61)):
        with django_capture_on_commit_callbacks(execute=True):
            api_keys.key_with(secret, at=noon + timedelta(minutes=minutes))
        token.refresh_from_db()
        assert token.last_used_at == noon + timedelta(minutes=noted)
