"""A unique text in every private field of every row, and the players allowed to read it.

``fields.txt`` decides who: the owner of a row, moderators, staff with the right to look at it in the admin, or nobody.
Words are replaced by a canary. Secrets that the service works with (``KEPT``) are their own: nothing else is like them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from typing import Any

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from games.models import Block, Game, Player
from games.play import directing
from ground import append_only
from notifications.addresses import reply_addresses
from notifications.channels import feeds
from notifications.channels.webhooks import hooks
from notifications.models import FeedKey, MailToken, OutboundMail, Webhook
from tests.permissions.test_fields import decisions
from tests.permissions.world import World
from tests.tournaments.conftest import friend
from tournaments.entries import admission
from tournaments.models import Event
from tournaments.queries import directors_of

MODERATORS = frozenset({"mona", "sula"})
ADMINS = frozenset({"sula"})
NOBODY = frozenset[str]()

# How a row names the player whom it belongs to; the first that it has.
OWNERS = (
    "player",
    "owner",
    "reporter",
    "reader",
    "proposer",
    "user",
    "token",
    "hook",
    "address",
    "email_address",
    "username",
)

# Secrets that the service reads while it is read, so no other text may stand in their place.
KEPT = {
    "games.ApiToken.digest",
    "games.Game.secret",
    "games.Player.password",
    "games.Proposal.secret",
    "mfa.Authenticator.data",
    "notifications.FeedKey.digest",
    "notifications.FeedKey.nonce",
    "notifications.MailToken.digest",
    "notifications.Webhook.nonce",
    "sessions.Session.session_data",
    "sessions.Session.session_key",
    "tournaments.CupQueue.nonce",
    "tournaments.Event.nonce",
    "usersessions.UserSession.session_key",
}
# Secrets that are published in time, and when; those of other rows must not be seen.
PUBLISHED = {"games.Game.secret": "finished_at", "tournaments.Event.nonce": "started_at"}
# Private fields that hold one of few values or numbers of the service's own, so that no text in them could be known.
OF_A_LIST = {
    "games.ApiToken.prefix": "eight letters in front of a key",
    "games.ApiToken.scopes": "names of scopes",
    "games.CurrentTurn.calendar": "spans of time",
    "games.Player.calendar": "hours and days",
    "games.Player.time_zone": "a time zone",
    "games.QuotaUse.quota": "the name of a quota",
    "games.Seat.plan_position": "a position of the game",
    "games.Seat.standing_answer": "one of few answers",
    "games.Submission.code": "the name of a refusal",
    "notifications.AddressHealth.status": "three numbers",
    "tournaments.LineUp.players": "numbers of players",
    "notifications.MailPreference.schedule": "hours",
    "usersessions.UserSession.ip": "the same address for everybody here",
}

_WORD = re.compile(r"canary\d{5}x")
_RANDOM = re.compile(r"[A-Za-z0-9]{16,}")


@dataclass
class Canaries:
    """What was planted: for each text its field, and the names of the players allowed to read it."""

    fields: dict[str, set[str]] = field(default_factory=dict)
    readers: dict[str, set[str]] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)

    def new(self) -> str:
        """A text that stands nowhere."""
        return f"canary{next(self._numbers):05}x"

    def add(self, name: str, text: str, readers: Iterator[str] | set[str] | frozenset[str]) -> None:
        """Watch for a text of that field, which these may read; a text without a canary is taken for a secret."""
        for word in _WORD.findall(text) or _RANDOM.findall(text)[:1]:
            self.fields.setdefault(word, set()).add(name)
            self.readers.setdefault(word, set()).update(readers)

    def found_in(self, text: str) -> set[str]:
        """The texts that stand in another text."""
        return {word for word in (*_WORD.findall(text), *_RANDOM.findall(text)) if word in self.fields}


def plant(world: World) -> Canaries:
    """Fill every private field of every row; a table without a row gets one."""
    append_only.TRIGGERS.remove()
    planted = Canaries()
    _rows_that_are_private(world, planted)
    for model, fields in _private_fields().items():
        if not model._default_manager.exists():
            _make(model)
        rows = list(model._default_manager.all())
        used = {name for name in fields if any(getattr(row, name) for row in rows)}
        for row in rows:
            values = {}
            for name, readers in fields.items():
                label, value = f"{model._meta.label}.{name}", getattr(row, name)
                if name in used and not value:  # what is empty here must perhaps be
                    continue
                if label in PUBLISHED and getattr(row, PUBLISHED[label]):
                    continue
                text = _text(value)
                if label not in KEPT:
                    canary = planted.new()
                    value = values[name] = _with(canary, label, value)
                    text = canary if label == "games.Seat.plan" else _text(value)  # pages show its branches one by one
                planted.add(label, text, set(_readers(row, readers)))
            if values:
                model._default_manager.filter(pk=row.pk).update(**values)
    for game in Game.objects.exclude(status=Game.Status.FINISHED):  # drafts and plans of this moment
        game.seats.update(draft_ply=game.ply, plan_ply=game.ply, plan_position=game.position)
    _what_follows_from_secrets(planted)
    return planted


def _private_fields() -> dict[type[models.Model], dict[str, list[str]]]:
    """The private fields of each table, by name, each with its readers as ``fields.txt`` lists them."""
    found: dict[type[models.Model], dict[str, list[str]]] = {}
    for label, readers in decisions().items():
        if "public" not in readers and label not in OF_A_LIST:
            app, model, name = label.split(".")
            found.setdefault(apps.get_model(app, model), {})[name] = readers
    return found


def owner_of(row: models.Model) -> str | None:
    """The name of the player whom a row belongs to; of a bot, the player who has declared it."""
    if isinstance(row, Player):
        return (row.owner or row).username
    if isinstance(row, Session):
        return owner_of(Player.objects.get(pk=row.get_decoded()["_auth_user_id"]))
    for name in OWNERS:
        if (found := getattr(row, name, None)) is not None:
            return owner_of(found)
    return None


def _readers(row: models.Model, words: list[str]) -> Iterator[str]:
    if "owner" in words and (owner := owner_of(row)):
        yield owner
        if hasattr(row, "invitations"):  # the message of a challenge is for those who are challenged
            yield from row.invitations.values_list("player__username", flat=True)
    if "team" in words:
        yield from (director.username for director in directors_of(getattr(row, "event", row), with_arbiters=True))  # type: ignore[attr-defined]
    if "club" in words:
        yield from row.members.filter(is_organiser=True).values_list("player__username", flat=True)  # type: ignore[attr-defined]
        yield from ADMINS  # staff that directs every event organises every club
    yield from MODERATORS if "moderator" in words else NOBODY
    yield from ADMINS if "admin" in words else NOBODY


def _with(canary: str, label: str, value: Any) -> Any:
    """The value of a field with a canary in it."""
    if label.endswith((".email", ".to", ".envelope_from")):
        return f"{canary}@example.org"
    if label == "games.Seat.plan":
        return f"if * then {canary}"
    if isinstance(value, dict):
        return {**value, "more": canary}
    if isinstance(value, list):
        return [*value, canary]
    if isinstance(value, bytes | memoryview):
        return bytes(value) + f"\r\n{canary}\r\n".encode()
    return canary


def _text(value: Any) -> str:
    return bytes(value).decode(errors="replace") if isinstance(value, bytes | memoryview) else str(value)


def _make(model: type[models.Model]) -> None:
    """A row of a table that has none: anna's, where it can be somebody's."""
    values: dict[str, Any] = {}
    for of_field in model._meta.concrete_fields:
        if (of_field.primary_key and not of_field.is_relation) or of_field.has_default() or of_field.null:
            continue
        if of_field.related_model is Player:
            values[of_field.name] = friend("anna")
        elif of_field.is_relation:
            values[of_field.name] = of_field.related_model._default_manager.earliest("pk")  # type: ignore[union-attr]
        elif isinstance(of_field, models.DateTimeField):
            values[of_field.name] = timezone.now()
        elif isinstance(of_field, models.BooleanField | models.IntegerField | models.FloatField):
            values[of_field.name] = 0
        elif of_field.choices:
            values[of_field.name] = of_field.choices[0][0]  # type: ignore[index]
    model._default_manager.create(**values)


def _rows_that_are_private(world: World, planted: Canaries) -> None:
    """What is said by nothing but that it stands there: a draft, a block, an invitation."""
    now, dora = timezone.now(), friend("dora")
    directing.add_time(
        game_id=int(world.parts["pk"]),
        seat=None,
        span=timedelta(days=1),
        actor_id=dora.pk,
        reason="As agreed.",
        at=now,
        key="k",
    )
    OutboundMail.objects.create(
        kind="sign-up", to="new@example.org", context={"subject": "Code", "text": "1234"}, dedupe_key="new",
        created_at=now, due_at=now,
    )  # fmt: skip
    draft = Event.objects.get(slug="draft")
    draft.name, draft.about = planted.new(), planted.new()
    draft.save()
    for text in (draft.name, draft.about):
        planted.add("a draft of an event", text, {"dora", "asta", "arno", *ADMINS})
    blocked, asked = friend(planted.new()), friend(planted.new())
    Block.objects.create(player=friend("anna"), blocked=blocked, at=now)
    planted.add("a block", blocked.username, {"anna", *ADMINS})
    admission.invite(
        event_id=Event.objects.get(slug="open").pk, player=friend("dora"), usernames=[asked.username], at=now
    )
    planted.add("an invitation to an event", asked.username, {"dora", "asta", *ADMINS})


def _what_follows_from_secrets(planted: Canaries) -> None:
    """What is computed from a stored number and the key of the service."""
    for key in FeedKey.objects.select_related("player"):
        planted.add("the addresses of feeds", feeds.letters_of(key), {key.player.username})
    for hook in Webhook.objects.select_related("player"):
        planted.add("the secret of a program", hooks.secret_of(hook), {hook.player.username})
    for token in MailToken.objects.all():
        letters = reply_addresses.address_of(token).partition("@")[0].partition("-")[2]
        planted.add(
            "a reply address", letters, {owner_of(token) or "", *([owner_of(token.mail)] if token.mail else [])}
        )
