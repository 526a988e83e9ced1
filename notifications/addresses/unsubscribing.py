"""Links in mails that end a kind of mail, or switch an address on again; signed, and stored nowhere."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.translation import gettext

from notifications.addresses import preferences
from notifications.choices.topics import Topic
from notifications.models import AddressHealth, OutboundMail

DIGEST = "digest"  # in the place of a topic: the digest itself

_SALT = "notifications.addresses.unsubscribing"
_ADDRESS_SALT = "notifications.addresses.unsubscribing.address"


def _signer(salt: str) -> signing.Signer:
    return signing.Signer(salt=salt)


def off_link(mail: OutboundMail, what: str) -> str:
    """The link in a mail that ends its kind (a topic, or DIGEST); empty for mails that are always sent."""
    if not what or mail.reader_id is None:
        return ""
    code = _signer(_SALT).sign_object([mail.reader_id, str(what)])  # no time in it: a mail rendered again is the same
    return f"{settings.SITE_URL}{reverse('notifications:switch_off', args=[code])}"


def read_code(code: str) -> tuple[int, str]:
    """Player, and topic or DIGEST, of a link. Raises BadSignature for one that is not ours."""
    player_id, what = _signer(_SALT).unsign_object(code)
    if what != DIGEST and what not in set(Topic):
        raise signing.BadSignature(gettext("This link is of an older kind."))
    return int(player_id), str(what)


def words_of(what: str) -> str:
    """What a link ends, in words."""
    return gettext("The digest of your games") if what == DIGEST else str(Topic(what).label)


def switch_off(player_id: int, what: str, at: datetime) -> None:
    """The player gets no more mails of this kind. Doing it twice is doing it once."""
    is_digest = what == DIGEST
    topic = Topic.TURNS if is_digest else Topic(what)
    preferences.unsubscribe(player_id=player_id, topic=topic, at=at, is_digest=is_digest)


def address_link(health: AddressHealth) -> str:
    """The link that switches an address on again, as long as it is off for the same reason."""
    since = health.off_since.isoformat() if health.off_since else ""
    code = _signer(_ADDRESS_SALT).sign_object([health.pk, since])
    return f"{settings.SITE_URL}{reverse('notifications:switch_on', args=[code])}"


def read_address_code(code: str) -> tuple[int, datetime]:
    """Address, and since when it was off. Raises BadSignature for a link that is not ours."""
    address_id, since = _signer(_ADDRESS_SALT).unsign_object(code)
    return int(address_id), datetime.fromisoformat(since)
