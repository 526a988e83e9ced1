"""Programs of players that are told what happens, and the feeds that others fetch."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import json
import socket
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client

from games.lobby.proposals import propose_game
from games.models import Game, Player
from games.play.agreements import resign
from games.play.moving import play_move
from notifications.addresses.preferences import stop
from notifications.channels import feeds
from notifications.channels.webhooks import calls, hooks, http, leases, notify, reach
from notifications.models import FeedKey, OutboundMail, Webhook, WebhookCall
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tests.notifications.channels.conftest import Program
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db


def anywhere(address: reach.IP) -> bool:
    return True


@pytest.fixture
def hook(office: PostOffice, start: Start, program: Program) -> Webhook:
    """anna's program is told of what happens from NOON on; it is her turn."""
    office.box("anna"), office.box("bert")
    anna = Player.objects.get(username="anna")
    hook = hooks.add_hook(player_id=anna.pk, url=program.url, at=NOON)
    WebhookCall.objects.all().delete()
    Webhook.objects.update(confirmed_at=NOON)
    hook.refresh_from_db()
    start("anna", "bert")
    office.work()
    return hook


def call(pk: int, now: Any = NOON) -> bool:
    return calls.make_call(pk, now=now, may_reach=anywhere)


# Calls ----------------------------------------------------------------------------------------------------------------


def test_program_is_told_in_a_signed_call(hook: Webhook, program: Program) -> None:
    [waiting] = WebhookCall.objects.all()
    assert call(waiting.pk)
    [(headers, body)] = program.calls
    described = json.loads(body)
    game = Game.objects.get()
    assert (described["what"], described["player"], described["game"], described["ply"]) == ("turn", "anna", game.pk, 0)
    parts = dict(part.split("=") for part in headers["X-Seeds-Signature"].split(","))
    signed = f"{parts['t']}.".encode() + body
    assert parts["t"] == str(int(NOON.timestamp()))
    assert parts["v1"] == hmac.new(hooks.secret_of(hook).encode(), signed, hashlib.sha256).hexdigest()
    assert headers["X-Seeds-Delivery"] == waiting.dedupe_key
    assert not call(waiting.pk)
    assert len(program.calls) == 1


def test_each_thing_is_told_once_however_often_the_mail_is_tried(
    office: PostOffice, hook: Webhook, settings: Any
) -> None:
    mail = OutboundMail.objects.get(kind="turn")
    for _ in range(3):
        notify([mail], now=NOON)
    assert WebhookCall.objects.count() == 1


def test_program_is_told_also_what_the_player_wants_no_mail_of(office: PostOffice, hook: Webhook) -> None:
    for _ in range(2):
        stop(player_id=hook.player_id, at=NOON)
    game = Game.objects.get()
    resign(game_id=game.pk, player_id=hook.player_id, at=after(1), source="page")
    office.now = after(1)
    office.work()
    assert OutboundMail.objects.get(kind="result", reader=hook.player).state == "dropped"
    kinds = WebhookCall.objects.order_by("pk").values_list("payload__what", flat=True)
    assert list(kinds) == ["turn", "result"]


def test_move_costs_nothing_for_programs(office: PostOffice, hook: Webhook, django_assert_max_num_queries: Any) -> None:
    game = Game.objects.get()
    before = WebhookCall.objects.count()
    play_move(game_id=game.pk, player_id=hook.player_id, text="null d3", ply=0, at=after(1), source="page")
    assert WebhookCall.objects.count() == before


@pytest.mark.parametrize("status", [302, 404, 500])
def test_other_answers_are_tried_again_and_redirects_are_not_followed(
    hook: Webhook, program: Program, status: int
) -> None:
    program.status = status
    waiting = WebhookCall.objects.get()
    now = NOON
    for wait in calls.RETRIES:
        assert not call(waiting.pk, now)
        assert not call(waiting.pk, now)  # held until it is due again
        now += wait
    assert len(program.calls) == len(calls.RETRIES)
    assert not call(waiting.pk, now)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.reason) == ("failed", f"It answered {status}.")


