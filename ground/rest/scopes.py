"""What a key to the REST interface may do. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from ground.wording import gettext_noop

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class Scope(StrEnum):
    """One of the things that a key may be made for."""

    READ = "read"
    PLAY = "play"
    ORGANISE = "organise"


MEANINGS = {  # marked for translation; pages translate them
    Scope.READ: gettext_noop("read: see what you see"),
    Scope.PLAY: gettext_noop("play: move, talk, enter events, agree on games, change your settings"),
    Scope.ORGANISE: gettext_noop("organise: make and direct events, moderate"),
}


def scope_needed(view: object, method: str) -> Scope:
    """The scope that a key needs for an operation: ``read`` to look, else what the view says, else ``play``.

    A view names operations of directors in ``organising``, or the scope of all that it changes in ``key_scope``. Views
    that are for staff (``is_for_staff``) need ``organise`` also to look.
    """
    if getattr(view, "is_for_staff", False):
        return Scope.ORGANISE
    if method.upper() in SAFE_METHODS:
        return Scope.READ
    if getattr(view, "action", None) in getattr(view, "organising", ()):
        return Scope.ORGANISE
    return Scope(getattr(view, "key_scope", Scope.PLAY))


def write_scopes(scopes: Iterable[str]) -> str:
    """Scopes as they are stored: their names in a fixed order, with spaces. Raises ValueError for another name."""
    wanted = {Scope(scope) for scope in scopes}
    return " ".join(scope for scope in Scope if scope in wanted)


def read_scopes(text: str) -> tuple[Scope, ...]:
    """Stored scopes."""
    return tuple(map(Scope, text.split()))
