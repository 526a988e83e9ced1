"""A draft is changed as its director likes; an event that takes entries with its players notified of each change."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.models import Player
from ground.wording import and_list
from tournaments import permission
from tournaments.event_log.append import append
from tournaments.event_log.kinds import TermsChanged
from tournaments.event_log.kinds.words import moment
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.queries import active_entrants, acts_as_staff
from tournaments.running.services import band_in_words, fill_from_waiting_list, lock_directed
from tournaments.setup.planning import save_planned
from tournaments.setup.settings_of_events import SETTINGS
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tie_breaks import TIE_BREAKS
from tournaments.wording.byes import pairing_bye_in_words

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
    """What an event that becomes ``planned`` has otherwise than before: a text for each thing, "what: before, now
    after"."""
    changes = []
    for (title, old), (_title, new) in zip(_facts(event), _facts(planned), strict=True):
        if old != new:
            values = {"title": title, "old": old.rstrip("."), "new": new.rstrip(".")}
            changes.append(_("%(title)s: %(old)s, now %(new)s") % values)
    if event.about != planned.about:
        changes.append(_("the text about the event"))
    return changes


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
    if planned.is_for_bots or planned.rated:
        here = event.entrants.exclude(status=Entrant.Status.WITHDRAWN).filter(player__owner__isnull=planned.is_for_bots)
        if (wrong := here.select_related("player").first()) is not None:
            problem = _("People and bots are rated apart, and bots in events for bots only: %(player)s has entered.")
            raise EventError(problem % {"player": wrong.player}, "entry")
    if planned.most_entrants < taken:
        problem = ngettext(
            "%(count)d player has entered already: allow at least as many.",
            "%(count)d players have entered already: allow at least as many.",
            taken,
        )
        raise EventError(problem % {"count": taken}, "most_entrants")


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


# What has changed -----------------------------------------------------------------------------------------------------


def _facts(event: Event) -> Iterator[tuple[str, str]]:
    """What an event is played and entered by: what each thing is called, and what it is."""
    band = (event.rating_from, event.rating_to)
    yield _("name"), event.name
    yield _("players at most"), str(event.most_entrants)
    yield _("open for"), event.get_entry_display()
    yield _("club"), event.club.name if event.club else _("none")
    yield _("ratings"), _("any") if band == (None, None) else band_in_words(*band)
    yield _("conditions of entry"), and_list(event.entry_conditions.in_words()) or _("none")
    yield _("invitation code"), _yes_or_no(is_so=bool(event.entry_code))
    yield _("start"), moment(event.starts_at) if event.starts_at else _("when the director starts it")
    yield _("time to think"), event.time_control.describe()
    yield _("pauses"), event.event_pause_rules.describe()
    yield _("rated"), _yes_or_no(is_so=event.rated)
    yield (
        _("options of the game"),
        ", ".join(f"{name} {value}" for name, value in sorted(event.options.items())) or _("none"),
    )
    yield from _facts_of_layout(event.event_layout)
    yield from _facts_of_ruleset(event.event_ruleset)


def _facts_of_layout(layout: Layout) -> Iterator[tuple[str, str]]:
    yield _("players in a game"), str(layout.seats)
    yield _("meetings with each other player"), str(layout.cycles)
    yield _("rounds"), str(layout.rounds) if layout.rounds else _("as many as it takes to find one winner")
    yield _("days for a round"), _or_none(layout.round_days)
    yield _("players in a pool"), _or_none(layout.pool_size)
    yield _("players who go on from a group"), str(layout.qualifiers)
    yield _("match for third place"), _yes_or_no(is_so=layout.third_place)
    yield _("days from one season to the next"), _or_none(layout.season_days)
    yield _("hours in which directors see a round first"), _or_none(layout.preview_hours)
    yield _("tables of one seat less"), _yes_or_no(is_so=layout.small_tables)
    yield _("percent of a round that can be open when the next one is paired"), _or_none(layout.open_percent)
    yield _("games one after another"), _yes_or_no(is_so=layout.in_turn)


def _facts_of_ruleset(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    yield _("games of each meeting"), str(ruleset.games_of_board)
    yield _("end as soon as nobody can catch up"), _yes_or_no(is_so=ruleset.best_of)
    yield _("par"), str(ruleset.par)
    yield _("cap of the leaf difference"), str(ruleset.margin_cap)
    yield _("points by place"), ", ".join(map(str, ruleset.points)) or _("the usual ones")
    yield _("bye of the pairing"), pairing_bye_in_words(ruleset).rstrip(".")
    yield _("rounds sat out that count half a point"), str(ruleset.half_byes)
    yield _("tie-breaks"), and_list([str(TIE_BREAKS[code].name) for code in ruleset.tie_breaks])


def _or_none(number: int) -> str:
    return str(number) if number else _("none")


def _yes_or_no(*, is_so: bool) -> str:
    return pgettext("answer", "yes") if is_so else pgettext("answer", "no")
