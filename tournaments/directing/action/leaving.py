"""What it would come to if an entrant left the running event, for directors and for the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ground.wording import and_list
from tournaments.directing.action.dry_run import DryRun, with_changes
from tournaments.entries.withdrawals import reserve_for
from tournaments.event_log.kinds import Departure, Disqualified, GameFinished, Kind, Withdrawn
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.base import Field
from tournaments.models import Division, Entrant, Event
from tournaments.queries import standby_of
from tournaments.running.departures import (
    GONE,
    departure_with_games,
    has_left_already,
    may_become_void,
    not_paired_yet,
    open_seats_of,
    plays_on,
)
from tournaments.running.projection import field_with


def dry_run_of_leaving(
    entrant: Entrant, *, kind: type[Departure] = Withdrawn, at: datetime, after: Sequence[Kind] = ()
) -> DryRun:
    """The rule of the event as it applies to the entrant, and every place that would change; ``after`` are the entries
    that would be written to the division before. Raises EventError."""
    if entrant.status in GONE:
        raise EventError(has_left_already(entrant))
    division = entrant.division
    if division is None:
        raise EventError(not_paired_yet(entrant))
    if kind is Withdrawn and (reserve := reserve_for(entrant, at=at)):
        instead = _(
            "No move has been made in the games of %(player)s, so %(reserve)s, who stands by, takes over the place and "
            "plays on."
        )
        return with_changes([instead % {"player": entrant.player, "reserve": reserve}], division, at=at)
    over = {one.result.game for one in after if isinstance(one, GameFinished)}
    open_seats = [(game, seat) for game, seat in open_seats_of(entrant) if game.pk not in over]
    field = field_with(division, after, at)
    leaving, ended = departure_with_games(entrant, open_seats, kind=kind, field=field)
    goes_on = plays_on(entrant, kind=kind)
    games = _games(entrant, len(open_seats), is_void=bool(leaving.void), goes_on=goes_on, ended=len(ended))
    rule = _rule(entrant, division, field)
    if entrant.event.state == Event.State.FINISHED:
        rule = [_("What was played stands.")]
    if kind is Disqualified and division.stage.format != Form.LADDER:
        rule.append(_("%(player)s comes last in the table.") % {"player": entrant.name})
    return with_changes([*rule, *games], division, [leaving, *ended], at=at)


def _rule(entrant: Entrant, division: Division, field: Field) -> list[str]:
    """The rule by which the entrant leaves, and what it comes to."""
    named = {"player": entrant.name}
    form = division.stage.format
    if form == "ladder":
        return [_("%(player)s leaves the ladder, and all below move up by one rung.") % named]
    if form == Form.DOUBLE:
        return [_("What was played stands. All further opponents of %(player)s advance without a game.") % named]
    if form == "knockout":
        return [_("What was played stands. The next opponent of %(player)s advances without a game.") % named]
    if form == "swiss" and entrant.event.event_layout.seats == 2:
        return [_("What was played stands. %(player)s is not paired again.") % named]
    if entrant.event.event_layout.seats > 2:
        return [_("What was played stands. In open games the others play on, and %(player)s is placed last.") % named]
    if not may_become_void(division, len(field.roster.entrants)):
        sentences = [_("What was played stands, and what is open is lost.")]
        if division.stage.stage_layout.in_turn:
            sentences.append(_("Games of the match that have not begun yet are lost, too."))
        return sentences
    own = [match for match in field.matches if entrant.pk in match.entrants]
    due = division.stage.stage_format.meetings_of_each(field)
    numbers = {"complete": sum(match.is_complete for match in own), "all": len(own) if due is None else due}
    rule = _("If a player leaves with less than half of the meetings complete, all of them become void.")
    if 2 * numbers["complete"] < numbers["all"]:
        outcome = _(
            "%(player)s has completed %(complete)d of %(all)d, which is less than half: all %(all)d become void."
            " %(player)s stays in the table, without points."
        )
    else:
        outcome = _(
            "%(player)s has completed %(complete)d of %(all)d, so what was played stands, and what is open is lost."
        )
    waiting = [] if 2 * numbers["complete"] < numbers["all"] else _still_to_meet(entrant, division, field)
    wins = _("These win without playing in the rounds to come: %(players)s.")
    return [rule, outcome % (named | numbers), *([wins % {"players": and_list(waiting)}] if waiting else [])]


def _still_to_meet(entrant: Entrant, division: Division, field: Field) -> list[str]:
    """The teams of a team league that a team which leaves has not met as often as it would."""
    if not division.stage.stage_format.has_teams:
        return []
    met = Counter(other for one in field.roster.pairings if entrant.pk in one.entrants for other in one.entrants)
    others = division.entrants.exclude(pk=entrant.pk).exclude(status__in=GONE).order_by("number")
    return [one.name for one in others.select_related("player") if met[one.pk] < entrant.event.event_layout.cycles]


def _games(entrant: Entrant, count: int, *, is_void: bool, goes_on: bool, ended: int) -> list[str]:
    """What becomes of the ``count`` open games, of which so many have ended then."""
    if not count:
        return []
    if entrant.event.event_layout.seats > 2:
        return [*_ended_games(ended), *_seats_left(entrant, count - ended)]
    if goes_on:
        sentence = ngettext(
            "%(count)d open game goes on, but does not count on the ladder. The opponent is notified.",
            "%(count)d open games go on, but do not count on the ladder. The opponents are notified.",
            count,
        )
    elif is_void:
        sentence = ngettext(
            "%(count)d open game ends at once as a loss, which counts for ratings alone.",
            "%(count)d open games end at once as losses, which count for ratings alone.",
            count,
        )
    else:
        sentence = ngettext(
            "%(count)d open game ends at once as a loss.", "%(count)d open games end at once as a loss.", count
        )
    return [sentence % {"count": count}]


def _ended_games(ended: int) -> list[str]:
    if not ended:
        return []
    sentence = ngettext(
        "%(count)d open game ends at once, since one other player is left there.",
        "%(count)d open games end at once, since one other player is left there.",
        ended,
    )
    return [sentence % {"count": ended}]


def _seats_left(entrant: Entrant, count: int) -> list[str]:
    """What becomes of so many seats at tables where the others play on."""
    if not count:
        return []
    left = ngettext(
        "The seat in %(count)d open game becomes vacant.", "The seats in %(count)d open games become vacant.", count
    )
    standby = standby_of(entrant.event)
    if standby:
        after = _("%(player)s, the first substitute, then takes over the place.") % {"player": standby[0].player}
    else:
        after = _("There is no substitute, so the house bot plays on, and the player is placed last.")
    return [f"{left % {'count': count}} {after}"]
