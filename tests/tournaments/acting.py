"""What directors and players decide about an event, in one call."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from games.models import Game, Player
from games.rules import base
from tests.built_once import built_once
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import better_of, lose, running, settle, started
from tournaments.directing import ACTIONS
from tournaments.directing.action.dry_run import DryRun
from tournaments.entries.admission import give_role
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.running.decisions import Decision

FORMS: dict[str, tuple[Layout, int, str]] = {
    "round robin": (Layout(), 5, "btt"),
    "Treeblox": (Layout(), 5, "treeblox"),
    "Swiss": (Layout(form="swiss", rounds=3, round_days=30), 6, "btt"),
    "tables": (Layout(seats=3), 4, "btt"),
    "ladder": (Layout(form="ladder"), 4, "btt"),
    "knockout": (Layout(form="knockout"), 4, "btt"),
    "league": (Layout(form="league", pool_size=4, season_days=90), 4, "btt"),
}


def act(
    slug: str,
    event: Event,
    *,
    by: Player | None = None,
    reason: str = "As agreed.",
    at: datetime | None = None,
    key: str | None = None,
    **inputs: Any,
) -> EventLogEntry:
    """Do what the action does with these inputs; cleo does it two hours after NOON, if nothing else is said."""
    action = ACTIONS[slug]
    decision = Decision(by or friend("cleo"), reason, at or after(2), key)
    return action.do(event, action.Inputs(**inputs), decision)


def cannot(
    slug: str, event: Event, match: str | None = None, error: type[EventError] = EventError, **values: Any
) -> None:
    """The action is refused, with such a sentence."""
    with pytest.raises(error, match=match):
        act(slug, event, **values)


def dry_run(slug: str, event: Event, *, at: datetime | None = None, **inputs: Any) -> DryRun:
    """What the action would come to."""
    action = ACTIONS[slug]
    return action.dry_run(event, action.Inputs(**inputs), at=at or after(2))


def give(role: Role, event: Event, *names: str) -> None:
    """From now on these players have the role in the event."""
    for name in names:
        give_role(event_id=event.pk, player=event.director, username=friend(name).username, role=role, at=after(1))


def assist(event: Event, *names: str) -> None:
    """From now on these players assist the director of the event."""
    give(Role.ASSISTANT, event, *names)


def leave_event(
    *, event_id: int, entrant_id: int, player: Player, reason: str, at: datetime, key: str | None = None
) -> EventLogEntry:
    """Withdraw an entrant, as the player does it or a director."""
    entrant = Entrant.objects.select_related("player", "event", "division").get(event=event_id, pk=entrant_id)
    return withdraw_entrant(entrant, Decision(player, reason, at, key))


def leaves(
    event: Event,
    name: str,
    *,
    by: str = "",
    reason: str = "No time.",
    at: datetime | None = None,
    key: str | None = None,
) -> EventLogEntry:
    """A player withdraws, or is withdrawn ``by`` a director, three hours after NOON if nothing else is said."""
    entrant = event.entrants.select_related("player", "event", "division").get(player__username=name)
    return withdraw_entrant(entrant, Decision(friend(by or name), reason, at or after(3), key))


@built_once
def begun(form: str, *, ended: int = 3) -> Event:
    """An event in which some games have ended, as the alphabet decides: just one of them dora's."""
    layout, players, rules = FORMS[form]
    event = started(layout, players, rules=rules, most=max(players, 8) if form == "ladder" else players)
    games = running(event)
    hers = [game for game in games if game.seats.filter(player__username="dora").exists()]
    for game in [*hers[:1], *(game for game in games if game not in hers)][:ended]:
        for name in better_of(game)[1]:
            lose(game, name, after(1))
    settle(event, after(1))
    return event


def a_game(event: Event, status: str) -> Game:
    return Game.objects.filter(status=status, fixture_game__isnull=False).order_by("pk")[0]


def values_for(event: Event, slug: str) -> dict[str, Any]:
    """Inputs with which the action can be done in an event of ``begun``."""
    if slug in ("correct-result", "annul"):
        game = a_game(event, "finished")
        places = list(
            base.places_of([seat.place or 0 for seat in game.seats.order_by("number")])
        )  # the last is the first
        more = {"scores": [1, 9]} if event.rules == "treeblox" else {"places": places}
        return {"game": game.pk, **(more if slug == "correct-result" else {})}
    if slug == "adjudicate":
        game = a_game(event, "running")
        if event.rules == "treeblox":
            return {"game": game.pk, "scores": [8, 0]}
        return {"game": game.pk, "places": list(range(1, game.seats.count() + 1))}
    if slug == "several-games":
        return {"games": [game.pk for game in running(event)], "verdict": "to_move_loses"}
    if slug == "several-players":
        return {"players": ["dora", "anna"]}
    return {"player": "dora"} if "player" in ACTIONS[slug].inputs else {}
