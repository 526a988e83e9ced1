"""The director's pages as a browser gets them: making events of every form, the console, and each action confirmed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.games.browsing import Page
from tests.tournaments.acting import a_game, act, begun, leaves, values_for
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import lose, payload_of, running, started
from tests.tournaments.web.test_pages import shown_to, signed_in, statements, words_of, words_to
from tournaments.directing import ACTIONS
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event, Invitation
from tournaments.running import services
from tournaments.setup.templates import EVENT_TEMPLATES
from tournaments.web.console import LINES

pytestmark = pytest.mark.django_db


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send of the forms of a page as they stand: what is filled in, checked or chosen."""
    return Page(200, page, "").fields()


def make(client: Client, rules: str, form: str, status: int = 200, **changes: Any) -> str:
    """Fill in the form of a new event, look at what it comes to, and send it; the page that follows."""
    address = f"/events/new/{rules}/{form}/"
    page = client.get(address).content.decode()
    data = {**fields_of(page), **{name: str(value) for name, value in changes.items()}, "review": "1"}
    answer = client.post(address, data)
    assert answer.status_code == status, words_of(answer.content.decode())
    if status != 200:
        return answer.content.decode()
    kept = fields_of(answer.content.decode())
    done = client.post(address, {**kept, "send": "1"}, follow=True)
    return done.content.decode()


@pytest.mark.parametrize("form", EVENT_TEMPLATES)
def test_event_of_every_form_needs_a_name_and_nothing_else(form: str) -> None:
    assert "Spring is a draft" in words_of(make(signed_in("cleo"), "treeblox", form, name="Spring"))
    event = Event.objects.get()
    assert (event.rules, event.form, event.state, event.director) == ("treeblox", form, "draft", friend("cleo"))
    assert event.event_ruleset.games_of_board == 2


def test_what_counts_is_shown_before_and_after_and_kept_in_a_copy() -> None:
    cleo = signed_in("cleo")
    page = make(cleo, "btt", "round-robin", name="Big tables", seats=4, points=" 6;3-1 0 ")
    assert Event.objects.get().event_ruleset.points == (6, 3, 1, 0)
    assert "Points by place: 6, 3, 1, 0. Equal places share the average." in words_of(page)
    cleo.post("/events/big-tables/copy/", {"nonce": "n", "name": "Bigger tables"})
    assert Event.objects.get(slug="bigger-tables").event_ruleset.points == (6, 3, 1, 0)
    make(cleo, "btt", "league", name="Pools", seats=4)
    layout = Event.objects.get(slug="pools").event_layout
    assert (layout.seats, layout.pool_size, layout.season_days) == (4, 7, 91)
    page = words_of(make(signed_in("dora"), "treeblox", "league", name="Leaves", par=6, margin_cap=9))
    ruleset = Event.objects.get(slug="leaves").event_ruleset
    assert (ruleset.par, ruleset.margin_cap) == (6, 9)
    assert "but at least 6" in page
    assert "each match within a cap of 9" in page


@pytest.mark.parametrize(
    ("rules", "form", "asked"),
    [
        ("btt", "swiss", {"points", "tie_breaks"}),
        ("btt", "ladder", set()),
        ("treeblox", "knockout", {"par"}),
    ],
)
def test_nobody_is_asked_what_counts_where_there_is_no_choice(rules: str, form: str, asked: set[str]) -> None:
    page = shown_to("cleo", f"/events/new/{rules}/{form}/")
    assert {"points", "par", "margin_cap", "tie_breaks"} & set(fields_of(page)) == asked
    assert ("What counts." in words_of(page)) == bool(asked)
    if asked:
        assert ("A game lost by resignation or on time counts 0" in words_of(page)) == (form == "knockout")


