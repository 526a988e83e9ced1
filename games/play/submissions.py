"""What players send, recorded with what became of it.

An accepted submission is recorded in the transaction of its action, a refused one with the reason: the newest of each
player, and only where the player has something to do with the game. The same ``key`` from the same player is the same
submission, and the same words for the same ply of a seat are the same move.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.exceptions import GameError, GameOver, KeyReused, MoveHeld, NoSuchGame, NotSeated, RepeatedRefusal
from games.models import Game, GameEvent, Player, Seat, Submission
from games.moderation import quotas
from games.play.log import OpenGame, open_game
from games.presenting.titles import end_in_words
from games.timekeeping import turn_clock
from ground.metrics import SUBMISSIONS
from ground.prepared.writes import insert

State = Submission.State

LONGEST_TEXT = 4000
ANNOUNCED = "announced"  # the code of a held move that was read beside other words


@dataclass(frozen=True)
class Receipt:
    """What became of a submission. ``repeated`` says that it had been made before and nothing new happened."""

    submission: Submission
    repeated: bool = False

    @property
    def number(self) -> int:
        return self.submission.pk


@dataclass(frozen=True)
class Sent:
    """One submission as it came in: ``at`` is its arrival, ``ply`` the moment of the game that its sender saw."""

    game_id: int
    player_id: int
    verb: str
    text: str
    ply: int | None
    at: datetime
    source: str
    key: str | None

    def record(self, state: State, **values: Any) -> Submission:
        """Store it with what became of it."""
        submission = Submission(
            game_id=self.game_id,
            player_id=self.player_id,
            verb=self.verb,
            text=self.kept_text,
            ply=self.ply,
            source=self.source,
            key=self.key,
            received_at=self.at,
            state=state,
            **values,
        )
        insert([submission])
        counter = SUBMISSIONS.labels(self.source, self.verb, str(state))
        transaction.on_commit(counter.inc)
        return submission

    @property
    def kept_text(self) -> str:
        """The text as it is stored: nobody needs more than a screen of it."""
        return self.text[:LONGEST_TEXT]

    def earlier(self) -> Submission | None:
        """The submission with the same key, if there is one."""
        if self.key is None:
            return None
        return Submission.objects.filter(player_id=self.player_id, key=self.key).first()

    def repeat(self, earlier: Submission) -> Receipt:
        """The answer to the same submission again: what it got the first time."""
        mine = (self.game_id, self.verb, self.ply, self.kept_text)
        if mine != (earlier.game_id, earlier.verb, earlier.ply, earlier.text):
            raise KeyReused(
                gettext("This key belongs to submission {earlier}. Use a new key for a new submission.").format(
                    earlier=earlier.pk
                )
            )
        if earlier.state == State.REJECTED:
            raise RepeatedRefusal(earlier.message, code=earlier.code, submission_id=earlier.pk)
        return Receipt(earlier, repeated=True)


def storable(text: str) -> str:
    """The text without what no database takes: NUL, and surrogates, which are no letters."""
    return text.replace("\0", "").encode(errors="replace").decode()


Action = Callable[[OpenGame, Seat, Sent], Submission]


class AlreadyPlayed(Exception):  # no error: the submission it repeats was played
    """The same words were played for the same ply before, or are held for it."""

    def __init__(self, first: Submission) -> None:
        self.values = {
            "seat": first.seat,
            "first_seq": first.first_seq,
            "last_seq": first.last_seq,
            "receipt": first.receipt,
            "message": gettext("The same as submission {first}, which was {state}.").format(
                first=first.pk, state=first.state
            ),
        }


def submit(sent: Sent, action: Action) -> Receipt:
    """Run an action once under the game's lock, for the seat of its sender. A refusal is recorded and raised."""
    return submit_for_anybody(sent, lambda opened: action(opened, seat_of_sender(opened, sent), sent))


def submit_for_anybody(sent: Sent, action: Callable[[OpenGame], Submission]) -> Receipt:
    """The same for an action that needs no seat."""
    try:
        with transaction.atomic():
            opened = open_game(sent.game_id, player_id=sent.player_id, key=sent.key)
            if opened.earlier_id is not None:
                return sent.repeat(Submission.objects.get(pk=opened.earlier_id))
            submission = action(opened)
            submission.game = opened.game
            return Receipt(submission)
    except IntegrityError:  # the same key at once for another game, which our lock does not cover
        if (earlier := sent.earlier()) is None:
            raise
        return sent.repeat(earlier)
    except AlreadyPlayed as repeat:
        return Receipt(record_once(sent, State.DUPLICATE, **repeat.values), repeated=True)
    except (KeyReused, NoSuchGame, RepeatedRefusal):
        raise
    except GameError as error:
        record_refusal(sent, error)
        raise


