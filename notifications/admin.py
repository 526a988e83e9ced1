"""The operator's view of the mail: what went out and came in, what became of it and why. Nothing is changed here.
Second factors can be removed, for players who have lost theirs.

No page shows an address by which somebody could act for a player.
"""

from __future__ import annotations

from typing import Any

import allauth.mfa.admin  # noqa: F401 - registers the page that is replaced here
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html

from games.admin import ReadOnlyAdmin
from notifications.addresses.reply_addresses import blot
from notifications.models import InboundMail, JoiningCode, OutboundMail


class MailAdmin(ReadOnlyAdmin):
    """Mails to look at."""

    @admin.display(description="the mail")
    def raw_text(self, mail: OutboundMail | InboundMail) -> str:
        """What is kept of the mail's source, reply addresses blotted out; empty where nothing is."""
        return format_html("<pre>{}</pre>", blot(bytes(mail.raw or b"").decode("utf-8", "replace")))


@admin.register(JoiningCode)
class JoiningCodeAdmin(ReadOnlyAdmin):
    """Invitations: by whom and for whom they were made, and who has joined with them."""

    exclude = ["digest"]
    list_display = ["id", "player", "note", "made_at", "ends_at", "withdrawn_at", "used_at", "used_by"]
    search_fields = ["=player__username", "=used_by__username"]


@admin.register(OutboundMail)
class OutboundMailAdmin(MailAdmin):
    fields = [
        "kind", "reader", "game", "ply", "state", "reason", "attempts", "created_at", "due_at", "sent_at",
        "dedupe_key", "subject", "text", "raw_text",
    ]  # fmt: skip
    list_display = ["id", "kind", "reader", "game", "state", "reason", "created_at", "sent_at"]
    list_select_related = ["reader", "game"]
    list_filter = ["state", "kind"]
    search_fields = ["=id", "reader__username", "=game__id"]


@admin.register(InboundMail)
class InboundMailAdmin(MailAdmin):
    fields = [
        "token", "source", "peer", "received_at", "arrived_at", "proof", "proof_note", "confirmed_at", "state",
        "attempts", "faults", "sort", "outcome", "reason", "own_text", "unread", "submission", "raw_text",
    ]  # fmt: skip
    list_display = ["id", "source", "player", "state", "outcome", "proof", "reason", "received_at"]
    list_filter = ["state", "outcome", "proof", "source"]
    list_select_related = ["token__player"]
    search_fields = ["=id", "token__player__username", "=token__seat__game__id"]

    @admin.display(ordering="token__player__username")
    def player(self, mail: InboundMail) -> str:
        return str(mail.token.player or "")


admin.site.unregister(Authenticator)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Without what a factor is made of: its reader could sign in as the player."""

    fields = ["user", "type", "created_at", "last_used_at"]
    list_display = ["user", "type", "created_at", "last_used_at"]
    list_filter = ["type"]
    search_fields = ["user__username"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
