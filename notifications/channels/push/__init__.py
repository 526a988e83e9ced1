"""Web push: an empty message to a browser, which then asks us what is new (RFC 8030 and RFC 8292).

Without a payload nothing needs to be encrypted for the browser, and the push service learns nothing but that there is
news. The key that signs follows from the secret key of the installation.
"""

from __future__ import annotations

import base64
import json
from datetime import datetime, timedelta
from functools import cache
from urllib.parse import SplitResult, urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from django.conf import settings
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from notifications.channels.messengers import Message, Messenger, Sending
from notifications.models import Webhook

KEPT = timedelta(days=1)  # by the push service while the browser is off
VALID = timedelta(hours=12)  # 24 at most (RFC 8292, section 2)
# The services of Chromium, Firefox, Safari and Edge: a browser is subscribed at one of these. We would otherwise call
# whatever address somebody gives for that of a browser, since it is the caller who confirms it.
SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com")
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256 (FIPS 186-5)


class Push(Messenger):
    """The browser of a player."""

    slug = "push"
    title = "Web push"
    example = "https://push.example/subscription"

    def check(self, parts: SplitResult, token: str) -> str:
        host = f".{parts.hostname}"
        if settings.PRODUCTION and not (host.endswith(tuple(f".{service}" for service in SERVICES)) and not parts.port):
            return gettext("The push service of this browser is not known here. Known are: {services}.").format(
                services=", ".join(SERVICES)
            )
        return ""

    def sending(self, hook: Webhook, message: Message, *, key: str, at: datetime) -> Sending:
        parts = urlsplit(hook.url)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((at + VALID).timestamp()),
            "sub": settings.SITE_URL,
        }
        headers = {
            "Authorization": f"vapid t={_signed(claims)}, k={public_key()}",
            "TTL": str(int(KEPT.total_seconds())),
            "Topic": "news",  # a later message takes the place of one that still waits
        }
        return Sending("POST", hook.url, headers, b"")


@cache
def _private_key(secret_key: str) -> ec.EllipticCurvePrivateKey:
    digest = salted_hmac("notifications.push", "vapid", secret=secret_key, algorithm="sha512").digest()
    return ec.derive_private_key(int.from_bytes(digest) % (ORDER - 1) + 1, ec.SECP256R1())


def public_key() -> str:
    """The key by which a browser knows that a message is ours, as it is given to ``pushManager.subscribe``."""
    point = (
        _private_key(settings.SECRET_KEY)
        .public_key()
        .public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    )
    return _letters(point)


def _signed(claims: dict[str, object]) -> str:
    """The claims as a JSON web token, ES256."""
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    text = ".".join(_letters(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    signature = _private_key(settings.SECRET_KEY).sign(text.encode(), ec.ECDSA(hashes.SHA256()))
    numbers = decode_dss_signature(signature)
    return f"{text}.{_letters(b''.join(number.to_bytes(32) for number in numbers))}"


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
