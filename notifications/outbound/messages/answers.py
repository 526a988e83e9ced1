"""Answers to mails that are no moves: what was wrong, help, a board, a preview, the list of games."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import GameEvent
from games.play import queries
from games.rules.base import Position, Sheet
from notifications.addresses import reply_addresses
from notifications.mail_format.command_list import COMMAND_BY_NAME, COMMANDS, HERE, Command, in_words_of_reader
from notifications.mail_format.problems import MOST_LOOKED_AT, by_nearness
from notifications.models import OutboundMail
from notifications.outbound.messages import confirm, events, phrases
from notifications.outbound.messages.base import SHORT, moment, own_words, short_lines
from notifications.outbound.messages.game_base import GameMessage
from notifications.outbound.messages.games import waiting_line
from notifications.outbound.messages.guide import Guide, guide_to

Kind = OutboundMail.Kind

MOST_GAMES = 40
MOST_MOVES = 12  # in the help about a position
MOST_LINES = 60  # of the reader's own words
MOST_PLACES = 60  # of a table
LONGEST_HEADLINE = 140  # characters
ASKING = ("doubted", "two_answers", "two_orders")  # codes of problems with which nothing is wrong but a doubt


class Answer(GameMessage):
    """An answer to a mail, about a game or about none."""

    @property
    def subject(self) -> str:
        if self.mail.context.get("question"):
            return confirm.subject_of(self._question.game_id)
        return super().subject if self.mail.game_id else _("Your games at {site}").format(site=settings.SITE_NAME)

    @cached_property
    def _question(self) -> OutboundMail:
        """The question about a held mail that is asked once more."""
        return OutboundMail.objects.get(pk=self.mail.context["question"])

    @property
    def thread(self) -> str:
        return super().thread if self.mail.game_id else ""

    @property
    def last_word(self) -> str:
        if not self.mail.context.get("is_last"):
            return ""
        page = f"{settings.SITE_URL}{reverse('games:submissions')}"
        return _(
            "This is our last answer to mails like this one for now. What becomes of further ones is shown at %(page)s"
        ) % {"page": page}

    @property
    def reply_to(self) -> str:
        if self.mail.context.get("asks"):
            return reply_addresses.answer_address(self.mail)
        if self.mail.context.get("question"):
            return reply_addresses.answer_address(self._question)
        return super().reply_to if self.mail.game_id else reply_addresses.personal_address(self.reader.pk)

    @property
    def taps(self) -> list[str]:
        return super().taps if self.mail.game_id else []

    @property
    def picture(self) -> str:
        return super().picture if self.mail.game_id else ""

    @property
    def link(self) -> str:
        return super().link if self.mail.game_id else settings.SITE_URL

    @property
    def account(self) -> dict[str, Any]:
        """What was done, in sentences, and the reader's own words about it on short lines."""
        lines = self.mail.context.get("lines", [])
        short = [part for line in lines for part in short_lines(line, len(line)) or [""]]
        more = len(short) - MOST_LINES
        lines = [*short[:MOST_LINES], _("({more} more lines are on the page)").format(more=more)] if more > 0 else short
        return {"described": self.mail.context.get("described", []), "own_words": lines}

    @property
    def nothing_done(self) -> str:
        """The headline of an answer that says what was wrong."""
        if done := self.mail.context.get("done"):
            return _("Only the first part of your mail was done: {done}.").format(
                done=", ".join(f"[{in_words_of_reader(verb)}]" for verb in done)
            )
        return _("Nothing was played.") if self.mail.game_id else _("Nothing was done.")

    def values(self) -> dict[str, Any]:
        return super().values() if self.mail.game_id else {"headline": self.headline}


class Done(Answer):
    """What the reader has asked for and nothing else tells is done."""

    kind = Kind.DONE

    @property
    def taps(self) -> list[str]:
        is_asked = self.mail.context.get("asks") or self.mail.context.get("question")
        return phrases.yes_or_no() if is_asked else super().taps

    @property
    def headline(self) -> str:
        """What was done, where a short sentence about no game says it."""
        if self.mail.game_id:
            return _("We have your message for game {game}.").format(game=self.game.pk)
        described: list[str] = self.mail.context.get("described", [])
        is_short = bool(described) and len(described[0]) <= LONGEST_HEADLINE
        return described[0] if is_short else _("We have your message.")

    def values(self) -> dict[str, Any]:
        described = [sentence for sentence in self.account["described"] if sentence != self.headline]
        return super().values() | self.account | {"described": described}


