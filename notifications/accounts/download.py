"""Everything that the service holds of one player, as a file of JSON and text that the player can keep."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet

from games.archive.stored_records import JSON, TEXT, write_records
from games.models import Game, LoginTrace, Player, Submission
from notifications.models import InboundMail, OutboundMail
from tournaments.models import Event

README = """Everything that Seeds holds of {name}, as of {moment:%Y-%m-%d %H:%M} UTC.

account.json      your settings, addresses, sign-ins, second factors, keys, programs that are notified
preferences.json  which mails you get, and when
games.txt         records of all your games as text, games.jsonl as JSON, one a line
sent.json         what you sent to games: moves, offers, previews
talk.json         what you said in games, notes to yourself, games that you watch
events.json       events that you entered or direct, your ratings
proposals.json    games that you proposed or were asked to
puzzles.json      solutions of solo puzzles
mails.json        mails to you and from you whose words are still kept
"""


def download_of(player: Player, *, at: datetime) -> bytes:
    """A zip file with all of a player's data. Passwords, secrets and keys themselves are not in it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", README.format(name=player.username, moment=at))
        games = Game.objects.filter(seats__player=player)
        for form in (TEXT, JSON):
            file.writestr(f"games.{form.many}", "".join(write_records(games, form, now=at)))
        for name, part in PARTS.items():
            file.writestr(f"{name}.json", json.dumps(part(player), cls=DjangoJSONEncoder, indent=1, ensure_ascii=False))
    return packed.getvalue()


def _rows(found: QuerySet[Any], *fields: str) -> list[dict[str, Any]]:
    return list(found.order_by("pk").values(*fields))


def _account(player: Player) -> dict[str, Any]:
    fields = (
        "username", "date_joined", "last_login", "language", "time_zone", "calendar", "hold_minutes",
        "announced_minutes", "passes_words_on", "confirm_moves",
        "automatic_leave",
    )  # fmt: skip
    return {
        **{name: getattr(player, name) for name in fields},
        "addresses": _rows(EmailAddress.objects.filter(user=player), "email", "verified", "primary"),
        "sign_ins": _rows(UserSession.objects.filter(user=player), "ip", "user_agent", "created_at", "last_seen_at"),
        "sign_in_traces": _rows(LoginTrace.objects.filter(player=player), "kind", "last_at"),
        "second_factors": _rows(Authenticator.objects.filter(user=player), "type", "created_at", "last_used_at"),
        "keys": _rows(
            player.api_tokens.all(), "name", "prefix", "scopes", "limit__event__slug", "created_at", "expires_at",
            "last_used_at", "revoked_at",
        ),
        "programs": [
            {name: getattr(hook, name) for name in ("url", "created_at", "failing_since", "off_at")}
            for hook in player.webhooks.all()
        ],
    }  # fmt: skip


def _preferences(player: Player) -> dict[str, Any]:
    times = getattr(player, "mail_preference", None)
    fields = (
        "only_proven",
        "digest_every",
        "digest_hour",
        "board_sheet",
        "schedule",
        "quiet_from",
        "quiet_until",
        "urgent_at_night",
    )
    return {
        "times": {name: getattr(times, name) for name in fields} if times else None,
        "topics": _rows(player.topic_preferences.all(), "topic", "pace", "game", "event__slug"),
    }


def _sent(player: Player) -> list[dict[str, Any]]:
    sent = Submission.objects.filter(player=player)
    return _rows(sent, "id", "game", "verb", "text", "ply", "source", "received_at", "state", "code", "message")


def _talk(player: Player) -> dict[str, Any]:
    return {
        "remarks": _rows(player.remarks.all(), "game", "seat", "text", "at"),
        "notes": _rows(player.notes.all(), "game", "text"),
        "watched": _rows(player.watches.all(), "game"),
        "muted": _rows(player.mutes.all(), "game"),
    }


def _events(player: Player) -> dict[str, Any]:
    return {
        "entered": _rows(player.entries.all(), "event__slug", "event__name", "status", "number"),
        "templates": _rows(player.saved_templates.all(), "name", "settings", "saved_at"),
        "notes_to_directors": _rows(player.director_notes.all(), "event__slug", "text", "written_at"),
        "clubs": _rows(player.club_places.all(), "club__slug", "club__name", "is_organiser", "joined_at"),
        "circuits": _rows(player.circuits.all(), "slug", "name", "about", "created_at", "ended_at"),
        "queues": _rows(player.cup_places.all(), "queue__cup", "since", "until"),
        "directed": _rows(Event.objects.filter(director=player), "slug", "name", "state", "created_at"),
        "ratings": _rows(player.ratings.all(), "pool__rules", "rating", "deviation", "day"),
    }


def _proposals(player: Player) -> dict[str, Any]:
    asked = player.invitations.all()
    return {
        "made": _rows(player.proposals.all(), "id", "rules", "status", "message", "created_at", "closed_at"),
        "asked": _rows(asked, "proposal", "proposal__proposer__username", "proposal__rules", "answer"),
    }


def _puzzles(player: Player) -> list[dict[str, Any]]:
    return _rows(player.puzzle_solutions.all(), "puzzle", "figure", "score", "found_at")


def _mails(player: Player) -> dict[str, Any]:
    to, by = OutboundMail.objects.filter(reader=player), InboundMail.objects.filter(token__player=player)
    return {
        "to_you": _rows(to, "kind", "game", "created_at", "sent_at", "state", "subject", "text"),
        "from_you": _rows(by, "envelope_from", "received_at", "outcome", "reason", "own_text"),
    }


PARTS: dict[str, Callable[[Player], Any]] = {
    "account": _account,
    "preferences": _preferences,
    "sent": _sent,
    "talk": _talk,
    "events": _events,
    "proposals": _proposals,
    "puzzles": _puzzles,
    "mails": _mails,
}
