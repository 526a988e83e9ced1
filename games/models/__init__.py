"""The tables of games, one module for each subject, and the constraints that the database itself holds."""

from __future__ import annotations

from games.models.answers import StoredAnswer
from games.models.archive import ImportedGame
from games.models.conversation import Mute, Note, Remark, Watch
from games.models.erasures import Erasure
from games.models.evaluations import Evaluation
from games.models.feed import FeedEntry
from games.models.games import Game, Seat, new_secret
from games.models.log import GameEvent
from games.models.login_traces import LoginTrace
from games.models.moderation import Block, ModerationEntry, QuotaUse, Report
from games.models.players import ApiToken, Player
from games.models.proposals import Invitation, Proposal
from games.models.puzzles import PuzzleSolution
from games.models.submissions import Submission
from games.models.turns import CurrentTurn
from games.models.uptime import ClockJump, Heartbeat, Outage, OwedCredit

__all__ = [
    "ApiToken",
    "Block",
    "ClockJump",
    "CurrentTurn",
    "Erasure",
    "Evaluation",
    "FeedEntry",
    "Game",
    "GameEvent",
    "Heartbeat",
    "ImportedGame",
    "Invitation",
    "LoginTrace",
    "ModerationEntry",
    "Mute",
    "Note",
    "Outage",
    "OwedCredit",
    "Player",
    "Proposal",
    "PuzzleSolution",
    "QuotaUse",
    "Remark",
    "Report",
    "Seat",
    "StoredAnswer",
    "Submission",
    "Watch",
    "new_secret",
]
