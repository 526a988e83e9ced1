"""What happens in games and in the lobby becomes entries of the feed, in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from games.feed import topics
from games.feed.writing import NewEntry, write
from games.log_kinds.kinds import PLIES
from games.models import Game, GameEvent, Player, Proposal, Remark


def write_advance(sender: type[Game], *, advanced: Sequence[Any], **_: Any) -> None:
    """Games have started, gone on, changed or ended: one entry each, with where its log and its board stand now."""
    write([_advance(one.game, one.events) for one in advanced], at=advanced[0].events[-1].at)


def _advance(game: Game, events: Sequence[GameEvent]) -> NewEntry:
    facts = {
        "game": game.pk,
        "seq": game.seq,
        "ply": game.ply,
        "to_act": None if game.to_act is None else game.to_act + 1,
    }
    return NewEntry(topics.of_game(game.pk), _what_of(game, events), facts)


def _what_of(game: Game, events: Sequence[GameEvent]) -> str:
    if game.is_over:
        return topics.FINISHED
    if events[0].kind == GameEvent.Kind.STARTED:
        return topics.STARTED
    return topics.MOVED if any(event.kind in PLIES for event in events) else topics.CHANGED


def write_remark(sender: type[Remark], *, remark: Remark, **_: object) -> None:
    """Somebody has said something in a game, to everybody."""
    if remark.is_for_players:
        return
    game = remark.game
    facts = {"game": game.pk, "seq": game.seq, "ply": game.ply, "remark": remark.pk}
    write([NewEntry(topics.of_game(game.pk), topics.SAID, facts)], at=remark.at)


def write_proposal(sender: type[Proposal], *, proposal: Proposal, **_: object) -> None:
    """A seek has been made, or is gone. A challenge concerns only those in it, until its game shows it to everybody."""
    is_named = proposal.invitations.count() >= proposal.seats - 1
    if is_named and proposal.status != Proposal.Status.STARTED:
        return
    facts = {"proposal": proposal.pk, "detail": proposal.status}
    write([NewEntry(topics.LOBBY, topics.PROPOSAL, facts)], at=proposal.closed_at or proposal.created_at)


def write_end_of_access(
    sender: object, *, keys: Sequence[int], accounts: Sequence[int], at: datetime, **_: object
) -> None:
    """Receiver of ``access_ended``: streams that were opened by it end."""
    ended = [*map(topics.of_key, keys), *map(topics.of_account, accounts)]
    write([NewEntry(topic, topics.REVOKED) for topic in ended], at=at)


def end_streams_of_browser(sender: object, *, request: HttpRequest | None, **_: object) -> None:
    """Receiver of ``user_logged_out``: streams end that were opened in this session."""
    if request is not None and (key := request.session.session_key):
        _end_streams_of(key)


def end_streams_of_session(sender: object, *, instance: UserSession, **_: object) -> None:
    """Receiver of ``post_delete`` of a session: the player has ended it from another browser, for example."""
    _end_streams_of(instance.session_key)


def _end_streams_of(key: str) -> None:
    with transaction.atomic():
        write([NewEntry(topics.of_session(key), topics.REVOKED)], at=timezone.now())


def end_other_sessions(sender: object, *, request: HttpRequest, user: Player, **_: object) -> None:
    """Receiver of ``password_changed``, ``_set`` and ``_reset``: what was opened before ends."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=request.session.session_key):
        session.end()
