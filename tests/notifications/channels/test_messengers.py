"""Messages by ntfy, Discord, Matrix and web push: what goes to their servers, and who may have them sent."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.test import Client

from games.models import Game, Player
from games.play.moving import play_move
from notifications.channels.messengers import code_of
from notifications.channels.push import public_key
from notifications.channels.webhooks import calls, hooks, reach
from notifications.channels.webhooks.hooks import MESSENGERS
from notifications.models import Webhook, WebhookCall
from tests.games.conftest import NOON, Start, after
from tests.notifications.channels.conftest import Program
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

PATHS = {
    "ntfy": "/garden-of-anna",
    "discord": "/api/webhooks/12/abc-d",
    "matrix": "/!garden:matrix.example",
    "push": "/wpush/v2/xyz",
}
TOKENS = {"ntfy": "tk_1", "matrix": "syt_1"}


def anywhere(address: reach.IP) -> bool:
    return True


def call(now: Any = NOON) -> bool:
    """Make the call that waits."""
    return calls.make_call(WebhookCall.objects.get(state="waiting").pk, now=now, may_reach=anywhere)


def added(program: Program, kind: str) -> Webhook:
    """An address of anna's that has been sent its challenge."""
    anna = Player.objects.get_or_create(username="anna")[0]
    url, token = program.origin + PATHS[kind], TOKENS.get(kind, "")
    hook = hooks.add_hook(player_id=anna.pk, url=url, kind=kind, token=token, at=NOON)
    assert call()
    return hook


def text_of(kind: str, body: bytes) -> str:
    """What a person reads."""
    if kind == "ntfy":
        return body.decode()
    return str(json.loads(body)["content" if kind == "discord" else "body"])


@pytest.mark.parametrize("kind", ["ntfy", "discord", "matrix"])
def test_messages_come_once_the_code_has_come_back(
    office: PostOffice, start: Start, program: Program, kind: str
) -> None:
    office.box("anna"), office.box("bert")
    hook = added(program, kind)
    assert code_of(hook) in text_of(kind, program.calls[0][1])
    assert "k_1" not in Webhook.objects.values_list("encrypted_token", flat=True).get()
    start("anna", "bert")
    office.work()
    assert not WebhookCall.objects.filter(state="waiting").exists()  # nothing before it is confirmed
    assert not hooks.confirm_hook(player_id=hook.player_id, hook_id=hook.pk, code="00000000", at=NOON)
    with pytest.raises(hooks.HookError):
        hooks.confirm_hook(player_id=hook.player_id, hook_id=hook.pk, code=code_of(hook), at=NOON)
    assert hooks.confirm_hook(player_id=hook.player_id, hook_id=hook.pk, code=code_of(hook).upper(), at=after(1))
    start("anna", "bert")
    office.work()
    assert call()
    game = Game.objects.latest("pk")
    headers, body = program.calls[-1]
    words = text_of(kind, body)
    assert words.startswith(f"Game {game.pk}: your turn")
    assert f"/games/{game.pk}/" in (headers["Click"] if kind == "ntfy" else words)
    method, path = program.requests[-1]
    assert (method, path.startswith("/_matrix/client/v3/rooms/%21garden%3Amatrix.example/send/m.room.message/")) == (
        ("PUT", True) if kind == "matrix" else ("POST", False)
    )
    assert headers.get("Authorization", "") == (f"Bearer {TOKENS[kind]}" if kind in TOKENS else "")


def test_receipts_are_no_messages(office: PostOffice, start: Start, program: Program) -> None:
    office.box("anna"), office.box("bert")
    hook = added(program, "ntfy")
    Webhook.objects.filter(pk=hook.pk).update(confirmed_at=NOON)
    game = start("bert", "anna")
    bert = Player.objects.get(username="bert")
    hooks.add_hook(player_id=bert.pk, url=f"{program.origin}/of-bert", kind="ntfy", at=NOON)
    Webhook.objects.filter(player=bert).update(confirmed_at=NOON)
    office.work()
    WebhookCall.objects.all().delete()
    step = game.game_rules.format(next(iter(game.load_position().legal_moves())), game.load_position())
    play_move(game_id=game.pk, player_id=bert.pk, text=step, ply=0, at=after(1), source="page")
    office.now = after(1)
    office.work()
    assert set(WebhookCall.objects.values_list("hook__player__username", "payload__what")) == {("anna", "turn")}


def test_push_is_empty_and_signed_for_its_server_alone(program: Program) -> None:
    hook = added(program, "push")
    [(headers, body)] = program.calls
    assert body == b""
    assert headers["TTL"] == "86400"
    scheme, token, key = headers["Authorization"].split(" ")
    assert (scheme, key) == ("vapid", f"k={public_key()}")
    text, _, signature = token.removeprefix("t=").removesuffix(",").rpartition(".")
    claims = json.loads(decoded(text.partition(".")[2]))
    assert claims["aud"] == program.origin
    assert claims["exp"] == int(NOON.timestamp()) + 12 * 3600
    point, numbers = decoded(public_key()), decoded(signature)
    signed = encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    key_of_ours = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    key_of_ours.verify(signed, text.encode(), ec.ECDSA(hashes.SHA256()))
    assert Webhook.objects.get(pk=hook.pk).confirmed_at is None


