"""Page, REST and mail are three doors to one game: the same verbs leave the same rows, send the same mails and are
refused for the same reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from games.accounts import api_keys
from games.clock.controls import TimeControl
from games.models import Game, Note, Player, Remark, Watch
from games.play.creation import create_game
from games.rules.roots.stages import Spawning
from notifications.addresses.reply_addresses import game_address, personal_address
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.notifications.mailbox import PostOffice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

Action = tuple[str, str, str]  # who, verb, text
Source = Callable[[Game, PostOffice, Action], None]
THREE_DAYS = TimeControl.days_per_turn(3)
PLAN = "if null d3 then root e2"


def through_the_page(game: Game, office: PostOffice, action: Action) -> None:
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
            browser.send("/settings/leave/", first=first, last=last, confirm="1")
        case _:
            browser.fill(browser.get(f"{path}{verb}/"))


def through_rest(game: Game, office: PostOffice, action: Action) -> None:
    who, verb, text = action
    method, what, body = "post", verb, dict[str, Any]()
    match verb:
        case "move":
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


def by_mail(game: Game, office: PostOffice, action: Action) -> None:
    """A move of the player to act, or an answer about the game, answers the newest mail; other verbs are written to the
    address of the game or of the player."""
    who, verb, text = action
    box = office.box(who)
    seat = game.seats.select_related("player").filter(player=box.player).first()
    if (verb == "move" and seat and seat.number == game.to_act) or verb in ("resign", "draw", "abandon"):
        box.answer(text or verb)
        return
    line = {"move": f"{text} #{game.ply}", "watch": f"watch {game.pk} {text}", "unwatch": f"unwatch {game.pk}"}.get(
        verb, f"{verb} {text}"
    )
    to = personal_address(box.player.pk) if seat is None or verb == "leave" else game_address(seat)
    name = f"<{game.submissions.count()}-{Remark.objects.count()}-{Watch.objects.count()}-{verb}@mail.example>"
    raw = f"From: {box.address}\r\nTo: {to}\r\nMessage-ID: {name}\r\n\r\n{line}\r\n"
    office.deliver(raw.encode(), to, sender=box.address)


DOORS: dict[str, Source] = {"page": through_the_page, "api": through_rest, "mail": by_mail}
IN_TURN = ("L 1,1,1", "L 4,4,1", "L b1", "L c4", "L 3,1,1", "L 2,4,1", "B 4,1,1; L 4,1,2", "l 1,4,1\nL 1,3,1")
STORIES: dict[str, tuple[str, Sequence[Action]]] = {
    "moves, one of them badly spelt": (
        "btt",
        [("anna", "move", "null d3"), ("bert", "move", " Root  E2"), ("anna", "move", "m e3>e2")],
    ),
    "turns of several steps": (
        "treeblox",
        [("anna" if number % 2 == 0 else "bert", "move", text) for number, text in enumerate(IN_TURN)],
    ),
    "twigs by form and by edges": (
        "twigs",
        [
            ("anna", "move", "c0 @ 0, 0"),
            ("bert", "move", "X -2,2 e, 0,1 w, -1,1 se, -1,1 sw, 0,1 sw"),
            ("anna", "move", "-2,3 e, -1,2 e, -1,2 se, -1,3 e, 0,2 sw"),
        ],
    ),
    "dice, wishes, and steps that come after them": (
        "roots",
        [
            ("anna", "move", "bead 3,9"),
            ("bert", "move", "bead D4"),
            ("anna", "move", "spawn far"),
            ("bert", "move", "spawn near"),
            ("anna", "move", "sunbathe; spawn far; bead 0,0"),
        ],
    ),
    "a draw declined, offered again and agreed": (
        "btt",
        [("anna", "draw", ""), ("bert", "decline", ""), ("anna", "draw", ""), ("bert", "accept", "")],
    ),
    "abandonment agreed": ("treeblox", [("bert", "abandon", ""), ("anna", "abandon", "")]),
    "words and notes": (
        "btt",
        [
            ("anna", "say", "hello\nbert"), ("bert", "mute", ""), ("anna", "say", "?"), ("bert", "unmute", ""),
            ("anna", "note", "d3 first"), ("bert", "note", "e2 then\nd2"),
        ],
    ),
    "watching": (
        "btt",
        [("carl", "watch", ""), ("carl", "watch", "each turn"), ("anna", "move", "null d3"), ("carl", "unwatch", "")],
    ),
    "a plan that is played": ("btt", [("bert", "plan", PLAN), ("anna", "move", "null d3")]),
    "plans that are dropped": (
        "btt",
        [
            ("bert", "plan", f"{PLAN}; wait if they write"), ("anna", "say", "hold on"),
            ("bert", "plan", PLAN), ("bert", "drop plan", ""),
        ],
    ),
    "moves taken back": ("btt", [("anna", "move", "null d3"), ("anna", "undo", ""), ("bert", "accept", "")]),
    "a held move that is cancelled": ("btt", [("dora", "move", "null d3"), ("dora", "cancel", "")]),
    "leave": ("btt", [("anna", "leave", "2026-05-01 2026-05-02")]),
    "a game that is given up": ("btt", [("anna", "say", "Oh"), ("anna", "resign", ""), ("anna", "say", "thanks")]),
}  # fmt: skip
REFUSED: Sequence[Action] = [
    ("anna", "move", "null z9"),
    ("anna", "move", "null"),
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
]


def masked(text: str, game: Game) -> str:
    """A mail's text without what is different in every game: its number, addresses, receipts, the minute.
    Where lines are broken follows from those, too."""
    text = " ".join(text.split())
    text = re.sub(r"/mail/off/\S+", "/mail/off/CODE", text)
    text = re.sub(r"mailto:\S+", "ADDRESS", text)
    text = re.sub(r"\b\d\d:\d\d\b", "TIME", text)
    text = re.sub(r"\b(3 days|2 days 23 hours)(?=,)", "LEFT", text)  # as the test takes a moment or none
    text = re.sub(r"[\w.+-]+@[\w.-]+", "ADDRESS", text)
    text = re.sub(rf"(?i)\b(games?[ /#-]){game.pk}\b", r"\1NUMBER", text)
    text = re.sub(r"\b[0-9a-f]{12,64}\b", "HASH", text)
    return re.sub(r"(?i)\b(receipt|submission)( number)? \d+", "RECEIPT", text)


def dice_leave_it(game: Game, action: Action) -> bool:
    """Whether an action can be done: dice that allow one node only leave nobody the choice of a spawn."""
    who, _, text = action
    if not text.startswith("spawn"):
        return True
    return isinstance(game.load_position().stage, Spawning) and game.to_act == ("anna", "bert").index(who)


def left(source: str, rules: str, actions: Sequence[Action], at: datetime) -> dict[str, Any]:
    """Everything that a story leaves behind when all of it comes through one door."""
    office = PostOffice(now=at)
    players = {name: office.box(name).player for name in ("anna", "bert", "carl", "dora")}
    for name in ("anna", "bert"):
        office.box(name).want_receipts()
    Player.objects.filter(username="dora").update(hold_minutes=30)
    names = [name for name, _, _ in actions]
    first = Player.objects.get(username="dora" if "dora" in names else "anna")
    game = create_game(rules=rules, players=[first, players["bert"]], control=THREE_DAYS, at=at, secret="5e" * 32)
    done = []
    for action in actions:
        office.work()
        game.refresh_from_db()
        if dice_leave_it(game, action):
            DOORS[source](game, office, action)
            done.append(action)
    office.work()
    return {"actions": done, **left_by(game)}


def left_by(game: Game) -> dict[str, Any]:
    """Rows and mails of a game, and the doors through which it was played."""
    game.refresh_from_db()
    submissions, held = game.submissions.order_by("pk"), None if game.is_over else game.turn.held_id
    answers = ("problem", "done", "show", "games")  # to mails alone
    return {
        "game": [
            (game.ply, game.seq, game.position, game.to_act, game.status, game.end_reason, game.agreements),
            [round(left / 60_000) for left in game.clocks],
            (held, game.is_watched),
        ],
        "seats": list(game.seats.values_list("number", "plan", "left_ply", "left_reason", "place", "points")),
        "events": list(game.events.order_by("seq").values_list("seq", "ply", "kind", "seat", "text", "cause")),
        "submissions": [
            (
                sent.player.username if sent.player else "", sent.seat, sent.verb, sent.state, sent.code,
                masked(sent.message, game), sent.first_seq, sent.last_seq,
            )
            for sent in submissions
        ],
        "doors": {sent.source for sent in submissions},
        "remarks": list(Remark.objects.order_by("pk").values_list("player__username", "seat", "text")),
        "notes": list(Note.objects.order_by("pk").values_list("player__username", "text")),
        "watches": list(Watch.objects.order_by("pk").values_list("player__username", "each_turn")),
        "mutes": list(game.mutes.values_list("player__username", flat=True)),
        "leave": list(Player.objects.order_by("username").values_list("username", "calendar")),
        "mails": [
            (mail.kind, str(mail.reader), mail.ply, mail.state, masked(mail.subject, game), masked(mail.text, game))
            for mail in OutboundMail.objects.filter(game=game).exclude(kind__in=answers).order_by("pk")
        ],
    }  # fmt: skip


def left_by_each(rules: str, actions: Sequence[Action]) -> dict[str, Any]:
    """What the actions leave, which is the same through every door."""
    at, found = timezone.now(), dict[str, dict[str, Any]]()
    for source in DOORS:
        with transaction.atomic():  # all begin alike, even with the number of the game, on which its dice depend
            found[source] = left(source, rules, actions, at)
            transaction.set_rollback(True)
    for source, rows in found.items():
        assert rows.pop("doors") <= {source, "service"}
    for what, rows in found["api"].items():
        assert found["page"][what] == rows, what
        assert found["mail"][what] == rows, what
    return found["api"]


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES)
def test_the_same_actions_leave_the_same_rows_and_mails_through_every_door(story: str) -> None:
    rows = left_by_each(*STORIES[story])
    assert len(rows["actions"]) >= len(STORIES[story][1]) - 2
    assert {state for _, _, _, state, *_ in rows["submissions"]} <= {"played", "held"}


def test_what_one_door_refuses_every_door_refuses_for_the_same_reason() -> None:
    rows = left_by_each("btt", REFUSED)
    assert len(rows["events"]) == 1
    assert {"illegal", "unreadable"} <= {code for _, _, _, _, code, *_ in rows["submissions"]}
    assert {state for _, _, _, state, *_ in rows["submissions"]} == {"rejected"}


def test_one_move_through_three_doors_is_played_once() -> None:
    office = PostOffice(now=timezone.now())
    players = [office.box(name).player for name in ("anna", "bert")]
    game = create_game(rules="btt", players=players, control=THREE_DAYS, at=office.now)
    anna = office.box("anna")
    mail, browser = anna.newest, Browser("anna")
    page = browser.get(f"/games/{game.pk}/")
    through_rest(game, office, ("anna", "move", "null d3"))
    browser.fill(page, f"/games/{game.pk}/play/", text="NULL d3", play="1")
    anna.answer("Null D3", mail)
    assert [event.text for event in game.events.exclude(ply=None)] == ["null d3"]
    states = game.submissions.order_by("pk").values_list("source", "state", "receipt")
    [receipt] = {receipt for _, _, receipt in states}
    assert list(states) == [("api", "played", receipt), ("page", "duplicate", receipt), ("mail", "duplicate", receipt)]
