"""What browsers and crawlers ask a site for, and HEAD."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def answer(path: str) -> Any:
    found = Client().get(path)
    if found.streaming:
        found.close()
    return found


def test_manifest_names_icons_that_are_there() -> None:
    described = json.loads(answer("/manifest.webmanifest").content)
    assert (described["name"], described["start_url"], described["display"]) == ("Seeds", "/", "standalone")
    assert [answer(icon["src"]).status_code for icon in described["icons"]] == [200] * 3
    assert answer(answer("/favicon.ico").headers["Location"]).status_code == 200


def test_crawlers_are_kept_from_accounts_and_analysis() -> None:
    lines = answer("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /accounts/", "Disallow: /games/*/analysis/"} < set(lines)


def test_service_worker_keeps_the_page_for_no_connection() -> None:
    script = answer("/service-worker.js")
    assert script.headers["Content-Type"].startswith("text/javascript")
    assert b'"/offline/"' in script.content
    assert b"No connection" in answer("/offline/").content


@pytest.mark.parametrize("path", ["/", "/games/", "/rules/btt/", "/rules/btt/board.svg", "/help/", "/api/v1/games/"])
def test_head_is_get_without_content(path: str) -> None:
    whole, head = answer(path), Client().head(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Type"] == whole.headers["Content-Type"]
    assert abs(int(head.headers["Content-Length"]) - len(whole.content)) < 20  # a page has marks of its forms


def test_page_of_rest_says_its_language() -> None:
    assert b'<html lang="en">' in answer("/api/docs/").content


def styles(**headers: str) -> tuple[int, int, str, Any]:
    """Status, length and encoding of an answer with a style sheet, and all its headers."""
    found: Any = Client().get("/static/seeds.css", headers={"Accept-Encoding": "gzip", **headers})
    return found.status_code, len(found.getvalue()), found.headers.get("Content-Encoding", ""), found.headers


def test_browser_that_has_a_compressed_file_is_not_sent_it_again() -> None:
    status, length, encoding, headers = styles()
    assert (status, length < 12_000, encoding) == (200, True, "gzip")
    assert styles(**{"If-None-Match": headers["ETag"]})[:3] == (304, 0, "")


def test_part_of_a_file_is_not_compressed() -> None:
    assert styles(Range="bytes=0-99")[:3] == (206, 100, "")
    assert styles(Range="bytes=9999999-")[:3] == (416, 0, "")