def record_refusal(sent: Sent, error: GameError) -> None:
    """Record what was refused, unless the sender has nothing to do with the game; the error names the submission."""
    if _is_stranger(sent):
        return
    error.submission_id = record_once(sent, State.REJECTED, code=error.code, message=error.message).pk
    keep_newest_refusals(sent.player_id, at=sent.at)


def _is_stranger(sent: Sent) -> bool:
    """Whether the sender has never had a seat in the game, so that nothing needs to be kept."""
    if Seat.objects.filter(game=sent.game_id, player=sent.player_id).exists():
        return False
    return not _taken_over(sent.game_id, sent.player_id).exists()


def _taken_over(game_id: int, player_id: int) -> QuerySet[GameEvent]:
    """The events by which substitutes took over seats of a player."""
    return GameEvent.objects.filter(game=game_id, kind=GameEvent.Kind.SUBSTITUTED, text__startswith=f"{player_id} ")


def keep_newest_refusals(player_id: int, *, at: datetime) -> None:
    """Remove the oldest refused submissions of a player beyond as many as are kept."""
    player = Player.objects.get(pk=player_id)
    most = quotas.most_for(quotas.REFUSALS, quotas.kind_of(player, at))
    refused = Submission.objects.filter(player=player, state=State.REJECTED).order_by("-pk")
    Submission.objects.filter(pk__in=list(refused.values_list("pk", flat=True)[most:])).delete()


def over(game: Game) -> GameOver:
    return GameOver(
        gettext("Game {game} is over ({end_reason}).").format(game=game.pk, end_reason=end_in_words(game.end_reason))
    )


def seat_of_sender(opened: OpenGame, sent: Sent) -> Seat:
    """The seat that the sender plays. Raises NotSeated; GameOver for a player who had one until the game ended."""
    seat = opened.seat_of(sent.player_id)
    if seat is not None:
        return seat
    if any(other.player_id == sent.player_id for other in opened.seats):
        if opened.game.is_over:
            raise over(opened.game)
        raise NotSeated(gettext("You have left this game, and the house bot plays on for you."))
    if _taken_over(sent.game_id, sent.player_id).exists():
        raise NotSeated(
            gettext("A substitute plays on for you in game {game_id}: you have no seat there any more.").format(
                game_id=sent.game_id
            )
        )
    raise NotSeated(gettext("You do not play in game {game_id}.").format(game_id=sent.game_id))


def record_once(sent: Sent, state: State, **values: Any) -> Submission:
    """Record what was not played. Of two at once with one key the second finds the first."""
    try:
        with transaction.atomic():
            return sent.record(state, **values)
    except IntegrityError:
        earlier = sent.earlier()
        if earlier is None:
            raise
        return earlier


def check_not_played(game: Game, seat: Seat, sent: Sent) -> None:
    """Raises AlreadyPlayed when the seat has played just these words for the ply before."""
    played = Submission.objects.filter(game=game, seat=seat.number, verb=sent.verb, ply=sent.ply, state=State.PLAYED)
    for first in played:
        if _folded(first.text) == _folded(sent.text):
            raise AlreadyPlayed(first)


def check_not_held(game: Game, sent: Sent, *, is_announced: bool = False) -> bool:
    """Raises MoveHeld while a move waits to be published, AlreadyPlayed for the same words again.

    One that was read beside other words gives way to the next, and to the same move alone; says whether one has.
    """
    held = None if game.is_over else game.turn.held
    if held is None or held.player_id != sent.player_id:
        return False
    is_same = held.ply == sent.ply and _folded(held.text) == _folded(sent.text)
    if is_same and (is_announced or held.code != ANNOUNCED):
        raise AlreadyPlayed(held)
    if held.code == ANNOUNCED:
        turn_clock.let_go_of_held(game.turn)
        game.turn.save(update_fields=["held", "held_until"])
        return True
    raise MoveHeld(
        gettext(
            "Your move [{split}] is held until {held_until} UTC and then played. Cancel it first if you want "
            "to play something else."
        ).format(split=" ".join(held.text.split())[:60], held_until=f"{game.turn.held_until:%H:%M}")
    )


def _folded(text: str) -> str:
    return "".join(text.lower().replace("\n", ";").split())
