"""Finding the entrant that is meant, and whether the player who is meant still has that place."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.exceptions import EventError, Meanwhile
from tournaments.models import Entrant, Event


def entrant_of(event: Event, entrant_id: int) -> Entrant:
    """An entrant of the event, with player and division. Raises EventError."""
    found = event.entrants.select_related("player", "event", "division__stage", "division__event")
    entrant = found.filter(pk=entrant_id).first()
    if entrant is None:
        problem = _("%(event)s has no entrant %(number)d.")
        raise EventError(problem % {"event": event.name, "number": entrant_id})
    return entrant


def entered(event: Event) -> QuerySet[Entrant]:
    """The players who have entered an event that has not started, or are asked whether they stay for it."""
    return event.entrants.filter(number=None, status__in=(Entrant.Status.ACTIVE, Entrant.Status.ASKED))


def entered_named(event: Event, username: str, *, field: str = "player") -> Entrant:
    """Of those the one of that name, player or team, in any case. ``field`` is the value in which the name was sent.
    Raises EventError."""
    entrant = entered(event).filter(_called(username)).select_related("player").first()
    if entrant is None:
        problem = _("%(player)s has not entered %(event)s.")
        raise EventError(problem % {"player": username, "event": event.name}, field)
    return entrant


def _called(name: str) -> Q:
    return Q(player__username__iexact=name.strip()) | Q(team_name__iexact=name.strip())


def entrant_named(event: Event, username: str, *, field: str = "player") -> Entrant:
    """The entrant of that name, player or team, in any case, who plays or has played; in the latest stage. ``field``
    is the value in which the name was sent. Raises EventError."""
    found = event.entrants.filter(_called(username)).exclude(number=None)
    latest = found.select_related("player", "event", "division__stage", "division__event").latest_stage_first()
    entrant = latest.first()
    if entrant is None:
        problem = _("%(player)s does not play in %(event)s.")
        raise EventError(problem % {"player": username, "event": event.name}, field)
    return entrant


def check_still_there(entrant: Entrant, player: Player) -> None:
    """Raises Meanwhile if somebody else has taken over the place of ``player``, who is meant."""
    if entrant.player_id != player.pk:
        problem = _("%(new)s has taken over the place of %(old)s already.")
        raise Meanwhile(problem % {"new": entrant.player, "old": player})


def check_latest_stage(entrant: Entrant) -> None:
    """Raises Meanwhile for a place in the groups if the finals have begun with its player in them."""
    later = Entrant.objects.filter(event=entrant.event_id, player=entrant.player_id)
    if later.filter(division__stage__number__gt=entrant.stage_number).exists():
        problem = _("The finals have begun meanwhile, and %(player)s is in them. Look at them, and try again.")
        raise Meanwhile(problem % {"player": entrant.player})
