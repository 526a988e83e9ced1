"""What becomes of open proposals when a moderator decides about their player."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from games.lobby.proposals import withdraw_proposal
from games.models import ModerationEntry, Proposal


def withdraw_proposals(sender: type[ModerationEntry], *, entry: ModerationEntry, **_: Any) -> None:
    """A player who is suspended or whose account is closed proposes nothing any more, and no bot of theirs does."""
    if entry.player is None or entry.kind not in (ModerationEntry.Kind.SUSPENDED, ModerationEntry.Kind.CLOSED):
        return
    theirs = Q(proposer=entry.player) | Q(proposer__owner=entry.player)
    still_open = Proposal.objects.filter(theirs, status=Proposal.Status.OPEN).select_related("proposer").order_by("pk")
    for proposal in still_open:
        withdraw_proposal(proposal_id=proposal.pk, player=proposal.proposer, at=entry.at)
