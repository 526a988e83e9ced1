"""Links that end a kind of mail, good for one player and one topic; signed, and stored nowhere."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.urls import reverse

from notifications import preferences
from notifications.models import OutboundMail
from notifications.topics import Topic

DIGEST = "digest"  # in the place of a topic: the digest itself

_SALT = "notifications.unsubscribing"


def off_link(mail: OutboundMail, what: str) -> str:
    """The link in a mail that ends its kind (a topic, or DIGEST); empty for mails that are always sent."""
    if not what or mail.reader_id is None:
        return ""
    code = signing.dumps([mail.reader_id, str(what)], salt=_SALT)
    return f"{settings.SITE_URL}{reverse('notifications:switch_off', args=[code])}"


def read_code(code: str) -> tuple[int, str]:
    """Player, and topic or DIGEST, of a link. Raises BadSignature for one that is not ours."""
    player_id, what = signing.loads(code, salt=_SALT)
    if what != DIGEST and what not in Topic:
        raise signing.BadSignature("This link is of an older kind.")
    return int(player_id), str(what)


def words_of(what: str) -> str:
    """What a link ends, in words."""
    return "The digest of your games" if what == DIGEST else Topic(what).label


def switch_off(player_id: int, what: str, at: datetime) -> None:
    """The player gets no more mails of this kind. Doing it twice is doing it once."""
    is_digest = what == DIGEST
    topic = Topic.TURNS if is_digest else Topic(what)
    preferences.unsubscribe(player_id=player_id, topic=topic, at=at, is_digest=is_digest)
