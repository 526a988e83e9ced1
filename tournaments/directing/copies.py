"""A copy of an event with all its settings, and templates that directors keep of theirs."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Block, Player
from tournaments import permission
from tournaments.directing.action.dry_run import DryRun
from tournaments.entries.admission import invite
from tournaments.exceptions import EventError
from tournaments.models import Event, SavedTemplate
from tournaments.queries import active_entrants
from tournaments.running.services import lock_directed
from tournaments.setup.planning import save_planned
from tournaments.setup.settings_of_events import plan_with, settings_of

MOST_TEMPLATES = 30  # of one director
LONGEST_NAME = 60


@transaction.atomic
def copy_event(*, event_id: int, player: Player, name: str, invites: bool, at: datetime) -> Event:
    """Make a draft with the settings of an event that the player directs, without its dates and its players.

    ``invites``: those who took part, and whom the player can invite, are invited to it; they are notified when it is
    opened. All of it is done or nothing. Raises EventError, NotDirector and NotAllowed.
    """
    event = lock_directed(event_id, player)
    planned = plan_with(settings_of(event), name=name, director=player, at=at)
    permission.check_may_draft(player, about=planned.about, at=at)
    copy = save_planned(planned)
    if invites and (names := [other.username for other in players_to_invite(event, player)]):
        invite(event_id=copy.pk, player=player, usernames=names, at=at)
    return copy


def players_to_invite(event: Event, director: Player) -> list[Player]:
    """The people who take part in an event and whom its director can invite to another one."""
    apart = Block.objects.filter(player=director).values_list("blocked", flat=True)
    blockers = Block.objects.filter(blocked=director).values_list("player", flat=True)
    players = [entrant.player for entrant in active_entrants(event)]
    out = {director.pk, *apart, *blockers}
    return [one for one in players if one.pk not in out and one.is_active and not one.is_program and not one.is_bot]


def would_copy(event: Event, copy_name: str, *, invited: int) -> DryRun:
    """What a copy would come to."""
    sentences = [
        _("%(copy)s becomes a draft with the settings of %(event)s, without its dates and its players.")
        % {"copy": copy_name, "event": event.name}
    ]
    if invited:
        sentences.append(_("Invited once entries are open: %(count)d.") % {"count": invited})
    return DryRun(tuple(sentences))


@transaction.atomic
def save_template(*, event_id: int, player: Player, name: str, at: datetime) -> SavedTemplate:
    """Keep the settings of an event that the player directs under a name; an earlier template of that name goes.

    Raises EventError and NotDirector.
    """
    event, named = lock_directed(event_id, player), " ".join(name.split())
    if not 1 <= len(named) <= LONGEST_NAME or not named.isprintable():
        raise EventError(_("The name of a template has 1 to %(most)d characters.") % {"most": LONGEST_NAME}, "name")
    Player.objects.select_for_update().get(pk=player.pk)
    others = player.saved_templates.exclude(name=named)
    if others.count() >= MOST_TEMPLATES:
        problem = _("You can keep %(most)d templates. Delete one first.")
        raise EventError(problem % {"most": MOST_TEMPLATES}, "name")
    values = {"settings": settings_of(event), "saved_at": at}
    return SavedTemplate.objects.update_or_create(owner=player, name=named, defaults=values)[0]


def would_save(event: Event, player: Player, name: str) -> DryRun:
    """What saving a template would come to; ``name`` is one that it can have."""
    named = " ".join(name.split())
    said = _("The settings of %(event)s are saved as the template %(template)s.")
    if player.saved_templates.filter(name=named).exists():
        said = _("The settings of %(event)s replace those in the template %(template)s.")
    return DryRun((said % {"event": event.name, "template": named},))


@transaction.atomic
def begin_with(*, player: Player, template_id: int, name: str, at: datetime) -> Event:
    """Make a draft with the settings of a template of one's own. Raises EventError and NotAllowed."""
    template = player.saved_templates.filter(pk=template_id).first()
    if template is None:
        raise EventError(_("You have no such template."))
    planned = plan_with(template.settings, name=name, director=player, at=at)
    permission.check_may_draft(player, about=planned.about, at=at)
    return save_planned(planned)


def delete_template(*, player: Player, template_id: int) -> None:
    """Delete a template of one's own; one that is gone stays gone."""
    player.saved_templates.filter(pk=template_id).delete()


def would_begin(player: Player, template_id: int, name: str) -> DryRun:
    """What an event of a template would come to; there must be that template."""
    template = player.saved_templates.get(pk=template_id)
    said = _("%(event)s becomes a draft with the settings of the template %(template)s. Only you can see it.")
    return DryRun((said % {"event": name, "template": template.name},))


def would_delete(player: Player, template_id: int) -> DryRun:
    """What deleting a template would come to."""
    template = player.saved_templates.filter(pk=template_id).first()
    if template is None:
        return DryRun((_("You have no such template, so nothing changes."),))
    said = _("The template %(template)s is deleted. Events that have begun with it stay.")
    return DryRun((said % {"template": template.name},))
