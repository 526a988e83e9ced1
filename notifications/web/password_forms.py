"""The accounts library's forms for passkeys and for a new password, which say what becomes of keys and of feeds."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as library
from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from django import forms
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from games.accounts.api_keys import revoke_all
from games.models import Player
from notifications.channels import feeds
from notifications.models import FeedKey


class KeepKeysField(forms.BooleanField):
    """Whether keys outlive the password. Unless a player says so, they do not."""

    def __init__(self) -> None:
        super().__init__(
            required=False,
            label=gettext_lazy("Keep the keys of my programs, and the addresses of my feeds"),
            help_text=gettext_lazy(
                "Otherwise the keys are revoked, and your feeds get new addresses. Keep them only if nobody else can "
                "have seen your password."
            ),
        )


def _name(fields: dict[str, forms.Field]) -> None:
    """Call the fields for passwords what they are called elsewhere on our pages."""
    names = {
        "oldpassword": gettext("Current password"),
        "password1": gettext("New password"),
        "password2": gettext("New password (again)"),
    }
    for key, name in names.items():
        if key in fields:
            fields[key].label = name
            fields[key].widget.attrs.pop("placeholder", None)


class ChangePasswordForm(library.ChangePasswordForm):
    """A new password for a player who knows the old one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name(self.fields)
        self.fields["keep_keys"] = KeepKeysField()

    def save(self) -> None:
        super().save()
        _settle_keys(self.user, keep=self.cleaned_data["keep_keys"])


class ResetPasswordForm(library.ResetPasswordKeyForm):
    """A new password for a player who has opened the link in a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name(self.fields)
        self.fields["keep_keys"] = KeepKeysField()

    def save(self) -> None:
        super().save()
        _settle_keys(self.user, keep=self.cleaned_data["keep_keys"])


def _settle_keys(player: Player, *, keep: bool) -> None:
    """Keep what opens something without the password, or end it, and leave the sentences for the notice that follows.

    The secrets of programs that we call stay: they open nothing here, and a new one would silence the program.
    """
    now, words = timezone.now(), list[str]()
    if keep:
        words.append(gettext("The keys of your programs and the addresses of your feeds were kept."))
    else:
        if revoke_all(player, at=now):
            words.append(gettext("All keys of your programs were revoked."))
        if FeedKey.objects.filter(player=player).exists():
            feeds.renew_key(player_id=player.pk, at=now)
            words.append(gettext("Your feeds have new addresses, which your settings show."))
    context.request.keys_words = " ".join(words)


class AddPasskeyForm(AddWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = gettext("Name of the passkey")


class RenamePasskeyForm(EditWebAuthnForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].label = gettext("Name of the passkey")
