"""Circuits on pages and in REST: their directors' hands, their tables, and titles."""

from __future__ import annotations

import pytest
from django.test import Client

from games.moderation.subjects import report_address
from tests.tournaments.circuits_of_friends import add, end, made, over
from tests.tournaments.clubs.clubs_of_friends import founded
from tests.tournaments.playing import started
from tests.tournaments.web.test_pages import signed_in, statements, tables_of, words_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Circuit, Event

pytestmark = pytest.mark.django_db


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def said_after(client: Client, address: str, **values: str) -> str:
    answer = client.post(address, values, follow=True)
    assert answer.status_code == 200, address
    return " ".join(answer.content.decode().split())


def test_circuit_is_made_filled_ended_and_reopened_on_its_page() -> None:
    over("Autumn"), over("Winter", at=2)
    cleo = signed_in("cleo")
    for values, problem in (
        ({"name": "", "points": "3, 1"}, "Give the circuit a name."),
        ({"name": "Tour", "points": ""}, "Write whole numbers, the winner&#x27;s first"),
        ({"name": "Tour", "points": "1, 3"}, "Points by place are 1 to 20 whole numbers"),
        ({"name": "Tour", "points": "3, 1", "best": "0"}, "greater than or equal to 1"),
    ):
        answer = cleo.post("/circuits/new/", values)
        assert answer.status_code == 400
        assert problem in answer.content.decode()
    assert "Tour has been made." in said_after(cleo, "/circuits/new/", name="Tour", points="10, 6, 3", best="1")
    empty = page_of(Client(), "/circuits/")
    assert "There is no circuit yet." in empty, "nobody else sees one without events"
    assert "In a circuit, final places in several events give points for one table." in empty
    assert "Tour" in page_of(cleo, "/circuits/")
    assert "Autumn counts for the circuit." in said_after(cleo, "/circuits/tour/add/", event="autumn")
    assert "Winter counts for the circuit." in said_after(cleo, "/circuits/tour/add/", event="winter")
    page = page_of(Client(), "/circuits/tour/")
    assert tables_of(page)[0] == [
        ["Place", "Player", "Points", "Events", "Autumn", "Winter"],
        ["1", "anna", "10", "1", "10place 1", "10place 1"],
        ["2", "bert", "6", "1", "6place 2", "6place 2"],
        ["3", "dora", "3", "1", "3place 3", "3place 3"],
    ]
    assert page.count('<td data-column="Winter">') == 3, "which event it is on a phone, where columns have no heads"
    assert page.count("<s>") == 3, "the second of two equal events does not count"
    assert "The best event of each player counts" in words_of(page)
    assert "Direct the circuit" not in page
    assert "Tour has ended." in said_after(cleo, "/circuits/tour/end/")
    assert "Champion: anna" in words_of(page_of(Client(), "/circuits/tour/"))
    assert "Tour has ended." in said_after(cleo, "/circuits/tour/take-out/", event="winter")
    assert "Tour goes on." in said_after(cleo, "/circuits/tour/reopen/")
    assert "Winter no longer counts" in said_after(cleo, "/circuits/tour/take-out/", event="winter")
    assert "Tour has events." in said_after(cleo, "/circuits/tour/delete/")
    said_after(cleo, "/circuits/tour/take-out/", event="autumn")
    assert "Tour is deleted." in said_after(cleo, "/circuits/tour/delete/")
    assert not Circuit.objects.exists()


def test_circuit_is_edited_on_a_page_of_its_own() -> None:
    made()
    cleo = signed_in("cleo")
    assert 'value="10, 6, 3"' in page_of(cleo, "/circuits/tour/edit/")
    cleo.post("/circuits/tour/edit/", {"name": "Grand Tour", "about": "For all.", "points": "5 3", "best": "4"})
    circuit = Circuit.objects.get()
    assert (circuit.name, circuit.slug, circuit.about) == ("Grand Tour", "tour", "For all.")
    assert (circuit.points, circuit.best) == ([5, 3], 4)
    assert signed_in("anna").get("/circuits/tour/edit/").status_code == 403
    assert signed_in("anna").post("/circuits/tour/end/").status_code == 403


