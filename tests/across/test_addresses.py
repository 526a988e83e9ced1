"""A value in an address that cannot be meant is refused with what can be, on pages and by REST, and never passed over;
answers to one player are kept by no browser and no proxy; what is hidden has no name at any address."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.accounts import api_keys
from games.models import Player
from tests.games.conftest import Start
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.web.test_pages import signed_in
from tournaments.models import Event
from tournaments.running.services import create_event, open_entries

pytestmark = pytest.mark.django_db

GAMES = "btt, treeblox, twigs, roots"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/games/?rules=chess", f"rules cannot be “chess”. It can be: {GAMES}."),
        ("/games/?status=lost", "status cannot be “lost”. It can be: running, finished."),
        ("/games/?page=abc", "page must be a whole number from 1, not “abc”."),
        ("/games/?page=0", "page must be a whole number from 1, not “0”."),
        ("/games/?page=²", "page must be a whole number from 1, not “²”."),
        ("/events/?form=war", "form cannot be “war”."),
        ("/events/?state=lost", "state cannot be “lost”."),
        ("/events/?whose=yours", "whose cannot be “yours”. It can be: mine."),
        ("/events/calendar/?rules=chess", f"rules cannot be “chess”. It can be: {GAMES}."),
        ("/events/calendar.ics?rules=chess", f"rules cannot be “chess”. It can be: {GAMES}."),
        ("/outages/?page=-1", "page must be a whole number from 1, not “-1”."),
    ],
)
def test_page_says_which_values_there_are(address: str, said: str) -> None:
    answer = Client().get(address)
    assert answer.status_code == 400
    assert said in answer.content.decode()


@pytest.mark.parametrize("address", ["/games/?rules=&status=&page=", "/games/?fbclid=x1", "/events/?q=&state=&form="])
def test_empty_fields_of_forms_and_what_others_append_to_links_are_no_slip(address: str) -> None:
    assert Client().get(address).status_code == 200


def test_page_beyond_the_last_is_not_found() -> None:
    answer = Client().get("/games/?page=2")
    assert answer.status_code == 404
    assert "This list has 1 page." in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("games/?rules=", "There is no “”. There are: btt, roots, treeblox, twigs."),
        ("games/?rules=chess", "There is no “chess”. There are: btt, roots, treeblox, twigs."),
        ("games/?status=", "There is no “”. There are: running, finished."),
        ("games/?to_move=", "This field may not be blank."),
        ("games/?to_move=nobody", "There is no player called nobody."),
        ("games/?player=nobody", "There is no player called nobody."),
        ("games/?page_size=abc", "A page has 1 to 200 results."),
        ("games/?page_size=0", "A page has 1 to 200 results."),
        ("games/?page_size=201", "A page has 1 to 200 results."),
        ("games/?page_size=", "A page has 1 to 200 results."),
        ("events/?rules=", "There is no “”."),
        ("events/?player=nobody", "There is no player called nobody."),
        ("events/calendar/?rules=", "There is no “”."),
        ("games/?page_size=10&page_size=20", "This is sent twice. Send it once."),
        ("rules/?rules=btt", "There is no such value. This address takes none."),
        ("ratings/?page_size=abc", "There is no such value. This address takes none."),
        ("puzzles/?show=1&show=0", "This is sent twice. Send it once."),
    ],
)
def test_rest_says_which_values_there_are(query: str, said: str) -> None:
    answer = Client().get(f"/api/v1/{query}")
    assert answer.status_code == 400
    assert said in answer.json()["message"]


def test_every_read_refuses_a_name_that_its_schema_does_not_have(start: Start) -> None:
    game = start("anna", "bert")
    client = Client()
    client.force_login(Player.objects.get(username="anna"))
    paths = client.get("/api/schema/").json()["paths"]
    found = {"pk": game.pk, "ply": 0, "username": "anna", "opponent": "bert", "rules": "btt", "number": 1}
    for path, methods in paths.items():
        names = re.findall(r"{(\w+)}", path)
        if "get" not in methods or set(names) - found.keys():
            continue
        answer = client.get(re.sub(r"{(\w+)}", lambda match: str(found[match[1]]), path), {"nonsense": "1"})
        assert answer.status_code in (400, 403), path
        assert answer.status_code == 403 or "nonsense" in answer.json()["message"], path


def test_write_refuses_a_name_in_its_query(start: Start) -> None:
    game = start("anna", "bert")
    client = Client()
    client.force_login(Player.objects.get(username="anna"))
    answer = client.post(f"/api/v1/games/{game.pk}/resign/?dry_run=true")
    assert answer.status_code == 400
    game.refresh_from_db()
    assert game.status == "running"


def test_schema_names_the_answers_to_bodies_that_are_too_long_and_to_callers_who_have_to_wait() -> None:
    paths = Client().get("/api/schema/").json()["paths"]
    operations = [operation for methods in paths.values() for operation in methods.values()]
    assert all({"429", "503"} <= set(operation["responses"]) for operation in operations)
    assert all("413" in operation["responses"] for operation in operations if "requestBody" in operation)


@pytest.mark.parametrize("address", ["/players/anna%00/", "/players/anna/?page=%00", "/events/?q=spring%00", "/%00"])
def test_null_character_leads_nowhere(client: Client, address: str) -> None:
    friend("anna")
    answer = client.get(address)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_interface_tells_of_a_null_character_as_it_tells_errors(client: Client) -> None:
    answer = client.get("/api/v1/events/?q=spring%00")
    assert answer.status_code == 400
    assert answer.json()["message"] == "q: Null characters are not allowed."


def test_event_of_the_same_name_is_made_and_reveals_no_draft() -> None:
    draft = create_event(name="Secret Cup", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)
    body = {"name": "Secret Cup", "rules": "btt", "form": "round-robin"}
    made = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert made.status_code == 201
    assert "already" not in made.text
    assert {event.slug for event in Event.objects.all()} == {"secret-cup", "secret-cup-2"}
    again = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert "There is an event 'Secret Cup' already" not in again.text, "cleo's is the one that has the name"
    for address in ("/settings/mail/events/secret-cup/", "/api/v1/players/me/mail/events/secret-cup/"):
        assert signed_in("anna").post(address, {}).status_code in (404, 405)
        put = signed_in("anna").put(address, {"paces": {}}, content_type="application/json")
        assert put.status_code in (404, 405)
    opened = open_entries(event_id=draft.pk, player=friend("cleo"))
    refused = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert (refused.status_code, opened.name in refused.text) == (400, True)


@pytest.mark.parametrize(
    "path", ["/", "/settings/", "/settings/mail/", "/games/", "/events/", "/submissions/", "/api/v1/players/me/"]
)
def test_answer_to_somebody_who_has_signed_in_is_not_stored(path: str) -> None:
    assert signed_in("anna").get(path)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/password/reset/", "/mail/off/x/", "/feeds/x/moves.atom"]
)
def test_pages_of_accounts_and_of_secret_links_are_not_stored(client: Client, path: str) -> None:
    assert client.get(path)["Cache-Control"] == "private, no-store"


def test_public_pages_can_be_stored_for_visitors(client: Client) -> None:
    assert "no-store" not in client.get("/rules/").get("Cache-Control", "")


def test_answers_of_rest_depend_on_key_and_session(client: Client) -> None:
    secret = api_keys.create_token(Player.objects.create(username="anna"), name="bot")[1]
    for headers in ({}, {"Authorization": f"Bearer {secret}"}):
        answer = client.get("/api/v1/games/", headers=headers)
        assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert answer["Cache-Control"] == "private, no-store"
