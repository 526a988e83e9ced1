"""Each verb through page, REST and mail leaves the same rows, and says the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.accounts import api_keys
from games.models import Game, Note, Player, Remark, Watch
from games.play.creation import create_game
from notifications.addresses.reply_addresses import game_address, personal_address
from tests.across.test_doors import masked
from tests.games.browsing import Browser
from tests.games.conftest import THREE_DAYS
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

Verb = tuple[str, str, str]  # who, verb, text
PLAN = "if null d3 then root e2"


def on_the_page(game: Game, office: PostOffice, action: Verb) -> None:
    who, verb, text = action
    browser, path = Browser(who), f"/games/{game.pk}/"
    page = browser.get(path)

    def press(action: str, **values: str) -> None:
        """A button of a form; where the page has none, since it would be refused, somebody may send it all the same."""
        try:
            browser.fill(page, f"{path}{action}", **values)
        except ValueError:
            browser.send(f"{path}{action}", nonce="made up", ply=str(game.ply), **values)

    match verb:
        case "move":
            press("play/", text=text, play="1")
        case "say":
            press("say/", words=text)
        case "note":
            press("note/", note=text)
        case "mute" | "unmute":
            press("mute/", **{verb: "1"})
        case "watch":
            press("watch/", **({"each_turn": "1"} if text else {"watch": "1"}))
        case "unwatch":
            press("watch/", unwatch="1")
        case "plan":
            press("plan/", plan=text, keep="1")
        case "drop plan":
            press("plan/", drop="1")
        case "leave":
            first, last = text.split()
            browser.send("/settings/leave/", first=first, last=last, book="1")
        case _:
            browser.fill(browser.get(f"{path}{verb}/"))


def through_rest(game: Game, office: PostOffice, action: Verb) -> None:
    who, verb, text = action
    method, what, body = "post", verb, {}
    match verb:
        case "move":
            game.refresh_from_db()
            what, body = "play", {"ply": game.ply, "text": text}
        case "say":
            what, body = "talk", {"text": text}
        case "note":
            method, body = "put", {"text": text}
        case "plan":
            body = {"text": text}
        case "watch":
            body = {"each_turn": bool(text)}
        case "unmute" | "unwatch" | "drop plan":
            method, what = "delete", verb.removeprefix("un").removeprefix("drop ")
    path = f"/api/v1/games/{game.pk}/{what}/"
    if verb == "leave":
        first, last = text.split()
        path, body = "/api/v1/players/me/leave/", {"first": first, "last": last}
    _, secret = api_keys.create_token(Player.objects.get(username=who), name="door")
    headers = {"Authorization": f"Bearer {secret}"}
    answer = getattr(Client(), method)(path, body, content_type="application/json", headers=headers)
    assert answer.status_code < 500


def by_mail(game: Game, office: PostOffice, action: Verb) -> None:
    who, verb, text = action
    box, game = office.box(who), Game.objects.get(pk=game.pk)
    seat = game.seats.select_related("player").filter(player=box.player).first()
    line = {"move": f"{text} #{game.ply}", "watch": f"watch {game.pk} {text}", "unwatch": f"unwatch {game.pk}"}.get(
        verb, f"{verb} {text}"
    )
    to = personal_address(box.player.pk) if seat is None or verb == "leave" else game_address(seat)
    name = f"<{abs(hash(action))}-{game.pk}-{game.submissions.count()}@mail.example>"
    raw = f"From: {box.address}\r\nTo: {to}\r\nMessage-ID: {name}\r\n\r\n{line}\r\n"
    office.deliver(raw.encode(), to, sender=box.address)


DOORS: dict[str, Callable[[Game, PostOffice, Verb], None]] = {"page": on_the_page, "api": through_rest, "mail": by_mail}

STORIES: dict[str, Sequence[Verb]] = {
    "words": [("anna", "say", "hello\nbert"), ("bert", "mute", ""), ("anna", "say", "?"), ("bert", "unmute", "")],
    "notes": [("anna", "note", "d3 first"), ("bert", "note", "e2 then\nd2")],
    "watching": [
        ("carl", "watch", ""),
        ("carl", "watch", "each turn"),
        ("anna", "move", "null d3"),
        ("carl", "unwatch", ""),
    ],
    "a plan that is played": [("bert", "plan", PLAN), ("anna", "move", "null d3")],
    "a plan that is dropped by words": [("bert", "plan", f"{PLAN}; wait if they write"), ("anna", "say", "hold on")],
    "a plan that is dropped": [("bert", "plan", PLAN), ("bert", "drop plan", "")],
    "moves taken back": [("anna", "move", "null d3"), ("anna", "undo", ""), ("bert", "accept", "")],
    "a held move that is cancelled": [("dora", "move", "null d3"), ("dora", "cancel", "")],
    "leave": [("anna", "leave", "2030-01-01 2030-01-02")],
    "a game that is given up": [("anna", "say", "I give up"), ("anna", "resign", ""), ("anna", "say", "thanks")],
    "what cannot be": [
        ("anna", "unwatch", ""),
        ("anna", "watch", ""),
        ("anna", "drop plan", ""),
        ("anna", "cancel", ""),
        ("anna", "accept", ""),
        ("anna", "undo", ""),
        ("bert", "plan", "if null d3 then null d4"),
        ("bert", "move", "null d3"),
        ("anna", "say", "x" * 501),
        ("carl", "unwatch", ""),
    ],
}


def left(source: str, actions: Sequence[Verb], at: datetime) -> dict[str, Any]:
    """Every row that a story leaves behind when all of it comes through one door."""
    office = PostOffice(now=at)
    names = ("anna", "bert", "carl", "dora")
    players = {name: office.box(name).player for name in names}
    Player.objects.filter(username="dora").update(hold_minutes=30)
    first = players["dora"] if any(who == "dora" for who, _, _ in actions) else players["anna"]
    first.refresh_from_db()
    game = create_game(rules="btt", players=[first, players["bert"]], control=THREE_DAYS, at=at, secret="5e" * 32)
    for action in actions:
        office.now = timezone.now()
        office.work()
        if action[1] == "leave":
            action = _this_year(action, office.now.date())
        DOORS[source](game, office, action)
    game.refresh_from_db()
    submissions = game.submissions.order_by("pk")
    held = None if game.is_over else game.turn.held_id
    return {
        "game": (game.ply, game.seq, game.position, game.status, game.agreements, held, game.is_watched),
        "seats": list(game.seats.values_list("number", "plan", "left_reason", "place")),
        "events": list(game.events.order_by("seq").values_list("seq", "ply", "kind", "seat", "text", "cause")),
        "submissions": [
            (sent.player.username if sent.player else "", sent.seat, sent.verb, sent.state, sent.code,
             sent.text.strip(), masked(sent.message, game), sent.first_seq, sent.last_seq)
            for sent in submissions
        ],
        "doors": {sent.source for sent in submissions},
        "remarks": list(Remark.objects.order_by("pk").values_list("player__username", "seat", "text")),
        "notes": list(Note.objects.order_by("pk").values_list("player__username", "text")),
        "watches": list(Watch.objects.order_by("pk").values_list("player__username", "each_turn")),
        "mutes": list(game.mutes.values_list("player__username", flat=True)),
        "leave": list(Player.objects.order_by("username").values_list("username", "calendar")),
        "described": sorted(
            (mail.kind, mail.reader.username if mail.reader else "", mail.ply or 0)
            for mail in game.mails.exclude(kind__in=("problem", "done", "show", "games"))
        ),
    }  # fmt: skip


def _this_year(action: Verb, today: date) -> Verb:
    return action[0], action[1], f"{today.year + 1}-01-02 {today.year + 1}-01-03"


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES)
def test_each_verb_leaves_the_same_rows_at_every_door(story: str) -> None:
    at = timezone.now()
    found = {}
    for source in DOORS:
        with transaction.atomic():  # all begin alike, even with the number of the game
            found[source] = left(source, STORIES[story], at)
            transaction.set_rollback(True)
    for source, rows in found.items():
        assert rows.pop("doors") <= {source, "service"}
    for what in found["api"]:
        assert found["page"][what] == found["api"][what], what
        assert found["mail"][what] == found["api"][what], what