def test_director_of_the_circuit_takes_out_a_draft_that_they_cannot_see_any_more() -> None:
    draft, circuit = started(Layout(), 3, name="Autumn"), made(by="dora")
    Event.objects.filter(pk=draft.pk).update(state=Event.State.DRAFT, started_at=None, seed="")
    circuit.events.add(draft)
    dora = signed_in("dora")
    assert "Autumn" not in page_of(signed_in("anna"), "/circuits/tour/")
    assert Client().get("/api/v1/circuits/").json()["results"] == []
    assert '<option value="autumn">Autumn</option>' in page_of(dora, "/circuits/tour/")
    assert signed_in("anna").post("/circuits/tour/take-out/", {"event": "autumn"}).status_code == 404
    for _ in range(2):
        circuit.events.add(draft)
        assert "Autumn no longer counts" in said_after(dora, "/circuits/tour/take-out/", event="autumn")
    assert "Tour is deleted." in said_after(dora, "/circuits/tour/delete/")


def test_circuit_is_linked_from_its_events_and_their_club() -> None:
    event, club = over("Autumn"), founded()
    Event.objects.filter(pk=event.pk).update(club=club)
    assert "/circuits/tour/" not in page_of(Client(), "/events/autumn/")
    add(made(), event)
    for address in ("/events/autumn/", "/clubs/ulm/", "/circuits/"):
        assert 'href="/circuits/tour/"' in page_of(Client(), address), address
    assert "circuit Tour" in words_of(page_of(signed_in("anna"), report_address("circuit", "tour")))


def test_champion_of_a_circuit_stands_in_the_hall_of_fame_and_on_profiles() -> None:
    end(made(over("Autumn"), over("Winter", at=2)))
    hall = page_of(Client(), "/events/history/?rules=btt")
    assert tables_of(hall)[0] == [["Player", "Titles", "Not shared"], ["anna", "3", "3"]]
    assert "Tour circuit of 2 events, March 2026 anna" in words_of(hall)
    for address in ("/players/anna/", "/ratings/of/anna/"):
        assert 'href="/circuits/tour/"' in page_of(Client(), address), address
        assert 'href="/circuits/tour/"' not in page_of(Client(), address.replace("anna", "bert")), address
    (title,) = Client().get("/api/v1/players/anna/record/").json()["circuits"]
    assert (title["circuit"], title["champions"]) == ("tour", ["anna"])


def test_rest_lists_circuits_and_reads_one() -> None:
    circuit = made(over("Autumn"), over("Winter", at=2), started(Layout(), 2, name="Spring"), best=1)
    (line,) = Client().get("/api/v1/circuits/").json()["results"]
    assert (line["slug"], line["director"], line["points"], line["best"]) == ("tour", "cleo", [10, 6, 3], 1)
    seen = Client().get("/api/v1/circuits/tour/").json()
    assert seen["events"] == ["spring", "winter", "autumn"]
    assert seen["table"][0] == {
        "rank": 1, "is_shared": False, "player": "anna", "points": 10, "counted": 1,
        "results": [
            {"event": "autumn", "place": 1, "points": 10, "counts": True},
            {"event": "winter", "place": 1, "points": 10, "counts": False},
        ],
    }  # fmt: skip
    assert (seen["champions"], seen["ended_at"]) == ([], None)
    Circuit.objects.filter(pk=circuit.pk).update(points=[5, 5])
    assert "anna is ahead of bert by first places: 1 to 0." in words_of(page_of(Client(), "/circuits/tour/"))
    (tie,) = Client().get("/api/v1/circuits/tour/").json()["ties"]
    assert tie == {"ahead": "anna", "behind": "bert", "place": 1, "more": 1, "fewer": 0}
    assert Client().get("/api/v1/circuits/none/").status_code == 404


def test_page_of_a_circuit_asks_as_often_for_many_events_as_for_one() -> None:
    circuit = made(over("Autumn"))
    asked = []
    for name in ("Winter", "Spring"):
        asked.append(statements("/circuits/tour/"))
        add(circuit, over(name, at=2))
    assert asked[0] == asked[1] <= 12
