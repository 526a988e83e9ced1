"""The director's pages as a browser gets them: making events of every form, the console, and each action confirmed."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, Player
from games.rules import RULES
from tests.games.browsing import Page
from tests.tournaments.acting import a_game, act, begun, leave_event, values_for
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import lose, payload_of, running, settle, started
from tests.tournaments.web.test_pages import signed_in, words_of
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


@pytest.mark.parametrize(
    ("rules", "form"),
    [
        *(pytest.param("treeblox", form) for form in EVENT_TEMPLATES),
        *(pytest.param("roots", form, marks=pytest.mark.slow) for form in EVENT_TEMPLATES),
    ],
)
def test_event_of_every_form_needs_a_name_and_nothing_else(rules: str, form: str) -> None:
    page = make(signed_in("cleo"), rules, form, name="Spring")
    assert "Spring is a draft" in words_of(page)
    event = Event.objects.get()
    assert (event.rules, event.form, event.state, event.director) == (rules, form, "draft", friend("cleo"))
    assert event.event_ruleset.games_of_board == (
        2 if rules == "treeblox" or form in ("knockout", "double-elimination") else 1
    )


def test_league_for_tables_of_four_takes_the_pool_that_goes_with_it() -> None:
    make(signed_in("cleo"), "btt", "league", name="Big tables", seats=4)
    layout = Event.objects.get().event_layout
    assert (layout.seats, layout.pool_size, layout.season_days) == (4, 7, 91)


@pytest.mark.parametrize("text", ["6, 3, 1, 0", "6-3-1-0", "6 3 1 0", " 6;3;1;0 "])
def test_points_by_place_are_shown_before_and_after_and_kept_in_a_copy(text: str) -> None:
    cleo = signed_in("cleo")
    page = make(cleo, "btt", "round-robin", name="Big tables", seats=4, points=text)
    assert Event.objects.get().event_ruleset.points == (6, 3, 1, 0)
    assert "Points by place: 6, 3, 1, 0. Equal places share the average." in words_of(page)
    cleo.post("/events/big-tables/copy/", {"nonce": "n", "name": "Bigger tables"})
    assert Event.objects.get(slug="bigger-tables").event_ruleset.points == (6, 3, 1, 0)


def test_par_and_cap_of_a_match_are_chosen_where_leaves_count() -> None:
    page = make(signed_in("cleo"), "treeblox", "league", name="Leaves", par=6, margin_cap=9)
    ruleset = Event.objects.get().event_ruleset
    assert (ruleset.par, ruleset.margin_cap) == (6, 9)
    assert "but at least 6" in words_of(page)
    assert "each match within a cap of 9" in words_of(page)


@pytest.mark.parametrize(
    ("rules", "form", "asked"),
    [
        ("btt", "league", {"points", "tie_breaks"}),
        ("btt", "swiss", {"points", "tie_breaks"}),
        ("btt", "ladder", set()),
        ("treeblox", "league", {"par", "margin_cap", "tie_breaks"}),
        ("treeblox", "knockout", {"par"}),
    ],
)
def test_nobody_is_asked_what_counts_where_there_is_no_choice(rules: str, form: str, asked: set[str]) -> None:
    page = signed_in("cleo").get(f"/events/new/{rules}/{form}/").content.decode()
    assert {"points", "par", "margin_cap", "tie_breaks"} & set(fields_of(page)) == asked
    assert ("What counts." in words_of(page)) == bool(asked)
    if asked:
        described = (
            "A game lost by resignation or on time counts 0"
            if form == "knockout"
            else "is 1 point, a draw ½, a loss 0."
        )
        assert described in words_of(page)


@pytest.mark.parametrize(
    ("form", "changes", "sentence"),
    [
        ("round-robin", {"name": ""}, "Give the event a name."),
        ("round-robin", {"name": "!!"}, "letters a-z or digits"),
        ("round-robin", {"most_entrants": 40}, "is for 2 to"),
        ("round-robin", {"most_entrants": "many"}, "Write a whole number from 2 to 10000."),
        ("league", {"pool_size": 2}, "Write a whole number from 3 to 31."),
        ("league", {"pool_size": 31}, "A pool has 3 to 21 players, not 31."),
        (
            "league",
            {"seats": 4, "pool_size": 6},
            "A balanced division of games for 4 has 4, 5, 7 or 13 players, not 6.",
        ),
        ("swiss", {"rounds": 99}, "Write a whole number from 0 to 15."),
        ("groups", {"qualifiers": 9}, "1 to 3 can go on"),
        ("knockout", {"games_per_fixture": 3}, "even number of games"),
        ("ladder", {"rating_from": 1800, "rating_to": 1500}, "from low to high"),
        ("match", {"starts_at": "2001-01-01T10:00"}, "must lie in the future"),
        ("match", {"starts_at": "9999-12-31T23:59"}, "within the next two years"),
        ("match", {"ends_on": "2001-01-01"}, "must leave time for the first turn"),
        ("match", {"ends_on": "9999-12-31"}, "Choose an earlier day."),
        ("match", {"name": "Spring\u202egnirpS"}, "characters that cannot be seen"),
        ("league", {"seats": 4, "points": "6, 3, 1"}, "Points by place are 4 whole numbers"),
        ("league", {"seats": 3, "points": "1, 3, 6"}, "first and highest, at most 10,000, such as 4, 3, 0"),
        ("league", {"seats": 3, "points": "6, 3, -1"}, "Write whole numbers, the winner"),
        ("league", {"seats": 3, "points": "six"}, "Write whole numbers, the winner"),
        ("round-robin", {"points": "3, 0"}, "between two a win is 1, a draw ½"),
        ("match", {"control": "custom"}, "Say how much time everybody has at first."),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(form: str, changes: dict[str, Any], sentence: str) -> None:
    page = make(signed_in("cleo"), "btt", form, 400, **{"name": "Spring", **changes})
    field = next(name for name in reversed(changes) if name != "seats")
    beside = {"control": "base", "rating_from": "rating_to", "qualifiers": "pool_size"}.get(field, field)
    name = "rating_to" if "rating_to" in changes else beside
    before = page[: page.index(f'name="{name}"')]
    assert sentence in before[before.rindex('<div class="field') if '<div class="field' in before else 0 :] or (
        sentence in page
    )
    assert not Event.objects.exists()


def test_what_it_comes_to_is_shown_before_it_is_made() -> None:
    cleo = signed_in("cleo")
    data = {**fields_of(cleo.get("/events/new/treeblox/swiss/").content.decode()), "name": "Spring", "rounds": "4"}
    text = words_of(cleo.post("/events/new/treeblox/swiss/", data).content.decode())
    assert "3 days a turn" in text
    assert "at the latest: a game that is still running then is decided by the scores on the board" in text
    assert "Swiss" in text
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
    (address,) = re.findall(r"/events/new/roots/swiss/\?template=\d+", listed)
    page = cleo.get(address).content.decode()
    data = fields_of(page)
    assert (data["name"], data["rounds"], data["round_days"], data["no_undo"], data["control"]) == (
        "", "4", "33", "on", "7d",
    )  # fmt: skip


def test_event_sent_twice_is_made_once() -> None:
    cleo = signed_in("cleo")
    address = "/events/new/btt/ladder/"
    data = {**fields_of(cleo.get(address).content.decode()), "name": "Rungs"}
    kept = fields_of(cleo.post(address, data).content.decode())
    for _ in range(2):
        cleo.post(address, {**kept, "send": "1"})
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
    chosen: dict[str, dict[str, Any]] = {
        "add-time": {"game": a_game(event, "running").pk, "span": "2 days"},
        "substitute": {"player": "dora", "substitute": "mara"},
        "move-deadline": {"deadline": (timezone.now() + timedelta(days=40)).strftime("%Y-%m-%dT%H:%M")},
        "announce": {"text": "Well done, all of you."},
        "pause": {}, "call-off": {},
    }  # fmt: skip
    values = chosen[slug] if slug in chosen else values_for(event, slug)
    if "places" in values:
        values["places"] = " ".join(map(str, values["places"]))
    for seat, score in enumerate(values.pop("scores", [])):
        values[f"score_{seat}"] = score
    return values


@pytest.mark.parametrize(
    ("slug", "kind"),
    [
        ("correct-result", "game_corrected"), ("add-time", "time_added"), ("withdraw", "withdrawn"),
        ("substitute", "substituted"),
        *(pytest.param(*row, marks=pytest.mark.slow) for row in (
            ("adjudicate", "adjudicated"), ("annul", "game_annulled"), ("disqualify", "disqualified"),
            ("move-deadline", "deadline_moved"), ("announce", "announced"), ("pause", "paused"),
            ("call-off", "called_off"),
        )),
    ],
)  # fmt: skip
def test_action_is_confirmed_with_its_consequences_and_done_once(slug: str, kind: str) -> None:
    event = begun("Treeblox" if slug in ("correct-result", "annul") else "round robin")
    friend("mara")
    described = through_the_page(signed_in("cleo"), event, slug, **page_values(event, slug))
    assert event.log_entries.filter(kind=kind).count() == 1
    line = event.log_entries.get(kind=kind)
    assert payload_of(line).actor == friend("cleo").pk
    if slug in ("withdraw", "disqualify"):
        assert "Every place that changes" in described


def test_ladder_is_ended_on_the_console_after_having_been_seen() -> None:
    event = begun("ladder", ended=0)
    assert "/events/autumn/console/finish/" in signed_in("cleo").get("/events/autumn/console/").content.decode()
    described = through_the_page(signed_in("cleo"), event, "finish")
    assert "No challenge is open, so within a minute the event is finished" in described
    settle(event, after(3))
    assert event.state == Event.State.FINISHED


def test_pause_is_ended_and_a_correction_reverted_with_links_of_the_console() -> None:
    event = begun("round robin")
    cleo = signed_in("cleo")
    through_the_page(cleo, event, "pause")
    through_the_page(cleo, event, "resume")
    through_the_page(cleo, event, "withdraw", player="dora")
    line = event.log_entries.get(kind="withdrawn")
    console = cleo.get("/events/autumn/console/").content.decode()
    address = f"/events/autumn/console/revert-entry/?entry={line.seq}"
    assert address in console
    assert f"Entry {line.seq}: “dora was withdrawn." in words_of(cleo.get(address).content.decode())
    through_the_page(cleo, event, "revert-entry", entry=line.seq)
    assert event.entrants.get(player=friend("dora")).status == Entrant.Status.ACTIVE


def test_event_is_archived_and_unarchived_after_having_read_what_that_means() -> None:
    event, cleo = begun("round robin"), signed_in("cleo")
    through_the_page(cleo, event, "call-off")
    assert "/events/autumn/console/archive/" in cleo.get("/events/autumn/console/").content.decode()
    described = through_the_page(cleo, event, "archive")
    assert "You can unarchive it at any time." in described
    event.refresh_from_db()
    assert event.state == "archived"
    assert "/events/autumn/console/unarchive/" in cleo.get("/events/autumn/console/").content.decode()
    assert "Autumn is called off again." in through_the_page(cleo, event, "unarchive")
    event.refresh_from_db()
    assert event.state == "called_off"


def test_entry_of_any_age_is_reverted_with_a_link_of_the_log_by_a_director() -> None:
    event, cleo = begun("round robin"), signed_in("cleo")
    line = leave_event(event_id=event.pk, entrant_id=event.entrants.get(player=friend("dora")).pk,
                              player=friend("cleo"), reason="Ill.", at=after(2))  # fmt: skip
    for number in range(LINES):
        act("announce", event, text=f"Hello {number}.", by=friend("cleo"), at=after(3 + 24 * number))
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
    def statements(players: int) -> int:
        event = started(Layout(), players)
        client = signed_in(event.director.username)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(f"/events/{event.slug}/console/").status_code == 200
        Event.objects.filter(pk=event.pk).update(name=f"Of {players}", slug=f"of-{players}")
        return len(asked)

    assert statements(3) == statements(4)


def test_console_shows_what_the_event_waits_for() -> None:
    event = started(Layout(form="swiss", rounds=3, round_days=30), 5)
    services.enter_event(event_id=event.pk, player=friend("mara"), at=timezone.now(), standby=True)
    text = words_of(signed_in("cleo").get("/events/autumn/console/").content.decode())
    game = running(event)[0]
    assert "2 open games" in text
    assert f"Game {game.pk}" in text
    assert f"waits for {game.seats.get(number=game.to_act).player.username}" in text
    assert "Standing by as substitutes, in the order of their offers: mara." in text


def test_console_says_in_which_group_somebody_has_a_number() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    text = words_of(signed_in("cleo").get("/events/autumn/console/").content.decode())
    for entrant in event.entrants.select_related("player", "division"):
        assert f"{entrant.player} group {entrant.division.number}, number {entrant.number}" in text


def test_action_without_a_reason_or_with_another_game_is_refused_in_words() -> None:
    event = begun("round robin")
    cleo = signed_in("cleo")
    page = cleo.post("/events/autumn/console/withdraw/", {"nonce": "n", "player": "dora", "reason": ""})
    assert page.status_code == 400
    assert "Give a reason" in page.content.decode()
    page = cleo.post("/events/autumn/console/annul/", {"nonce": "n", "game": "4711", "reason": "Wrong."})
    assert "“4711” is not a game of Autumn." in words_of(page.content.decode())
    game = running(event)[0].pk
    page = cleo.post("/events/autumn/console/adjudicate/", {"nonce": "n", "game": game, "reason": "Enough."})
    assert "Choose the result." in words_of(page.content.decode())
    assert not event.log_entries.filter(kind__in=("withdrawn", "game_annulled")).exists()


@pytest.mark.parametrize("named", ["4711", "twelve"])
def test_game_that_is_none_of_the_event_is_told_where_its_number_is_asked_for(named: str) -> None:
    begun("round robin")
    address, cleo = "/events/autumn/console/correct-result/", signed_in("cleo")
    assert "is not a game" not in words_of(cleo.get(address).content.decode())
    assert f"“{named}” is not a game of Autumn." in words_of(cleo.get(address, {"game": named}).content.decode())


@pytest.mark.parametrize(("slug", "status"), [("adjudicate", "running"), ("correct-result", "finished")])
def test_leaves_that_shall_count_are_asked_for_with_the_board_in_sight(slug: str, status: str) -> None:
    event, cleo = begun("Treeblox", ended=1), signed_in("cleo")
    address, game = f"/events/autumn/console/{slug}/", a_game(event, status).pk
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


@pytest.mark.parametrize("path", ["console/", "console/pause/", "edit/"])
def test_console_is_for_directors(path: str) -> None:
    event = started(Layout(), 3)
    assert signed_in("anna").get(f"/events/autumn/{path}").status_code == 403
    event.assistants.add(friend("anna"))
    assert signed_in("anna").get(f"/events/autumn/{path}", follow=True).status_code == 200


def test_director_invites_names_assistants_and_takes_off_the_list() -> None:
    make(signed_in("cleo"), "btt", "round-robin", name="Autumn", entry="invited")
    event, cleo = Event.objects.get(), signed_in("cleo")
    cleo.post("/events/autumn/open/")
    friend("anna"), friend("bert")
    page = signed_in("anna").get("/events/autumn/").content.decode()
    assert "is only for players whom its director, cleo, has invited" in words_of(page)
    cleo.post("/events/autumn/manage/invite/", {"names": "anna, bert"})
    signed_in("anna").post("/events/autumn/enter/")
    signed_in("bert").post("/events/autumn/enter/")
    cleo.post("/events/autumn/manage/assist/", {"names": "Bert"})
    assert list(event.assistants.all()) == [friend("bert")]
    signed_in("bert").post("/events/autumn/manage/remove/", {"names": "anna"})
    assert event.entrants.get(player=friend("anna")).status == "withdrawn"
    answer = signed_in("bert").post("/events/autumn/manage/assist/", {"names": "anna"}, follow=True)
    assert "can choose who assists" in words_of(answer.content.decode())
    Player.objects.filter(username="bert").update(is_active=False)  # and may open the account again
    cleo.post("/events/autumn/manage/dismiss/", {"names": "bert"})
    assert not event.assistants.exists()


def test_names_stay_in_the_box_when_one_of_them_cannot_be_invited() -> None:
    cleo = signed_in("cleo")
    make(cleo, "btt", "round-robin", name="Autumn", entry="invited")
    friend("anna")
    page = cleo.post("/events/autumn/manage/invite/", {"names": "anna, nobody"}, follow=True).content.decode()
    assert "There is no player called" in words_of(page)
    assert 'value="anna, nobody"' in page
    assert not Invitation.objects.exists()


def test_new_event_is_first_of_all_one_of_the_game_directed_last() -> None:
    cleo = signed_in("cleo")
    make(cleo, "treeblox", "round-robin", name="Autumn")
    assert "/events/new/treeblox/league/" in cleo.get("/events/new/").content.decode()


def test_every_game_can_be_chosen_in_every_form() -> None:
    cleo = signed_in("cleo")
    first = cleo.get("/events/new/").content.decode()
    for rules in RULES:
        address = f"/events/new/{rules}/"
        assert address in first
        page = cleo.get(address).content.decode()
        assert all(f"{address}{form}/" in page for form in EVENT_TEMPLATES)
    assert Game.objects.count() == 0


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


def test_missing_or_wrong_values_of_an_action_are_errors_of_their_fields_in_rest() -> None:
    event = started(Layout(), 3, rules="btt")
    rest, game = APIClient(), running(event)[0]
    rest.force_authenticate(friend("cleo"))
    address = f"/api/v1/events/{event.slug}/actions/adjudicate/"
    for field, sent in (("reason", {"places": [1, 2]}), ("places", {"places": [1, 3], "reason": "Late."})):
        answer = rest.post(address, {"game": game.pk, **sent}, format="json")
        assert answer.status_code in (400, 422)
        assert [error["field"] for error in answer.json()["errors"]] == [field]


def test_players_who_have_left_are_named_in_rest() -> None:
    event = started(Layout(), 4, rules="btt")
    act("withdraw", event, player="anna")
    shown = APIClient().get(f"/api/v1/events/{event.slug}/").json()["entrants"]
    assert [(one["player"], one["status"]) for one in shown if one["status"] != "active"] == [("anna", "withdrawn")]
    assert {one["id"] for one in shown} == set(event.entrants.values_list("pk", flat=True))
    assert {one["stage"] for one in shown} == {1}