@pytest.mark.parametrize(
    ("form", "changes", "sentence"),
    [
        ("round-robin", {"name": ""}, "Give the event a name."),
        ("round-robin", {"name": "!!"}, "letters a-z or digits"),
        ("round-robin", {"most_entrants": "many"}, "Write a whole number from 2 to 10000."),
        ("league", {"pool_size": 31}, "A pool has 3 to 21 players, not 31."),
        ("groups", {"qualifiers": 9}, "1 to 3 can go on"),
        ("knockout", {"games_per_fixture": 3}, "even number of games"),
        ("ladder", {"rating_from": 1800, "rating_to": 1500}, "from low to high"),
        ("match", {"starts_at": "2001-01-01T10:00"}, "must lie in the future"),
        ("match", {"starts_at": "9999-12-31T23:59"}, "within the next two years"),
        ("match", {"ends_on": "2001-01-01"}, "must leave time for the first turn"),
        ("match", {"ends_on": "9999-12-31"}, "Choose an earlier day."),
        ("match", {"name": "Spring\u202egnirpS"}, "characters that cannot be seen"),
        ("league", {"seats": 3, "points": "six"}, "Write whole numbers, the winner"),
        ("match", {"control": "custom"}, "Say how much time everybody has at first."),
    ],
)
def test_what_cannot_be_is_said_on_the_form(form: str, changes: dict[str, Any], sentence: str) -> None:
    assert sentence in make(signed_in("cleo"), "btt", form, 400, **{"name": "Spring", **changes})
    assert not Event.objects.exists()


def test_draft_can_be_changed_and_an_open_event_cannot() -> None:
    cleo = signed_in("cleo")
    make(cleo, "treeblox", "league", name="Spring", control="1d")
    page = cleo.get("/events/spring/edit/").content.decode()
    data = fields_of(page)
    assert (data["name"], data["control"]) == ("Spring", "1d")
    kept = fields_of(
        cleo.post("/events/spring/edit/", {**data, "season_days": "90", "name": "Summer"}).content.decode()
    )
    answer = cleo.post("/events/spring/edit/", {**kept, "send": "1"}, follow=True)
    assert "Summer is a draft" in words_of(answer.content.decode())
    event = Event.objects.get()
    assert (event.slug, event.event_layout.season_days, event.event_layout.pool_size) == ("summer", 90, 7)
    cleo.post("/events/summer/open/")
    answer = cleo.get("/events/summer/edit/", follow=True)
    assert "they are notified of each change" in words_of(answer.content.decode())


def test_event_of_a_template_begins_with_its_values() -> None:
    cleo = signed_in("cleo")
    make(cleo, "roots", "swiss", name="Spring", rounds=4, round_days=33, no_undo="on", control="7d")
    cleo.post("/events/spring/copy/", {"save_as": "Our Swiss"})
    listed = cleo.get("/events/new/").content.decode()
    assert "Our Swiss" in words_of(listed)
    assert "/events/new/roots/league/" in listed, "the game directed last is the first"
    (address,) = re.findall(r"/events/new/roots/swiss/\?template=\d+", listed)
    page = cleo.get(address).content.decode()
    data = fields_of(page)
    assert (data["name"], data["rounds"], data["round_days"], data["no_undo"], data["control"]) == (
        "", "4", "33", "on", "7d",
    )  # fmt: skip


def test_what_it_comes_to_is_shown_before_it_is_made_and_sent_twice_it_is_made_once() -> None:
    cleo, address = signed_in("cleo"), "/events/new/treeblox/swiss/"
    data = {**fields_of(cleo.get(address).content.decode()), "name": "Spring", "rounds": "4"}
    page = cleo.post(address, data).content.decode()
    assert "3 days a turn" in words_of(page)
    assert "a game that is still running then is decided by the scores on the board" in words_of(page)
    assert not Event.objects.exists()
    for _ in range(2):
        cleo.post(address, {**fields_of(page), "send": "1"})
    assert Event.objects.count() == 1


# Actions --------------------------------------------------------------------------------------------------------------


def through_the_page(client: Client, event: Event, slug: str, **values: Any) -> str:
    """Fill in an action's form, read what it would come to, and confirm it twice; what was read before."""
    address = f"/events/{event.slug}/console/{slug}/"
    known = {name: value for name, value in values.items() if name in ("game", "player", "entry")}
    page = client.get(address, known).content.decode()
    data = {**fields_of(page), **{name: str(value) for name, value in values.items()}}
    if ACTIONS[slug].has_reason:
        data["reason"] = "As agreed."
    answer = client.post(address, data)
    assert answer.status_code == 200, words_of(answer.content.decode())
    described = answer.content.decode()
    kept = {**fields_of(described), "confirm": "1"}
    for _ in range(2):
        done = client.post(address, kept, follow=True)
        assert "Done. The log has an entry about it." in words_of(done.content.decode())
    return words_of(described)


