"""What opening, starting, inviting, removing and giving roles would come to. Most of them change no number, so
they are services and no actions; what they refuse, their dry runs refuse with the same words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ground.wording import and_list
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_rules.roles import Role
from tournaments.models import Entrant, Event, Invitation


def would_delete(event: Event) -> DryRun:
    """A draft goes, with all that belongs to it."""
    sentences = [
        _("The draft of %(event)s is deleted, with its notes. This cannot be reverted.") % {"event": event.name}
    ]
    if event.invitations.exists():
        sentences.append(_("The players on its list have not been notified yet, and are not."))
    return DryRun(tuple(sentences))


def would_open(event: Event) -> DryRun:
    """A draft becomes an event that takes entries."""
    sentences = [_("Everybody can see %(event)s, and players can enter.") % {"event": event.name}]
    invited = event.invitations.count()
    if invited:
        mailed = ngettext("%(count)d invited player is notified.", "%(count)d invited players are notified.", invited)
        sentences.append(mailed % {"count": invited})
    asked = event.entrants.filter(status=Entrant.Status.ASKED).count()
    if asked:
        questions = ngettext(
            "%(count)d player of the season before is asked whether they stay.",
            "%(count)d players of the season before are asked whether they stay.",
            asked,
        )
        sentences.append(questions % {"count": asked})
    sentences.append(_("The game, the form and the address stay from then on; players are notified of other changes."))
    return DryRun(tuple(sentences))


def would_start(checks: Sequence[str]) -> DryRun:
    """The entries are closed and the lots are drawn; ``checks`` is what the list before the start says."""
    ends = _("Entries are closed, the lots are drawn, and the first games begin. This cannot be reverted.")
    return DryRun((ends, *checks))


def would_invite(event: Event, invitations: Sequence[Invitation], known: set[int]) -> DryRun:
    """``invitations`` as they were tried, ``known`` are the players who had been invited before."""
    new = [one.player.username for one in invitations if one.player_id not in known]
    old = [one.player.username for one in invitations if one.player_id in known]
    sentences = []
    if new and event.state == Event.State.DRAFT:
        sentences.append(_("Invited once entries are open: %(players)s.") % {"players": and_list(new)})
    elif new:
        sentences.append(_("Invited and notified: %(players)s.") % {"players": and_list(new)})
    if old:
        sentences.append(_("Invited before, so nothing changes: %(players)s.") % {"players": and_list(old)})
    return DryRun(tuple(sentences))


def would_withdraw_invitations(event: Event, names: Sequence[str]) -> DryRun:
    """Players who have not entered are not invited any more."""
    sentences = [_("Not invited any more: %(players)s.") % {"players": and_list(names)}]
    if event.entry == Event.Entry.INVITED:
        sentences.append(_("They cannot enter."))
    sentences.append(_("They are not notified; mails that have been sent stay with them."))
    return DryRun(tuple(sentences))


def would_remove(event: Event, username: str) -> DryRun:
    """An entry is taken off the list, and somebody who waits moves up."""
    sentences = [_("%(player)s is off the list. The log has no entry about it.") % {"player": username}]
    waiting = event.entrants.filter(status=Entrant.Status.WAITING).order_by("entered_at", "pk").first()
    if waiting is not None and event.state == Event.State.OPEN:
        up = _("%(player)s moves up from the waiting list, and is notified.")
        sentences.append(up % {"player": waiting.player.username})
    return DryRun(tuple(sentences))


_ROLES = {
    Role.ASSISTANT: gettext_lazy(
        "%(player)s can do everything in %(event)s that its director can, except name assistants and arbiters."
    ),
    Role.ARBITER: gettext_lazy(
        "%(player)s can decide about the games of %(event)s and their clocks, and change nothing else."
    ),
    Role.NONE: gettext_lazy("%(player)s neither assists nor arbitrates in %(event)s any more."),
}


def would_give_role(event: Event, username: str, role: Role) -> DryRun:
    """A player directs the event beside its director, decides about its games, or neither any more."""
    return DryRun((_ROLES[role] % {"player": username, "event": event.name},))