def test_program_that_fails_for_a_week_is_called_no_more_until_its_player_says_so(
    office: PostOffice, hook: Webhook, program: Program, client: Client
) -> None:
    program.status = 500
    first = WebhookCall.objects.get()
    call(first.pk)
    WebhookCall.objects.create(hook=hook, payload={}, dedupe_key="x", created_at=NOON, due_at=NOON)
    call(WebhookCall.objects.get(dedupe_key="x").pk, NOON + timedelta(days=7))
    hook.refresh_from_db()
    assert hook.off_at == NOON + timedelta(days=7)
    secret = hooks.secret_of(hook)
    notify(OutboundMail.objects.filter(reader=hook.player).order_by("-pk")[:1], now=NOON)
    assert WebhookCall.objects.count() == 2
    client.force_login(hook.player)
    assert "is no longer called" in client.get("/settings/integrations/").content.decode()
    client.post("/settings/integrations/", {"action": "restart", "hook": hook.pk})
    restarted = Webhook.objects.get()
    assert (restarted.off_at, restarted.failing_since, restarted.confirmed_at) == (None, None, None)
    assert hooks.secret_of(restarted) != secret


def test_success_ends_a_time_of_failures(hook: Webhook, program: Program) -> None:
    program.status = 500
    waiting = WebhookCall.objects.get()
    call(waiting.pk)
    assert Webhook.objects.get().failing_since == NOON
    program.status = 204
    assert call(waiting.pk, after(1))
    assert Webhook.objects.get().failing_since is None


def test_program_on_this_machine_is_called_at_home(hook: Webhook, program: Program) -> None:
    assert calls.make_call(WebhookCall.objects.get().pk, now=NOON)
    assert len(program.calls) == 1


def test_program_is_tried_out_by_a_call_once_a_minute(hook: Webhook, program: Program) -> None:
    WebhookCall.objects.all().delete()
    assert hooks.test_hook(player_id=hook.player_id, hook_id=hook.pk, at=NOON)
    assert call(WebhookCall.objects.get().pk)
    assert json.loads(program.calls[0][1])["what"] == "test"
    with pytest.raises(hooks.HookError, match="a moment ago"):
        hooks.test_hook(player_id=hook.player_id, hook_id=hook.pk, at=NOON)
    assert not hooks.test_hook(player_id=hook.player_id, hook_id=hook.pk + 1, at=NOON)


def test_own_network_is_never_called_in_production(hook: Webhook, program: Program, settings: Any) -> None:
    waiting = WebhookCall.objects.get()
    assert not calls.make_call(waiting.pk, now=NOON, may_reach=reach.is_public)
    settings.PRODUCTION = True
    assert not reach.may_be_called(ipaddress.ip_address("127.0.0.1"))
    waiting.refresh_from_db()
    assert waiting.reason == "HookError: 127.0.0.1 is no public address."
    assert program.calls == []


@pytest.mark.parametrize(
    ("host", "is_production"), [("10.1.2.3", False), ("[fd00::1]", False), ("127.0.0.1", True), ("bot.localhost", True)]
)
def test_address_in_a_private_network_is_refused_when_it_is_added(
    host: str, is_production: bool, settings: Any
) -> None:
    settings.PRODUCTION = is_production
    anna = Player.objects.get_or_create(username="anna")[0]
    with pytest.raises(hooks.HookError, match="private network"):
        hooks.add_hook(player_id=anna.pk, url=f"https://{host}:9000/seeds", at=NOON)
    assert not Webhook.objects.exists()


@contextlib.contextmanager
def trickling(first: bytes, drop: bytes) -> Iterator[str]:
    """The address of a real server that says ``first`` to every caller, and then ``drop`` again and again."""
    done = threading.Event()

    def trickle(line: socket.socket) -> None:
        with line, contextlib.suppress(OSError):
            line.sendall(first)
            while not done.wait(0.05):
                line.sendall(drop)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=trickle, args=[listener.accept()[0]]).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            done.set()
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()


@pytest.mark.parametrize(
    ("first", "drop"),
    [(b"", b""), (b"HTTP/1.1 200 OK\r\n", b"X-A: b\r\n"), (b"HTTP/1.1 200 OK\r\n\r\n", b"x")],
)
def test_call_takes_its_time_in_all_however_the_answer_trickles_in(
    hook: Webhook, monkeypatch: pytest.MonkeyPatch, first: bytes, drop: bytes
) -> None:
    monkeypatch.setattr(http, "SECONDS", 0.2)
    with trickling(first, drop) as url:
        hook.url = url
        hook.save()
        began = time.monotonic()
        assert not call(WebhookCall.objects.get().pk)
        assert time.monotonic() - began < 5
    assert Webhook.objects.get().failing_since == NOON


