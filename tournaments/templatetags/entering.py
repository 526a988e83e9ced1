"""Events for templates: what the viewer can do about one, wherever its box is shown, and what it makes of a game."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString

from tournaments.directing.action.dry_run import DryRun
from tournaments.event_rules.layouts import Form
from tournaments.models import Event, Fixture
from tournaments.presenting import entry_options
from tournaments.presenting.page_sentences import console
from tournaments.presenting.page_sentences.standings import place_column
from tournaments.queries import is_director, may_arbitrate, may_direct, void_in
from tournaments.web.page_rows.console import change_rows, has_points

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


@register.simple_tag(takes_context=True)
def arbitrates(context: dict[str, Any], event: Event) -> bool:
    """Whether the viewer of the page decides about the games of the event, and directs it no further."""
    user = context["request"].user
    return user.is_authenticated and may_arbitrate(event, user) and not may_direct(event, user)


@register.simple_tag(takes_context=True)
def way_to_console(context: dict[str, Any], event: Event) -> SafeString:
    """That the viewer of the page, who directs the event, has a console, also if they do so as staff."""
    address, viewer = reverse("tournaments:console", args=[event.slug]), context["request"].user
    return console.way_to_console(
        address, is_staff=not is_director(event, viewer), is_arbiter=not may_direct(event, viewer)
    )


@register.inclusion_tag("tournaments/_changes.html")
def changes_in(event: Event, dry_run: DryRun) -> dict[str, Any]:
    """What an action would come to: sentences, and every place that would change."""
    return {
        "sentences": dry_run.sentences,
        "rows": change_rows(event, dry_run),
        "has_points": has_points(event),
        "place_column": place_column(is_ladder=event.form == Form.LADDER),
        "is_counted": dry_run.is_counted,
    }


@register.filter
def is_void(fixture: Fixture) -> bool:
    """Whether a fixture does not count, because a player has left."""
    return fixture.pk in void_in(fixture.round.division)
