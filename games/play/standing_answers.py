"""Answers given beforehand, for a seat that is asked in the turn of another one."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from games.exceptions import OutOfTime, RefusedMove
from games.models import Game, Seat, Submission
from games.play.log import OpenGame
from games.play.outcome import settle_game
from games.play.submissions import Receipt, Sent, storable, submit
from games.play.timeouts import resolve_timeout
from games.play.turn_writing import agreed, check_in_time, check_running


def set_standing_answer(
    *, game_id: int, player_id: int, text: str, at: datetime, source: str, key: str | None = None
) -> Receipt:
    """Say beforehand how the player's seat answers out of turn: by one of the game's standing preferences, or ``ask``.

    Only the player sees it. If the seat is being asked now, it answers. Raises RefusedMove for any other text.
    """

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        game = opened.game
        check_running(game)
        seat.standing_answer = _standing_preference(game, sent.text)
        seat.save(update_fields=["standing_answer"])
        if game.to_act == seat.number and opened.position.is_answer:
            check_in_time(opened, seat, sent)
            settle_game(opened, sent.at, now=sent.at)
        return agreed(
            opened,
            seat,
            sent,
            message=gettext("Your answer from now on: [{ask}].").format(ask=seat.standing_answer or ASK),
        )

    try:
        return submit(Sent(game_id, player_id, "answer", storable(text), None, at, source, key), action)
    except OutOfTime:
        resolve_timeout(game_id, now=at)
        raise


ASK = "ask"


def _standing_preference(game: Game, text: str) -> str:
    """The text of a standing preference as it is stored, blank for ``ask``. Raises RefusedMove."""
    rules = game.game_rules
    written = rules.read_preference(text)
    if written in rules.standing_preferences:
        return written.text
    if rules.standing_preferences and text.strip().lower() == ASK:
        return ""
    choices = ", ".join([ASK, *(preference.text for preference in rules.standing_preferences)])
    message = (
        gettext("An answer beforehand is one of these: {choices}.").format(choices=choices)
        if rules.standing_preferences
        else gettext("In {rules} nobody is asked out of turn.").format(rules=rules.title)
    )
    raise RefusedMove(message, code="unreadable", index=0, step=text[:60], rest=[])
