"""House opponents: their accounts, and how they play their turns. A service beside :mod:`games.play.moving`.

A bot thinks about a game without holding its lock. What it comes to is played if the game is still where it was; of two
workers at the same game the second finds that it is not, and does nothing. Budgets count simulations, not time, so that
a move can be found again from its seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.apps import apps as all_apps
from django.apps.registry import Apps
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from games import bots
from games.bots import Strength
from games.bots.ratings import rating_of
from games.exceptions import ProposalError
from games.models import Game, Player, Seat, Submission
from games.play.log import OpenGame, open_game, read_game
from games.play.outcome import advance, dice_of, standing_answers
from games.play.turn_writing import wake_bots
from games.records import dice
from games.rules import RULES
from games.rules.base import Position, Rules
from games.turns.playing import Cause, read_turn
from ground.background import enqueue_after_commit

THINKING_TIME = timedelta(seconds=2)  # the most for the steps that are played together
LOST_AFTER = timedelta(seconds=45)  # a bot that has not begun to move after so long was not called, or is in a queue
FULL_STRENGTH_QUEUE = 50  # games that may wait before the bots think less, so that all are answered within a minute


_LEVELS = {
    Strength.PLAIN: gettext_lazy("very easy"),
    Strength.EASY: gettext_lazy("easy"),
    Strength.MIDDLE: gettext_lazy("medium"),
    Strength.STRONG: gettext_lazy("strong"),
}


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A program of the house. It has an account for each seat that it can take at one table."""

    username: str
    strength: Strength
    described: str

    @property
    def words(self) -> str:
        """How it plays, in the language of the reader."""
        return gettext(self.described)

    @property
    def level(self) -> str:
        """How well it plays, in the language of the reader."""
        return str(_LEVELS[self.strength])

    def rating_in(self, rules: Rules[Any, Any]) -> str:
        """How strong it is in a game, such as "about 1650"; empty where that was not measured."""
        rating = rating_of(rules.slug, self.strength)
        return "" if rating is None else gettext("about {rating}").format(rating=rating)

    @property
    def ratings(self) -> list[tuple[str, str]]:
        """The games in which its strength was measured, with its rating there."""
        return [(rules.title, rating) for rules in RULES.values() if (rating := self.rating_in(rules))]

    @property
    def accounts(self) -> tuple[str, ...]:
        """The usernames of its accounts: ``house-oak``, ``house-oak-2`` ..."""
        return (self.username, *(f"{self.username}-{number}" for number in range(2, MOST_AT_A_TABLE + 1)))


MOST_AT_A_TABLE = max(rules.seats[-1] for rules in RULES.values()) - 1

HOUSE_BOTS = (
    HouseBot(
        "house-seedling", Strength.PLAIN, gettext_noop("plays any legal move: an opponent to learn the rules with")
    ),
    HouseBot(
        "house-bush",
        Strength.EASY,
        gettext_noop("plays one step in three as well as it can, and any legal step otherwise"),
    ),
    HouseBot(
        "house-sapling", Strength.MIDDLE, gettext_noop("plays its own turn as well as it can, and looks no further")
    ),
    HouseBot("house-oak", Strength.STRONG, gettext_noop("looks ahead at your answers and at its own next moves")),
)
SUBSTITUTE = Strength.MIDDLE  # for a seat that was left: plays soundly, and does not decide the game among the others


def make_accounts(*, using: str, apps: Apps = all_apps, **_: Any) -> None:
    """Make the accounts that are missing; called after every ``migrate``. A person's account of that name stays."""
    try:
        players = apps.get_model("games", "Player").objects.using(using)
    except LookupError:  # migrated back to before there were players
        return
    names = [name for bot in HOUSE_BOTS for name in bot.accounts]
    taken = set(players.filter(username__in=names).values_list("username", flat=True))
    players.bulk_create(
        [players.model(username=name, is_bot=True, password="!") for name in names if name not in taken]  # noqa: S106
    )


def accounts() -> Mapping[str, Player]:
    """The house's accounts that can be challenged, by username, the weakest first."""
    names = [bot.username for bot in HOUSE_BOTS]
    found = Player.objects.filter(username__in=names, is_bot=True, is_active=True).in_bulk(field_name="username")
    return {name: found[name] for name in names if name in found}


