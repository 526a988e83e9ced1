"""What is reported of an error has its place and nothing that anybody said."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
import sentry_sdk
from django.test import Client
from sentry_sdk.transport import Transport

from ground import tracing
from seeds.monitoring.errors import report_to

pytestmark = pytest.mark.django_db

SECRET = "seeds_c0ffee"


class Kept(Transport):
    """Keeps what would be sent."""

    sent: list[Any] = []

    def capture_envelope(self, envelope: Any) -> None:
        self.sent.extend(item.payload.json for item in envelope.items)


@pytest.fixture
def reports() -> Any:
    Kept.sent.clear()
    report_to("https://key@errors.example/1", transport=Kept)
    yield Kept.sent
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def fails(url: str) -> None:
    password = SECRET
    raise ValueError(f"redis://:{password}@cache.example does not answer for {url}")


def test_report_has_the_place_of_an_error_and_no_word_that_could_be_secret(reports: list[Any]) -> None:
    log = logging.getLogger("seeds.test")
    sentry_sdk.set_user({"email": f"{SECRET}@example.org"})
    sentry_sdk.set_extra("address", f"smtp://anna:{SECRET}@mail.example")
    sentry_sdk.add_breadcrumb(message=f"asked for /accounts/password/reset/key/{SECRET}/")
    with tracing.traced("91d1f2b1d1a7e2c4"):
        try:
            fails(f"/live/stream?token={SECRET}")
        except ValueError:
            log.exception("No answer to %s", f"Bearer {SECRET}")
        log.error(f"The hash is pbkdf2_sha256${SECRET}")
    first, second = reports
    assert SECRET not in json.dumps(reports)
    error = first["exception"]["values"][-1]
    assert (error["type"], error["stacktrace"]["frames"][-1]["function"]) == ("ValueError", "fails")
    assert (first["logentry"], first["tags"]) == ({"message": "No answer to %s"}, {"trace": "91d1f2b1d1a7e2c4"})
    assert second["logger"] == "seeds.test"
    assert first.keys() <= {
        "event_id",
        "timestamp",
        "level",
        "platform",
        "release",
        "logger",
        "logentry",
        "exception",
        "tags",
    }


def test_report_of_a_page_names_no_address(reports: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seeds.site_files.reverse", fails)
    browser = Client(
        raise_request_exception=False, headers={"Authorization": f"Bearer {SECRET}", "Cookie": f"x={SECRET}"}
    )
    assert browser.post(f"/manifest.webmanifest?token={SECRET}", {"password": SECRET}).status_code in (404, 405, 500)
    assert browser.get(f"/manifest.webmanifest?token={SECRET}").status_code in (404, 500)
    assert SECRET not in json.dumps(reports)
