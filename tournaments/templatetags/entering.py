"""Events for templates: what the viewer can do about one, wherever its box is shown, and what it makes of a game."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils import timezone

from tournaments.models import Event, Fixture
from tournaments.presenting import entry_options
from tournaments.queries import may_direct, void_in

register = template.Library()


@register.simple_tag(takes_context=True)
def standing_in(context: dict[str, Any], event: Event) -> entry_options.Standing:
    """How the viewer of the page stands to the event."""
    user = context["request"].user
    return entry_options.standing_of(event, user if user.is_authenticated else None, at=timezone.now())


@register.simple_tag(takes_context=True)
def directs(context: dict[str, Any], event: Event) -> bool:
    """Whether the viewer of the page directs the event, or assists."""
    user = context["request"].user
    return may_direct(event, user if user.is_authenticated else None)


@register.filter
def is_void(fixture: Fixture) -> bool:
    """Whether a fixture counts for nobody, because somebody has left."""
    return fixture.pk in void_in(fixture.round.division)
