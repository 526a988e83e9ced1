"""Files that pages and REST answer with."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from games.exceptions import TooMuchWork

MOST_BYTES = 64_000_000  # of a file: an event of 5,000 players has less
Answer = TypeVar("Answer", bound=HttpResponseBase)


def whole_file(pieces: Iterable[str | bytes], content_type: str) -> HttpResponse:
    """The pieces as one answer. Raises TooMuchWork for more bytes than a file may have.

    An answer that is written while it is sent would keep its thread for as long as its reader likes.
    """
    written = bytearray()
    for piece in pieces:
        written += piece.encode() if isinstance(piece, str) else piece
        if len(written) > MOST_BYTES:
            raise TooMuchWork(
                gettext("This file would be larger than {most_bytes} MB. Ask for a part of it.").format(
                    most_bytes=MOST_BYTES // 1_000_000
                )
            )
    return HttpResponse(bytes(written), content_type=content_type)


def as_file(answer: Answer, name: str) -> Answer:
    """The answer as a download of that name."""
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
