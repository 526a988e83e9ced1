"""Boards and times for templates: a picture with its words beside it, spans of time, seats counted from 1."""

from __future__ import annotations

import json
import secrets
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, gettext_lazy

from games.log_kinds.kinds import DIRECTED, Told, cause_in_words, tell_history
from games.models import Game, GameEvent, Seat, Submission
from games.play.house_players import HOUSE_BOTS
from games.presenting.page_sentences.pointing import analysis_phrases, phrases
from games.rules import RULES
from games.rules.base import Position, Rules, Sheet
from games.rules.drawing import PAINTS, linked, seat_fill
from games.turns.playing import Cause
from ground.wording import reread, time_in_words

if TYPE_CHECKING:
    from games.web.analysis import AnalysisPage
    from games.web.game_page import GamePage
    from games.web.pointing import Pointing

register = template.Library()


@register.inclusion_tag("games/_board.html")
def board(
    game: Game,
    position: Position[Any] | None = None,
    ply: int | None = None,
    pointing: Pointing | None = None,
    *,
    side: str = "",
    sends_at_once: bool = False,
    is_apart: bool = False,
) -> dict[str, object]:
    """The board of a game, at ``position`` after ``ply`` steps or as it stands: picture, words, text, tables.

    ``is_apart``: without the words, text and tables, which :func:`board_in_words` has. With ``pointing`` its places are
    links, and a script may send a complete move at once; with ``side`` a board in space is seen from there, and can be
    turned.
    """
    over = game.is_over and ply in (None, game.ply)
    position = game.load_position() if position is None else position
    shown = _board(game.game_rules, position, over=over, side=side, is_apart=is_apart)
    if pointing is not None:
        shown["picture"] = mark_safe(linked(str(shown["picture"]), pointing.targets, pointing.marks))  # noqa: S308
        shown |= {
            "pointing": pointing,
            "phrases": json.dumps(phrases()),
            "unsent": json.dumps(pointing.unsent),
            "sends_at_once": sends_at_once,
            "steps": reverse("games-api:steps", args=[game.pk]),
            "ply": game.ply,
        }
    return shown


@register.inclusion_tag("games/_board.html")
def trial_board(page: Any) -> dict[str, object]:  # Any: a page of lessons or puzzles
    """The board of a task: with links as long as it is to be solved, then after what was played."""
    over = page.shown.to_act is None
    shown = _board(page.rules, page.shown, over=over, side="" if page.is_solved else page.side)
    if (pointing := page.pointing) is None:
        return shown
    shown["picture"] = mark_safe(linked(str(shown["picture"]), pointing.targets, pointing.marks))  # noqa: S308
    return shown | {
        "pointing": pointing,
        "phrases": json.dumps(phrases()),
        "unsent": json.dumps(pointing.unsent),
        "steps": page.steps_address,
        "ply": 0,
    }


@register.inclusion_tag("games/_board.html")
def analysis_board(analysis: AnalysisPage) -> dict[str, object]:
    """The board after the line that an analysis shows, with links and marks for what can be tried next."""
    game, pointing = analysis.page.game, analysis.pointing
    shown = _board(game.game_rules, analysis.ahead.position, over=False, side=analysis.page.side)
    shown["picture"] = mark_safe(linked(str(shown["picture"]), pointing.targets, pointing.marks))  # noqa: S308
    return shown | {
        "pointing": pointing,
        "phrases": json.dumps(phrases() | analysis_phrases()),
        "unsent": json.dumps(pointing.unsent),
        "trying": analysis,
        "tried": json.dumps(analysis.for_script),
        "steps": reverse("games-api:steps", args=[game.pk]),
        "ply": analysis.page.shown_ply,
    }


@register.inclusion_tag("games/_board.html")
def board_of(rules: Rules[Any, Any], position: Position[Any], *, over: bool = False) -> dict[str, object]:
    """The same for a position that belongs to no game here; ``over``: its game ended there, by its rules or not."""
    return _board(rules, position, over=over)


