"""Links that switch a kind of mail off, good for one player and one wish; signed, and stored nowhere."""

from __future__ import annotations

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications.models import MailPreference, OutboundMail

_SALT = "notifications.unsubscribing"


def off_link(mail: OutboundMail, wish: str) -> str:
    """The link in a mail that ends its kind; empty for mails that are always sent."""
    if not wish or mail.reader_id is None:
        return ""
    code = signing.dumps([mail.reader_id, wish], salt=_SALT)
    return f"{settings.SITE_URL}{reverse('notifications:switch_off', args=[code])}"


def read_code(code: str) -> tuple[int, str]:
    """Player and wish of a link. Raises BadSignature for one that is not ours."""
    player_id, wish = signing.loads(code, salt=_SALT)
    return int(player_id), str(wish)


def switch_off(player_id: int, wish: str) -> None:
    """The player gets no more mails of this wish. Doing it twice is doing it once."""
    MailPreference.objects.update_or_create(player_id=player_id, defaults={wish: False})
