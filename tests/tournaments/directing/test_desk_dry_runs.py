"""Notes, templates and drafts have dry runs like everything else that directors do by REST."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tournaments.directing.copies import save_template
from tournaments.directing.director_notes import write_note
from tournaments.event_rules.layouts import Layout
from tournaments.models import DirectorNote, Event, SavedTemplate
from tournaments.running import services

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def there_is() -> None:
    """A draft of cleo's with a note and a template of it."""
    director = friend("cleo")
    event = services.create_event(
        name="Autumn", director=director, rules="btt", control=THREE_DAYS, at=NOON, layout=Layout(), most_entrants=8
    )
    write_note(event_id=event.pk, player=director, text="Look at game 3.", at=NOON)
    save_template(event_id=event.pk, player=director, name="Ours", at=NOON)


def stored() -> list[Any]:
    return [list(kind._default_manager.order_by("pk").values()) for kind in (Event, DirectorNote, SavedTemplate)]


def sent(player: str, method: str, path: str, *, key: str = "", **values: Any) -> Any:
    """What the interface answers; NOTE and TEMPLATE stand for the numbers of those there are."""
    for word, kind in (("NOTE", DirectorNote), ("TEMPLATE", SavedTemplate)):
        if (one := kind._default_manager.first()) is not None:
            path = path.replace(word, str(one.pk))
    client = APIClient()
    client.force_authenticate(friend(player))
    headers = {"HTTP_IDEMPOTENCY_KEY": key} if key else {}
    return getattr(client, method)(f"/api/v1/{path}", values or None, format="json", **headers)


WRITES = [
    ("post", "events/autumn/notes/", {"text": "Call anna."}, "The directors and arbiters of Autumn can read the note."),
    (
        "post",
        "events/autumn/copy/",
        {"name": "Next", "invites": True},
        "Next becomes a draft with the settings of Autumn",
    ),
    ("delete", "events/autumn/notes/NOTE/", {}, "The note by cleo is deleted for everybody."),
    ("post", "events/autumn/template/", {"name": "Mine"}, "saved as the template Mine."),
    ("post", "events/autumn/template/", {"name": " Ours "}, "replace those in the template Ours."),
    ("post", "event-templates/TEMPLATE/begin/", {"name": "Spring"}, "Spring becomes a draft"),
    ("delete", "event-templates/TEMPLATE/", {}, "The template Ours is deleted."),
    ("delete", "events/autumn/", {}, "The draft of Autumn is deleted, with its notes."),
]


@pytest.mark.parametrize(("method", "path", "values", "sentence"), WRITES)
def test_dry_run_says_what_would_be_and_does_nothing(
    method: str, path: str, values: dict[str, Any], sentence: str
) -> None:
    before = stored()
    asked = (f"{path}?dry_run=true", {}) if method == "delete" else (path, values | {"dry_run": True})
    answer = sent("cleo", method, asked[0], key="once", **asked[1])
    assert answer.status_code == 200
    assert (answer.json()["done"], answer.json()["entry"]) == (False, None)
    assert sentence in " ".join(answer.json()["consequences"])
    assert stored() == before
    assert sent("cleo", method, path, key="once", **values).status_code in (200, 201, 204)
    assert stored() != before


@pytest.mark.parametrize(("path", "values", "status"), [
    ("events/autumn/notes/", {"text": " "}, 400),
    ("events/autumn/template/", {"name": "x" * 61}, 400),
    ("event-templates/999/begin/", {"name": "Spring"}, 409),
])  # fmt: skip
def test_what_is_refused_is_refused_by_its_dry_run(path: str, values: dict[str, Any], status: int) -> None:
    refused = [sent("cleo", "post", path, **values), sent("cleo", "post", path, **values, dry_run=True)]
    assert [answer.status_code for answer in refused] == [status, status]
    assert refused[0].json()["detail"] == refused[1].json()["detail"]


@pytest.mark.parametrize("path", ["events/autumn/notes/NOTE/", "events/autumn/"])
def test_dry_run_of_deleting_is_for_those_who_may_delete(path: str) -> None:
    assert sent("anna", "delete", f"{path}?dry_run=true").status_code in (403, 404)


def test_dry_run_in_the_address_is_true_or_false() -> None:
    before = stored()
    answer = sent("cleo", "delete", "events/autumn/?dry_run=perhaps")
    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"field": "dry_run", "detail": "This must be true or false."}]
    assert stored() == before