class Problem(Answer):
    """What was wrong with a mail, the line as we read it, and what would be right."""

    kind = Kind.PROBLEM

    @property
    def offer(self) -> str:
        """The move or the command that we ask about, where there is one."""
        return str(self.mail.context.get("offer", ""))

    @property
    def headline(self) -> str:
        if self.mail.context.get("is_held"):
            return _("Nothing has changed: your move still waits.")
        if self.offer and self.offer not in COMMAND_BY_NAME and len(self.offer) <= SHORT:
            return _("We ask first: do you play [{move}]?").format(move=self.offer)
        if self.offer or self.mail.context["code"] in ASKING:
            return _("We ask first: is it what you mean?")
        return self.nothing_done

    @property
    def taps(self) -> list[str]:
        if self.offer:
            said = in_words_of_reader(self.offer) if self.offer in COMMAND_BY_NAME else phrases.play(self.offer)
            return [said, phrases.yes_or_no()[1]]
        return self.mail.context.get("nearest") or super().taps

    def values(self) -> dict[str, Any]:
        context, values = self.mail.context, super().values()
        if self.offer:
            values |= {"hint": "", "preferences": []}
        return values | self.account | {
            "unread": [line for line in values.get("unread", ()) if line not in short_lines(context.get("line", ""))],
            "message": context["message"],
            "line": short_lines(context.get("line", "")),
            "rest": own_words(context.get("rest", [])),
            "rest_heading": phrases.rest_heading(is_after_a_line=bool(context.get("line"))),
            "nearest": context.get("nearest", []),
            "how_to_take_it": phrases.how_to_take_it(is_offered=bool(self.offer)),
            "choices": own_words(context.get("choices", [])),
        }  # fmt: skip


class Help(Answer):
    """The verbs that this address takes; or about one topic; or what the reader can do now."""

    kind = Kind.HELP

    @property
    def explains(self) -> bool:  # type: ignore[override]
        return self.asked == HERE

    @property
    def asked(self) -> str:
        return str(self.mail.context.get("topic", ""))

    @property
    def headline(self) -> str:
        if self.mail.context.get("is_welcome"):
            return _("Welcome to %(site)s, %(name)s.") % {"site": settings.SITE_NAME, "name": self.reader.username}
        if self.asked == HERE:
            return _("What you can do in game {game} now.").format(game=self.game.pk)
        if self.asked:
            return _("Help: {guide}.").format(guide=self.guide.title) if self.guide else "Help."
        return (
            _("Help for game {game}.").format(game=self.game.pk)
            if self.mail.game_id
            else _("What you can write to this address.")
        )

    @property
    def subject(self) -> str:
        if self.mail.context.get("is_welcome"):
            return _("Welcome to %(site)s") % {"site": settings.SITE_NAME}
        return super().subject

    @property
    def sheet(self) -> Sheet | None:
        """With the list of verbs, and with how moves are written."""
        wants = self.asked in ("", "notation") or self.asked.startswith("game:")
        return self.game.game_rules.sheet() if self.mail.game_id and wants else None

    @cached_property
    def guide(self) -> Guide | None:
        if self.asked in ("", HERE):
            return None
        return guide_to(self.asked, self.game.rules if self.mail.game_id else "")

    def commands(self) -> list[Command]:
        """The verbs that mean something here."""
        if self.asked:
            return []
        kind = self.mail.context["address"]
        asks = not self.mail.game_id or bool(self.game.game_rules.standing_preferences)
        return [
            command for command in COMMANDS if kind in command.addresses and (asks or command.takes != "preference")
        ]

    def moves(self) -> list[str]:
        """Legal steps, first those written most like what was played last: likely ones, and no advice."""
        if self.asked != HERE or not self.is_to_act:
            return []
        rules, position = self.game.game_rules, self.position
        listed = [rules.format(move, position) for move in islice(position.legal_moves(), MOST_LOOKED_AT)]
        steps = self.game.events.filter(kind=GameEvent.Kind.STEP).order_by("-ply").values_list("text", flat=True)[:2]
        return by_nearness(listed, list(steps)) if len(listed) > MOST_MOVES and steps else listed

    def values(self) -> dict[str, Any]:
        moves = self.moves()
        return super().values() | {
            "commands": self.commands(),
            "play_address": reply_addresses.play_address() if self.mail.context.get("is_welcome") else "",
            "guide": self.guide,
            "moves": moves[:MOST_MOVES],
            "moves_heading": phrases.moves_heading(is_by_nearness=len(moves) > MOST_MOVES and self.game.ply > 0),
            "more_moves": phrases.and_more(max(0, len(moves) - MOST_MOVES)),
        }


