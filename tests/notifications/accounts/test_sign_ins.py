"""Signing in: wrong passwords lock nobody out elsewhere, sign-ins can be ended, unknown browsers are noticed."""

from __future__ import annotations

import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail as django_mail
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.models import Player
from notifications.models import OutboundMail
from tests.games.browsing import Browser, Page
from tests.games.conftest import THREE_DAYS
from tests.notifications.mailbox import PostOffice
from tests.second_factor import SECRET, code_of, sign_in_staff
from tournaments.running.services import create_event, open_entries

pytestmark = pytest.mark.django_db

PASSWORD = "correct-horse-9-battery"


def account(name: str = "anna", *more: str) -> Player:
    """A player who joined long ago, with a checked address and some more of them."""
    player = Player.objects.create_user(name, password=PASSWORD, date_joined=timezone.now() - timedelta(days=9))
    for number, address in enumerate([f"{name}@example.org", *more]):
        EmailAddress.objects.create(user=player, email=address, verified=True, primary=not number)
    return player


def at_address(ip: str) -> Browser:
    """A browser at another address of the network."""
    browser = Browser()
    browser.client.defaults["REMOTE_ADDR"] = ip
    return browser


def sign_in(browser: Browser, login: str = "anna", password: str = PASSWORD) -> Page:
    return browser.fill(browser.get("/accounts/login/"), "/accounts/login/", login=login, password=password)


def is_in(browser: Browser) -> bool:
    return browser.get("/settings/").path == "/settings/"


def notices() -> list[tuple[str, str]]:
    """The addresses and subjects of all notices that were written down."""
    rows = OutboundMail.objects.filter(kind="security").order_by("pk")
    return [(row.to, row.context["subject"].removeprefix("Seeds: ")) for row in rows]


def test_account_without_an_address_cannot_be_signed_in_to() -> None:
    Player.objects.create_user("anna", password=PASSWORD)
    browser = Browser()
    page = sign_in(browser)
    assert "This account has no mail address" in page.text
    assert not is_in(browser)


def test_sign_in_ends_after_ninety_days_however_often_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    account()
    browser, began = Browser(), int(time.time())  # a session notes the second in which it began

    def be_at(seconds: float) -> None:
        """Only the two modules that look at the age of a sign-in have this clock."""
        clock = SimpleNamespace(time=lambda: began + seconds)
        for module in ("games.web.middleware", "games.accounts.sessions"):
            monkeypatch.setattr(f"{module}.time", clock)

    be_at(0)
    sign_in(browser)
    for day in range(0, 91, 10):
        be_at(day * 86_400)
        assert is_in(browser), f"on day {day}"
    be_at(90 * 86_400 + 1)
    page = browser.get("/games/")
    assert "You were signed out: a sign-in ends after 90 days at the latest." in page.one("main").text()
    assert not is_in(browser)
    sign_in(browser)
    monkeypatch.undo()
    assert is_in(browser)


def test_wrong_passwords_lock_an_account_for_one_address_only() -> None:
    account()
    attacker = at_address("198.51.100.7")
    for login in ("anna", "ANNA", "anna@example.org", "Anna@Example.org", "anna"):
        assert "not correct" in sign_in(attacker, login, "a guess").text
    for login in ("anna", "anna@example.org"):
        assert "Too many failed login attempts" in sign_in(attacker, login).text, "also with the right password"
    owner = at_address("192.0.2.1")
    sign_in(owner)
    assert is_in(owner)


def test_other_accounts_can_be_opened_at_an_address_where_one_is_locked() -> None:
    account(), account("bert")
    browser = at_address("198.51.100.7")
    for _ in range(6):
        sign_in(browser, "anna", "a guess")
    sign_in(browser, "bert")
    assert is_in(browser)


def test_many_addresses_together_cannot_try_for_ever_and_do_not_lock_a_known_browser(settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "5/5m/key", "login_failed_account": "8/h/key"}  # type: ignore[attr-defined]
    account()
    owner = at_address("192.0.2.1")
    sign_in(owner)
    owner.fill(owner.get("/accounts/logout/"), "/accounts/logout/")
    for number in range(8):
        sign_in(at_address(f"198.51.100.{number}"), "anna", "a guess")
    late = at_address("198.51.100.99")
    assert "Too many failed login attempts" in sign_in(late).text
    assert not is_in(late)
    sign_in(owner)
    assert is_in(owner)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "values"),
    [
        ("/accounts/signup/", {"username": "eve", "password1": "tulips-in-may-4", "password2": "tulips-in-may-4"}),
        ("/accounts/password/reset/", {}),
        ("/accounts/login/code/", {}),
    ],
)
def test_strangers_have_twenty_mails_a_day_sent_to_an_address_at_most(
    monkeypatch: pytest.MonkeyPatch, path: str, values: dict[str, str]
) -> None:
    account()
    now = time.time()
    for number in range(22):
        monkeypatch.setattr(time, "time", lambda later=now + number * 1800: later)
        browser = at_address(f"198.51.100.{number}")
        browser.fill(browser.get(path), path, email="anna@example.org", **values)
    assert OutboundMail.objects.filter(kind="account").count() == 20


