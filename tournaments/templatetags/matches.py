"""Matches for templates: how the one stands to which a game belongs."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from games.lobby.match_terms import BEST_OF
from games.models import Game, Player
from tournaments.presenting.match_scores import MatchNow, fixture_of, match_of
from tournaments.presenting.page_sentences.match import game as game_title
from tournaments.presenting.page_sentences.match import this_game

register = template.Library()


register.filter("fixture", fixture_of)


@register.inclusion_tag("tournaments/match_of_game.html", takes_context=True)
def match_of_game(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """The aggregate of the match that a game belongs to, with its games, and a way to play it again."""
    match = match_of(game)
    if match is None:
        return {"match": None}
    rows = [
        {
            "line": line,
            "title": (this_game if line.game == game else game_title)(line.number),
            "here": line.game == game,
        }
        for line in match.games
    ]
    user = context["request"].user
    return {"match": match, "rows": rows, "again": rematch(match, game, user) if user.is_authenticated else ""}


def rematch(match: MatchNow, game: Game, player: Player) -> str:
    """Where a player of a match that is over can propose the same match again, with the clock and the options of this
    game of it; empty for others."""
    others = [name for name in match.table.players if name != player.username]
    if not match.is_over or len(others) != 1:
        return ""
    games = match.ruleset.games_per_fixture
    is_best_of, in_turn = match.ruleset.best_of, match.fixture.round.division.stage.stage_layout.in_turn
    values = {"again": game.pk, "invited": others[0], "match": f"{BEST_OF}{games}" if is_best_of else str(games)}
    if in_turn and not is_best_of:
        values["in_turn"] = "1"
    return f"{reverse('games:propose', args=[match.event.rules])}?{urlencode(values)}"
