"""Page, REST and mail are three doors to one game: the same action leaves the same rows and sends the same mails."""

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
from games.models import Game, Player
from games.play.creation import create_game
from games.rules.roots.stages import Spawning
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.notifications.mailbox import PostOffice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]

Action = tuple[str, str, str]  # who, verb, text
Source = Callable[[Game, PostOffice, Action], None]


def through_the_page(game: Game, office: PostOffice, action: Action) -> None:
    who, verb, text = action
    browser = Browser(who)
    if verb == "move":
        page = browser.get(f"/games/{game.pk}/")
        browser.fill(page, f"/games/{game.pk}/play/", text=text, play="1")
    else:
        browser.fill(browser.get(f"/games/{game.pk}/{verb}/"))


def through_rest(game: Game, office: PostOffice, action: Action) -> None:
    who, verb, text = action
    _, secret = api_keys.create_token(Player.objects.get(username=who), name="door")
    game.refresh_from_db()
    body = {"ply": game.ply, "text": text} if verb == "move" else {}
    path = f"/api/v1/games/{game.pk}/{'play' if verb == 'move' else verb}/"
    Client().post(path, body, content_type="application/json", headers={"Authorization": f"Bearer {secret}"})


def by_mail(game: Game, office: PostOffice, action: Action) -> None:
    who, verb, text = action
    office.box(who).answer(text if verb == "move" else verb)


DOORS: dict[str, Source] = {"page": through_the_page, "api": through_rest, "mail": by_mail}

STORIES: dict[str, tuple[str, Sequence[Action]]] = {
    "moves, one of them badly spelt": (
        "btt",
        [("anna", "move", "null d3"), ("bert", "move", " Root  E2"), ("anna", "move", "m e3>e2")],
    ),
    "turns of several steps": (
        "treeblox",
        [
            *(
                ("anna" if number % 2 == 0 else "bert", "move", text)
                for number, text in enumerate(
                    ["L 1,1,1", "L 4,4,1", "L b1", "L c4", "L 3,1,1", "L 2,4,1", "B 4,1,1; L 4,1,2", "l 1,4,1\nL 1,3,1"]
                )
            )
        ],
    ),
    "twigs by form and by edges": (
        "twigs",
        [
            ("anna", "move", "c0 @ 0, 0"),
            ("bert", "move", "X -2,2 e, 0,1 w, -1,1 se, -1,1 sw, 0,1 sw"),
            ("anna", "move", "-2,3 e, -1,2 e, -1,2 se, -1,3 e, 0,2 sw"),
        ],
    ),
    "a resignation": ("btt", [("anna", "move", "null d3"), ("bert", "resign", "")]),
    "a draw declined, offered again and agreed": (
        "btt",
        [("anna", "draw", ""), ("bert", "decline", ""), ("anna", "draw", ""), ("bert", "accept", "")],
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
    "abandonment agreed": ("treeblox", [("bert", "abandon", ""), ("anna", "abandon", "")]),
}


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
    game.refresh_from_db()
    if not text.startswith("spawn"):
        return True
    return isinstance(game.load_position().stage, Spawning) and game.to_act == ("anna", "bert").index(who)


def described(source: str, rules: str, actions: Sequence[Action], at: datetime) -> dict[str, Any]:
    """Everything that a story leaves behind when all of it comes through one door."""
    office = PostOffice(now=at)
    for name in ("anna", "bert"):
        office.box(name).want_receipts()
    players = [Player.objects.get(username=name) for name in ("anna", "bert")]
    game = create_game(rules=rules, players=players, control=TimeControl.days_per_turn(3), at=at, secret="5e" * 32)
    done = []
    for action in actions:
        office.now = timezone.now()
        office.work()
        if dice_leave_it(game, action):
            DOORS[source](game, office, action)
            done.append(action)
    office.now = timezone.now()
    office.work()
    return {"actions": done, **left_by(game)}


def left_by(game: Game) -> dict[str, Any]:
    """Rows and mails of a game, and the doors through which it was played."""
    game.refresh_from_db()
    mails = OutboundMail.objects.filter(game=game).order_by("pk")
    return {
        "game": [
            (game.ply, game.seq, game.position, game.to_act, game.status, game.end_reason, game.agreements),
            [round(left / 60_000) for left in game.clocks],
        ],
        "seats": list(game.seats.values_list("number", "left_ply", "left_reason", "place", "points")),
        "events": list(game.events.order_by("seq").values_list("seq", "ply", "kind", "seat", "text", "cause")),
        "submissions": list(
            game.submissions.order_by("pk").values_list(
                "player__username", "seat", "verb", "ply", "state", "code", "message", "first_seq", "last_seq"
            )
        ),
        "doors": sorted({submission.source for submission in game.submissions.all()}),
        "mails": [
            (mail.kind, str(mail.reader), mail.ply, mail.state, masked(mail.subject, game), masked(mail.text, game))
            for mail in mails
        ],
    }


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES)
def test_the_same_actions_leave_the_same_rows_and_mails_through_every_door(story: str) -> None:
    rules, actions = STORIES[story]
    at = timezone.now()
    stories = {}
    for source in DOORS:
        with transaction.atomic():  # all begin alike, even with the number of the game, on which its dice depend
            stories[source] = described(source, rules, actions, at)
            transaction.set_rollback(True)
    for source, left in stories.items():
        assert left.pop("doors") == [source]
        assert len(left["submissions"]) == len(left["actions"]) >= len(actions) - 2
        assert {state for *_, state, _, _, _, _ in left["submissions"]} == {"played"}
        assert len(left["mails"]) >= len(left["actions"])
        assert {state for _, _, _, state, _, _ in left["mails"]} == {"sent"}
    assert stories["page"] == stories["api"] == stories["mail"]


@pytest.mark.parametrize(("text", "code"), [("null z9", "illegal"), ("root e2", "illegal"), ("null", "unreadable")])
def test_what_one_door_refuses_every_door_refuses_for_the_same_reason(text: str, code: str) -> None:
    at = timezone.now()
    refusals = []
    for source, enter in DOORS.items():
        office = PostOffice(now=at)
        for name in ("anna", "bert"):
            office.box(name)
        players = [Player.objects.get(username=name) for name in ("anna", "bert")]
        game = create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=at)
        office.work()
        enter(game, office, ("anna", "move", text))
        sent = game.submissions.get()
        refusals.append((sent.state, sent.code, masked(sent.message, game), sent.ply, sent.text))
        assert sent.source == source
        assert game.events.count() == 1
    assert refusals[0] == refusals[1] == refusals[2]
    assert refusals[0][:2] == ("rejected", code)


def test_one_move_through_three_doors_is_played_once() -> None:
    office = PostOffice(now=timezone.now())
    for name in ("anna", "bert"):
        office.box(name)
    players = [Player.objects.get(username=name) for name in ("anna", "bert")]
    game = create_game(rules="btt", players=players, control=TimeControl.days_per_turn(3), at=office.now)
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
