"""Sentences of the pages on blocks, reports and moderation."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from games.presenting.page_sentences.sanctions import consequences


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
