"""What each kind of mail says. One more kind is a class, its templates, and a line here."""

from __future__ import annotations

from datetime import datetime

from notifications.models import OutboundMail
from notifications.outbound.messages import (
    accounts,
    answers,
    challenges,
    confirm,
    digest,
    events,
    games,
    leave,
    reach,
    watching,
)
from notifications.outbound.messages.base import ForDigest, Message, NotWanted, NotYet

__all__ = ["KINDS", "ForDigest", "Message", "NotWanted", "NotYet", "message_for"]

KINDS: dict[str, type[Message]] = {
    message.kind: message
    for message in (
        games.Turn,
        games.Reminder,
        digest.Digest,
        games.Receipt,
        games.PlanDropped,
        games.Started,
        games.Offer,
        games.Left,
        games.Result,
        leave.Leave,
        reach.PlayerUnreachable,
        reach.Recheck,
        challenges.Challenge,
        challenges.ChallengeClosed,
        events.Round,
        events.Announcement,
        events.News,
        events.Standings,
        answers.Problem,
        answers.Help,
        answers.Show,
        answers.Preview,
        answers.Games,
        answers.Done,
        answers.Table,
        watching.Watched,
        watching.Said,
        confirm.Confirm,
        accounts.Account,
        accounts.SignUp,
        accounts.LoginCode,
    )
}


def message_for(mail: OutboundMail, now: datetime) -> Message:
    """The mail as the object that knows what it says at ``now``."""
    return KINDS[mail.kind](mail, now)
