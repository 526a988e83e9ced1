"""Ratings for templates: numbers as they are written, and what pages of the games show of them."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext

from games.models import Game, Player
from ground.features import added
from tournaments.models.ratings import RatingPool
from tournaments.presenting.match_scores import last_matches
from tournaments.presenting.page_sentences.ratings import results
from tournaments.ratings import queries, wording
from tournaments.ratings.finding import today
from tournaments.ratings.results import waits_for_confirmation
from tournaments.signals import player_shown

MATCHES = 5  # of a player, on their own page

register = template.Library()

register.filter("rating", wording.write_rating)
register.filter("change", wording.write_change)
register.filter("score", wording.write_score)
register.filter("results", results)


@register.filter
def field_words(field: str) -> str:
    """For how many players, in words."""
    return str(RatingPool.Field(field).label)


register.filter("sure_within", wording.write_deviation)


@register.filter
def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


@register.inclusion_tag("tournaments/ratings_of_player.html")
def ratings_of_player(player: Player) -> dict[str, Any]:
    """A player's ratings, clubs, titles and last matches, for the player's own page."""
    return {
        "player": player,
        "ratings": queries.present_lines(player, today()),
        "more": added(player_shown, player=player, is_profile=True),
        "matches": last_matches(player, MATCHES),
        "is_profile": True,
    }


@register.inclusion_tag("tournaments/ratings_of_game.html")
def ratings_of_game(game: Game) -> dict[str, Any]:
    """What a finished game, with all others of its day, made of its players' ratings."""
    changes = (
        queries.changes_of(game, list(game.seats.select_related("player").order_by("number"))) if game.rated else []
    )
    lines = [(each, each.after.rating - each.before.rating) for each in changes]
    waiting = (
        gettext(
            "A director of its event plays in this game, and another director has decided its result. It is rated when "
            "one more director or staff has confirmed that."
        )
        if game.rated and not lines and waits_for_confirmation(game.pk)
        else ""
    )
    return {"lines": lines, "waiting": waiting, "several": any(each.games > 1 for each in changes)}
