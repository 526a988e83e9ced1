"""Pages of lessons: without an account and without a script, with progress in a signed cookie."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.test import Client

from games.lessons import LESSONS
from tests.games.browsing import Browser

pytestmark = pytest.mark.django_db


def test_solved_exercises_are_remembered_without_an_account() -> None:
    client = Client()
    answer = client.get("/learn/btt/1/", {"text": "M e3>e2"})
    assert "Growth has begun." in answer.content.decode()
    assert "10 exercises, 1 solved" in client.get("/learn/btt/").content.decode()
    client.get("/learn/btt/1/", {"text": "M e3>e2"})
    client.get("/learn/roots/3/", {"text": "d8"})
    overview = client.get("/learn/").content.decode()
    assert "10 exercises, 1 solved" in overview
    assert "12 exercises, 1 solved" in overview
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    client.cookies[settings.LESSONS_COOKIE_NAME] = "btt-1_2_3:forged"
    assert "10 exercises</p>" in client.get("/learn/btt/").content.decode()
    for path in ("chess/", "btt/11/", "btt/0/", "chess/1/"):
        assert client.get(f"/learn/{path}").status_code == 404
    last = len(LESSONS["btt"].exercises)
    solved = client.get(f"/learn/btt/{last}/", {"text": LESSONS["btt"].exercises[-1].solution}).content.decode()
    assert f"Exercise {last} of {last}" in solved
    assert "data-next" in solved


def test_wrong_and_illegal_steps_leave_the_exercise_open() -> None:
    client = Client()
    wrong = client.get("/learn/btt/1/", {"text": "S e3>e2"})
    assert (wrong.status_code, "Legal, but not the solution." in wrong.content.decode()) == (200, True)
    refused = client.get("/learn/btt/1/", {"text": "M f3>e2"})
    assert (refused.status_code, "f3 and e2 do not touch" in refused.content.decode()) == (422, True)
    assert settings.LESSONS_COOKIE_NAME not in client.cookies


def test_an_exercise_is_solved_by_links_alone() -> None:
    browser = Browser(Client())
    page = browser.get("/learn/btt/1/")
    for link in ("e3:", "medium"):
        links = page.tree.css(".board-figure a")
        words = [(a.attributes.get("aria-label") or a.text().strip(), a.attributes["href"]) for a in links]
        page = browser.get(next(str(href) for text, href in words if text.startswith(link)))
    form = page.form("/learn/btt/1/")
    assert form["text"].strip() == "M e3>e2"
    assert "Solved." in browser.get(f"/learn/btt/1/?{urlencode(form)}").text


def test_steps_of_an_exercise_as_of_a_game() -> None:
    client = Client()
    body = client.get("/api/v1/lessons/btt/1/steps/", {"ply": 0}).json()
    assert (body["count"], body["to_act"], body["picture"]) == (12, 1, None)
    ahead = client.get("/api/v1/lessons/treeblox/4/steps/", {"ply": 0, "after": "B 2,3,1"}).json()
    assert ahead["after"] == ["B 2,3,1"]
    assert ahead["picture"].startswith("<svg")
    assert client.get("/api/v1/lessons/btt/1/steps/", {"ply": 1}).status_code == 404
    assert client.get("/api/v1/lessons/btt/99/steps/").status_code == 404
    assert client.get("/api/v1/lessons/btt/1/steps/", {"after": "M f3>e2"}).status_code == 422
