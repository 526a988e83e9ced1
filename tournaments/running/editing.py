"""A draft is changed as its director likes; an event that takes entries with its players notified of each change."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Player
from tournaments import permission
from tournaments.event_log.append import append
from tournaments.event_log.kinds import TermsChanged
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.queries import active_entrants, acts_as_staff
from tournaments.running.services import band_in_words, fill_from_waiting_list, lock_directed
from tournaments.setup.planning import save_planned
from tournaments.setup.settings_of_events import SETTINGS
from tournaments.wording.changes import Terms, changes_in_words

State = Event.State

_DESCRIBED = ("name", "starts_at", *SETTINGS)


@transaction.atomic
def edit_event(*, event_id: int, player: Player, planned: Event) -> Event:
    """Make an event that has not started what ``plan_event`` has planned; its game and its director stay, and once it
    takes entries its form and its address, too. Then its players are notified of what has changed. Raises EventError.
    """
    event = lock_directed(event_id, player)
    _check_may_be_edited(event, planned)
    permission.check_words(player, planned.about if planned.about != event.about else "", at=planned.created_at)
    changes = changes_to(event, planned)
    for name in _DESCRIBED:
        setattr(event, name, getattr(planned, name))
    if event.state == State.DRAFT:
        event.slug = planned.slug
        return save_planned(event)
    save_planned(event)
    _write(event, player, changes, at=planned.created_at)
    fill_from_waiting_list(event)  # there may be more places now
    return event


def changes_to(event: Event, planned: Event) -> list[str]:
    """What an event that becomes ``planned`` has otherwise than before, in words."""
    return changes_in_words(terms_of(event), terms_of(planned))


def _write(event: Event, player: Player, changes: list[str], *, at: datetime) -> None:
    """The entry of the log about what has changed, if anything has; with it everybody in the event is notified."""
    if changes:
        staff = acts_as_staff(event, player)
        append(event, TermsChanged(changes=tuple(changes), actor=player.pk, staff=staff), at=at)


def _check_may_be_edited(event: Event, planned: Event) -> None:
    """Raises EventError for an event that has started, and for what stays as it is."""
    if event.state not in (State.DRAFT, State.OPEN):
        problem = _(
            "%(event)s is %(state)s: what it is played and counted by was fixed when its first games were paired. "
            "Deadlines and clocks can still be changed by actions of its console."
        )
        raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
    if planned.rules != event.rules:
        problem = _("%(event)s is an event of %(game)s; make a new one for another game.")
        raise EventError(problem % {"event": event.name, "game": event.game_title}, "rules")
    if event.state == State.OPEN and planned.form != event.form:
        problem = _("%(event)s takes entries as a %(form)s; make a new event for another form.")
        raise EventError(problem % {"event": event.name, "form": event.get_form_display()}, "form")
    taken = active_entrants(event).count()
    if planned.most_entrants < taken:
        problem = ngettext(
            "%(count)d player has entered already: allow at least as many.",
            "%(count)d players have entered already: allow at least as many.",
            taken,
        )
        raise EventError(problem % {"count": taken}, "most_entrants")


def terms_of(event: Event) -> Terms:
    """What an event is played and entered by, in words."""
    band = (event.rating_from, event.rating_to)
    return Terms(
        name=event.name,
        about=event.about,
        most_entrants=event.most_entrants,
        entry=event.get_entry_display(),
        club=event.club.name if event.club else "",
        ratings="" if band == (None, None) else band_in_words(*band),
        conditions=tuple(event.entry_conditions.in_words()),
        has_code=bool(event.entry_code),
        start=event.starts_at,
        control=event.time_control.describe(),
        pauses=event.event_pause_rules.describe(),
        is_rated=event.rated,
        options={name: str(value) for name, value in event.options.items()},
        layout=event.event_layout,
        ruleset=event.event_ruleset,
    )


@transaction.atomic
def delete_draft(*, event_id: int, player: Player) -> None:
    """Remove an event that has never been open, with its invitations. Raises EventError and NotDirector."""
    event = lock_directed(event_id, player)
    if event.state != Event.State.DRAFT:
        raise EventError(
            _("{event} is {state}; only a draft can be deleted.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    if event.previous is not None and event.previous.state == Event.State.FINISHED:
        problem = _(
            "The next season of %(event)s starts automatically. If the league is to end, archive that season first."
        )
        raise EventError(problem % {"event": event.previous.name})
    event.delete()