def page_values(event: Event, slug: str) -> dict[str, Any]:
    if slug == "move-deadline":
        return {"deadline": (timezone.now() + timedelta(days=40)).strftime("%Y-%m-%dT%H:%M")}
    values = values_for(event, slug)
    for seat, score in enumerate(values.pop("scores", [])):
        values[f"score_{seat}"] = score
    return values


@pytest.mark.parametrize(
    ("slug", "kind"),
    [("correct-result", "game_corrected"), ("move-deadline", "deadline_moved")],
)
def test_action_is_confirmed_with_its_consequences_and_done_once(slug: str, kind: str) -> None:
    event = begun("Treeblox" if slug == "correct-result" else "round robin")
    through_the_page(signed_in("cleo"), event, slug, **page_values(event, slug))
    assert payload_of(event.log_entries.get(kind=kind)).actor == friend("cleo").pk


def test_pause_is_ended_and_a_correction_reverted_with_links_of_the_console() -> None:
    event = begun("round robin")
    cleo = signed_in("cleo")
    through_the_page(cleo, event, "pause")
    through_the_page(cleo, event, "resume")
    assert "Every place that changes" in through_the_page(cleo, event, "withdraw", player="dora")
    line = event.log_entries.get(kind="withdrawn")
    console = cleo.get("/events/autumn/console/").content.decode()
    address = f"/events/autumn/console/revert-entry/?entry={line.seq}"
    assert address in console
    assert f"Entry {line.seq}: “dora was withdrawn." in words_of(cleo.get(address).content.decode())
    through_the_page(cleo, event, "revert-entry", entry=line.seq)
    assert event.entrants.get(player=friend("dora")).status == Entrant.Status.ACTIVE


def test_event_that_was_called_off_is_called_off_again_when_it_leaves_the_archive() -> None:
    event = begun("round robin")
    for slug, state in (("call-off", "called_off"), ("archive", "archived"), ("unarchive", "called_off")):
        assert f"/events/autumn/console/{slug}/" in shown_to("cleo", "/events/autumn/console/")
        act(slug, event)
        event.refresh_from_db()
        assert event.state == state


def test_entry_of_any_age_is_reverted_with_a_link_of_the_log_by_a_director() -> None:
    event, cleo = begun("round robin"), signed_in("cleo")
    line = leaves(event, "dora", by="cleo")
    for number in range(LINES):
        act("announce", event, text=f"Hello {number}.", at=after(4 + 24 * number))
    link = f'href="/events/autumn/console/revert-entry/?entry={line.seq}"'
    log = "/events/autumn/log/"
    assert link not in cleo.get("/events/autumn/console/").content.decode()
    page = cleo.get(log).content.decode()
    assert link in page
    finished = event.log_entries.filter(kind="game_finished")[0]
    assert f'href="/events/autumn/console/correct-result/?game={finished.game_id}"' in page
    for reader in (signed_in("dora"), Client()):
        assert "/console/" not in reader.get(log).content.decode()
    through_the_page(cleo, event, "revert-entry", entry=line.seq)
    assert link not in cleo.get(log).content.decode()


def test_how_many_games_are_open_costs_the_console_no_further_statement() -> None:
    counts = []
    for players in (3, 4):
        started(Layout(), players)
        counts.append(statements("/events/autumn/console/", "cleo"))
        Event.objects.filter(slug="autumn").update(name=f"Of {players}", slug=f"of-{players}")
    assert counts[0] == counts[1]


def test_console_shows_what_the_event_waits_for() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 5)
    services.enter_event(event_id=event.pk, player=friend("mara"), at=timezone.now(), standby=True)
    text = words_to("cleo", "/events/autumn/console/")
    game = running(event)[0]
    assert "2 open games" in text
    assert f"Game {game.pk}" in text
    assert f"waits for {game.seats.get(number=game.to_act).player.username}" in text
    assert "Standing by as substitutes, in the order of their offers: mara." in text


def test_console_says_in_which_group_somebody_has_a_number() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    text = words_to("cleo", "/events/autumn/console/")
    for entrant in event.entrants.select_related("player", "division"):
        assert f"{entrant.player} group {entrant.division.number}, number {entrant.number}" in text