def test_staff_pages_take_no_password_themselves() -> None:
    account()
    Player.objects.update(is_staff=True, is_superuser=True)
    client = Client()
    answer = client.post("/admin/login/", {"username": "anna", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/accounts/login/?next=/admin/")
    assert "_auth_user_id" not in client.session
    assert client.get("/admin/games/player/", follow=True).request["PATH_INFO"] == "/accounts/login/"


@pytest.mark.slow
def test_staff_without_a_second_factor_are_led_to_set_one_up_and_then_get_in() -> None:
    account()
    Player.objects.filter(username="anna").update(is_staff=True, is_superuser=True)
    browser = Browser()
    sign_in(browser)
    page = browser.get("/admin/")
    assert page.path == "/accounts/2fa/"
    assert "Staff need a second factor." in page.note()
    page = browser.get("/accounts/2fa/totp/activate/")
    page = browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)
    code = code_of(page.one("main code").text())
    page = browser.fill(page, "/accounts/2fa/totp/activate/", code=code)
    assert page.path == "/accounts/2fa/recovery-codes/"
    page = browser.get("/admin/games/player/")
    assert page.path == "/accounts/2fa/reauthenticate/", "this session was opened without the factor"
    page = browser.fill(page, "/accounts/2fa/reauthenticate/", code=code)
    assert (page.status, page.path) == (200, "/admin/games/player/")


def test_players_who_are_not_staff_do_not_see_staff_pages() -> None:
    assert Browser("anna").get("/admin/").status == 403


def test_staff_in_a_session_with_a_second_factor_get_in(client: Client) -> None:
    sign_in_staff(client)
    assert client.get("/admin/").status_code == 200


def test_staff_direct_events_of_others_with_a_second_factor_only(client: Client) -> None:
    event = create_event(name="Autumn", director=account("cleo"), rules="btt", control=THREE_DAYS, at=timezone.now())
    open_entries(event_id=event.pk, player=event.director)
    staff = sign_in_staff(client)
    assert client.get(f"/events/{event.slug}/console/").status_code == 200
    secret = create_token(staff, name="bot")[1]
    without = Client()
    without.force_login(staff)
    assert without.get(f"/events/{event.slug}/console/").status_code == 403
    path, body = f"/api/v1/events/{event.slug}/actions/pause/", {"reason": "Storm.", "dry_run": True}
    headers = {"Authorization": f"Bearer {secret}"}
    assert without.post(path, body, content_type="application/json", headers=headers).status_code == 403
    staff.refresh_from_db()
    assert staff.is_staff, "the account keeps its rights"


def test_unknown_browser_is_noticed_at_every_checked_address_once() -> None:
    account("anna", "anna@work.example")
    EmailAddress.objects.create(user=Player.objects.get(username="anna"), email="new@example.org")
    browser = Browser()
    for _ in range(2):
        sign_in(browser)
        browser.fill(browser.get("/accounts/logout/"), "/accounts/logout/")
    subject = "a sign-in from a new browser"
    assert notices() == [("anna@example.org", subject), ("anna@work.example", subject)]
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    assert {message.to[0] for message in django_mail.outbox} == {"anna@example.org", "anna@work.example"}
    assert "127.0.0.1" in str(django_mail.outbox[0].body)


def test_player_who_joins_gets_no_notice_of_it(client: Client) -> None:
    player = account()
    Player.objects.filter(pk=player.pk).update(date_joined=timezone.now())
    sign_in(Browser())
    assert notices() == []


def test_sign_ins_are_listed_and_ended_one_by_one_and_all_together() -> None:
    account()
    here, phone, tablet = Browser(), Browser(), Browser()
    phone.client.defaults["HTTP_USER_AGENT"] = "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    for browser in (phone, tablet, here):
        sign_in(browser)
    page = here.get("/accounts/sessions/")
    assert "Firefox on Android from 127.0.0.1" in page.text
    [ends] = [
        str(form.attributes["action"])
        for form in page.tree.css("main form")
        if "Firefox" in form.parent.text() and "/end/" in str(form.attributes["action"])
    ]
    here.send(ends)
    assert [is_in(browser) for browser in (here, phone, tablet)] == [True, False, True]
    here.fill(here.get("/accounts/sessions/"), "/accounts/sessions/")
    assert [is_in(browser) for browser in (here, phone, tablet)] == [True, False, False]


def test_nobody_ends_the_sign_in_of_another() -> None:
    account(), account("bert")
    anna, bert = Browser(), Browser()
    sign_in(anna), sign_in(bert, "bert")
    for number in range(1, 9):
        bert.send(f"/settings/sign-ins/{number}/end/")
    assert is_in(anna)


def test_password_alone_does_not_open_an_account_with_one_time_codes() -> None:
    TOTP.activate(account(), SECRET)
    browser = Browser()
    page = sign_in(browser)
    assert page.path == "/accounts/2fa/authenticate/"
    assert not is_in(browser)
    code = code_of(SECRET)
    wrong = "000000" if code != "000000" else "111111"
    page = browser.send("/accounts/2fa/authenticate/", code=wrong)
    assert "Incorrect code" in page.text
    browser.send("/accounts/2fa/authenticate/", code=code)
    assert is_in(browser)
    again = Browser()
    sign_in(again)
    again.send("/accounts/2fa/authenticate/", code=code)
    assert not is_in(again), "a code is good once"
