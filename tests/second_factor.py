"""An authenticator app, as RFC 6238 describes it, and staff who have one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import struct
import time

from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client

from games.models import Player

STEP = 30  # seconds that a code is good for
LEFT = 5  # seconds that it is good for at least when a test gets it
SECRET = base64.b32encode(b"twenty secret bytes!").decode()


def code_of(secret: str, *, at: float | None = None) -> str:
    """The code of six digits that an app shows at a moment (in seconds since 1970).

    Without a moment it is the code of now; one that ends within seconds is waited out, as a person does.
    """
    if at is None:
        left = STEP - time.time() % STEP
        time.sleep(left if left < LEFT else 0)
        at = time.time()
    counter = struct.pack(">Q", int(at) // STEP)
    digest = hmac.new(base64.b32decode(secret), counter, hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start : start + 4])[0] & 0x7FFFFFFF) % 10**6:06}"


def sign_in(client: Client, player: Player) -> None:
    """A browser in which a player has signed in with a password and a second factor."""
    client.force_login(player)
    session = client.session
    session["account_authentication_methods_user"] = str(player.pk)
    session["account_authentication_methods"] = [
        {"method": "password", "at": time.time(), "reauthenticated": True},
        {"method": "mfa", "type": "totp", "at": time.time(), "reauthenticated": True},
    ]
    session.save()


def sign_in_staff(client: Client, name: str = "staff") -> Player:
    """A member of the staff who has signed in with a second factor."""
    staff = Player.objects.create(username=name, is_staff=True, is_superuser=True)
    TOTP.activate(staff, SECRET)
    sign_in(client, staff)
    return staff
