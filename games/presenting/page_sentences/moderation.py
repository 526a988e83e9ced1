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


def report_title(subject: str) -> str:
    """The heading of the page on which something is reported."""
    return gettext("Report {subject}").format(subject=subject)


def reported() -> str:
    """What the reporter reads once a report is stored."""
    return gettext("Your report is with the moderators. They see your name; the player whom you report does not.")


def reported_before() -> str:
    """What a reporter reads about a subject that they have reported before."""
    return gettext("You have reported this already. One report is enough: the moderators have it.")


def queue_heading(count: int) -> str:
    """How many reports wait."""
    if not count:
        return gettext("No report waits for a decision")
    return ngettext("{count} report waits for a decision", "{count} reports wait for a decision", count).format(
        count=count
    )


def report_line(reporter: str, subject: str, reason: str) -> str:
    """A report in a line."""
    return gettext("{reporter} reports {subject}: {reason}").format(reporter=reporter, subject=subject, reason=reason)


def state(*, is_open: bool) -> str:
    """Whether a report waits, or an account can be used."""
    return gettext("open") if is_open else gettext("closed")


def about(player: str) -> str:
    """The heading of a player's page for moderators."""
    return gettext("Moderation of {player}").format(player=player)


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
