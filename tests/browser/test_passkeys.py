"""Passkeys in a real browser, whose authenticator is a virtual one: made, used to sign in and to confirm, removed."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

from games.models import Player
from notifications.models import OutboundMail
from tests.browser.conftest import Reader, Visit
from tests.browser.test_first_game import code_mailed_to

pytestmark = pytest.mark.browser

PASSWORD = "correct-horse-9-battery"


def with_authenticator(reader: Reader) -> Reader:
    """The device of the reader keeps passkeys and recognises its owner."""
    devtools = reader.context.new_cdp_session(reader.page)
    devtools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return reader


def sign_in(reader: Reader) -> None:
    reader.open("/accounts/login/")
    reader.page.get_by_label("Login").fill("ada")
    reader.page.get_by_label("Password", exact=True).fill(PASSWORD)
    reader.page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(reader: Reader) -> None:
    reader.open("/accounts/logout/")
    reader.page.get_by_role("button", name="Sign out").click()


@pytest.mark.slow
def test_passkey_is_made_and_opens_the_account_and_confirms(visit: Visit) -> None:
    ada = Player.objects.create_user("ada", password=PASSWORD)
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    reader = with_authenticator(visit("phone", "dark"))
    page = reader.page
    sign_in(reader)
    expect(page.get_by_text("You are signed in as ada.")).to_be_visible()

    reader.open("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_label("Name")).to_be_visible()
    reader.open("/accounts/2fa/totp/activate/")
    secret = page.locator(".code-picture").evaluate("one => getComputedStyle(one).backgroundColor")
    assert secret == "rgb(255, 255, 255)", "apps read it at night, too"
    reader.open("/accounts/2fa/webauthn/add/")
    page.get_by_label("Name").fill("Laptop")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    reader.check_width()
    assert Authenticator.objects.filter(user=ada, type="webauthn").count() == 1
    assert OutboundMail.objects.filter(kind="security", reader=ada).count() == 1
    reader.open("/accounts/2fa/")
    expect(page.get_by_text("Laptop")).to_be_visible()

    sign_out(reader)
    reader.open("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are signed in as ada.")).to_be_visible()

    sign_out(reader)
    sign_in(reader)
    expect(page.get_by_role("heading", name="Second factor")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("You are signed in as ada.")).to_be_visible()

    reader.open("/accounts/2fa/recovery-codes/generate/")
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Make new recovery codes?")).to_be_visible()

    reader.open("/accounts/2fa/")
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    assert not Authenticator.objects.filter(user=ada).exists(), "recovery codes go with the last factor"


@pytest.mark.slow
def test_newcomer_joins_with_a_passkey_and_no_password(visit: Visit) -> None:
    reader = with_authenticator(visit())
    page = reader.page
    reader.open("/accounts/signup/")
    page.get_by_role("link", name="Use a passkey").click()
    page.get_by_label("Email").fill("bea@example.org")
    page.get_by_label("Username").fill("bea")
    page.get_by_role("button", name="Join").click()
    page.get_by_label("Code").fill(code_mailed_to("bea@example.org"))
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.locator(".menu", has_text="bea")).to_be_visible()

    sign_out(reader)
    reader.open("/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are signed in as bea.")).to_be_visible()
    reader.open("/accounts/password/change/")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password (again)").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_label("Current password")).to_be_visible()
    assert Player.objects.get(username="bea").check_password(PASSWORD)


def test_missing_passkey_is_said_and_nobody_gets_in(visit: Visit) -> None:
    reader = with_authenticator(visit())
    reader.open("/accounts/login/")
    reader.page.get_by_role("button", name="Sign in with a passkey").click()
    expect(reader.page.get_by_role("alert")).to_contain_text("No passkey was used.")
    reader.open("/settings/")
    assert "/accounts/login/" in reader.page.url