@register.inclusion_tag("games/_board_words.html")
def board_in_words(game: Game, position: Position[Any], ply: int) -> dict[str, object]:
    """The board after ``ply`` steps in words, as text, in tables."""
    return _board_words(game.game_rules, position, over=game.is_over and ply == game.ply)


def _board(
    rules: Rules[Any, Any], position: Position[Any], *, over: bool, side: str = "", is_apart: bool = False
) -> dict[str, object]:
    picture = rules.svg_from(side, position, over=over) if side else rules.svg(position, over=over)
    return {
        "picture": mark_safe(picture),  # noqa: S308 - by the rules, from the position alone: of nothing that was typed
        "side": side,
        "paints": json.dumps([seat_fill(colour) for colour in rules.colours]),
        **({} if is_apart else _board_words(rules, position, over=over)),
    }


def _board_words(rules: Rules[Any, Any], position: Position[Any], *, over: bool) -> dict[str, object]:
    return {
        "words": rules.describe(position, over=over),
        "text": rules.text(position, over=over),
        "tables": rules.tables(position),
    }


@register.inclusion_tag("games/_play_cards.html", takes_context=True)
def play_cards(context: dict[str, object]) -> dict[str, object]:
    """A card for each game, with buttons that start it against a house bot."""
    return {
        "all_rules": RULES.values(),
        "bots": HOUSE_BOTS,
        "nonce": secrets.token_urlsafe(12),
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("games/_sheet.html")
def sheet_of(sheet: Sheet) -> dict[str, object]:
    """The sheet of a game's pieces, to be opened and closed."""
    return {"sheet": sheet, "picture": mark_safe(sheet.svg)}  # noqa: S308 - as for boards


@register.filter
def span(value: timedelta | None) -> str:
    """A span of time in its two largest units: "2 days 4 hours"."""
    return "" if value is None else time_in_words(value)


@register.filter
def until(moment: datetime, now: datetime) -> str:
    """How long it is from ``now`` to a moment; "no time" once it has passed."""
    return time_in_words(moment - now)


@register.filter
def is_soon(moment: datetime, now: datetime) -> bool:
    """Whether less than a day is left until a moment: only then is time left a thing to be alarmed about."""
    return moment - now < timedelta(days=1)


@register.filter
def rules_title(slug: str) -> str:
    """The full name of a game."""
    return RULES[slug].title


@register.filter
def colour_words(colour: str) -> str:
    """The colour of a seat, in the language of the reader."""
    return gettext(colour) if colour else ""


@register.inclusion_tag("games/_swatch.html")
def swatch(colour: str) -> dict[str, object]:
    """A small square in a seat's colour and pattern."""
    return {"paint": PAINTS[colour]}


_DOORS = {
    Submission.Source.PAGE: gettext_lazy("on the page"),
    Submission.Source.API: gettext_lazy("by program"),
    Submission.Source.MAIL: gettext_lazy("by mail"),
    Submission.Source.SERVICE: gettext_lazy("by the service"),
}


@register.filter
def door_words(source: str) -> str:
    """Which way something came in, in words."""
    return str(_DOORS[Submission.Source(source)])


@register.filter
def tells(page: GamePage, event: GameEvent) -> str:
    """An event of the page's game that is no step, in words: who did it, what, and why."""
    seat = page.seat_then(event)
    is_directed = event.kind in DIRECTED
    described = Told(
        text=event.text,
        who=seat.player.username if seat else "",
        details=page.details_of(event) if is_directed else "",
        director=page.director_of(event) if event.reason else "",
        reason=reread(event.reason),
    )
    return tell_history(event.kind, described)


@register.filter
def cause_words(cause: str) -> str:
    """Why a step is in the log that its player has not sent."""
    return cause_in_words(Cause(cause))


@register.filter
def seat_then(page: GamePage, event: GameEvent) -> Seat | None:
    """The seat of an event, with the player who had it then."""
    return page.seat_then(event)
