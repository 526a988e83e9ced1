"""What pages of games show of the post office."""

from __future__ import annotations

from django import template

from games.models import Game
from notifications import health
from notifications.models import Unreachable

register = template.Library()


@register.simple_tag
def unreachable_in(game: Game) -> list[Unreachable]:
    """The players of a running game whom no mail reaches."""
    return health.unreachable_in(game)
