"""What is sent with each operation: what its owner could send with success."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import Any

from django.test import Client
from django.utils import timezone

from games.models import Game
from games.play.house_players import HOUSE_BOTS
from games.rules.twigs.puzzles import PUZZLES
from notifications.channels.messengers import code_of
from notifications.models import Webhook
from tests.permissions.roles import PASSWORD
from tournaments import queries
from tournaments.directing import ACTIONS
from tournaments.models import Event, FixtureGame
from tournaments.running.requests import requests_in
from tournaments.setup import division_plan
from tournaments.standings.tables import Kind as RoundKind

Body = dict[str, Any]

OWN_NAME = "<own name>"  # stands for the name of the player who sends it
CLUB_CODE = "for-knights-only"
FIGURE = PUZZLES["tree"].best_known
REASON = "As agreed."


def of(events: dict[str, Event], games: dict[str, Game]) -> dict[str, Body]:
    """The bodies by operation; for pages only what the page has not filled in already."""
    return (
        _of_games(games)
        | _of_lobby()
        | _of_players()
        | _of_accounts()
        | _of_admin()
        | _of_moderation()
        | _of_clubs()
        | _of_circuits()
        | _of_events(events, games)
    )


def _of_clubs() -> dict[str, Body]:
    code = {"code": CLUB_CODE}
    return {
        "POST clubs/new/": {"name": "Rooks"},
        "POST clubs/<club>/edit/": {"name": "Knights", "about": "We play on Fridays."},
        "POST clubs/<club>/join/": code,
        "POST clubs/<club>/members/": {"what": "organise", "player": "bert"},
        "POST api/v1/clubs/<club>/join/": code,
        "POST api/v1/clubs/": {"name": "Rooks"},
        "POST api/v1/clubs/<club>/edit/": {"name": "Knights", "about": "We play on Fridays."},
        **{f"POST api/v1/clubs/<club>/{what}/": {"player": "bert"} for what in ("organise", "step-down", "remove")},
    }


def _of_circuits() -> dict[str, Body]:
    return {
        "POST circuits/new/": {"name": "Rose", "points": "3, 1"},
        "POST circuits/<circuit>/edit/": {"name": "Tour", "about": "For all.", "points": "10, 6, 3"},
        "POST circuits/<circuit>/add/": {"event": "open"},
        "POST circuits/<circuit>/take-out/": {"event": "over"},
    }


def _of_games(games: dict[str, Game]) -> dict[str, Body]:
    played = games["played"]
    position = played.load_position()
    text = played.game_rules.format(position.random_move(Random(0)), position)
    move, plan = {"text": text, "ply": played.ply}, "if * then null d3"
    record = Client().get(f"/games/{games['finished'].pk}/record.txt").content.decode()
    return {
        "POST games/<pk>/play/": {**move, "play": "1"},
        "POST games/<pk>/plan/": {"plan": plan},
        "POST games/<pk>/say/": {"words": "Well met."},
        "POST games/<pk>/mute/": {"mute": "1"},
        "POST games/<pk>/note/": {"note": "d3 first"},
        "POST games/<pk>/watch/": {"watch": "1"},
        "POST games/<pk>/standing-answer/": {"answer": "ask"},
        "PUT api/v1/games/<pk>/draft/": move,
        "POST api/v1/games/<pk>/play/": move,
        "POST api/v1/games/<pk>/preview/": move,
        "POST api/v1/games/<pk>/plan/": {"text": plan},
        "POST api/v1/games/<pk>/plan/preview/": {"text": plan},
        "POST api/v1/games/<pk>/talk/": {"text": "Well met."},
        "PUT api/v1/games/<pk>/note/": {"text": "d3 first"},
        "POST api/v1/games/<pk>/standing-answer/": {"answer": "ask"},
        "POST api/v1/games/<pk>/watch/": {"each_turn": True},
        "POST api/v1/records/": {"record": record},
        "POST records/": {"record": record},
        "POST puzzles/<slug>/": {"text": FIGURE},
        "POST api/v1/puzzles/<puzzle>/solve/": {"text": FIGURE},
    }


def _of_lobby() -> dict[str, Body]:
    proposal = {"rules": "btt", "control": {"base": 259_200, "increment": 259_200, "cap": 259_200}}
    return {
        "POST lobby/house/": {"rules": "btt", "bot": HOUSE_BOTS[0].username},
        "POST lobby/new/<rules>/": {"send": "1"},
        "POST lobby/open/": {"rules": "btt"},
        "POST api/v1/proposals/": proposal,
        "POST api/v1/games/<pk>/accept/": {"offer": 2},
        "POST api/v1/games/<pk>/decline/": {"offer": 2},
        "POST api/v1/proposals/<pk>/accept/": {"word": "sunflower"},
        "POST api/v1/proposals/<pk>/decline/": {"reason": "later"},
    }


def _of_players() -> dict[str, Body]:
    """What players decide about themselves."""
    first, last = days_of_leave()
    booked = {"first": f"{first}", "last": f"{last}"}
    leave = {"first": f"{first + timedelta(days=7)}", "last": f"{last + timedelta(days=7)}"}
    calendar = {
        "sleep_from": "23:00",
        "sleep_until": "07:00",
        "days_off": [],
        "holidays": [],
        "automatic_leave": False,
    }
    return {
        "POST settings/leave/": {**leave, "confirm": "1"},
        "POST settings/leave/cancel/": booked,
        "POST settings/keys/": {"name": "mine", "scopes": "read", "days": "30"},
        "POST settings/account/close/": {"name": OWN_NAME},
        "POST settings/integrations/": {"action": "drop"},
        "POST settings/bots/": {"action": "declare", "username": "new-bot", "about": "Plays."},
        "POST api/v1/players/me/keys/": {"name": "mine", "scopes": ["read"]},
        "POST api/v1/players/me/bots/": {"username": "new-bot", "about": "Plays any legal move."},
        "PATCH api/v1/players/me/bots/<username>/": {"about": "Takes what it can get."},
        "POST api/v1/players/me/bots/<username>/keys/": {"days": 30},
        "POST api/v1/players/me/webhooks/": {"url": "https://hooks.example/other"},
        "POST api/v1/players/me/webhooks/<pk>/confirm/": {"code": _code_of_topic()},
        "PATCH api/v1/players/me/": {"hold_minutes": 5},
        "PUT api/v1/players/me/calendar/": calendar,
        "POST api/v1/players/me/leave/": leave,
        "POST api/v1/players/me/leave/cancel/": booked,
        "PUT api/v1/players/me/mail/": {"digest_hour": 9},
        "PUT api/v1/players/me/mail/games/<pk>/": {"paces": {}},
        "PUT api/v1/players/me/mail/events/<slug>/": {"paces": {}},
    }


def _code_of_topic() -> str:
    """The code that the topic of the world was sent."""
    return code_of(Webhook.objects.get(kind="ntfy"))


def days_of_leave() -> tuple[date, date]:
    """The first and the last day that anna has booked."""
    first = timezone.now().date() + timedelta(days=20)
    return first, first + timedelta(days=1)


def _of_accounts() -> dict[str, Body]:
    return {
        "POST accounts/login/": {"login": "nobody", "password": "nothing"},
        "POST accounts/signup/": {"email": "new@example.org", "username": "newcomer", **_password("1", "2")},
        "POST accounts/signup/passkey/": {"email": "new@example.org", "username": "newcomer"},
        "POST accounts/email/": {"action_add": "1", "email": "second@example.org"},
        "POST accounts/password/reset/": {"email": "anna@example.org"},
        "POST accounts/login/code/": {"email": "anna@example.org"},
        "POST accounts/password/set/": _password("1", "2"),
        "POST accounts/password/change/": {"oldpassword": PASSWORD, **_password("1", "2")},
        "POST accounts/reauthenticate/": {"password": PASSWORD},
    }


def _of_moderation() -> dict[str, Body]:
    """Blocks and reports of everybody, decisions of moderators."""
    report, decision = {"reason": "spam", "text": "Links."}, {"kind": "warned", "reason": "Be kind."}
    return {
        "POST settings/blocks/": {"player": "hans"},
        "POST report/": report,
        "POST mail-lab/out/<pk>/answer/": {"text": "help", "program": "gmail"},
        "POST moderation/reports/<pk>/": {"kind": "dismissed", "reason": REASON},
        "POST moderation/players/<username>/": decision,
        "POST moderation/log/<pk>/revert/": {"reason": REASON},
        "POST api/v1/players/me/blocks/": {"player": "hans"},
        "POST api/v1/reports/": {"kind": "player", "key": "fred", **report},
        "POST api/v1/moderation/reports/<pk>/dismiss/": {"reason": REASON},
        "POST api/v1/moderation/players/<username>/": decision,
        "POST api/v1/moderation/log/<pk>/revert/": {"reason": REASON},
    }


def _password(*numbers: str) -> Body:
    return {f"password{number}": "lorries-and-9-pears" for number in numbers}


def _of_admin() -> dict[str, Body]:
    names = ("games/player", "account/emailaddress", "auth/group")
    return {f"POST admin/{name}/<object_id>/delete/": {"post": "yes"} for name in names} | {
        "POST admin/auth/group/add/": {"name": "helpers"},
    }


# Events ---------------------------------------------------------------------------------------------------------------


def _of_events(events: dict[str, Event], games: dict[str, Game]) -> dict[str, Body]:
    event = {"name": "Next", "rules": "btt", "form": "round-robin"}
    actions, top = _of_actions(events, games), _top_of(events["ladder"])
    return {
        **{f"POST api/v1/events/<slug>/actions/{slug}/": body for slug, body in actions.items()},
        **{f"POST events/<slug>/console/{slug}/": _on_page(body) for slug, body in actions.items()},
        "POST events/new/<rules>/<form>/": {"name": "Next", "send": "1"},
        "POST events/<slug>/edit/": {"send": "1"},
        "POST events/<slug>/manage/invite/": {"names": "gina"},
        "POST events/<slug>/manage/uninvite/": {"names": "ines"},
        "POST events/<slug>/manage/assist/": {"names": "gina"},
        "POST events/<slug>/manage/dismiss/": {"names": "asta"},
        "POST events/<slug>/manage/remove/": {"names": "bert"},
        "POST events/<slug>/challenge/": {"player": top},
        "POST events/<slug>/teams/<entrant>/invite/": {"player": "fred"},
        "POST events/<slug>/teams/<entrant>/change/": {"name": "SC Ulm", "order": "bert, anna"},
        "POST events/<slug>/teams/<entrant>/line-up/": {"round": "1", "players": "bert, anna"},
        "POST events/<slug>/teams/<entrant>/leave/": {"player": "bert"},
        "POST api/v1/events/<slug>/teams/<entrant>/invite/": {"player": "fred"},
        "POST api/v1/events/<slug>/teams/<entrant>/change/": {"name": "SC Ulm", "order": ["bert", "anna"]},
        "POST api/v1/events/<slug>/teams/<entrant>/line-up/": {"round": 1, "players": ["bert", "anna"]},
        "POST api/v1/events/<slug>/teams/<entrant>/leave/": {"player": "bert"},
        "POST events/<slug>/requests/": {"game": games["played"].pk, "span": "2 days", "why": REASON},
        "POST api/v1/events/<slug>/requests/": {
            "what": "time",
            "game": games["played"].pk,
            "span": 172_800,
            "why": REASON,
        },
        "POST events/<slug>/sit-out/": {"round": "2"},
        "POST events/<slug>/play-after-all/": {"round": "2"},
        "POST events/<slug>/withdraw/": {"reason": REASON},
        "POST api/v1/events/": event,
        "PUT api/v1/events/<slug>/": event,
        "POST api/v1/events/<slug>/open/": {"dry_run": False},
        "POST api/v1/events/<slug>/start/": {"dry_run": False},
        "POST api/v1/events/<slug>/invite/": {"players": ["gina"]},
        "POST api/v1/events/<slug>/uninvite/": {"players": ["ines"]},
        "POST events/<slug>/console/entrant-list/": {"list": "username,seed\ngina,1", "confirm": "1"},
        "POST api/v1/events/<slug>/enter/": {"code": ""},
        "POST api/v1/events/<slug>/standby/": {"code": ""},
        "POST api/v1/events/<slug>/entrant-list/": {"list": "username,seed\ngina,1"},
        "POST events/<slug>/copy/": {"nonce": "n", "name": "One more"},
        "POST api/v1/events/<slug>/copy/": {"name": "One more"},
        "POST api/v1/events/<slug>/template/": {"name": "As this one"},
        "POST api/v1/event-templates/<template>/begin/": {"name": "One more"},
        "POST events/<slug>/console/notes/": {"nonce": "n", "text": "Look at game 3."},
        "POST api/v1/events/<slug>/notes/": {"text": "Look at game 3."},
        "POST api/v1/events/<slug>/role/": {"player": "gina", "role": "assistant"},
        "POST api/v1/events/<slug>/remove/": {"player": "bert"},
        "POST api/v1/events/<slug>/challenge/": {"player": top},
        "POST api/v1/events/<slug>/sit-out/": {"round": 2},
        "POST api/v1/events/<slug>/play-after-all/": {"round": 2},
        "POST api/v1/events/<slug>/stay/": {"stays": True},
        "POST api/v1/events/<slug>/withdraw/": {"reason": REASON},
    }


def _top_of(ladder: Event) -> str:
    """Who stands on the first rung."""
    division = queries.divisions_of(ladder)[0]
    rungs = Client().get(f"/api/v1/events/{ladder.slug}/divisions/{division.pk}/ladder/").json()
    return str(rungs[0]["player"])


def _unpaired_of(swiss: Event) -> str:
    """Who had to sit out the first round."""
    return swiss.entrants.exclude(fixture_seats__fixture__round__number=1).get().player.username


def request_in(event: Event) -> int:
    """The request of anna."""
    return requests_in([event.pk])[0].seq


def _in_second_tier(league: Event) -> str:
    """Somebody who would play in tier 2."""
    divisions = division_plan.plan_divisions(league, at=timezone.now())
    return next(one.entrants[0].player for one in divisions if one.tier == 2)


def _second_board_of(league: Event) -> int:
    """The game on board 2 of the first match of a team league."""
    return FixtureGame.objects.filter(fixture__round__division__event=league, number=2).earliest("pk").game_id


def _of_actions(events: dict[str, Event], games: dict[str, Game]) -> dict[str, Body]:
    """As REST reads them."""
    played, finished = games["played"].pk, games["finished"].pk
    deadline = (timezone.now() + timedelta(days=30)).isoformat(timespec="seconds")
    newest = {slug: event.log_entries.latest("seq").seq for slug, event in events.items() if event.started_at}
    asked: dict[str, Body] = {
        "add-time": {"game": played, "span": 172_800},
        "adjudicate": {"game": played, "places": [1, 2]},
        "correct-result": {"game": finished, "places": [1, 1]},
        "annul": {"game": finished},
        "substitute": {"player": "anna", "substitute": "gina"},
        "use-reserve": {"game": _second_board_of(events["boards"]), "reserve": "ines"},
        "withdraw": {"player": "anna"},
        "disqualify": {"player": "anna"},
        "give-bye": {"player": _unpaired_of(events["taken-out"]), "round": 1, "bye": str(RoundKind.HALF_BYE.value)},
        "set-pairing": {"pairs": [["emil", "fred"]]},
        "keep-apart": {"players": ["emil", "fred"]},
        "several-games": {"games": [played], "verdict": "to_move_loses"},
        "several-players": {"players": ["anna"]},
        "move-deadline": {"round": 1, "deadline": deadline},
        "announce": {"text": "Welcome."},
        "seed-players": {"players": ["emil"]},
        "place-player": {"player": "hans", "tier": 1},
        "change-tier": {"player": _in_second_tier(events["pools"]), "direction": "up"},
        "move-start": {"start": deadline},
        "revert-entry": {"entry": newest["swiss"]},
        "confirm": {"entry": newest["disputed"]},
        "let-in": {"player": "ines"},
        "refuse-request": {"entry": request_in(events["running"])},
    }
    return {
        slug: asked.get(slug, {}) | ({"reason": REASON} if action.has_reason else {})
        for slug, action in ACTIONS.items()
    }


def _on_page(body: Body) -> Body:
    """The same as the form of the page has it."""
    written = {name: " ".join(map(str, value)) if isinstance(value, list) else value for name, value in body.items()}
    if "pairs" in body:
        written["pairs"] = body["pairs"][0]
    if "span" in written:
        written["span"] = "2 days"
    for moment in ("deadline", "start"):
        if moment in written:
            written[moment] = written[moment][:16]
    return written | {"confirm": "1", "nonce": "n"}
