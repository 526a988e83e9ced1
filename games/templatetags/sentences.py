"""Sentences that parts of several pages of games show."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.clock.longest_end import SlowestEnds
from games.log_kinds.kinds import cause_in_words
from games.models import Game, GameEvent
from games.presenting import moments
from games.presenting.page_sentences import game as game_sentences
from games.presenting.page_sentences import rows, status
from games.presenting.page_sentences.latest_end import latest_end
from games.turns.playing import Cause

if TYPE_CHECKING:
    from games.web.game import GamePage

register = template.Library()


@register.filter
def near_time(at: datetime) -> SafeString:
    """A moment as HTML, without its year."""
    return moments.time_element(at, moments.write_near_moment(at))


@register.filter
def brief_time(at: datetime) -> SafeString:
    """A moment as HTML, with its year."""
    return moments.time_element(at, moments.write_brief_moment(at))


@register.filter
def board_after(ply: int) -> str:
    """What the number of a move leads to."""
    return game_sentences.board_after(ply)


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
def latest_end_words(ends: SlowestEnds) -> str:
    """When a game is over at the latest."""
    return latest_end(ends)


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
        return rows.running(game.ply, game.deadline)
    return rows.finished(how_it_ended(game), game.finished_at)


@register.filter
def game_number(number: int) -> str:
    """ "Game 17"."""
    return rows.game_number(number)


@register.filter
def points(count: int) -> str:
    """ "1 point", "5 points"."""
    return game_sentences.points(count)


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
