"""How the accounts library keeps second factors here: under the name of the player, their secrets encrypted."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils.translation import gettext

from games.models import Player
from ground.encryption import decrypted, encrypted

PURPOSE = "second factors"


class SecondFactorAdapter(DefaultMFAAdapter):
    """One-time codes and passkeys are shown under the player's name; a mail address need not stand on a phone.

    Secrets are encrypted with a key that follows from ``SECRET_KEY``, so that the database alone opens no account.
    """

    def encrypt(self, text: str) -> str:
        return encrypted(text, PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        return decrypted(encrypted_text, PURPOSE)

    def get_totp_label(self, user: Player) -> str:
        return user.username

    def get_public_key_credential_user_entity(self, user: Player) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "name": user.username}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}

    def generate_authenticator_name(self, user: Player, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}
