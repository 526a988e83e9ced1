"""Signed permissions to read topics as a stream, made by pages and REST for those who may read them.

The process that holds the streams believes the signature and asks nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.core import signing
from django.utils.translation import get_language

SECONDS = 1800  # that a token opens streams, and that a stream lasts; readers then ask for another one
_SALT = "games.feed.stream"


class TokenError(ValueError):
    """A token that opens nothing; the message says why, in English: no catalogue is loaded where streams are held."""


@dataclass(frozen=True, slots=True)
class Permission:
    """What a reader may read. ``page`` is the path of a page that comes with each change as a visitor sees it, in a
    ``language``. An entry of one of the topics in ``ends`` ends what may be read."""

    topics: tuple[str, ...]
    page: str = ""
    language: str = ""
    ends: tuple[str, ...] = ()


def token_of(permission: Permission) -> str:
    """A text for an address."""
    return signing.dumps(asdict(permission), salt=_SALT)


def permission_of(token: str) -> Permission:
    """What a token permits. Raises TokenError."""
    try:
        read = signing.loads(token, salt=_SALT, max_age=SECONDS)
    except signing.SignatureExpired as error:
        raise TokenError("This address has expired. Ask for a new one.") from error
    except signing.BadSignature as error:
        raise TokenError("This address was not made here. Ask for one.") from error
    return Permission(tuple(read["topics"]), read["page"], read["language"], tuple(read.get("ends", ())))


def stream_address(topics: Sequence[str], *, page: str = "", ends: Sequence[str] = (), **query: str) -> str:
    """Where a stream of these topics is read, with a ``page`` in the present language, until something ``ends`` it."""
    language = get_language() or "" if page else ""
    asked = {"token": token_of(Permission(tuple(topics), page, language, tuple(ends)))} | query
    return f"{settings.LIVE_URL}/live/stream?{urlencode(asked)}"
