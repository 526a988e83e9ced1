"""Who is there when a page is asked for."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest

from games.models import Player


def player_of(request: HttpRequest) -> Player:
    """The logged-in player; for views that let nobody else in."""
    return cast(Player, request.user)
