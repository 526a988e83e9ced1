"""The tables of games, one module for each subject, and the constraints that the database itself holds."""

from __future__ import annotations

from games.models.conversation import Mute, Note, Remark, Watch
from games.models.games import Evaluation, Game, ImportedGame, Seat, new_secret
from games.models.log import Erasure, FeedEntry, GameEvent
from games.models.moderation import Block, ModerationEntry, QuotaUse, Report
from games.models.players import ApiToken, LoginTrace, Player, PuzzleSolution
from games.models.proposals import Invitation, Proposal
from games.models.submissions import Submission
from games.models.turns import CurrentTurn
from games.models.uptime import ClockJump, Heartbeat, Outage, OwedCredit
from ground.rest.stored_answers import StoredAnswer
