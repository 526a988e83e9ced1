"""Starting a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, cast

from django.db import transaction
from django.utils import translation

from games.clock.calendars import USUAL_PAUSES, PauseRules
from games.clock.controls import TimeControl
from games.models import CurrentTurn, Game, GameEvent, Player, Seat, Submission, new_secret
from games.play.log import OpenGame, start_clock, store
from games.play.outcome import settle_game
from games.play.turn_writing import wake_bots
from games.presenting.titles import PlaceInEvent, title_in_words
from games.records import dice
from games.rules import RULES
from games.rules.base import Options
from ground.prepared.writes import insert, numbers_for

Kind = GameEvent.Kind
Source = Submission.Source


@dataclass(frozen=True)
class NewGame:
    """What one game has of its own: its players in seat order, and so are the ``words`` that they gave for the dice, if
    any; ``nonce`` was drawn for them after they were sealed. A game of an event is called after its place there, any
    other one by its ``title``."""

    players: Sequence[Player]
    place_in_event: PlaceInEvent | None = None
    title: str = ""
    secret: str = ""
    words: Sequence[str] = ()
    nonce: str = ""


def create_game(
    *,
    players: Sequence[Player],
    place_in_event: PlaceInEvent | None = None,
    title: str = "",
    secret: str = "",
    words: Sequence[str] = (),
    nonce: str = "",
    **agreed: Any,  # Any: the arguments of ``create_games``
) -> Game:
    """Start one game of these (see ``NewGame``); what is ``agreed`` is that of ``create_games``."""
    return create_games([NewGame(players, place_in_event, title, secret, words, nonce)], **agreed)[0]


@transaction.atomic
def create_games(
    new: Sequence[NewGame],
    *,
    rules: str,
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    rated: bool = True,
    pause_rules: PauseRules = USUAL_PAUSES,
) -> list[Game]:
    """Start games at ``at``, by as many statements as one takes for each few hundred of them.

    Raises OptionError for options the game does not have.
    """
    game_rules = RULES[rules]
    starts = {}
    for count in {len(one.players) for one in new}:
        checked = game_rules.check_options(count, options or {})
        starts[count] = checked, game_rules.start(count, checked)
    opened = []
    for number, one in zip(numbers_for(Game, len(new)), new, strict=True):  # the log begins with it
        checked, position = starts[len(one.players)]
        game = Game(
            pk=number,
            rules=rules,
            rules_version=game_rules.version,
            options=checked,
            title=one.title or _english(**one.place_in_event or {}),
            place_in_event=one.place_in_event or {},
            rated=rated,
            secret=one.secret or new_secret(),
            words=list(one.words) if any(one.words) else [],
            nonce=one.nonce,
            to_act=0,  # until the dice have fallen that come before the first choice
            control=control.dump(),
            pause_rules=pause_rules.dump(),
            clocks=[control.base // timedelta(milliseconds=1)] * len(one.players),
            started_at=at,
        )
        seats = [Seat(game=game, number=place, player=player) for place, player in enumerate(one.players)]
        begun = OpenGame(game=game, seats=seats, position=position)
        game.turn = CurrentTurn(game=game, started_at=at)
        start_clock(game, seats, position.seat_to_act, at)
        begun.write(Kind.STARTED, source=Source.SERVICE, at=at, text=dice.seal(dice.commit(game.secret), game.words))
        if one.nonce:
            begun.write(Kind.RENEWED, source=Source.SERVICE, at=at, text=one.nonce)
        settle_game(begun, at, now=at)
        opened.append(begun)
    insert([seat for begun in opened for seat in begun.seats])
    store(opened)
    for begun in opened:
        wake_bots(begun.game, begun.seats)
    return [begun.game for begun in opened]


@lru_cache(maxsize=1000)
def _english(**place: object) -> str:
    """The title that records and programs read, of a ``PlaceInEvent``."""
    if not place:
        return ""
    with translation.override("en-gb"):
        return title_in_words(cast(PlaceInEvent, place))[: Game._meta.get_field("title").max_length]
