"""Keys to REST do what they were made for, until they expire or the password is reset; some in one event only."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from games.accounts import api_keys
from games.models import ApiToken, Player
from ground.rest.scopes import Scope, read_scopes, write_scopes
from notifications.channels import feeds
from notifications.models import OutboundMail
from tests.contract_changes import present_schema
from tests.games.browsing import Browser, Page
from tests.games.conftest import Start
from tests.games.programs import Program
from tests.notifications.accounts.test_sign_ins import PASSWORD, account, notices, sign_in
from tests.notifications.mailbox import PostOffice
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.playing import running, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, KeyLimit
from tournaments.running.services import create_event, open_entries

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "body", "scope"),
    [
        ("players/me/", None, "read"),
        ("games/1/plan/", None, "read"),
        ("games/1/play/", {"ply": 0, "text": "null d3"}, "play"),
        ("proposals/", {}, "play"),
        ("events/spring/enter/", {}, "play"),
        ("events/", {}, "organise"),
        ("events/spring/start/", {}, "organise"),
        ("events/spring/actions/announce/", {}, "organise"),
    ],
)
def test_refusal_names_the_scope_that_is_missing(path: str, body: dict[str, Any] | None, scope: str) -> None:
    others, method = [other for other in Scope if other != scope], "get" if body is None else "post"
    answer = Program(friend("anna"), scopes=others).send(method, path, body)
    assert answer.status_code == 403
    assert answer.json()["code"] == "missing_scope"
    assert f"with the scope {scope}; this one has {', '.join(others)}" in answer.json()["message"]
    assert Program(friend("anna"), scopes=[scope]).send(method, path, body).json().get("code") != "missing_scope"


def test_schema_documents_the_scope_of_every_operation() -> None:
    schema = present_schema()
    operations = {
        (method, path): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/v1/")
    }
    assert len(operations) > 80
    for (method, path), operation in operations.items():
        scope = operation["x-key-scope"]
        assert f"A key needs the scope `{scope}`." in operation["description"], path
        if method == "get" and "/moderation/" not in path:
            assert scope == "read", path
        elif "/actions/" in path or "/moderation/" in path:
            assert scope == "organise", path
        else:
            assert scope in ("play", "organise"), path


def limited(player: Player, event: Event) -> Program:
    program = Program(player, is_limited=True)
    KeyLimit.objects.create(token=program.token, event=event)
    return program


def test_key_for_one_event_opens_that_event_and_its_games(start: Start) -> None:
    event = started(Layout(), 3)
    other = create_event(name="Winter", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    open_entries(event_id=other.pk, player=friend("cleo"))
    game = running(event)[0]
    outside = start("anna", "bert")
    program = limited(game.seats.get(number=game.to_act).player, event)
    for path in (f"events/{event.slug}/", f"games/{game.pk}/", f"games/{game.pk}/moves/"):
        assert program.get(path).status_code == 200, path
    for path in (f"events/{other.slug}/", f"games/{outside.pk}/", "players/me/", "submissions/", "players/me/mail/"):
        answer = program.get(path)
        assert (answer.status_code, answer.json()["code"]) == (403, "other_event"), path
    for path in (f"events/{other.slug}/enter/", f"games/{outside.pk}/play/", "proposals/"):
        assert program.post(path).json()["code"] == "other_event", path
    for path in (f"events/{event.slug}/enter/", f"games/{game.pk}/play/"):
        assert program.post(path).status_code != 403, path
    KeyLimit.objects.all().delete()
    assert program.get("events/").json()["code"] == "other_event", "the event is gone"
    for hours, status in ((1, 200), (-1, 401)):
        expiring = Program(friend("anna"), expires_at=timezone.now() + timedelta(hours=hours))
        assert expiring.get("players/me/").status_code == status
    with pytest.raises(ValueError, match="admin"):
        write_scopes(["admin"])
    assert read_scopes(write_scopes(["play", "read", "read"])) == (Scope.READ, Scope.PLAY)


# Pages ----------------------------------------------------------------------------------------------------------------


def make_key(browser: Browser, **values: Any) -> Page:
    page = browser.send("/settings/keys/", name="my bot", scopes="play", days="30", **values)
    return browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)


@pytest.fixture
def browser() -> Browser:
    """A browser in which anna, who has two checked addresses, has signed in."""
    account("anna", "anna@work.example")
    browser = Browser()
    sign_in(browser)
    OutboundMail.objects.all().delete()
    return browser


def test_key_is_made_with_the_password_and_noticed_at_every_address(browser: Browser) -> None:
    page = browser.send("/settings/keys/", name="my bot", scopes="play", days="30")
    assert page.path == "/accounts/reauthenticate/"
    assert not ApiToken.objects.exists()
    page = browser.fill(page, "/accounts/reauthenticate/", password=PASSWORD)
    secret = page.one(".note pre").text()
    assert page.headers["Cache-Control"] == "private, no-store"
    token = api_keys.key_with(secret, at=timezone.now())
    assert token is not None
    assert token.scopes == "play"
    assert token.expires_at is not None
    assert timedelta(days=29) < token.expires_at - timezone.now() <= timedelta(days=30)
    assert notices() == [("anna@example.org", "a key was made"), ("anna@work.example", "a key was made")]
    assert secret not in str(list(OutboundMail.objects.values_list("context", flat=True)))
    assert "play; until" in browser.get("/settings/keys/").text


def test_key_can_be_limited_to_an_event_of_the_player(browser: Browser) -> None:
    assert not browser.get("/settings/keys/").has("select[name=event]")
    mine = create_event(name="Mine", director=friend("anna"), rules="btt", control=THREE_DAYS, at=NOON)
    create_event(name="Hidden", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    options = browser.get("/settings/keys/").tree.css("select[name=event] option")
    assert [option.attributes["value"] for option in options] == ["", mine.slug]
    make_key(browser, event=mine.slug)
    assert KeyLimit.objects.get().event == mine
    assert "play, only for Mine" in browser.get("/settings/keys/").text


def test_addresses_are_added_and_removed_twenty_times_a_day(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, waited = time.time(), 0.0
    monkeypatch.setattr(time, "time", lambda: begun + waited)
    for waited, taken in ((0.0, 10), (120.0, 10), (240.0, 0), (90_000.0, 10)):
        statuses = [browser.send("/accounts/email/", action_add="1", email="no address").status for _ in range(11)]
        assert 11 - statuses.count(429) == taken, waited


def reset(browser: Browser, **values: str) -> None:
    """Reset the password by the mailed link."""
    page = browser.get("/accounts/password/reset/")
    browser.fill(page, "/accounts/password/reset/", email="anna@example.org")
    PostOffice(now=timezone.now() + timedelta(seconds=5)).work()
    [link] = re.findall(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", str(django_mail.outbox[-1].body))
    page = browser.get(link)
    assert "Keep the keys of my programs" in page.text
    browser.fill(page, page.path, password1="tulips-in-may-4", password2="tulips-in-may-4", **values)


@pytest.mark.parametrize(
    ("values", "sentence", "is_alive"),
    [({}, "All keys of your programs were revoked.", False), ({"keep_keys": "on"}, "were kept.", True)],
)
def test_reset_of_the_password_revokes_keys_and_renews_feeds_unless_they_are_kept(
    browser: Browser, values: dict[str, str], sentence: str, is_alive: bool
) -> None:
    secret = make_key(browser).one(".note pre").text()
    letters = feeds.letters_of(feeds.renew_key(player_id=friend("anna").pk, at=timezone.now()))
    reset(Browser(), **values)
    assert (api_keys.key_with(secret, at=timezone.now()) is not None) is is_alive
    assert (feeds.player_with(letters) is not None) is is_alive
    notice = OutboundMail.objects.filter(kind="security").latest("pk").context["text"]
    assert sentence in " ".join(notice.split())
