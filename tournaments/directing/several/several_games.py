"""One decision about several open games: they end, or get more time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game
from games.play.outcome import places_with_leavers
from games.rules.base import places_of
from tournaments.directing.action.games import running_game_of
from tournaments.directing.action.inputs import MOST_AT_ONCE, Choice, OpenGames, Span
from tournaments.directing.action.results import GivenResult
from tournaments.directing.add_time import AddTime, MoreTime
from tournaments.directing.adjudicate import Adjudicate
from tournaments.directing.annul import Annul, OneGame
from tournaments.directing.several.base import Part, Several, silent_games
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.queries import games_of_event, running_games


class Verdict(StrEnum):
    """What happens to each of the games."""

    TO_MOVE_LOSES = "to_move_loses"
    DRAW = "draw"
    BOARD = "board"
    ANNUL = "annul"
    ADD_TIME = "add_time"


_VERDICTS = (
    (Verdict.TO_MOVE_LOSES.value, gettext_lazy("The player to move loses")),
    (Verdict.DRAW.value, gettext_lazy("A draw")),
    (Verdict.BOARD.value, gettext_lazy("The result on the board")),
    (Verdict.ANNUL.value, gettext_lazy("No result")),
    (Verdict.ADD_TIME.value, gettext_lazy("More time for everybody in them")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeGames:
    """Which games, what happens to them, and how much time they get if they get any."""

    games: Annotated[Sequence[int], OpenGames()]
    verdict: Annotated[str, Choice(gettext_lazy("What happens to them"), _VERDICTS)]
    span: Annotated[timedelta | None, Span()] = None


class SeveralGames(Several[SomeGames]):
    """``Adjudicate``, ``Annul`` or ``AddTime`` for each of the games."""

    slug = "several-games"
    title = gettext_lazy("Decide games")
    meaning = gettext_lazy(
        "Adjudicates or annuls several open games at once, or gives everybody in them more time: all, or none of them."
    )
    is_for_arbiters = True
    Inputs = SomeGames

    def suggestions(self, event: Event) -> Sequence[tuple[str, dict[str, str]]]:
        """The games in which nobody has moved for ten days, and those of each round."""
        silent = list(silent_games(event).order_by("turn__started_at", "pk").values_list("pk", flat=True))
        rounds: dict[int, list[int]] = {}
        listed = running_games(event).order_by("turn__started_at", "pk")
        for number, game in listed.values_list("fixture_game__fixture__round__number", "pk")[:MOST_AT_ONCE]:
            rounds.setdefault(number, []).append(game)
        title = ngettext("Silent for 10 days: %(count)d game", "Silent for 10 days: %(count)d games", len(silent))
        of_round = _("Round %(number)d")
        found = [(title % {"count": len(silent)}, silent[:MOST_AT_ONCE])] if silent else []
        found += [(of_round % {"number": number}, rounds[number]) for number in sorted(rounds)]
        return [(title, {"games": ",".join(map(str, games))}) for title, games in found]

    def parts(self, event: Event, inputs: SomeGames) -> Sequence[Part]:
        if inputs.verdict == Verdict.ADD_TIME and inputs.span is None:
            raise EventError(_("Say how much time, such as 2 days."), "span")
        return [_part(event, running_game_of(event, number), inputs) for number in sorted(set(inputs.games))]

    def games(self, event: Event, inputs: SomeGames) -> QuerySet[Game]:
        return games_of_event(event).filter(pk__in=inputs.games)


def _part(event: Event, game: Game, inputs: SomeGames) -> Part:
    if inputs.verdict == Verdict.ANNUL:
        return Annul(), OneGame(game=game.pk)
    if inputs.verdict == Verdict.ADD_TIME and inputs.span is not None:
        return AddTime(), MoreTime(game=game.pk, span=inputs.span)
    scores = _scores(event, game, inputs.verdict)
    if event.event_ruleset.scoring == "leaves":
        return Adjudicate(), GivenResult(game=game.pk, scores=scores)
    return Adjudicate(), GivenResult(
        game=game.pk, places=places_with_leavers(list(game.seats.all()), places_of(scores))
    )


def _scores(event: Event, game: Game, verdict: str) -> Sequence[int]:
    """The scores that decide a game; a player who loses it has those of one who resigns."""
    board = game.load_position().scores
    if verdict == Verdict.BOARD:
        return tuple(board)
    if verdict == Verdict.DRAW:
        return (min(board),) * len(board)
    if event.event_ruleset.scoring == "leaves":
        par = event.event_ruleset.par
        return tuple(0 if seat == game.to_act else max(score, par) for seat, score in enumerate(board))
    return tuple(min(board) - 1 if seat == game.to_act else score for seat, score in enumerate(board))