def opponents(bot: str, count: int) -> list[Player]:
    """So many accounts of the house bot of that username. Raises ProposalError."""
    names = next((found.accounts for found in HOUSE_BOTS if found.username == bot), ())
    found = Player.objects.filter(username__in=names, is_bot=True, is_active=True).in_bulk(field_name="username")
    seated = [found[name] for name in names if name in found][: max(count, 0)]
    if not found or len(seated) < count:
        raise ProposalError(
            gettext("There is no house bot {bot}. The house bots: {accounts}.").format(
                bot=f"{bot!r}", accounts=", ".join(accounts())
            )
        )
    return seated


def strength_of(seat: Seat) -> Strength:
    """How well the house plays a seat: as its bot does; the seats of people and unknown bots as SUBSTITUTE."""
    if seat.has_left:
        return SUBSTITUTE
    return next((bot.strength for bot in HOUSE_BOTS if seat.player.username in bot.accounts), SUBSTITUTE)


def play_house_bot(game_id: int, *, clock: Callable[[], datetime]) -> bool:
    """Play for the house if it is to act, and say whether it did. ``clock`` tells the time, zone aware."""
    opened = read_game(game_id)
    if (seat := _house_seat(opened)) is None:
        return False
    before, text = opened.game.position, _think(opened, seat, clock)
    with transaction.atomic():
        opened = open_game(game_id)
        if opened.game.position != before or _house_seat(opened) is None:
            return False
        _play(opened, opened.seats[seat.number], text, clock())
    return True


def _house_seat(opened: OpenGame) -> Seat | None:
    """The seat to act, if the house plays it."""
    game = opened.game
    if game.status != Game.Status.RUNNING or game.to_act is None:
        return None
    seat = opened.seats[game.to_act]
    return seat if seat.has_left or seat.player.is_bot else None


def _think(opened: OpenGame, seat: Seat, clock: Callable[[], datetime]) -> str:
    """The steps to play: those that follow each other before dice fall, the turn ends or a step is forced.

    Each follows from the game's secret, its nonce and the ply, unless there is a queue or time runs out.
    """
    game, position = opened.game, opened.position
    taste = dice.renew(game.secret, game.nonce)
    late, turn, texts = clock() + THINKING_TIME, position.turn_of, list[str]()
    simulations = simulations_for(game.game_rules, waiting=waiting_games().count())
    while not texts or (position.to_act == seat.number and position.turn_of == turn and position.forced_move() is None):
        move = bots.choose_move(
            position,
            strength=strength_of(seat),
            random=Random(f"{taste}:{game.ply + len(texts)}"),  # noqa: S311 - a bot's taste
            simulations=simulations,
            is_late=lambda: clock() > late,
        )
        texts.append(game.game_rules.format(move, position))
        position = position.play(move)
    return "; ".join(texts)


def may_have_hints(game: Game, seats: Sequence[Seat], own: Seat) -> bool:
    """Whether the player of a seat may see what the middle bot would play: against house bots alone, unrated."""
    is_alone = all(seat.player.is_bot for seat in seats if seat.number != own.number)
    return is_alone and not game.rated and game.status == Game.Status.RUNNING


def suggested_step(game: Game, position: Position[Any]) -> Any:
    """What the middle bot would play for the seat to act: the same for the same position, and independent of dice."""
    taste = Random(f"hint:{game.pk}:{game.ply}")  # noqa: S311 - not the secret, from which the dice follow
    return bots.choose_move(position, strength=Strength.MIDDLE, random=taste, simulations=0)


def simulations_for(rules: Rules[Any, Any], *, waiting: int) -> int:
    """The budget of the strong bot: the smaller, the longer the queue beyond what is answered at full strength."""
    return max(1, rules.simulations * FULL_STRENGTH_QUEUE // max(waiting, FULL_STRENGTH_QUEUE))


def _play(opened: OpenGame, seat: Seat, text: str, at: datetime) -> None:
    game = opened.game
    turn = read_turn(
        game.game_rules, opened.position, seat.number, text, game.ply, dice_of(game), standing_answers(opened)
    )
    advance(opened, turn.by(Cause.BOT), at, Submission.Source.SERVICE, now=at)
    opened.save()
    wake_bots(game, opened.seats)


def waiting_games() -> QuerySet[Game]:
    """Running games in which the house is to act, the longest waiting first."""
    return Game.objects.filter(turn__isnull=False, turn__player=None).order_by("turn__started_at", "pk")


def wake_forgotten_bots(*, now: datetime) -> list[int]:
    """Tell the workers again of games in which the house has been to act for long, and say which."""
    late = waiting_games().filter(turn__due_at__lte=now, turn__started_at__lt=now - LOST_AFTER)
    forgotten = list(late.values_list("pk", flat=True))
    for game_id in forgotten:
        enqueue_after_commit("games.tasks.play_house_bot", game_id)
    return forgotten
