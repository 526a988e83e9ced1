"""More time on the clocks: for one seat, all seats of a game, or everybody in all open games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.exceptions import CannotDirect
from games.models import Game
from games.play import directing as games
from ground.wording import and_list, time_in_words
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.games import do_to_game, game_of, names_in, running_game_of
from tournaments.directing.action.inputs import GameNumber, Seat, Span
from tournaments.event_log.kinds import TimeAdded
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.queries import running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_game, stake_in_games
from tournaments.running.settling import give_time_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreTime:
    """Without a seat all seats of the game, without a game everybody in all open games."""

    game: Annotated[int | None, GameNumber(if_empty=gettext_lazy("If left empty: all open games."))] = None
    seat: Annotated[int | None, Seat()] = None
    span: Annotated[timedelta, Span()]


class AddTime(EntryAction[MoreTime]):
    """The entry for all games is written first; then each game gets its time, once."""

    slug = "add-time"
    title = gettext_lazy("Add time")
    meaning = gettext_lazy(
        "Gives one seat of a game, all its seats, or everybody in all open games more time. This cannot be reverted."
    )
    is_for_arbiters = True
    Inputs = MoreTime
    grants = True
    offered_at = (Place.GAME, Place.OPEN_GAMES)

    def stakes(self, event: Event, inputs: MoreTime) -> Sequence[Stake]:
        if inputs.game is None:
            return (stake_in_games(running_games(event)),)
        return (stake_in_game(game_of(event, inputs.game)),)

    def consequences(self, event: Event, inputs: MoreTime, *, at: datetime) -> DryRun:
        _check_gain(inputs.span)
        if inputs.game is None:
            return _for_everybody(event, inputs)
        game = running_game_of(event, inputs.game)
        names, seat = names_in(game), _seat_of(inputs)
        if seat is None:
            gets = _("%(players)s get %(span)s more in game %(number)d. Whatever exceeds the cap lapses after a turn.")
            return DryRun((gets % {"players": and_list(names), "span": time_in_words(inputs.span), "number": game.pk},))
        if not 0 <= seat < len(names):
            raise EventError(_("The game has the seats 1 to %(most)d.") % {"most": len(names)}, "seat")
        if game.seats.get(number=seat).has_left:
            raise EventError(_("The house bot plays this seat, and no clock runs for it."), "seat")
        _check_gain(inputs.span, game, seat)
        gets = _("%(player)s gets %(span)s more in game %(number)d. Whatever exceeds the cap lapses after a turn.")
        return DryRun((gets % {"player": names[seat], "span": time_in_words(inputs.span), "number": game.pk},))

    def perform(self, event: Event, inputs: MoreTime, decision: Decision) -> EventLogEntry:
        if inputs.game is None:
            return super().perform(event, inputs, decision)
        seat = _seat_of(inputs)
        return do_to_game(
            event, game_of(event, inputs.game), decision, games.add_time,
            payload=TimeAdded(game=inputs.game, seat=seat, seconds=int(inputs.span.total_seconds())),
            check=self.check_state, seat=seat, span=inputs.span,
        )  # fmt: skip

    def write(self, event: Event, inputs: MoreTime, decision: Decision) -> EventLogEntry:
        _check_gain(inputs.span)
        _check_all_games(event, inputs)
        payload = TimeAdded(game=None, seat=None, seconds=int(inputs.span.total_seconds()))
        return write_entry(event, payload, decision)

    def follow_up(self, entry: EventLogEntry, *, at: datetime) -> None:
        give_time_of(entry, at=at)


def _seat_of(inputs: MoreTime) -> int | None:
    """The seat, counted from 0 as games count."""
    return None if inputs.seat is None else inputs.seat - 1


def _for_everybody(event: Event, inputs: MoreTime) -> DryRun:
    _check_all_games(event, inputs)
    count = running_games(event).count()
    gets = ngettext(
        "Everybody gets %(span)s more in %(count)d open game.",
        "Everybody gets %(span)s more in each of %(count)d open games.",
        count,
    )
    return DryRun((gets % {"span": time_in_words(inputs.span), "count": count},))


def _check_all_games(event: Event, inputs: MoreTime) -> None:
    """Raises EventError for a seat without a game, and where more time for everybody would be for nobody."""
    if inputs.seat is not None:
        raise EventError(_("Say in which game the seat gets more time."), "game")
    if not running_games(event).exists():
        raise EventError(
            _("No game of %(event)s is open, so nobody would get more time.") % {"event": event.name}, "game"
        )


def _check_gain(span: timedelta, game: Game | None = None, seat: int | None = None) -> None:
    """Raises EventError for time that cannot be added, or is no gain for that seat (from 0) of a game."""
    try:
        games.check_span(span)
        if game is not None and seat is not None:
            games.check_gains_time(game, seat)
    except CannotDirect as error:
        raise EventError(error.message) from error
