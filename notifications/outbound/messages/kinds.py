"""Every kind of mail but the digest, which is made of the others: one more kind is a class, its templates, a line."""

from __future__ import annotations

from ground import features
from notifications.outbound.messages import absences, accounts, answers, challenges, confirm, events, games, watching
from notifications.outbound.messages.base import Message

KINDS_FOR_DIGESTS: dict[str, type[Message]] = {
    message.kind: message
    for message in (
        games.Turn,
        games.Reminder,
        games.Receipt,
        games.PlanDropped,
        games.Started,
        games.Offer,
        games.Left,
        games.Result,
        absences.Leave,
        absences.PlayerUnreachable,
        absences.Recheck,
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
        accounts.Moderation,
        accounts.Account,
        accounts.Security,
        accounts.SignUp,
        accounts.LoginCode,
        *(message for module in features.modules("letters") for message in module.MESSAGES),
    )
}
