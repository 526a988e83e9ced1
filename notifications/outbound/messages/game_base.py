"""What every mail about one game has: its board, its clocks, what its reader can do."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, reduce
from typing import Any, ClassVar

from django.conf import settings
from django.db.models import F, Prefetch, prefetch_related_objects
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from games.archive import stored_records
from games.log_kinds.kinds import Told, tell_news
from games.models import Game, GameEvent, Seat, Submission
from games.play import queries
from games.rules import RULES
from games.rules.base import Position
from games.turns.playing import Cause
from ground.prepared.queries import Asked, Prepared
from ground.wording import reread, time_in_words
from notifications.addresses import reply_addresses
from notifications.models import InboundMail, OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import Message, moment, own_words, plain, short_lines
from notifications.outbound.messages.remarks import remark_lines
from tournaments.presenting.match_scores import match_of

Kind = OutboundMail.Kind


Happened = GameEvent.Kind


BACK = "back"  # begins the stage of a reminder to a player who comes back from leave


MOST_OTHERS = 40  # games in one reminder


MOST_EVENTS = 40  # lines of history in one mail


NEWEST = 12  # entries of a log that are looked up with the game: most mails tell of fewer


SEATS = Prefetch("seats", Seat.objects.select_related("player"))


@lru_cache(maxsize=64)
def _drawn(rules: str, position: str, language: str, *, over: bool) -> str:
    """The board as SVG, once for all mails about the same position in the language that is active."""
    return RULES[rules].svg(RULES[rules].load(json.loads(position)), over=over)


@lru_cache(maxsize=64)
def _written(rules: str, position: Position[Any], language: str, *, over: bool) -> tuple[list[str], str]:
    """The board as lines of text, and described, likewise."""
    text = RULES[rules].text(position, over=over)
    return text.rstrip().splitlines(), RULES[rules].describe(position, over=over)


_ANSWERED = Prepared(
    lambda: InboundMail.objects.filter(pk=Asked("mail"), token__player=Asked("player")).only(
        "message_id", "own_text", "unread"
    )
)


def newest_entries(relation: str) -> Prefetch[Any, Any, Any]:
    """The newest entries of the logs of games, in order, for ``GameMessage.newest``."""
    newest = GameEvent.objects.filter(seq__gt=F("game__seq") - NEWEST).select_related("submission", "actor")
    return Prefetch(relation, newest.order_by("seq"), to_attr="newest_entries")


class GameMessage(Message):
    """A mail about one game: who plays, the board, what the reader may do, how much time there is."""

    headline_text: ClassVar[str] = ""
    explains: ClassVar[bool] = False  # how a move is written

    @cached_property
    def game(self) -> Game:
        if self.mail.game is None:
            raise TypeError(f"{self.mail} is about no game.")
        return self.mail.game

    @cached_property
    def seats(self) -> list[Seat]:
        prefetch_related_objects([self.game], SEATS)
        seats = list(self.game.seats.all())
        for seat in seats:
            seat.game = self.game
        return seats

    @cached_property
    def seat(self) -> Seat | None:
        return next((seat for seat in self.seats if seat.player_id == self.reader.pk), None)

    @cached_property
    def position(self) -> Position[Any]:
        return self.game.load_position()

    @property
    def is_to_act(self) -> bool:
        seat = self.seat
        running = self.game.status == Game.Status.RUNNING
        return running and seat is not None and not seat.has_left and seat.number == self.game.to_act

    @property
    def is_asked(self) -> bool:
        """Whether the seat to act owes an answer in the turn of another one."""
        return self.game.status == Game.Status.RUNNING and self.position.is_answer

    @property
    def subject(self) -> str:
        """The same for all mails of a game but reminders and results, which say at the end what they are.

        Mail programs sort threads by it, too. A phone shows some 35 characters of it, so number and names come first;
        what happened is how the mail begins, which the phone shows below.
        """
        names = _("%(one)s against %(other)s")
        names = reduce(
            lambda one, other: names % {"one": one, "other": other}, (str(seat.player) for seat in self.seats)
        )
        title = f", {self.game.title_in_words}" if self.game.title else ""
        return plain(
            _("Game {game}: {names}, {game_rules}{title}").format(
                game=self.game.pk, names=names, game_rules=self.game.game_rules.title, title=title
            )
        )

    @property
    def reply_to(self) -> str:
        if self.seat is None:
            return super().reply_to
        if self.is_to_act:
            return reply_addresses.turn_address(self.seat, self.game.ply)
        return reply_addresses.game_address(self.seat)

    @property
    def thread(self) -> str:
        return f"game-{self.game.pk}@{settings.MAIL_DOMAIN}"

    @property
    def picture(self) -> str:
        return _drawn(self.game.rules, json.dumps(self.game.position), get_language(), over=self.is_end)

    @property
    def is_end(self) -> bool:
        """Whether the board shown is that of a game that is over, by its rules or not."""
        return self.game.is_over

    @property
    def headline(self) -> str:
        return _(self.headline_text).format(game=self.game.pk)

    def events(self) -> Sequence[GameEvent]:
        """What to tell of the log: by default what caused the mail."""
        return self.caused

    @cached_property
    def newest(self) -> list[GameEvent]:
        """The newest entries of the game's log, in order."""
        if not hasattr(self.game, "newest_entries"):
            prefetch_related_objects([self.game], newest_entries("events"))
        return [event for event in vars(self.game)["newest_entries"] if event.seq <= self.game.seq]

    def log_from(self, first: int) -> list[GameEvent]:
        """The game's log from an entry on, in order."""
        if first <= self.game.seq and first < self.newest[0].seq:
            return list(queries.events_since(self.game, first - 1).select_related("submission"))
        return [event for event in self.newest if event.seq >= first]

    @cached_property
    def caused(self) -> list[GameEvent]:
        """The events that the mail was written for."""
        first, last = self.mail.context.get("first_seq"), self.mail.context.get("last_seq")
        if first is None or last is None:
            return []
        return [event for event in self.log_from(first) if event.seq <= last]

    @cached_property
    def submission(self) -> Submission | None:
        """What the reader sent and this mail acknowledges."""
        mine = [event.submission for event in self.caused if event.submission]
        return next((sent for sent in mine if sent.player_id == self.reader.pk), None)

    @cached_property
    def answers(self) -> InboundMail | None:
        sent = self.submission
        if sent is None:
            return super().answers
        if sent.source != Submission.Source.MAIL or sent.key is None:
            return None
        # Its key names the mail and the order in it: one mail may make several submissions.
        found = _ANSWERED.ask(mail=int(sent.key.split(":")[1]), player=self.reader.pk)
        return found[0] if found else None

    def happened(self) -> list[str]:
        """The events as short lines, moves in brackets, which no reader of ours takes for commands."""
        lines = self.described(self.events())
        if self.seat is not None and self.seat.plan_news:
            lines.append(reread(self.seat.plan_news))
        left_out = len(lines) - MOST_EVENTS
        return (
            [_("({left_out} earlier ones left out)").format(left_out=left_out), *lines[-MOST_EVENTS:]]
            if left_out > 0
            else lines
        )

    def described(self, events: Sequence[GameEvent]) -> list[str]:
        """A line an event; where dice decide much, what each step and roll did is said with it."""
        first = next((event.ply for event in events if event.ply is not None), None)
        effects = {} if first is None or not self.game.game_rules.has_dice else queries.effects_from(self.game, first)
        lines = []
        for event in events:
            words = "; ".join(effects.get(event.ply, ())) if event.ply is not None else ""
            if line := self.describe(event):
                lines.append(f"{line}: {words}" if words else line)
        return lines

    def describe(self, event: GameEvent) -> str:
        """A line about an event; blank for one that mails say otherwise."""
        described = Told(
            text=event.text,
            who=self.seats[event.seat].colour_in_words if event.seat is not None else "",
            ply=event.ply,
            cause=Cause(event.cause),
        )
        if not event.reason:
            return tell_news(event.kind, described)
        names = stored_records.NamesInTheLog([event])
        director = names[event.actor_id] if event.actor_id is not None else ""
        details = stored_records.details_of(self.game, event, names)
        return plain(
            tell_news(event.kind, replace(described, details=details, director=director, reason=reread(event.reason))),
            400,
        )

    def due(self) -> str:
        """How long the reader still has, and until when."""
        if not self.is_to_act or self.game.deadline is None:
            return ""
        if self.game.deadline <= self.now:
            return _("Your time was over on %(moment)s.") % {"moment": moment(self.game.deadline, self.reader)}
        left = time_in_words(self.game.deadline - self.now)
        due = _("You have {left}, until {moment}.").format(left=left, moment=moment(self.game.deadline, self.reader))
        if not self.is_asked:
            return due
        return _("{due} Without an answer {meaning}.").format(
            due=due, meaning=self.game.game_rules.standing_preferences[0].meaning
        )

    def whose_turn(self) -> str:
        """Who is to move, for a reader who is not."""
        seat = next((seat for seat in self.seats if seat.number == self.game.to_act), None)
        if self.is_to_act or seat is None or self.game.status != Game.Status.RUNNING:
            return ""
        until = (
            _(", with time until {moment}").format(moment=moment(self.game.deadline, self.reader))
            if self.game.deadline
            else ""
        )
        if self.is_asked:
            return _("{player} ({colour}) has to answer before the turn goes on{until}.").format(
                player=seat.player.username, colour=seat.colour_in_words, until=until
            )
        return _("It is the turn of {player} ({colour}){until}.").format(
            player=seat.player.username, colour=seat.colour_in_words, until=until
        )

    def players(self) -> list[str]:
        """A line a seat: name, colour, the game's own points."""
        points = self.position.scores
        is_running = self.game.status == Game.Status.RUNNING
        return [
            f"{seat.player.username} ({seat.colour_in_words}), {phrases.points(points[seat.number])}"
            + (_(" (has left, the house bot plays on)") if seat.has_left and is_running else "")
            + (_(" - you") if seat is self.seat else "")
            for seat in self.seats
        ]

    def open_offers(self) -> list[str]:
        """What others have offered and the reader may answer."""
        if self.seat is None or self.game.is_over:
            return []
        return [what for what, seats in self.game.agreements.items() if self.seat.number not in seats]

    @property
    def taps(self) -> list[str]:
        if self.open_offers():
            return [pgettext("answer", "accept offer"), pgettext("answer", "decline offer")]
        return [phrases.play("")] if self.is_to_act else []

    def seal(self) -> list[str]:
        """What seals the secret of the dice, in the first mail about a game."""
        if not self.game.game_rules.has_dice or self.game.is_over:
            return []
        earlier = OutboundMail.objects.filter(game=self.game, reader=self.reader, pk__lt=self.mail.pk)
        if earlier.filter(state=OutboundMail.State.SENT).exists():
            return []
        return textwrap.wrap(stored_records.commitment_of(self.game), 16)

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse('games:game', args=[self.game.pk])}"

    @property
    def dice_page(self) -> str:
        """Where every throw is rechecked; empty for a game without dice."""
        if not self.game.game_rules.has_dice:
            return ""
        return f"{settings.SITE_URL}{reverse('games:dice', args=[self.game.pk])}"

    def values(self) -> dict[str, Any]:
        rules, position = self.game.game_rules, self.position
        board, in_words = _written(self.game.rules, position, get_language(), over=self.is_end)
        return {
            "headline": self.headline,
            "game": self.game,
            "title": rules.title,
            "event_title": short_lines(self.game.title_in_words),
            "match": match.lines if (match := match_of(self.game)) else [],
            "players": self.players(),
            "happened": self.happened(),
            "said": remark_lines(self),
            "board": board,
            "in_words": in_words,
            "hint": rules.hint(position) if self.is_to_act else "",
            "due": self.due(),
            "whose_turn": self.whose_turn(),
            "is_to_act": self.is_to_act,
            "explains": self.explains,
            "preferences": [choice for choice in rules.preferences if self.is_to_act],
            "is_over": self.game.status == Game.Status.FINISHED,
            "is_seated": self.seat is not None and not self.seat.has_left,
            "seal": self.seal(),
            "dice_page": self.dice_page,
            "offers": [phrases.offer_to_answer(what) for what in self.open_offers()],
            "receipt": self.submission,
            "unread": own_words(self.answers.unread if self.answers else []),
            "link": self.link,
        }
