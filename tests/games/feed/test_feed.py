"""The feed: one entry for whatever happens, in the order of the numbers, for those who may see it."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import password_set
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import connection, transaction
from django.test import Client

from games.accounts.api_keys import create_token, revoke_all, revoke_token
from games.clock.controls import TimeControl
from games.conversation.remarks import say
from games.feed import reading, tokens, topics
from games.feed.writing import NewEntry, write
from games.lobby.proposals import accept_proposal, decline_proposal, propose_game
from games.models import FeedEntry, Player
from games.play.agreements import offer_draw, resign
from games.play.moving import play_move
from notifications.accounts.closing import close_account
from notifications.accounts.notices import Origin
from tests.games.conftest import NOON, Start, after, player

pytestmark = pytest.mark.django_db
PASSWORD = "correct-horse-9-battery"


def entries_of(topic: str) -> list[tuple[str, int | None]]:
    """What happened, and at which ply."""
    return [(entry.what, entry.facts.get("ply")) for entry in reading.read([topic], after=0).entries]


def caller(name: str) -> dict[str, Any]:
    _, secret = create_token(player(name), name="bot")
    return {"headers": {"Authorization": f"Bearer {secret}"}}


def test_whatever_happens_in_a_game_is_an_entry(start: Start) -> None:
    game = start("anna", "bert")
    anna, bert = player("anna"), player("bert")
    play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(1), source="api")
    offer_draw(game_id=game.pk, player_id=anna.pk, at=after(1), source="api")
    say(game_id=game.pk, player_id=bert.pk, text="Hm.", at=after(2), source="api")
    resign(game_id=game.pk, player_id=bert.pk, at=after(3), source="api")
    assert entries_of(topics.of_game(game.pk)) == [
        ("started", 0), ("moved", 1), ("changed", 1), ("said", 1), ("finished", 1),
    ]  # fmt: skip
    assert entries_of(topics.of_player(bert.pk)) == [("started", 0), ("turn", 1), ("offer", 1), ("result", 1)]


def test_entry_that_is_rolled_back_was_never_there(start: Start) -> None:
    game = start("anna", "bert")
    before = reading.settled_number()
    with transaction.atomic():
        play_move(game_id=game.pk, player_id=player("anna").pk, text="null d3", ply=0, at=after(1), source="api")
        transaction.set_rollback(True)
    assert reading.read([topics.of_game(game.pk)], after=before).entries == []


def propose(*invited: str) -> Any:
    names = [player(name) for name in invited]
    return propose_game(
        proposer=player("anna"), rules="btt", seats=2, control=TimeControl.days_per_turn(3), at=NOON, invited=names
    )


def test_seek_is_in_the_lobby_and_a_challenge_is_nobody_elses_business() -> None:
    challenge = propose("bert")
    decline_proposal(proposal_id=challenge.pk, player=player("bert"), at=after(1))
    assert entries_of(topics.LOBBY) == []
    assert entries_of(topics.of_player(player("bert").pk)) == [("challenge", None)]
    assert entries_of(topics.of_player(player("anna").pk)) == [("challenge-closed", None)]
    seek = propose()
    accept_proposal(proposal_id=seek.pk, player=player("bert"), at=after(1))
    found = [entry.facts for entry in reading.read([topics.LOBBY], after=0).entries]
    assert found == [{"proposal": seek.pk, "detail": "open"}, {"proposal": seek.pk, "detail": "started"}]


def test_program_reads_on_from_the_last_number(start: Start, client: Client) -> None:
    game = start("anna", "bert")
    first = client.get("/api/v1/players/me/feed/", **caller("bert")).json()
    assert [entry["what"] for entry in first["entries"]] == ["started"]
    play_move(game_id=game.pk, player_id=player("anna").pk, text="null d3", ply=0, at=after(1), source="api")
    second = client.get("/api/v1/players/me/feed/", {"after": first["last"]}, **caller("bert")).json()
    [entry] = second["entries"]
    assert entry == {
        "number": entry["number"], "at": "2026-03-02T13:00:00Z", "about": "player", "what": "turn", "game": game.pk,
        "event": None, "division": None, "proposal": None, "remark": None, "seq": 2, "ply": 1, "to_act": None,
        "detail": None,
    }  # fmt: skip
    third = client.get(f"/api/v1/games/{game.pk}/feed/", {"after": second["last"]}).json()
    assert third == {"entries": [], "last": second["last"], "more": False, "is_cut": False}


def test_feed_of_a_player_needs_a_key(client: Client) -> None:
    assert client.get("/api/v1/players/me/feed/").status_code == 401
    assert client.get("/api/v1/players/me/feed/stream/").status_code == 401
    assert client.get("/api/v1/games/99999/feed/").status_code == 404
    assert client.get("/api/v1/lobby/feed/", {"wait": "31"}).json()["code"] == "invalid"
    assert client.get("/api/v1/lobby/feed/", {"since": "1"}).status_code == 400
    assert client.get("/api/v1/lobby/feed/", {"after": "-1"}).json()["errors"][0]["field"] == "after"


def test_stream_is_reached_by_an_address_that_permits_these_topics_alone(client: Client) -> None:
    answer = client.get(
        "/api/v1/players/me/feed/stream/", {"after": 4}, **caller("bert") | {"HTTP_ACCEPT": "text/event-stream"}
    )
    assert answer.status_code == 307
    token = answer.headers["Location"].partition("token=")[2].partition("&")[0].replace("%3A", ":")
    assert tokens.permission_of(token).topics == (topics.of_player(player("bert").pk),)
    assert answer.headers["Location"].endswith("&form=sse&after=4")
    with pytest.raises(tokens.TokenError):
        tokens.permission_of(token[:-1] + ("A" if token[-1] != "A" else "B"))


def test_stream_ends_with_the_key_that_asked_for_it_and_with_the_account(client: Client) -> None:
    bert = player("bert")
    key, secret = create_token(bert, name="bot")
    made, _ = create_token(bert, name="of the bot", made_with=key)
    other, _ = create_token(bert, name="other")
    answer = client.get("/api/v1/players/me/feed/stream/", headers={"Authorization": f"Bearer {secret}"})
    token = parse_qs(urlsplit(answer.headers["Location"]).query)["token"][0]
    assert tokens.permission_of(token).ends == (topics.of_account(bert.pk), topics.of_key(key.pk))
    revoke_token(bert, key.pk, at=NOON)
    assert not revoke_token(bert, key.pk, at=NOON)
    revoke_all(bert, at=NOON)
    close_account(bert, Origin("", ""), at=NOON)
    ended = FeedEntry.objects.filter(what=topics.REVOKED).order_by("pk").values_list("topic", flat=True)
    keys = [topics.of_key(one.pk) for one in (key, made, other)]
    assert (sorted(ended[:2]), list(ended[2:])) == (sorted(keys[:2]), [keys[2], topics.of_account(bert.pk)])


def test_wait_without_a_place_answers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading._process_ends, "wait", lambda seconds: pytest.fail("It waited."))
    monkeypatch.setattr(reading, "WAITS_OF_ONE", 0)
    assert reading.wait([topics.LOBBY], after=0, seconds=30, caller="anna").entries == []


def test_wait_ends_with_the_first_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = NewEntry(topics.LOBBY, "proposal")
    monkeypatch.setattr(reading._process_ends, "wait", lambda seconds: write([entry], at=NOON))
    assert len(reading.wait([topics.LOBBY], after=0, seconds=30, caller="anna").entries) == 1
    assert not reading._callers


def test_old_entries_are_forgotten_and_a_reader_who_was_away_is_told() -> None:
    first = write([NewEntry(topics.LOBBY, "proposal"), NewEntry(topics.LOBBY, "proposal")], at=NOON)[0]
    (young,) = write([NewEntry(topics.LOBBY, "proposal")], at=after(24))
    reading.forget_old(now=NOON + reading.KEPT + timedelta(hours=1))
    assert list(FeedEntry.objects.filter(topic=topics.LOBBY).values_list("pk", flat=True)) == [young]
    assert reading.read([topics.LOBBY], after=first).is_cut
    assert not reading.read([topics.LOBBY], after=young).is_cut
    portion = reading.wait([topics.LOBBY], after=young + 1, seconds=30, caller="anna")
    assert (portion.is_cut, portion.last) == (True, young), "a number that was never given"


@pytest.mark.services
def test_reader_waits_for_a_lower_number_that_is_committed_later(postgres_database: str) -> None:
    may_commit, has_written = threading.Event(), threading.Event()

    def write_slowly() -> None:
        with transaction.atomic():
            write([NewEntry(topics.LOBBY, "proposal", {"proposal": 1})], at=NOON)
            has_written.set()
            may_commit.wait(30)
        connection.close()

    slow = threading.Thread(target=write_slowly)
    slow.start()
    assert has_written.wait(30)
    with transaction.atomic():
        write([NewEntry(topics.LOBBY, "proposal", {"proposal": 2})], at=NOON)
    seen = reading.read([topics.LOBBY], after=0)
    assert seen.entries == []  # the later number is there already, and has to wait
    may_commit.set()
    slow.join()
    portion = reading.read([topics.LOBBY], after=seen.last)
    assert [entry.facts["proposal"] for entry in portion.entries] == [1, 2]
    assert portion.last == portion.entries[-1].pk == reading.settled_number()


def permission_in(answer: dict[str, Any]) -> tokens.Permission:
    """What the address of a stream in an answer permits."""
    return tokens.permission_of(parse_qs(urlsplit(answer["stream"]).query)["token"][0])


def test_page_without_a_stream_asks_for_the_entries_after_a_number(start: Start, client: Client) -> None:
    game = start("anna", "bert")
    ask = {"topics": f"game:{game.pk}"}
    first = client.get("/streams/", ask).json()
    assert (first["entries"], permission_in(first).page) == ([], f"/games/{game.pk}/")
    play_move(game_id=game.pk, player_id=player("anna").pk, text="null d3", ply=0, at=after(1), source="api")
    second = client.get("/streams/", ask | {"after": first["last"]}).json()
    assert [(entry["what"], entry["ply"]) for entry in second["entries"]] == [("moved", 1)]
    assert client.get("/streams/", ask | {"after": second["last"]}).json()["entries"] == []
    for wrong in ("game:", "game:x", f"game:{'9' * 40}", "player:1", "event:none", "\x00"):
        assert client.get("/streams/", {"topics": wrong}).status_code == 404, wrong


def test_visitors_get_the_page_of_a_game_in_their_language(start: Start, client: Client) -> None:
    ask = {"topics": f"game:{start('anna', 'bert').pk}"}
    for language in ("en-gb", "de"):
        permission = permission_in(client.get("/streams/", ask, headers={"Accept-Language": language}).json())
        assert (permission.page != "", permission.language) == (True, language)


@pytest.mark.parametrize("how", ["sign out", "end from elsewhere", "set a password", "change the password"])
def test_streams_of_a_session_end_with_it_and_no_others(how: str) -> None:
    anna = Player.objects.create_user("anna", email="anna@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=anna, email=anna.email, verified=True, primary=True)
    ended, other = Client(), Client()
    for browser in (ended, other):
        browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    opened = [
        {*permission_in(browser.get("/streams/").json()).ends, *permission_in({"stream": address["Location"]}).ends}
        for browser in (ended, other)
        if (address := browser.get("/api/v1/players/me/feed/stream/")).status_code == 307
    ]
    assert [len(ends) for ends in opened] == [2, 2]
    if how == "sign out":
        ended.post("/accounts/logout/")
    elif how == "end from elsewhere":
        key = ended.cookies[settings.SESSION_COOKIE_NAME].value
        other.post(f"/settings/sign-ins/{UserSession.objects.get(session_key=key).pk}/end/")
    elif how == "set a password":  # of an account that mail has made
        password_set.send(Player, request=other.get("/settings/").wsgi_request, user=anna)
    else:
        new = {"oldpassword": PASSWORD, "password1": "another-1-battery", "password2": "another-1-battery"}
        other.post("/accounts/password/change/", new)
    assert ended.get("/settings/").status_code == 302
    assert other.get("/settings/").status_code == 200
    revoked = set(FeedEntry.objects.filter(what=topics.REVOKED).values_list("topic", flat=True))
    assert revoked & opened[0] == opened[0] - opened[1]
    assert how == "change the password" or not revoked & opened[1]


def test_guest_who_plays_gets_news_of_their_own_and_never_the_page_of_visitors(client: Client) -> None:
    bot = Player.objects.filter(is_bot=True).order_by("pk")[0]
    nonce = "a-mark-that-nobody-else-has-seen"
    game_path = client.post("/lobby/house/", {"rules": "btt", "bot": bot.username, "nonce": nonce}).headers["Location"]
    guest = Player.objects.get(is_guest=True)
    number = int(game_path.strip("/").split("/")[1])
    answer = client.get("/streams/", {"topics": f"game:{number}"}).json()
    read = (topics.of_game(number), topics.of_player(guest.pk))
    assert permission_in(answer) == tokens.Permission(read, ends=(topics.of_account(guest.pk),))
    assert answer["to_move"] == 1
