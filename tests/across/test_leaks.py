"""What only its owner may know, searched for at every address of the site and in every mail, for everybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from games.accounts import api_keys
from games.conversation.remarks import keep_note
from games.models import Game, Player
from games.play.drafts import keep_draft
from games.play.held_moves import publish_held
from games.play.moving import play_move
from games.play.outcome import drop_plan
from games.play.planning import set_plan
from notifications.models import OutboundMail
from tests.games.conftest import Start, after

pytestmark = pytest.mark.django_db

# Texts that stand nowhere else: a list of legal moves has "L 1,4,1", and never "leaf 1,4,1".
PLAN, DRAFT, HELD, NOTE, NEWS = "xyzzy-plan", "xyzzy-draft", "leaf 1,4,1", "xyzzy-note", "your plan was dropped"
SECRETS = (PLAN, DRAFT, HELD, NOTE, NEWS)
SECRETS_OF = {"anna": {DRAFT, HELD, NEWS}, "bert": {PLAN, NOTE}, "carl": set[str](), "": set[str]()}  # "": nobody


@pytest.fixture
def game(start: Start) -> Game:
    """anna holds a move and has a draft and lost a plan, bert has a plan and a note, carl only looks on."""
    game = start("anna", "bert", rules="treeblox")
    Player.objects.create(username="carl")
    anna, bert = (Player.objects.get(username=name) for name in ("anna", "bert"))
    plan = f"if * then {PLAN}"
    set_plan(game_id=game.pk, player_id=bert.pk, text=plan, at=after(1), source="page")
    keep_draft(game_id=game.pk, player_id=anna.pk, text=DRAFT, ply=0)
    keep_note(game_id=game.pk, player_id=bert.pk, text=NOTE, at=after(1), source="page")
    drop_plan(game.seats.get(number=0), f"The game has not gone as you planned, so {NEWS}.")
    Player.objects.filter(pk=anna.pk).update(hold_minutes=30)
    play_move(game_id=game.pk, player_id=anna.pk, text=HELD, ply=0, at=after(2), source="page")
    return game


def addresses(game: Game) -> set[str]:
    """Every address that can be made of the patterns of the site, with this game and its people in them."""
    values = {
        "pk": [str(game.pk)],
        "ply": ["0"],
        "verb": ["resign", "draw", "abandon", "undo", "cancel", "accept", "decline"],
        "ending": ["txt", "json", "jsonl", "ap.json", "ap.jsonl"],
        "username": ["anna", "bert"],
        "slug": ["treeblox"],
        "rules": ["treeblox"],
    }
    found = set()
    for name, parameters in _patterns(get_resolver(), ""):
        texts = [_texts(converter, values.get(parameter, [])) for parameter, converter in parameters.items()]
        assert all(texts), f"no text fits a part of the address {name}: give this test one"
        for chosen in product(*texts):
            try:
                found.add(reverse(name, kwargs=dict(zip(parameters, chosen, strict=True))))
            except NoReverseMatch:  # an ending that this address does not have, and the like
                continue
    return found | {f"/games/{game.pk}/?ply=0"}


USUAL = ("1", "2026-03-02", "2p")  # for parts of addresses that have nothing to do with games


def _texts(converter: Any, own: list[str]) -> list[Any]:
    """What may stand in a part of an address: of its own texts those that fit, else the first usual one that does."""
    if converter is None:
        return own or ["1"]
    fitting = [text for text in own or USUAL if re.fullmatch(converter.regex, text)]
    return [converter.to_python(text) for text in (fitting if own else fitting[:1])]


def _patterns(
    resolver: URLResolver, prefix: str, parameters: dict[str, Any] | None = None
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every named address, with the parts that stand in it and what reads them."""
    for pattern in resolver.url_patterns:
        found = dict.fromkeys(pattern.pattern.regex.groupindex) | getattr(pattern.pattern, "converters", {})
        own = {**(parameters or {}), **found}
        if isinstance(pattern, URLResolver):
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            yield from _patterns(pattern, inner, own)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{prefix}{pattern.name}", own


def reader(name: str) -> tuple[Client, dict[str, str]]:
    """A browser of the player with the headers of the player's programs, so that every door opens."""
    client = Client()
    if not name:
        return client, {}
    player = Player.objects.get(username=name)
    client.force_login(player)
    return client, {"Authorization": f"Bearer {api_keys.create_token(player, name='test')[1]}"}


def body_of(answer: Any) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return content.decode(errors="replace").lower()


def seen(name: str, paths: set[str], method: str = "get") -> dict[str, set[str]]:
    """The secrets that stand in the answers, by address. Signing out comes last."""
    client, headers = reader(name)
    found = {}
    for path in sorted(paths, key=lambda path: ("logout" in path, path)):
        if path.startswith("/api/"):
            answer = getattr(Client(), method)(path, headers=headers)
        else:
            answer = getattr(client, method)(path)
        body = body_of(answer)
        if secrets := {secret for secret in SECRETS if secret in body}:
            found[path] = secrets
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["anna", "", *(pytest.param(name, marks=pytest.mark.slow) for name in ("bert", "carl"))]
)
def test_nobody_reads_what_others_keep_to_themselves(game: Game, name: str) -> None:
    paths = addresses(game)
    assert {f"/games/{game.pk}/", f"/api/v1/games/{game.pk}/plan/", f"/api/v1/games/{game.pk}/events/"} <= paths
    found = seen(name, paths)
    assert {path: secrets for path, secrets in found.items() if not secrets <= SECRETS_OF[name]} == {}
    assert set[str]().union(*found.values()) == SECRETS_OF[name], "the search finds what there is to be found"


@pytest.mark.parametrize(
    "method", ["post", "delete", *(pytest.param(method, marks=pytest.mark.slow) for method in ("put", "patch"))]
)
def test_nothing_that_a_stranger_sends_is_answered_with_it(game: Game, method: str) -> None:
    paths = {path for path in addresses(game) if f"/games/{game.pk}/" in path}
    for name in ("carl", ""):
        assert seen(name, paths, method) == {}
    game.refresh_from_db()
    assert (game.status, game.ply, game.turn.held_id is None) == ("running", 0, False)


@pytest.mark.slow
def test_no_mail_and_no_public_record_tells_it_even_afterwards(game: Game) -> None:
    publish_held(now=after(3))
    described = OutboundMail.objects.exclude(reader__username="bert")
    assert not any(secret in str(mail.context) for mail in described for secret in (PLAN, NOTE, NEWS))
    assert OutboundMail.objects.filter(reader__username="bert", kind="plan").count() == 1
    for name in ("anna", ""):
        assert PLAN not in set[str]().union(*seen(name, addresses(game)).values())
