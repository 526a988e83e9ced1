"""What browsers are told: headers of every answer, cookies, sessions, redirects, errors."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import global_settings, settings
from django.test import Client, RequestFactory, override_settings

from games.models import Player
from seeds.environment import ROOT
from seeds.middleware import EncryptedMiddleware
from tests.games.browsing import Browser
from tests.seeds.test_environment import PRODUCTION, Read
from tests.seeds.test_environment import read as read

pytestmark = pytest.mark.django_db

PATHS = (
    "/", "/games/", "/api/v1/games/", "/api/v1/games/99/", "/nowhere/", "/accounts/login/", "/healthz",
    "/records/keys.txt",
)  # fmt: skip


def signed_in(name: str = "anna") -> Client:
    client = Client()
    client.force_login(Player.objects.get_or_create(username=name)[0])
    return client


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_the_headers_of_safety(path: str) -> None:
    answer = signed_in().get(path, headers={"Origin": "https://elsewhere.example"})
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert "base-uri 'none'" in answer["Content-Security-Policy"]
    assert re.match(r"application/(problem\+)?json|text/\w+; charset=utf-8", answer["Content-Type"])
    assert "Access-Control-Allow-Origin" not in answer


def test_scripts_place_no_markup_made_of_text() -> None:
    written = {path.name: path.read_text() for path in (ROOT / "static").rglob("*.js")}
    assert written
    found = {name for name, text in written.items() if re.search(r"insertAdjacentHTML|document\.write|\beval\(", text)}
    assert found == set()


@pytest.fixture
def production(read: Read) -> dict[str, Any]:
    """The settings of production."""
    return vars(global_settings) | read(**PRODUCTION)


def test_cookies_over_https_are_bound_to_the_host(production: dict[str, Any]) -> None:
    assert production["SESSION_COOKIE_NAME"] == "__Host-sessionid"
    assert production["CSRF_COOKIE_NAME"] == "__Host-csrftoken"
    for cookie in ("SESSION", "CSRF"):
        flags = [production[f"{cookie}_COOKIE_{flag}"] for flag in ("SECURE", "HTTPONLY", "SAMESITE", "PATH", "DOMAIN")]
        assert flags == [True, True, "Lax", "/", None]
    assert production["MESSAGE_STORAGE"] == "django.contrib.messages.storage.session.SessionStorage"


def test_rest_over_plain_http_is_refused_and_pages_are_redirected(production: dict[str, Any]) -> None:
    answers = EncryptedMiddleware(lambda request: None)  # type: ignore[arg-type,return-value]
    with override_settings(SECURE_SSL_REDIRECT=True):
        refused = answers(RequestFactory().get("/api/v1/games/"))
        assert refused.status_code == 403
        assert b"https_only" in refused.content
        assert answers(RequestFactory().get("/feeds/abc/moves.atom")).status_code == 403
        assert answers(RequestFactory().get("/api/v1/games/", secure=True)) is None
        assert answers(RequestFactory().get("/games/")) is None  # Django's own middleware leads it to HTTPS
    assert production["SECURE_SSL_REDIRECT"]


def test_headers_of_proxies_count_behind_a_proxy_alone(production: dict[str, Any]) -> None:
    assert settings.SECURE_PROXY_SSL_HEADER is None
    assert (settings.ALLAUTH_TRUSTED_PROXY_COUNT, settings.REST_FRAMEWORK["NUM_PROXIES"]) == (0, 0)
    assert (production["ALLAUTH_TRUSTED_PROXY_COUNT"], production["REST_FRAMEWORK"]["NUM_PROXIES"]) == (1, 1)


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)"])
def test_login_leads_to_no_other_site(target: str) -> None:
    Player.objects.create_user("anna", "anna@example.org", password="correct-horse-9-battery")
    form = {"login": "anna", "password": "correct-horse-9-battery", "next": target}
    answer = Client().post("/accounts/login/", form)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/")
    assert not answer["Location"].startswith("//")


def test_signing_in_makes_a_new_session() -> None:
    client = signed_in()
    first = client.session.session_key
    client.force_login(Player.objects.get(username="anna"))
    signed_in_again = signed_in().session.session_key
    assert re.fullmatch(r"[a-z0-9]{32}", first)
    assert first != signed_in_again


def test_sessions_end() -> None:
    assert settings.SESSION_COOKIE_AGE <= 14 * 24 * 3600
    assert signed_in().session.get_expiry_age() <= 14 * 24 * 3600


def test_session_of_a_closed_account_is_dead() -> None:
    client = signed_in()
    assert client.get("/settings/").status_code == 200
    Player.objects.update(is_active=False)
    assert client.get("/settings/").status_code == 302


@pytest.mark.parametrize("path", ["/", "/settings/", "/games/", "/lobby/", "/events/"])
def test_every_page_offers_to_sign_out(path: str) -> None:
    page = Browser("anna").get(path)
    assert page.tree.css('[action="/accounts/logout/"], [href="/accounts/logout/"]')


def test_folders_are_not_listed_and_trace_is_refused() -> None:
    for path in ("/static/", "/static", "/games/../"):
        assert Client().get(path).status_code == 404
    for path in PATHS:
        assert Client().trace(path).status_code in (400, 401, 404, 405)


def test_signing_out_clears_what_the_browser_keeps() -> None:
    answer = signed_in().post("/accounts/logout/")
    assert answer["Clear-Site-Data"] == '"cache", "storage"'
    assert "Clear-Site-Data" not in signed_in().get("/")


def test_fault_of_ours_shows_nothing_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("xyzzy-inside")

    monkeypatch.setattr("games.web.guide.render", fail)
    answer = Client(raise_request_exception=False).get("/help/")
    assert answer.status_code == 500
    assert "xyzzy" not in answer.text
    assert "Traceback" not in answer.text
