"""Mails about one game: your turn, a receipt, news, the result. Rendered from the game as it is when they go out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.clock.pauses import NEVER
from games.models import Game, GameEvent, Player, Submission
from games.play import queries
from games.play.submissions import ANNOUNCED
from games.presenting.titles import end_in_words
from games.rules.base import Sheet, split_steps
from games.timekeeping import turn_clock
from games.turns.playing import Cause
from notifications.addresses import preferences, reply_addresses
from notifications.choices.topics import Pace, Topic
from notifications.models import OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import NotWanted, NotYet, moment, short_lines
from notifications.outbound.messages.game_base import BACK, MOST_OTHERS, GameMessage, Happened, Kind

URGENT = timedelta(hours=24)  # less than this left of a turn, or without another mail after a receipt
SOON = timedelta(minutes=1)  # after which a mail that goes out in the same batch has gone


class Turn(GameMessage):
    kind = Kind.TURN
    topic = Topic.TURNS
    template = "turn"
    explains = True
    headline_text = gettext_noop("It is your turn in game {game}.")

    @property
    def headline(self) -> str:
        if self.is_asked:
            return _("Your answer is needed in game {game}.").format(game=self.game.pk)
        if "draw" in self.open_offers():
            return _("It is your turn in game {game}, and you are offered a draw.").format(game=self.game.pk)
        return super().headline

    def check_wanted(self) -> None:
        if not self.is_to_act or self.game.ply != self.mail.ply:
            raise NotWanted(_("The game has moved on."))

    @property
    def deadline(self) -> datetime | None:
        return self.game.deadline

    def check_urgent(self, now: datetime) -> None:
        if self.game.deadline is None:
            raise NotWanted(_("Only urgent mails are wanted, and this game has no time limit."))
        if self.game.deadline - now > URGENT:
            raise NotYet(self.game.deadline - URGENT, _("Only urgent mails are wanted: it waits until a day is left."))

    @cached_property
    def sheet(self) -> Sheet | None:
        """In the first of these mails that the reader gets of a game."""
        sheet = self.game.game_rules.sheet()
        if sheet is None:
            return None
        earlier = OutboundMail.objects.filter(game=self.game, reader=self.reader, kind=Kind.TURN, pk__lt=self.mail.pk)
        return None if earlier.filter(state=OutboundMail.State.SENT).exists() else sheet

    def events(self) -> Sequence[GameEvent]:
        """Everything since the reader's last step before the events of this mail."""
        first = self.mail.context.get("first_seq", self.game.seq + 1)
        own = {"kind": Happened.STEP, "cause": "", "seat": self.game.to_act}
        mine = [event.seq for event in self.newest if event.seq < first and own.items() <= vars(event).items()]
        if not mine and self.newest[0].seq > 1:
            earlier = self.game.events.filter(**own, seq__lt=first).order_by("-seq")
            mine = list(earlier.values_list("seq", flat=True)[:1])
        return self.log_from(mine[-1] + 1 if mine else 1)


class Reminder(Turn):
    """All turns of the reader that are due to be reminded of: the most urgent in full, the others in lines."""

    kind = Kind.REMINDER
    topic = Topic.REMINDERS
    is_paced = False
    template = "reminder"
    sheet = None

    @cached_property
    def stages(self) -> dict[Game, str]:
        """The games that the mail was written for and whose turn still runs, the most urgent first, with the stage."""
        described = self.mail.reminders.filter(seat__game__turn__started_at=F("turn_started_at"))
        still = described.filter(seat__player=F("seat__game__turn__player")).select_related("seat__game__turn")
        games = sorted(still, key=lambda reminder: (reminder.seat.game.deadline or NEVER, reminder.pk))
        return {reminder.seat.game: reminder.stage for reminder in games}

    @cached_property
    def wanted(self) -> dict[Game, str]:
        """Those of them that the reader wants to be reminded of."""
        chosen = preferences.preferences_of(self.reader.pk, Topic.REMINDERS)
        return {game: stage for game, stage in self.stages.items() if chosen.pace(game.pk) != Pace.OFF}

    @cached_property
    def game(self) -> Game:
        return next(iter(self.wanted), None) or super().game

    def check_wanted(self) -> None:
        if not self.stages:
            raise NotWanted(_("The game has moved on."))
        if not self.wanted:
            raise NotWanted(_("The player has switched these mails off."))

    @property
    def subject(self) -> str:
        return _("%(game)s (reminder)") % {"game": super().subject}

    @property
    def headline(self) -> str:
        if len(self.wanted) > 1:
            return _("Your time runs in {count} games. The most urgent is game {game}.").format(
                count=len(self.wanted), game=self.game.pk
            )
        if self.game.deadline is not None and self.game.deadline <= self.now:
            return _("Your time for this turn of game {game} is over.").format(game=self.game.pk)
        stage = self.wanted[self.game]
        if stage.startswith(BACK):
            return _("Welcome back: your leave is over, and your time runs again in game {game}.").format(
                game=self.game.pk
            )
        if int(stage) > self.share_gone():  # mailed ahead of quiet hours
            return _("Your time for this turn of game {game} is almost over when your quiet hours end.").format(
                game=self.game.pk
            )
        return _("You have used {stage} % of your time for this turn of game {game}.").format(
            stage=stage, game=self.game.pk
        )

    def share_gone(self) -> float:
        """How much of the turn's time is used, in per cent."""
        whole = (self.game.turn.time or 0) * turn_clock.MILLISECOND
        return 100 * (turn_clock.used_until(self.game, self.now) / whole) if whole else 100

    def values(self) -> dict[str, Any]:
        others = [game for game in queries.games_to_move(self.reader)[: MOST_OTHERS + 1] if game != self.game]
        return super().values() | {"others": [waiting_line(game, self.reader) for game in others[:MOST_OTHERS]]}

    def events(self) -> Sequence[GameEvent]:
        self.mail.context.setdefault("first_seq", self.game.seq + 1)
        return super().events()