def test_program_that_fails_rests_whatever_waits_for_it(hook: Webhook, program: Program) -> None:
    program.status = 500
    first = WebhookCall.objects.get()
    second = WebhookCall.objects.create(hook=hook, payload={}, dedupe_key="x", created_at=NOON, due_at=NOON)
    call(first.pk)
    assert not call(second.pk)
    assert len(program.calls) == 1
    program.status = 200
    assert call(second.pk, NOON + calls.RETRIES[0])
    assert call(first.pk, NOON + calls.RETRIES[0])
    assert (Webhook.objects.get().failures, Webhook.objects.get().rests_until) == (0, None)


# One at a time --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("whose", "url"), [("anna", "http://127.0.0.2:{port}/"), ("bert", "{url}")])
def test_player_and_host_are_called_once_at_a_time(hook: Webhook, program: Program, whose: str, url: str) -> None:
    """While a call of anna's program is made, neither another one of hers nor another player's at its host is."""
    port = program.url.split(":")[2].partition("/")[0]
    player = Player.objects.get(username=whose)
    address = url.format(port=port, url=program.url)
    other = Webhook(player=player, created_at=NOON, confirmed_at=NOON)
    other.url = f"{address}&other"
    other.save()
    second = WebhookCall.objects.create(hook=other, payload={}, dedupe_key="x", created_at=NOON, due_at=NOON)
    answers: list[bool] = []

    def meanwhile(address: reach.IP) -> bool:
        answers.append(call(second.pk))
        return True

    assert calls.make_call(WebhookCall.objects.get(hook=hook).pk, now=NOON, may_reach=meanwhile)
    assert answers == [False]
    assert WebhookCall.objects.get(pk=second.pk).attempts == 0


def test_whatever_waits_for_a_player_goes_with_the_next_call(hook: Webhook, program: Program) -> None:
    for key in "xy":
        WebhookCall.objects.create(hook=hook, payload={}, dedupe_key=key, created_at=NOON, due_at=NOON)
    newest = WebhookCall.objects.order_by("-pk")[0]
    assert calls.make_calls([newest.pk], now=NOON, may_reach=anywhere) == 3
    assert len(program.calls) == 3


def test_worker_that_dies_in_a_call_holds_its_player_for_some_seconds_only(hook: Webhook, program: Program) -> None:
    for key in (f"player {hook.player_id}", "host 127.0.0.1"):
        assert leases.take(key, now=NOON, span=calls.LONGEST_CALL)
    waiting = WebhookCall.objects.get()
    assert not call(waiting.pk, NOON + calls.LONGEST_CALL / 2)
    assert call(waiting.pk, NOON + calls.LONGEST_CALL)


def test_news_of_a_challenge_to_a_game_is_no_challenge_to_the_program(
    office: PostOffice, hook: Webhook, program: Program
) -> None:
    WebhookCall.objects.all().delete()
    bert = Player.objects.get(username="bert")
    propose_game(proposer=bert, rules="btt", seats=2, control=THREE_DAYS, invited=[hook.player], at=NOON)
    office.work()
    waiting = WebhookCall.objects.get(payload__what="challenge")
    assert not waiting.is_challenge
    assert call(waiting.pk)
    assert json.loads(program.calls[-1][1])["what"] == "challenge"


# The challenge --------------------------------------------------------------------------------------------------------


@pytest.fixture
def new(office: PostOffice, start: Start, program: Program) -> Webhook:
    """A program of anna's that has answered nothing yet; it is her turn."""
    office.box("anna"), office.box("bert")
    hook = hooks.add_hook(player_id=Player.objects.get(username="anna").pk, url=program.url, at=NOON)
    start("anna", "bert")
    office.work()
    return hook


def right(hook: Webhook) -> str:
    text = WebhookCall.objects.get(payload__what="challenge", state="waiting").payload["challenge"]
    return hmac.new(hooks.secret_of(hook).encode(), text.encode(), hashlib.sha256).hexdigest()


@pytest.mark.parametrize("form", ["{}", "{}\n", '{{"answer": "{}"}}'])
def test_new_address_gets_a_challenge_and_once_it_is_answered_the_rest(
    office: PostOffice, new: Webhook, program: Program, form: str
) -> None:
    challenge = WebhookCall.objects.get()
    assert set(challenge.payload) == {"what", "challenge", "at"}
    program.text = form.format(right(new))
    assert call(challenge.pk)
    assert Webhook.objects.get().confirmed_at == NOON
    resign(game_id=Game.objects.get().pk, player_id=new.player_id, at=after(1), source="page")
    office.now = after(1)
    office.work()
    assert WebhookCall.objects.get(state="waiting").payload["what"] == "result"


