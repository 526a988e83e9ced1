"""Answers to mails that are no moves: what was wrong, help, a board, a preview, the list of games."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from games import queries
from games.rules.base import Position, Sheet
from notifications import addresses
from notifications.inbound.commands import COMMANDS
from notifications.messages.base import moment, short_lines, told_lines
from notifications.messages.games import GameMessage, waiting_line
from notifications.models import OutboundMail

Kind = OutboundMail.Kind

MOST_GAMES = 40


class Answer(GameMessage):
    """An answer to a mail, about a game or about none."""

    @property
    def subject(self) -> str:
        return super().subject if self.mail.game_id else "Your games at Seeds"

    @property
    def thread(self) -> str:
        return super().thread if self.mail.game_id else ""

    @property
    def reply_to(self) -> str:
        return super().reply_to if self.mail.game_id else addresses.personal_address(self.reader.pk)

    @property
    def picture(self) -> str:
        return super().picture if self.mail.game_id else ""

    def values(self) -> dict[str, Any]:
        return super().values() if self.mail.game_id else {"headline": self.headline}


class Problem(Answer):
    """What was wrong with a mail, the line as we read it, and what would be right."""

    kind = Kind.PROBLEM

    @property
    def headline(self) -> str:
        done = self.mail.context.get("done")
        if done:
            return f"Only the first part of your mail was done: {', '.join(f'[{verb}]' for verb in done)}."
        return "Nothing was played." if self.mail.game_id else "Nothing was done."

    def values(self) -> dict[str, Any]:
        context = self.mail.context
        return super().values() | {
            "message": context["message"],
            "line": short_lines(context.get("line", "")),
            "rest": told_lines(context.get("rest", [])),
        }


class Help(Answer):
    kind = Kind.HELP

    @property
    def headline(self) -> str:
        return f"Help for game {self.game.pk}." if self.mail.game_id else "What you can write to this address."

    @property
    def sheet(self) -> Sheet | None:
        return self.game.game_rules.sheet() if self.mail.game_id else None

    def values(self) -> dict[str, Any]:
        kind = self.mail.context["address"]
        return super().values() | {"commands": [command for command in COMMANDS if kind in command.addresses]}


class Show(Answer):
    """The board of any game, as it stands or as it was after a move."""

    kind = Kind.SHOW
    headline_text = "The board of game {game}."

    @property
    def past_ply(self) -> int | None:
        """The move after which the board is shown; None for the present."""
        ply: int | None = self.mail.context.get("at")
        return ply

    @property
    def headline(self) -> str:
        if self.past_ply is not None:
            return f"The board of game {self.game.pk} after move {self.past_ply} of {self.game.ply}."
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
        return [] if event is None else [self.describe(event), f"on {moment(event.at, self.reader)}"]

    def values(self) -> dict[str, Any]:
        values = super().values()
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
    headline_text = "A preview for game {game}. Nothing was played."

    @cached_property
    def position(self) -> Position[Any]:
        position: Position[Any] = self.game.game_rules.load(self.mail.context["position"])
        return position

    def values(self) -> dict[str, Any]:
        context = self.mail.context
        rest = told_lines(context.get("rest", []))
        return super().values() | {"steps": context["steps"], "rest": rest, "hint": ""}  # it would be the opponent's


class Games(Answer):
    """The reader's running games, each with its own reply address."""

    kind = Kind.GAMES
    headline_text = "Your games"

    @property
    def headline(self) -> str:
        return "The games in which it is your turn."

    def values(self) -> dict[str, Any]:
        waiting = list(queries.games_to_move(self.reader)[: MOST_GAMES + 1])
        return super().values() | {
            "message": self.mail.context.get("message", ""),
            "games": [waiting_line(game, self.reader) for game in waiting[:MOST_GAMES]],
            "more": len(waiting) > MOST_GAMES,
            "link": "",  # the site itself, at the foot
        }
