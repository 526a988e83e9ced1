"""Starting a game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import translation

from games.clock.calendars import USUAL_PAUSES, PauseRules
from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, GameEvent, Player, Seat, Submission, new_secret
from games.play.log import OpenGame, start_clock
from games.play.outcome import settle_game
from games.play.turn_writing import wake_bots
from games.presenting.titles import PlaceInEvent, title_in_words
from games.records import dice
from games.rules import RULES
from games.rules.base import Options

Kind = GameEvent.Kind
Source = Submission.Source


@transaction.atomic
def create_game(
    *,
    rules: str,
    players: Sequence[Player],
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    rated: bool = True,
    title: str = "",
    place_in_event: PlaceInEvent | None = None,
    secret: str = "",
    words: Sequence[str] = (),
    nonce: str = "",
    pause_rules: PauseRules = USUAL_PAUSES,
) -> Game:
    """Start a game at ``at``, players in seat order, and so are the ``words`` that they gave for the dice, if any;
    ``nonce`` was drawn for them after they were sealed.

    A game of an event is called after its place there, any other one by its ``title``. Raises OptionError for options
    the game does not have.
    """
    game_rules = RULES[rules]
    checked = game_rules.check_options(len(players), options or {})
    position = game_rules.start(len(players), checked)
    game = Game.objects.create(
        rules=rules,
        rules_version=game_rules.version,
        options=checked,
        title=title or _english(place_in_event),
        place_in_event=place_in_event or {},
        rated=rated,
        secret=secret or new_secret(),
        words=list(words) if any(words) else [],
        nonce=nonce,
        position=position.dump(),
        to_act=0,  # until the dice have fallen that come before the first choice
        control=control.dump(),
        pause_rules=pause_rules.dump(),
        clocks=[control.base // timedelta(milliseconds=1)] * len(players),
        started_at=at,
    )
    seats = Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player) for number, player in enumerate(players)
    )
    opened = OpenGame(game=game, seats=seats, position=position)
    game.turn = CurrentTurn(game=game, started_at=at)
    start_clock(game, seats, position.seat_to_act, at)
    opened.write(Kind.STARTED, source=Source.SERVICE, at=at, text=dice.seal(dice.commit(game.secret), game.words))
    if nonce:
        opened.write(Kind.RENEWED, source=Source.SERVICE, at=at, text=nonce)
    settle_game(opened, at, now=at)
    opened.save()
    wake_bots(game, seats)
    return game


def _english(place: PlaceInEvent | None) -> str:
    """The title that records and programs read."""
    if not place:
        return ""
    with translation.override("en-gb"):
        return title_in_words(place)[: Game._meta.get_field("title").max_length]