@pytest.mark.parametrize("text", ["ok", "{challenge}", '{{"answer": []}}', "[1]"])
def test_address_that_does_not_know_the_secret_is_called_no_more(new: Webhook, program: Program, text: str) -> None:
    challenge = WebhookCall.objects.get()
    program.text = text.format(challenge=challenge.payload["challenge"])
    now = NOON
    for wait in calls.RETRIES:
        assert not call(challenge.pk, now)
        now += wait
    assert len(program.calls) == 3
    challenge.refresh_from_db()
    assert (challenge.state, challenge.reason) == ("failed", "It did not answer the challenge.")
    hook = Webhook.objects.get()
    assert (hook.confirmed_at, hook.off_at is not None) == (None, True)
    assert WebhookCall.objects.count() == 1


def test_calls_that_wait_are_not_made_while_a_new_secret_is_unconfirmed(hook: Webhook, program: Program) -> None:
    waiting = WebhookCall.objects.get()
    hooks.restart_hook(player_id=hook.player_id, hook_id=hook.pk, at=after(1))
    assert not call(waiting.pk, after(1))
    assert program.calls == []
    hook.refresh_from_db()
    program.text = right(hook)
    assert call(WebhookCall.objects.get(payload__what="challenge").pk, after(1))
    assert call(waiting.pk, after(1))


def test_host_is_asked_by_one_player_once_a_minute(new: Webhook) -> None:
    hooks.remove_hook(player_id=new.player_id, hook_id=new.pk)
    for seconds in (0, 59):
        with pytest.raises(hooks.HookError, match="Wait a minute"):
            hooks.add_hook(player_id=new.player_id, url=f"{new.url}&x=2", at=NOON + timedelta(seconds=seconds))
    assert not Webhook.objects.exists()
    hooks.add_hook(player_id=new.player_id, url=new.url, at=NOON + timedelta(seconds=60))


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("127.0.0.1", False), ("10.1.2.3", False), ("192.168.1.1", False), ("172.16.0.1", False),
        ("169.254.169.254", False), ("0.0.0.0", False), ("100.64.0.1", False), ("224.0.0.1", False),
        ("::1", False), ("fe80::1", False), ("fd00::1", False), ("::ffff:127.0.0.1", False),
        ("2002:7f00:1::", False), ("ff02::1", False), ("::ffff:93.184.215.14", True), ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True), ("64:ff9b::7f00:1", False), ("64:ff9b::808:808", True),
        ("64:ff9b:1::808:808", False), ("::7f00:1", False), ("::ffff:0:7f00:1", False), ("fec0::1", False),
    ],
)  # fmt: skip
def test_public_addresses_alone_are_called(address: str, public: bool) -> None:
    assert reach.is_public(ipaddress.ip_address(address)) is public


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("ftp://bot.example/", "must begin with https://"), ("javascript:alert(1)", "must begin with https://"),
        ("https:///seeds", "needs a host"), ("https://user:secret@bot.example/", "takes no user"),
        ("https://bot.example/#x", "no #"), ("https://bot.example:25/", "port must be"),
        ("https://bot.example:99999/", "not a web address"), ("https://[half/", "not a web address"),
    ],
)  # fmt: skip
def test_address_that_cannot_be_called_says_what_would_be_right(url: str, words: str) -> None:
    with pytest.raises(hooks.HookError, match=words):
        hooks.check_url(url)


def test_https_alone_is_called_in_production(settings: Any) -> None:
    settings.PRODUCTION = True
    with pytest.raises(hooks.HookError):
        hooks.check_url("http://bot.example/")
    assert hooks.check_url("https://bot.example:8443/x").port == 8443


def test_player_adds_and_removes_programs_and_nobody_else_sees_them(client: Client) -> None:
    anna, bert = (Player.objects.create(username=name) for name in ("anna", "bert"))
    client.force_login(anna)
    for number in range(7):
        client.post("/settings/integrations/", {"action": "add", "url": f"https://bot{number}.example/"})
    assert Webhook.objects.count() == hooks.MOST_HOOKS
    client.post("/settings/integrations/", {"action": "add", "url": "nonsense"})
    page = client.get("/settings/integrations/").content.decode()
    hook = Webhook.objects.all()[0]
    assert hooks.secret_of(hook) in page
    client.force_login(bert)
    assert hooks.secret_of(hook) not in client.get("/settings/integrations/").content.decode()
    for action in ("remove", "restart"):
        client.post("/settings/integrations/", {"action": action, "hook": hook.pk})
    assert Webhook.objects.get(pk=hook.pk).nonce == hook.nonce
    client.force_login(anna)
    for named in ("x", "9" * 30, str(hook.pk)):
        client.post("/settings/integrations/", {"action": "remove", "hook": named})
    assert Webhook.objects.count() == hooks.MOST_HOOKS - 1
    assert client.post("/settings/integrations/", {"action": "sing"}).status_code == 404