def test_browser_is_pushed_to_at_services_of_browsers_alone(program: Program, settings: Any) -> None:
    hook = added(program, "push")
    anna = hook.player_id
    settings.PRODUCTION = True
    for url in ("https://bot.example/x", "https://xpush.apple.com/x", "https://web.push.apple.com:8443/x"):
        with pytest.raises(hooks.HookError, match="not known here"):
            hooks.add_hook(player_id=anna, url=url, kind="push", at=NOON)
    assert hooks.add_hook(player_id=anna, url="https://fcm.googleapis.com/fcm/send/x", kind="push", at=NOON)
    made = len(program.calls)
    tell(hook, "later", at=after(1))
    assert not calls.make_call(WebhookCall.objects.get(dedupe_key="later").pk, now=after(1), may_reach=anywhere)
    assert len(program.calls) == made, "one from before is not called, either"


def test_browser_is_woken_a_few_times_a_minute_and_for_all_that_waits(program: Program) -> None:
    hook = added(program, "push")
    Webhook.objects.update(confirmed_at=NOON)
    made = len(program.calls)
    for number in range(60):
        tell(hook, str(number), at=after(10 + number / 3600))
        calls.make_waiting_calls(now=after(10 + number / 3600), may_reach=anywhere)
    assert len(program.calls) - made == 4
    calls.make_waiting_calls(now=after(11), may_reach=anywhere)
    assert len(program.calls) - made == 5
    assert not WebhookCall.objects.filter(state="waiting").exists()


def tell(hook: Webhook, key: str, *, at: datetime) -> None:
    WebhookCall.objects.create(hook=hook, payload={"what": "test"}, dedupe_key=key, created_at=at, due_at=at)


def decoded(letters: str) -> bytes:
    return base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))


def test_browser_that_was_woken_confirms_itself_and_learns_what_waits(program: Program, start: Start) -> None:
    hook = added(program, "push")
    game = start("anna", "bert")
    for name, endpoint, is_confirmed in (("bert", hook.url, False), ("anna", "x", False), ("anna", hook.url, True)):
        client = Client()
        assert client.post("/push/", {"endpoint": endpoint}).status_code == 302
        client.force_login(Player.objects.get(username=name))
        news = client.post("/push/", {"endpoint": endpoint}).json()
        assert (Webhook.objects.get().confirmed_at is not None) is is_confirmed
    assert news == {"title": "Seeds", "body": "1 game waits for you", "address": f"/games/{game.pk}/"}


@pytest.mark.parametrize(
    ("kind", "url", "token", "words"),
    [
        ("ntfy", "https://ntfy.example/", "", "topic"),
        ("ntfy", "https://ntfy.example/a/b", "", "topic"),
        ("ntfy", "https://ntfy.example/a", "with blank", "no spaces"),
        ("discord", "https://discord.example/channels/1", "", "webhook of the channel"),
        ("discord", "https://discord.example/api/webhooks/1/a", "x", "no token"),
        ("matrix", "https://matrix.example/#room:matrix.example", "x", "no #"),
        ("matrix", "https://matrix.example/room", "x", "identifier of a room"),
        ("matrix", "https://matrix.example/!room:matrix.example", "", "access token"),
        ("program", "https://bot.example/", "x", "no token"),
        ("pigeon", "https://bot.example/", "", "no kind"),
    ],
)
def test_address_that_is_none_of_the_service_says_what_would_be_right(
    start: Start, kind: str, url: str, token: str, words: str
) -> None:
    anna = Player.objects.get_or_create(username="anna")[0]
    with pytest.raises(hooks.HookError, match=words):
        hooks.add_hook(player_id=anna.pk, url=url, kind=kind, token=token, at=NOON)


@pytest.mark.parametrize("kind", sorted(MESSENGERS))
def test_own_network_gets_no_message_in_production(program: Program, settings: Any, kind: str) -> None:
    hook = added(program, kind)
    WebhookCall.objects.update(state="waiting", due_at=NOON)
    settings.PRODUCTION = True
    hook.url = hook.url.replace("http://", "https://")
    hook.save()
    before = len(program.calls)
    assert not calls.make_call(WebhookCall.objects.get().pk, now=after(1))
    assert len(program.calls) == before
    reason = "not known here" if kind == "push" else "no public address"
    assert reason in WebhookCall.objects.get().reason


def test_page_and_rest_add_and_confirm_an_address_and_never_show_its_token(program: Program) -> None:
    hook = added(program, "matrix")
    client = Client()
    client.force_login(Player.objects.get(username="anna"))
    page = client.get("/settings/integrations/").content.decode()
    assert "The code that has come there" in page
    assert "syt_1" not in page
    shown = client.get("/api/v1/players/me/webhooks/").json()[0]
    assert (shown["kind"], "syt_1" in str(shown)) == ("matrix", False)
    wrong = client.post(f"/api/v1/players/me/webhooks/{hook.pk}/confirm/", {"code": "nonsense"}, "application/json")
    assert wrong.status_code == 409
    client.post("/settings/integrations/", {"action": "confirm", "hook": hook.pk, "code": code_of(hook)})
    assert Webhook.objects.get().confirmed_at is None  # too soon after the wrong one
