"""Sentences of the pages on blocks, reports and moderation."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_full_moment


def choice(kind: str) -> str:
    """One decision in the list of those that a moderator can choose from."""
    title = {
        "dismissed": gettext("Dismiss the report."),
        "warned": gettext("Warn."),
        "muted": gettext("Mute."),
        "suspended": gettext("Suspend."),
        "closed": gettext("Close the account."),
    }[kind]
    return (
        gettext("{title} As the player reads it: {consequences}").format(title=title, consequences=consequences(kind))
        if kind != "dismissed"
        else title
    )


def queue_heading(count: int) -> str:
    """How many reports wait."""
    if not count:
        return gettext("No report waits for a decision")
    return ngettext("{count} report waits for a decision", "{count} reports wait for a decision", count).format(
        count=count
    )


def state(*, is_open: bool) -> str:
    """Whether a report waits, or an account can be used."""
    return gettext("open") if is_open else gettext("closed")


def blocked(player: str) -> str:
    """What a player reads after blocking another one."""
    return gettext(
        "You have blocked {player}. You get no challenges, invitations and words from them, and neither of you can take"
        " a seat in a game that the other has proposed. They are not notified."
    ).format(player=player)


def unblocked(player: str) -> str:
    """What a player reads after unblocking another one."""
    return gettext("You do not block {player} any more.").format(player=player)


def blocks(players: list[str]) -> str:
    """Whom a player blocks, in one sentence."""
    if not players:
        return gettext("You block nobody.")
    return gettext("You block {players}.").format(players=", ".join(players))


def refusal(kind: str, until: datetime | None, reason: str) -> str:
    """Why a player cannot do something now: which decision, until when, and its reason."""
    described = _described(kind, until)
    return gettext("{decision} Reason: {reason}").format(decision=described, reason=_sentence(reason))


def _described(kind: str, until: datetime | None) -> str:
    moment = write_full_moment(until) if until else ""
    if kind == "suspended":
        if until is None:
            return gettext("A moderator has suspended you until further notice: you cannot start, join or write.")
        return gettext("A moderator has suspended you: you cannot start, join or write until {moment}.").format(
            moment=moment
        )
    if until is None:
        return gettext("A moderator has muted you until further notice: nothing that you write is published.")
    return gettext("A moderator has muted you: nothing that you write is published until {moment}.").format(
        moment=moment
    )


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def headline(kind: str, until: datetime | None) -> str:
    """How the mail to the player begins."""
    moment = write_full_moment(until) if until else ""
    timed = {
        "muted": gettext("You are muted until {moment}."),
        "suspended": gettext("You are suspended until {moment}."),
    }
    if kind in timed and until is not None:
        return timed[kind].format(moment=moment)
    return {
        "warned": gettext("A moderator has warned you."),
        "muted": gettext("You are muted until further notice."),
        "suspended": gettext("You are suspended until further notice."),
        "closed": gettext("A moderator has closed your account."),
        "reverted": gettext("A moderator has reverted a decision about you."),
    }[kind]


def consequences(kind: str) -> str:
    """What a decision means for the player's games, as its mail and the form of moderators say."""
    return {
        "warned": gettext("Nothing changes for your games. A further report can lead to more."),
        "muted": gettext(
            "Nothing that you write in games, proposals or announcements is published. Your games go on as before."
        ),
        "suspended": gettext(
            "New games and events are closed to you, and nothing that you write is published. Your running games and"
            " events go on with the same clocks, and you can play them to their end."
        ),
        "closed": gettext(
            "You cannot sign in any more. Clocks in your running games run on, and you leave the events in which you"
            " take part."
        ),
        "dismissed": gettext("Nothing happens."),
        "reverted": gettext("It is no longer in force."),
    }[kind]


def log_entry(kind: str, until: datetime | None, *, reverts: int | None) -> str:
    """What was decided, in a line of the log."""
    if kind == "reverted":
        return gettext("decision {number} reverted").format(number=reverts)
    words = {
        "warned": gettext("warned"),
        "muted": gettext("muted"),
        "suspended": gettext("suspended"),
        "closed": gettext("account closed"),
        "dismissed": gettext("report dismissed"),
    }[kind]
    if kind not in ("muted", "suspended"):
        return words
    if until is None:
        return gettext("{decision} until further notice").format(decision=words)
    return gettext("{decision} until {moment}").format(decision=words, moment=write_full_moment(until))
