"""A mail that is being worked on: what the handlers of its commands ask of it, and the answers they write."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.utils.translation import gettext

from games.models import Game, Player, Seat, Submission
from games.play.queries import games_to_move
from games.play.submissions import Receipt
from games.signals import exercise_asked
from ground.features import added
from notifications.addresses import held_mails
from notifications.mail_format.command_list import OF_ACCOUNT, in_words_of_reader
from notifications.mail_format.commands import Order
from notifications.mail_format.parsing import bytes_of_body
from notifications.mail_format.problems import Problem
from notifications.models import InboundMail, MailToken, OutboundMail
from notifications.outbox import NewMail, enqueue

Outcome = InboundMail.Outcome

ANSWERS_A_DAY = 60  # beyond these the page of submissions has it
EXERCISES_A_DAY = 60  # mails of lessons, which do not count among those
_OUR_MAIL = re.compile(r"<mail-(\d{1,18})@([^<>\s]+)>")
OFFERS = ("draw", "abandon")  # to which an opponent has to agree
LONGEST_KEPT = 4000  # characters of a mail among the submissions


@dataclass
class OpenMail:
    """One mail and what has been done for it so far; what became of it is written into ``mail``."""

    mail: InboundMail
    now: datetime
    seat: Seat | None = field(init=False, default=None)
    done: list[str] = field(init=False, default_factory=list)  # verbs whose order was carried out
    described: list[str] = field(init=False, default_factory=list)  # sentences of the one answer to all of them
    answered: str = field(init=False, default="")  # the Message-IDs of the mails that it says it answers
    closes_account: bool = field(init=False, default=False)  # once everything else is written
    is_of_subject: bool = field(init=False, default=False)  # whether its order stands in the Subject
    names: frozenset[str] = field(init=False, default=frozenset())  # words of its writer's names
    own_words: list[str] = field(init=False, default_factory=list)  # what it tells of the player's own words
    is_announced: bool = field(init=False, default=False)  # whether other words than courtesy stand beside its move
    words: tuple[str, ...] = field(init=False, default=())  # of the mail, for the other players
    said: tuple[str, ...] = field(init=False, default=())  # behind ``say``
    waits: bool = field(init=False, default=False)  # whether its move does, and what is said with it

    @cached_property
    def named(self) -> OutboundMail | None:
        """The last of our mails to its writer that it says it answers."""
        numbers = [int(number) for number, domain in _OUR_MAIL.findall(self.answered) if domain == settings.MAIL_DOMAIN]
        found = OutboundMail.objects.filter(reader=self.token.player_id, pk__in=numbers[-1:])
        return found.first() if self.token.player_id else None

    @property
    def token(self) -> MailToken:
        return self.mail.token

    @property
    def player(self) -> Player:
        if self.token.player is None:  # bounces never get as far as being read
            raise TypeError(f"{self.token} belongs to no player.")
        return self.token.player

    @property
    def language(self) -> str:
        return self.token.player.language if self.token.player else settings.LANGUAGE_CODE

    @property
    def game(self) -> Game | None:
        return self.seat.game if self.seat else None

    @property
    def asked_kind(self) -> str:
        """The kind of the mail that asked, at the address that takes its answer; else empty."""
        is_answer = self.token.kind == MailToken.Kind.ANSWER and self.token.mail is not None
        return str(self.token.mail.kind) if is_answer and self.token.mail else ""

    @property
    def asks(self) -> str:
        """What the mail asked, at the address that takes its answer, where that is about the account."""
        return str(self.asked_about("asks") or "")

    def asked_about(self, name: str) -> Any:
        """A fact about what the mail asked, at the address that takes its answer; None elsewhere."""
        return self.token.mail.context.get(name) if self.asked_kind and self.token.mail else None

    @property
    def exercise(self) -> Any:  # Any: a place in a lesson, or None
        """The exercise of a lesson that the mail answers."""
        lesson, number = self.asked_about("lesson"), self.asked_about("number")
        return next(iter(added(exercise_asked, lesson=lesson, number=number)), None) if lesson else None

    @property
    def is_asked_lately(self) -> bool:
        asked = self.token.mail
        return asked is not None and self.mail.known_from <= asked.created_at + held_mails.CONFIRMABLE

    @property
    def is_of_account(self) -> bool:
        return str(self.token.kind) in OF_ACCOUNT

    @property
    def is_repeat(self) -> bool:
        """Whether the same mail of the same moment came before: somebody has put another header around it.

        Blanks do not count, which most signatures let anybody add, nor what is read as a quotation by now.
        """
        if self.mail.written_at is None:
            return False
        same = InboundMail.objects.filter(written_at=self.mail.written_at).exclude(pk=self.mail.pk)
        seat = self.token.seat_id  # at another address of the same seat it is no other mail
        same = same.filter(token=self.token) if seat is None else same.filter(token__seat=seat)
        return any(
            other.own_text.split() == self.mail.own_text.split()
            or (not self.is_of_subject and bytes_of_body(bytes(other.raw)) == bytes_of_body(bytes(self.mail.raw)))
            for other in same
        )

    # What an order needs

    def seat_in(self, game_id: int | None) -> Seat | None:
        if game_id is None or game_id > 2**62:
            return None
        return Seat.objects.filter(game=game_id, player=self.player).select_related("game", "player").first()

    def only_waiting(self) -> Seat | None:
        """The player's seat in the one game that waits for them; None if none or several do."""
        waiting = list(games_to_move(self.player)[:2])
        return self.seat_in(waiting[0].pk) if len(waiting) == 1 else None

    def need_seat(self, order: Order) -> Seat:
        """The seat an order is for. Raises Problem at an address that serves several games."""
        if self.seat is None:
            message = gettext(
                "This address serves all your games. Put the number of the game in front, or use the address of one."
            )
            raise Problem("which_game", message, order.text or order.verb)
        return self.seat

    def need_ply(self, order: Order) -> int:
        """The ply that a move is for: the guard, else the address's. Raises Problem if neither names one."""
        ply = order.ply if order.ply is not None else self.token.ply
        seat = self.need_seat(order)
        if ply is None and seat.game.to_act != seat.number:
            return seat.game.ply  # the game says better what is wrong than words about numbers would
        if ply is None and self.is_of_account and self._knows_the_turn(seat.game):
            return seat.game.ply
        if ply is None:
            message = gettext(
                "This address is not for one turn only, so a move needs the number of moves played before it, "
                "such as #{ply} at the end of the line. Or answer the mail about your turn."
            )
            raise Problem("which_ply", message.format(ply=seat.game.ply), order.text)
        return ply

    def _knows_the_turn(self, game: Game) -> bool:
        """Whether the player had a mail of ours about this very turn, or a list of games with it, before they wrote."""
        sent = OutboundMail.objects.filter(reader=self.player, sent_at__lte=self.mail.known_from)
        listed = sent.filter(kind__in=(OutboundMail.Kind.GAMES, OutboundMail.Kind.DIGEST))
        is_listed = listed.filter(sent_at__gte=game.turn.started_at).exists()
        return is_listed or sent.filter(game=game, ply=game.ply).exists()

    def need_present(self, order: Order) -> None:
        """Raises Problem if the order is for a moment that is over: what is offered may be another thing by now.

        A player who has only moved since then has had no other mail: what they offer, or want to undo, is about that.
        """
        seat = self.need_seat(order)
        ply = order.ply if order.ply is not None else self.token.ply
        if ply is None or self.done:
            return
        game = Game.objects.select_for_update().get(pk=seat.game_id)
        may_be_own = order.verb == "undo" or (order.ply is None and order.verb in OFFERS)
        is_own = may_be_own and not game.events.filter(ply__gt=ply).exclude(seat=seat.number).exists()
        if game.status == Game.Status.RUNNING and game.ply != ply and not is_own:
            meant = gettext("answered an old mail") if order.ply is None else gettext("written it for move {ply}")
            message = gettext(
                "You have {meant}, and the game has moved on since. If you still want this, answer this mail with it."
            )
            message = message.format(meant=meant.format(ply=ply))
            raise Problem("stale", message, in_words_of_reader(order.verb))

    # What was done

    def serve(self, service: Callable[..., Receipt], order: Order, key: str, **values: Any) -> Receipt:
        """Call a service for this mail, in the game of its seat unless ``values`` say which. Raises GameError."""
        values.setdefault("at", self.mail.received_at)
        game_id = values.pop("game_id", None) or self.need_seat(order).game_id
        source = Submission.Source.MAIL
        receipt = service(game_id=game_id, player_id=self.player.pk, source=source, key=key, **values)
        self.played(receipt.submission)
        return receipt

    def did(self, order: Order, key: str, *sentences: str) -> None:
        """An order that is about no game was carried out: it stands among the submissions, and the answer tells it."""
        message = " ".join(sentences)
        self.played(self.record(Submission.State.PLAYED, message, text=order.text, verb=order.verb, key=key))
        self.tell(*sentences)

    def tell(self, *sentences: str, lines: Sequence[str] = ()) -> None:
        self.described += sentences
        self.own_words += lines

    # Answers

    def record(
        self,
        state: Submission.State,
        message: str,
        *,
        code: str = "",
        text: str = "",
        verb: str = "mail",
        key: str = "",
    ) -> Submission:
        """A line for the player's page of submissions, for what never reached a game."""
        return Submission.objects.create(
            player=self.player,
            game_id=self.seat.game_id if self.seat else None,
            seat=self.seat.number if self.seat else None,
            source=Submission.Source.MAIL,
            key=key or (f"mail:{self.mail.pk}:confirmed" if self.mail.confirmed_at else f"mail:{self.mail.pk}"),
            verb=verb,
            text=text.replace("\0", "")[:LONGEST_KEPT],
            ply=self.token.ply,
            received_at=self.mail.received_at,
            state=state,
            code=code,
            message=message,
        )

    def answer(self, kind: str, game: Game | None = None, *, has_board: bool = True, **context: Any) -> bool:
        """Write an answer to the player, unless there have been enough; say whether it was written.

        It is about ``game``, else about that of the seat; about none, and without a board, unless it ``has_board``.
        """
        game = (game or self.game) if has_board else None
        lesson = {OutboundMail.Kind.LESSON}
        kinds, most = (lesson, EXERCISES_A_DAY) if kind in lesson else ({*OutboundMail.ANSWERS} - lesson, ANSWERS_A_DAY)
        a_day_ago = self.now - timedelta(days=1)
        left = most - OutboundMail.objects.filter(reader=self.player, kind__in=kinds, created_at__gt=a_day_ago).count()
        if left <= 0:
            return False
        if left == 1:
            context["is_last"] = True
        letter = NewMail(
            kind=kind,
            reader_id=self.player.pk,
            cause=f"mail:{self.mail.pk}:{len(self.done)}",
            game_id=game.pk if game else None,
            ply=game.ply if game else None,
            context={"inbound": self.mail.pk, "address": str(self.token.kind), **context},
        )
        enqueue([letter], at=self.now)
        return True

    def played(self, submission: Submission) -> None:
        """An action was done. Its own mails go out through the game's signal."""
        self.mail.submission = submission
        self.end(Outcome.PLAYED, submission.message)

    def end(self, outcome: Outcome, reason: str = "") -> None:
        self.mail.outcome, self.mail.reason = outcome, reason[:300]
