"""What we asked with "Perhaps you meant": one move, which the player takes by answering ``yes``.

It stands in the mail that asked, the newest of its kind about that moment of the game: no row of its own, and over as
soon as the game moves on or its player says no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext

from games.clock.calendars import zone_named
from games.clock.pauses import Pause, Reason
from games.conversation import remarks
from games.exceptions import GameError
from games.models import Game, GameEvent, Player, Seat, Submission
from games.play.submissions import ANNOUNCED
from games.signals import held_published, time_is_over
from games.timekeeping import turn_clock
from ground.wording import day_in_words
from notifications.inbound.open_mail import OpenMail
from notifications.mail_format.commands import OFFER, Order
from notifications.mail_format.problems import Problem
from notifications.models import InboundMail, OutboundMail
from notifications.outbox import NewMail, enqueue

ANSWERED_WITHIN = timedelta(days=1)  # in which a turn that we asked about is not lost, and counts from its arrival
LEAST_LEFT = timedelta(hours=1)  # for another turn, where no yes has come
NO = "not_meant"  # the code of the answer to a no
OFFERS = (GameEvent.Kind.DRAW_OFFERED, GameEvent.Kind.UNDO_ASKED, GameEvent.Kind.ABANDON_OFFERED)


@dataclass(frozen=True)
class Suggestion:
    """A move that waits for its player's yes, the ply at which it would be played, and when it arrived.

    ``arrived_at`` is None where the question is too old for the move to count from then.
    """

    text: str
    ply: int
    mail: OutboundMail  # that asked
    arrived_at: datetime | None
    held_until: datetime | None = None  # it is played then without a yes, too, unless its player says no

    @property
    def is_held(self) -> bool:
        return self.held_until is not None

    def is_in(self, mail: OutboundMail) -> bool:
        """Whether a mail asks this very question."""
        return mail.pk == self.mail.pk or (
            mail.context.get("offer") == self.text and (mail.game_id, mail.ply) == (self.mail.game_id, self.ply)
        )


def suggested_to(seat: Seat, now: datetime) -> Suggestion | None:
    """What the player of a seat was last asked about their present turn; None if there is nothing to say yes to."""
    turn = seat.game.turn if seat.game.to_act == seat.number else None
    held = announced_to(seat)
    asked = open_questions(_asked(seat.game)) if turn is not None else []
    if held and not (asked and asked[-1].pk > held.mail.pk and asked[-1].context["offer"] != held.text):
        return held
    if not asked:
        return None
    offer = asked[-1].context["offer"]
    lately = [mail for mail in asked if mail.created_at + ANSWERED_WITHIN >= now]
    same = next((mail for mail in lately if mail.context["offer"] == offer), None)
    return Suggestion(offer, seat.game.ply, asked[-1], _arrival(same) if same else None)


def announced_to(seat: Seat) -> Suggestion | None:
    """The move that is played for a seat unless its player says no."""
    turn = seat.game.turn if seat.game.to_act == seat.number else None
    if turn is None or turn.held is None or turn.held.code != ANNOUNCED:
        return None
    answers = OutboundMail.objects.filter(reader=seat.player_id, game=seat.game, kind=OutboundMail.Kind.SHOW)
    said_in = answers.filter(ply=seat.game.ply, context__is_held=True).order_by("-pk").first()
    return Suggestion(turn.held.text, seat.game.ply, said_in, None, turn.held_until) if said_in else None


def what_is_held(text: str, until: datetime, player: Player, now: datetime) -> str:
    """What we have read, and when it is played, in the zone of its player, who can still cancel it."""
    there = until.astimezone(zone_named(player.time_zone))
    words = gettext("We read [{move}]. It is played at {time}, unless you answer [no].")
    if there.date() != now.astimezone(there.tzinfo).date():
        words = gettext("We read [{move}]. It is played at {time} on {day}, unless you answer [no].")
    return words.format(move="; ".join(text.splitlines()), time=f"{there:%H:%M}", day=day_in_words(there))


def open_questions(asked: list[OutboundMail]) -> list[OutboundMail]:
    """Those of the mails of a turn that ask and that no "no" came after. A refusal between them closes none."""
    last_no = max((at for at, mail in enumerate(asked) if mail.context["code"] == NO), default=-1)
    return [mail for mail in asked[last_no + 1 :] if mail.context.get("offer")]


def question_meant(opened: OpenMail, order: Order) -> Suggestion | None:
    """The question that a yes or a no answers; None where it answers an offer of the opponent.

    It answers what the mail asks that it names, else what alone is open. Raises Problem, with what is open, where the
    mail that it names is older than that, or of another game, and where both are open.
    """
    if order.text == OFFER:
        return None
    seat, named = opened.need_seat(order), opened.named
    asked, offered = suggested_to(seat, opened.now), _offered_in(seat)
    told_in = offered.pk if offered else 0
    if order.verb == "decline" and named and (held := announced_to(seat)) and held.is_in(named):
        return held
    if asked and named and asked.is_in(named) and (told_in > named.pk or not is_offered(seat)):
        return asked
    newest = max(asked.mail.pk if asked else 0, told_in)
    nearest, offer = ([asked.text], asked.text) if asked else ([], "")
    if named and newest and (named.pk < newest or named.game_id not in (None, seat.game_id)):
        message = gettext("You have answered an older mail than the one that asks, so nothing was done.")
        raise Problem("older_mail", message, nearest=nearest, offer="" if is_offered(seat) else offer)
    if asked and is_offered(seat):
        message = gettext(
            "Your opponent has offered something, and we asked about a move. Write the move itself, or [accept offer]."
        )
        raise Problem("two_answers", message, nearest=nearest)
    return asked


def is_offered(seat: Seat) -> bool:
    """Whether another seat has offered something that this one can accept or decline."""
    return any(seat.number not in seats for seats in seat.game.agreements.values())


def _offered_in(seat: Seat) -> OutboundMail | None:
    """The mail of its own that brought an offer to the player of a seat; None if nothing is offered, or with a move."""
    if not is_offered(seat):
        return None
    offers = GameEvent.objects.filter(game=seat.game, kind__in=OFFERS).exclude(seat=seat.number)
    last = offers.order_by("-seq").values_list("seq", flat=True).first() or 0
    mails = OutboundMail.objects.filter(reader=seat.player_id, game=seat.game, context__last_seq__gte=last)
    return mails.exclude(state=OutboundMail.State.DROPPED).order_by("pk").first()


def _asked(game: Game) -> list[OutboundMail]:
    """The mails about what was wrong with a mail of this turn, the oldest first, but for those about a held move."""
    mails = OutboundMail.objects.filter(reader=game.turn.player_id, game=game, kind=OutboundMail.Kind.PROBLEM)
    return [mail for mail in mails.filter(ply=game.ply).order_by("pk") if not mail.context.get("is_held")]


def _arrival(asked: OutboundMail) -> datetime | None:
    arrivals = InboundMail.objects.filter(pk=asked.context.get("inbound"))
    return arrivals.values_list("received_at", flat=True).first()


@receiver(time_is_over)
def wait_for_the_answer(game: Game, now: datetime, **_: Any) -> None:
    """Hold the clock where the mail that we asked about had arrived in time: until the answer, a day at most in a turn.
    Some time is left then for another turn.
    """
    if game.is_over or game.deadline is None:
        return
    (waited, latest), asked = turn_clock.waited_for(game, game.deadline), _asked(game)
    new = [mail for mail in asked if mail.context.get("offer") and waited < (_arrival(mail) or now) <= game.deadline]
    if not new or latest <= game.deadline:
        return
    end = new[-1].created_at + ANSWERED_WITHIN if open_questions(asked) else game.deadline
    end = max(game.deadline, min(end, latest))
    turn_clock.hold(game, Pause(game.deadline, end, Reason.QUESTION, LEAST_LEFT))
    turn_clock.save_clock(game)


@receiver(held_published)
def pass_words_on(submission: Submission, now: datetime, **_: Any) -> None:
    """The words of the mail that brought a held move reach the other players with it."""
    if submission.code != ANNOUNCED:
        return
    if mail := mail_of(submission):
        say(submission, mail.unread, mail.pk, now)
    mine = Submission.objects.filter(game=submission.game_id, player=submission.player_id, pk__gt=submission.pk)
    for said in mine.filter(verb="say", state=Submission.State.HELD).order_by("pk"):
        _say(submission, said.text, said.key or "", now, is_for_players=False)


def mail_of(submission: Submission) -> InboundMail | None:
    """The mail that brought a submission, while it is kept."""
    found = re.fullmatch(r"mail:(\d+):\d+", submission.key or "")
    return InboundMail.objects.filter(pk=found[1]).first() if found else None


def say(submission: Submission, lines: Sequence[str], mail: int, now: datetime) -> None:
    """Say the lines to the players of the game of a move, unless its player does not want that."""
    if submission.player and submission.player.passes_words_on:
        _say(submission, "\n".join(lines), f"mail:{mail}:words", now, is_for_players=True)


def _say(submission: Submission, text: str, key: str, now: datetime, *, is_for_players: bool) -> None:
    """Say a text in the game of a move, in as many remarks as it needs; its player is notified of what is refused."""
    game, player = submission.game, submission.player_id
    if game is None or player is None:
        return
    for number, part in enumerate(remarks.in_parts(text)):
        try:
            remarks.say(
                game_id=game.pk, player_id=player, text=part, at=now,
                source=submission.source, key=f"{key}:{number}", is_for_players=is_for_players,
            )  # fmt: skip
        except GameError as error:
            refused = {"described": [error.message], "lines": part.splitlines()}
            enqueue([NewMail(OutboundMail.Kind.DONE, player, f"{key}:{number}", game.pk, game.ply, refused)], at=now)
