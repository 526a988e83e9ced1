"""The operator's view of the games: to look at everything, and to change hardly anything.

Games, logs and submissions are never edited here: the log is the truth, and only services write it.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import ApiToken, Game, GameEvent, Heartbeat, Invitation, Player, Proposal, Seat, Submission


class ReadOnly:
    """Nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """A page of rows to look at."""


class ReadOnlyInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Rows to look at on the page of what they belong to."""


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ["number", "player", "left_ply", "left_reason", "place", "points"]


class GameEventInline(ReadOnlyInline):
    model = GameEvent
    fields = ["seq", "ply", "kind", "seat", "text", "cause", "source", "at"]


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    exclude = ["secret"]  # it decides dice that have not fallen yet
    inlines = [SeatInline, GameEventInline]
    list_display = ["id", "rules", "title", "status", "ply", "deadline", "started_at", "finished_at"]
    list_select_related = ["turn"]
    list_filter = ["status", "rules", "rated"]
    search_fields = ["=id", "seats__player__username"]


class InvitationInline(ReadOnlyInline):
    model = Invitation
    fields = ["player", "answer"]


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    exclude = ["secret", "word"]  # both go into dice that have not fallen yet
    inlines = [InvitationInline]
    list_display = ["id", "proposer", "rules", "seats", "status", "created_at"]
    list_filter = ["status", "rules"]


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ["id", "player", "game", "verb", "source", "state", "code", "received_at"]
    list_select_related = ["player", "game"]
    list_filter = ["state", "source", "verb"]
    search_fields = ["=id", "player__username"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    list_display = ["name", "at", "clear_until"]


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Accounts can be closed, made staff and put into groups; everything else is the player's own."""

    fields = [
        "username",
        "email",
        "language",
        "time_zone",
        "is_bot",
        "is_guest",
        "owner",
        "is_active",
        "is_staff",
        "groups",
        "date_joined",
        "last_login",
    ]
    readonly_fields = [
        "username", "email", "language", "time_zone", "is_bot", "is_guest", "owner", "date_joined", "last_login"
    ]  # fmt: skip
    list_display = ["username", "is_active", "is_staff", "is_bot", "date_joined"]
    list_filter = ["is_active", "is_staff", "is_bot"]
    search_fields = ["username"]

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_change_permission(self, request, obj)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    exclude = ["digest"]
    list_display = ["prefix", "player", "name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at"]
