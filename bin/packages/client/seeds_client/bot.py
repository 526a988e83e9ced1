"""A loop that plays: challenges accepted, offers declined, a step chosen wherever one is due."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from seeds_client.rest import LONGEST_WAIT, Client, Problem


@dataclass(frozen=True, slots=True)
class Turn:
    """What a program chooses from. ``position`` and ``options`` are described in docs/positions.md; ``seat`` is one's
    own, from 1; ``moves`` are all legal steps as text; ``number`` is that of the game, 0 in the simulator."""

    game: str
    options: Mapping[str, Any]
    position: Mapping[str, Any]
    seat: int
    ply: int
    moves: Sequence[str]
    number: int = 0


PAUSE = 10  # seconds between two looks at a feed that is silent

Choice: TypeAlias = Callable[[Turn], str]
Screen: TypeAlias = Callable[[Mapping[str, Any]], str]
"""Why a challenge is declined, such as ``too-fast`` or ``generic``; empty to accept it. It gets the proposal."""


def keep_playing(client: Client, choose: Choice, decline: Screen | None = None) -> None:
    """Play in all games of the account until stopped; the feed says when there is something to do. While the service is
    away it is asked again, at most a minute apart. Without ``decline`` every challenge is accepted."""
    client = client.patient()
    last = int(client.get("players/me/feed/")["last"])
    while True:
        while play_once(client, choose, decline):
            pass
        found = client.get("players/me/feed/", after=last, wait=LONGEST_WAIT - 5)
        last = int(found["last"])
        if not found["entries"]:  # or there was no place to wait in
            client.sleep(PAUSE)


def play_once(client: Client, choose: Choice, decline: Screen | None = None) -> int:
    """Do all that waits at this moment, and say how much was done. Refusals of what has changed meanwhile are passed
    over.

    No request has a name, under which a refusal would be the answer for days: sent again, a move is refused by its ply,
    and a proposal or an offer by its number, because it has been answered.
    """
    me, done = client.get("players/me/"), 0
    for number in me["challenges"]:
        reason = decline(client.get(f"proposals/{number}/")) if decline else ""
        answer, body = ("decline", {"reason": reason}) if reason else ("accept", {})
        done += _sent(client, f"proposals/{number}/{answer}/", body, refused=(403, 404, 409))
    for offer in me["offers"]:
        done += _sent(client, f"games/{offer['game']}/decline/", {"offer": offer["offer"]}, refused=(403, 404, 409))
    for number in me["to_move"]:
        turn = turn_of(client, number)
        if turn is not None:
            done += _sent(client, f"games/{number}/play/", {"ply": turn.ply, "text": choose(turn)}, refused=(409,))
    return done


def turn_of(client: Client, number: int) -> Turn | None:
    """The choice that is due in a game; None where there is none any more."""
    game, found = client.get(f"games/{number}/"), client.get(f"games/{number}/moves/")
    if not found["moves"] or game["ply"] != found["ply"]:
        return None
    return Turn(
        game["rules"], game["options"], game["board"]["position"], game["to_act"], found["ply"], found["moves"], number
    )


def _sent(client: Client, path: str, body: Mapping[str, Any], *, refused: Collection[int]) -> bool:
    try:
        client.post(path, body)
    except Problem as problem:
        if problem.status not in refused:
            raise
        return False
    return True
