"""Settings from the environment: what is wrong or missing stops the start with one sentence naming it."""

from __future__ import annotations

import base64
import hashlib
import os
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from django.conf import settings

from games.rules.drawing import dark_scheme
from seeds.environment import Environment, SettingError

Read: TypeAlias = Callable[..., dict[str, Any]]

PRODUCTION = {
    "PRODUCTION": "1",
    "SECRET_KEY": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789",
    "SITE_URL": "https://seeds.example",
    "DATABASE_URL": "postgres://seeds:secret@localhost:5432/seeds",
    "REDIS_URL": "redis://:secret@localhost:6379/0",
    "EMAIL_URL": "smtp+tls://seeds:secret@mail.example:587",
}

CLUB = {"CLUB": "1", "SITE_URL": "https://games.club.example", "EMAIL_URL": "smtp+tls://seeds:secret@mail.example:587"}


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads the settings afresh with some variables set and nothing else of ours; returns them by name."""

    def read_settings(**variables: str) -> dict[str, Any]:
        for name, value in {"PROMETHEUS_MULTIPROC_DIR": "", **variables}.items():  # it is put back
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(settings.ROOT / "seeds/settings.py"))

    return read_settings


def start(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run ``manage.py`` with ``variables`` set and nothing else of ours."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "seeds.settings", **variables}
    command = [sys.executable, str(settings.ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PRODUCTION", "maybe", "PRODUCTION must be 1 or 0, not 'maybe'"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL must look like redis://:password@localhost:6379/0"),
        ("DATABASE_URL", "mysql://u:hidden@h/d", "DATABASE_URL must look like postgres://user:password@localhost"),
        ("DATABASE_URL", "postgres://u:hidden@h:port/d", "DATABASE_URL must look like postgres://"),
        ("DATABASE_URL", "postgres://u:hidden@h", "DATABASE_URL must name a database at its end"),
        ("ADMIN_PATH", "Staff Only", "ADMIN_PATH can have lower-case letters, digits, dashes and slashes"),
        ("DATABASE_POOL", "0", "DATABASE_POOL must be a whole number from 1 to 200, not '0'"),
        ("EMAIL_URL", "mail.example", "EMAIL_URL must look like smtp+tls://user:password@mail.example:587"),
        ("EMAIL_URL", "smtp://", "EMAIL_URL must name a host"),
        ("SITE_URL", "seeds.example", "SITE_URL must look like https://seeds.example"),
        (
            "SITE_URL",
            "http://seeds.example/club",
            "SITE_URL must look like https://seeds.example, with a host and nothing",
        ),
        ("ALLOWED_HOSTS", "other.example", "ALLOWED_HOSTS must contain 127.0.0.1, the host of SITE_URL"),
        ("MAIL_SMTP", "8025", "MAIL_SMTP must look like 127.0.0.1:8025, not '8025'"),
        ("MAIL_LMTP", "8024", "MAIL_LMTP must look like 127.0.0.1:8025, not '8024'"),
        ("MAIL_LMTP", "unix:run/lmtp", "MAIL_LMTP must look like 127.0.0.1:8024 or unix:/run/seeds/lmtp"),
        ("MAIL_LMTP", f"unix:/{103 * 'x'}", "MAIL_LMTP must name a path of at most 103 bytes"),
        ("MAIL_BOX", "play", "MAIL_BOX must be a mail address such as play@hoster.example, not 'play'"),
        ("MAIL_BOX", "play+x@hoster.example", "MAIL_BOX must be a mail address such as play@hoster.example"),
        ("IMAP_URL", "imap.hoster.example", "IMAP_URL must look like imaps://user:password@imap.hoster.example:993"),
        ("IMAP_URL", "imaps://imap.hoster.example", "IMAP_URL must name user, password and host"),
        ("IMAP_URL", "imaps://u:hidden@imap.hoster.example", "MAIL_BOX is not set: IMAP_URL needs the address"),
        ("MAIL_DKIM_KEY_FILE", "/nowhere/key.pem", "MAIL_DKIM_KEY_FILE must name a file that can be read: [Errno 2]"),
        ("MAIL_DKIM_KEY_FILE", __file__, "MAIL_DKIM_KEY_FILE must name a file with an RSA private key"),
        ("RECORD_KEY_FILE", __file__, "RECORD_KEY_FILE must name a file with an Ed25519 private key"),
        ("RECORD_FORMER_KEYS", f"{'ab' * 32},key", "RECORD_FORMER_KEYS must be public keys of 64 hexadecimal"),
        ("MAIL_DOMAIN", "play domain", "MAIL_DOMAIN must be a host name such as play.seeds.example, not 'play domain'"),
        ("MAIL_FROM", "Seeds", "MAIL_FROM must be a mail address such as Seeds <seeds@play.seeds.example>"),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL, not 'LOUD'"),
        ("API_RATE_PLAYER", "many", "API_RATE_PLAYER must be a number of requests per sec, min, hour or day"),
    ],
)
def test_wrong_setting_stops_the_start_with_one_sentence(read: Read, name: str, value: str, sentence: str) -> None:
    with pytest.raises(SettingError) as stopped:
        read(**{name: value})
    said = str(stopped.value)
    assert said.startswith(f"Seeds cannot start: {sentence}")
    assert (said[-1], "\n" in said, "hidden" in said) == (".", False, False)


def test_program_that_is_stopped_shows_the_sentence_and_nothing_else() -> None:
    stopped = start("check", PRODUCTION="maybe")
    assert stopped.stderr == "Seeds cannot start: PRODUCTION must be 1 or 0, not 'maybe'.\n"
    assert stopped.returncode == 1


def test_broker_of_another_project_is_not_ours() -> None:
    asked = "from seeds.celery import app; print(app.conf.broker_url, app.conf.broker_write_url)"
    other = dict.fromkeys(("CELERY_BROKER_URL", "CELERY_BROKER_WRITE_URL"), "redis://elsewhere:1/0")
    environment = os.environ | other | {"DJANGO_SETTINGS_MODULE": "seeds.settings", "REDIS_URL": "redis://ours:2/0"}
    said = subprocess.run(
        [sys.executable, "-c", asked], cwd=settings.ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert said == "redis://ours:2/0 redis://ours:2/0\n"


@pytest.mark.parametrize("name", sorted(PRODUCTION.keys() - {"PRODUCTION"}))
def test_production_without_a_setting_stops_the_start_and_names_it(read: Read, name: str) -> None:
    with pytest.raises(SettingError, match=f"Seeds cannot start: {name} "):
        read(**PRODUCTION | {name: ""})


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"SECRET_KEY": "change-me"}, "SECRET_KEY is too short"),
        ({"SITE_URL": "http://seeds.example"}, "SITE_URL must begin with https://"),
        ({"DATABASE_URL": "sqlite:////srv/seeds.sqlite3"}, "DATABASE_URL must name a PostgreSQL database"),
        ({"EMAIL_URL": "consolemail://"}, "EMAIL_URL must name a mail server"),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must list host names"),
        ({"DEBUG": "1"}, "DEBUG shows internal data"),
        ({"TRUST_LOOPBACK_MAIL": "1"}, "TRUST_LOOPBACK_MAIL is for development"),
        ({"MAIL_BOX": "p@h.example", "IMAP_URL": "imap://u:hidden@h.example"}, "IMAP_URL must begin with imaps://"),
    ],
)
def test_production_refuses_what_must_not_be_public(read: Read, variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingError, match=f"Seeds cannot start: {sentence}"):
        read(**PRODUCTION | variables)


@pytest.mark.parametrize("url", ["http://seeds.example", "https://192.168.1.20", "http://localhost.example:8000"])
def test_installation_for_others_stops_without_a_profile_and_says_what_to_set(read: Read, url: str) -> None:
    with pytest.raises(SettingError, match=r"SITE_URL names .* Set CLUB=1 to run for others from this machine"):
        read(SITE_URL=url, MAIL_LAB="0", TRUST_LOOPBACK_MAIL="0")


@pytest.mark.parametrize(
    "url", ["http://localhost:8000", "http://127.0.0.2", "http://[::1]:8000", "http://a.localhost"]
)
def test_at_home_the_lab_is_open_and_loopback_mail_believed(read: Read, url: str) -> None:
    values = read(SITE_URL=url)
    assert (values["MAIL_LAB"], values["TRUST_LOOPBACK_MAIL"], values["PRODUCTION"]) == (True, True, False)


def test_at_home_no_other_name_is_answered_to(read: Read) -> None:
    with pytest.raises(SettingError, match="ALLOWED_HOSTS can name this machine only"):
        read(ALLOWED_HOSTS="127.0.0.1,*")


def test_club_is_production_on_one_machine(read: Read) -> None:
    values = read(**CLUB)
    assert (values["PRODUCTION"], values["DEBUG"], values["MAIL_LAB"], values["TRUST_LOOPBACK_MAIL"]) == (
        True, False, False, False,
    )  # fmt: skip
    assert not {"notifications.lab", "demo"} & set(values["INSTALLED_APPS"])
    assert values["DATABASES"]["default"]["ENGINE"].endswith("sqlite3")
    assert values["SECRET_KEY"] == (Path(os.environ["SEEDS_VAR"]) / "secret_key").read_text()
    closed = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "BEHIND_PROXY")
    assert [values[name] for name in closed] == [True] * 4
    assert (values["SECURE_HSTS_SECONDS"], values["SECURE_HSTS_INCLUDE_SUBDOMAINS"]) == (365 * 24 * 3600, False)
    assert values["ALLOWED_HOSTS"] == ["games.club.example"]
    assert values["MAIL_DOMAIN"] == "play.games.club.example"


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({"PRODUCTION": "0"}, "CLUB=1 serves other people, so PRODUCTION cannot be 0."),
        ({"SITE_URL": ""}, "SITE_URL is not set: CLUB=1 needs the address that players see"),
        ({"SITE_URL": "http://games.club.example"}, "SITE_URL must begin with https:// when CLUB=1."),
        ({"SECRET_KEY": "change-me"}, "SECRET_KEY is too short to be safe: CLUB=1"),
        ({"EMAIL_URL": ""}, "EMAIL_URL must name a mail server when CLUB=1"),
        ({"DEBUG": "1"}, "DEBUG shows internal data to everybody, so it cannot be on when CLUB=1."),
        ({"MAIL_LAB": "1"}, "MAIL_LAB shows every mail to everybody, so it cannot be on when CLUB=1."),
        ({"TRUST_LOOPBACK_MAIL": "1"}, "TRUST_LOOPBACK_MAIL is for development: it cannot be on when CLUB=1."),
    ],
)
def test_club_refuses_what_must_not_be_public(read: Read, variables: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingError, match=f"Seeds cannot start: {sentence}"):
        read(**CLUB | variables)


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL", "EMAIL_URL", "IMAP_URL"])
def test_refusal_shows_no_password(read: Read, name: str) -> None:
    with pytest.raises(SettingError) as stopped:
        read(**{name: "nonsense://user:hidden@host/x"})
    assert "hidden" not in str(stopped.value)


def test_production_passes_djangos_own_deployment_check() -> None:
    checked = start("check", "--deploy", "--fail-level=WARNING", **PRODUCTION)
    assert checked.returncode == 0, checked.stderr


def test_production_is_closed_in_the_browser(read: Read) -> None:
    values = read(**PRODUCTION)
    closed = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_INCLUDE_SUBDOMAINS")
    assert [values[name] for name in closed] == [True] * 4
    assert values["SECURE_HSTS_SECONDS"] == 365 * 24 * 3600
    assert values["ALLOWED_HOSTS"] == ["seeds.example"]


def test_browsers_accept_the_style_inside_the_pictures_of_boards(read: Read) -> None:
    digest = base64.b64encode(hashlib.sha256(dark_scheme().encode()).digest()).decode()
    assert f"'sha256-{digest}'" in read()["CONTENT_SECURITY_POLICY"]["DIRECTIVES"]["style-src"]


def test_urls_switch_to_postgresql_redis_and_smtp(read: Read) -> None:
    values = read(**PRODUCTION)
    assert values["DATABASES"]["default"]["ENGINE"] == "seeds.databases.postgresql"
    assert values["CELERY_BROKER_URL"] == "redis://:secret@localhost:6379/0"
    assert values["CACHES"]["default"]["BACKEND"] == "seeds.cache.ForgetfulRedisCache"
    assert (values["EMAIL_HOST"], values["EMAIL_PORT"], values["EMAIL_USE_TLS"]) == ("mail.example", 587, True)


def test_mailbox_is_read_out_of_its_url(read: Read) -> None:
    values = read(
        IMAP_URL="imaps://play%40hoster.example:p%2Fw@imap.hoster.example/Play", MAIL_BOX="Play@Hoster.example"
    )
    assert (values["IMAP_USER"], values["IMAP_PASSWORD"]) == ("play@hoster.example", "p/w")
    assert (values["IMAP_HOST"], values["IMAP_PORT"], values["IMAP_FOLDER"]) == ("imap.hoster.example", 993, "Play")
    assert values["MAIL_BOX"] == "play@hoster.example"


def test_nothing_set_keeps_everything_in_one_folder(read: Read, tmp_path: Path) -> None:
    folder = tmp_path / "a folder + more"  # a path is no URL: blanks and plus signs stay what they are
    values = read(SEEDS_VAR=str(folder))
    assert values["DATABASES"]["default"]["NAME"] == f"{folder}/db.sqlite3"
    assert values["EMAIL_FILE_PATH"] == f"{folder}/mail"


def test_settings_make_no_folder_and_no_file(read: Read, tmp_path: Path) -> None:
    values = read(SEEDS_VAR=str(tmp_path / "var"))
    assert (values["VAR"], values["SECRET_KEY"]) == (tmp_path / "var", "")
    assert list(tmp_path.iterdir()) == []


def test_variable_that_is_empty_counts_as_not_set() -> None:
    assert Environment({"PORT": " "}).number("PORT", default=7, least=1, most=9) == 7


@pytest.mark.parametrize("value", ["-1", "1.5", "²", "10"])
def test_number_outside_its_bounds_is_refused(value: str) -> None:
    with pytest.raises(SettingError, match="PORT must be a whole number from 1 to 9"):
        Environment({"PORT": value}).number("PORT", default=7, least=1, most=9)


def test_door_may_have_an_ipv6_address() -> None:
    assert Environment({"DOOR": "[::1]:25"}).host_and_port("DOOR", default="") == ("::1", 25)