# Feeds ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def letters(start: Start) -> str:
    game = start("anna", "bert")
    start("bert", "anna")
    anna = Player.objects.get(username="anna")
    play_move(game_id=game.pk, player_id=anna.pk, text="null d3", ply=0, at=after(1), source="page")
    return feeds.letters_of(feeds.renew_key(player_id=anna.pk, at=NOON))


def test_moves_of_a_players_games_are_a_feed_the_newest_first(letters: str) -> None:
    first = Game.objects.order_by("pk")[0]
    answer = Client().get(f"/feeds/{letters}/moves.atom")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    names = {"a": "http://www.w3.org/2005/Atom"}
    feed = ElementTree.fromstring(answer.content)
    entries = feed.findall("a:entry", names)
    assert len(entries) == 3
    assert (
        entries[0].findtext("a:title", "", names) == f"Game {first.pk}, Branches and Twigs and Thorns: 1. blue null d3"
    )
    assert len({entry.findtext("a:id", "", names) for entry in entries}) == 3
    assert feed.findtext("a:author/a:name", "", names) == "Seeds"
    one = ElementTree.fromstring(Client().get(f"/feeds/{letters}/games/{first.pk}.atom").content)
    assert len(one.findall("a:entry", names)) == 2


def test_deadlines_are_a_calendar(letters: str) -> None:
    answer = Client().get(f"/feeds/{letters}/deadlines.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode()
    assert text.count("BEGIN:VEVENT") == 0  # it is bert's turn in both
    bert = Player.objects.get(username="bert")
    own = feeds.deadlines(bert, after(2)).decode()
    assert own.count("BEGIN:VEVENT") == 2
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n" in own
    assert "DTSTART:20260305T120000Z\r\n" in own
    assert all(len(line.encode()) <= 75 for line in own.split("\r\n"))
    unfolded = own.replace("\r\n ", "")
    assert "Branches and Twigs and Thorns\\, against anna" in unfolded


def test_entry_of_a_deadline_that_moves_replaces_the_one_that_a_program_has(letters: str) -> None:
    bert = Player.objects.get(username="bert")
    texts = (feeds.deadlines(bert, after(hours)).decode() for hours in (2, 3))
    first, later = (dict(line.split(":", 1) for line in text.splitlines() if ":" in line) for text in texts)
    assert first["UID"] == later["UID"]
    assert int(later["SEQUENCE"]) > int(first["SEQUENCE"]) >= 0
    assert later["LAST-MODIFIED"] == "20260302T150000Z"


def test_new_address_ends_the_old_one_and_feeds_can_be_ended(letters: str, client: Client) -> None:
    anna = Player.objects.get(username="anna")
    client.force_login(anna)
    assert letters in client.get("/settings/integrations/").content.decode()
    client.post("/settings/integrations/", {"action": "renew"})
    assert Client().get(f"/feeds/{letters}/moves.atom").status_code == 404
    new = feeds.letters_of(FeedKey.objects.get())
    assert Client().get(f"/feeds/{new}/moves.atom").status_code == 200
    client.post("/settings/integrations/", {"action": "drop"})
    assert Client().get(f"/feeds/{new}/moves.atom").status_code == 404
    assert Client().get("/feeds/nonsense/deadlines.ics").status_code == 404
    for described in ("Your feeds have addresses now.", "The old ones no longer work."):
        assert described in client.post("/settings/integrations/", {"action": "renew"}, follow=True).content.decode()
    assert letters not in f"{FeedKey.objects.values_list('nonce', 'digest')}"


@pytest.mark.django_db
def test_lease_that_was_taken_before_the_clock_was_set_back_stops_nobody() -> None:
    minute = timedelta(minutes=1)
    assert leases.take("player 1", now=NOON + 60 * minute, span=minute)
    assert leases.take("player 1", now=NOON, span=minute)
    assert not leases.take("player 1", now=NOON, span=minute)
