"""Second factors and other changes of an account: they ask for the password again, and every checked address hears."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import mail as django_mail
from django.core.management import CommandError, call_command
from django.test import TestCase
from django.utils import timezone

from games.models import Player
from notifications.models import OutboundMail
from tests.games.browsing import Browser, Page
from tests.notifications.accounts.test_sign_ins import PASSWORD, account, is_in, notices, sign_in
from tests.notifications.mailbox import PostOffice
from tests.second_factor import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser() -> Browser:
    """A browser in which anna, who has two checked addresses, has signed in."""
    account("anna", "anna@work.example")
    browser = Browser()
    sign_in(browser)
    OutboundMail.objects.all().delete()
    return browser


def confirm(browser: Browser, page: Page) -> Page:
    """Type the password again on the page that asks for it."""
    assert page.path == "/accounts/reauthenticate/", page.path
    return browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)


def set_up(browser: Browser) -> tuple[str, list[str]]:
    """Turn one-time codes on; the secret of the app and the recovery codes."""
    page = confirm(browser, browser.get("/accounts/2fa/totp/activate/"))
    secret = page.one("main code").text()
    assert page.one("img.code-picture").attributes["src"].startswith("data:image/svg+xml;base64,")
    with TestCase.captureOnCommitCallbacks(execute=True):
        page = browser.fill(page, "/accounts/2fa/totp/activate/", code=code_of(secret))
    return secret, page.one("main pre").text().split()


def assert_noticed(subject: str) -> None:
    assert notices() == [("anna@example.org", subject), ("anna@work.example", subject)]
    OutboundMail.objects.all().delete()


def test_one_time_codes_are_set_up_used_and_turned_off(browser: Browser) -> None:
    secret, recovery = set_up(browser)
    assert len(recovery) == 10
    assert all(sum(map(str.isdigit, code)) == 34 for code in recovery), "112 bits"
    assert_noticed("one-time codes are on")
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored, "secrets are encrypted"
    for name in ("2fa", "2fa/recovery-codes", "2fa/totp/deactivate", "sessions"):
        page = browser.get(path := f"/accounts/{name}/")
        assert (page.status, page.has("script:not([src]), style, [style], [onclick]")) == (200, False), path
    for expected in (True, False):
        lost = Browser()
        sign_in(lost)
        lost.send("/accounts/2fa/authenticate/", code=f" {recovery[3]} ")  # as somebody copies it from paper
        assert is_in(lost) is expected
    OutboundMail.objects.all().delete()
    page = browser.get("/accounts/2fa/recovery-codes/generate/")
    with TestCase.captureOnCommitCallbacks(execute=True):
        page = browser.fill(page, "/accounts/2fa/recovery-codes/generate/")
    assert not set(recovery) & set(page.one("main pre").text().split())
    assert_noticed("new recovery codes")
    page = browser.get("/accounts/2fa/totp/deactivate/")
    browser.fill(page, "/accounts/2fa/totp/deactivate/")
    assert_noticed("one-time codes are off")
    other = Browser()
    sign_in(other)
    assert is_in(other)


def test_codes_cannot_be_guessed_and_an_operator_removes_those_that_were_lost(browser: Browser) -> None:
    secret, _ = set_up(browser)
    other = Browser()
    sign_in(other)
    for number in range(6):
        page = other.send("/accounts/2fa/authenticate/", code=f"{number:06}")
    assert "Too many failed login attempts" in page.text
    other.send("/accounts/2fa/authenticate/", code=code_of(secret))
    assert not is_in(other)
    OutboundMail.objects.all().delete()
    call_command("remove_second_factors", "anna", stdout=StringIO())
    assert_noticed("your second factors were removed")
    other = Browser()
    sign_in(other)
    assert is_in(other)
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("remove_second_factors", "anna")


def test_changing_factors_asks_for_the_password_again(browser: Browser) -> None:
    for path in ("totp/activate", "webauthn/add", "recovery-codes/generate"):
        assert browser.get(f"/accounts/2fa/{path}/").path == "/accounts/reauthenticate/"


def test_adding_an_address_asks_for_the_password_again_and_goes_on_afterwards(browser: Browser) -> None:
    values = {"email": "new@example.org", "action_add": ""}
    page = browser.send("/accounts/email/", **values)
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    confirm(browser, page)
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    [code] = re.findall(r"^([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})$", str(django_mail.outbox[-1].body), re.MULTILINE)
    assert notices() == [], "not before it is checked"
    browser.send("/accounts/confirm-email/", code=code)
    added = "an address was added"
    assert notices() == [("anna@example.org", added), ("anna@work.example", added), ("new@example.org", added)]


def test_removed_address_hears_of_it_too(browser: Browser) -> None:
    page = browser.send("/accounts/email/", email="anna@work.example", action_remove="")
    confirm(browser, page)
    assert not EmailAddress.objects.filter(email="anna@work.example").exists()
    removed = "an address was removed"
    assert notices() == [("anna@example.org", removed), ("anna@work.example", removed)]
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    assert {message.to[0] for message in django_mail.outbox} >= {"anna@work.example"}


def test_changing_the_main_address_is_noticed(browser: Browser) -> None:
    confirm(browser, browser.send("/accounts/email/", email="anna@work.example", action_primary=""))
    assert_noticed("your main address was changed")


def test_changing_the_password_needs_the_old_one_ends_other_sign_ins_and_is_noticed(browser: Browser) -> None:
    other = Browser()
    sign_in(other)
    OutboundMail.objects.all().delete()
    values = {"password1": "tulips-in-may-4", "password2": "tulips-in-may-4"}
    assert "current password" in browser.send("/accounts/password/change/", oldpassword="wrong", **values).text
    browser.send("/accounts/password/change/", oldpassword=PASSWORD, **values)
    assert_noticed("your password was changed")
    assert [is_in(browser), is_in(other)] == [True, False]


def test_reset_of_the_password_is_noticed(browser: Browser) -> None:
    stranger = Browser()
    stranger.fill(stranger.get("/accounts/password/reset/"), "/accounts/password/reset/", email="anna@work.example")
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    [link] = re.findall(r"https?://\S+(/accounts/password/reset/key/\S+)", str(django_mail.outbox[-1].body))
    page = stranger.get(link)
    stranger.fill(page, page.path, password1="tulips-in-may-4", password2="tulips-in-may-4")
    assert_noticed("your password was reset")
    assert Player.objects.get(username="anna").check_password("tulips-in-may-4")
    assert not is_in(browser)
