"""The accounts library's forms for a new password, which say what becomes of keys for programs."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as library
from allauth.core import context
from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.accounts.api_keys import revoke_all
from games.models import Player


class KeepKeysField(forms.BooleanField):
    """Whether keys outlive the password. Unless a player says so, they do not."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            label=gettext_lazy("Keep the keys of my programs"),
            help_text=gettext_lazy(
                "Otherwise all of them are revoked. Keep them only if nobody else can have seen your password."
            ),
        )


class ChangePasswordForm(library.ChangePasswordForm):
    """A new password for a player who knows the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["keep_keys"] = KeepKeysField()

    def save(self) -> None:
        super().save()
        _settle_keys(self.user, keep=self.cleaned_data["keep_keys"])


class ResetPasswordForm(library.ResetPasswordKeyForm):
    """A new password for a player who has opened the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["keep_keys"] = KeepKeysField()

    def save(self) -> None:
        super().save()
        _settle_keys(self.user, keep=self.cleaned_data["keep_keys"])


def _settle_keys(player: Player, *, keep: bool) -> None:
    """Revoke the player's keys or keep them, and leave the sentence about it for the notice that follows."""
    if keep:
        words = gettext("The keys of your programs were kept.")
    elif revoke_all(player, at=timezone.now()):
        words = gettext("All keys of your programs were revoked.")
    else:
        words = ""
    context.request.keys_words = words