class Receipt(GameMessage):
    kind = Kind.RECEIPT
    topic = Topic.RECEIPTS
    template = "notice"
    headline_text = gettext_noop("We have your move in game {game}.")

    @property
    def headline(self) -> str:
        mine = [event for event in self.caused if self.seat is not None and event.seat == self.seat.number]
        if any(event.cause == Cause.DEFAULT for event in mine):
            return _("Your answer in game {game} did not arrive in time, so the default was played for you.").format(
                game=self.game.pk
            )
        if any(event.cause == Cause.PLAN for event in mine):
            return _("Your plan for game {game} was played.").format(game=self.game.pk)
        if any(event.ply is not None for event in self.caused):
            return super().headline
        return _("We have your message for game {game}.").format(game=self.game.pk)

    def check_wanted(self) -> None:
        check_not_in_mail_of_move(self)
        key = (self.submission.key or "") if self.submission else ""
        held = Submission.objects.filter(player=self.reader, key=key.removesuffix(":held"), code=ANNOUNCED)
        if key.endswith(":held") and not self.leaves_out and held.exists():
            raise NotWanted(_("The answer to the mail has said what is played."))

    @property
    def _played(self) -> int:
        return sum(one.kind == Happened.STEP and one.cause == Cause.SENT for one in self.caused)

    @cached_property
    def leaves_out(self) -> bool:
        """Whether a step of a mail was not played: its writer always hears of that."""
        sent, read_preference = self.submission, self.game.game_rules.read_preference
        if sent is None or sent.verb != "move":
            return False
        asked = sum(read_preference(step) is None for step in split_steps(sent.text))
        return self._played < asked and self.answers is not None

    @property
    def is_paced(self) -> bool:  # type: ignore[override]
        return not self.leaves_out

    def check_urgent(self, now: datetime) -> None:
        """A move that was played as it was written is in the next mail about the game, if that comes within a day."""
        is_unread = self.answers is not None and bool(self.answers.unread)
        is_whole = self.submission is not None and self._played >= len(split_steps(self.submission.text))
        if is_unread or not is_whole or any(one.ply is None for one in self.events()):
            return
        later = OutboundMail.objects.filter(reader=self.reader, game=self.game, pk__gt=self.mail.pk)
        if later.filter(state=OutboundMail.State.SENT).exists():
            raise NotWanted(_("A later mail about the game shows the move."))
        if now < self.mail.created_at + URGENT:
            raise NotYet(self.mail.created_at + URGENT, _("It waits for the next mail about the game, for a day."))

    @property
    def is_awaited(self) -> bool:
        return self.submission is not None and self.now < self.mail.created_at + URGENT

    def events(self) -> Sequence[GameEvent]:
        """With the move what its player sent with it, such as the offer of a draw."""
        later = self.log_from(self.mail.context.get("last_seq", self.game.seq) + 1)
        return [*self.caused, *takewhile(self.came_with_it, later)]

    def came_with_it(self, event: GameEvent) -> bool:
        last = self.caused[-1] if self.caused else None
        return last is not None and (event.at, event.seat) == (last.at, last.seat)


class PlanDropped(GameMessage):
    """A reply that was planned cannot be played. Wanted by whoever wants turn mails, and sent beside one of those."""

    kind = Kind.PLAN
    topic = Topic.TURNS
    template = "problem"
    headline_text = gettext_noop("Your plan for game {game} could not be played and is dropped.")

    def values(self) -> dict[str, Any]:
        context = self.mail.context
        return super().values() | {"message": context["reason"], "line": short_lines(context["reply"]), "rest": []}