class Show(Answer):
    """The board of any game, as it stands or as it was after a move."""

    kind = Kind.SHOW
    headline_text = gettext_noop("The board of game {game}.")

    @property
    def past_ply(self) -> int | None:
        """The move after which the board is shown; None for the present."""
        ply: int | None = self.mail.context.get("at")
        return ply

    @property
    def headline(self) -> str:
        if self.past_ply is not None:
            return _("The board of game {game} after move {past_ply} of {ply}.").format(
                game=self.game.pk, past_ply=self.past_ply, ply=self.game.ply
            )
        return self.mail.context.get("message") or super().headline

    @cached_property
    def position(self) -> Position[Any]:
        return self.game.load_position() if self.past_ply is None else queries.position_at(self.game, self.past_ply)

    @property
    def is_end(self) -> bool:
        return super().is_end and self.past_ply in (None, self.game.ply)

    def happened(self) -> list[str]:
        """The move that led to a board of the past, and when it was made."""
        if self.past_ply is None:
            return super().happened()
        event = self.game.events.filter(ply=self.past_ply).first()
        return (
            []
            if event is None
            else [self.describe(event), _("on {moment}").format(moment=moment(event.at, self.reader))]
        )

    @property
    def taps(self) -> list[str]:
        return phrases.yes_or_no() if self.mail.context.get("is_held") else super().taps

    def values(self) -> dict[str, Any]:
        values = super().values() | self.account
        if self.mail.context.get("is_held"):
            values |= {"unread": [], "hint": "", "preferences": []}  # the words go with the move
        if self.past_ply is not None:
            values |= {
                "link": f"{values['link']}?ply={self.past_ply}",
                "whose_turn": "",
                "is_to_act": False,
                "offers": [],
            }
        return values


class Preview(Answer):
    """The board after moves that were not played."""

    kind = Kind.PREVIEW
    headline_text = gettext_noop("A preview for game {game}. Nothing was played.")

    @cached_property
    def position(self) -> Position[Any]:
        position: Position[Any] = self.game.game_rules.load(self.mail.context["position"])
        return position

    def values(self) -> dict[str, Any]:
        context = self.mail.context
        rest = own_words(context.get("rest", []))
        return super().values() | {"steps": context["steps"], "rest": rest, "hint": ""}  # it would be the opponent's


class Games(Answer):
    """The reader's running games, each with its own reply address."""

    kind = Kind.GAMES

    @property
    def headline(self) -> str:
        if self.mail.context.get("code"):
            return self.nothing_done
        return _("The games in which it is your turn.")

    def values(self) -> dict[str, Any]:
        context = self.mail.context
        waiting = list(queries.games_to_move(self.reader)[: MOST_GAMES + 1])
        return (
            super().values()
            | self.account
            | {
                "message": context.get("message", ""),
                "line": short_lines(context.get("line", "")),
                "nearest": context.get("nearest", []),
                "games": [waiting_line(game, self.reader) for game in waiting[:MOST_GAMES]],
                "more": len(waiting) > MOST_GAMES,
                "link": "",  # the site itself, at the foot
            }
        )


class Table(Answer):
    """The standings of an event as they are now."""

    kind = Kind.TABLE
    template = "standings"

    @cached_property
    def about(self) -> events.Standings:
        return events.Standings(self.mail, self.now)

    @property
    def headline(self) -> str:
        return _("The table of an event, as it is now.")

    @property
    def subject(self) -> str:
        return _("%(event)s: standings") % {"event": self.about.event.name}

    @property
    def thread(self) -> str:
        return self.about.thread

    def values(self) -> dict[str, Any]:
        values = self.about.values() | {"headline": self.headline}
        more = len(values["places"]) - MOST_PLACES
        if more > 0:
            values |= {
                "places": [*values["places"][:MOST_PLACES], _("({more} more are on the site)").format(more=more)],
                "ties": [],
            }
        return values
