"""What players ask the directors for, and how these answer."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from rest_framework.test import APIClient

from games.models import Game
from notifications.models import OutboundMail
from notifications.outbound.envelopes import render
from tests.tournaments.acting import act, begun, cannot, dry_run, give
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import enter, lose, play_all, settle, started
from tests.tournaments.web.test_pages import signed_in, words_of, words_to
from tournaments.directing.requests.asking import MOST_OPEN, NewRequest, ask, take_back
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError, NotDirector, NotNeutral
from tournaments.models import Event
from tournaments.running.requests import Request, key_of_request, requests_in
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def asks(event: Event, name: str, what: str, **wanted: Any) -> Request:
    """What somebody asks the directors for, an hour after NOON."""
    return ask(
        event_id=event.pk, player=friend(name), wanted=NewRequest(what=what, why="I am ill.", **wanted), at=after(1)
    )


def more_time(event: Event, name: str, days: int = 2) -> Request:
    return asks(event, name, "time", game=game_of(name).pk, span=timedelta(days=days))


def game_of(name: str) -> Game:
    return Game.objects.filter(status="running", seats__player=friend(name)).earliest("pk")


def still_open(event: Event) -> list[int]:
    return [one.seq for one in requests_in([event.pk])]


def last_lines(event: Event, count: int) -> list[str]:
    return [entry.text for entry in describe(event)[-count:]]


def mailed(name: str, what: str) -> int:
    return OutboundMail.objects.filter(reader=friend(name), context__what=what).count()


def test_request_is_approved_by_the_action_itself_once() -> None:
    event = begun("round robin", ended=0)
    asked = more_time(event, "anna")
    assert mailed("cleo", "requested") == 1
    mail = OutboundMail.objects.get(context__what="requested")
    assert "/events/autumn/console/" in render(mail, to="cleo@example.org", now=after(1)).message.body
    game, key = asked.asked.game, key_of_request(asked.seq)
    inputs = {"game": game, "seat": (asked.asked.seat or 0) + 1, "span": timedelta(days=1)}
    for _ in range(2):
        act("add-time", event, key=key, **inputs)
    assert last_lines(event, 3) == [
        f"anna asks for 2 days more in game {game}.",
        f"In game {game}, anna got 1 day more.",
        f"Request {asked.seq} of anna was approved with entry {asked.seq + 1}.",
    ]
    assert still_open(event) == []
    assert mailed("anna", "request_answered") == 1
    assert verify_event(event) == []


def test_refused_request_is_not_approved_after_that() -> None:
    event = begun("round robin", ended=0)
    asked = more_time(event, "anna")
    assert "is refused: “anna asks for 2 days more" in dry_run("refuse-request", event, entry=asked.seq).sentences[0]
    act("refuse-request", event, entry=asked.seq, reason="The round ends on Friday.")
    length = event.log_entries.count()
    cannot("withdraw", event, f"There is no open request {asked.seq}", player="anna", key=key_of_request(asked.seq))
    assert event.log_entries.count() == length
    assert event.entrants.get(player=friend("anna")).status == "active"
    assert describe(event)[-1].why == "The round ends on Friday."
    assert mailed("anna", "request_answered") == 1


def test_same_request_counts_once_and_a_player_has_few_open_ones() -> None:
    event = begun("round robin", ended=0)
    first = more_time(event, "anna")
    assert more_time(event, "anna").seq == first.seq
    for days in range(3, 2 + MOST_OPEN):
        more_time(event, "anna", days)
    with pytest.raises(EventError, match="You have 3 open requests in Autumn"):
        asks(event, "anna", "withdrawal")
    for _ in range(2):
        take_back(event_id=event.pk, player=friend("anna"), seq=first.seq, at=after(1))
    with pytest.raises(EventError, match="You have no request"):
        take_back(event_id=event.pk, player=friend("bert"), seq=first.seq, at=after(1))
    asks(event, "anna", "withdrawal")
    assert len(still_open(event)) == MOST_OPEN
    assert mailed("cleo", "requested") == MOST_OPEN + 1


def test_what_no_director_could_do_cannot_be_asked_for() -> None:
    event = begun("round robin", ended=1)
    over, other = Game.objects.get(status="finished"), Game.objects.exclude(seats__player=friend("anna")).earliest("pk")
    for message, what, wanted in (
        ("Give the number of a game of yours", "time", {"game": other.pk, "span": timedelta(days=1)}),
        ("Say how much time", "time", {"game": game_of("anna").pk}),
        ("a decision about you or a game of yours", "appeal", {"entry": 1}),
        ("There is no player called 'nobody'", "substitute", {"substitute": "nobody"}),
        ("plays in Autumn already", "substitute", {"substitute": "bert"}),
        ("You cannot ask", "entry", {}),
    ):
        with pytest.raises(EventError, match=message):
            asks(event, "anna", what, **wanted)
    winner = over.seats.get(place=1).player.username
    with pytest.raises(EventError, match="is over"):
        asks(event, winner, "time", game=over.pk, span=timedelta(days=1))
    assert still_open(event) == []


def test_appeal_reverts_a_correction_or_leads_to_one() -> None:
    event = begun("round robin", ended=1)
    ended = event.log_entries.get(kind="game_finished")
    loser = ended.game.seats.get(place=2).player.username
    appeal = asks(event, loser, "appeal", entry=ended.seq)
    corrected = act("correct-result", event, game=ended.game_id, places=(1, 1), key=key_of_request(appeal.seq))
    winner = ended.game.seats.get(place=1).player.username
    second = asks(event, winner, "appeal", entry=corrected.seq)
    assert (second.asked.entry, second.asked.game) == (corrected.seq, None)
    quoted = describe(event, [corrected])[0].text
    assert second.text == f"{winner} appeals against entry {corrected.seq}: “{quoted}”" == last_lines(event, 1)[0]
    act("revert-entry", event, entry=corrected.seq, key=key_of_request(second.seq))
    assert still_open(event) == []
    assert verify_event(event) == []


def test_player_is_let_into_an_event_for_invited_ones() -> None:
    event = started(Layout(form="swiss", rounds=4), 6, most=9)
    Event.objects.filter(pk=event.pk).update(entry="invited")
    event.refresh_from_db()
    with pytest.raises(EventError, match="only for players whom its director"):
        enter(event, "kurt")
    asked = asks(event, "kurt", "entry")
    assert dry_run("let-in", event, player="kurt").sentences[0].startswith("kurt gets a place")
    act("let-in", event, player="kurt", key=key_of_request(asked.seq))
    assert event.entrants.get(player=friend("kurt")).number == 7
    assert still_open(event) == []
    assert verify_event(event) == []


def test_arbiters_answer_requests_about_games_and_nobody_their_own() -> None:
    event = begun("round robin", ended=0)
    give(Role.ARBITER, event, "arno")
    about_a_game, other = more_time(event, "anna"), asks(event, "bert", "withdrawal")
    assert (mailed("arno", "requested"), mailed("cleo", "requested")) == (1, 2)
    cannot("refuse-request", event, error=NotDirector, by=friend("arno"), entry=other.seq)
    act("refuse-request", event, by=friend("arno"), entry=about_a_game.seq)
    give(Role.ASSISTANT, event, "bert")
    cannot("refuse-request", Event.objects.get(), error=NotNeutral, by=friend("bert"), entry=other.seq)


def test_page_asks_and_shows_the_answer_and_the_console_approves() -> None:
    event = begun("round robin", ended=0)
    game, anna, cleo = game_of("anna"), signed_in("anna"), signed_in("cleo")
    assert "/events/autumn/requests/" in anna.get("/events/autumn/").content.decode()
    sent = {"game": str(game.pk), "span": "2 days", "why": "I am ill."}
    assert anna.post("/events/autumn/requests/?what=time", {**sent, "span": "soon"}).status_code == 400
    assert anna.post("/events/autumn/requests/?what=time", sent).status_code == 302
    (asked,) = requests_in([event.pk])
    console = cleo.get("/events/autumn/console/").content.decode()
    assert f"anna asks for 2 days more in game {game.pk}." in words_of(console)
    seat = (asked.asked.seat or 0) + 1
    address = f"/events/autumn/console/add-time/?game={game.pk}&seat={seat}&span=2+days&request={asked.seq}"
    assert address.replace("&", "&amp;") in console
    form = re.findall(r'name="(game|seat|span|request)"', cleo.get(address).content.decode())
    assert set(form) == {"game", "seat", "span", "request"}
    given = {"nonce": "n", "game": game.pk, "seat": seat, "span": "1 day", "request": asked.seq, "reason": "Get well."}
    shown = words_of(cleo.post("/events/autumn/console/add-time/", given).content.decode())
    assert f"Request {asked.seq} is approved: “anna asks for 2 days more" in shown
    assert still_open(event)
    cleo.post("/events/autumn/console/add-time/", {**given, "confirm": "1"})
    assert "approved: “Get well.”" in words_of(anna.get("/events/autumn/requests/").content.decode())


def test_rest_asks_lists_approves_and_takes_back() -> None:
    event = begun("round robin", ended=0)
    friend("kurt")
    asked = call("anna", "autumn/requests/", 201, what="substitute", substitute="kurt", why="I move.")
    call("bert", "autumn/requests/", 201, what="withdrawal", why="No time.")
    assert [one["player"] for one in call("cleo", "autumn/requests/", method="get")] == ["anna", "bert"]
    assert [one["player"] for one in call("bert", "autumn/requests/", method="get")] == ["bert"]
    given = {**asked["inputs"], "request": asked["seq"], "reason": "Welcome."}
    path = f"autumn/actions/{asked['action']}/"
    assert "is approved" in call("cleo", path, dry_run=True, **given)["consequences"][0]
    assert call("cleo", path, **given)["entry"]["seq"] == call("cleo", path, **given)["entry"]["seq"]
    (mine,) = call("anna", "autumn/requests/", method="get")
    assert (mine["answer"], mine["answer_why"]) == ("approved", "Welcome.")
    seq = requests_in([event.pk])[0].seq
    bert = APIClient()
    bert.force_authenticate(friend("bert"))
    assert [bert.delete(f"/api/v1/events/autumn/requests/{seq}/").status_code for _ in range(2)] == [204, 204]
    assert still_open(event) == []


def test_request_is_approved_by_what_was_asked_for_alone_and_by_one_director() -> None:
    event = begun("round robin", ended=0)
    give(Role.ARBITER, event, "arno")
    give(Role.ASSISTANT, event, "otto")
    leaves, waits = asks(event, "anna", "withdrawal"), more_time(event, "bert")
    other = Game.objects.exclude(seats__player=friend("bert")).earliest("pk").pk
    inputs: dict[str, Any] = {"game": waits.asked.game, "span": timedelta(days=1)}
    for slug, asked, by, wrong in (
        ("add-time", leaves, "arno", inputs),
        ("add-time", waits, "arno", {**inputs, "game": other}),
        ("withdraw", leaves, "cleo", {"player": "bert"}),
    ):
        cannot(
            slug,
            event,
            f"Request {asked.seq} is about something else: “{asked.player} asks",
            by=friend(by),
            key=key_of_request(asked.seq),
            **wrong,
        )
    call("cleo", "autumn/actions/withdraw/", 409, player="bert", request=leaves.seq, dry_run=True)
    assert still_open(event) == [leaves.seq, waits.seq]
    act("add-time", event, key=key_of_request(waits.seq), **inputs)
    sent = {
        "game": inputs["game"],
        "span": "4 days",
        "request": waits.seq,
        "reason": "Yes.",
        "confirm": "1",
        "nonce": "n",
    }
    page = signed_in("otto").post("/events/autumn/console/add-time/", sent)
    assert f"There is no open request {waits.seq}" in words_of(page.content.decode())
    act("withdraw", event, player="Anna", key=key_of_request(leaves.seq))
    assert still_open(event) == []


def test_request_that_nobody_can_approve_any_more_waits_for_nobody() -> None:
    event = begun("round robin", ended=0)
    time, leaves = more_time(event, "anna"), asks(event, "bert", "withdrawal")
    lose(Game.objects.get(pk=time.asked.game), "anna", after(2))
    settle(event, after(2))
    assert still_open(event) == [leaves.seq]
    cannot("refuse-request", event, "There is no open request", entry=time.seq)
    assert call("anna", "autumn/requests/", method="get")[0]["answer"] == "lapsed"
    assert "no longer needed" in words_to("anna", "/events/autumn/requests/")
    act("withdraw", event, player="bert")
    assert still_open(event) == []
    assert call("bert", "autumn/me/", method="get")["requests"] == ["appeal", "substitute"]
    last = asks(event, "dora", "withdrawal")
    appeal = asks(event, "anna", "appeal", entry=event.log_entries.get(game=time.asked.game).seq)
    play_all(event, after(4))
    take_back(event_id=event.pk, player=friend("dora"), seq=last.seq, at=after(5))
    assert (event.state, still_open(event)) == (Event.State.FINISHED, [appeal.seq])
    assert "request_answered" not in event.log_entries.values_list("kind", flat=True)