class Started(GameMessage):
    kind = Kind.STARTED
    topic = Topic.NEWS
    template = "notice"
    headline_text = gettext_noop("Game {game} has begun. Another player moves first.")

    def check_wanted(self) -> None:
        """One mail says which games of an event have begun; this one goes out beside it only where it seals dice before
        they are thrown."""
        if self.game.is_over:
            raise NotWanted(_("The game is over."))
        of_event = None if self.game.game_rules.has_dice else self._mail_of_event()
        if of_event is None:
            return
        if of_event.state == OutboundMail.State.SENT:
            raise NotWanted(_("The mail about the games of the event names it."))
        if of_event.state == OutboundMail.State.WAITING:
            raise NotYet(
                self.now + SOON, _("It waits until it is known whether the mail about the event has gone out.")
            )

    def _mail_of_event(self) -> OutboundMail | None:
        """The mail that names this game to the same reader among those of an event that have begun with it."""
        played = getattr(self.game, "fixture_game", None)
        if played is None:
            return None
        fixture = played.fixture
        event = fixture.round.division.event_id
        beside = OutboundMail.objects.filter(
            kind=Kind.ROUND, reader=self.mail.reader_id, created_at=self.mail.created_at, context__event=event
        )
        return next((one for one in beside if fixture.pk in one.context.get("fixtures", [fixture.pk])), None)


class Offer(GameMessage):
    kind = Kind.OFFER
    topic = Topic.NEWS
    template = "notice"
    headline_text = gettext_noop("There is news in game {game}.")

    def check_wanted(self) -> None:
        check_not_in_mail_of_move(self)

    @property
    def headline(self) -> str:
        if "draw" in self.open_offers():
            return _("You are offered a draw in game {game}.").format(game=self.game.pk)
        if "undo" in self.open_offers():
            return _("You are asked to let a move be taken back in game {game}.").format(game=self.game.pk)
        if "abandon" in self.open_offers():
            return _("You are asked to abandon game {game} without a result.").format(game=self.game.pk)
        return super().headline


class Left(GameMessage):
    kind = Kind.LEFT
    topic = Topic.NEWS
    template = "notice"
    headline_text = gettext_noop(
        "A player has left game {game}. The house bot plays on, and the seat will be placed last."
    )


class Result(GameMessage):
    kind = Kind.RESULT
    topic = Topic.RESULTS
    headline_text = gettext_noop("Game {game} is over.")

    @property
    def subject(self) -> str:
        return _("%(game)s (result)") % {"game": super().subject}

    @property
    def headline(self) -> str:
        """With the winner, where one player is placed first alone."""
        first = [seat for seat in self.seats if seat.place == 1]
        if len(first) != 1:
            return super().headline
        if first[0] is self.seat:
            return _("You have won game %(game)s.") % {"game": self.game.pk}
        return _("%(player)s has won game %(game)s.") % {"player": first[0].player.username, "game": self.game.pk}

    def values(self) -> dict[str, Any]:
        ranked = sorted(self.seats, key=lambda seat: (seat.place or 0, seat.number))
        lines = [
            f"{seat.place or '-'}. {seat.player.username} ({seat.colour_in_words}), {phrases.points(seat.points or 0)}"
            + (_(" - you") if seat is self.seat else "")
            for seat in ranked
        ]
        return super().values() | {"players": [], "places": lines, "reason": end_in_words(self.game.end_reason)}


def check_not_in_mail_of_move(message: GameMessage) -> None:
    """Raises NotWanted for what came so soon after a move that the mail about the move says it."""
    number = message.mail.context.get("mail_of_move")
    if number is None:
        return
    of_move = OutboundMail.objects.filter(pk=number)
    if of_move.filter(state__in=(OutboundMail.State.WAITING, OutboundMail.State.SENT)).exists():
        raise NotWanted(_("The mail about the move says it."))


def waiting_line(game: Game, reader: Player) -> dict[str, str]:
    """A game that waits for its reader, in lines: what, against whom, until when, and the address that takes the move.

    The game comes with its seats and players.
    """
    seat = next(seat for seat in game.seats.all() if seat.player_id == reader.pk)
    seat.game = game
    others = ", ".join(other.player.username for other in game.seats.all() if other != seat)
    return {
        "name": _("Game {game}, {game_rules}").format(game=game.pk, game_rules=game.game_rules.title),
        "against": others,
        "due": moment(game.deadline, reader) if game.deadline else _("no time limit"),
        "address": reply_addresses.turn_address(seat, game.ply),
    }
