"""Making, looking at and dropping plans. What they do when the game goes on is in ``outcome``."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.exceptions import GameError, NotSeated, NotYourTurn, RefusedMove, StalePly
from games.models import Seat, Submission
from games.plans.language import Plan, PlanError, read_plan
from games.plans.matching import check_plan
from games.plans.trying import plan_of as plan_from
from games.play.log import OpenGame, open_game, read_game
from games.play.outcome import drop_plan as drop
from games.play.outcome import keep_plan, plan_of
from games.play.submissions import LONGEST_TEXT, Receipt, Sent, seat_of_sender, storable, submit
from games.play.turn_writing import agreed, check_running
from games.turns.lines import Tree
from games.work import Budget
from ground.wording import kept

# What became of a plan that its player wanted to be dropped.
SOMEBODY_WROTE = kept("Somebody has written in this game, so your plan was dropped, as you wanted.")


class NoPlan(GameError):
    """There is no plan to drop."""

    code = "no_plan"


def set_plan(
    *,
    game_id: int,
    player_id: int,
    text: str,
    at: datetime,
    source: str,
    ply: int | None = None,
    key: str | None = None,
) -> Receipt:
    """Keep a plan for the player's seat, in place of the one it has. Only the player ever sees it.

    With ``ply`` it is refused if the game has gone on since the player looked. Raises RefusedMove, StalePly,
    NotYourTurn, NotSeated, GameOver.
    """

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        plan = _plan(opened, seat, sent)
        keep_plan(seat, plan, opened.game.ply, opened.position)
        return agreed(opened, seat, sent, message=gettext("Your plan: [{plan}].").format(plan=plan))

    return submit(Sent(game_id, player_id, "plan", storable(text), ply, at, source, key), action)


def preview_plan(*, game_id: int, player_id: int, text: str, at: datetime, source: str, ply: int | None = None) -> Plan:
    """The plan as it would be kept. Nothing is written. Raises what ``set_plan`` raises."""
    sent = Sent(game_id, player_id, "plan", storable(text), ply, at, source, None)
    opened = read_game(game_id)
    return _plan(opened, seat_of_sender(opened, sent), sent)


def plan_of_lines(*, game_id: int, player_id: int, ply: int, lines: Sequence[Sequence[str]]) -> str:
    """The text of the plan that is in lines of an analysis from the present moment. Nothing is written.

    Raises RefusedMove, StalePly, NotSeated, and TooMuchWork.
    """
    opened = read_game(game_id)
    seat = opened.seat_of(player_id)
    if seat is None:
        raise NotSeated(gettext("You do not play in game {game_id}.").format(game_id=game_id))
    if ply != opened.game.ply:
        now = opened.game.ply
        raise StalePly(
            gettext("Game {game_id} is at move {now}, and these lines begin at {ply}. Try them again.").format(
                game_id=game_id, now=now, ply=ply
            ),
            now,
        )
    tree = Tree(opened.game.game_rules, opened.position, Budget())
    for line in lines:
        tree.add(line)
    try:
        return str(plan_from(tree, seat.number))
    except PlanError as error:
        raise RefusedMove(str(error), code=error.code, index=0, step=error.part, rest=[]) from error


def drop_plan(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Forget the plan of the player's seat. Raises NoPlan."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        if not seat.plan:
            raise NoPlan(
                gettext("You have no plan in this game. It may have been played, or the game took another course.")
            )
        drop(seat)
        return agreed(opened, seat, sent, message=gettext("You have no plan in this game any more."))

    return submit(Sent(game_id, player_id, "drop plan", "", None, at, source, key), action)


@transaction.atomic
def heed_message(*, game_id: int, writer_id: int) -> None:
    """A player has written something in a game: plans of the others that wait then are dropped.

    For whatever carries messages between players, in the transaction that stores one.
    """
    for seat in open_game(game_id).seats:
        if seat.plan and seat.player_id != writer_id and plan_of(seat).waits:
            drop(seat, SOMEBODY_WROTE)


def _plan(opened: OpenGame, seat: Seat, sent: Sent) -> Plan:
    """The plan in canonical text, after every guard."""
    game = opened.game
    check_running(game)
    if sent.ply is not None and sent.ply != game.ply:
        now = game.ply
        raise StalePly(
            gettext("Game {game} is at move {now}, not at {ply}. Look at the board and plan again.").format(
                game=game.pk, now=now, ply=sent.ply
            ),
            now,
        )
    if game.to_act == seat.number and not opened.position.is_answer:
        raise NotYourTurn(gettext("It is your turn: play your move first, and then plan for what comes after it."))
    try:
        if len(sent.text) > LONGEST_TEXT:
            raise PlanError(
                gettext("That is too long: a plan may have {longest_text} characters.").format(
                    longest_text=LONGEST_TEXT
                ),
                sent.text[:60],
            )
        plan = read_plan(sent.text, game.game_rules.omens)
        return check_plan(game.game_rules, opened.position, seat.number, plan, Budget())
    except PlanError as error:
        raise RefusedMove(str(error), code=error.code, index=0, step=error.part, rest=[]) from error
