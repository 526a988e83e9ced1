"""Watching games that one does not play in: being notified of the end, or of each turn."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Game, Player, Submission, Watch
from games.moderation import quotas
from games.play.log import OpenGame
from games.play.submissions import Receipt, Sent, submit_for_anybody
from games.play.turn_writing import check_running
from ground.prepared.queries import Asked, Prepared

EACH_TURN = "each turn"


class OwnGame(GameError):
    """A player of a game need not watch it."""

    code = "own_game"


class NotWatched(GameError):
    """There is nothing to stop."""

    code = "not_watched"


def watch(
    *, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None, each_turn: bool = False
) -> Receipt:
    """Be notified of how a running game ends, or of ``each_turn``. Again with the other choice changes it.

    Raises NoSuchGame, GameOver, OwnGame, QuotaReached.
    """
    sent = Sent(game_id, player_id, "watch", EACH_TURN if each_turn else "", None, at, source, key)

    def action(opened: OpenGame) -> Submission:
        game = opened.game
        check_running(game)
        if opened.seat_of(player_id) is not None:
            raise OwnGame(gettext("You play in game {game}, so you get its mails anyway.").format(game=game.pk))
        others = Watch.objects.filter(player_id=player_id, game__status=Game.Status.RUNNING).exclude(game=game)
        player = Player.objects.get(pk=player_id)
        quotas.check_room(quotas.WATCHED, player, others, at=at)
        quotas.spend(quotas.NOTES, player, at=at)
        Watch.objects.update_or_create(game=game, player_id=player_id, defaults={"each_turn": each_turn})
        if not game.is_watched:
            game.is_watched = True
            game.save(update_fields=["is_watched"])
        when = gettext("after each turn, and when it is over") if each_turn else gettext("when it is over")
        return sent.record(
            Submission.State.PLAYED,
            message=gettext("You watch game {game}: a mail comes {when}.").format(game=game.pk, when=when),
        )

    return submit_for_anybody(sent, action)


def unwatch(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Do not watch a game any more. Raises NotWatched, NoSuchGame, QuotaReached."""
    sent = Sent(game_id, player_id, "unwatch", "", None, at, source, key)

    def action(opened: OpenGame) -> Submission:
        if not Watch.objects.filter(game=opened.game, player_id=player_id).delete()[0]:
            raise NotWatched(gettext("You do not watch game {game_id}.").format(game_id=game_id))
        quotas.spend(quotas.NOTES, Player.objects.get(pk=player_id), at=at)
        return sent.record(
            Submission.State.PLAYED,
            message=gettext("You do not watch game {game_id} any more.").format(game_id=game_id),
        )

    return submit_for_anybody(sent, action)


_WATCH = Prepared(lambda: Watch.objects.filter(game=Asked("game"), player=Asked("player")))


def watch_of(game: Game, player: Player) -> Watch | None:
    """How the player watches the game; None if not at all."""
    return next(iter(_WATCH.ask(game=game.pk, player=player.pk)), None)


def watchers_of(game: Game) -> QuerySet[Watch]:
    """Those who watch a game and do not play in it, with their players."""
    seated = game.seats.filter(left_ply=None).values("player")
    watches = Watch.objects.filter(game=game, player__is_active=True).exclude(player__in=seated)
    return watches.select_related("player").order_by("pk")
