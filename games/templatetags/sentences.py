"""Sentences that parts of several pages of games show."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.clock.heartbeats import name_of_part
from games.exceptions import RefusedMove
from games.log_kinds.kinds import cause_in_words
from games.models import ClockJump, Game, GameEvent, Player, Proposal, Seat
from games.presenting import moments
from games.presenting.moments import write_near_moment
from games.presenting.page_sentences import game as game_sentences
from games.presenting.page_sentences import leave, records, status
from games.presenting.page_sentences.latest_end import latest_end
from games.records.throws import Tally
from games.rules import RULES
from games.turns.playing import Cause

if TYPE_CHECKING:
    from games.web.game_page import GamePage

register = template.Library()
register.filter("near_title", write_near_moment)
register.filter("part", name_of_part)
register.filter("latest_end_words", latest_end)
register.filter("points", game_sentences.points)
register.filter("to_last_day", leave.booked)
register.filter("place_words", game_sentences.place)
register.filter("waiting_heading", game_sentences.waiting_heading)


@register.filter
def near_time(at: datetime) -> SafeString:
    """A moment as HTML, without its year."""
    return moments.time_element(at, write_near_moment(at))


@register.filter
def steps_with_causes(events: list[GameEvent]) -> SafeString:
    """The steps of a turn, each with why it is there if its player did not send it."""
    return format_html_join("; ", "{}", ((_step(event),) for event in events))


def _step(event: GameEvent) -> SafeString:
    if not event.cause:
        return format_html("{}", event.text)
    return format_html("{} <small>({})</small>", event.text, cause_in_words(Cause(event.cause)))


@register.filter
def void_words(page: GamePage, event: str) -> str:
    """That the game of a page counts for nothing in an event."""
    return game_sentences.counts_for_nothing(event, is_running=page.running)


@register.filter
def how_it_ended(game: Game) -> str:
    """How a finished game ended; of two players who resigned or lost on time."""
    seats = list(game.seats.all())
    loser = next((seat.player.username for seat in seats if len(seats) == 2 and seat.place == 2), "")
    return status.how_it_ended(game.end_reason, loser)


@register.filter
def how_it_stands(game: Game) -> str:
    """How far a game of a list is, or how and when it ended."""
    if game.status == Game.Status.RUNNING:
        return game_sentences.running(game.ply)
    return game_sentences.finished("" if game.end_reason == "score" else how_it_ended(game), game.finished_at)


@register.filter
def earlier_remarks(count: int) -> str:
    """How many remarks are folded away."""
    return ngettext("{count} earlier remark", "{count} earlier remarks", count).format(count=count)


@register.filter
def legal_steps(count: int) -> str:
    """Over the list of all legal steps."""
    if count == 1:
        return gettext("The only legal step")
    return ngettext("All {count} legal steps", "All {count} legal steps", count).format(count=count)


@register.filter
def clock_jump(jump: ClockJump) -> str:
    """When the system clock was moved, how far, and since when it has been trusted again."""
    return status.clock_jump(jump.at, jump.seconds, jump.believed_at)


@register.filter
def players_range(seats: tuple[int, ...]) -> str:
    """For how many players a game is."""
    if len(seats) == 1:
        return gettext("{count} players").format(count=seats[0])
    return gettext("{fewest}\N{EN DASH}{most} players").format(fewest=seats[0], most=seats[-1])


@register.filter
def right_or_wrong(is_right: bool) -> str:
    """Whether a throw follows from the secret."""
    return gettext("right") if is_right else gettext("wrong")


@register.filter
def faces(tally: Tally) -> str:
    """How often each face of a die came up."""
    return records.faces(tally.faces, float(tally.expected))


@register.filter
def cancel_button(first: date, today: date) -> str:
    """What the button says that gives leave back which begins on that day."""
    return gettext("Cancel the rest") if first <= today else gettext("Cancel")


@register.filter
def last_used(at: datetime | None) -> str:
    if at is None:
        return gettext("never used")
    return gettext("last used {day}").format(day=moments.write_short_day(at))


@register.filter
def read_as_step(problem: RefusedMove) -> SafeString:
    """Which step of a move was refused, and what stood after it."""
    return game_sentences.read_as_step(problem.index + 1, problem.step, problem.rest)


@register.filter
def players_with_points(game: Game) -> SafeString:
    """The players of a game in the order of their seats, with their points once it is over."""
    has_points = game.status == Game.Status.FINISHED
    return format_html_join(
        " \N{EN DASH} ", '<span class="who">{}</span>', ((_player(seat, has_points),) for seat in game.seats.all())
    )


@register.filter
def opponents(game: Game, player: Player) -> str:
    """The others at the table of a game, in the order of their seats."""
    return ", ".join(seat.player.username for seat in game.seats.all() if seat.player != player)


def _player(seat: Seat, has_points: bool) -> SafeString:
    if not has_points or seat.points is None:
        return format_html("{}", seat.player.username)
    return format_html("{} <b>{}</b>", seat.player.username, seat.points)


@register.filter
def games_running(count: int) -> str:
    """How many games are being played."""
    return ngettext("{count} game running", "{count} games running", count).format(count=count)


@register.filter
def players_wanted(count: int) -> str:
    """How many proposals have a seat for anybody."""
    return ngettext("{count} player looks for a game", "{count} players look for a game", count).format(count=count)


@register.filter
def challenge_words(proposal: Proposal) -> str:
    """That somebody challenges the viewer."""
    return gettext("{proposer} challenges you to {game}").format(
        proposer=proposal.proposer.username, game=RULES[proposal.rules].title
    )


@register.filter
def rules_and_move(game: Game) -> str:
    """What is played, and how far the game is."""
    return game_sentences.rules_and_move(game.game_rules.title, game.ply)


@register.filter
def short_time_left(deadline: datetime, now: datetime) -> SafeString:
    """How much time is left, briefly."""
    return moments.short_clock(deadline - now, runs=True)


@register.filter
def until_moment(deadline: datetime) -> str:
    """Until when a move is due."""
    return gettext("until {moment}").format(moment=write_near_moment(deadline))


@register.filter
def revoke_label(name: str) -> str:
    """What the button says, to those who do not see where it stands, that revokes a key."""
    return gettext("Revoke {name}").format(name=name)