def test_action_without_a_reason_or_with_another_game_is_refused_in_words() -> None:
    event = begun("round robin")
    cleo = signed_in("cleo")
    page = cleo.post("/events/autumn/console/withdraw/", {"nonce": "n", "player": "dora", "reason": ""})
    assert page.status_code == 400
    assert "Give a reason" in page.content.decode()
    address = "/events/autumn/console/annul/"
    assert "is not a game" not in words_to("cleo", address)
    assert "“twelve” is not a game of Autumn." in words_to("cleo", address, {"game": "twelve"})
    page = cleo.post(address, {"nonce": "n", "game": "4711", "reason": "Wrong."})
    assert "“4711” is not a game of Autumn." in words_of(page.content.decode())
    game = running(event)[0].pk
    page = cleo.post("/events/autumn/console/adjudicate/", {"nonce": "n", "game": game, "reason": "Enough."})
    assert "Choose the result." in words_of(page.content.decode())
    assert not event.log_entries.filter(kind__in=("withdrawn", "game_annulled")).exists()


def test_leaves_that_shall_count_are_asked_for_with_the_board_in_sight() -> None:
    event, cleo = begun("Treeblox", ended=1), signed_in("cleo")
    address, game = "/events/autumn/console/adjudicate/", a_game(event, "running").pk
    page = words_of(cleo.get(address, {"game": game}).content.decode())
    assert "wins" not in page
    assert "On the board: " in page
    assert "After a resignation the loser would have 0, the winner at least 8." in page
    sent = {"nonce": "n", "game": game, "reason": "Agreed.", "score_0": "", "score_1": "61"}
    answer = cleo.post(address, sent)
    assert answer.status_code == 400
    assert words_of(answer.content.decode()).count("Write a whole number from 0 to 16.") == 2


def test_form_that_is_sent_again_with_other_values_is_not_said_to_be_done() -> None:
    event, cleo = begun("round robin"), signed_in("cleo")
    for span, described in (("2 days", "Done."), ("2 days", "Done."), ("3 days", "before, with other values")):
        sent = {"nonce": "n", "game": a_game(event, "running").pk, "span": span, "seat": "", "reason": "Ill."}
        answer = cleo.post("/events/autumn/console/add-time/", {**sent, "confirm": "1"}, follow=True)
        assert described in words_of(answer.content.decode())
    assert [payload_of(line).seconds for line in event.log_entries.filter(kind="time_added")] == [2 * 86_400]


def test_names_stay_in_the_box_when_one_of_them_cannot_be_invited() -> None:
    cleo = signed_in("cleo")
    make(cleo, "btt", "round-robin", name="Autumn", entry="invited")
    friend("anna")
    page = cleo.post("/events/autumn/manage/invite/", {"names": "anna, nobody"}, follow=True).content.decode()
    assert "There is no player called" in words_of(page)
    assert 'value="anna, nobody"' in page
    assert not Invitation.objects.exists()


def test_game_to_correct_is_chosen_from_those_that_are_over(client: Client) -> None:
    event = started(Layout(), 3, rules="btt")
    first, *others = running(event)
    lose(first, "bert" if first.seats.filter(player=friend("bert")).exists() else "dora", after(1))
    client.force_login(friend("cleo"))
    address = f"/events/{event.slug}/console/correct-result/"
    page = client.get(address).content.decode()
    assert f'href="{address}?game={first.pk}"' in page
    assert "won against" in words_of(page)
    assert all(f"?game={game.pk}" not in page for game in others)
    assert "There is no such game of" in words_of(client.get(address, {"player": "mara"}).content.decode())
    assert "id_places" in client.get(address, {"game": first.pk}).content.decode()


def test_players_who_have_left_are_named_in_rest() -> None:
    event = started(Layout(), 4, rules="btt")
    act("withdraw", event, player="anna")
    shown = APIClient().get(f"/api/v1/events/{event.slug}/").json()["entrants"]
    assert [(one["player"], one["status"]) for one in shown if one["status"] != "active"] == [("anna", "withdrawn")]
    assert {one["id"] for one in shown} == set(event.entrants.values_list("pk", flat=True))
    assert {one["stage"] for one in shown} == {1}
