"""Names that become part of an address."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext

from tournaments.exceptions import EventError

LONGEST = 60
NEW = "new"  # the page on which one makes something
DESK = "desk"  # that of directors

_UNSEEN = frozenset(
    {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "B"}
)  # they turn a line around or break it


def check_name(name: str) -> None:
    """Raises EventError for a name with characters that nobody can see."""
    if any(unicodedata.category(letter) == "Cc" or unicodedata.bidirectional(letter) in _UNSEEN for letter in name):
        raise EventError(
            gettext("The name has characters that cannot be seen, such as a line break. Leave them out."), "name"
        )


def slug_of(name: str, *, other_pages: Collection[str] = (NEW, DESK)) -> str:
    """The part of an address that follows from a name; ``other_pages`` are taken. Raises EventError."""
    check_name(name)
    slug = slugify(name)[:LONGEST].strip("-")  # one letter may become several
    if not slug or slug in other_pages:
        sentence = gettext("The name needs letters a-z or digits, for its address, and cannot be just New or Desk.")
        raise EventError(sentence, "name")
    return slug


def is_taken(others: QuerySet[Any], name: str) -> bool:
    """Whether one of ``others`` has the name, in whatever letters, or the address that follows from it."""
    return others.filter(Q(name__iexact=name.strip()) | Q(slug=slug_of(name))).exists()
